import { describe, expect, it } from 'vitest';
import { delay, line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import {
  classed,
  expectRecords,
  meanIn,
  meanOfClass,
  type RecordClaim,
  recordOf,
} from './records.test-support.ts';

describe('delays', () => {
  it('DL1: M/G/inf is Poisson with mean lambda S, whatever the distribution', () => {
    const scenario = line(
      source('in', 3),
      delay('d', 0.7, { service: { distribution: 'uniform', min: 0, max: 1.4 } }),
    );
    const poisson = (n: number): number => (Math.exp(-2.1) * 2.1 ** n) / [1, 1, 2, 6][n]!;
    expectRecords(scenario, 2000, [
      meanIn('d', 2.1),
      ...[0, 1, 2, 3].map(
        (n): RecordClaim => ({
          what: `P[${n}]`,
          value: poisson(n),
          of: ({ stages, duration }) => stages.d!.occupancy[n]! / duration,
        }),
      ),
    ]);
  });

  it('DL1: everybody stays exactly as long as drawn, with a hundred thousand others', () => {
    const scenario = line(
      source('in', 1e5),
      delay('d', 1, { service: { distribution: 'deterministic', mean: 1 } }),
    );
    const { d } = recordOf(scenario, 3, { warmup: 1.5 }).stages;
    expect(d!.sojournTotal / d!.sojournCount).toBeCloseTo(1, 9);
    expect(d!.occupancyTime / 1.5 / 1e5).toBeCloseTo(1, 1);
  });

  it('DL2: what cannot go on stays, and the others go on beside it', () => {
    // Two come at 1 and stay 1 s; s holds one for 5 s: the second leaves the delay at 7. A third, at 3, is done at 4 and leaves at 12.
    const scenario = line(
      source('in', 1, { interarrival: { distribution: 'trace', values: [1, 0, 2, 100] } }),
      delay('d', 1, { service: { distribution: 'deterministic', mean: 1 } }),
      stage('s', 1, { capacity: 1, service: { distribution: 'deterministic', mean: 5 } }),
    );
    const { d } = recordOf(scenario, 50).stages;
    expect(d!.sojournTotal).toBeCloseTo(1 + 6 + 9, 12);
    expect(d!.blockedTime).toBeCloseTo(5 + 8, 12);
  });

  it('DL1: a class stays as its own distribution says', () => {
    const scenario = classed(
      [{ id: 'x' }, { id: 'y' }],
      [
        source('a', 2, { class: 'x' }),
        source('b', 1, { class: 'y' }),
        delay('d', 1, { byClass: { y: { service: { distribution: 'deterministic', mean: 3 } } } }),
        { id: 'out', kind: 'sink' },
      ],
      ['a>d', 'b>d', 'd>out'],
    );
    expectRecords(scenario, 1500, [meanOfClass('d', 0, 2), meanOfClass('d', 1, 3)]);
  });
});

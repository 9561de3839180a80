import { describe, expect, it } from 'vitest';
import type { ArrivalDistribution } from '../../core/distributions/index.ts';
import { line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { ArrivalFrame, SourceNode, StageNode } from '../../core/scenario/scenario.ts';
import { classed, expectRecords, meanIn, type RecordClaim, recordOf } from './records.test-support.ts';

const every = (mean: number): ArrivalDistribution => ({ distribution: 'deterministic', mean });
const poisson = (rate: number): ArrivalDistribution => ({ distribution: 'exponential', rate });

const scheduled = (
  interarrival: ArrivalDistribution,
  frames: readonly ArrivalFrame[],
  period?: number,
): SourceNode => ({
  id: 'in',
  kind: 'source',
  interarrival,
  schedule: { frames, ...(period !== undefined && { period }) },
});

/** Arrivals until each of these times. */
const countsAt = (from: SourceNode, times: readonly number[]): number[] =>
  times.map((time) => recordOf(line(from, stage('a', 1000)), time).stages.a!.offered);

describe('schedules of arrivals', () => {
  it('T1: the time to the next arrival is drawn anew when a frame begins', () => {
    // 3, 6, 9; from 10 every 2: 12, 14, ... and not 12 because of 9 + 3.
    const from = scheduled(every(3), [{ from: 10, interarrival: every(2.5) }]);
    expect(countsAt(from, [9.5, 12.4, 12.6, 15.1])).toEqual([3, 3, 4, 5]);
  });

  it('T1, E2: at the beginning of a frame the arrival of the one before it does not come', () => {
    expect(countsAt(scheduled(every(5), [{ from: 10, interarrival: every(100) }]), [20, 111])).toEqual([
      1, 2,
    ]);
  });

  it('T1: nothing arrives in a frame without a distribution, and again after it', () => {
    const from = scheduled(every(1), [{ from: 2.5 }, { from: 7, interarrival: every(1) }]);
    expect(countsAt(from, [6.9, 7.9, 8.1])).toEqual([2, 2, 3]);
  });

  it('T3: after the period all starts over, with what holds before the first frame', () => {
    // Every 4 s in 0-10, every 1.5 s in 10-15, then again: 4, 8; 11.5, 13, 14.5; 19, 23; 26.5, 28.
    const from = scheduled(every(4), [{ from: 10, interarrival: every(1.5) }], 15);
    expect(countsAt(from, [9, 14.9, 18.9, 19.1, 24, 29])).toEqual([2, 5, 5, 6, 7, 9]);
  });

  it('T3: a first frame at 0 holds from the start and from each period', () => {
    const from = scheduled(every(1e-9), [{ from: 0, interarrival: every(3) }, { from: 5 }], 10);
    expect(countsAt(from, [4, 9.9, 13.1])).toEqual([1, 1, 2]);
  });

  it('T1: a blocked source stays blocked, and draws from the new distribution when it has been let go', () => {
    // a holds one for 6 s: in at 1 (blocked from 2 to 7); from 5 on every 10 s: next at 17.
    const from = scheduled(every(1), [{ from: 5, interarrival: every(10) }]);
    const scenario = line(
      from,
      stage('a', 1, { capacity: 1, service: { distribution: 'deterministic', mean: 6 } }),
    );
    expect(recordOf(scenario, 16.9).stages.a!.entered).toBe(2);
    expect(recordOf(scenario, 17.1).stages.a!.entered).toBe(3);
  });

  it('T1: Poisson frames make a Poisson process: mean and variance of the counts in each frame', () => {
    // A period of 20 s: 10 s at 1/s, 10 s at 3/s. The series of a record has intervals of 10 s here.
    const from = scheduled(poisson(1), [{ from: 10, interarrival: poisson(3) }], 20);
    const scenario = line(from, stage('a', 1000));
    const inFrame = (frame: 0 | 1, moment: (count: number) => number): RecordClaim['of'] => {
      return ({ stages }) => {
        const counts = stages.a!.offeredSeries.filter((_, i) => i % 2 === frame);
        return counts.reduce((sum, count) => sum + moment(count), 0) / counts.length;
      };
    };
    expectRecords(scenario, 2000, [
      { what: 'calm', value: 10, of: inFrame(0, (n) => n) },
      { what: 'busy', value: 30, of: inFrame(1, (n) => n) },
      { what: 'calm variance', value: 10, of: inFrame(0, (n) => (n - 10) ** 2) },
      { what: 'busy variance', value: 30, of: inFrame(1, (n) => (n - 30) ** 2) },
    ]);
  });

  it('T1: M(t)/M/inf follows dL/dt = lambda(t) - L', () => {
    // Rates 0 and 4 in turn for 2 s each, mean stay 1 s: in the steady round L rises to h and falls to l.
    const from = scheduled(poisson(4), [{ from: 2 }], 4);
    const scenario = line(from, {
      id: 'd',
      kind: 'delay',
      service: { distribution: 'exponential', mean: 1 },
    });
    const high = (4 * (1 - Math.exp(-2))) / (1 - Math.exp(-4));
    const low = high * Math.exp(-2);
    const fallen = (start: number): number => start * (1 - Math.exp(-2)); // integral over the 2 s
    const rising = 8 - fallen(4 - low);
    const half = (which: 0 | 1): RecordClaim['of'] => {
      return ({ stages }) => {
        const means = stages.d!.occupancySeries.filter((_, i) => i >= 20 && i % 2 === which);
        return means.reduce((sum, mean) => sum + mean, 0) / means.length;
      };
    };
    expectRecords(scenario, 400, [
      { what: 'while it rises', value: rising / 2, of: half(0) },
      { what: 'while it falls', value: fallen(high) / 2, of: half(1) },
      meanIn('d', 2),
    ]);
  });
});

describe('schedules of services', () => {
  const frames = [{ from: 10, service: { distribution: 'deterministic', mean: 0.5 } }] as const;
  const slow: Partial<StageNode> = { service: { distribution: 'deterministic', mean: 4 } };

  it('T2: services that begin from then on have the new distribution; those under way keep theirs', () => {
    // Arrivals at 8, 9, 10: 8-12 as before, then 12-12.5 and 12.5-13.
    const from = source('in', 1, { interarrival: { distribution: 'trace', values: [8, 1, 1, 1000] } });
    const scenario = line(from, stage('a', 1, { ...slow, schedule: { frames } }));
    expect(recordOf(scenario, 50).stages.a!.sojournTotal).toBeCloseTo(4 + 3.5 + 3, 12);
  });

  it('T2: and again with each period', () => {
    // Every 5 s from 1: 4 s before 10 and from 20, 0.5 s between.
    const from = source('in', 1, { interarrival: { distribution: 'trace', values: [1, 5, 5, 5, 5, 1000] } });
    const scenario = line(from, stage('a', 1, { ...slow, schedule: { frames, period: 20 } }));
    expect(recordOf(scenario, 50).stages.a!.sojournTotal).toBeCloseTo(4 + 4 + 0.5 + 0.5 + 4, 12);
  });

  it('T2: a class with a distribution of its own is not touched', () => {
    const at15 = { interarrival: { distribution: 'trace', values: [15, 1000] } } as const;
    const scenario = classed(
      [{ id: 'x' }, { id: 'y' }],
      [
        source('p', 1, { class: 'x', ...at15 }),
        source('q', 1, { class: 'y', ...at15 }),
        stage('a', 1, {
          ...slow,
          serverCount: 2,
          schedule: { frames },
          byClass: { y: { service: { distribution: 'deterministic', mean: 3 } } },
        }),
        sink(),
      ],
      ['p>a', 'q>a', 'a>out'],
    );
    const [x, y] = recordOf(scenario, 50).stages.a!.classes!;
    expect([x!.sojournTotal, y!.sojournTotal]).toEqual([0.5, 3]);
  });
});

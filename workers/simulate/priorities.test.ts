import { describe, expect, it } from 'vitest';
import { sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import {
  classed,
  expectRecords,
  meanIn,
  meanOfClass,
  recordOf,
  serving,
  timeOfClass,
  waitOfClass,
} from './records.test-support.ts';

import { patient, twoClasses, urgent, varied } from './two-classes.test-support.ts';

describe('priorities, against Cobham 1954 and Kleinrock 1976, 3.3 and 3.4', () => {
  it('P1: M/M/1 without interruption: Wq1 = R/(1-r1), Wq2 = R/((1-r1)(1-r))', () => {
    // rho 0.3 and 0.4, mu 1: R = 0.7.
    expectRecords(twoClasses([0.3, 0.4], { discipline: 'priority' }), 4000, [
      waitOfClass('s', 0, 0.7 / 0.7),
      waitOfClass('s', 1, 0.7 / (0.7 * 0.3)),
      meanOfClass('s', 0, 0.3 * (1 + 0.7 / 0.7)),
    ]);
  });

  it('P1: M/G/1 with a distribution of each class: R = (l1 E[S1^2] + l2 E[S2^2]) / 2', () => {
    const scenario = twoClasses([0.4, 0.3], {
      discipline: 'priority',
      byClass: { x: { service: varied }, y: { service: { distribution: 'deterministic', mean: 1.5 } } },
    });
    const R = (0.4 * 1.25 + 0.3 * 2.25) / 2;
    const [r1, r2] = [0.2, 0.45];
    expectRecords(scenario, 6000, [
      waitOfClass('s', 0, R / (1 - r1)),
      waitOfClass('s', 1, R / ((1 - r1) * (1 - r1 - r2))),
      serving('s', r1 + r2),
    ]);
  });

  it('P2: M/G/1 with interruption: T1 is M/G/1 alone, T2 = S2/(1-r1) + R/((1-r1)(1-r))', () => {
    const scenario = twoClasses([0.4, 0.3], {
      discipline: 'priority',
      preemption: 'resume',
      byClass: { x: { service: varied }, y: { service: { distribution: 'deterministic', mean: 1.5 } } },
    });
    const [r1, r2] = [0.2, 0.45];
    const R1 = (0.4 * 1.25) / 2;
    const R = R1 + (0.3 * 2.25) / 2;
    const slow = 1.5 / (1 - r1) + R / ((1 - r1) * (1 - r1 - r2));
    expectRecords(scenario, 6000, [
      timeOfClass('s', 0, 0.5 + R1 / (1 - r1)),
      timeOfClass('s', 1, slow),
      // P3: what is interrupted waits.
      waitOfClass('s', 1, slow - 1.5),
      serving('s', r1 + r2),
    ]);
  });

  it('P2: on two servers the more urgent class sees M/M/2 of its own, all together M/M/2', () => {
    const scenario = twoClasses([0.6, 0.6], {
      discipline: 'priority',
      preemption: 'resume',
      serverCount: 2,
    });
    const mm2 = (a: number): number => a / (1 - (a / 2) ** 2);
    expectRecords(scenario, 3000, [meanOfClass('s', 0, mm2(0.6)), meanIn('s', mm2(1.2))]);
  });

  it('P1: a batch of the more urgent first, whatever their class', () => {
    // 1 y at 1, then 2 x and 1 y at 2: the server takes y alone (1-2.5), then both x, then y.
    const scenario = classed(
      [urgent, patient],
      [
        source('a', 1, {
          class: 'x',
          batchSize: 2,
          interarrival: { distribution: 'trace', values: [2, 100] },
        }),
        source('b', 1, { class: 'y', interarrival: { distribution: 'trace', values: [1, 1, 100] } }),
        stage('s', 1, {
          discipline: 'priority',
          service: { distribution: 'deterministic', mean: 1.5 },
          bulk: { rule: 'upTo', min: 1, max: 2 },
        }),
        sink(),
      ],
      ['a>s', 'b>s', 's>out'],
    );
    const [x, y] = recordOf(scenario, 50).stages.s!.classes!;
    expect(x!.sojournTotal).toBeCloseTo(2 * 2, 12);
    expect(y!.sojournTotal).toBeCloseTo(1.5 + 3.5, 12);
  });
});

import { describe, expect, it } from 'vitest';
import type { ServiceLaw } from '../../src/model/law.ts';
import type { StageNode } from '../../src/model/scenario.ts';
import {
  classed,
  expectRecords,
  meanIn,
  meanOfClass,
  recordOf,
  servedRate,
  serving,
  timeOfClass,
  waitOfClass,
} from './records.test-support.ts';
import { sink, source, stage } from './theory.test-support.ts';

const urgent = { id: 'x', priority: 0 };
const patient = { id: 'y', priority: 1 };

/** Mean 1/2, scv 4: second moment 1.25. */
const varied: ServiceLaw = { law: 'hyperexponential', mean: 0.5, scv: 4 };

/** Two Poisson classes into one stage. */
const shared = (rates: readonly [number, number], more: Partial<StageNode>) =>
  classed(
    [urgent, patient],
    [
      source('a', rates[0], { class: 'x' }),
      source('b', rates[1], { class: 'y' }),
      { ...stage('s', 1), ...more },
      sink,
    ],
    ['a s', 'b s', 's out'],
  );

describe('priorities, against Cobham 1954 and Kleinrock 1976, 3.3 and 3.4', () => {
  it('P1: M/M/1 without interruption: Wq1 = R/(1-r1), Wq2 = R/((1-r1)(1-r))', () => {
    // rho 0.3 and 0.4, mu 1: R = 0.7.
    expectRecords(shared([0.3, 0.4], { discipline: 'priority' }), 4000, [
      waitOfClass('s', 0, 0.7 / 0.7),
      waitOfClass('s', 1, 0.7 / (0.7 * 0.3)),
      meanOfClass('s', 0, 0.3 * (1 + 0.7 / 0.7)),
    ]);
  });

  it('P1: M/G/1 with a law of each class: R = (l1 E[S1^2] + l2 E[S2^2]) / 2', () => {
    const scenario = shared([0.4, 0.3], {
      discipline: 'priority',
      byClass: { x: { service: varied }, y: { service: { law: 'deterministic', mean: 1.5 } } },
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
    const scenario = shared([0.4, 0.3], {
      discipline: 'priority',
      preemption: 'resume',
      byClass: { x: { service: varied }, y: { service: { law: 'deterministic', mean: 1.5 } } },
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
    const scenario = shared([0.6, 0.6], {
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
        source('a', 1, { class: 'x', batchSize: 2, interarrival: { law: 'trace', values: [2, 100] } }),
        source('b', 1, { class: 'y', interarrival: { law: 'trace', values: [1, 1, 100] } }),
        stage('s', 1, {
          discipline: 'priority',
          service: { law: 'deterministic', mean: 1.5 },
          bulk: { rule: 'upTo', min: 1, max: 2 },
        }),
        sink,
      ],
      ['a s', 'b s', 's out'],
    );
    const [x, y] = recordOf(scenario, 50).stages.s!.classes!;
    expect(x!.sojournTotal).toBeCloseTo(2 * 2, 12);
    expect(y!.sojournTotal).toBeCloseTo(1.5 + 3.5, 12);
  });
});

describe('interruption, by hand', () => {
  it('P2, P4: the latest of the least urgent goes first, and resumes first come first served', () => {
    // Two servers, 4 s each: y at 1 and 2. x at 3 (1 s) interrupts the y of 2 (3 s left), x at 3.5 the y of 1 (1.5 s left).
    // x done at 4: the y of 1 goes on, 4-5.5; x done at 4.5: the y of 2, 4.5-7.5.
    const scenario = classed(
      [urgent, patient],
      [
        source('a', 1, { class: 'x', interarrival: { law: 'trace', values: [3, 0.5, 100] } }),
        source('b', 1, { class: 'y', interarrival: { law: 'trace', values: [1, 1, 100] } }),
        stage('s', 1, {
          discipline: 'priority',
          preemption: 'resume',
          serverCount: 2,
          service: { law: 'deterministic', mean: 4 },
          byClass: { x: { service: { law: 'deterministic', mean: 1 } } },
        }),
        sink,
      ],
      ['a s', 'b s', 's out'],
    );
    const { s } = recordOf(scenario, 50).stages;
    const [x, y] = s!.classes!;
    expect(x!.sojournTotal).toBeCloseTo(2, 12);
    expect(y!.sojournTotal).toBeCloseTo(4.5 + 5.5, 12);
    expect(y!.waitTotal).toBeCloseTo(0.5 + 1.5, 12);
    expect(s!.waitingTime).toBeCloseTo(2, 12);
    expect(s!.servingTime).toBeCloseTo(10, 12);
  });

  it('P2: what is held is not interrupted', () => {
    // y: 1-2 at s, then held since t serves x-elements of its own until 10. x at 3 waits for the server.
    const scenario = classed(
      [urgent, patient],
      [
        source('a', 1, { class: 'x', interarrival: { law: 'trace', values: [3, 100] } }),
        source('b', 1, { class: 'y', interarrival: { law: 'trace', values: [1, 1, 100] } }),
        stage('s', 1, {
          discipline: 'priority',
          preemption: 'resume',
          capacity: 5,
          service: { law: 'deterministic', mean: 1 },
        }),
        stage('t', 1, { capacity: 1, service: { law: 'deterministic', mean: 8 } }),
        sink,
      ],
      ['a s', 'b s', 's t', 't out'],
    );
    // First y at t 2-10; second y served 2-3 and held 3-10; x 10-11 then held to 18.
    const { s } = recordOf(scenario, 30).stages;
    expect(s!.blockedTime).toBeCloseTo(7 + 7, 12);
    expect(s!.classes![0]!.sojournTotal).toBeCloseTo(15, 12);
  });
});

describe('classes', () => {
  it('PS1: in M/G/1 processor sharing each class spends S/(1-rho), whatever its law', () => {
    const scenario = shared([0.5, 0.25], {
      discipline: 'PS',
      byClass: { x: { service: varied }, y: { service: { law: 'deterministic', mean: 1.2 } } },
    });
    const rest = 1 - 0.25 - 0.3;
    expectRecords(scenario, 4000, [
      timeOfClass('s', 0, 0.5 / rest),
      timeOfClass('s', 1, 1.2 / rest),
      meanIn('s', 0.55 / 0.45),
    ]);
  });

  it('R1, F1, C2: shares, filters and conversion of a class of its own', () => {
    const scenario = classed(
      [{ id: 'x' }, { id: 'y' }],
      [
        source('a', 1, { class: 'x' }),
        source('b', 0.5, { class: 'y' }),
        stage('s', 5, { passProbability: 0.5, byClass: { y: { passProbability: 0.8 } } }),
        stage('t', 5, { conversionFactor: 0.5, byClass: { y: { conversionFactor: 2 } } }),
        stage('u', 5),
        sink,
      ],
      ['a s', 'b s', 's t x=0.2,y=0.9', 's u x=0.8,y=0.1', 't out', 'u out'],
    );
    expectRecords(scenario, 2000, [
      {
        what: 'x at t',
        value: 1 * 0.5 * 0.2 * 0.5,
        of: ({ stages, duration }) => stages.t!.classes![0]!.served / duration,
      },
      {
        what: 'y at t',
        value: 0.5 * 0.8 * 0.9 * 2,
        of: ({ stages, duration }) => stages.t!.classes![1]!.served / duration,
      },
      {
        what: 'x at u',
        value: 1 * 0.5 * 0.8,
        of: ({ stages, duration }) => stages.u!.classes![0]!.served / duration,
      },
      {
        what: 'y at u',
        value: 0.5 * 0.8 * 0.1,
        of: ({ stages, duration }) => stages.u!.classes![1]!.served / duration,
      },
    ]);
  });

  it('N1: a class that changes leaves the draws of the others as they are', () => {
    const scenario = (mean: number) =>
      shared([0.3, 0.3], {
        discipline: 'PS',
        serverCount: 1000,
        byClass: { y: { service: { law: 'exponential', mean } } },
      });
    const [quick, slow] = [1, 50].map((mean) => recordOf(scenario(mean), 2000).stages.s!.classes!);
    expect(quick![0]!.sojournTotal).toBeCloseTo(slow![0]!.sojournTotal, 6);
    expect(quick![1]!.sojournTotal).toBeLessThan(slow![1]!.sojournTotal / 10);
  });

  it('servers of FCFS with a law per class: M/G/1 with the mixture', () => {
    const scenario = shared([0.4, 0.3], {
      byClass: { x: { service: varied }, y: { service: { law: 'deterministic', mean: 1.5 } } },
    });
    const wait = (0.4 * 1.25 + 0.3 * 2.25) / 2 / (1 - 0.65);
    expectRecords(scenario, 6000, [
      waitOfClass('s', 0, wait),
      waitOfClass('s', 1, wait),
      servedRate('s', 0.7),
    ]);
  });
});

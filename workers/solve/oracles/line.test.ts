/** The examples of LINE (Casale 2020, Integrated performance evaluation of extended queueing network models with LINE), with the numbers that come with them. */

import { describe, it } from 'vitest';
import type { ServiceDistribution } from '../../../core/distributions/index.ts';
import { drawing, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { ScenarioNode } from '../../../core/scenario/scenario.ts';

import { closed, delay, drawn, near, ring, shared, solved } from './drawn.test-support.ts';

/** Order r at rate 3 per phase; two exponentials as often, of rates 3 and 10. */
const erlang: ServiceDistribution = { distribution: 'erlang', rate: 1.5, shape: 2 };
const hyper: ServiceDistribution = {
  distribution: 'hyperexponential',
  probabilities: [0.5, 0.5],
  rates: [3, 10],
};

describe('closed models of LINE', () => {
  it.each(['auto', 'mva', 'convolution', 'chain'] as const)(
    'three machines and two repairmen: LINE user manual for MATLAB, March 2026, tutorial 3, p. 20, by %s',
    (method) => {
      const { stages } = solved(
        drawn(
          [delay('working', { machines: 2 }), stage('repair', 4, { serverCount: 2 })],
          [closed('machines', 3, 'working')],
          ring('working', 'repair'),
        ),
        method,
      );
      near(stages.working!.meanOccupancy, 2.6648, 2e-5);
      near(stages.repair!.meanOccupancy, 0.33516, 2e-5);
      near(stages.repair!.utilization, 0.16655, 5e-5);
      near(stages.repair!.meanSojournTime, 0.25154, 2e-5);
      near(stages.repair!.throughput, 1.3324, 3e-5);
    },
  );

  it.each(['mva', 'convolution', 'chain'] as const)(
    'ten jobs, a delay that most come back to: LINE 3.0.4, examples/basic, cqn_repairmen, CTMC and NC, by %s',
    (method) => {
      const { stages } = solved(
        drawn(
          [delay('think', { jobs: 1 }), stage('a', 1 / 1.5), { id: 'r', kind: 'router' }],
          [closed('jobs', 10, 'think')],
          [
            { from: 'think', to: 'r' },
            { from: 'r', to: 'think', probability: 0.7 },
            { from: 'r', to: 'a', probability: 0.3 },
            { from: 'a', to: 'think' },
          ],
        ),
        method,
      );
      near(stages.think!.meanOccupancy, 2.22202732310341);
      near(stages.a!.meanOccupancy, 7.77797267689659);
      near(stages.a!.utilization, 0.999912295396536);
      near(stages.a!.meanSojournTime, 11.6679823511102);
    },
  );

  it.each([
    ['PS', 'mva'],
    ['PS', 'convolution'],
    ['FCFS', 'mva'],
    ['FCFS', 'chain'],
  ] as const)(
    'a theorem of product form, %s, any distribution at the delay: LINE 3.0.4, examples/basic, cqn_bcmp_theorem, CTMC, by %s',
    (discipline, method) => {
      const think: ScenarioNode = {
        id: 'think',
        kind: 'delay',
        service: erlang,
        byClass: { c2: { service: hyper } },
      };
      const { stages } = solved(
        drawn(
          [think, stage('a', 1, { discipline })],
          [closed('c1', 2, 'think'), closed('c2', 2, 'think')],
          ring('think', 'a'),
        ),
        method,
      );
      near(stages.think!.byClass!.c1!.meanOccupancy, 0.308605430321547);
      near(stages.think!.byClass!.c2!.meanOccupancy, 0.1162477715536);
      near(stages.a!.byClass!.c1!.meanOccupancy, 1.69139456967845);
      near(stages.a!.byClass!.c2!.meanSojournTime, 3.51100335695636);
      near(stages.a!.byClass!.c2!.throughput, 0.536528176401232);
    },
  );

  it.each(['mva', 'convolution'] as const)(
    'two classes that share two servers: LINE 3.0.4, examples/advanced, ld_multiserver_ps_twoclasses, NC exact, by %s',
    (method) => {
      const { stages } = solved(
        drawn(
          [delay('think', { c1: 1, c2: 2 }), shared('a', { c1: 1.5, c2: 2.5 }, 2)],
          [closed('c1', 4, 'think'), closed('c2', 2, 'think')],
          ring('think', 'a'),
        ),
        method,
      );
      near(stages.a!.byClass!.c1!.meanOccupancy, 3.10249810749432);
      near(stages.a!.byClass!.c2!.meanOccupancy, 1.48842583369855);
      near(stages.a!.byClass!.c1!.throughput, 0.897501892505677);
      near(stages.a!.byClass!.c2!.meanSojournTime, 5.81900311526479);
    },
  );

  it.each(['mva', 'convolution'] as const)(
    'sixteen jobs and two servers: LINE 3.0.4, examples/advanced, ld_multiserver_fcfs, CTMC, by %s',
    (method) => {
      const { stages } = solved(
        drawn(
          [delay('think', { jobs: 1 }), stage('a', 1 / 1.5, { serverCount: 2 })],
          [closed('jobs', 16, 'think')],
          ring('think', 'a'),
        ),
        method,
      );
      near(stages.a!.meanOccupancy, 14.6666666666776);
      near(stages.a!.throughput, 1.33333333332244);
      near(stages.a!.meanSojournTime, 11.000000000098);
    },
  );
});

describe('an open model of LINE', () => {
  it.each(['auto', 'productForm', 'chain'] as const)(
    'a delay and a queue: LINE 3.0.4, examples/basic, oqn_basic, NC, by %s',
    (method) => {
      const stay: ScenarioNode = { id: 'd', kind: 'delay', service: hyper };
      const { stages } = solved(
        drawing([source('in', 0.1), stay, stage('a', 1), sink()], ['in>d', 'd>a', 'a>out']),
        method,
      );
      near(stages.d!.meanOccupancy, 0.021666666666667, 1e-7);
      near(stages.a!.meanOccupancy, 0.111111111111111, 1e-7);
      near(stages.a!.meanSojournTime, 1.111111111111111, 1e-7);
    },
  );
});

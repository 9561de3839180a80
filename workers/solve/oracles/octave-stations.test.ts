/** Single stations against GNU Octave's `queueing` package. */

import { describe, it } from 'vitest';
import type { ServiceDistribution } from '../../../core/distributions/index.ts';
import { line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { DelayNode, Scenario } from '../../../core/scenario/scenario.ts';
import type { StageAnswer } from '../contract.ts';
import { answerTo } from '../fixtures/answer.ts';

import { expectOctave, type Ours } from './octave.test-support.ts';

const drops = (capacity: number) => ({ capacity, whenFull: 'drop' }) as const;
const one = (lambda: number, mu: number, extra: Parameters<typeof stage>[2] = {}): Scenario =>
  line(source('in', lambda), stage('a', mu, extra));

const means = ({ utilization: U, meanSojournTime: R, meanOccupancy: Q, throughput: X }: StageAnswer) => ({
  U,
  R,
  Q,
  X,
});
const withEmpty = (answer: StageAnswer) => ({ ...means(answer), p0: answer.occupancyDistribution?.[0] });
const withLoss = (answer: StageAnswer) => ({ ...withEmpty(answer), pK: answer.lossProbability });
/** pm: an arrival waits; Wq = pm / (c mu - lambda), which only the probability of waiting leaves open. */
const waits = (spare: number) => (answer: StageAnswer) => ({
  ...means(answer),
  pm: answer.meanWaitingTime! * spare,
});

const hyperexponential: ServiceDistribution = {
  distribution: 'hyperexponential',
  probabilities: [0.5, 0.5],
  rates: [0.5, 2],
};
const stay: DelayNode = { id: 'a', kind: 'delay', service: { distribution: 'exponential', mean: 0.7 } };

const STATIONS: readonly (readonly [
  string,
  Scenario,
  (answer: StageAnswer) => Readonly<Record<string, Ours>>,
])[] = [
  ['M/M/1, lambda 0.9, mu 1', one(0.9, 1), withEmpty],
  ['M/M/1, lambda 0.9999, mu 1', one(0.9999, 1), means],
  [
    'M/M/24, lambda 20, mu 1',
    one(20, 1, { serverCount: 24 }),
    (answer) => ({ ...waits(4)(answer), p0: answer.occupancyDistribution![0] }),
  ],
  ['M/M/300, lambda 290, mu 1', one(290, 1, { serverCount: 300 }), waits(10)],
  ['M/M/1/11, lambda 9, mu 10', one(9, 10, drops(11)), withLoss],
  ['M/M/1/30, lambda 1.2, mu 1', one(1.2, 1, drops(30)), withLoss],
  ['M/M/4/6, lambda 50, mu 10', one(50, 10, { ...drops(6), serverCount: 4 }), withLoss],
  [
    'M/M/25/25, lambda 20, mu 1',
    one(20, 1, { ...drops(25), serverCount: 25 }),
    ({ lossProbability: pK }) => ({ pK }),
  ],
  [
    'M/M/inf, lambda 5, mean stay 0.7',
    line(source('in', 5), stay),
    (answer) => {
      const { U: _, ...rest } = withEmpty(answer);
      return rest;
    },
  ],
  ['M/D/1, lambda 0.8, mean 1', one(0.8, 1, { service: { distribution: 'deterministic', mean: 1 } }), means],
  ['M/H2/1, lambda 0.5, rates 0.5 and 2 as often', one(0.5, 1, { service: hyperexponential }), means],
];

describe("GNU Octave's queueing 1.2.7 (Marzolla 2020), single stations", () => {
  it.each(STATIONS)('%s', (what, drawn, measures) => {
    expectOctave(what, measures(answerTo(drawn).stages.a!));
  });
});

/** Markov chains, their balance and their course, against GNU Octave's `queueing` package. */

import { describe, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { solveTransient } from '../../transient/solve-transient.ts';
import type { SolveAnswer } from '../contract.ts';
import { answerTo } from '../fixtures/answer.ts';

import { expectOctave } from './octave.test-support.ts';

const drops = (capacity: number) => ({ capacity, whenFull: 'drop' }) as const;
const reserves = (capacity: number) => ({ capacity, whenFull: 'blockBefore' }) as const;

/**
 * Who repeats an exponential service until there is room is, for the occupancies, who does not begin it before there is:
 * one server, one place to go to, nobody else who goes there. What is repeated counts as work in U, as blocked with us.
 */
const repeats = ({ stages }: SolveAnswer, ids: readonly string[]) => ({
  U: ids.map((id) => 1 - stages[id]!.starvedFraction!),
  Q: ids.map((id) => stages[id]!.meanOccupancy),
});

const ring: Scenario = {
  ...drawing([stage('1', 1 / 2, reserves(5)), stage('2', 1 / 0.9, reserves(4))], ['1>2', '2>1']),
  classes: [{ id: 'jobs', closed: { population: 5, start: '1' } }],
};

describe("GNU Octave's queueing 1.2.7 (Marzolla 2020), networks that block", () => {
  it('open tandem that repeats a service for which there is no room', () => {
    const drawn = line(source('in', 0.9), stage('1', 1, drops(4)), stage('2', 1.1, reserves(3)));
    expectOctave(
      'open tandem that repeats a service for which there is no room',
      repeats(answerTo(drawn, 'chain'), ['1', '2']),
    );
  });

  it('three in a row that repeat a service for which there is no room', () => {
    const drawn = line(
      source('in', 1),
      stage('1', 1 / 0.8, drops(3)),
      stage('2', 1 / 0.9, reserves(2)),
      stage('3', 1 / 0.7, reserves(4)),
    );
    expectOctave(
      'three in a row that repeat a service for which there is no room',
      repeats(answerTo(drawn, 'chain'), ['1', '2', '3']),
    );
  });

  it('ring of two that repeats a service for which there is no room', () => {
    expectOctave(
      'ring of two that repeats a service for which there is no room',
      repeats(answerTo(ring, 'chain'), ['1', '2']),
    );
  });

  it('tandem, blocking after service, K 5 and 3, lambda 0.9, mu 1', () => {
    const drawn = line(source('in', 0.9), stage('1', 1, drops(5)), stage('2', 1, { capacity: 3 }));
    const { stages, network } = answerTo(drawn, 'chain');
    expectOctave('tandem, blocking after service, K 5 and 3, lambda 0.9, mu 1', {
      L1: stages['1']!.meanOccupancy,
      L2: stages['2']!.meanOccupancy,
      pK: stages['1']!.lossProbability,
      blocked: stages['1']!.blockedFraction,
      X: network.throughput,
    });
  });
});

describe("GNU Octave's queueing 1.2.7 (Marzolla 2020), balance of hand-written generators", () => {
  it.each(['auto', 'chain'] as const)(
    'batches of 3 at rate 0.2 into K = 5, mu 1, those that fit enter: %s',
    (method) => {
      const { stages, network } = answerTo(
        line(source('in', 0.2, { batchSize: 3 }), stage('a', 1, drops(5))),
        method,
      );
      expectOctave('batches of 3 at rate 0.2 into K = 5, mu 1, those that fit enter', {
        p: stages.a!.occupancyDistribution,
        L: stages.a!.meanOccupancy,
        X: network.throughput,
      });
    },
  );

  it.each(['auto', 'chain'] as const)('bulk service of exactly 3, lambda 2, mu 1, K = 12: %s', (method) => {
    const bulk = { rule: 'full', size: 3 } as const;
    const { a } = answerTo(line(source('in', 2), stage('a', 1, { ...drops(12), bulk })), method).stages;
    expectOctave('bulk service of exactly 3, lambda 2, mu 1, K = 12', {
      p: a!.occupancyDistribution,
      L: a!.meanOccupancy,
    });
  });

  it.each(['auto', 'chain'] as const)('M/E2/1/4, lambda 0.9, mean 1: %s', (method) => {
    const service = { distribution: 'erlang', mean: 1, shape: 2 } as const;
    const { a } = answerTo(line(source('in', 0.9), stage('a', 1, { ...drops(4), service })), method).stages;
    expectOctave('M/E2/1/4, lambda 0.9, mean 1', { p: a!.occupancyDistribution });
  });
});

describe("GNU Octave's queueing 1.2.7 (Marzolla 2020), chains over time", () => {
  const drawn = line(source('in', 1.5), stage('a', 1, drops(6)));
  const course = solveTransient(drawn, { until: 10, steps: 20 });

  it('M/M/1/6 from empty, lambda 1.5, mu 1, at t = 0.5, 2 and 10', () => {
    if (course.kind === 'noAnswer') throw new Error(refusalText(course));
    const { meanOccupancy } = course.stages.a!;
    expectOctave('M/M/1/6 from empty, lambda 1.5, mu 1, at t = 0.5, 2 and 10', {
      L: [meanOccupancy[1], meanOccupancy[4], meanOccupancy[20]],
    });
  });

  it('M/M/1/6 from empty, lambda 1.5, mu 1, until it is full', () => {
    if (course.kind === 'noAnswer') throw new Error(refusalText(course));
    expectOctave('M/M/1/6 from empty, lambda 1.5, mu 1, until it is full', { T: course.fill.a!.mean });
  });
});

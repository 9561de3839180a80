import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';

import { solveOpen } from '../solve-by-formulas.ts';
import { solveScenario } from '../solve-scenario.ts';
import { openNetwork } from './open-network.ts';
import { meanOfLargest, nelsonTantawi } from './slowest-task.ts';

const fork = (id: string): ScenarioNode => ({ id, kind: 'fork' });
const join = (id: string): ScenarioNode => ({ id, kind: 'join' });

function answerTo(drawn: Scenario): SolveAnswer {
  const answer = solveOpen(openNetwork(drawn), 'auto');
  if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
  return answer;
}

describe('fork and join', () => {
  it('gives each branch all tasks and the join one element back', () => {
    const drawn = drawing(
      [source('s', 3), fork('f'), stage('a', 10), stage('b', 20), join('j'), stage('c', 9), sink()],
      ['s>f', 'f>a', 'f>b', 'a>j', 'b>j', 'j>c', 'c>out'],
    );
    const { stages, network, exact } = answerTo(drawn);
    expect(stages.a!.offeredRate).toBe(3);
    expect(stages.c!.offeredRate).toBeCloseTo(3, 12);
    expect(network.throughput).toBeCloseTo(3, 12);
    expect(stages.a!.exact && stages.b!.exact).toBe(true);
    expect(stages.c!.exact).toBe(false);
    expect(exact).toBe(false);
    // Means 1/7 and 1/17, then 1/6: the larger of two exponentials.
    expect(network.meanSojournTime).toBeCloseTo(1 / 7 + 1 / 17 - 1 / 24 + 1 / 6, 12);
  });

  it('sends an element on when any of its tasks is left: 1 - 0.5 * 0.8', () => {
    const drawn = drawing(
      [
        source('s', 10),
        fork('f'),
        stage('a', 99, { passProbability: 0.5 }),
        stage('b', 99, { passProbability: 0.2 }),
        join('j'),
        sink(),
      ],
      ['s>f', 'f>a', 'f>b', 'a>j', 'b>j', 'j>out'],
    );
    expect(answerTo(drawn).network.throughput).toBeCloseTo(6, 12);
  });

  it('counts a fork inside a branch as one step', () => {
    const drawn = drawing(
      [
        source('s', 1),
        fork('f'),
        fork('g'),
        ...['a', 'b', 'c'].map((id) => stage(id, 5)),
        join('k'),
        join('j'),
        sink(),
      ],
      ['s>f', 'f>g', 'f>c', 'g>a', 'g>b', 'a>k', 'b>k', 'k>j', 'c>j', 'j>out'],
    );
    const { network } = answerTo(drawn);
    expect(network.throughput).toBeCloseTo(1, 12);
    const inner = nelsonTantawi({ n: 2, rho: 0.2, T1: 0.25 });
    expect(network.meanSojournTime).toBeCloseTo(meanOfLargest([inner, 0.25]), 12);
  });

  it('is no exact answer, even where every stage is: the wait at the join is estimated', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const drawn = drawing(
      [source('s', 9), fork('f'), ...ids.map((id) => stage(id, 10)), join('j'), sink()],
      ['s>f', ...ids.flatMap((id) => [`f>${id}`, `${id}>j`]), 'j>out'],
    );
    const answer = solveScenario(drawn, 'auto');
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    expect(Object.values(answer.stages).map(({ exact }) => exact)).toEqual([true, true, true, true]);
    expect(answer).toMatchObject({
      exact: false,
      choice: { code: 'joins' },
    });
  });

  it('sends on what has lost a task at a full stage: 3 elements of which none is gone in both branches', () => {
    const drawn = drawing(
      [
        source('s', 3),
        fork('f'),
        stage('a', 10),
        stage('b', 2, { capacity: 1, whenFull: 'drop' }),
        join('j'),
        stage('c', 9),
        sink(),
      ],
      ['s>f', 'f>a', 'f>b', 'a>j', 'b>j', 'j>c', 'c>out'],
    );
    const { stages, network } = answerTo(drawn);
    expect(stages.b!.lossRate).toBeCloseTo(1.8, 12);
    expect(stages.c!.offeredRate).toBeCloseTo(3, 12);
    expect(network.throughput).toBeCloseTo(3, 12);
  });

  it('lets elements that no fork has made pass alone, and tells no time through the network then', () => {
    const drawn = drawing(
      [source('s', 3), fork('f'), stage('a', 10, { overdriveRate: 1 }), stage('b', 20), join('j'), sink()],
      ['s>f', 'f>a', 'f>b', 'a>j', 'b>j', 'j>out'],
    );
    const { network } = answerTo(drawn);
    expect(network.throughput).toBeCloseTo(4, 12);
    expect(network.meanSojournTime).toBeUndefined();
    const beside = drawing(
      [source('s', 3), source('t', 2), fork('f'), stage('a', 10), stage('b', 20), join('j'), sink()],
      ['s>f', 't>b', 'f>a', 'f>b', 'a>j', 'b>j', 'j>out'],
    );
    expect(answerTo(beside).network.throughput).toBeCloseTo(5, 12);
  });

  it('weighs the forks of one join by what they send', () => {
    const drawn = drawing(
      [
        source('s', 3),
        source('t', 1),
        fork('f'),
        fork('g'),
        ...['a', 'b'].map((id) => stage(id, 10)),
        ...['c', 'd'].map((id) => stage(id, 2)),
        join('j'),
        sink(),
      ],
      ['s>f', 't>g', 'f>a', 'f>b', 'g>c', 'g>d', 'a>j', 'b>j', 'c>j', 'd>j', 'j>out'],
    );
    const { network } = answerTo(drawn);
    expect(network.throughput).toBeCloseTo(4, 12);
    const slow = nelsonTantawi({ n: 2, rho: 0.5, T1: 1 });
    const fast = nelsonTantawi({ n: 2, rho: 0.3, T1: 1 / 7 });
    expect(network.meanSojournTime).toBeCloseTo((3 * fast + slow) / 4, 12);
  });

  it('splits again where a branch returns to its start', () => {
    const drawn = drawing(
      [source('s', 1), fork('f'), stage('a', 9), stage('b', 9), join('j'), sink()],
      ['s>f', 'f>a', 'f>b', 'a>a:0.5', 'a>j:0.5', 'b>j', 'j>out'],
    );
    const { stages, network } = answerTo(drawn);
    expect(stages.a!.offeredRate).toBeCloseTo(2, 12);
    expect(network.throughput).toBeCloseTo(1, 12);
    // Two visits of 1 / 7 on average, and one of 1 / 8.
    expect(network.meanSojournTime).toBeCloseTo(meanOfLargest([2 / 7, 1 / 8]), 12);
  });
});

describe('the slowest of several tasks', () => {
  it('is H_n means for equal exponential times, few or many', () => {
    for (const n of [1, 2, 5, 8, 9, 30, 200]) {
      const harmonic = Array.from({ length: n }, (_, k) => 1 / (k + 1)).reduce((sum, x) => sum + x, 0);
      expect(Math.abs(meanOfLargest(new Array(n).fill(3)) / (3 * harmonic) - 1)).toBeLessThan(1e-10);
    }
  });

  it('is the largest where that is far above the others', () => {
    expect(meanOfLargest([1, 1e-9, 1e-9])).toBeCloseTo(1, 8);
    expect(meanOfLargest([])).toBe(0);
  });

  it('is (12 - rho) / 8 sojourn times for two M/M/1 (Flatto & Hahn 1984), near H_n at light load', () => {
    expect(nelsonTantawi({ n: 2, rho: 0.8, T1: 5 })).toBeCloseTo((11.2 / 8) * 5, 12);
    expect(nelsonTantawi({ n: 10, rho: 0, T1: 1 })).toBeCloseTo(2.9289682539682538, 12);
  });
});

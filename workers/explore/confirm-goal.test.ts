/** Goals whose measures are approximate: what decides is simulated, and held against exact chains. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { readGoal } from '../../core/study/goal-words.ts';
import type { Study } from '../../core/study/study.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import type { GoalAnswer } from './contract.ts';
import { goalFacts, isCertified } from './explore-words.ts';
import { seekGoal } from './seek-goal.ts';
import { blockingLine, example, set, studyOf } from './study.test-support.ts';

const sought = (study: Study, text: string): GoalAnswer => {
  const goal = readGoal(study.scenario, text);
  if (!goal.ok) throw new Error(goal.error);
  const answer = seekGoal(study, goal.value);
  if (answer.kind === 'faults') throw new Error(answer.faults.join('\n'));
  return answer;
};

const stagesBy = (method: 'chain' | 'blocking', scenario: Scenario) => {
  const answer = solveScenario(scenario, method, false);
  if (answer.kind === 'noAnswer') throw new Error(answer.code);
  return answer.stages;
};

describe('a goal on approximate measures', () => {
  const study = studyOf({ scenario: blockingLine });
  const text = 'least b.capacity with a.blockedFraction <= 0.045';
  let answer: GoalAnswer;
  beforeAll(() => {
    answer = sought(study, text);
  });

  it('ends at the design that is best by the exact chain, where the approximation has another', () => {
    const heldUp = (method: 'chain' | 'blocking', K: number) =>
      stagesBy(method, set(blockingLine, { 'b.capacity': K })).a!.blockedFraction!;
    let K = 1;
    while (heldUp('blocking', K) > 0.045) K += 1;
    let exact = K;
    while (heldUp('chain', exact) > 0.045) exact += 1;
    expect(exact).toBeGreaterThan(K);
    expect(answer).toMatchObject({ found: true, proven: true, known: 'simulated', value: exact });
    const found = answer.measures[0]!;
    expect(Math.abs(found - heldUp('chain', exact))).toBeLessThan(2 * answer.halfWidths![0]!);
    expect(answer.solved![0]).toBeCloseTo(heldUp('blocking', exact), 9);
    expect(answer.neighbours[0]!.fails!.found).toBeCloseTo(heldUp('chain', exact - 1), 2);
  });

  it('says so, with both numbers and their badges', () => {
    const facts = goalFacts(blockingLine, answer);
    expect(facts[0]).toMatch(/ ± [\d.]+ \(◍ simulated; [\d.]+ analytic\), wanted <= 0.045$/);
    expect(facts).toContainEqual(
      expect.stringMatching(/^◍ Optimal by bisection: .*; \d+ deciding designs were simulated/),
    );
  });

  it('is not called optimal where approximations alone say so', () => {
    const { halfWidths: _, solved: __, simulations: ___, ...rest } = answer;
    const known = { ...rest, known: 'approximate' } as const;
    expect(isCertified(answer)).toBe(true);
    expect(isCertified(known)).toBe(false);
    expect(goalFacts(blockingLine, known).join('\n')).toContain(
      '◐ By bisection, without a proof here, by numbers that are approximate',
    );
  });

  it('says at another load that less of it may get in, where a full stage makes its source wait', () => {
    const at = { path: 'inputs', value: 1.2 } as const;
    const told = (scenario: Scenario) =>
      goalFacts(scenario, { ...answer, goal: { ...answer.goal, at: [at] } }).filter((fact) =>
        /may get in/.test(fact),
      );
    expect(told(blockingLine)).toHaveLength(1);
    const nodes = blockingLine.nodes.map((node) =>
      node.kind === 'stage' ? ({ ...node, whenFull: 'drop' } as const) : node,
    );
    expect(told({ ...blockingLine, nodes })).toEqual([]);
    expect(goalFacts(blockingLine, answer).join()).not.toContain('may get in');
  });

  it('is answered by the method alone where one is asked for, and said to be approximate', () => {
    const asked = sought({ ...study, answer: { by: 'solve', method: 'blocking' } }, text);
    expect(asked).toMatchObject({ found: true, known: 'approximate' });
    expect(asked.simulations).toBeUndefined();
    expect(asked.value!).toBeLessThan(answer.value!);
    expect(goalFacts(blockingLine, asked)).toContainEqual(expect.stringMatching(/^◐ .* approximate\. /));
  });

  it('simulates nothing that is exact', () => {
    const exact = sought(
      studyOf({
        scenario: set(blockingLine, {
          'a.capacity': Number.POSITIVE_INFINITY,
          'b.capacity': Number.POSITIVE_INFINITY,
          'c.capacity': Number.POSITIVE_INFINITY,
        }),
      }),
      'largest inputs with network.maxUtilization <= 0.9',
    );
    expect(exact).toMatchObject({ proven: true, known: 'exact' });
    expect(exact.simulations).toBeUndefined();
    expect(exact.value!).toBeCloseTo(1, 6);
  });

  it('keeps to the method where a run would see too little, and says that its numbers are approximate', () => {
    const rare = sought(study, 'least c.capacity with b.blockedFraction <= 1e-7');
    expect(rare).toMatchObject({ found: true, known: 'approximate' });
    expect(goalFacts(blockingLine, rare)).toContainEqual(
      expect.stringMatching(/by numbers that are approximate/),
    );
  });

  it('is not given up at the very edge, where the first designs that are simulated fail by chance', {
    tags: ['long'],
  }, () => {
    const gateway = studyOf({ scenario: example('order-gateway') });
    const edge = sought(gateway, 'largest inputs with network.maxUtilization <= 0.8');
    expect(edge).toMatchObject({ found: true, known: 'simulated' });
    expect(edge.measures[0]! + edge.halfWidths![0]!).toBeLessThanOrEqual(0.8);
    expect(Math.abs(edge.value! - 1)).toBeLessThan(0.005);
  });

  it('is open where the inputs leave the time through the network open', () => {
    const near = studyOf({
      scenario: set(blockingLine, {
        'a.capacity': Number.POSITIVE_INFINITY,
        'b.capacity': Number.POSITIVE_INFINITY,
        'c.capacity': Number.POSITIVE_INFINITY,
        'a.service.rate': 1,
        'b.service.rate': 1.5,
        'c.service.rate': 2,
        'in.interarrival.rate': 0.993,
      }),
    });
    const open = sought(near, 'least b.serverCount with network.meanSojournTime <= 300');
    expect(open).toMatchObject({ proven: false, hangs: true });
    expect(open.open![0]![1]).toBeGreaterThan(300);
  });
});

/** Goals against brute force and theory. */

import { describe, expect, it, vi } from 'vitest';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { parseGoal } from '../../core/study/goal-words.ts';
import type { Goal, Study } from '../../core/study/study.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import type { GoalAnswer, GoalProgress } from './contract.ts';
import { goalFacts } from './explore-words.ts';
import { seekGoal } from './seek-goal.ts';
import { mercury, set, studyOf, tandem } from './study.test-support.ts';

describe('goals', () => {
  const goalOf = (scenario: Scenario, text: string): Goal => {
    const goal = parseGoal(scenario, text);
    if (!goal.ok) throw new Error(goal.error);
    return goal.value;
  };
  const seek = (study: Study, text: string): GoalAnswer => {
    const answer = seekGoal(study, goalOf(study.scenario, text));
    if (answer.kind === 'faults') throw new Error(answer.faults.join('\n'));
    return answer;
  };

  it('find the smallest capacity, as trying one after the other does', () => {
    const text = 'least 1b.capacity with 1b.backPressureProbability <= 1e-3 at 1b.service.rate = 55 M';
    const answer = seek(studyOf({}), text);
    const fast = set(mercury, { '1b.service.rate': 55e6 });
    const fullAt = (capacity: number) => {
      const solved = solveScenario(set(fast, { '1b.capacity': capacity }), 'auto', false);
      return solved.kind === 'noAnswer' ? 1 : solved.stages['1b']!.backPressureProbability!;
    };
    let K = 1;
    while (fullAt(K) > 1e-3) K += 1;
    expect(answer).toMatchObject({ found: true, proven: true, value: K });
    expect(answer.neighbours).toMatchObject([
      { design: [{ path: '1b.capacity', value: K - 1 }], fails: { is: '<=' } },
    ]);
  });

  it('are not certified where the inputs leave open whether they hold, and give the interval', () => {
    const study = studyOf({});
    const answer = seek(study, 'largest 1b.capacity with 1b.meanQueueLength <= 300');
    expect(answer).toMatchObject({ found: true, proven: false, hangs: true });
    const [low, high] = answer.open![0]!;
    expect(low).toBeLessThan(300);
    expect(high).toBeGreaterThan(300);
    const facts = goalFacts(study.scenario, answer);
    expect(facts[0]).toMatch(/= ◌ [\d.]+ .*… [\d.]+/);
    expect(facts).toContainEqual(expect.stringMatching(/^◌ Not certified/));
  });

  it('find the largest input, where theory has it', () => {
    const answer = seek(
      studyOf({ scenario: tandem(1) }),
      'largest inputs with network.maxUtilization <= 0.9',
    );
    // Both stages serve 3 a second.
    expect(answer.value!).toBeCloseTo(2.7, 9);
    expect(answer.proven).toBe(true);
  });

  it('find the cheapest servers under several constraints, as all combinations do', () => {
    const scenario = tandem(2);
    const study = studyOf({ scenario, costs: { server: 2, byPlatform: { cpu: { server: 3 } } } });
    const text =
      'least cost over a.serverCount = 1:9, b.serverCount = 1:9 with network.meanSojournTime <= 3.2 and network.maxUtilization < 0.85 at inputs = 1.2';
    const answer = seek(study, text);
    let best = Number.POSITIVE_INFINITY;
    for (let a = 1; a <= 9; a++) {
      for (let b = 1; b <= 9; b++) {
        const solved = solveScenario(
          set(scenario, { 'a.serverCount': a, 'b.serverCount': b, inputs: 1.2 }),
          'auto',
          false,
        );
        if (solved.kind !== 'answer' || solved.network.meanSojournTime! > 3.2) continue;
        const rho = Math.max(...['a', 'b'].map((id) => solved.stages[id]!.utilization!));
        if (rho < 0.85) best = Math.min(best, 3 * (a + b));
      }
    }
    expect(answer).toMatchObject({ found: true, proven: true, value: best });
    expect(answer.neighbours.every(({ fails }) => fails !== undefined)).toBe(true);
  });

  it('find as good a design by search where there are too many to look at all', () => {
    const scenario = tandem(2);
    const study = studyOf({ scenario });
    const constraint = 'with servers <= 12';
    const few = seek(
      study,
      `least network.meanSojournTime over a.serverCount = 1:12, b.serverCount = 1:12 ${constraint}`,
    );
    const many = seek(
      study,
      `least network.meanSojournTime over a.serverCount = 1:400, b.serverCount = 1:400 ${constraint}`,
    );
    expect(few).toMatchObject({ method: 'exhaustive', proven: true });
    expect(many).toMatchObject({ method: 'search', proven: false });
    expect(many.design).toEqual(few.design);
    expect(many.looks).toBeLessThan(500);
  });

  it('say which design comes nearest where nothing meets the constraints', () => {
    const answer = seek(
      studyOf({ scenario: tandem(1) }),
      'least a.serverCount over a.serverCount = 1:5 with network.throughput >= 2',
    );
    expect(answer).toMatchObject({ found: false, proven: true, method: 'exhaustive' });
  });

  it('bisect a wide range of whole numbers to the last that holds', () => {
    const study = studyOf({ scenario: tandem(1), costs: { server: 1 } });
    const answer = seek(study, 'largest a.serverCount over a.serverCount = 1:2000 with cost <= 300');
    expect(answer).toMatchObject({ value: 295, method: 'bisection', proven: true });
    expect(answer.neighbours).toMatchObject([
      { design: [{ value: 296 }], fails: { measure: 'cost', found: 301 } },
    ]);
  });

  it('need not say over which servers: fewest over all stages, as every way with one less shows', () => {
    const scenario = tandem(2);
    const text = 'least servers with network.meanSojournTime <= 3.1 at inputs = 1.3';
    const answer = seek(studyOf({ scenario }), text);
    const loaded = set(scenario, { inputs: 1.3 });
    const holds = (a: number, b: number): boolean => {
      const solved = solveScenario(set(loaded, { 'a.serverCount': a, 'b.serverCount': b }), 'auto', false);
      return solved.kind === 'answer' && solved.network.meanSojournTime! <= 3.1;
    };
    const total = answer.value!;
    expect(holds(...(answer.design.map(({ value }) => value) as [number, number]))).toBe(true);
    for (let a = 1; a < total - 1; a++) expect(holds(a, total - 1 - a)).toBe(false);
    expect(answer.proven).toBe(true);
  });

  it('find the cheapest of many designs without looking at most, as brute force does', {
    tags: ['long'],
  }, () => {
    const base = tandem(2);
    const nodes = base.nodes.map((node) =>
      node.kind === 'stage' ? { ...node, capacity: 30, whenFull: 'drop' } : node,
    );
    const scenario = { ...base, nodes } as Scenario;
    const answer = { by: 'solve', method: 'mmck' } as const;
    const costs = { buffer: 1, byPlatform: { cpu: { buffer: 3 } } };
    const ranges = 'over a.capacity = 3:45, b.capacity = 5:45';
    const cheapest = (bound: string) =>
      seek(studyOf({ scenario, costs, answer }), `least cost ${ranges} with ${bound}`);
    const through = cheapest('network.throughput >= 1.995');
    // More places at a bring more to b, which then loses more: there more does hurt.
    const losing = cheapest('a.lossProbability <= 1e-2 and b.lossProbability <= 1e-3');
    const [brute, bruteLosing] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY].map((most) => ({
      most,
    }));
    for (let a = 3; a <= 45; a++) {
      for (let b = 5; b <= 45; b++) {
        const solved = solveScenario(set(scenario, { 'a.capacity': a, 'b.capacity': b }), 'mmck', false);
        if (solved.kind === 'noAnswer') continue;
        const [atA, atB] = ['a', 'b'].map((id) => solved.stages[id]!.lossProbability!) as [number, number];
        if (solved.network.throughput! >= 1.995) brute!.most = Math.min(brute!.most, 3 * (a + b));
        if (atA <= 1e-2 && atB <= 1e-3) bruteLosing!.most = Math.min(bruteLosing!.most, 3 * (a + b));
      }
    }
    expect(through).toMatchObject({ method: 'bisection', proven: true, value: brute!.most });
    expect(through.neighbours.every(({ fails }) => fails !== undefined)).toBe(true);
    expect(through.looks).toBeLessThan(300);
    expect(losing.value).toBe(bruteLosing!.most);
  });

  it('give a number that a person types: it holds, and one more in the last digit fails', () => {
    const scenario = tandem(1);
    const answer = seek(studyOf({ scenario }), 'largest inputs with network.meanSojournTime <= 3');
    const timeAt = (factor: number): number => {
      const solved = solveScenario(set(scenario, { inputs: factor }), 'auto', false);
      return solved.kind === 'answer' ? solved.network.meanSojournTime! : Number.POSITIVE_INFINITY;
    };
    const value = answer.value!;
    expect(Number(value.toPrecision(6))).toBe(value);
    const next = Number((value + 1e-5).toPrecision(6));
    expect(answer.neighbours).toMatchObject([{ design: [{ value: next }], fails: { value: 3 } }]);
    expect([timeAt(value) <= 3, timeAt(next) <= 3]).toEqual([true, false]);
  });

  it('look closer where all that was looked at misses, and say so where what holds is no one range', () => {
    const scenario = tandem(1);
    const study = studyOf({ scenario });
    // At 2.5 to 2.52 times the input only.
    const band = 'with network.throughput >= 2.5 and network.throughput <= 2.52';
    expect(seek(study, `least inputs ${band}`)).toMatchObject({ found: true, value: 2.5 });
    expect(seek(study, `largest inputs ${band}`).value!).toBeCloseTo(2.52, 5);
  });

  it('of a simulated measure take no run of what has no steady state for an answer', () => {
    const answer = { by: 'simulate', seed: 3, replications: 4, horizon: 400 } as const;
    const study = studyOf({ scenario: tandem(1), answer });
    const found = seek(study, 'largest inputs over inputs = 1:20 with network.meanSojournTime <= 100');
    // Both stages serve 3 a second; a short run hides that longer ones would grow for ever.
    expect(found.value!).toBeLessThan(3);
    expect(found.neighbours[0]!.fails).toBeDefined();
  });

  it('tell before each design what is tried and how many are answered, and answer as without', () => {
    const study = studyOf({ scenario: tandem(1) });
    const goal = goalOf(study.scenario, 'largest inputs with network.maxUtilization <= 0.9');
    const told: GoalProgress[] = [];
    const clock = vi.spyOn(performance, 'now');
    // A second goes by whenever somebody looks at the clock.
    let now = 0;
    clock.mockImplementation(() => {
      now += 1000;
      return now;
    });
    const answer = seekGoal(study, goal, (progress) => told.push(progress));
    clock.mockRestore();
    expect(answer).toEqual(seekGoal(study, goal));
    expect(told.map(({ looks }) => looks)).toEqual(told.map((_, i) => i));
    expect(told).toHaveLength((answer as GoalAnswer).looks);
    expect(told.every(({ design }) => design[0]?.path === 'inputs')).toBe(true);
  });

  it('have no answer while nothing can be counted', () => {
    const refused = seekGoal(
      studyOf({ scenario: tandem(1), costs: { buffer: 1, server: 1 } }),
      goalOf(tandem(1), 'least cost with network.meanSojournTime <= 4'),
    );
    expect(refused).toMatchObject({ faults: [expect.stringContaining('give a, b a capacity')] });
  });

  it('are refused with what was expected', () => {
    expect(parseGoal(mercury, 'make it fast')).toMatchObject({ ok: false });
    expect(parseGoal(mercury, 'least 1b.capacity with 1b.occupancy < 3')).toEqual({
      ok: false,
      error: expect.stringContaining('There is no measure 1b.occupancy'),
    });
    expect(
      seekGoal(studyOf({}), {
        find: 'least',
        of: 'cost',
        subjectTo: [{ measure: 'servers', is: '<', value: 3 }],
      }),
    ).toEqual({
      kind: 'faults',
      faults: ['Nothing has a cost: give the cost of a slot, a server or a stage.'],
    });
  });
});

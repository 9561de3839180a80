/** Joins with room for so many tasks of a link (SPEC.md, J6): a closed form, an adder that fires, all orders of a small drawing. */
import { describe, expect, it } from 'vitest';
import { METHOD_NAMES } from '../../core/measures/methods.ts';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, fork, join, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import type { Scenario, ScenarioNode, StageNode } from '../../core/scenario/scenario.ts';
import { solveSelfTimed } from '../solve/self-timed/solve-self-timed.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import { replicateNow } from './replicate.ts';
import { simulateNow } from './simulate-scenario.ts';

const exponential = (mean: number) => ({ distribution: 'exponential', mean }) as const;
const constant = (mean: number) => ({ distribution: 'deterministic', mean }) as const;

/** With depths on the links that lead to a node. */
function withDepths(scenario: Scenario, to: string, depths: readonly (number | undefined)[]): Scenario {
  let next = 0;
  const links = scenario.links.map((link) => {
    const depth = link.to === to ? depths[next++] : undefined;
    return depth === undefined ? link : { ...link, depth };
  });
  expect(findFaults({ ...scenario, links }).filter(({ severity }) => severity === 'error')).toEqual([]);
  return { ...scenario, links };
}

const record = (scenario: Scenario, horizon = 20_000) => {
  const run = replicateNow(scenario, { seed: 3, replications: 1, horizon, warmup: horizon / 10 }, 0);
  if (run.kind === 'noAnswer') throw new Error(refusalText(run));
  return run;
};
const outcome = (scenario: Scenario) => {
  const run = replicateNow(scenario, { seed: 1, replications: 1, horizon: 10_000, warmup: 100 }, 0);
  return run.kind === 'noAnswer' ? refusalText(run) : 'runs';
};

const split = (a: Partial<StageNode>, b: Partial<StageNode>, gap = 1, end: ScenarioNode = join('j')) =>
  drawing(
    [
      source('in', 1, { interarrival: exponential(gap) }),
      fork('f'),
      stage('a', 1, { service: exponential(0.8), ...a }),
      stage('b', 1, { service: exponential(0.9), ...b }),
      end,
      sink(),
    ],
    'in>f f>a f>b a>j b>j j>out',
  );

describe('room for tasks in front of a join', () => {
  it.each([
    [1, 1],
    [1, 3],
    [2, 2],
  ] as const)(
    'is a random walk between two walls where both branches always have work, %s and %s',
    (da, db) => {
      // How many tasks a is ahead of b: it is held when da wait and one more is done, and so is b.
      const scenario = withDepths(split({ capacity: 40 }, { capacity: 40 }, 1e-4), 'j', [da, db]);
      const ratio = 0.9 / 0.8;
      const weights = Array.from({ length: da + db + 3 }, (_, i) => ratio ** i);
      const exact = (1 - weights[da + db + 2]! / weights.reduce((sum, each) => sum + each, 0)) / 0.8;
      const plan = { seed: 5, replications: 20, horizon: 10_000, warmup: 500 };
      const answer = simulateNow(scenario, plan);
      if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
      const { mean, halfWidth } = answer.stages.a!.throughput!;
      expect(Math.abs(mean - exact)).toBeLessThan(1.7 * halfWidth);
      const [a, b] = answer.fifos!;
      expect([a!.most, b!.most]).toEqual([da, db]);
    },
  );

  it('is that of an adder that fires at once', () => {
    const branches = [{ capacity: 4 }, { capacity: 3, whenFull: 'blockBefore' }] as const;
    const adder = stage('j', 1, { firing: 'everyInput', whenFull: 'block', service: constant(1e-11) });
    for (const depths of [
      [1, 1],
      [2, 5],
      [3, undefined],
    ]) {
      const joined = record(withDepths(split(...branches), 'j', depths));
      const added = record(withDepths(split(...branches, 1, adder), 'j', depths));
      expect(joined.sinkArrivals).toBe(added.sinkArrivals);
      for (const id of ['a', 'b'])
        for (const sum of ['served', 'occupancyTime', 'waitingTime', 'servingTime', 'blockedTime'] as const)
          expect(joined.stages[id]![sum], `${id} ${sum}`).toBeCloseTo(added.stages[id]![sum], 3);
      for (const i of [0, 1])
        expect(joined.fifos![i]!.occupancyTime).toBeCloseTo(added.fifos![i]!.occupancyTime, 3);
      expect(joined.stages.j!.occupancyTime).toBeCloseTo(added.stages.j!.occupancyTime, 3);
    }
  });

  it('that is never taken changes nothing', () => {
    const free = record(split({ capacity: 4 }, { capacity: 3 }));
    const roomy = record(withDepths(split({ capacity: 4 }, { capacity: 3 }), 'j', [50, undefined]));
    expect(roomy.stages).toEqual(free.stages);
    expect(roomy.sinkSojournTotal).toBe(free.sinkSojournTotal);
  });

  it('keeps the birth of an element whose last task its source held', () => {
    // Every second element is done in the stage while the first still is: its other task waits in the source for that one's place.
    const scenario = drawing(
      [
        source('in', 1, { interarrival: constant(1) }),
        fork('f'),
        stage('a', 1, { service: { distribution: 'trace', values: [10, 1] }, serverCount: 2 }),
        join('j'),
        sink(),
      ],
      'in>f f>a f>j a>j j>out',
    );
    const run = record(withDepths(scenario, 'j', [1, undefined]), 1100);
    // In the stage from 1 to 11 and from 2 to 3, through the join at 11; the next comes at 12.
    expect(run.sinkArrivals).toBe(180);
    expect(run.sinkSojournTotal / run.sinkArrivals).toBeCloseTo((10 + 9) / 2, 9);
  });
});

describe('a residual path beside a window', () => {
  const block = (depth: number, times: typeof exponential | typeof constant) =>
    withDepths(
      drawing(
        [
          source('in', 1, { interarrival: times(1) }),
          fork('split'),
          stage('window', 1, { service: times(1), bulk: { rule: 'full', size: 16 } }),
          join('add'),
          sink(),
        ],
        'in>split split>window split>add window>add add>out',
      ),
      'add',
      [depth, undefined],
    );
  const locked =
    'Deadlock: "in" waits for free slots on its link to "add" (2 of 2 taken, 1 more needed), "add" waits for "window" (has 0 of 1 needed), "window" waits for "in" (has 3 of 16 needed)';

  it('locks at depth 2 and is named, by the solver and with random times', () => {
    const solved = solveSelfTimed(block(2, constant));
    expect(solved.kind === 'noAnswer' && refusalText(solved)).toContain(locked);
    expect(outcome(block(2, constant))).toContain(locked);
    expect(outcome(block(2, exponential))).toContain(locked);
  });

  it('locks below the 15 that wait while the window fills, and runs from there on', () => {
    for (const depth of [1, 8, 14]) expect(outcome(block(depth, exponential))).toContain('Deadlock');
    for (const depth of [15, 16, 40]) expect(outcome(block(depth, exponential))).toBe('runs');
  });
});

describe('tasks that overtake each other', () => {
  /** Whether some order of the ends of services locks: elements by number, in a, held by a, in b, and at the join. */
  function canLock(servers: number, da: number, db: number): boolean {
    interface State {
      /** The element that the source brings, with its tasks that have not been admitted. */
      readonly next: number;
      readonly forA: boolean;
      readonly forB: boolean;
      readonly a: readonly number[];
      readonly aHeld: readonly number[];
      readonly b: readonly number[];
      readonly bHeld: boolean;
      readonly atA: readonly number[];
      readonly atB: readonly number[];
    }
    // a has room for `servers`, b for one.
    const settled = (state: State): State => {
      const { next, forA, forB, a, aHeld, b, bHeld, atA, atB } = state;
      const both = atA.find((id) => atB.includes(id));
      const others = (ids: readonly number[]) => ids.filter((id) => id !== both);
      if (both !== undefined) return settled({ ...state, atA: others(atA), atB: others(atB) });
      if (aHeld.length > 0 && atA.length < da)
        return settled({ ...state, aHeld: aHeld.slice(1), atA: [...atA, aHeld[0]!] });
      if (bHeld && atB.length < db) return settled({ ...state, b: [], bHeld: false, atB: [...atB, b[0]!] });
      if (forA && a.length + aHeld.length < servers)
        return settled({ ...state, forA: false, a: [...a, next] });
      if (forB && b.length === 0) return settled({ ...state, forB: false, b: [next] });
      return forA || forB ? state : settled({ ...state, next: next + 1, forA: true, forB: true });
    };
    const seen = new Set<string>();
    const start = {
      next: 0,
      forA: true,
      forB: true,
      a: [],
      aHeld: [],
      b: [],
      bHeld: false,
      atA: [],
      atB: [],
    };
    const open: State[] = [settled(start)];
    for (let state = open.pop(); state; state = open.pop()) {
      const { next, forA, forB, a, aHeld, b, bHeld, atA, atB } = state;
      // Elements by their order among those that are there.
      const there = [...new Set([...a, ...aHeld, ...b, ...atA, ...atB, next])].sort((x, y) => x - y);
      const names = (ids: readonly number[]) => ids.map((id) => there.indexOf(id)).join();
      const inA = names([...a].sort((x, y) => x - y));
      const key = [inA, names(aHeld), names(b), bHeld, names(atA), names(atB), forA, forB].join(';');
      if (seen.has(key)) continue;
      seen.add(key);
      if (a.length === 0 && (b.length === 0 || bHeld)) return true;
      for (const id of a)
        open.push(settled({ ...state, a: a.filter((each) => each !== id), aHeld: [...aHeld, id] }));
      if (b.length > 0 && !bHeld) open.push(settled({ ...state, bHeld: true }));
    }
    return false;
  }

  it('lock where some order of their ends says so, and nowhere else', () => {
    const seen = new Set<boolean>();
    for (const servers of [1, 2, 3])
      for (const da of [1, 2, 3])
        for (const db of [1, 2]) {
          const several = { serverCount: servers, capacity: servers };
          const scenario = withDepths(split(several, { capacity: 1 }, 1e-3), 'j', [da, db]);
          const text = outcome(scenario);
          expect(text.startsWith('Deadlock'), `${servers} ${da} ${db}: ${text}`).toBe(
            canLock(servers, da, db),
          );
          seen.add(text.startsWith('Deadlock'));
        }
    expect(seen.size).toBe(2);
  });
});

describe('methods that know joins without bounds only', () => {
  it('refuse such a join by name', () => {
    const scenario = withDepths(split({}, {}), 'j', [3, undefined]);
    for (const name of METHOD_NAMES) {
      if (name === 'auto' || name === 'selfTimed') continue;
      const answer = solveScenario(scenario, name);
      const text = answer.kind === 'noAnswer' ? refusalText(answer) : `answers by ${name}`;
      expect(text, name).toMatch(/"j": FIFO depth is not supported by .*(simulat|self-timed)/);
    }
  });
});

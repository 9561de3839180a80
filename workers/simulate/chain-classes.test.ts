import { describe, expect, it } from 'vitest';
import type { SharedResource } from '../../src/model/scenario.ts';
import { type Jump, solveMarkov } from './markov-chain.test-support.ts';
import {
  classed,
  expectRecords,
  meanIn,
  meanOfClass,
  type RecordClaim,
  serving,
} from './records.test-support.ts';
import { scenarioOf, sink, source, stage } from './theory.test-support.ts';

const exponential = (rate: number) => ({ service: { law: 'exponential', rate } }) as const;
const count = (list: readonly number[], what: number): number => list.filter((x) => x === what).length;

const lostOfClass = (id: string, jobClass: number, value: number): RecordClaim => ({
  what: `class ${jobClass} lost at ${id}`,
  value,
  of: ({ stages, duration }) => stages[id]!.classes![jobClass]!.lost / duration,
});

const held = (id: string, value: number): RecordClaim => ({
  what: `held at ${id}`,
  value,
  of: ({ stages, duration }) => stages[id]!.blockedTime / duration,
});

describe('priorities with loss, against the chain of all states', () => {
  const lambda = [0.5, 0.6] as const;
  const mu = [1.5, 0.8] as const;
  const K = 5;
  const scenario = (more: object) =>
    classed(
      [{ id: 'x' }, { id: 'y', priority: 3 }],
      [
        source('a', lambda[0], { class: 'x' }),
        source('b', lambda[1], { class: 'y' }),
        stage('s', mu[0], {
          discipline: 'priority',
          capacity: K,
          whenFull: 'drop',
          byClass: { y: exponential(mu[1]) },
          ...more,
        }),
        sink,
      ],
      ['a s', 'b s', 's out'],
    );

  it('P1: without interruption, two servers', () => {
    /** Of each class: waiting, in service. */
    type State = readonly [readonly [number, number], readonly [number, number]];
    const settled = (waiting: number[], served: number[]): State => {
      while (served[0]! + served[1]! < 2 && waiting[0]! + waiting[1]! > 0) {
        const next = waiting[0]! > 0 ? 0 : 1;
        waiting[next]!--;
        served[next]!++;
      }
      return [
        [waiting[0]!, waiting[1]!],
        [served[0]!, served[1]!],
      ];
    };
    const jumps = ([waiting, served]: State): Jump<State>[] =>
      [0, 1].flatMap((c) => {
        const found: Jump<State>[] = [];
        const total = waiting[0] + waiting[1] + served[0] + served[1];
        if (total < K) {
          const more = waiting.map((n, i) => n + (i === c ? 1 : 0));
          found.push({ rate: lambda[c]!, to: settled(more, [...served]) });
        }
        if (served[c]! > 0) {
          const fewer = served.map((n, i) => n - (i === c ? 1 : 0));
          found.push({ rate: mu[c]! * served[c]!, to: settled([...waiting], fewer) });
        }
        return found;
      });
    const start: State = [
      [0, 0],
      [0, 0],
    ];
    const chain = solveMarkov(start, jumps);
    const inStage = (c: 0 | 1) => chain.average(([waiting, served]) => waiting[c] + served[c]);
    const full = chain.average(([waiting, served]) =>
      waiting[0] + waiting[1] + served[0] + served[1] === K ? 1 : 0,
    );
    expectRecords(scenario({ serverCount: 2 }), 3000, [
      meanOfClass('s', 0, inStage(0)),
      meanOfClass('s', 1, inStage(1)),
      lostOfClass('s', 1, lambda[1] * full),
      serving(
        's',
        chain.average(([, served]) => served[0] + served[1]),
      ),
    ]);
  });

  it('P2: with interruption, where exponential times forget what they were', () => {
    type State = readonly [number, number];
    const jumps = ([x, y]: State): Jump<State>[] => {
      const servedX = Math.min(x, 2);
      const servedY = Math.min(y, 2 - servedX);
      const room = x + y < K ? 1 : 0;
      return [
        { rate: lambda[0] * room, to: [x + room, y] },
        { rate: lambda[1] * room, to: [x, y + room] },
        { rate: mu[0] * servedX, to: [Math.max(0, x - 1), y] },
        { rate: mu[1] * servedY, to: [x, Math.max(0, y - 1)] },
      ];
    };
    const start: State = [0, 0];
    const chain = solveMarkov(start, jumps);
    expectRecords(scenario({ serverCount: 2, preemption: 'resume' }), 3000, [
      meanOfClass(
        's',
        0,
        chain.average(([x]) => x),
      ),
      meanOfClass(
        's',
        1,
        chain.average(([, y]) => y),
      ),
      serving(
        's',
        chain.average(([x, y]) => Math.min(2, x + y)),
      ),
    ]);
  });
});

describe('closed classes, against the chain of all states', () => {
  it('CL1, Q1: two populations, FCFS with a rate of each class, and a stage that blocks', () => {
    // Stage 0 (FCFS, rates 1 and 0.4) and stage 1 (two servers, rate 0.6, K = 3) in a ring; 2 x and 2 y.
    const rate = [1, 0.4] as const;
    /** Classes in stage 0 in order, the first in service or blocked; classes in service and waiting in stage 1. */
    interface State {
      readonly first: readonly number[];
      readonly blocked: boolean;
      readonly second: readonly number[];
    }
    const settled = ({ first, blocked, second }: State): State =>
      blocked && second.length < 3
        ? { first: first.slice(1), blocked: false, second: [...second, first[0]!] }
        : { first, blocked, second };
    const jumps = (state: State): Jump<State>[] => {
      const { first, blocked, second } = state;
      const found: Jump<State>[] = [];
      if (!blocked && first.length > 0)
        found.push({ rate: rate[first[0] as 0 | 1], to: settled({ ...state, blocked: true }) });
      for (let i = 0; i < Math.min(2, second.length); i++) {
        const rest = second.filter((_, j) => j !== i);
        found.push({ rate: 0.6, to: settled({ first: [...first, second[i]!], blocked, second: rest }) });
      }
      return found;
    };
    const start: State = { first: [0, 0, 1, 1], blocked: false, second: [] };
    const chain = solveMarkov(start, jumps);
    const scenario = classed(
      [
        { id: 'x', closed: { population: 2, start: 'p' } },
        { id: 'y', closed: { population: 2, start: 'p' } },
      ],
      [
        stage('p', rate[0], { byClass: { y: exponential(rate[1]) } }),
        stage('q', 0.6, { serverCount: 2, capacity: 3 }),
      ],
      ['p q', 'q p'],
    );
    expectRecords(scenario, 3000, [
      meanOfClass(
        'p',
        0,
        chain.average(({ first }) => count(first, 0)),
      ),
      meanOfClass(
        'q',
        1,
        chain.average(({ second }) => count(second, 1)),
      ),
      held(
        'p',
        chain.average(({ blocked }) => (blocked ? 1 : 0)),
      ),
      meanIn(
        'p',
        chain.average(({ first }) => first.length),
      ),
    ]);
  });

  it('J1, J5: a population that is split and joined, one branch finite, a full stage behind the join', () => {
    // think (delay, rate 1) -> fork -> a (0.9), b (0.7) -> join -> t (1.1, K = 1) -> think. Three jobs, numbered.
    interface State {
      readonly a: readonly number[];
      readonly b: readonly number[];
      /** Jobs whose last task is done and keeps its server, in order; where. */
      readonly line: readonly (readonly [job: number, at: 'a' | 'b'])[];
      readonly busy: boolean;
      readonly thinking: number;
    }
    const finished = (state: State, at: 'a' | 'b'): State => {
      const job = state[at][0]!;
      const other = at === 'a' ? state.b : state.a;
      if (other.includes(job)) return { ...state, [at]: state[at].slice(1) };
      if (state.busy) return { ...state, line: [...state.line, [job, at]] };
      return { ...state, [at]: state[at].slice(1), busy: true };
    };
    const isHeld = ({ line }: State, at: 'a' | 'b'): boolean => line.some((entry) => entry[1] === at);
    const jumps = (state: State): Jump<State>[] => {
      const { a, b, line, busy, thinking } = state;
      const found: Jump<State>[] = [];
      if (thinking > 0) {
        const job = [0, 1, 2].find((n) => !a.includes(n) && !b.includes(n))!;
        found.push({
          rate: thinking,
          to: { ...state, a: [...a, job], b: [...b, job], thinking: thinking - 1 },
        });
      }
      if (a.length > 0 && !isHeld(state, 'a')) found.push({ rate: 0.9, to: finished(state, 'a') });
      if (b.length > 0 && !isHeld(state, 'b')) found.push({ rate: 0.7, to: finished(state, 'b') });
      if (busy) {
        const left: State = { ...state, busy: false, thinking: thinking + 1 };
        const next = line[0];
        const to = next
          ? { ...left, [next[1]]: left[next[1]].slice(1), line: line.slice(1), busy: true }
          : left;
        found.push({ rate: 1.1, to });
      }
      return found;
    };
    const start: State = { a: [], b: [], line: [], busy: false, thinking: 3 };
    const chain = solveMarkov(start, jumps);
    expect(chain.states).toBeGreaterThan(50);
    const scenario = classed(
      [{ id: 'x', closed: { population: 3, start: 'think' } }],
      [
        { id: 'think', kind: 'delay', service: { law: 'exponential', mean: 1 } },
        { id: 'f', kind: 'fork' },
        stage('a', 0.9),
        stage('b', 0.7),
        { id: 'j', kind: 'join' },
        stage('t', 1.1, { capacity: 1 }),
      ],
      ['think f', 'f a', 'f b', 'a j', 'b j', 'j t', 't think'],
    );
    const waits = (state: State): number =>
      // Two tasks of each job that is neither in t nor thinks, or one element again in the server of the last.
      2 * (3 - state.thinking - (state.busy ? 1 : 0)) - state.a.length - state.b.length - state.line.length;
    expectRecords(scenario, 3000, [
      meanIn(
        'think',
        chain.average(({ thinking }) => thinking),
      ),
      meanIn(
        'a',
        chain.average(({ a }) => a.length),
      ),
      meanIn(
        'b',
        chain.average(({ b }) => b.length),
      ),
      meanIn(
        'j',
        chain.average((state) => waits(state)),
      ),
      held(
        'a',
        chain.average((state) => (isHeld(state, 'a') ? 1 : 0)),
      ),
      held(
        'b',
        chain.average((state) => (isHeld(state, 'b') ? 1 : 0)),
      ),
    ]);
  });
});

describe('a shared resource, against the chain of all states', () => {
  const lambda = [0.9, 0.3, 0.5] as const;
  const mu = [2, 0.8, 1.5] as const;
  const K = 3;

  /** Elements in each of three stages; who holds the unit (-1 nobody); who asked, in order; whose turn is next. */
  interface State {
    readonly n: readonly number[];
    readonly holder: number;
    readonly line: readonly number[];
    readonly turn: number;
  }

  const chainOf = (inTurn: boolean) => {
    const settled = (state: State): State => {
      const asks = state.n.flatMap((n, s) =>
        n > 0 && s !== state.holder && !state.line.includes(s) ? [s] : [],
      );
      const line = [...state.line, ...asks];
      const { n, holder, turn } = state;
      if (holder >= 0 || line.length === 0) return { n, holder, line: inTurn ? line.sort() : line, turn };
      const next = inTurn ? [0, 1, 2].map((i) => (turn + i) % 3).find((s) => line.includes(s))! : line[0]!;
      const rest = line.filter((s) => s !== next);
      // Turns and orders that do not matter are not told apart.
      return { n, holder: next, line: inTurn ? rest.sort() : rest, turn: inTurn ? (next + 1) % 3 : 0 };
    };
    const changed = ({ n, ...rest }: State, s: number, by: number): State => ({
      ...rest,
      n: n.map((x, i) => x + (i === s ? by : 0)),
    });
    const jumps = (state: State): Jump<State>[] => {
      const found: Jump<State>[] = [0, 1, 2]
        .filter((s) => state.n[s]! < K)
        .map((s) => ({ rate: lambda[s]!, to: settled(changed(state, s, 1)) }));
      const { holder } = state;
      if (holder >= 0)
        found.push({ rate: mu[holder]!, to: settled({ ...changed(state, holder, -1), holder: -1 }) });
      return found;
    };
    const start: State = { n: [0, 0, 0], holder: -1, line: [], turn: 0 };
    return solveMarkov(start, jumps);
  };

  const ids = ['a', 'b', 'c'] as const;
  const scenario = (arbitration: SharedResource['arbitration'] & string) => ({
    ...scenarioOf(
      [
        ...ids.map((id, s) => source(`in-${id}`, lambda[s]!)),
        ...ids.map((id, s) => stage(id, mu[s]!, { resource: 'bus', capacity: K, whenFull: 'drop' })),
        sink,
      ],
      ids.flatMap((id) => [`in-${id} ${id}`, `${id} out`]),
    ),
    resources: [{ id: 'bus', arbitration }],
  });

  it.each(['FCFS', 'roundRobin'] as const)('RES1, RES2: three stages on one unit, %s', (arbitration) => {
    const chain = chainOf(arbitration === 'roundRobin');
    expectRecords(
      scenario(arbitration),
      3000,
      ids.flatMap((id, s) => [
        meanIn(
          id,
          chain.average(({ n }) => n[s]!),
        ),
        serving(
          id,
          chain.average(({ holder }) => (holder === s ? 1 : 0)),
        ),
      ]),
    );
  });
});

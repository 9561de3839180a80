import { describe, expect, it } from 'vitest';
import { stage } from '../../core/scenario/drawing.test-support.ts';
import { type Jump, solveMarkov } from './markov-chain.test-support.ts';
import { classed, expectRecords, meanIn, meanOfClass, type RecordClaim } from './records.test-support.ts';

const exponential = (rate: number) => ({ service: { distribution: 'exponential', rate } }) as const;
const count = (list: readonly number[], what: number): number => list.filter((x) => x === what).length;

const held = (id: string, value: number): RecordClaim => ({
  what: `held at ${id}`,
  value,
  of: ({ stages, duration }) => stages[id]!.blockedTime / duration,
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
      ['p>q', 'q>p'],
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
        { id: 'think', kind: 'delay', service: { distribution: 'exponential', mean: 1 } },
        { id: 'f', kind: 'fork' },
        stage('a', 0.9),
        stage('b', 0.7),
        { id: 'j', kind: 'join' },
        stage('t', 1.1, { capacity: 1 }),
      ],
      ['think>f', 'f>a', 'f>b', 'a>j', 'b>j', 'j>t', 't>think'],
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

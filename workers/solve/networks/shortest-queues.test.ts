/** Shares and lengths of shortest queues, against the chain of all their queues, followed state by state. */
import { describe, expect, it } from 'vitest';
import { solveStationary } from '../../numeric/stationary.ts';
import { type ShortestQueue, solveShortest } from './shortest-queues.ts';

const queue = (arrivals: number, rate: number, more: Partial<ShortestQueue> = {}): ShortestQueue => ({
  arrivals,
  rate,
  own: 0,
  most: 1,
  room: 8,
  senders: 0,
  ...more,
});

interface Truth {
  readonly parts: readonly number[];
  readonly waiting: readonly number[];
  readonly blocked: readonly number[];
}

/** By the numbers in all queues and which of them was chosen last; what finds the shortest full is lost. */
function follow(queues: readonly ShortestQueue[]): Truth {
  const tops = queues.map(({ most, room }) => most + room + 1);
  const size = tops.reduce((product, top) => product * top, queues.length);
  const decode = (state: number): { readonly at: number[]; readonly last: number } => {
    let rest = Math.floor(state / queues.length);
    const at = tops.map((top) => {
      const n = rest % top;
      rest = Math.floor(rest / top);
      return n;
    });
    return { at, last: state % queues.length };
  };
  const encode = (at: readonly number[], last: number): number =>
    at.reduceRight((code, n, k) => code * tops[k]! + n, 0) * queues.length + last;
  const choose = (at: readonly number[], last: number): number => {
    const fewest = Math.min(...at);
    for (let k = 1; ; k++) {
      const next = (last + k) % queues.length;
      if (at[next] === fewest) return next;
    }
  };
  const [{ arrivals }] = queues as [ShortestQueue];
  const starts = new Int32Array(size + 1);
  const [columns, values]: [number[], number[]] = [[], []];
  for (let state = 0; state < size; state++) {
    const { at, last } = decode(state);
    const go = (k: number, by: number, rate: number, then = last): void => {
      const to = at.slice();
      to[k]! += by;
      const isIn = to[k]! >= 0 && to[k]! < tops[k]!;
      const j = isIn ? encode(to, then) : encode(at, then);
      if (j === state || rate === 0) return;
      columns.push(j);
      values.push(rate);
    };
    const chosen = choose(at, last);
    go(chosen, 1, arrivals, chosen);
    queues.forEach(({ rate, own, most }, k) => {
      go(k, 1, own);
      go(k, -1, (rate * Math.min(at[k]!, most)) / most);
    });
    starts[state + 1] = columns.length;
  }
  const { pi: p } = solveStationary({
    size,
    starts,
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  });
  const [parts, waiting, refused] = [queues.map(() => 0), queues.map(() => 0), queues.map(() => 0)];
  p.forEach((share, state) => {
    const { at, last } = decode(state);
    const chosen = choose(at, last);
    parts[chosen]! += share;
    if (at[chosen] === tops[chosen]! - 1) refused[chosen]! += share;
    queues.forEach(({ most }, k) => {
      waiting[k]! += share * Math.max(0, at[k]! - most);
    });
  });
  return { parts, waiting, blocked: refused.map((share, k) => share / parts[k]!) };
}

const off = (told: readonly number[], true_: readonly number[]): number =>
  Math.max(...told.map((value, k) => Math.abs(value - true_[k]!)));

describe('shortest queues', () => {
  it.each([
    ['a slow and a quick one', [queue(1, 0.6), queue(1, 2)]],
    ['alike', [queue(1.7, 1), queue(1.7, 1)]],
    ['overloaded', [queue(3, 0.6), queue(3, 1)]],
    ['one that others come to as well', [queue(0.8, 1), queue(0.8, 1, { own: 0.5 })]],
    ['several servers', [queue(0.9, 0.6, { most: 2, room: 7 }), queue(0.9, 0.5)]],
    ['few places', [queue(1, 0.6, { room: 1 }), queue(1, 0.5, { room: 2 })]],
  ])('two are exact: %s', (_, queues) => {
    const answers = solveShortest(queues, 0)!;
    const { parts, waiting, blocked } = follow(queues);
    expect(
      off(
        answers.map(({ part }) => part),
        parts,
      ),
    ).toBeLessThan(1e-4);
    expect(
      off(
        answers.map((answer) => answer.waiting),
        waiting,
      ),
    ).toBeLessThan(2e-3);
    expect(
      off(
        answers.map((answer) => answer.blocked),
        blocked,
      ),
    ).toBeLessThan(1e-4);
  });

  it.each([
    ['unequal', [queue(1.5, 1), queue(1.5, 0.5), queue(1.5, 0.33)], 0.02, 0.25],
    ['at light load', [queue(0.3, 1), queue(0.3, 0.5), queue(0.3, 0.33)], 0.03, 0.03],
    ['alike', [queue(2.5, 1), queue(2.5, 1), queue(2.5, 1)], 1e-9, 0.03],
  ])('three are near: %s', (_, queues, share, length) => {
    const answers = solveShortest(queues, 0)!;
    const { parts, waiting } = follow(queues);
    expect(
      off(
        answers.map(({ part }) => part),
        parts,
      ),
    ).toBeLessThan(share);
    expect(
      off(
        answers.map((answer) => answer.waiting),
        waiting,
      ),
    ).toBeLessThan(length);
  });

  it('beside a sink one takes turns with it while it is empty, and gets nothing else', () => {
    const [arrivals, rate] = [1, 0.6];
    const [answer] = solveShortest([queue(arrivals, rate)], 1)!;
    // Empty at its own turn; at that of the sink; busy since then; busy, and the sink was chosen after it.
    const both = arrivals + rate;
    const states = [1, rate / both, arrivals / both, (arrivals * arrivals) / (rate * both)];
    expect(answer!.part).toBeCloseTo(1 / states.reduce((sum, weight) => sum + weight, 0), 4);
    expect(answer!.waiting).toBeLessThan(1e-5);
  });

  it('two beside a sink are near', () => {
    // Next to nothing of their own, so that every state is reached.
    const queues = [queue(1, 0.6, { own: 1e-6 }), queue(1, 0.4, { own: 1e-6 })];
    const answers = solveShortest(queues, 1)!;
    const { parts } = follow([...queues, queue(1, 1e3, { room: 0 })]);
    expect(
      off(
        answers.map(({ part }) => part),
        parts.slice(0, 2),
      ),
    ).toBeLessThan(0.01);
  });

  it('with more places than are looked at the ends are continued', () => {
    const short = solveShortest([queue(1.55, 0.6, { room: 20 }), queue(1.55, 1, { room: 20 })], 0)!;
    const long = solveShortest([queue(1.55, 0.6, { room: 60 }), queue(1.55, 1, { room: 60 })], 0)!;
    const { blocked } = follow([queue(1.55, 0.6, { room: 40 }), queue(1.55, 1, { room: 40 })]);
    const between = solveShortest([queue(1.55, 0.6, { room: 40 }), queue(1.55, 1, { room: 40 })], 0)!;
    expect(between[0]!.blocked / blocked[0]!).toBeGreaterThan(0.9);
    expect(between[0]!.blocked / blocked[0]!).toBeLessThan(1.1);
    expect(long[0]!.blocked).toBeLessThan(between[0]!.blocked);
    expect(between[0]!.blocked).toBeLessThan(short[0]!.blocked);
  });

  it('more servers than a chain may have are refused', () => {
    expect(solveShortest([queue(1, 1, { most: 20 }), queue(1, 1, { most: 20 })], 0)).toBeUndefined();
  });
});

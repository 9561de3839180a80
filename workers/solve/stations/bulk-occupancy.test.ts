import { describe, expect, it } from 'vitest';
import { solveStationary } from '../../numeric/stationary.ts';
import { mean, relativeError, total } from '../fixtures/distribution.ts';
import { solveFullBulk, solveUpToBulk } from './bulk-service.ts';
import { solveDeterministicBulk } from './deterministic-bulk.ts';
import { solveMdc } from './fit-station.ts';
import { solveMd1 } from './md1.ts';
import { isSaturated, type Queue, type Saturated } from './queue.ts';
import { percentilesOf } from './time-distribution.ts';

function stable(queue: Queue | Saturated | undefined): Queue {
  if (!queue || isSaturated(queue)) throw new Error('no answer');
  return queue;
}

/** States (elements in service, waiting), the waiting cut at `most`; the distribution of their sum. */
function bulkChain({
  lambda,
  mu,
  a,
  b,
  most,
}: {
  lambda: number;
  mu: number;
  a: number;
  b: number;
  most: number;
}) {
  const index = new Map<string, number>();
  const states: (readonly [number, number])[] = [];
  const at = (s: number, n: number) => {
    const key = `${s},${n}`;
    if (!index.has(key)) index.set(key, states.push([s, n]) - 1);
    return index.get(key)!;
  };
  at(0, 0);
  const starts = [0];
  const columns: number[] = [];
  const values: number[] = [];
  const begin = (n: number) => (n >= a ? at(Math.min(n, b), n - Math.min(n, b)) : at(0, n));
  for (let i = 0; i < states.length; i++) {
    const [s, n] = states[i]!;
    if (n < most) {
      columns.push(s === 0 ? begin(n + 1) : at(s, n + 1));
      values.push(lambda);
    }
    if (s > 0) {
      const to = begin(n);
      if (to !== i) {
        columns.push(to);
        values.push(mu);
      }
    }
    starts.push(columns.length);
  }
  const { pi } = solveStationary({
    size: states.length,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  });
  const distribution = new Array<number>(most + b + 1).fill(0);
  states.forEach(([s, n], i) => {
    distribution[s + n]! += pi[i]!;
  });
  return distribution;
}

describe('M/M^[a,b]/1', () => {
  it('has the occupancy of the chain written out, for every rule', () => {
    for (const [a, b, lambda] of [
      [1, 1, 0.5],
      [1, 3, 2],
      [2, 3, 1],
      [4, 4, 2.5],
      [2, 6, 4],
    ] as const) {
      const truth = bulkChain({ lambda, mu: 1, a, b, most: 260 });
      const queue = stable(solveUpToBulk({ lambda, mu: 1, b, a }));
      const p = queue.distribution!()!;
      for (let n = 0; n < 40; n++)
        expect(Math.abs((p[n] ?? 0) - truth[n]!), `${a},${b} level ${n}`).toBeLessThan(1e-11);
      expect(relativeError(mean(p), queue.meanOccupancy)).toBeLessThan(1e-9);
      expect(Math.abs(total(p) - 1)).toBeLessThan(3e-12);
    }
  });

  it('with a = b is the rule that waits for full batches', () => {
    const [one, other] = [
      solveUpToBulk({ lambda: 3, mu: 1, b: 4, a: 4 }),
      solveFullBulk({ lambda: 3, mu: 1, b: 4 }),
    ].map(stable);
    expect(relativeError(one!.meanQueueLength, other!.meanQueueLength)).toBeLessThan(1e-12);
    for (const [n, p] of one!.distribution!()!.entries())
      expect(Math.abs(p - other!.distribution!()![n]!)).toBeLessThan(1e-13);
  });
});

describe('occupancy of M/D^[b]/1', () => {
  it('has the mean found from the zeros, and is M/D/1 for b = 1', () => {
    for (const [lambda, mu, b] of [
      [1, 1 / 3, 4],
      [3, 0.4, 10],
      [0.2, 1, 6],
      [50, 1 / 1.6, 100],
    ] as const) {
      const queue = stable(solveDeterministicBulk({ lambda, mu, b }));
      const p = queue.distribution!()!;
      expect(Math.abs(total(p) - 1)).toBeLessThan(3e-12);
      expect(relativeError(mean(p), queue.meanOccupancy)).toBeLessThan(1e-9);
    }
    const one = stable(solveDeterministicBulk({ lambda: 0.7, mu: 1, b: 1 })).distribution!()!;
    const truth = stable(solveMd1({ lambda: 0.7, mu: 1 })).distribution!()!;
    for (let n = 0; n < 20; n++) expect(relativeError(one[n]!, truth[n]!)).toBeLessThan(1e-9);
  });
});

describe('M/D/c', () => {
  it('is M/D/1 for one server', () => {
    const [found, truth] = [
      stable(solveMdc({ lambda: 0.8, mu: 1, c: 1 })),
      stable(solveMd1({ lambda: 0.8, mu: 1 })),
    ];
    expect(relativeError(found.meanQueueLength, truth.meanQueueLength)).toBeLessThan(1e-11);
    const [a, b] = [percentilesOf(found.waitingTime!()!), percentilesOf(truth.waitingTime!()!)];
    expect(relativeError(a.p99, b.p99)).toBeLessThan(1e-8);
  });

  it('has a wait whose integral is its mean by Little', () => {
    const queue = stable(solveMdc({ lambda: 2.7, mu: 1, c: 3 }));
    const { tail, mean: expected } = queue.waitingTime!()!;
    let sum = 0;
    const step = 1 / 256;
    for (let t = step / 2; t < 60; t += step) sum += step * tail(t);
    expect(relativeError(sum, expected)).toBeLessThan(1e-5);
    expect(relativeError(tail(0), queue.tail!(3))).toBeLessThan(1e-9);
  });
});

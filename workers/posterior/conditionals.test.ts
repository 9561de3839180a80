/** One draw given all else, against the integral of the likelihood of the whole network, taken step by step. */
import { describe, expect, it } from 'vitest';
import { someOf } from '../../tests/examples.ts';
import { openStream } from '../random/random-stream.ts';
import { TimeOrder } from './chain-state.ts';
import { chainAtTruth, type KnownNetwork } from './known-chain.test-support.ts';
import { refreshCaches } from './likelihood.ts';
import { drawPieces, moveTime } from './move-time.ts';

const stream = openStream({ seed: 5, replication: 0, node: 'test', purpose: 'service' });
const DRAWS = 4000;
/** Largest distance of an empirical distribution function from the true one, 99.9 %. */
const KOLMOGOROV = 1.95 / Math.sqrt(DRAWS);

/** Distance of the draws from the density whose logarithm is given, on [low, high]. */
function distance(draws: Float64Array, low: number, high: number, log: (x: number) => number): number {
  const cells = 4000;
  const at = (i: number): number => low + ((i + 0.5) / cells) * (high - low);
  const logs = Array.from({ length: cells }, (_, i) => log(at(i)));
  const top = Math.max(...logs);
  const weights = logs.map((value) => Math.exp(value - top));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sorted = draws.slice().sort();
  let [sum, seen, most] = [0, 0, 0];
  for (const [i, weight] of weights.entries()) {
    sum += weight;
    while (seen < sorted.length && sorted[seen]! <= at(i) + (high - low) / (2 * cells)) seen += 1;
    most = Math.max(most, Math.abs(seen / sorted.length - sum / total));
  }
  return most;
}

describe('drawPieces', () => {
  it.each([
    [0, 3, -1, 1, 1, 2, 2],
    [0, 3, -2, 2, 2, 1, 0.5],
    [1, 1.5, -40, 1.2, 40, 1.4, 90],
    [0, 2, -1, Number.POSITIVE_INFINITY, 0, Number.NEGATIVE_INFINITY, 1],
    [0, 2, -3, -1, 3, 5, 7],
    [0, 12, -1, 4, 0, Number.POSITIVE_INFINITY, 0],
  ])('draws from %d to %d with slope %d, %d: +%d, %d: +%d', (low, high, slope, k1, r1, k2, r2) => {
    const draws = Float64Array.from({ length: DRAWS }, () =>
      drawPieces(stream.uniform(), low, high, slope, k1, r1, k2, r2),
    );
    const rise = (x: number, k: number, r: number): number => (x > k ? r * (x - Math.max(k, low)) : 0);
    expect(
      distance(draws, low, high, (x) => slope * (x - low) + rise(x, k1, r1) + rise(x, k2, r2)),
    ).toBeLessThan(KOLMOGOROV);
  });

  it.each([
    [0, 3, -1, 1, 1, 2, 2],
    [0, 3, -2, 2, 2, 1, 0.5],
    [1, 1.5, -40, 1.2, 40, 1.4, 90],
    [0, 2, -3, -1, 3, 5, 7],
    [0, 12, -1, 4, 0, Number.POSITIVE_INFINITY, 0],
  ])('mirrors what was drawn from %d to %d with slope %d, %d: +%d, %d: +%d', (...pieces) => {
    for (let i = 0; i < 200; i += 1) {
      const u = stream.uniform();
      // The draw at u has the weight u below; its mirror image is the draw at 1 - u.
      const image = drawPieces(0.5, ...pieces, drawPieces(u, ...pieces));
      expect(image).toBeCloseTo(drawPieces(1 - u, ...pieces), 8);
    }
  });

  it('draws anew where the old value is at an end, or there is no end', () => {
    expect(drawPieces(0.25, 0, 4, 0, 5, 0, 5, 0, 0)).toBe(1);
    const endless = [0, Number.POSITIVE_INFINITY, -1, 1, 0, 2, 0] as const;
    expect(drawPieces(0.25, ...endless, 3)).toBe(drawPieces(0.25, ...endless));
  });

  it('has no end where nobody comes next', () => {
    const draws = Float64Array.from({ length: DRAWS }, () =>
      drawPieces(
        stream.uniform(),
        2,
        Number.POSITIVE_INFINITY,
        -3,
        Number.POSITIVE_INFINITY,
        0,
        Number.POSITIVE_INFINITY,
        0,
      ),
    );
    expect(distance(draws, 2, 7, (x) => -3 * x)).toBeLessThan(KOLMOGOROV);
  });
});

const FCFS = (servers: number) => ({ servers, discipline: 'FCFS' as const });
const RSS = { servers: 1, discipline: 'RSS' as const };

describe('the conditional of a departure', () => {
  it.each(
    someOf(
      [
        ['one server, exponential', [FCFS(1), FCFS(1)], 'exponential'],
        ['one server, gamma', [FCFS(1), FCFS(1)], 'gamma'],
        ['two servers', [FCFS(2), FCFS(2)], 'exponential'],
        ['random selection', [RSS, RSS], 'exponential'],
        ['two servers, then random selection', [FCFS(2), RSS], 'lognormal'],
        ['random selection, then one server', [RSS, FCFS(1)], 'mixture'],
      ] as const,
      3,
    ),
  )('%s: is that of the whole likelihood', (_, kinds, family) => {
    const network: KnownNetwork = {
      tiers: kinds.map((kind, tier) => ({
        state: `S${tier}`,
        queues: [
          {
            ...{ id: `q${tier}`, ...kind },
            service:
              family === 'gamma' || family === 'lognormal'
                ? { distribution: family, mean: 0.8 * kind.servers, scv: 0.5 }
                : family === 'mixture'
                  ? { distribution: 'hyperexponential', probabilities: [0.4, 0.6], rates: [0.8, 2] }
                  : { distribution: 'exponential', mean: 0.8 * kind.servers },
          },
        ],
      })),
      ...{ tasks: 9, rate: 1, share: 0.6, family },
    };
    let tested = 0;
    for (let seed = 1; tested < 3; seed += 1) {
      const chain = chainAtTruth(network, seed);
      if (!chain) continue;
      const { state } = chain.run;
      const p = state.hiddenTime.findIndex((hidden, e) => hidden === 1 && state.queue[e] === 1);
      if (p < 0) continue;
      const [low, high] = [state.a[p]!, state.d[p + 1]!];
      const draws = new Float64Array(DRAWS);
      // The slice moves from where it was: a few steps between draws make them all but independent.
      for (let i = 0; i < DRAWS; i += 1) {
        for (let step = 0; step < 12; step += 1) moveTime(state, p, stream);
        draws[i] = state.d[p]!;
      }
      const log = (x: number): number => {
        state.place(p, x);
        return refreshCaches(state);
      };
      expect(distance(draws, low, high, log)).toBeLessThan(1.6 * KOLMOGOROV);
      tested += 1;
    }
  });
});

describe('TimeOrder', () => {
  it.each([
    ['any times', (time: number): number => time],
    ['times of a coarse clock', (time: number): number => Math.round(9 * time) / 9],
  ])('is the order of the times, whatever is moved, taken out and put in: %s', (_, clock) => {
    const time = Float64Array.from({ length: 60 }, () => clock(stream.uniform()));
    const tie = time.map(() => stream.integerBelow(3));
    const order = new TimeOrder(time, tie, { start: 0.2, end: 0.8, queues: 2, cells: 8 });
    const inside = new Set<number>();
    const queueOf = (e: number): number => e % 2;
    for (let step = 0; step < 3000; step += 1) {
      const e = stream.integerBelow(60);
      if (!inside.has(e)) {
        order.insert(queueOf(e), e);
        inside.add(e);
      } else if (stream.uniform() < 0.3) {
        order.remove(queueOf(e), e);
        inside.delete(e);
      } else order.move(queueOf(e), e, clock(stream.uniform()));
      for (const q of [0, 1]) {
        const wanted = [...inside]
          .filter((i) => queueOf(i) === q)
          .sort((i, j) => time[i]! - time[j]! || tie[i]! - tie[j]! || i - j);
        const found: number[] = [];
        for (let i = order.first(q); i >= 0; i = order.after[i]!) found.push(i);
        expect(found).toEqual(wanted);
        const at = clock(stream.uniform());
        expect(order.lastAtMost(q, at)).toBe(wanted.filter((i) => time[i]! <= at).at(-1) ?? -1);
      }
    }
  });
});

import { describe, expect, it } from 'vitest';
import { between } from './columns.ts';
import { estimateBusyTime } from './estimate-rate.ts';
import { runTwoThreads, saturatedCounts, streamOf } from './micro-benchmark.ts';
import { findPhases, segment } from './phases.ts';

describe('findPhases', () => {
  it.each([0.3, 0.9])('finds both rates of a server at utilization %f, and when it changed', (rho) => {
    const [first, second, half] = [4e5, 5.5e5, 3000];
    const period = 5 / first;
    const { head } = runTwoThreads({
      producer: { times: 'exponential', rate: rho * first },
      consumer: { times: 'exponential', rate: first, later: { at: half * period, rate: second } },
      ...{ capacity: 64, period, periods: 2 * half, seed: 1 },
    });
    const edges = findPhases(head);
    expect(edges).toHaveLength(3);
    expect(Math.abs(edges[1]! - half)).toBeLessThan(150);
    for (const [phase, rate] of [first, second].entries()) {
      const outcome = estimateBusyTime(between(head, edges[phase]!, edges[phase + 1]!));
      expect('rate' in outcome && Math.abs(outcome.rate / rate - 1)).toBeLessThan(0.05);
    }
  });

  it('finds one phase where there is one', () => {
    for (let seed = 0; seed < 40; seed += 1)
      expect(
        findPhases(
          saturatedCounts({ server: { times: 'exponential', rate: 5e5 }, period: 1e-4, periods: 1000, seed }),
        ),
      ).toEqual([0, 1000]);
  });

  it.each([1, 5])('takes no long service for a phase: hyperexponential, %d items in a period', (items) => {
    let invented = 0;
    for (let seed = 0; seed < 20; seed += 1) {
      const { head } = runTwoThreads({
        producer: { times: 'exponential', rate: 3e5 },
        consumer: { times: 'hyperexponential', rate: 5e5 },
        ...{ capacity: 1024, period: items / 5e5, periods: 4000, seed },
      });
      if (findPhases(head).length > 2) invented += 1;
    }
    expect(invented).toBeLessThanOrEqual(1);
  });

  it('takes a few samples as one phase', () => {
    const few = saturatedCounts({
      server: { times: 'exponential', rate: 5e5 },
      period: 1e-4,
      periods: 3,
      seed: 1,
    });
    expect(findPhases(few)).toEqual([0, 3]);
  });
});

describe('segment', () => {
  /** All ways to cut, cheapest first. */
  function cheapest(N: Float64Array, E: Float64Array, penalty: number): number {
    const n = N.length - 1;
    const best = new Float64Array(n + 1).fill(Number.POSITIVE_INFINITY);
    best[0] = -penalty;
    for (let t = 1; t <= n; t += 1)
      for (let s = 0; s <= t - 3; s += 1)
        best[t] = Math.min(best[t]!, best[s]! + costOf(N, E, s, t) + penalty);
    return best[n]!;
  }
  const costOf = (N: Float64Array, E: Float64Array, s: number, t: number): number => {
    const [n, e] = [N[t]! - N[s]!, E[t]! - E[s]!];
    return n > 0 && e > 0 ? 2 * (n - n * Math.log(n / e)) : 0;
  };

  it('loses nothing by pruning', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const stream = streamOf(seed, 'blocks');
      const blocks = 6 + stream.integerBelow(30);
      const [N, E] = [new Float64Array(blocks + 1), new Float64Array(blocks + 1)];
      for (let b = 0; b < blocks; b += 1) {
        N[b + 1] = N[b]! + stream.integerBelow(b % 11 < 6 ? 10 : 40);
        E[b + 1] = E[b]! + stream.uniform();
      }
      const penalty = 1 + 10 * stream.uniform();
      const edges = segment(N, E, penalty);
      const total = edges
        .slice(1)
        .reduce((sum, t, i) => sum + costOf(N, E, edges[i]!, t) + penalty, -penalty);
      expect(total).toBeCloseTo(cheapest(N, E, penalty), 8);
    }
  });
});

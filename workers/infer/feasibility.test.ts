/** After every move the state is one that the network can produce, and the caches are what a full computation gives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChainState } from './chain-state.ts';
import { chainAtTruth } from './known-chain.test-support.ts';
import { countFaults, refreshCaches } from './likelihood.ts';
import { startChain } from './run-chain.ts';

const kind = fc.constantFrom(
  { servers: 1, discipline: 'FCFS' as const },
  { servers: 2, discipline: 'FCFS' as const },
  { servers: 3, discipline: 'FCFS' as const },
  { servers: 1, discipline: 'RSS' as const },
);

const network = fc.record({
  kinds: fc.array(fc.array(kind, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  tasks: fc.integer({ min: 15, max: 40 }),
  share: fc.double({ min: 0.3, max: 0.8, noNaN: true }),
  family: fc.constantFrom('exponential' as const, 'gamma' as const, 'lognormal' as const),
  seed: fc.integer({ min: 1, max: 1e6 }),
});

function chainOf({
  kinds,
  tasks,
  share,
  family,
  seed,
}: typeof network extends fc.Arbitrary<infer T> ? T : never) {
  const tiers = kinds.map((queues, tier) => ({
    state: `S${tier}`,
    queues: queues.map((one, i) => ({
      ...{ id: `q${tier}.${i}`, ...one },
      service:
        family === 'exponential'
          ? { law: family, mean: 0.7 * queues.length * one.servers }
          : { law: family, mean: 0.7 * queues.length * one.servers, scv: 0.5 },
    })),
  }));
  return chainAtTruth({ tiers, tasks, rate: 1, share, family }, seed);
}

function expectFeasible(state: ChainState): void {
  const cached = [state.part.slice(), state.clear.slice(), state.present.slice()];
  expect(refreshCaches(state)).toBeGreaterThan(Number.NEGATIVE_INFINITY);
  expect(countFaults(state)).toBe(0);
  for (const [i, column] of [state.part, state.clear, state.present].entries())
    for (const [e, value] of column.entries())
      if (state.kind[state.queue[i === 1 ? Math.floor(e / state.widest) : e]!] !== 0)
        if (Number.isFinite(value)) expect(cached[i]![e]).toBeCloseTo(value, 9);
  for (let e = 0; e < state.d.length; e += 1) {
    expect(state.d[e]!).toBeGreaterThanOrEqual(state.commencement(e));
    if (state.isLast[e] === 0) expect(state.a[e + 1]).toBe(state.d[e]);
  }
}

describe('a chain', () => {
  it('stays feasible and its caches right, from the truth', () => {
    fc.assert(
      fc.property(network, (one) => {
        const chain = chainOf(one);
        if (!chain) return;
        for (let sweep = 0; sweep < 4; sweep += 1) {
          chain.run.moveAll();
          expectFeasible(chain.run.state);
        }
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it('starts feasible, with what was observed as it was, and no service of 0', () => {
    fc.assert(
      fc.property(network, fc.integer({ min: 0, max: 3 }), (one, number) => {
        const chain = chainOf(one);
        if (!chain) return;
        const run = startChain(chain.problem, number, one.seed);
        if ('refused' in run) {
          // A server with random selection may need a hidden job that the start does not find; all others must start.
          expect(one.kinds.flat().some(({ discipline }) => discipline === 'RSS')).toBe(true);
          return;
        }
        const truth = chain.run.state;
        for (let e = 0; e < truth.d.length; e += 1) {
          if (truth.hiddenTime[e] === 0) expect(run.state.d[e]).toBe(truth.d[e]);
          else if (truth.queue[e] !== 0)
            expect(run.state.d[e]! - run.state.commencement(e)).toBeGreaterThan(0);
          if (truth.hiddenQueue[e] === 0) expect(run.state.queue[e]).toBe(truth.queue[e]);
        }
        run.sweep();
        expectFeasible(run.state);
      }),
      { numRuns: 60, seed: 2 },
    );
  });
});

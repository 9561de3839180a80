/** Where a visit would fit, and what it would weigh there, against the likelihood of the whole network with the visit in it. */
import { describe, expect, it } from 'vitest';
import { openStream } from '../random/random-stream.ts';
import { RANDOM } from './chain-state.ts';
import { chainAtTruth, type KnownChain, type KnownNetwork } from './known-chain.test-support.ts';
import { refreshCaches } from './likelihood.ts';
import { VisitPieces } from './visit-pieces.ts';

const stream = openStream({ seed: 8, replication: 0, node: 'test', purpose: 'service' });
const DRAWS = 12;

const networkOf = (servers: number, discipline: 'FCFS' | 'RSS', load: number): KnownNetwork => ({
  tiers: [
    {
      state: 'S',
      queues: [
        {
          id: 'q',
          servers,
          discipline,
          service: { distribution: 'exponential' as const, mean: load * servers },
        },
      ],
    },
  ],
  ...{ tasks: 40, rate: 1, share: 0.4, family: 'exponential' },
});

/** Largest spread, over draws for one visit, of ln likelihood less ln weight; undefined where the others alone cannot be. */
function spreadOf({ run: { state } }: KnownChain, e: number): number | undefined {
  const pieces = new VisitPieces(state);
  const old = state.d[e]!;
  const differences: number[] = [];
  for (let i = 0; i < DRAWS; i += 1) {
    state.takeOut(e);
    const isPossible = refreshCaches(state) > Number.NEGATIVE_INFINITY || state.kind[1] !== RANDOM;
    pieces.prepare(e, 1, state.a[e]!);
    const x = i === 0 || !isPossible ? old : pieces.draw(stream);
    const weight = pieces.weightAt(x);
    state.d[e] = x;
    state.putIn(e, 1);
    const likelihood = refreshCaches(state);
    if (!isPossible) return undefined;
    differences.push(likelihood - Math.log(weight));
  }
  state.takeOut(e);
  state.d[e] = old;
  state.putIn(e, 1);
  refreshCaches(state);
  return Math.max(...differences) - Math.min(...differences);
}

describe('the pieces of a visit', () => {
  it.each([
    ['one server', 1, 'FCFS', 0.8],
    ['two servers', 2, 'FCFS', 0.9],
    ['four servers', 4, 'FCFS', 0.8],
    ['four servers, hardly busy', 4, 'FCFS', 0.3],
    ['random selection', 1, 'RSS', 0.8],
  ] as const)('weigh what the likelihood does: %s', (_, servers, discipline, load) => {
    let tested = 0;
    for (let seed = 1; tested < 60; seed += 1) {
      const chain = chainAtTruth(networkOf(servers, discipline, load), seed);
      for (const [e, hidden] of chain?.run.state.hiddenTime.entries() ?? []) {
        if (hidden === 0 || chain!.run.state.queue[e] === 0) continue;
        const spread = spreadOf(chain!, e);
        if (spread === undefined) continue;
        expect(spread).toBeLessThan(1e-8);
        tested += 1;
      }
    }
  });

  it.each([
    ['one server', 1, 'FCFS'],
    ['three servers', 3, 'FCFS'],
    ['random selection', 1, 'RSS'],
  ] as const)('add up to their total: %s', (_, servers, discipline) => {
    const chain = chainAtTruth(networkOf(servers, discipline, 0.8), 3)!;
    const { state } = chain.run;
    const pieces = new VisitPieces(state);
    for (let i = 0; i < 20; i += 1) {
      const arrival = 2 + 30 * stream.uniform();
      pieces.prepare(0, 1, arrival);
      const step = 0.001;
      let sum = 0;
      for (let x = arrival + step / 2; x < arrival + 90 * servers; x += step)
        sum += pieces.weightAt(x) * step;
      expect(Math.abs(sum / pieces.total - 1)).toBeLessThan(0.03);
    }
  });
});

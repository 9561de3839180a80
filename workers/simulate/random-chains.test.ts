/** Random small exponential networks against the chain of all their states. */
import { describe, expect, it } from 'vitest';
import { examples } from '../../tests/examples.ts';
import { randomTimedNetwork } from '../solve/chain/random-chain.test-support.ts';
import { IntervalMisses } from './interval-misses.test-support.ts';
import { type KnownNetwork, knownClassedNetwork, knownNetwork } from './random-chains.test-support.ts';

const MOST_STATES = 700;
/** Elements come and go about once a second, and stages remember their start for some tens of seconds. */
const RUN = { horizon: 3000, warmup: 200 };

function expectChains(networks: readonly KnownNetwork[], atLeast: number): void {
  const misses = new IntervalMisses();
  for (const [i, { scenario, claims }] of networks.entries())
    misses.run(`network ${i}: ${JSON.stringify(scenario.nodes)}`, scenario, RUN, claims);
  misses.expectFew(atLeast);
}

describe('random networks', () => {
  it('with blocking, loss, bulk, filters, groups and feedback lie as often in their intervals as these say', () => {
    const drawn = Math.max(32, examples(64));
    const networks = Array.from({ length: drawn }, (_, i) => knownNetwork(i + 1, MOST_STATES)).filter(
      (network) => network !== undefined,
    );
    expect(networks.length).toBeGreaterThanOrEqual(0.625 * drawn);
    expectChains(networks, 3.125 * drawn);
  });

  it('with services that depend on their batch or on the number in the stage do so, too', {
    tags: ['long'],
  }, () => {
    const networks = Array.from({ length: 40 }, (_, i) =>
      knownNetwork(i + 1, MOST_STATES, randomTimedNetwork),
    ).filter((network) => network !== undefined);
    expect(networks.length).toBeGreaterThanOrEqual(25);
    expectChains(networks, 120);
  });

  it('with two classes, priorities, interruption, processor sharing, open and closed, do so, too', {
    tags: ['long'],
  }, () => {
    const networks = Array.from({ length: 20 }, (_, i) => knownClassedNetwork(i + 1));
    expect(Math.max(...networks.map(({ states }) => states))).toBeGreaterThan(100);
    expectChains(networks, 140);
  });
});

/**
 * Random small networks whose Markov chain is written out, state by state, by programs that share nothing with the engine:
 * how often the simulated 95 % intervals hold what the chains say.
 */

import { refusalText } from '../core/measures/refusals.ts';
import {
  type KnownNetwork,
  knownClassedNetwork,
  knownNetwork,
} from '../workers/simulate/random-chains.test-support.ts';
import { simulateNow } from '../workers/simulate/simulate-scenario.ts';
import { randomNetwork, randomTimedNetwork } from '../workers/solve/chain/random-chain.test-support.ts';

/** A chain of more states is left out; most have some hundred. */
const MOST_STATES = 1500;
/** Elements come and go about once a second, and stages remember their start for some tens of seconds. */
const RUN = { horizon: 6000, warmup: 300, replications: 10 };
/** Half widths of a 95 % interval with 10 replications: beyond this a miss is no chance. */
const NO_CHANCE = 4.5;

/** A share of time, or a rate, so small that no replication may come to see it. */
const UNSEEN = 1e-4;

const FAMILIES: Readonly<Record<string, (seed: number) => KnownNetwork | undefined>> = {
  'blocking after and before service, loss, bulk, filters, groups, feedback': (seed) =>
    knownNetwork(seed, MOST_STATES, randomNetwork),
  'the same with batch times and speeds by the number in the stage': (seed) =>
    knownNetwork(seed, MOST_STATES, randomTimedNetwork),
  'two classes, open or closed: priorities, interruption, processor sharing': knownClassedNetwork,
};

interface Tally {
  networks: number;
  states: number;
  claims: number;
  held: number;
  /** Largest distance from the truth, in half widths, and what it was of. */
  farthest: number;
  where: string;
}

/** By family, for the networks with these seeds. */
export const compareSeeds = (seeds: readonly number[]): readonly Tally[] =>
  Object.values(FAMILIES).map((networkOf) => {
    const tally: Tally = { networks: 0, states: 0, claims: 0, held: 0, farthest: 0, where: '' };
    for (const seed of seeds) {
      const network = networkOf(seed + 1);
      if (network) compare(network, seed + 1, tally);
    }
    return tally;
  });

function compare({ scenario, states, claims }: KnownNetwork, seed: number, tally: Tally): void {
  const result = simulateNow(scenario, { ...RUN, seed });
  if (result.kind === 'noAnswer') throw new Error(`Network ${seed}: ${refusalText(result)}`);
  tally.networks++;
  tally.states += states;
  for (const { what, value, of } of claims) {
    const estimate = of(result);
    if (!estimate) throw new Error(`Network ${seed}: no ${what}`);
    const distance = Math.abs(estimate.mean - value);
    // What never happens, or always, or is too rare to be seen in the run, has no interval but for rounding.
    if (estimate.halfWidth <= 1e-9 * Math.abs(value) && distance < UNSEEN) continue;
    tally.claims++;
    if (distance <= estimate.halfWidth) tally.held++;
    const far = distance / estimate.halfWidth;
    if (far > tally.farthest) Object.assign(tally, { farthest: far, where: `${what}, network ${seed}` });
  }
}

/** The table; `failed`: a family whose intervals hold too seldom or too often, or a number that chance does not explain. */
export function chainsTable(parts: readonly (readonly Tally[])[]) {
  const rows = Object.keys(FAMILIES).map((name, i) => ({
    name,
    tally: parts.map((part) => part[i]!).reduce(added),
  }));
  return {
    lines: [
      '| networks of | number | states | numbers compared | 95 % interval holds | farthest, in half widths |',
      '|---|---|---|---|---|---|',
      ...rows.map(({ name, tally }) => {
        const { networks, states, claims, held, farthest, where } = tally;
        const share = `${((100 * held) / claims).toFixed(1)} %`;
        return `| ${name} | ${networks} | ${states} | ${claims} | ${share} | ${farthest.toFixed(1)} (${where}) |`;
      }),
    ],
    failed: rows.some(({ tally: { claims, held, farthest } }) => {
      const share = held / claims;
      return share < 0.93 || share > 0.97 || farthest > NO_CHANCE;
    }),
  };
}

function added(a: Tally, b: Tally): Tally {
  const far = a.farthest >= b.farthest ? a : b;
  return {
    networks: a.networks + b.networks,
    states: a.states + b.states,
    claims: a.claims + b.claims,
    held: a.held + b.held,
    farthest: far.farthest,
    where: far.where,
  };
}

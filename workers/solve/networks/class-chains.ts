/**
 * Closed classes that switch into each other, as one class: a chain. A product form depends on the work alone that a chain
 * brings to each station in one round, so that its classes may be put together before the algorithm and shared out after it.
 *
 * Inputs: the model by class, with visits of all classes of a chain in one round of the chain; the chains.
 * Outputs: the model by chain, and the solution by class of one by chain: each class has the rounds of its chain, and of the
 * jobs at a station a share by its work; where they are served in order and not alike, all wait alike.
 * Sources: M. Reiser, H. Kobayashi 1975, Queuing networks with multiple closed chains, IBM J. Res. Dev. 19(3), 283-294;
 * Bolch, Greiner, de Meer & Trivedi 2006, section 7.3.6 (the concept of chains).
 */

import { sum } from './class-mix.ts';
import { type ClosedModel, type ClosedSolution, type ClosedStation, demand } from './closed-model.ts';

type Chains = readonly (readonly number[])[];

export const isPlain = (chains: Chains): boolean => chains.every((chain) => chain.length === 1);

export function byChains({ populations, stations }: ClosedModel, chains: Chains): ClosedModel {
  return {
    populations: chains.map((chain) => sum(chain.map((r) => populations[r]!))),
    stations: stations.map((station) => ({
      ...station,
      visits: chains.map((chain) => visitsOf(station, chain)),
      times: chains.map((chain) => timeOf(station, chain)),
      ...(station.scv && { scv: chains.map((chain) => scvOf(station, chain)) }),
    })),
  };
}

const visitsOf = ({ visits }: ClosedStation, chain: readonly number[]): number =>
  sum(chain.map((r) => visits[r]!));

/** Mean service of a visit. */
function timeOf(station: ClosedStation, chain: readonly number[]): number {
  const visits = visitsOf(station, chain);
  return visits === 0 ? station.times[chain[0]!]! : sum(chain.map((r) => demand(station, r))) / visits;
}

function scvOf(station: ClosedStation, chain: readonly number[]): number {
  const visits = visitsOf(station, chain);
  const { times, scv = [] } = station;
  if (visits === 0) return scv[chain[0]!]!;
  const square = sum(chain.map((r) => station.visits[r]! * times[r]! ** 2 * (1 + scv[r]!))) / visits;
  return square / timeOf(station, chain) ** 2 - 1;
}

export function byClasses(model: ClosedModel, chains: Chains, solution: ClosedSolution): ClosedSolution {
  const chainOf = model.populations.map((_, r) => chains.findIndex((chain) => chain.includes(r)));
  return {
    ...solution,
    throughput: chainOf.map((c) => solution.throughput[c]!),
    occupancy: model.stations.map((station, i) =>
      chainOf.map((c, r) => {
        const chain = chains[c]!;
        const jobs = solution.occupancy[i]![c]!;
        const work = sum(chain.map((other) => demand(station, other)));
        if (work === 0) return 0;
        const visits = visitsOf(station, chain);
        // Only where they are served in order are there coefficients of variation.
        const waiting = station.scv ? Math.max(0, jobs - solution.throughput[c]! * work) : 0;
        return (waiting * station.visits[r]!) / visits + ((jobs - waiting) * demand(station, r)) / work;
      }),
    ),
  };
}

/** For tests: a chain that stands at the truth of simulated tasks, with the distributions that made them. */

import { distributionMean, type ServiceDistribution } from '../../core/distributions/index.ts';
import type { ChainRun } from './chain-run.ts';
import { ABSENT } from './chain-state.ts';
import { compileProblem } from './compile-problem.ts';
import type { ChainRefusal, DistributionFamily, PosteriorProblem } from './contract.ts';
import { startChain } from './run-chain.ts';
import { DISTRIBUTION_WIDTH } from './service-distributions.ts';
import {
  type KnownPath,
  type KnownTasks,
  type KnownTier,
  type KnownVisit,
  observeTasks,
  poissonEntries,
  simulateTasks,
} from './task-network.test-support.ts';

export interface KnownNetwork {
  readonly tiers: readonly KnownTier[];
  readonly tasks: number;
  /** Entries per second. */
  readonly rate: number;
  readonly share: number;
  readonly family: DistributionFamily;
  readonly components?: number;
  /** Default: all tiers one after the other. */
  readonly paths?: readonly KnownPath[];
}

export interface KnownChain {
  readonly known: KnownTasks;
  readonly problem: PosteriorProblem;
  readonly run: ChainRun;
}

export function problemOf(network: KnownNetwork, known: KnownTasks, seed: number): PosteriorProblem {
  const { tiers, share, family, components = 2, rate } = network;
  const read = compileProblem({
    ...{ tasks: observeTasks(known, share, seed), family, components, onlyThese: true },
    queues: tiers.flatMap(({ queues }) => queues),
  });
  if (!read.ok) throw new Error(read.error.join('\n'));
  const every = queueNumbers(read.value);
  return {
    ...read.value,
    ...(network.paths && pathsOf(network, known, read.value)),
    start: 0,
    gap: { observations: 1e-3, mean: 1 / rate },
    // Where few tasks are seen, not all queues are; the truth may use any of them.
    choices: read.value.states.map((state) =>
      Int32Array.from(tiers.find((tier) => tier.state === state)!.queues, ({ id }) => every.get(id)!),
    ),
  };
}

/** The paths and their shares as they are known, also of those that were not seen; the tasks that were seen keep theirs. */
function pathsOf({ tiers, paths = [] }: KnownNetwork, known: KnownTasks, problem: PosteriorProblem) {
  const count = (share: number): number => Math.round(1e6 * share);
  return {
    paths: paths.map(({ tiers: way, share }) => ({
      states: way.map((tier) => problem.states.indexOf(tiers[tier]!.state)),
      count: count(share),
    })),
    pathOf: problem.pathOf.map((path, task) => (path < 0 ? -1 : pathOf(tiers, paths, known.visits[task]!))),
  };
}

/** The path of a task that was followed. */
const pathOf = (
  tiers: readonly KnownTier[],
  paths: readonly KnownPath[],
  visits: readonly KnownVisit[],
): number =>
  paths.findIndex(
    ({ tiers: way }) =>
      way.length === visits.length && way.every((tier, step) => tiers[tier]!.state === visits[step]!.state),
  );

export const queueNumbers = ({ queues }: PosteriorProblem): Map<string, number> =>
  new Map(queues.map(({ id }, i) => [id, i + 1]));

/** Undefined where a queue was not seen at all, too few tasks, or the first of them late: that depends on what was observed alone. */
export function chainAtTruth(network: KnownNetwork, seed: number): KnownChain | undefined {
  const entries = poissonEntries(network.tasks, network.rate, seed);
  const known = simulateTasks(network.tiers, entries, seed, network.paths);
  const table = observeTasks(known, network.share, seed);
  const every = network.tiers.flatMap(({ queues }) => queues);
  if (every.some(({ id }) => !table.queue.includes(id)) || new Set(table.task).size < 5) return undefined;
  const problem = problemOf(network, known, seed);
  if (problem.pathOf.length < network.tasks) return undefined;
  const run = startAt(network, known, problem, seed);
  if ('refused' in run) throw new Error(run.refused);
  return { known, problem, run };
}

/** A chain that begins with these times, of all tasks. */
export function startAt(
  network: KnownNetwork,
  known: KnownTasks,
  problem: PosteriorProblem,
  seed: number,
): ChainRun | ChainRefusal {
  const numbers = queueNumbers(problem);
  const departure: number[] = [];
  const queue: number[] = [];
  const longest = problem.paths.reduce((most, { states }) => Math.max(most, states.length), 0);
  for (const [task, visits] of known.visits.entries()) {
    departure.push(known.entries[task]!, ...visits.map((visit) => visit.departure));
    queue.push(0, ...visits.map((visit) => numbers.get(visit.queue)!));
    const rest = problem.pathOf[task]! < 0 ? longest - visits.length : 0;
    departure.push(...Array.from({ length: rest }, () => Number.POSITIVE_INFINITY));
    queue.push(...Array.from({ length: rest }, () => ABSENT));
  }
  return startChain(problem, 0, seed, {
    pathOf: Int32Array.from(known.visits, (visits) =>
      network.paths ? pathOf(network.tiers, network.paths, visits) : 0,
    ),
    departure: Float64Array.from(departure),
    queue: Int32Array.from(queue),
    parameters: parametersOf(network, problem),
    sweeps: 1,
  });
}

function parametersOf({ tiers, rate }: KnownNetwork, problem: PosteriorProblem): Float64Array {
  const parameters = new Float64Array((problem.queues.length + 1) * DISTRIBUTION_WIDTH);
  parameters[0] = rate;
  const numbers = queueNumbers(problem);
  for (const { id, service } of tiers.flatMap(({ queues }) => queues))
    parameters.set(parametersOfDistribution(service), numbers.get(id)! * DISTRIBUTION_WIDTH);
  return parameters;
}

/** As `ServiceDistributions.parameters` has them. */
export function parametersOfDistribution(distribution: ServiceDistribution): readonly number[] {
  const mean = distributionMean(distribution);
  if (distribution.distribution === 'gamma') return [1 / distribution.scv, 1 / (distribution.scv * mean)];
  if (distribution.distribution === 'lognormal') {
    const variance = Math.log(1 + distribution.scv);
    return [Math.log(mean) - variance / 2, variance];
  }
  if (distribution.distribution === 'hyperexponential' && 'rates' in distribution)
    return distribution.probabilities.flatMap((probability, j) => [probability, distribution.rates[j]!]);
  if (distribution.distribution === 'pareto')
    return [distribution.scale, distribution.scale, distribution.shape];
  if (distribution.distribution === 'empirical') return valuesOfBins(distribution);
  return [1 / mean];
}

/** Each bin is a value of a discrete distribution; all are alike wide, relative. */
function valuesOfBins({
  edges,
  weights,
}: {
  readonly edges: readonly number[];
  readonly weights: readonly number[];
}): readonly number[] {
  const bins = weights.flatMap((weight, i) =>
    weight > 0 ? [{ weight, centre: (edges[i]! + edges[i + 1]!) / 2, width: edges[i + 1]! - edges[i]! }] : [],
  );
  const variance = (bins[0]!.width / bins[0]!.centre) ** 2 / 12;
  return [variance, bins.length, ...bins.flatMap(({ weight, centre }) => [weight, Math.log(centre)])];
}

/**
 * How long a join waits: the mean time from a fork until the slowest of an element's tasks has come.
 *
 * Times of the branches are taken as independent and exponential about their means, which is exact where each branch is
 * one delay with exponential stay, and else an approximation: tasks arrive at all branches at once, which makes their
 * times alike and the true maximum smaller. Where every branch is one M/M/1 stage of the same rates, that is put right
 * by the factor of Nelson & Tantawi.
 * Source: R. Nelson and A. Tantawi 1988, Approximate analysis of fork/join synchronization in parallel queues, IEEE Trans.
 * Computers 37(6), 739-743: T_2 = (12 - rho) / 8 T_1 exactly (Flatto & Hahn 1984), and
 * T_n = (H_n / H_2 + 4/11 (1 - H_n / H_2) rho) T_2, within 5 % for n up to 32.
 */

import { isPoisson } from '../../../core/distributions/index.ts';
import { exp, expm1, log, pow } from '../../../core/numeric/elementary.ts';
import { serverCountOf } from '../../../core/scenario/defaults.ts';
import type { FlowNetwork, Flows } from '../flow-network.ts';
import { branchesOf, type ForkJoin, type Leaving } from './fork-join.ts';
import { type JoinFlow, joinFlows } from './join-flows.ts';

export interface Joined {
  /** Mean time from the fork to leaving the join, s, over the elements of all its forks. */
  readonly time: number;
  /** The forks that its elements come from, with the share of each. */
  readonly forks: readonly { readonly fork: number; readonly share: number }[];
}

/**
 * By index of the join. `stay`: mean sojourn time at each node, s. Undefined where elements come to a join that no fork
 * has made, which wait for nobody.
 */
export function slowestTasks(
  network: FlowNetwork,
  flows: Flows,
  stay: readonly number[],
): ReadonlyMap<number, Joined> | undefined {
  const { nodes, forkJoins } = network;
  const joined = new Map<number, Joined>();
  if (forkJoins.length === 0) return joined;
  const rates = joinFlows(network, flows);
  if ([...rates.values()].some(({ alone }) => alone > 0)) return undefined;
  const times = [...stay];
  const leaving: Leaving = [];
  forkJoins.forEach((pair, at) => {
    const branches = branchesOf(nodes, forkJoins, at, leaving, times).filter(({ reach }) => reach > 0);
    const means = branches.map(({ time }) => time);
    const time = homogeneous(network, pair, stay) ?? meanOfLargest(means);
    times[pair.join] = time;
    const forks = sharesOf(rates.get(pair.join)!);
    const share = forks.find(({ fork }) => fork === pair.fork)!.share;
    joined.set(pair.join, { time: (joined.get(pair.join)?.time ?? 0) + share * time, forks });
  });
  return joined;
}

function sharesOf({ joined }: JoinFlow): Joined['forks'] {
  const total = joined.reduce((sum, { rate }) => sum + rate, 0);
  return joined.map(({ fork, rate }) => ({ fork, share: total === 0 ? 0 : rate / total }));
}

/** Mean of the largest of independent exponential times with these means; times of 0 do not count. */
export function meanOfLargest(means: readonly number[]): number {
  const rates = means.filter((mean) => mean > 0).map((mean) => 1 / mean);
  if (rates.length > MOST_SUBSETS) return largestByQuadrature(rates);
  // Inclusion and exclusion: sum over subsets of (-1)^(size + 1) / (sum of their rates).
  let total = 0;
  for (let subset = 1; subset < pow(2, rates.length); subset++) {
    let [rate, sign] = [0, -1];
    rates.forEach((mu, i) => {
      if ((subset >> i) & 1) [rate, sign] = [rate + mu, -sign];
    });
    total += sign / rate;
  }
  return total;
}

/** Beyond this many terms cancel. */
const MOST_SUBSETS = 8;

/** The integral of 1 - product of (1 - exp(-mu t)), t = e^u, by the trapezium rule, whose error falls off exponentially here. */
function largestByQuadrature(rates: readonly number[]): number {
  const slowest = Math.min(...rates);
  const step = 1 / 32;
  let total = 0;
  for (let u = -40; u < log(50 + log(rates.length)); u += step) {
    const t = exp(u) / slowest;
    const logAll = rates.reduce((sum, mu) => sum + log(-expm1(-mu * t)), 0);
    total += t * -expm1(logAll);
  }
  return total * step;
}

/** T_n of n equal M/M/1 stages; undefined where the branches are anything else. */
function homogeneous(
  { nodes }: FlowNetwork,
  { fork, join }: ForkJoin,
  stay: readonly number[],
): number | undefined {
  const branches = nodes[fork]!.links.map(({ to }) => ({ flowNode: nodes[to]!, stay: stay[to]! }));
  const first = branches[0]!;
  const alike = branches.every(({ flowNode: { node, links, serviceRate, pass, conversion }, stay: time }) => {
    if (node.kind !== 'stage' || node.capacity !== undefined || serverCountOf(node) > 1) return false;
    if (!isPoisson(node.service) || node.bulk || pass !== 1 || conversion !== 1) return false;
    const alone = links.length === 1 && links[0]!.to === join;
    return alone && serviceRate === first.flowNode.serviceRate && time === first.stay;
  });
  if (!alike || branches.length < 2) return undefined;
  // T_1 = 1 / (mu - lambda)
  const rho = 1 - 1 / (first.flowNode.serviceRate * first.stay);
  return nelsonTantawi({ n: branches.length, rho, T1: first.stay });
}

export interface EqualBranches {
  /** Branches, integer >= 2. */
  readonly n: number;
  readonly rho: number;
  /** Mean sojourn time in one branch, s. */
  readonly T1: number;
}

export function nelsonTantawi({ n, rho, T1 }: EqualBranches): number {
  const T2 = ((12 - rho) / 8) * T1;
  const ratio = harmonic(n) / 1.5;
  return (ratio + (4 / 11) * (1 - ratio) * rho) * T2;
}

/** H_n = 1 + 1/2 + ... + 1/n. */
function harmonic(n: number): number {
  let sum = 0;
  for (let k = n; k >= 1; k--) sum += 1 / k;
  return sum;
}

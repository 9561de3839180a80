/**
 * The station method that a stage alone calls for, the exact one where there is one; where there is none, the nearest,
 * and in words what that takes for granted (taken-as.ts). Times in the answer are for first come, first served, and left out otherwise.
 *
 * Inputs: the stage; `lambda` offered, elements per second in its native unit (accepted, where the stage holds its
 * senders up); `mu` of one server, services per second; `stream`, the distribution of the times between arrivals and the elements
 * of each where one source sends to it alone. Without a stream the arrivals are Poisson; whether they are is for the network to say.
 * Outputs: the queue, or that it is saturated; `assumptions`, none where the answer is right for these arrivals.
 */
import {
  type ArrivalDistribution,
  distributionMean,
  distributionScv,
  hasParts,
  isPoisson,
  isServiceDistribution,
  replayedTimes,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import { exp, log, log1p } from '../../../core/numeric/elementary.ts';
import { disciplineOf, sharesServers } from '../../../core/rules/discipline.ts';
import { findRoot } from '../../numeric/find-root.ts';
import { fixedBatches, solveBatchArrivals } from './batch-arrivals.ts';
import { solveBatchService } from './batch-service.ts';
import { type ArrivalCounts, arrivalCounts } from './distribution-counts.ts';
import { fitBulk } from './fit-bulk.ts';
import { fitNearest } from './fit-nearest.ts';
import { fixedBatchChain } from './fixed-batch-chain.ts';
import { fixedServiceTimes } from './fixed-service-times.ts';
import { solveGm1 } from './gm1.ts';
import { solveMapPh } from './map-ph.ts';
import { solveMd1 } from './md1.ts';
import { solveMg1 } from './mg1.ts';
import { levelRatios } from './mg1-levels.ts';
import { solveMm1 } from './mm1.ts';
import { solveMm1k, solveMm1kActual } from './mm1k.ts';
import { type MmcInput, solveMmc } from './mmc.ts';
import { solveMmck, solveMmckActual } from './mmck.ts';
import { solveProcessorSharing } from './processor-sharing.ts';
import {
  cumulatedFromEnd,
  cutTail,
  emptyQueue,
  isSaturated,
  type Queue,
  type Saturated,
  saturated,
  tailFrom,
  withoutTimes,
} from './queue.ts';
import {
  assuming,
  exactly,
  type Facts,
  type FittedStation,
  factsOf,
  isPoissonStream,
  type StationCase,
} from './station-case.ts';
import {
  arrivalsAsPoisson,
  batchesAsSingles,
  comesAgain,
  OFTEN_FULL,
  PLACES_TOO_FEW,
  withoutDirection,
} from './taken-as.ts';

export function fitStation(stationCase: StationCase): FittedStation {
  const facts = factsOf(stationCase);
  const fitted = told(facts, facts.loses ? fitLosing(facts) : fitHolding(facts, fitLosing));
  const { queue } = fitted;
  const timed = disciplineOf(facts.stage) === 'FCFS' || isSaturated(queue);
  return timed ? fitted : { ...fitted, queue: withoutTimes(queue) };
}

/** With directions where they can be told. */
function told({ K }: Facts, fitted: FittedStation): FittedStation {
  const { queue, assumptions } = fitted;
  if (assumptions.length === 0 || K === Number.POSITIVE_INFINITY || isSaturated(queue)) return fitted;
  const full = queue.lossProbability ?? queue.tail?.(K) ?? 0;
  return full > OFTEN_FULL ? { ...fitted, assumptions: assumptions.map(withoutDirection) } : fitted;
}

/** Room for all, or what finds no room is lost. */
function fitLosing(facts: Facts): FittedStation {
  if (facts.b > 1) return fitBulk(facts);
  if (sharesServers(facts.stage)) return sharedStation(facts);
  return facts.batch > 1 ? batchStation(facts) : singleStation(facts);
}

/** Elements one by one, served one by one, in an order that does not look at the work. */
function singleStation(facts: Facts): FittedStation {
  const queue = isPoissonStream(facts) ? poissonQueue(facts) : renewalQueue(facts);
  return queue ? exactly(queue) : fitNearest(facts);
}

function poissonQueue({
  stage: { service },
  arrivals,
  lambda,
  mu,
  c,
  K,
  loses,
}: Facts): Queue | Saturated | undefined {
  const unbounded = K === Number.POSITIVE_INFINITY;
  if (isPoisson(service)) {
    if (c === 1) return unbounded ? solveMm1({ lambda, mu }) : solveMm1k({ lambda, mu, K });
    return unbounded ? solveMmc({ lambda, mu, c }) : solveMmck({ lambda, mu, c, K });
  }
  // For one server without a limit M/G/1 keeps its digits up to saturation, which phases do not; and one that holds its
  // senders up is solved many times, which M/G/1/K bears.
  const general = c === 1 && (unbounded || !loses) && hasParts(service);
  const phases = general ? undefined : solveMapPh({ arrivals, lambda, service, mu, c, K });
  if (phases) return named(phases, `M/PH/${c === 1 ? 1 : 'c'}${unbounded ? '' : '/K'}`);
  if (distributionScv(service) === 0 && unbounded)
    return c === 1 ? solveMd1({ lambda, mu }) : solveMdc({ lambda, mu, c });
  if (c > 1) return undefined;
  return unbounded
    ? solveMg1({ lambda, mu, distribution: service })
    : solveMg1k({ lambda, mu, distribution: service, K });
}

function renewalQueue(facts: Facts): Queue | Saturated | undefined {
  const { arrivals, lambda, mu, c, K } = facts;
  const { service } = facts.stage;
  const unbounded = K === Number.POSITIVE_INFINITY;
  if (isPoisson(service) && c === 1 && unbounded && !replayedTimes(arrivals)) {
    const root = solveGm1({ distribution: arrivals, lambda, mu });
    if (root) return root;
  }
  const phases = solveMapPh({ arrivals, lambda, service, mu, c, K });
  if (!phases && isPoisson(service) && c === 1 && !unbounded && isRenewal(arrivals))
    return solveGm1k({ lambda, mu, distribution: arrivals, K });
  const kind = isServiceDistribution(arrivals) ? 'PH' : 'MAP';
  const model = `${kind}/${isPoisson(service) ? 'M' : 'PH'}/${c === 1 ? 1 : 'c'}${unbounded ? '' : '/K'}`;
  return phases && named(phases, model);
}

const isRenewal = (arrivals: ArrivalDistribution): arrivals is ServiceDistribution =>
  isServiceDistribution(arrivals) && !replayedTimes(arrivals);

const named = (queue: Queue | Saturated, model: string): Queue | Saturated => ({ ...queue, model });

/** One server, or exponential ones, take batches exactly; what becomes of a whole batch is the stage's rule. */
function batchStation(facts: Facts): FittedStation {
  const { stage, lambda, mu, c, K, batch, admission } = facts;
  if (!isPoissonStream(facts)) return fitNearest(facts);
  const batches = lambda / batch;
  const queue = isPoisson(stage.service)
    ? solveBatchArrivals({ ...fixedBatches(batch), batches, mu, c, K, admission })
    : c === 1
      ? solveBatchService({ batches, size: batch, distribution: stage.service, mu, a: 1, b: 1, K, admission })
      : undefined;
  return queue ? exactly(queue) : fitNearest(facts);
}

function sharedStation(facts: Facts): FittedStation {
  const { lambda, mu, c, K } = facts;
  return assuming(solveProcessorSharing({ lambda, mu, c, K }), [
    arrivalsAsPoisson(facts),
    batchesAsSingles(facts),
  ]);
}

/**
 * M/D/c: Poisson arrivals, c servers whose services all take the same time, room for all, first come, first served. Exact.
 *
 * Inputs: `lambda`, 1/s, >= 0; `mu` of one server, 1/s, > 0; `c`, integer >= 1.
 * Outputs: occupancy from the chain of numbers one service time apart (fixed-batch-chain.ts), means from it, times in
 * closed form (fixed-service-times.ts).
 * Refuses: saturated when lambda >= c mu; undefined where the chain is too long.
 * Source: Crommelin 1932; Tijms 2003, section 9.6; Franx 2001.
 */
export function solveMdc({ lambda, mu, c }: MmcInput): Queue | Saturated | undefined {
  const model = 'M/D/c';
  if (lambda >= c * mu) return saturated(model);
  if (lambda === 0) return emptyQueue(model);
  const levels = fixedBatchChain(lambda / mu, c);
  if (!levels) return undefined;
  const meanQueueLength = levels.reduce((sum, p, n) => sum + Math.max(0, n - c) * p, 0);
  const distribution = () => cutTail([...levels]);
  const queue: Queue = {
    model,
    offeredRate: lambda,
    arrivalRate: lambda,
    utilization: lambda / (c * mu),
    meanOccupancy: meanQueueLength + lambda / mu,
    meanQueueLength,
    tail: tailFrom(distribution),
    distribution,
  };
  return { ...queue, ...fixedServiceTimes(queue, { mu, c }) };
}

/**
 * M/G/1/K: Poisson arrivals, any service distribution, one server, room for K elements, the one in service included; what finds no
 * room is lost. Exact; means and occupancy.
 *
 * Inputs: `lambda` offered, 1/s, >= 0; `mu`, services per second, > 0; `distribution` of the service, stretched to the mean
 * 1 / mu; `K`, integer >= 1.
 * Method: departures leave behind pi_j, j < K, by crossings of levels (mg1-levels.ts). A service that starts with n inside
 * is full for E(T - Erlang(K - n))^+ = B_(K-n) / lambda, with B_m = sum over i >= m of P[more than i arrivals]; hence
 *   p_K = X / (1 + X), X = pi_0 B_(K-1) + sum over j = 1..K-1 of pi_j B_(K-j), and p_j = (1 - p_K) pi_j.
 * Numerics: every term is positive, so p_K keeps its digits at light load and 1 - p_K at overload; K up to a million.
 * Refuses: undefined for distributions without parts (distribution-parts.ts) and where the levels take too much work.
 * Source: the levels: Tijms 2003, A First Course in Stochastic Models, section 9.8; p_K is derived above.
 */

interface Mg1kInput {
  readonly lambda: number;
  readonly mu: number;
  readonly distribution: ServiceDistribution;
  readonly K: number;
}

export function solveMg1k({ lambda, mu, distribution, K }: Mg1kInput): Queue | undefined {
  const model = 'M/G/1/K';
  if (lambda === 0) return emptyQueue(model);
  const rho = lambda / mu;
  const counts = arrivalCounts(distribution, rho / distributionMean(distribution), Math.max(1024, 4 * K));
  const left = counts && leftBehind(counts, K);
  if (!left) return undefined;
  const full = fullRatio(left, timeFull(counts, rho), K);
  const fullProbability = full / (1 + full);
  const probabilities = left.map((p) => p / (1 + full));
  while (probabilities.length < K) probabilities.push(0);
  probabilities.push(fullProbability);
  const tails = cumulatedFromEnd(probabilities);
  const meanOccupancy = probabilities.reduce((sum, p, n) => sum + n * p, 0);
  const utilization = rho / (1 + full);
  return {
    model,
    offeredRate: lambda,
    arrivalRate: lambda / (1 + full),
    utilization: Math.min(1, utilization),
    meanOccupancy,
    meanQueueLength: probabilities.reduce((sum, p, n) => sum + Math.max(0, n - 1) * p, 0),
    lossProbability: fullProbability,
    tail: (n) => (n > K ? 0 : tails[n]!),
    distribution: () => cutTail(probabilities),
  };
}

/**
 * G/M/1/K: any renewal arrivals, exponential service, one server, room for K elements; what finds no room is lost. Exact;
 * means and occupancy.
 *
 * Inputs: as of M/G/1/K, but that `distribution` is that of the times between arrivals, stretched to the rate `lambda`.
 * Method: free places are what departures of an M/G/1/(K+1) leave behind, with services of this queue as its arrivals:
 * both step by max(h - 1, 0) plus the events of one time. An arrival finds h free with probability pi_h, and
 *   p_n = rho pi_(K-n+1), n = 1..K, p_0 = rho (pi_0 B_K + sum over h = 1..K of pi_h B_(K-h+1)), B_m as above.
 * Refuses: as M/G/1/K.
 * Source: Gross & Harris 1998, section 5.3.1, cut at K.
 */
export function solveGm1k({ lambda, mu, distribution, K }: Mg1kInput): Queue | undefined {
  const model = 'G/M/1/K';
  if (lambda === 0) return emptyQueue(model);
  const rho = lambda / mu;
  const counts = arrivalCounts(
    distribution,
    1 / (rho * distributionMean(distribution)),
    Math.max(1024, 4 * K),
  );
  const free = counts && leftBehind(counts, K + 1);
  if (!free) return undefined;
  const lossProbability = free[0]!;
  const probabilities = Array.from({ length: K + 1 }, (_, n) => rho * (free[K - n + 1] ?? 0));
  probabilities[0] = rho * fullRatio(free, timeFull(counts, 1 / rho), K + 1);
  const tails = cumulatedFromEnd(probabilities);
  const utilization = Math.min(1, rho * (1 - lossProbability));
  const meanOccupancy = probabilities.reduce((sum, p, n) => sum + n * p, 0);
  return {
    model,
    offeredRate: lambda,
    arrivalRate: lambda * (1 - lossProbability),
    utilization,
    meanOccupancy,
    meanQueueLength: probabilities.reduce((sum, p, n) => sum + Math.max(0, n - 1) * p, 0),
    lossProbability,
    tail: (n) => (n > K ? 0 : tails[n]!),
    distribution: () => cutTail(probabilities),
  };
}

/** pi_j, j = 0.. up to K - 1, or to where the rest is nothing. */
function leftBehind(counts: ArrivalCounts, K: number): readonly number[] | undefined {
  if (counts.none < TOO_SMALL) return Array.from({ length: K }, (_, j) => (j === K - 1 ? 1 : 0));
  const found = levelRatios(
    counts,
    ({ ratios, sum }) => ratios.length === K || ratios.at(-1)! < NOTHING * sum,
    K + 1,
  );
  return found?.ratios.map((ratio) => ratio / found.sum);
}

/** Beside a weight, 1 / a_0 times that: the next level alone counts. */
const TOO_SMALL = 1e-140;
const NOTHING = 1e-290;

/** B_m; where the tails are cut because there are too many, the rest is what the mean lacks. */
function timeFull({ more, isCut }: ArrivalCounts, rho: number): (m: number) => number {
  const sums = cumulatedFromEnd(more);
  const rest = isCut ? Math.max(0, rho - sums[0]!) : 0;
  return (m) => (sums[m] ?? 0) + rest;
}

/** X. */
function fullRatio(left: readonly number[], timeFullFrom: (m: number) => number, K: number): number {
  return left.reduce((sum, p, j) => sum + p * timeFullFrom(K - Math.max(1, j)), 0);
}

/** Full so seldom that it may as well have room for all. */
const NEVER_FULL = 1e-6;
const LARGE = 256;

/**
 * A finite stage that holds its senders back: no exact answer alone, since its arrivals depend on its own occupancy. Where it is seldom full it is as
 * if it had room for all; else a loss model at the rate offered that makes it accept what it is known to take.
 */
function fitHolding(facts: Facts, fitLosing: (facts: Facts) => FittedStation): FittedStation {
  const { lambda, mu, b, c, K } = facts;
  const plain = isPoisson(facts.stage.service) && isPoissonStream(facts) && facts.batch === 1 && b === 1;
  if (plain || sharesServers(facts.stage)) return exponential(facts);
  const limit = c * b * mu;
  // One by one the model with a limit costs no more than that without.
  if (lambda < limit && (b > 1 || K > LARGE)) {
    const roomy = fitLosing({ ...facts, K: Number.POSITIVE_INFINITY });
    const { queue } = roomy;
    if (!isSaturated(queue) && queue.tail && queue.tail(K) < NEVER_FULL) return { ...roomy, exact: false };
  }
  let last: FittedStation | undefined;
  const queue = acceptedAt(lambda, limit, (offered) => {
    last = fitLosing({ ...facts, lambda: offered });
    return last.queue;
  });
  if (!queue || !last) return tooFewPlaces(fitLosing(facts));
  const full = isSaturated(queue) ? 0 : (queue.tail?.(K) ?? 0);
  return { ...assuming(queue, [comesAgain(full), ...last.assumptions]), exact: false };
}

/** What it takes of what it is offered, as if the rest were lost. */
const tooFewPlaces = ({ queue, assumptions }: FittedStation): FittedStation => ({
  ...assuming(queue, [PLACES_TOO_FEW, ...assumptions]),
  exact: false,
});

/** Dor's model. */
function exponential(facts: Facts): FittedStation {
  const { lambda, mu, c, K } = facts;
  const queue = c === 1 ? solveMm1kActual({ lambda, mu, K }) : solveMmckActual({ lambda, mu, c, K });
  const full = isSaturated(queue) ? 0 : (queue.tail?.(K) ?? 0);
  // Under sharing the distribution of service does not matter.
  const said = [comesAgain(full), arrivalsAsPoisson(facts), batchesAsSingles(facts)];
  return { ...assuming(queue, said), exact: false };
}

/**
 * A station by what it accepts, not by what it is offered: a loss model at the offered rate that makes it accept
 * lambda, as Dor 2010, section 4.3.3 has it for M/M/1/K. What finds it full is taken to come again at another time.
 *
 * `solve` gives the loss model at an offered rate; what it accepts grows with that. Saturated where `lambda` reaches
 * what the servers do; undefined where no offered rate below 1e6 times it will do.
 */
export function acceptedAt(
  lambda: number,
  limit: number,
  solve: (offered: number) => Queue | Saturated | undefined,
): Queue | Saturated | undefined {
  const first = solve(lambda);
  if (!first || isSaturated(first) || lambda === 0) return first;
  if (lambda >= limit) return saturated(first.model);
  const lost = first.lossProbability ?? 1 - first.arrivalRate / lambda;
  if (lost < NOTHING_LOST) return { ...first, arrivalRate: lambda };
  const known = new Map<number, Queue>();
  const excess = (log: number): number => {
    const queue = solve(exp(log));
    if (!queue || isSaturated(queue)) return Number.NaN;
    known.set(log, queue);
    // The root needs no more digits than are shown.
    const off = queue.arrivalRate / lambda - 1;
    return Math.abs(off) < CLOSE_ENOUGH ? 0 : off;
  };
  const low = log(lambda);
  let high = low - 2 * log1p(-Math.min(lost, 0.9));
  let beyond = excess(high);
  while (beyond < 0 && high < low + FARTHEST) {
    high = low + 2 * (high - low);
    beyond = excess(high);
  }
  if (!(beyond >= 0)) return undefined;
  const root = findRoot(excess, low, high);
  return { ...known.get(root)!, arrivalRate: lambda };
}

const NOTHING_LOST = 1e-12;
const CLOSE_ENOUGH = 1e-8;
const FARTHEST = log(1e6);

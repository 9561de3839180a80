/**
 * A stage that serves in bulk and has room for all, or loses what finds it full: the exact model where there is one
 * (closed forms without a limit, chains otherwise), else two moments, else the nearest.
 */
import {
  distributionMean,
  distributionScv,
  hasParts,
  isCorrelated,
  isPoisson,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import { type ModelAssumption, modelAssumption } from '../../../core/measures/verdicts.ts';
import { batchVaries } from '../../../core/rules/bulk.ts';
import { solveBatchServers } from './batch-servers.ts';
import { solveBatchService } from './batch-service.ts';
import { solveFullBulk, solveUpToBulk } from './bulk-service.ts';
import { solveDeterministicBulk } from './deterministic-bulk.ts';
import { type FlushedServers, type FlushedServersInput, solveFlushedServers } from './flushed-servers.ts';
import { isSaturated, type Queue, type Saturated } from './queue.ts';
import { assuming, type Facts, type FittedStation, isPoissonStream } from './station-case.ts';
import {
  arrivalsAsPoisson,
  batchesAsSingles,
  bulkByMoments,
  FLUSHED_IN_PHASES,
  roomForAll,
  serviceAsExponential,
  timeoutIgnored,
} from './taken-as.ts';

export function fitBulk(facts: Facts): FittedStation {
  const first = hasNoChain(facts) ? byMoments(facts) : undefined;
  return first ?? byChain(facts) ?? byMoments(facts) ?? byNearest(facts);
}

const isFlushedEarly = (facts: Facts): boolean => timeoutIgnored(facts)?.doubtful === true;
const isRenewalStream = (facts: Facts): boolean => !isPoissonStream(facts) && !isCorrelated(facts.arrivals);

/** A timeout that matters, or distributions that meet several servers or arrivals that are not Poisson. */
const hasNoChain = (facts: Facts): boolean =>
  isFlushedEarly(facts) || isRenewalStream(facts) || (facts.c > 1 && !isPoisson(facts.stage.service));

/** Where there is room, and something that two moments tell. */
function byMoments(facts: Facts): FittedStation | undefined {
  const { stage, arrivals, lambda, mu, c, K, a, b, batch: size } = facts;
  const isFlushed = isFlushedEarly(facts);
  const isRenewal = isRenewalStream(facts);
  const serviceScv = distributionScv(stage.service);
  const isPlain = !isRenewal && isPoisson(stage.service);
  if (isPlain && !isFlushed) return undefined;
  // A part of a group enters where it finds too little room, which breaks the step of full batches.
  if (Number.isFinite(K) && size > 1) return undefined;
  // Those in service alone leave too little room.
  if (roomForAll(facts, undefined, lambda / mu).doubtful) return undefined;
  const arrivalScv = isRenewal ? distributionScv(arrivals) : 1;
  if (!(lambda > 0 && lambda < c * b * mu) || !Number.isFinite(arrivalScv + serviceScv)) return undefined;
  const timeout = isFlushed ? stage.bulk!.timeout! : Number.POSITIVE_INFINITY;
  const queue = solveBulkMoments({
    batches: lambda / size,
    size,
    mu,
    c,
    a,
    b,
    timeout,
    arrivalScv,
    serviceScv,
  });
  const room = Number.isFinite(K) && queue ? roomForAll(facts, undefined, queue.meanOccupancy) : undefined;
  if (!queue || room?.doubtful) return undefined;
  return assuming(queue, [
    isFlushed ? FLUSHED_IN_PHASES : undefined,
    isPlain ? undefined : bulkByMoments(facts, isFlushed),
    isRenewal ? undefined : arrivalsAsPoisson(facts),
    room,
  ]);
}

function byChain(facts: Facts): FittedStation | undefined {
  const chain = chainOf(facts);
  return chain && assuming(chain.queue, [...commonTo(facts), ...chain.assumed]);
}

const commonTo = (facts: Facts): readonly (ModelAssumption | undefined)[] => [
  arrivalsAsPoisson(facts),
  timeoutIgnored(facts),
];

function byNearest(facts: Facts): FittedStation {
  const { queue, assumed } = withoutLimit(facts);
  const full = isSaturated(queue) ? 1 : queue.tail?.(facts.K);
  const mean = isSaturated(queue) ? facts.K : queue.meanOccupancy;
  const room = Number.isFinite(facts.K) ? [roomForAll(facts, full, mean)] : [];
  return assuming(queue, [...commonTo(facts), ...assumed, ...room]);
}

interface Found {
  readonly queue: Queue | Saturated;
  readonly assumed: readonly (ModelAssumption | undefined)[];
}

/** With its limit, its batches and its servers, as far as the chains go. */
function chainOf(facts: Facts): Found | undefined {
  const { stage, lambda, mu, c, K, a, b, batch: size, admission } = facts;
  const batches = lambda / size;
  if (c > 1) {
    const queue = solveBatchServers({ batches, size, mu, c, a, b, K, admission });
    return queue && { queue, assumed: [serviceAsExponential(facts)] };
  }
  if (size === 1 && K === Number.POSITIVE_INFINITY && (isPoisson(stage.service) || isConstantFull(facts)))
    return { queue: closedForm(facts), assumed: [] };
  const asDrawn = solveBatchService({ batches, size, distribution: stage.service, mu, a, b, K, admission });
  if (asDrawn) return { queue: asDrawn, assumed: [] };
  const distribution = gammaLike(stage.service);
  const alike = distribution && solveBatchService({ batches, size, distribution, mu, a, b, K, admission });
  return alike && { queue: alike, assumed: [modelAssumption('gammaService', {}, false)] };
}

/** Two moments of distributions that no integral is taken over: those with phases. */
function gammaLike(distribution: ServiceDistribution): ServiceDistribution | undefined {
  const scv = distributionScv(distribution);
  return !hasParts(distribution) && scv > 0
    ? { distribution: 'gamma', mean: distributionMean(distribution), scv }
    : undefined;
}

const isConstantFull = ({ stage: { service }, a, b }: Facts): boolean =>
  a === b && distributionScv(service) === 0;

/** Room for all; several servers as one, where there is no chain of them. */
function withoutLimit(facts: Facts): Found {
  const { lambda, mu, c, a, b, batch: size } = facts;
  const servers =
    c > 1
      ? solveBatchServers({
          batches: lambda / size,
          size,
          mu,
          c,
          a,
          b,
          K: Number.POSITIVE_INFINITY,
          admission: 'partial',
        })
      : undefined;
  if (servers) return { queue: servers, assumed: [serviceAsExponential(facts)] };
  const pooled = c === 1 ? undefined : modelAssumption('oneServer', { servers: c }, true);
  const service = isConstantFull(facts) ? undefined : serviceAsExponential(facts);
  return { queue: closedForm({ ...facts, mu: c * mu }), assumed: [pooled, service, batchesAsSingles(facts)] };
}

function closedForm(facts: Facts): Queue | Saturated {
  const { lambda, mu, a, b } = facts;
  if (isConstantFull(facts)) return solveDeterministicBulk({ lambda, mu, b });
  return batchVaries(facts.stage.bulk)
    ? solveUpToBulk({ lambda, mu, b, a })
    : solveFullBulk({ lambda, mu, b });
}

/**
 * GI^[X]/G^[a,b]/c with a flush timeout or without, from two moments. Approximate; means only.
 *
 * Inputs: `lambda`, elements per second, > 0; `size` X that come at once; `mu`, c, a, b, `timeout` as in flushed-servers.ts;
 * `arrivalScv` of the times between arrivals, `serviceScv`, both finite; lambda < c b mu.
 * Method: the chain with Poisson arrivals and exponential services in three parts. What waits while a server is free
 * waits for its batch to fill, whatever the distributions. What gathers while all work and starts with the next server has come
 * since one began: that time, seen at random, is (1 + cs^2) / 2 services for one server, and hardly depends on the distribution for
 * many. Whole batches that wait for a server queue as in G/G/c, by (ca^2 + cs^2) / 2 against Poisson and exponential, where the
 * arrivals of a batch of b are as regular as b / X gaps together: ca^2 X / b.
 * Numerics: as the chain. Within a third of simulated queues (bulk-moments.test.ts); busy servers within a fifth, where
 * services begin with fewer than b.
 * Refuses: undefined where the chain is too large.
 * Source: the stretch: Allen 1990, Probability, Statistics and Queueing Theory, section 5.3 (Allen & Cunneen); arrivals of
 * batches: Whitt 1983, QNA, Bell Syst. Tech. J. 62, section 4.4; the time since a service began: renewal theory, Cox 1962, section 5.4.
 */

interface BulkMoments extends FlushedServersInput {
  /** Scv of the times between arrivals. */
  readonly arrivalScv: number;
  readonly serviceScv: number;
}

export function solveBulkMoments(input: BulkMoments): Queue | undefined {
  const { batches, size, mu, c, a, b } = input;
  const found = solveFlushedServers(input);
  if (!found) return undefined;
  const lambda = batches * size;
  const meanQueueLength = stretchedQueue(found, input);
  return {
    model: `G${size === 1 ? '' : '^[X]'}/G^[${a === b ? 'b' : `${a},b`}]/${c === 1 ? '1' : 'c'}`,
    offeredRate: lambda,
    arrivalRate: lambda,
    utilization: Math.min(1, found.busy / c),
    meanQueueLength,
    meanOccupancy: meanQueueLength + lambda / mu,
  };
}

function stretchedQueue(
  { filling, gathering, queueing, ready }: FlushedServers,
  { size, c, b, arrivalScv, serviceScv }: BulkMoments,
): number {
  const sinceStart = 1 + (ready * (serviceScv - 1)) / (2 * c);
  const inBatches = size / b;
  const congestion = (inBatches * arrivalScv + serviceScv) / (inBatches + 1);
  return filling + gathering * sinceStart + queueing * congestion;
}

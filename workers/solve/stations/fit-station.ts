/**
 * The station method that a stage alone calls for, the exact one where there is one; where there is none, the nearest,
 * and in words what that takes for granted. Times in the answer are for first come, first served, and left out otherwise.
 *
 * Inputs: the stage; `lambda` offered, elements per second in its native unit; `mu` of one server, services per second;
 * `stream`, the law of the times between arrivals and the elements of each where one source sends to it alone. Without a
 * stream the arrivals are Poisson; whether they are is for the network to say.
 * Outputs: the queue, or that it is saturated; `assumptions`, none where the answer is exact for these arrivals.
 */
import type { ArrivalLaw } from '../../../src/model/law.ts';
import { isCorrelated, isPoisson, lawScv } from '../../../src/model/law-moments.ts';
import type { StageNode } from '../../../src/model/scenario.ts';
import { digits } from '../verdict-words.ts';
import { fixedBatches, solveBatchArrivals } from './batch-arrivals.ts';
import { solveFullBulk, solveUpToBulk } from './bulk-service.ts';
import { solveDeterministicBulk } from './deterministic-bulk.ts';
import { solveTwoMomentQueue, type TwoMoments, waitingTimeBounds } from './gg1.ts';
import { solveGm1 } from './gm1.ts';
import { solveMapPh } from './map-ph.ts';
import { solveMd1 } from './md1.ts';
import { solveMdc } from './mdc.ts';
import { solveMg1 } from './mg1.ts';
import { solveMg1k } from './mg1k.ts';
import { solveMm1 } from './mm1.ts';
import { solveMm1k, solveMm1kActual } from './mm1k.ts';
import { solveMmc } from './mmc.ts';
import { solveMmck, solveMmckActual } from './mmck.ts';
import { solveProcessorSharing } from './processor-sharing.ts';
import { isSaturated, type Queue, type Saturated, withoutTimes } from './queue.ts';

export interface StationCase {
  readonly stage: StageNode;
  readonly lambda: number;
  readonly mu: number;
  readonly stream?: {
    readonly law: ArrivalLaw;
    /** Elements that come at once, native unit, integer >= 1. */
    readonly batch: number;
  };
}

export interface FittedStation {
  readonly queue: Queue | Saturated;
  /** Each a sentence that begins with a small letter. */
  readonly assumptions: readonly string[];
}

export function fitStation(stationCase: StationCase): FittedStation {
  const fitted = stationOf(stationCase);
  const { stage } = stationCase;
  const { queue } = fitted;
  const timed = (stage.discipline ?? 'FCFS') === 'FCFS' || isSaturated(queue);
  return timed ? fitted : { ...fitted, queue: withoutTimes(queue) };
}

const POISSON: ArrivalLaw = { law: 'exponential', rate: 1 };

interface Facts extends StationCase {
  readonly c: number;
  readonly K: number;
  readonly arrivals: ArrivalLaw;
  readonly batch: number;
  /** Full means lost, not held back. */
  readonly loses: boolean;
}

function stationOf(stationCase: StationCase): FittedStation {
  const { stage, stream } = stationCase;
  const facts: Facts = {
    ...stationCase,
    c: stage.serverCount ?? 1,
    K: stage.capacity ?? Number.POSITIVE_INFINITY,
    arrivals: stream && !isPoisson(stream.law) ? stream.law : POISSON,
    batch: stream?.batch ?? 1,
    loses: stage.capacity === undefined || stage.whenFull === 'drop',
  };
  if (stage.bulk && largest(stage.bulk) > 1) return bulkStation(facts);
  if (!facts.loses) return holdingStation(facts);
  if (stage.discipline === 'PS') return sharedStation(facts);
  if (facts.batch > 1) return batchStation(facts);
  return singleStation(facts);
}

const largest = (bulk: NonNullable<StageNode['bulk']>): number =>
  bulk.rule === 'full' ? bulk.size : bulk.max;
const exactly = (queue: Queue | Saturated): FittedStation => ({ queue, assumptions: [] });

/** Elements one by one, served one by one, in an order that does not look at the work. */
function singleStation(facts: Facts): FittedStation {
  const queue = facts.arrivals === POISSON ? poissonQueue(facts) : renewalQueue(facts);
  return queue ? exactly(queue) : nearest(facts);
}

function poissonQueue({ stage: { service }, lambda, mu, c, K }: Facts): Queue | Saturated | undefined {
  const unbounded = K === Number.POSITIVE_INFINITY;
  if (isPoisson(service)) {
    if (c === 1) return unbounded ? solveMm1({ lambda, mu }) : solveMm1k({ lambda, mu, K });
    return unbounded ? solveMmc({ lambda, mu, c }) : solveMmck({ lambda, mu, c, K });
  }
  // For one server without a limit M/G/1 keeps its digits up to saturation, which phases do not.
  const general = c === 1 && unbounded ? solvableMg1(service) : false;
  const phases = general ? undefined : solveMapPh({ arrivals: POISSON, lambda, service, mu, c, K });
  if (phases) return named(phases, `M/PH/${c === 1 ? 1 : 'c'}${unbounded ? '' : '/K'}`);
  if (lawScv(service) === 0 && unbounded)
    return c === 1 ? solveMd1({ lambda, mu }) : solveMdc({ lambda, mu, c });
  if (c > 1) return undefined;
  return unbounded ? solveMg1({ lambda, mu, law: service }) : solveMg1k({ lambda, mu, law: service, K });
}

/** Has its law the parts that M/G/1 takes for its occupancy? */
const solvableMg1 = ({ law }: StageNode['service']): boolean => law !== 'phaseType';

function renewalQueue(facts: Facts): Queue | Saturated | undefined {
  const { arrivals, lambda, mu, c, K } = facts;
  const { service } = facts.stage;
  const unbounded = K === Number.POSITIVE_INFINITY;
  if (isPoisson(service) && c === 1 && unbounded && arrivals.law !== 'trace') {
    const root = solveGm1({ law: arrivals, lambda, mu });
    if (root) return root;
  }
  const phases = solveMapPh({ arrivals, lambda, service, mu, c, K });
  const kind = arrivals.law === 'map' || arrivals.law === 'onOff' ? 'MAP' : 'PH';
  const model = `${kind}/${isPoisson(service) ? 'M' : 'PH'}/${c === 1 ? 1 : 'c'}${unbounded ? '' : '/K'}`;
  return phases && named(phases, model);
}

const named = (queue: Queue | Saturated, model: string): Queue | Saturated => ({ ...queue, model });

/** Exponential servers take batches exactly; what becomes of a whole batch is the stage's rule. */
function batchStation(facts: Facts): FittedStation {
  const { stage, lambda, mu, c, K, arrivals, batch } = facts;
  if (arrivals !== POISSON || !isPoisson(stage.service)) return nearest(facts);
  const admission = stage.admission ?? 'partial';
  const queue = solveBatchArrivals({ ...fixedBatches(batch), batches: lambda / batch, mu, c, K, admission });
  return queue ? exactly(queue) : nearest(facts);
}

function sharedStation(facts: Facts): FittedStation {
  const { lambda, mu, c, K, arrivals, batch } = facts;
  const assumptions = [
    ...(arrivals === POISSON ? [] : ['its arrivals are taken as Poisson']),
    ...(batch === 1 ? [] : [`the ${batch} elements of an arrival are taken to come one by one`]),
  ];
  return { queue: solveProcessorSharing({ lambda, mu, c, K }), assumptions };
}

/** A finite stage that holds its senders back has no exact answer alone: its arrivals depend on its own occupancy. */
function holdingStation({ stage, lambda, mu, c, K, arrivals, batch }: Facts): FittedStation {
  const single = c === 1;
  return {
    queue: single ? solveMm1kActual({ lambda, mu, K }) : solveMmckActual({ lambda, mu, c, K }),
    assumptions: [
      'what finds it full is taken to vanish and come again, not to wait at its sender',
      ...(arrivals === POISSON ? [] : ['its arrivals are taken as Poisson']),
      ...(batch === 1 ? [] : [`the ${batch} elements of an arrival are taken to come one by one`]),
      ...(isPoisson(stage.service) ? [] : ['its service times are taken as exponential']),
    ],
  };
}

function bulkStation({ stage, lambda, mu, c, K, arrivals, batch }: Facts): FittedStation {
  const bulk = stage.bulk!;
  const b = largest(bulk);
  const assumptions = [
    ...(arrivals === POISSON ? [] : ['its arrivals are taken as Poisson']),
    ...(batch === 1 ? [] : [`the ${batch} elements of an arrival are taken to come one by one`]),
    ...(bulk.timeout === undefined ? [] : ['a batch is taken to wait without a timeout']),
    ...(K === Number.POSITIVE_INFINITY ? [] : ['it is taken to have room for all']),
    ...(c === 1 ? [] : [`its ${c} servers are taken as one that is ${c} times as fast`]),
  ];
  const rate = c * mu;
  if (bulk.rule === 'full' && lawScv(stage.service) === 0)
    return { queue: solveDeterministicBulk({ lambda, mu: rate, b }), assumptions };
  if (!isPoisson(stage.service)) assumptions.push('its service times are taken as exponential');
  const queue =
    bulk.rule === 'full'
      ? solveFullBulk({ lambda, mu: rate, b })
      : solveUpToBulk({ lambda, mu: rate, b, a: bulk.min });
  return { queue, assumptions };
}

/** Two moments where there is room for all, else the exponential model with the same means. */
function nearest(facts: Facts): FittedStation {
  const { stage, lambda, mu, c, K, arrivals, batch } = facts;
  if (K === Number.POSITIVE_INFINITY) {
    const moments = {
      arrivalRate: lambda,
      arrivalScv: batch * (arrivals === POISSON ? 1 : lawScv(arrivals)),
      serviceMean: 1 / mu,
      serviceScv: lawScv(stage.service),
    };
    const used = 'only the means and variances of its arrivals and services are used';
    const renewal = c === 1 && batch === 1 && !isCorrelated(arrivals);
    return {
      queue: solveTwoMomentQueue({ ...moments, servers: c, batch }),
      assumptions: [renewal ? `${used}${boundsOf(moments)}` : used],
    };
  }
  return {
    queue: solveMmck({ lambda, mu, c, K }),
    assumptions: [
      ...(arrivals === POISSON ? [] : ['its arrivals are taken as Poisson']),
      ...(batch === 1 ? [] : [`the ${batch} elements of an arrival are taken to come one by one`]),
      ...(isPoisson(stage.service) ? [] : ['its service times are taken as exponential']),
    ],
  };
}

/** How far off the mean wait may be, where bounds are known. */
function boundsOf(moments: TwoMoments): string {
  const [low, high] = waitingTimeBounds(moments);
  if (!Number.isFinite(high)) return '';
  return `; whatever their laws, the mean wait is between ${digits(low)} and ${digits(high)} s`;
}

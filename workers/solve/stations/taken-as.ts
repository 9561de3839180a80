/** What a nearest model takes for granted, in words, with the direction and size of what that does where they are known. */
import { distributionScv, isCorrelated, isPoisson } from '../../../core/distributions/index.ts';
import { sharesServers } from '../../../core/rules/discipline.ts';
import { digits, percent, times } from '../verdict-words.ts';
import { variabilityFactor } from './mg1.ts';
import { type Assumed, type Facts, isPoissonStream } from './station-case.ts';

const NOTICED = 0.2;

/** `factor`: the real queue over the one shown. */
function queueOff(words: string, factor: number): Assumed {
  const doubtful = !(Math.abs(factor - 1) <= NOTICED);
  if (!doubtful || !Number.isFinite(factor)) return { text: words, doubtful };
  const direction = factor > 1 ? 'longer' : 'shorter';
  return { text: `${words}; the real queue is ${direction}, about ${times(factor)} the one shown`, doubtful };
}

/** Distributions with phases in place of those drawn, the sums of their squared coefficients of variation given. */
export const distributionsAsPhases = (words: string, drawn: number, taken: number): Assumed =>
  queueOff(words, taken > drawn ? drawn / taken : 1);

export function arrivalsAsPoisson(facts: Facts): Assumed | undefined {
  if (isPoissonStream(facts)) return undefined;
  const { arrivals, stage } = facts;
  const words = 'its arrivals are taken as Poisson';
  if (isCorrelated(arrivals))
    return {
      text: `${words}, without their bursts; the real queue can be many times longer`,
      doubtful: true,
    };
  const service = sharesServers(stage) ? 1 : distributionScv(stage.service);
  return queueOff(words, (distributionScv(arrivals) + service) / (1 + service));
}

export function batchesAsSingles({ batch }: Facts): Assumed | undefined {
  if (batch === 1) return undefined;
  const text = `the ${batch} elements of an arrival are taken to come one by one; the real queue is longer, up to ${times((batch + 1) / 2)} the occupancy`;
  return { text, doubtful: true };
}

export function serviceAsExponential({ stage: { service } }: Facts): Assumed | undefined {
  if (isPoisson(service)) return undefined;
  return queueOff('its service times are taken as exponential', variabilityFactor(distributionScv(service)));
}

/** A batch that fills before the timeout is not touched by it. */
export function timeoutIgnored({ stage: { bulk }, lambda, a }: Facts): Assumed | undefined {
  if (bulk?.timeout === undefined || a === 1) return undefined;
  const words = 'a batch is taken to wait without a timeout';
  const filling = (a - 1) / lambda;
  if (filling < bulk.timeout / 4) return { text: words, doubtful: false };
  const text = `${words}; the real queue is shorter: one waits up to ${digits(bulk.timeout)} s for its batch, not ${digits(filling)} s`;
  return { text, doubtful: true };
}

/**
 * Approximates bulk service by its moments (bulk-moments.ts). Regular arrivals may keep step with groups and
 * timeouts.
 */
export function bulkByMoments(facts: Facts, isFlushed: boolean): Assumed {
  const { arrivals, batch } = facts;
  const keepsStep = batch > 1 || isFlushed || distributionScv(arrivals) < NOTICED;
  const text = 'only the means and variances of its arrivals and services are used';
  return !isPoissonStream(facts) && !isCorrelated(arrivals) && keepsStep
    ? { text: `${text}, not how its arrivals keep step with its batches`, doubtful: true }
    : { text: `${text}; simulated queues are within a third of this`, doubtful: false };
}

export const FLUSHED_IN_PHASES: Assumed = {
  text: 'its flush timeout is taken in phases, and what a full batch leaves behind to be as old as so many Poisson arrivals; simulated queues are within 5 % of this',
  doubtful: false,
};

/**
 * For a finite stage whose model has room for all: `full` is the share of time in which it would need more, where
 * known.
 */
export function roomForAll({ K }: Facts, full: number | undefined, meanOccupancy: number): Assumed {
  const doubtful = full === undefined ? 3 * meanOccupancy > K : !(full < 0.01);
  const share =
    full === undefined ? '' : `, and needs more than its ${K} places ${percent(full)} of the time`;
  const words = `it is taken to have room for all${share}`;
  return {
    text: doubtful ? `${words}; the real queue is shorter, and what it loses or holds up is left out` : words,
    doubtful,
  };
}

/** For a stage whose capacity lets less through than it is offered. */
export const PLACES_TOO_FEW: Assumed = {
  text: 'its places let less through than it is offered; what it cannot take is left out, and its senders carry less than shown',
  doubtful: true,
};

/** For a stage that blocks its senders: `full` is the share of time. */
export function comesAgain(full: number): Assumed | undefined {
  if (full < 0.01) return undefined;
  const text = `what finds it full (${percent(full)} of the time) is taken to vanish and come again, not to wait at its sender; the real stage is full more often, and what its sender carries is less`;
  return { text, doubtful: true };
}

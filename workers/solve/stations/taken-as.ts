/** What a nearest model assumes, with the direction and size of what that does where they are known. */
import { distributionScv, isCorrelated, isPoisson } from '../../../core/distributions/index.ts';
import { type ModelAssumption, modelAssumption } from '../../../core/measures/verdicts.ts';
import { sharesServers } from '../../../core/rules/discipline.ts';
import { variabilityFactor } from './mg1.ts';
import { type Facts, isPoissonStream } from './station-case.ts';

const NOTICED = 0.2;

/**
 * Above this share of time more irregular times may as well make the queue of a finite stage shorter, by what they keep out: of 1,500
 * random M/M/c/K the direction was wrong in 2 of 580 below 0.03, and in half above 0.1.
 */
export const OFTEN_FULL = 0.02;

/** What is taken for granted of a stage that is often full: that it matters, but not which way. */
export function withoutDirection(assumption: ModelAssumption): ModelAssumption {
  const { code, facts, doubtful } = assumption;
  switch (code) {
    case 'poissonArrivals':
    case 'exponentialService':
      return modelAssumption(code, { ...facts, factor: 1 }, doubtful);
    case 'phases':
      return modelAssumption(code, { ...facts, factor: 1 }, doubtful);
    case 'singleArrivals':
      return modelAssumption(code, { size: facts.size }, doubtful);
    case 'bulkMoments':
      return modelAssumption(code, { keepsStep: facts.keepsStep }, doubtful);
    case 'noBursts':
    case 'gammaService':
    case 'timeoutInPhases':
      return modelAssumption(code, {}, doubtful);
    case 'noTimeout':
    case 'twoMoments':
    case 'oneServer':
    case 'unlimitedCapacity':
    case 'excessLeftOut':
    case 'blockedRetry':
      return assumption;
  }
}

/** `factor`: the real queue over the computed one, 1 where that is not worth telling. */
function queueOff(factor: number): { readonly factor: number; readonly isDoubtful: boolean } {
  const isDoubtful = !(Math.abs(factor - 1) <= NOTICED);
  return { factor: isDoubtful && Number.isFinite(factor) ? factor : 1, isDoubtful };
}

/** Distributions with phases in place of those drawn, the sums of their squared coefficients of variation given. */
export function distributionsAsPhases(
  of: 'service' | 'both',
  most: number,
  [drawn, taken]: readonly [number, number],
): ModelAssumption {
  const { factor, isDoubtful } = queueOff(taken > drawn ? drawn / taken : 1);
  return modelAssumption('phases', { of, most, factor }, isDoubtful);
}

export function arrivalsAsPoisson(facts: Facts): ModelAssumption | undefined {
  if (isPoissonStream(facts)) return undefined;
  const { arrivals, stage } = facts;
  if (isCorrelated(arrivals)) return modelAssumption('noBursts', {}, true);
  const service = sharesServers(stage) ? 1 : distributionScv(stage.service);
  const { factor, isDoubtful } = queueOff((distributionScv(arrivals) + service) / (1 + service));
  return modelAssumption('poissonArrivals', { factor }, isDoubtful);
}

/** Groups may fit the batches that are served, which makes the queue shorter. */
export function batchesAsSingles({ batch, b }: Facts): ModelAssumption | undefined {
  if (batch === 1) return undefined;
  const longer = { side: 'longer', factor: (batch + 1) / 2 } as const;
  return modelAssumption('singleArrivals', { size: batch, ...(b === 1 && longer) }, true);
}

export function serviceAsExponential({ stage: { service } }: Facts): ModelAssumption | undefined {
  if (isPoisson(service)) return undefined;
  const { factor, isDoubtful } = queueOff(variabilityFactor(distributionScv(service)));
  return modelAssumption('exponentialService', { factor }, isDoubtful);
}

/** A batch that fills before the timeout is not touched by it. */
export function timeoutIgnored({ stage: { bulk }, lambda, a }: Facts): ModelAssumption | undefined {
  if (bulk?.timeout === undefined || a === 1) return undefined;
  const filling = (a - 1) / lambda;
  const { timeout } = bulk;
  return filling < timeout / 4
    ? modelAssumption('noTimeout', { filling }, false)
    : modelAssumption('noTimeout', { filling, timeout }, true);
}

/**
 * Approximates bulk service by its moments (bulk-moments.ts). Regular arrivals may keep step with groups and
 * timeouts.
 */
export function bulkByMoments(facts: Facts, isFlushed: boolean): ModelAssumption {
  const { arrivals, batch } = facts;
  const mayKeepStep = batch > 1 || isFlushed || distributionScv(arrivals) < NOTICED;
  const keepsStep = !isPoissonStream(facts) && !isCorrelated(arrivals) && mayKeepStep;
  return modelAssumption('bulkMoments', keepsStep ? { keepsStep } : { keepsStep, isTried: true }, keepsStep);
}

export const FLUSHED_IN_PHASES = modelAssumption('timeoutInPhases', { isTried: true }, false);

/** For a finite stage whose model has room for all: `share` of time that it needs more, where that is known. */
export function roomForAll({ K }: Facts, share: number | undefined, meanOccupancy: number): ModelAssumption {
  const isDoubtful = share === undefined ? 3 * meanOccupancy > K : !(share < 0.01);
  return modelAssumption('unlimitedCapacity', { capacity: K, share, isDoubtful }, isDoubtful);
}

/** For a stage whose capacity lets less through than it is offered. */
export const PLACES_TOO_FEW = modelAssumption('excessLeftOut', {}, true);

/** For a stage that blocks its senders for this share of time. */
export const comesAgain = (share: number): ModelAssumption | undefined =>
  share < 0.01 ? undefined : modelAssumption('blockedRetry', { share }, true);

/**
 * The nearest model where none is exact, elements served one by one: two moments where there is room for all; with a limit distributions with
 * phases of the same two moments, else the exponential model with the same means.
 */
import {
  type ArrivalDistribution,
  distributionMean,
  distributionScv,
  hasParts,
  isCorrelated,
  isPoisson,
  isServiceDistribution,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import { modelAssumption } from '../../../core/measures/verdicts.ts';
import { fixedBatches, solveBatchArrivals } from './batch-arrivals.ts';
import { type Feeling, feltScv } from './felt-variability.ts';
import { solveTwoMomentQueue, type TwoMoments, waitingTimeBounds } from './gg1.ts';
import { solveMapPh } from './map-ph.ts';
import { solveMmck } from './mmck.ts';
import { assuming, type Facts, type FittedStation, isPoissonStream } from './station-case.ts';
import {
  arrivalsAsPoisson,
  batchesAsSingles,
  distributionsAsPhases,
  serviceAsExponential,
} from './taken-as.ts';

export function fitNearest(facts: Facts): FittedStation {
  if (facts.K === Number.POSITIVE_INFINITY) return twoMoments(facts);
  return facts.batch > 1 ? exponentialBatches(facts) : (phaseStandIn(facts) ?? exponential(facts));
}

function twoMoments(facts: Facts): FittedStation {
  const { stage, lambda, mu, c, arrivals, batch } = facts;
  const moments = {
    arrivalRate: lambda,
    arrivalScv:
      batch *
      (isPoissonStream(facts)
        ? 1
        : feltScv(arrivals, { load: lambda / (c * mu), room: Number.POSITIVE_INFINITY })),
    serviceMean: 1 / mu,
    serviceScv: distributionScv(stage.service),
  };
  const renewal = c === 1 && batch === 1 && !isCorrelated(arrivals);
  const wait = renewal
    ? boundsOf({ ...moments, arrivalScv: isPoissonStream(facts) ? 1 : distributionScv(arrivals) })
    : undefined;
  const queue = solveTwoMomentQueue({ ...moments, servers: c, batch });
  const assumed = modelAssumption('twoMoments', wait ? { wait } : {}, isCorrelated(arrivals));
  return assuming(queue, [assumed]);
}

/** How far off the mean wait may be, where bounds are known. */
function boundsOf(moments: TwoMoments): readonly [number, number] | undefined {
  const bounds = waitingTimeBounds(moments);
  return Number.isFinite(bounds[1]) ? bounds : undefined;
}

/** Exponential servers and Poisson batches: batches matter more than distributions. */
function exponentialBatches(facts: Facts): FittedStation {
  const { lambda, mu, c, K, batch, admission } = facts;
  const queue = solveBatchArrivals({ ...fixedBatches(batch), batches: lambda / batch, mu, c, K, admission });
  if (queue) return assuming(queue, [arrivalsAsPoisson(facts), serviceAsExponential(facts)]);
  return assuming(solveMmck({ lambda, mu, c, K }), [
    arrivalsAsPoisson(facts),
    batchesAsSingles(facts),
    serviceAsExponential(facts),
  ]);
}

function exponential(facts: Facts): FittedStation {
  const { lambda, mu, c, K } = facts;
  return assuming(solveMmck({ lambda, mu, c, K }), [arrivalsAsPoisson(facts), serviceAsExponential(facts)]);
}

/** MAP/PH/c/K with distributions of the same mean and, as far as so many phases can be as regular, variance. */
function phaseStandIn(facts: Facts): FittedStation | undefined {
  const { stage, lambda, mu, c, K } = facts;
  const poisson = isPoissonStream(facts);
  // A stage that holds its senders up is solved many times.
  for (const most of facts.loses ? [16, 8, 4, 2] : [8, 4, 2]) {
    const room = { load: lambda / (c * mu), room: K };
    const service = withPhases(stage.service, { ...room, load: 1 / room.load }, most);
    const arrivals =
      poisson || isCorrelated(facts.arrivals) ? facts.arrivals : withPhases(facts.arrivals, room, most);
    if (!service || !arrivals) return undefined;
    const queue = solveMapPh({ arrivals, lambda, service, mu, c, K });
    if (!queue) continue;
    const drawn = distributionScv(facts.arrivals) + distributionScv(stage.service);
    const taken = distributionScv(arrivals) + distributionScv(service);
    return assuming(queue, [distributionsAsPhases(poisson ? 'service' : 'both', most, [drawn, taken])]);
  }
  return undefined;
}

/** Undefined without a finite variance. */
function withPhases(
  distribution: ArrivalDistribution,
  feeling: Feeling,
  most: number,
): ServiceDistribution | undefined {
  if (!isServiceDistribution(distribution)) return undefined;
  if (isPoisson(distribution) || !hasParts(distribution)) return distribution;
  const scv = feltScv(distribution, feeling);
  const mean = distributionMean(distribution);
  if (!Number.isFinite(scv)) return undefined;
  if (scv > 1) return { distribution: 'hyperexponential', mean, scv };
  const shape = Math.min(most, Math.max(1, Math.round(1 / scv)));
  return shape === 1 ? { distribution: 'exponential', mean } : { distribution: 'erlang', mean, shape };
}

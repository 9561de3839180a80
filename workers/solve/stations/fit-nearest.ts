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
import { digits } from '../verdict-words.ts';
import { fixedBatches, solveBatchArrivals } from './batch-arrivals.ts';
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
    arrivalScv: batch * (isPoissonStream(facts) ? 1 : distributionScv(arrivals)),
    serviceMean: 1 / mu,
    serviceScv: distributionScv(stage.service),
  };
  const used = 'only the means and variances of its arrivals and services are used';
  const renewal = c === 1 && batch === 1 && !isCorrelated(arrivals);
  const text = renewal ? `${used}${boundsOf(moments)}` : used;
  const queue = solveTwoMomentQueue({ ...moments, servers: c, batch });
  return assuming(queue, [{ text, doubtful: isCorrelated(arrivals) }]);
}

/** How far off the mean wait may be, where bounds are known. */
function boundsOf(moments: TwoMoments): string {
  const [low, high] = waitingTimeBounds(moments);
  if (!Number.isFinite(high)) return '';
  return `; whatever their distributions, the mean wait is between ${digits(low)} and ${digits(high)} s`;
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
    const service = withPhases(stage.service, most);
    const arrivals =
      poisson || isCorrelated(facts.arrivals) ? facts.arrivals : withPhases(facts.arrivals, most);
    if (!service || !arrivals) return undefined;
    const queue = solveMapPh({ arrivals, lambda, service, mu, c, K });
    if (!queue) continue;
    const what = poisson ? 'its service times are' : 'its arrivals and service times are';
    const words = `${what} taken as distributions with up to ${most} phases of the same mean, and of the same variance where so many can have it`;
    const drawn = distributionScv(facts.arrivals) + distributionScv(stage.service);
    return assuming(queue, [
      distributionsAsPhases(words, drawn, distributionScv(arrivals) + distributionScv(service)),
    ]);
  }
  return undefined;
}

/** Undefined without a finite variance. */
function withPhases(distribution: ArrivalDistribution, most: number): ServiceDistribution | undefined {
  if (!isServiceDistribution(distribution)) return undefined;
  if (isPoisson(distribution) || !hasParts(distribution)) return distribution;
  const scv = distributionScv(distribution);
  const mean = distributionMean(distribution);
  if (!Number.isFinite(scv)) return undefined;
  if (scv > 1) return { distribution: 'hyperexponential', mean, scv };
  const shape = Math.min(most, Math.max(1, Math.round(1 / scv)));
  return shape === 1 ? { distribution: 'exponential', mean } : { distribution: 'erlang', mean, shape };
}

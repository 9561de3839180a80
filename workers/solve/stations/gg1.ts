/**
 * G/G/c: mean waiting time from the first two moments, an approximation; and bounds that hold for every G/G/1.
 *
 * Inputs: `arrivalRate`, 1/s; `serviceMean`, s; the scv of both; `servers`, integer >= 1. Arrivals are a renewal process.
 * Outputs: mean time to the start of service, s; Infinity from a load of 1 on.
 * Method: the wait of M/M/c times (ca^2 + cs^2) / 2 (Allen & Cunneen), times the correction of Kraemer &
 * Langenbach-Belz for arrivals that are more regular than Poisson. Exact for M/G/1, M/M/c and D/D/c.
 * Source: Kraemer & Langenbach-Belz 1976, 8th International Teletraffic Congress, 235; Allen 1990, Probability, Statistics and
 * Queueing Theory, section 5.3; the correction is left out for ca^2 > 1 as in Whitt 1983, QNA, eq. (45); Marchal 1976, AIIE Trans. 8,
 * 473-478. Bounds: Kingman 1962, Biometrika 49; Daley 1977; Marchal 1978, Oper. Res. 26, 1083-1088.
 */
import { exp, log } from '../../../core/numeric/elementary.ts';
import { solveManyServers } from './many-servers.ts';
import { type Queue, type Saturated, saturated } from './queue.ts';

export interface TwoMoments {
  readonly arrivalRate: number;
  readonly arrivalScv: number;
  readonly serviceMean: number;
  readonly serviceScv: number;
}

export interface ManyServerMoments extends TwoMoments {
  readonly servers: number;
}

export function waitingTimeGGc(moments: ManyServerMoments): number {
  const { arrivalRate, arrivalScv, serviceMean, serviceScv, servers } = moments;
  const load = (arrivalRate * serviceMean) / servers;
  if (load === 0 || arrivalScv + serviceScv === 0) return load < 1 ? 0 : Number.POSITIVE_INFINITY;
  if (!(load < 1)) return Number.POSITIVE_INFINITY;
  const { meanQueueLength } = solveManyServers({
    x: log(load),
    c: servers,
    K: Number.POSITIVE_INFINITY,
  });
  const variability = (arrivalScv + serviceScv) / 2;
  if (variability === Number.POSITIVE_INFINITY) return variability;
  return (meanQueueLength / arrivalRate) * variability * regularity(load, arrivalScv, serviceScv);
}

/** What arrivals more regular than Poisson save: 1 for ca^2 >= 1 and at a load of 1. */
function regularity(load: number, arrivalScv: number, serviceScv: number): number {
  if (arrivalScv >= 1) return 1;
  return exp((-2 * (1 - load) * (1 - arrivalScv) ** 2) / (3 * load * (arrivalScv + serviceScv)));
}

/** Marchal's approximation for one server: exact for M/G/1, and near the upper bound under heavy load. */
export function waitingTimeMarchal(moments: TwoMoments): number {
  const { arrivalRate, arrivalScv, serviceMean, serviceScv } = moments;
  const load = arrivalRate * serviceMean;
  if (!(load < 1)) return Number.POSITIVE_INFINITY;
  const squared = load * load;
  const shrink = (squared * (1 + serviceScv)) / (1 + squared * serviceScv);
  return load === 0 ? 0 : (shrink * (arrivalScv + squared * serviceScv)) / (2 * arrivalRate * (1 - load));
}

/** What the mean wait of a G/G/1 with these moments lies between: Marchal below, Daley (who sharpened Kingman) above. */
export function waitingTimeBounds(moments: TwoMoments): readonly [number, number] {
  const { arrivalRate, arrivalScv, serviceMean, serviceScv } = moments;
  const load = arrivalRate * serviceMean;
  if (load === 0) return [0, 0];
  if (!(load < 1)) return [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const twice = 2 * arrivalRate * (1 - load);
  const low = (load * load * serviceScv - load * (2 - load)) / twice;
  const high = ((2 - load) * load * arrivalScv + load * load * serviceScv) / twice;
  return [Math.max(0, low), high];
}

/** As a queue: means only. Each of `batch` elements that arrive together waits for half of the others besides. */
export function solveTwoMomentQueue(
  moments: ManyServerMoments & { readonly batch: number },
): Queue | Saturated {
  const { arrivalRate, serviceMean, servers, batch } = moments;
  const model = `G/G/${servers === 1 ? 1 : 'c'}`;
  const work = arrivalRate * serviceMean;
  if (work >= servers) return saturated(model);
  const mates = ((batch - 1) * serviceMean) / (2 * servers);
  const meanQueueLength = arrivalRate * (waitingTimeGGc(moments) + mates);
  return {
    model,
    offeredRate: arrivalRate,
    arrivalRate,
    utilization: work / servers,
    meanOccupancy: meanQueueLength + work,
    meanQueueLength,
  };
}

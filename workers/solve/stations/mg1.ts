/**
 * M/G/1: Poisson arrivals, any service distribution, one server, room for all. Exact; means and occupancy are the same for FCFS,
 * LCFS and random selection without interruption, times are for FCFS.
 *
 * Inputs: `lambda`, 1/s, >= 0; `mu`, services per second, > 0; `distribution` of the service, stretched to the mean 1 / mu.
 * Outputs: Pollaczek-Khinchine: N_Q = rho^2 (1 + scv) / (2 (1 - rho)), N_G = N_Q + rho. With infinite variance both
 * are Infinity: the queue has a distribution but no mean. P[N = n] by crossings of levels (mg1-levels.ts), times by inversion.
 * Numerics: 1 - rho is taken as (mu - lambda) / mu. No occupancy where it would be too long, nor times, for heavy tails.
 * Refuses: saturated when lambda >= mu.
 * Source: Bolch, Greiner, de Meer & Trivedi 2006, eq. (6.49) ff.
 */
import {
  distributionMean,
  distributionScv,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import { arrivalCounts } from './distribution-counts.ts';
import { type LevelRatios, levelRatios } from './mg1-levels.ts';
import { mg1Time } from './mg1-times.ts';
import { emptyQueue, type Queue, type Saturated, SMALLEST_TAIL, saturated, tailFrom } from './queue.ts';
import { stretched } from './time-distribution.ts';

export interface Mg1Input {
  readonly lambda: number;
  readonly mu: number;
  readonly distribution: ServiceDistribution;
}

export function solveMg1({ lambda, mu, distribution }: Mg1Input): Queue | Saturated {
  const model = distributionScv(distribution) === 0 ? 'M/D/1' : 'M/G/1';
  if (lambda >= mu) return saturated(model);
  if (lambda === 0) return emptyQueue(model);
  const [rho, idle] = [lambda / mu, (mu - lambda) / mu];
  const meanQueueLength = (rho * rho * (1 + distributionScv(distribution))) / (2 * idle);
  // In the distribution's own time, in which a service takes `distributionMean` and `stretch` of our seconds are one.
  const own = rho / distributionMean(distribution);
  const stretch = 1 / (mu * distributionMean(distribution));
  const shares = () => occupancy(distribution, own, idle);
  const times = { distribution, lambda: own, idle, meanWait: meanQueueLength / own };
  const timeDistribution = (served: boolean) => {
    const found = mg1Time(times, served);
    return found && stretched(found, stretch);
  };
  return {
    model,
    offeredRate: lambda,
    arrivalRate: lambda,
    utilization: rho,
    meanOccupancy: meanQueueLength + rho,
    meanQueueLength,
    tail: tailFrom(shares),
    distribution: shares,
    waitingTime: () => timeDistribution(false),
    sojournTime: () => timeDistribution(true),
  };
}

function occupancy(distribution: ServiceDistribution, rate: number, idle: number): number[] | undefined {
  if (distributionScv(distribution) === Number.POSITIVE_INFINITY) return undefined;
  const counts = arrivalCounts(distribution, rate);
  const enough = ({ ratios, sum }: LevelRatios) =>
    1 - idle * sum < SMALLEST_TAIL || idle * ratios.at(-1)! < NOTHING;
  return counts && levelRatios(counts, enough)?.ratios.map((ratio) => idle * ratio);
}

/** Terms below this no longer change the sum; its rounding may keep it from ever coming within the smallest tail of 1. */
const NOTHING = 1e-18;

/** What the service distribution makes of an M/M/1 queue: N_Q is multiplied by (1 + scv) / 2. */
export const variabilityFactor = (scv: number): number => (1 + scv) / 2;

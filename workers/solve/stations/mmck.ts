/**
 * M/M/c/K: Poisson arrivals, c exponential servers, room for K >= c elements, those in service included.
 *
 * `solveMmck`: the loss system, `lambda` is offered. Exact. `solveMmckActual`: `lambda` is what entered, and the
 * offered rate is the one whose accepted part it is: Dor's reading of a measured rate (see mm1k.ts), for c servers.
 *
 * Inputs: `lambda`, 1/s, >= 0; `mu`, services per second of one server, > 0; integers `c` >= 1 and `K` >= c.
 * Outputs: N_G, N_Q, the full probability P[N = K], which for Poisson arrivals is the loss probability.
 * Numerics: the search runs in x = ln(lambda_o / (c mu)); the idle share of the servers is compared where it is the
 * smaller one, else the busy share. Cost O(c), the actual form some 15 times that.
 * Refuses: the actual form is saturated when lambda >= c mu.
 * Source: Bolch, Greiner, de Meer & Trivedi 2006, section 6.6 (M/M/m/K); the actual form after Dor 2010, section 4.3.3.
 */
import { exp, log } from '../../../core/numeric/elementary.ts';
import { findRoot } from '../../numeric/find-root.ts';
import { logLoad } from './log-load.ts';
import { serverShares, solveManyServers } from './many-servers.ts';
import type { MmcInput } from './mmc.ts';
import { emptyQueue, type Queue, type Saturated, saturated } from './queue.ts';
import { steppedTime, thenExponential } from './stepped-time.ts';

export interface MmckInput extends MmcInput {
  readonly K: number;
}

const MODEL = 'M/M/c/K';

export function solveMmck({ lambda, mu, c, K }: MmckInput): Queue {
  if (lambda === 0) return emptyQueue(MODEL);
  return queueAt(logLoad(lambda, c * mu), { lambda, mu, c, K });
}

export function solveMmckActual({ lambda, mu, c, K }: MmckInput): Queue | Saturated {
  const idle = (c * mu - lambda) / (c * mu);
  if (!(idle > 0)) return saturated(MODEL);
  if (lambda === 0) return emptyQueue(MODEL);
  const busy = lambda / (c * mu);
  const x = offeredLogRatio({ busy, idle, c, K });
  return queueAt(x, { lambda: c * mu * exp(x), mu, c, K }, lambda);
}

interface Target {
  readonly busy: number;
  readonly idle: number;
  readonly c: number;
  readonly K: number;
}

/** x = ln(lambda_o / (c mu)) at which the servers are busy for the given share. */
function offeredLogRatio({ busy, idle, c, K }: Target): number {
  const excess = (x: number) => {
    const found = serverShares({ x, c, K });
    return busy < 0.5 ? log(found.utilization / busy) : log(idle / found.idle);
  };
  const low = log(busy);
  if (excess(low) >= 0) return low;
  let width = 1;
  while (excess(low + width) < 0) width *= 2;
  return findRoot(excess, low, low + width);
}

/** `accepted`, 1/s, where it is known better than from x. */
function queueAt(x: number, { lambda, mu, c, K }: MmckInput, accepted?: number): Queue {
  const solved = solveManyServers({ x, c, K });
  const { meanQueueLength, foundBusy, tail, distribution } = solved;
  const utilization = accepted === undefined ? solved.utilization : accepted / (c * mu);
  const perServer = meanQueueLength / utilization;
  return {
    model: MODEL,
    offeredRate: lambda,
    arrivalRate: accepted ?? c * mu * utilization,
    utilization,
    meanOccupancy: meanQueueLength + c * utilization,
    meanQueueLength,
    tail,
    distribution,
    // Mean steps at rate c mu by Little's law: N_Q / (c mu utilization) seconds.
    waitingTime: () => steppedTime({ rate: c * mu, more: foundBusy, mean: perServer }),
    sojournTime: () =>
      steppedTime({ rate: c * mu, more: thenExponential(foundBusy, c), mean: perServer + c }),
  };
}

/**
 * M/M/1/K: Poisson arrivals, exponential service, one server, room for K elements, the one in service included.
 *
 * Two questions. `solveMm1k`: the loss system; `lambda` is offered and what finds no room is lost. Exact.
 * `solveMm1kActual`: Dor's model of a stage that holds its senders up; `lambda` is what entered (lambda_a), and the
 * offered rate lambda_o is the one whose accepted part is lambda_a. An approximation: real senders wait, here they try
 * and vanish.
 *
 * Inputs: `lambda`, 1/s, >= 0; `mu`, 1/s, > 0; `K`, integer >= 1.
 * Outputs: P[N = n] proportional to rho_o^n, n = 0..K; N_G; N_Q; the full probability P_K = P[N = K]. What enters
 * finds a truncated geometric number on 0..K-1 before it, and waits for as many exponential services.
 * Numerics: everything is computed in x = ln rho_o (see truncated-geometric.ts), so K in the millions, rho_o = 1 and
 * rho_a within 1e-12 of 1 keep their digits. The search solves 1 - P_0 = rho_a from the side that is small: the busy
 * share below 1/2, the idle share above. Both are monotone in x, and ln(rho_a) <= x <= ln(rho_a / (1 - rho_a)), the
 * ends being K = infinity and K = 1.
 * Refuses: the actual form is saturated when rho_a >= 1, since no offered rate, however large, makes one server
 * accept that.
 * Source: Dor 2010, figure 5 and section 4.3.3, with the denominator of P_K as 1 - rho_o^(K+1).
 */
import { exp, expm1, log, log1p } from '../../../core/numeric/elementary.ts';
import { findRoot } from '../../numeric/find-root.ts';
import {
  logGeometricSum,
  logGeometricTail,
  truncatedGeometricMean,
  truncatedGeometricTail,
} from '../../numeric/truncated-geometric.ts';
import { logLoad } from './log-load.ts';
import { geometricDistribution } from './mm1.ts';
import { emptyQueue, type Queue, type Saturated, saturated } from './queue.ts';
import { steppedTime } from './stepped-time.ts';
import type { TimeDistribution } from './time-distribution.ts';
import { geometricStepsTransform } from './time-transform.ts';

export interface Mm1kInput {
  readonly lambda: number;
  readonly mu: number;
  readonly K: number;
}

const MODEL = 'M/M/1/K';

export function solveMm1k({ lambda, mu, K }: Mm1kInput): Queue {
  return lambda === 0 ? emptyQueue(MODEL) : queueAt(logLoad(lambda, mu), { lambda, mu, K });
}

export function solveMm1kActual({ lambda, mu, K }: Mm1kInput): Queue | Saturated {
  if (lambda >= mu) return saturated(MODEL);
  if (lambda === 0) return emptyQueue(MODEL);
  const x = offeredLogRatio({ busy: lambda / mu, idle: (mu - lambda) / mu, K });
  return queueAt(x, { lambda: mu * exp(x), mu, K }, lambda);
}

/** x = ln rho_o such that the server is busy for the given share of time. */
function offeredLogRatio({ busy, idle, K }: { busy: number; idle: number; K: number }): number {
  const low = log(busy);
  const logIdle = log(idle);
  const high = low - logIdle;
  const excess =
    busy < 0.5
      ? (x: number) => logGeometricTail(x, K, 1) - low
      : (x: number) => logIdle + logGeometricSum(x, K);
  // At an end of the bracket the excess may round to the wrong side of 0: then the end is the answer.
  if (excess(low) >= 0) return low;
  if (excess(high) <= 0) return high;
  return findRoot(excess, low, high);
}

/** `accepted`, 1/s, where it is known better than from x. */
function queueAt(x: number, { lambda, mu, K }: Mm1kInput, accepted?: number): Queue {
  const busy = accepted === undefined ? truncatedGeometricTail(x, K, 1) : accepted / mu;
  const waitingGivenBusy = truncatedGeometricMean(x, K - 1);
  return {
    model: MODEL,
    offeredRate: lambda,
    arrivalRate: accepted ?? mu * busy,
    utilization: busy,
    // Given that somebody is there, the others are a truncated geometric number again, on 0..K-1.
    meanOccupancy: busy * (1 + waitingGivenBusy),
    meanQueueLength: busy * waitingGivenBusy,
    tail: (n) => truncatedGeometricTail(x, K, n),
    distribution: () => geometricDistribution(x, K),
    waitingTime: () => timeOf({ x, mu, K, before: 1, mean: waitingGivenBusy }),
    sojournTime: () => timeOf({ x, mu, K, before: 0, mean: 1 + waitingGivenBusy }),
  };
}

interface Services {
  readonly x: number;
  readonly mu: number;
  readonly K: number;
  /** Fewest found before; k services take longer than t for those who find k + `before` or more. */
  readonly before: 0 | 1;
  /** Mean number of services. */
  readonly mean: number;
}

/** With rho = e^x the tail is (rho^before e^(-mu (1 - rho) t) - rho^K) / (1 - rho^K) as long as K services take longer. */
function timeOf({ x, mu, K, before, mean }: Services): TimeDistribution {
  /** Services, if as many as it takes could be found. */
  const withoutEnd = (beyond: number): number => {
    const log = log1p((1 - beyond) * expm1(K * x)) - before * x;
    return x === 0 ? (1 - beyond) * K - before : log / expm1(x);
  };
  return {
    ...steppedTime({ rate: mu, more: (k) => truncatedGeometricTail(x, K - 1, k + before), mean }),
    exceededBy: (beyond) => {
      const steps = withoutEnd(beyond);
      if (!(steps > 0)) return steps <= 0 ? 0 : undefined;
      const most = steps * Math.max(1, exp(x));
      return most + 8 * Math.sqrt(most) + 30 < K ? steps / mu : undefined;
    },
    near: (beyond) => withoutEnd(beyond) / mu,
    transform: geometricStepsTransform({ rate: mu, x, K, before }),
  };
}

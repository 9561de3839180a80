/**
 * M/G/c-PS and M/G/c/K-PS: Poisson arrivals of any service distribution, c servers shared equally by all who are there, each by
 * one at most: n elements each advance at the rate min(1, c / n). What finds K inside is lost. Exact.
 *
 * Inputs: `lambda` offered, 1/s, >= 0; `mu` of one server, 1/s, > 0; `c`; `K` >= c or Infinity.
 * Outputs: the occupancy of M/M/c[/K], which does not depend on the service distribution; `slowdown`: an element that needs x
 * seconds alone stays slowdown * x on average. Nobody waits apart from service.
 * Refuses: saturated when lambda >= c mu without a limit.
 * Source: Kelly 1979, Reversibility and Stochastic Networks, section 3.3 (symmetric queues); Cohen 1979, Acta Informatica
 * 12, 245-284 (generalized processor sharing); for one server Kleinrock 1976, Queueing Systems II, section 4.4.
 */
import { solveMmc } from './mmc.ts';
import { type MmckInput, solveMmck } from './mmck.ts';
import { isSaturated, type Queue, type Saturated, saturated } from './queue.ts';

export interface SharedQueue extends Queue {
  /** Mean time in the station over service time alone. */
  readonly slowdown: number;
}

export function solveProcessorSharing({ lambda, mu, c, K }: MmckInput): SharedQueue | Saturated {
  const model = `M/G/${c}${Number.isFinite(K) ? '/K' : ''}-PS`;
  const found = Number.isFinite(K) ? solveMmck({ lambda, mu, c, K }) : solveMmc({ lambda, mu, c });
  if (isSaturated(found)) return saturated(model);
  const { waitingTime: _waiting, sojournTime: _sojourn, ...occupancy } = found;
  const slowdown = found.arrivalRate > 0 ? (mu * found.meanOccupancy) / found.arrivalRate : 1;
  return { ...occupancy, model, slowdown };
}

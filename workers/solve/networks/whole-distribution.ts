/**
 * How many jobs there are at a station, closed and open together, from the distribution of the closed ones alone.
 *
 * Beside n closed jobs there are m open ones with probability C(n + m, m) rho^m / (work(1) ... work(n + m)) / f(n), in the
 * letters of beside-open.ts; each is the one before times rho (n + m) / (m work(n + m)), with which it rises to its mode and falls.
 * Inputs: P[n closed], n = 0, 1, ...; c servers, Infinity for a delay; rho open jobs in service, < c.
 * Outputs: P[n], n = 0, 1, ..., cut where the rest is below the smallest tail; undefined where it would be too long.
 * Source: as in beside-open.ts.
 */
import { cutTail, LONGEST_DISTRIBUTION } from '../stations/queue.ts';

export interface ClosedDistribution {
  /** P[n]. */
  readonly closed: readonly number[];
  readonly servers: number;
  readonly openWork: number;
}

export function wholeDistribution({ closed, servers, openWork }: ClosedDistribution): number[] | undefined {
  const whole: number[] = [];
  for (const [n, p] of closed.entries()) {
    if (p < NEGLIGIBLE) continue;
    // Near the mode, on whichever side: all in service, or the servers all busy.
    const mode = Math.floor(openWork * Math.max(1, n / (servers - openWork)));
    if (n + mode > LONGEST_DISTRIBUTION) return undefined;
    const { first, weights } = openDistribution({ n, c: servers, rho: openWork, mode });
    while (whole.length < n + first + weights.length) whole.push(0);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    weights.forEach((weight, k) => {
      whole[n + first + k]! += (p * weight) / total;
    });
  }
  return cutTail(whole);
}

const NEGLIGIBLE = 1e-18;

interface OpenJobs {
  readonly n: number;
  readonly c: number;
  readonly rho: number;
  readonly mode: number;
}

/** Of m open jobs beside n closed ones, from `first` on, over that near the mode. */
function openDistribution({ n, c, rho, mode }: OpenJobs) {
  const growth = (m: number) => (rho * (n + m)) / (m * Math.min(n + m, c));
  const above = [1];
  for (let m = mode + 1; above.length <= LONGEST_DISTRIBUTION; m++) {
    const weight = above.at(-1)! * growth(m);
    if (weight < NEGLIGIBLE) break;
    above.push(weight);
  }
  const below: number[] = [];
  let weight = 1;
  for (let m = mode; m > 0; m--) {
    weight /= growth(m);
    if (weight < NEGLIGIBLE) break;
    below.push(weight);
  }
  return { first: mode - below.length, weights: [...below.reverse(), ...above] };
}

/**
 * The variability that a queue feels of times whose variance is huge or infinite: a gap longer than it takes the queue to run
 * empty does no more than a shorter one.
 *
 * Output: the squared coefficient of variation with which the two-moment formula, rho^2 (ca^2 + 1) / (2 (1 - rho)), gives the
 * queue of G/M/1. Its root delta is where the transform of the residual gap leaves 1 - rho (gm1.ts). With `room` waiting places
 * the queue forgets by delta >= 1 / room; overloaded, by that alone. A share that chance takes out of a stream has the transform
 * p A / (1 - (1 - p) A), and what is felt of it is put back to the whole stream by c2_p = 1 - p + p c2.
 * Domain: variability up to `MOST_TOLD` is what it is, and so is that of distributions that have no parts (distribution-parts.ts).
 * Source: derived here from Gross & Harris 1998, section 5.3.1, and Whitt 1983, eq. (36).
 */
import {
  type ArrivalDistribution,
  distributionMean,
  distributionScv,
} from '../../../core/distributions/index.ts';
import { exp, log } from '../../../core/numeric/elementary.ts';
import { distributionParts } from './distribution-parts.ts';
import { residualEnded } from './gm1.ts';

export interface Feeling {
  /** Load of the queue that feels it. */
  readonly load: number;
  /** Infinity where nothing bounds it. */
  readonly room: number;
  /** Share of the times' stream that comes to it, 0..1; default all. */
  readonly share?: number;
}

/** More than this, and two moments tell next to nothing of a queue. */
export const MOST_TOLD = 10;
/** Stands for no bound, and for a variance of which nothing else is known. */
const LONGEST = 1e6;

export function feltScv(distribution: ArrivalDistribution, { load, room, share = 1 }: Feeling): number {
  const scv = distributionScv(distribution);
  if (!(scv > MOST_TOLD) || load === 0 || share === 0) return scv;
  const mean = distributionMean(distribution);
  const parts = distributionParts(distribution, (t) => Math.max(t / 2, mean / 100));
  if (!parts) return Math.min(scv, LONGEST);
  /** P[a residual gap of the share ends before an exponential time of rate delta mu]. */
  const ended = (delta: number): number => {
    const x = (share * delta) / load;
    const left = 1 - residualEnded(parts, mean, x / mean);
    return 1 - (share * left) / (share + (1 - share) * x * left);
  };
  let delta = 1 / Math.min(room, LONGEST);
  if (load < 1 && ended(delta) < 1 - load) {
    let [low, high] = [log(delta), 0];
    for (let step = 0; step < STEPS; step++) {
      const middle = (low + high) / 2;
      if (ended(exp(middle)) < 1 - load) low = middle;
      else high = middle;
    }
    delta = exp((low + high) / 2);
  }
  const [idle, x] = [ended(delta), delta / load];
  const felt = (2 * idle * (1 - x * (1 - idle))) / ((1 - idle) ** 2 * x) - 1;
  const whole = Number.isNaN(felt) ? LONGEST : Math.max(0, (felt - 1 + share) / share);
  return Math.min(scv, whole);
}

const STEPS = 40;

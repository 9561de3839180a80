/**
 * The warm-up that the data themselves ask for: the marginal standard error rule on batch means, MSER-5. Of all starts
 * that could be cut off it takes the one after which the mean has the smallest standard error: cutting a transient
 * lowers the variance, cutting more only lowers the number of data.
 * Source: White, Simulation 69 (1997), 323-334; White, Cobb and Spratt, WSC 2000, 755-760, for batches of 5; Franklin
 * and White, WSC 2008, 541-546. Here a batch is an interval of time.
 */

/** Starts that leave less than this share of the run are not tried: their error is that of a handful of numbers. */
const LEAST_LEFT = 0.1;

/** Number of leading batches to cut off: the d with the smallest sum over i >= d of (x_i - mean)^2 / (n - d)^2. */
export function truncationPoint(series: ArrayLike<number>): number {
  const n = series.length;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  // Welford's update, from the end to the front.
  let mean = 0;
  let squares = 0;
  for (let d = n - 1; d >= 0; d--) {
    const left = n - d;
    const step = series[d]! - mean;
    mean += step / left;
    squares += step * (series[d]! - mean);
    const error = squares / left ** 2;
    if (left >= LEAST_LEFT * n && error <= least) {
      least = error;
      best = d;
    }
  }
  return best;
}

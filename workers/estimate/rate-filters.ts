/**
 * The two filters of the service rate heuristic (Beard & Chamberlain, Run Time Approximation of Non-blocking Service Rates
 * for Streaming Systems, HPCC 2015), as lists of taps around the centre.
 */

/** Equation (2). As printed its taps over x = -2..2 sum to 0.990866, which is a bias of -0.9 % of the method. */
export const gaussianFilterKernel = (x: number): number => Math.exp(-(x ** 2) / 2) / Math.sqrt(2 * Math.PI);

/** Equation (4). */
export function laplacianGaussian(x: number, sigma = 0.5): number {
  const bell = Math.exp(-(x ** 2) / (2 * sigma ** 2)) / Math.sqrt(2 * Math.PI);
  return (x ** 2 * bell) / sigma ** 5 - bell / sigma ** 3;
}

export const GAUSS_RADIUS = 2;
export const GAUSSIAN_FILTER: readonly number[] = [-2, -1, 0, 1, 2].map(gaussianFilterKernel);

/**
 * The taps of (4) less their mean: [1.4958, -2.9915, 1.4958]. As printed they sum to -0.6, so that the filter answers a
 * constant with a number other than 0 and the heuristic would never converge. RaftLib subtracts the mean too.
 */
export const LAPLACIAN_FILTER: readonly number[] = withoutMean([-1, 0, 1].map((x) => laplacianGaussian(x)));

function withoutMean(taps: readonly number[]): readonly number[] {
  const mean = taps.reduce((sum, tap) => sum + tap, 0) / taps.length;
  return taps.map((tap) => tap - mean);
}

/** What fits ask of a distribution of times, x >= 0 in s. */
export interface DistributionFunctions {
  cdf(x: number): number;
  tail(x: number): number;
  /** -Infinity where there is none. */
  logDensity(x: number): number;
}

/** What fits ask of a law of times, x >= 0 in s. */
export interface Distribution {
  cdf(x: number): number;
  tail(x: number): number;
  /** -Infinity where there is none. */
  logDensity(x: number): number;
}

/** Draws one time after another, s; correlated only for traces and Markovian arrivals. */
export interface Sampler {
  next(): number;
  /** The next times, as many as fit, where one loop over them costs less than a call for each. */
  fill?(block: Float64Array): void;
}

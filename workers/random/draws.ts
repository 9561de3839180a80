/** Draws one time after another, s; correlated only for traces and Markovian arrivals. */
export interface Sampler {
  next(): number;
}

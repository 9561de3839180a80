/** Values drawn from distributions that are known, and counted in bins. */
import type { Bins } from '../measure/contract.ts';

export { drawn } from './fit-service.ts';

/** Counts between the edges, with the moments and extremes of the values themselves. */
export function binned(values: Float64Array, edges: readonly number[]): Bins {
  const weight = new Float64Array(edges.length - 1);
  for (const value of values) weight[edges.findLastIndex((edge) => edge <= value)]! += 1;
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  return {
    low: Float64Array.from(edges.slice(0, -1)),
    high: Float64Array.from(edges.slice(1)),
    weight,
    total: values.length,
    mean,
    variance: values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length,
    min: values.reduce((a, x) => Math.min(a, x)),
    max: values.reduce((a, x) => Math.max(a, x)),
  };
}

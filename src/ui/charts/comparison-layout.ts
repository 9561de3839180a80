/** Numbers of the comparison chart: how far predictions lie from measurements, relative to the measurements. */

export interface ComparisonRow {
  /** Quantity and where: "Mean occupancy, 1b". */
  readonly label: string;
  readonly predicted?: number | undefined;
  readonly measured?: number | undefined;
  /** Ends of the prediction's interval. */
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  /** Writes a value with its unit. */
  readonly format: (value: number) => string;
}

export interface Difference {
  /** (predicted - measured) / measured; unlimited. */
  readonly value: number;
  /** The same for the ends of the prediction's interval. */
  readonly low?: number;
  readonly high?: number;
}

/** Undefined where one side is missing, or where a prediction is compared with a measured 0. */
export function differenceOf({ predicted, measured, low, high }: ComparisonRow): Difference | undefined {
  if (predicted === undefined || measured === undefined) return undefined;
  if (measured === 0) return predicted === 0 ? { value: 0 } : undefined;
  const relative = (value: number) => (value - measured) / Math.abs(measured);
  const value = relative(predicted);
  return low === undefined || high === undefined
    ? { value }
    : { value, low: relative(low), high: relative(high) };
}

/** Why a row has no difference, in words. */
export function missingReason({ predicted, measured }: ComparisonRow): string {
  if (predicted === undefined) return measured === undefined ? 'no values' : 'not predicted';
  return measured === undefined ? 'not measured' : 'measured 0';
}

const REACHES = [0.05, 0.1, 0.25, 0.5, 1];

/** Half the axis: the smallest round share that holds every difference and interval; never beyond 100 %. */
export function axisReach(differences: readonly (Difference | undefined)[]): number {
  let largest = 0;
  for (const one of differences) {
    if (!one) continue;
    largest = Math.max(largest, Math.abs(one.value), Math.abs(one.low ?? 0), Math.abs(one.high ?? 0));
  }
  return REACHES.find((reach) => largest <= reach) ?? 1;
}

/** Beyond the axis on the left, on it, or beyond on the right. */
export function sideOf(value: number, reach: number): -1 | 0 | 1 {
  if (Math.abs(value) <= reach) return 0;
  return value < 0 ? -1 : 1;
}

/** One figure of a benchmark, with what was hoped for. */
export interface BenchRow {
  readonly what: string;
  readonly result: string;
  readonly goal?: string;
  /** Whether the goal was met, whatever the machine. */
  readonly met?: boolean;
  /** How many times over a goal was met that depends on the speed of the machine; 1 is just met. */
  readonly pace?: number;
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Largest value that 95 % of the values do not exceed. */
export const percentile95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(0.95 * values.length) - 1)]!;

export const milliseconds = (value: number): string => `${Number(value.toPrecision(3))} ms`;

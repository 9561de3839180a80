/** One figure of a benchmark, with what was hoped for. */
export interface BenchRow {
  readonly what: string;
  readonly result: string;
  readonly goal?: string;
  /** Whether the goal was met, whatever the machine. */
  readonly met?: boolean;
  /** Of a goal that asks for a fast machine too: by how many times it was met; 1 is just. */
  readonly pace?: number;
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Largest value that 95 % of the values do not exceed. */
export const percentile95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(0.95 * values.length) - 1)]!;

export const milliseconds = (value: number): string => `${Number(value.toPrecision(3))} ms`;

import { err, ok } from '../base/result.ts';
import {
  type DistributionKnowledge,
  remembered,
  type ServiceTimes,
  scaledBy,
  type TableText,
  tidy,
  total,
} from './knowledge.ts';
import { andThen, rowsOf } from './table-text.ts';

/** Measured times, replayed in order and from the start again at the end. */
export interface TraceDistribution {
  readonly distribution: 'trace';
  /** Seconds, >= 0, not all 0. */
  readonly values: readonly number[];
}

export const TRACE_TEXT: TableText<TraceDistribution> = {
  label: 'Times (s)',
  help: 'Measured times in seconds, one per line; they are replayed in order and from the start again.',
  lines: ({ values }) => values.length,
  format: ({ values }) => values.join('\n'),
  /** One time per line; commas and spaces separate too. */
  parse: (text) =>
    andThen(rowsOf(text), (rows) => {
      const values = rows.flat();
      if (values.some((value) => value < 0)) return err('Expected times of at least 0.');
      if (values.every((value) => value === 0)) return err('Expected a time above 0.');
      return ok({ distribution: 'trace', values });
    }),
};

/** Longer ones are too many parts for an integral. */
const LONGEST_PARTS = 2000;

export const TRACE: DistributionKnowledge<TraceDistribution> = {
  label: 'Trace',
  hint: 'measured times, replayed in order',
  name: 'trace',
  parameters: [],
  lists: { values: 'nonNegative' },
  relations: [
    {
      expected: 'values that are not all 0',
      at: 'values',
      holds: ({ values }) => values.some((value) => value > 0),
    },
  ],
  table: TRACE_TEXT,
  start: ({ mean }) => ({ distribution: 'trace', values: [tidy(0.5 * mean), mean, tidy(1.5 * mean)] }),
  /** Replayed for ever, the values are the whole population: the variance divides by n. */
  moments: remembered(({ values }) => {
    const mean = total(values) / values.length;
    const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length;
    return { mean, scv: variance / mean ** 2 };
  }),
  /** Beyond what independent values would show in 95 of 100 traces of this length: |r1| > 1.96 / sqrt n. */
  isCorrelated: ({ values }) => Math.abs(neighbourCorrelation(values)) > 1.96 / Math.sqrt(values.length),
  mayBeZero: ({ values }) => values.includes(0),
  replayed: ({ values }) => values,
  range: ({ values }) => ({
    shortest: values.reduce((least, x) => Math.min(least, x), Number.POSITIVE_INFINITY),
    longest: values.reduce((most, x) => Math.max(most, x), 0),
  }),
  faster: (distribution, factor) => ({ ...distribution, values: scaledBy(distribution.values, 1 / factor) }),
};

export const TRACE_TIMES: ServiceTimes<TraceDistribution> = {
  sampler: (distribution, _stream, start) => {
    const values = Float64Array.from(distribution.values);
    let position = start;
    return {
      next: () => {
        const value = values[position]!;
        position = position + 1 === values.length ? 0 : position + 1;
        return value;
      },
    };
  },
  functions: ({ values }) => {
    const sorted = Float64Array.from(values).sort();
    const cdf = (x: number): number => {
      let [from, to] = [0, sorted.length];
      while (from < to) {
        const middle = (from + to) >> 1;
        if (sorted[middle]! <= x) from = middle + 1;
        else to = middle;
      }
      return from / sorted.length;
    };
    return { cdf, tail: (x) => 1 - cdf(x), logDensity: () => Number.NEGATIVE_INFINITY };
  },
  parts: ({ values }) => {
    if (values.length > LONGEST_PARTS) return undefined;
    const counts = new Map<number, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts].map(([at, count]) => ({ kind: 'fixed', weight: count / values.length, at }));
  },
};

/** r1 of the trace closed to a ring; 0 when all values are equal. */
function neighbourCorrelation(values: readonly number[]): number {
  const mean = total(values) / values.length;
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  if (variance === 0) return 0;
  const lagged = values.reduce(
    (sum, x, i) => sum + (x - mean) * (values[(i + 1) % values.length]! - mean),
    0,
  );
  return lagged / variance;
}

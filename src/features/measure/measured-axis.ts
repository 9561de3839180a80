/** How values of a measurement are written: with the prefix that suits the largest. */
import { measureWords } from '../../../core/measures/measure-rows.ts';
import type { AxisSpec } from '../../ui/charts/axis.ts';
import type { MeasuredMetric } from './measured-store.ts';

type Values = readonly (number | undefined)[];

export function metricAxis(metric: MeasuredMetric, unit: string, values: Values): AxisSpec {
  switch (metric) {
    case 'meanOccupancy':
      return { title: measureWords(metric), unit };
    case 'maxOccupancy':
      return { title: 'highest occupancy', unit };
    case 'throughput':
      return rateAxis('departures', unit, values);
    case 'arrivals':
      return rateAxis('insertions', unit, values);
    case 'utilization':
      return { title: 'not empty', unit: 'share of time' };
    case 'stalls':
      return { title: 'writers waiting', unit: 'share of time' };
    case 'latency':
      return scaled('mean latency', 's', TIMES, values);
  }
}

const RATES = [
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;
const TIMES = [
  ['', 1],
  ['m', 1e-3],
  ['µ', 1e-6],
  ['n', 1e-9],
] as const;

export const rateAxis = (title: string, unit: string, values: Values): AxisSpec =>
  scaled(title, `${unit}/s`, RATES, values);

/** With the prefix that suits the largest value. */
function scaled(
  title: string,
  base: string,
  prefixes: readonly (readonly [prefix: string, size: number])[],
  values: Values,
): AxisSpec {
  const most = values.reduce<number>((largest, value) => Math.max(largest, value ?? 0), 0);
  const found = prefixes.find(([, size]) => most >= size);
  if (!found) return { title, unit: base };
  const gap = base.length > 2 && found[0] !== '' ? ' ' : '';
  return { title, unit: `${found[0]}${gap}${base}`, divisor: found[1], base };
}

/** Four of what differs within a run: one that counts from midnight begins with others that are all alike. */
export function digitsApart(start: number, end: number): number {
  let digits = 4;
  for (let ratio = end / (end - start); ratio >= 10 && digits < 15; ratio /= 10) digits += 1;
  return digits;
}

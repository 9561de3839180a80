/** Which unit an axis of times is written in. */

import type { TimeUnit } from '../../../core/quantities/quantity-format.ts';
import type { AxisSpec } from '../../ui/charts/axis.ts';

const UNITS = [
  ['s', 1],
  ['ms', 1e-3],
  ['µs', 1e-6],
  ['ns', 1e-9],
] as const;

/** The scenario's unit while the numbers stay readable in it, else the one that suits the longest time, s. */
export function timeAxis(title: string, longest: number, timeUnit?: TimeUnit): AxisSpec {
  const wanted = UNITS.find(([unit]) => unit === timeUnit?.replace('u', 'µ'));
  const isReadable = wanted && longest / wanted[1] >= 0.1 && longest / wanted[1] < 1e4;
  const [unit, divisor] = isReadable
    ? wanted
    : (UNITS.find(([, size]) => longest >= size) ?? (longest > 0 ? UNITS[3] : UNITS[0]));
  return { title, unit, divisor, base: 's' };
}

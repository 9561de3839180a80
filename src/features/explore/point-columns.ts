/** The columns of a study's points: how each is drawn and written to files. */

import { assert } from '../../../core/base/assert.ts';
import { plural } from '../../../core/base/plural.ts';
import { prefixedUnit } from '../../../core/quantities/quantity.ts';
import type { PointColumn } from '../../../workers/explore/explore-words.ts';
import type { AxisSpec } from '../../ui/charts/axis.ts';
import { timeAxis } from '../results/time-axis.ts';
import { type ExploredPoints, inputOf, measureOf } from './explore-points.ts';

/** The wanted one if it is there, else the first. */
export function columnNamed(columns: readonly PointColumn[], name: string | undefined, or = 0): PointColumn {
  const found = columns.find((column) => column.name === name) ?? columns[or] ?? columns[0];
  assert(found, 'a study has columns');
  return found;
}

/** `Hash lookup: number in system (seeds)`, where its numbers are written without prefixes. */
export const titleOf = ({ words, dimension, unit }: PointColumn): string =>
  unit !== undefined && (dimension === 'count' || dimension === 'capacity')
    ? `${words} (${plural(unit)})`
    : words;

/** NaN where there is none. */
export const cellOf = (points: ExploredPoints, { kind, place }: PointColumn, point: number): number =>
  kind === 'input' ? inputOf(points, point, place) : measureOf(points, point, place);

/** As files hold it: SI, every digit, choices as words; empty where there is none. */
export function cellValue(
  { choices, labels = choices }: PointColumn,
  value: number,
): number | string | undefined {
  if (labels) return labels[value];
  return Number.isNaN(value) ? undefined : value;
}

const PREFIXES = [
  ['T', 1e12],
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;

/** An axis in the unit that suits its largest number. */
export function axisOf(column: PointColumn, largest: number): AxisSpec {
  const { words, kind, dimension, unit = '', choices, labels = choices } = column;
  if (labels) return { title: words, unit: '', names: labels };
  if (dimension === 'time') return timeAxis(words, largest);
  const counts = dimension === 'count' || dimension === 'capacity';
  // Only inputs are whole: a mean of counts is not.
  if (counts) return { title: words, unit: unit && plural(unit), whole: kind === 'input' };
  return dimension === 'rate' ? axisOfRate(words, largest, unit) : { title: words, unit: '' };
}

export function axisOfRate(title: string, largest: number, unit = ''): AxisSpec {
  const [prefix, divisor] = PREFIXES.find(([, size]) => largest >= size) ?? ['', 1];
  const units = unit && plural(unit);
  return { title, unit: `${prefixedUnit(prefix, units)}/s`, divisor, base: `${units}/s` };
}

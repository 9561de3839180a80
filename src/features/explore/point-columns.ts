/** The columns of a study's points: how each is called, drawn and written. */

import { assert } from '../../../core/base/assert.ts';
import { type Dimension, formatQuantity } from '../../../core/quantities/quantity.ts';
import type { StudyTable } from '../../../workers/explore/contract.ts';
import type { AxisSpec } from '../../ui/charts/axis.ts';
import { timeAxis } from '../results/time-axis.ts';
import { type ExploredPoints, inputOf, measureOf } from './explore-points.ts';

export interface PointColumn {
  /** Path of a parameter, or name of a measure. */
  readonly name: string;
  readonly words: string;
  readonly kind: 'input' | 'measure';
  /** Among those of its kind. */
  readonly place: number;
  readonly dimension: Dimension;
  readonly unit?: string;
  /** Its numbers stand for these. */
  readonly choices?: readonly string[];
}

export function columnsOf({ inputs, measures }: StudyTable): readonly PointColumn[] {
  return [
    ...inputs.map(({ path, dimension = 'number', ...rest }, place) => ({
      ...{ ...rest, name: path, kind: 'input' as const, place, dimension },
    })),
    ...measures.map((measure, place) => ({ ...measure, kind: 'measure' as const, place })),
  ];
}

/** The wanted one if it is there, else the first. */
export function columnNamed(columns: readonly PointColumn[], name: string | undefined, or = 0): PointColumn {
  const found = columns.find((column) => column.name === name) ?? columns[or] ?? columns[0];
  assert(found, 'a study has columns');
  return found;
}

/** `1b: mean occupancy (seed)`, where its numbers are written without prefixes. */
export const titleOf = ({ words, dimension, unit }: PointColumn): string =>
  unit !== undefined && (dimension === 'count' || dimension === 'capacity') ? `${words} (${unit})` : words;

/** NaN where there is none. */
export const cellOf = (points: ExploredPoints, { kind, place }: PointColumn, point: number): number =>
  kind === 'input' ? inputOf(points, point, place) : measureOf(points, point, place);

/** As people read it. */
export function cellText({ dimension, unit, choices }: PointColumn, value: number, digits = 4): string {
  if (choices) return choices[value] ?? '–';
  const named = dimension === 'rate' || dimension === 'capacity' ? unit : undefined;
  return formatQuantity(value, dimension, { digits, ...(named !== undefined && { unit: named }) });
}

/** As files hold it: SI, every digit, choices as words; empty where there is none. */
export function cellValue({ choices }: PointColumn, value: number): number | string | undefined {
  if (choices) return choices[value];
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
  const { words, kind, dimension, unit = '', choices } = column;
  if (choices) return { title: words, unit: '', names: choices };
  if (dimension === 'time') return timeAxis(words, largest);
  const counts = dimension === 'count' || dimension === 'capacity';
  // Only inputs are whole: a mean of counts is not.
  if (counts) return { title: words, unit, whole: kind === 'input' };
  if (dimension !== 'rate') return { title: words, unit: '' };
  const [prefix, divisor] = PREFIXES.find(([, size]) => largest >= size) ?? ['', 1];
  return { title: words, unit: `${prefix}${unit === '' ? '' : unit}/s`, divisor, base: `${unit}/s` };
}

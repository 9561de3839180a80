/**
 * Distributions that are tables, as text with one line per phase, branch, bin or value. The whole distribution is in one text,
 * so that a person never has to pass through a distribution whose parts do not fit together.
 */
import { err, ok, type Result } from '../base/result.ts';
import type { Matrix } from '../numeric/small-linear.ts';
import { total } from './knowledge.ts';

type Parsed<T> = Result<T, string>;

/** How far sums may be off through rounding, relative to the numbers added. */
const TOLERANCE = 1e-6;

export const formatRows = (rows: Matrix): string => rows.map((row) => row.join('  ')).join('\n');

/** Lines of two parts with a | between them. */
export const formatHalves = (left: Matrix, right: Matrix): string =>
  left.map((row, i) => `${row.join('  ')} | ${right[i]!.join('  ')}`).join('\n');

/** Numbers of each line that is not empty; every line `width` numbers wide where given. */
export function rowsOf(text: string, width?: number): Parsed<number[][]> {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length === 0) return err('Expected numbers, got nothing.');
  const rows: number[][] = [];
  for (const [index, line] of lines.entries()) {
    const words = line.split(/[\s,;]+/).filter(Boolean);
    const wrong = words.find((word) => !Number.isFinite(Number(word)));
    if (wrong !== undefined) return err(`Expected a number in line ${index + 1}, got "${wrong}".`);
    if (width !== undefined && words.length !== width) {
      return err(`Expected ${width} numbers in line ${index + 1}, got ${words.length}.`);
    }
    rows.push(words.map(Number));
  }
  return ok(rows);
}

interface Halves {
  readonly left: number[][];
  readonly right: number[][];
}

export function halvesOf(text: string, leftPart: string): Parsed<Halves> {
  const lines = text.split('\n').filter((line) => line.trim());
  if (lines.length === 0) return err('Expected one line per phase, got nothing.');
  const wrong = lines.findIndex((line) => line.split('|').length !== 2);
  if (wrong >= 0) return err(`Expected one | in line ${wrong + 1}, after ${leftPart}.`);
  const side = (which: 0 | 1) =>
    rowsOf(lines.map((line) => line.split('|')[which]!.trim() || '?').join('\n'));
  return andThen(side(0), (left) => andThen(side(1), (right) => ok({ left, right })));
}

export function squareFault(matrix: readonly (readonly number[])[], where: string): string | undefined {
  const wrong = matrix.findIndex((row) => row.length !== matrix.length);
  if (wrong < 0) return undefined;
  return `Expected ${matrix.length} numbers ${where} (one per phase), got ${matrix[wrong]!.length} in line ${wrong + 1}.`;
}

/** A sub-generator: negative on the diagonal, at least 0 beside it, no row above 0 in sum. */
export function movesFault(matrix: readonly (readonly number[])[]): string | undefined {
  for (const [i, row] of matrix.entries()) {
    if (row[i]! >= 0)
      return `Expected number ${i + 1} of line ${i + 1} below 0: it is minus the rate of leaving the phase.`;
    if (row.some((rate, j) => j !== i && rate < 0))
      return `Expected the other numbers of line ${i + 1} to be at least 0.`;
    if (total(row) > 0 && !isZero(total(row), row))
      return `Expected line ${i + 1} to sum to at most 0, got ${short(total(row))}.`;
  }
  return undefined;
}

export const short = (value: number): string => String(Number(value.toPrecision(6)));
/** Are they further apart than rounding explains? */
export const differs = (value: number, wanted: number): boolean => Math.abs(value - wanted) > TOLERANCE;
export const isZero = (sum: number, terms: readonly number[]): boolean =>
  Math.abs(sum) <= TOLERANCE * Math.max(...terms.map(Math.abs));

export function andThen<T, U>(parsed: Parsed<T>, next: (value: T) => Parsed<U>): Parsed<U> {
  return parsed.ok ? next(parsed.value) : parsed;
}

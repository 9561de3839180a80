/** What is wrong with the numbers of a distribution that is a table. */
import { total } from './knowledge.ts';

/** How far sums may be off through rounding, relative to the numbers added. */
const TOLERANCE = 1e-6;

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

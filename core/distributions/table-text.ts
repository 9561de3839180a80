/**
 * Distributions that are tables, as text with one line per phase, branch, bin or value. The whole distribution is in one text,
 * so that a person never has to pass through a distribution whose parts do not fit together.
 */
import { err, ok, type Result } from '../base/result.ts';
import type { Matrix } from '../numeric/small-linear.ts';

type Parsed<T> = Result<T, string>;

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

export function andThen<T, U>(parsed: Parsed<T>, next: (value: T) => Parsed<U>): Parsed<U> {
  return parsed.ok ? next(parsed.value) : parsed;
}

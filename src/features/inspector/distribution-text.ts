/**
 * Distributions that are tables, as text with one line per phase, branch, bin or value. The whole distribution is in one text, so that a
 * person never has to pass through a distribution whose parts do not fit together.
 */
import { err, ok, type Result } from '../../../core/base/result.ts';
import type {
  EmpiricalDistribution,
  HyperexponentialBranchesDistribution,
  MapDistribution,
  PhaseTypeDistribution,
  TraceDistribution,
} from '../../../core/distributions/distribution.ts';

/** How far sums may be off through rounding, relative to the numbers added. */
const TOLERANCE = 1e-6;

type Parsed<T> = Result<T, string>;

/** Lines 'share rate'. */
export const formatBranches = ({ probabilities, rates }: HyperexponentialBranchesDistribution): string =>
  probabilities.map((share, i) => `${share}  ${rates[i]}`).join('\n');

export function parseBranches(text: string): Parsed<HyperexponentialBranchesDistribution> {
  return then(rowsOf(text, 2), (rows) => {
    const probabilities = rows.map((row) => row[0]!);
    const rates = rows.map((row) => row[1]!);
    if (probabilities.some((share) => share < 0 || share > 1))
      return err('Expected each share between 0 and 1.');
    const total = sum(probabilities);
    if (Math.abs(total - 1) > TOLERANCE) return err(`Expected shares that sum to 1, got ${short(total)}.`);
    if (rates.some((rate) => rate <= 0)) return err('Expected each rate above 0.');
    return ok({ distribution: 'hyperexponential', probabilities, rates });
  });
}

/** Lines 'start | rates of the moves from this phase'. */
export const formatPhases = ({ alpha, T }: PhaseTypeDistribution): string =>
  T.map((row, i) => `${alpha[i]} | ${row.join('  ')}`).join('\n');

export function parsePhases(text: string): Parsed<PhaseTypeDistribution> {
  return then(halvesOf(text, 'the chance to start here'), ({ left, right: T }) => {
    if (left.some((row) => row.length !== 1)) return err('Expected one number before each |.');
    const alpha = left.map((row) => row[0]!);
    const total = sum(alpha);
    if (alpha.some((start) => start < 0) || Math.abs(total - 1) > TOLERANCE) {
      return err(`Expected chances to start of at least 0 that sum to 1, got ${short(total)}.`);
    }
    const fault = squareFault(T, 'after each |') ?? movesFault(T);
    if (fault) return err(fault);
    if (T.every((row) => isZero(sum(row), row)))
      return err('Expected a phase whose row sums below 0: it is the way out.');
    return ok({ distribution: 'phaseType', alpha, T });
  });
}

/** Lines 'moves without an arrival | moves with an arrival'. */
export const formatMap = ({ D0, D1 }: MapDistribution): string =>
  D0.map((row, i) => `${row.join('  ')} | ${D1[i]?.join('  ') ?? ''}`).join('\n');

export function parseMap(text: string): Parsed<MapDistribution> {
  return then(halvesOf(text, 'the moves without an arrival'), ({ left: D0, right: D1 }) => {
    const fault = squareFault(D0, 'before each |') ?? squareFault(D1, 'after each |') ?? movesFault(D0);
    if (fault) return err(fault);
    if (D1.flat().some((rate) => rate < 0)) return err('Expected rates of at least 0 after each |.');
    if (D1.flat().every((rate) => rate === 0))
      return err('Expected a rate above 0 after a |: nothing arrives.');
    const open = D0.findIndex((row, i) => !isZero(sum(row) + sum(D1[i]!), row));
    if (open >= 0)
      return err(`Expected line ${open + 1} to sum to 0, got ${short(sum(D0[open]!) + sum(D1[open]!))}.`);
    return ok({ distribution: 'map', D0, D1 });
  });
}

/** Lines 'lower edge, weight', and the last edge alone. */
export const formatHistogram = ({ edges, weights }: EmpiricalDistribution): string =>
  edges.map((edge, i) => (i < weights.length ? `${edge}  ${weights[i]}` : `${edge}`)).join('\n');

export function parseHistogram(text: string): Parsed<EmpiricalDistribution> {
  return then(rowsOf(text), (rows) => {
    if (rows.length < 2)
      return err('Expected at least one bin: a line with edge and weight, then the last edge.');
    const wrong = rows.findIndex((row, i) => row.length !== (i === rows.length - 1 ? 1 : 2));
    if (wrong >= 0)
      return err(
        `Expected ${lastOr(wrong, rows, 'the last edge alone', 'edge and weight')} in line ${wrong + 1}.`,
      );
    const edges = rows.map((row) => row[0]!);
    const weights = rows.slice(0, -1).map((row) => row[1]!);
    const falling = edges.findIndex((edge, i) => (i === 0 ? edge < 0 : edge <= edges[i - 1]!));
    if (falling >= 0) return err(`Expected edges of at least 0 that increase; line ${falling + 1} does not.`);
    if (weights.some((weight) => weight < 0)) return err('Expected weights of at least 0.');
    if (weights.every((weight) => weight === 0)) return err('Expected a weight above 0.');
    return ok({ distribution: 'empirical', edges, weights });
  });
}

/** One time per line; commas and spaces separate too. */
export const formatTrace = ({ values }: TraceDistribution): string => values.join('\n');

export function parseTrace(text: string): Parsed<TraceDistribution> {
  return then(rowsOf(text), (rows) => {
    const values = rows.flat();
    if (values.some((value) => value < 0)) return err('Expected times of at least 0.');
    if (values.every((value) => value === 0)) return err('Expected a time above 0.');
    return ok({ distribution: 'trace', values });
  });
}

/** Numbers of each line that is not empty; every line `width` numbers wide where given. */
function rowsOf(text: string, width?: number): Parsed<number[][]> {
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

/** Lines of two parts with a | between them. */
function halvesOf(text: string, leftPart: string): Parsed<Halves> {
  const lines = text.split('\n').filter((line) => line.trim());
  if (lines.length === 0) return err('Expected one line per phase, got nothing.');
  const wrong = lines.findIndex((line) => line.split('|').length !== 2);
  if (wrong >= 0) return err(`Expected one | in line ${wrong + 1}, after ${leftPart}.`);
  const side = (which: 0 | 1) =>
    rowsOf(lines.map((line) => line.split('|')[which]!.trim() || '?').join('\n'));
  return then(side(0), (left) => then(side(1), (right) => ok({ left, right })));
}

function squareFault(matrix: readonly (readonly number[])[], where: string): string | undefined {
  const wrong = matrix.findIndex((row) => row.length !== matrix.length);
  if (wrong < 0) return undefined;
  return `Expected ${matrix.length} numbers ${where} (one per phase), got ${matrix[wrong]!.length} in line ${wrong + 1}.`;
}

/** A sub-generator: negative on the diagonal, at least 0 beside it, no row above 0 in sum. */
function movesFault(matrix: readonly (readonly number[])[]): string | undefined {
  for (const [i, row] of matrix.entries()) {
    if (row[i]! >= 0)
      return `Expected number ${i + 1} of line ${i + 1} below 0: it is minus the rate of leaving the phase.`;
    if (row.some((rate, j) => j !== i && rate < 0))
      return `Expected the other numbers of line ${i + 1} to be at least 0.`;
    if (sum(row) > 0 && !isZero(sum(row), row))
      return `Expected line ${i + 1} to sum to at most 0, got ${short(sum(row))}.`;
  }
  return undefined;
}

const lastOr = (index: number, rows: readonly unknown[], last: string, other: string): string =>
  index === rows.length - 1 ? last : other;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const short = (value: number): string => String(Number(value.toPrecision(6)));
const isZero = (total: number, terms: readonly number[]): boolean =>
  Math.abs(total) <= TOLERANCE * Math.max(...terms.map(Math.abs));

function then<T, U>(parsed: Parsed<T>, next: (value: T) => Parsed<U>): Parsed<U> {
  return parsed.ok ? next(parsed.value) : parsed;
}

/**
 * What the slopes J of the residuals at the end of a calibration say of the parameters. J'J is the information in the data,
 * in units of their errors: its inverse is the covariance of the logarithms of the parameters, and a direction with hardly
 * any information is a combination of them that the data cannot tell. Where the model misses the data by more than their
 * errors, intervals are widened by the ratio (as of a reduced chi-square above 1). Parameters at a bound are taken as known.
 */

import { exp, log } from '../../core/numeric/elementary.ts';
import { student975, Z_975 } from '../numeric/student-t.ts';
import { type Eigen, symmetricEigen } from '../numeric/symmetric-eigen.ts';
import type { CalibrationProblem } from './calibration-problem.ts';
import type { CalibratedParameter } from './contract.ts';
import type { LeastSquares } from './least-squares.ts';

/** Parameters that the data do not tell from each other, and how they go together. */
export interface Blind {
  /** One: it has no effect on what was measured. */
  readonly paths: readonly string[];
  /** Do they all go up together, or some against the others? Of each path, relative to the first. */
  readonly slopes: readonly number[];
}

export interface Identified {
  readonly parameters: readonly CalibratedParameter[];
  readonly correlation: readonly (readonly number[])[];
  readonly degrees: number;
  readonly blind: readonly Blind[];
  /** By how much the sum of squares grows to the ends of the intervals. */
  readonly rise: number;
  /** By parameter: how the logarithms of all move to the upper end of its interval; undefined where it has none. */
  readonly directions: readonly (readonly number[] | undefined)[];
}

/** A standard deviation of the logarithm of more than this, a factor of 10 in the interval, is not determined. */
const MOST_DEVIATION = log(10) / Z_975;
/** Parameters whose part in a blind direction is less have other reasons to be what they are. */
const TAKES_PART = 0.2;
const AT_BOUND = 1e-6;

export function identify(
  { knobs, items, box }: CalibrationProblem,
  { at, cost, jacobian }: LeastSquares,
): Identified {
  const bounds = at.map((x, i) =>
    x - box.low[i]! < AT_BOUND
      ? ('low' as const)
      : box.high[i]! - x < AT_BOUND
        ? ('high' as const)
        : undefined,
  );
  const free = at.map((_, i) => i).filter((i) => bounds[i] === undefined);
  const information = free.map((i) =>
    free.map((j) => jacobian.reduce((sum, row) => sum + row[i]! * row[j]!, 0)),
  );
  const degrees = items.length - free.length;
  const misfit = degrees > 0 ? Math.max(1, cost / degrees) : 1;
  const eigens = symmetricEigen(information);
  const [seen, unseen] = [eigens.filter(isSeen), eigens.filter((eigen) => !isSeen(eigen))];
  const blind = unseen.map(({ vector }) =>
    blindOf(
      vector,
      free.map((i) => knobs[i]!.parameter.path),
    ),
  );
  const lost = new Set(blind.flatMap(({ paths }) => paths));
  const covariance = free.map((_, a) =>
    free.map(
      (__, b) => misfit * seen.reduce((sum, { value, vector }) => sum + (vector[a]! * vector[b]!) / value, 0),
    ),
  );
  const quantile = misfit > 1 ? student975(Math.max(3, degrees)) : Z_975;
  const parameters = knobs.map((knob, i): CalibratedParameter => {
    const { parameter } = knob;
    const place = free.indexOf(i);
    const value = bounds[i] ? knob[bounds[i]!] : exp(at[i]!);
    const head = {
      path: parameter.path,
      before: parameter.value,
      value,
      ...(bounds[i] && { bound: bounds[i] }),
    };
    if (place < 0 || lost.has(parameter.path)) return head;
    const factor = exp(quantile * Math.sqrt(covariance[place]![place]!));
    return { ...head, low: value / factor, high: Math.min(parameter.domain.most, value * factor) };
  });
  const correlation = at.map((_, i) =>
    at.map((__, j) => correlationOf(covariance, free.indexOf(i), free.indexOf(j))),
  );
  const directions = parameters.map(({ low }, i) => {
    if (low === undefined) return undefined;
    const row = covariance[free.indexOf(i)]!;
    const length = quantile / Math.sqrt(row[free.indexOf(i)]!);
    return at.map((_, j) => (free.includes(j) ? length * row[free.indexOf(j)]! : 0));
  });
  return { parameters, correlation, degrees, blind, rise: misfit * quantile ** 2, directions };
}

const isSeen = ({ value }: Eigen): boolean => value > 0 && 1 / Math.sqrt(value) <= MOST_DEVIATION;

function blindOf(vector: readonly number[], paths: readonly string[]): Blind {
  const parts = paths.flatMap((path, i) =>
    Math.abs(vector[i]!) > TAKES_PART ? [{ path, part: vector[i]! }] : [],
  );
  return { paths: parts.map(({ path }) => path), slopes: parts.map(({ part }) => part / parts[0]!.part) };
}

function correlationOf(covariance: readonly (readonly number[])[], i: number, j: number): number {
  if (i < 0 || j < 0) return Number.NaN;
  if (i === j) return 1;
  return covariance[i]![j]! / Math.sqrt(covariance[i]![i]! * covariance[j]![j]!);
}

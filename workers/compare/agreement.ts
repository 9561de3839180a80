/** When a predicted number counts as close to a measured one: a simple rule, the same for every model. */
import type { MeasureDimension } from '../../core/measures/measure-rows.ts';
import { levelQuantile } from '../../core/numeric/levels.ts';
import type { TailComparison } from './contract.ts';

/** Tolerance relative to the measured value. */
const CLOSE_RELATIVE = 0.1;
/** For utilizations and probabilities, also this far apart. */
export const CLOSE_FRACTION = 0.05;
/** Queues where both numbers are below `SHORT_QUEUE` are close when within `CLOSE_ELEMENTS`. */
const SHORT_QUEUE = 2;
const CLOSE_ELEMENTS = 1;

export function isClose(dimension: MeasureDimension, predicted: number, measured: number): boolean {
  const difference = Math.abs(predicted - measured);
  if (difference <= CLOSE_RELATIVE * Math.abs(measured)) return true;
  if (dimension === 'fraction') return difference <= CLOSE_FRACTION;
  if (dimension !== 'elements') return false;
  return predicted < SHORT_QUEUE && measured < SHORT_QUEUE && difference <= CLOSE_ELEMENTS;
}

/** The rule in words. */
export const AGREEMENT_RULE = `within ${CLOSE_RELATIVE * 100} % (fractions within ${CLOSE_FRACTION}, queues within ${CLOSE_ELEMENTS} element where both are below ${SHORT_QUEUE})`;

/** Tails are held against each other where they are exceeded for so much of the time. */
const TAIL_SHARE = 1e-3;
/** A share that was seen so rarely tells nothing: with few samples the tail begins earlier. */
const TAIL_SAMPLES = 5;
const TAIL_FACTOR = 2;
const TAIL_ELEMENTS = 2;

/** Tails of distributions over levels, which means do not tell apart: close within a factor of two, or two elements. */
export function compareTails(predicted: readonly number[], measured: readonly number[]): TailComparison {
  const least = measured.reduce(
    (low, seen) => (seen > 0 && seen < low ? seen : low),
    Number.POSITIVE_INFINITY,
  );
  const share = Math.max(TAIL_SHARE, Number.isFinite(least) ? TAIL_SAMPLES * least : 1);
  const levels = {
    predicted: levelQuantile(predicted, 1 - share),
    measured: levelQuantile(measured, 1 - share),
  };
  const short = Math.min(levels.predicted, levels.measured);
  const long = Math.max(levels.predicted, levels.measured);
  return { share, ...levels, isClose: long <= TAIL_FACTOR * short || long - short <= TAIL_ELEMENTS };
}

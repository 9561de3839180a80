/** When a predicted number counts as close to a measured one: a simple rule, the same for every model. */
import type { MeasureDimension } from '../../core/measures/measure-rows.ts';
import { levelQuantile } from '../../core/numeric/levels.ts';
import { Z_975 } from '../numeric/student-t.ts';
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
/** A handful of samples has no tail. */
const MOST_TAIL = 0.5;
const TAIL_FACTOR = 2;
const TAIL_ELEMENTS = 2;

/**
 * Tails of distributions over levels, which means do not tell apart: close within a factor of two, or two elements. `samples`: the measured one is a
 * count of as many, of which chance puts more or fewer beyond a level.
 */
export function compareTails(
  predicted: readonly number[],
  measured: readonly number[],
  samples?: number,
): TailComparison {
  const least = measured.reduce(
    (low, seen) => (seen > 0 && seen < low ? seen : low),
    Number.POSITIVE_INFINITY,
  );
  const share = Math.max(TAIL_SHARE, Number.isFinite(least) ? TAIL_SAMPLES * least : 1);
  if (share >= MOST_TAIL) return { share, predicted: 0, measured: 0, isClose: true };
  const levels = {
    predicted: levelQuantile(predicted, 1 - share),
    measured: levelQuantile(measured, 1 - share),
  };
  const chance = samples === undefined ? 0 : Z_975 * Math.sqrt((share * (1 - share)) / samples);
  const allowed = [share + chance, share - chance].map((one) =>
    one <= 0 ? Number.POSITIVE_INFINITY : levelQuantile(predicted, Math.max(0, 1 - one)),
  );
  const nearest = Math.min(Math.max(levels.measured, allowed[0]!), allowed[1]!);
  const short = Math.min(nearest, levels.measured);
  const long = Math.max(nearest, levels.measured);
  return { share, ...levels, isClose: long <= TAIL_FACTOR * short || long - short <= TAIL_ELEMENTS };
}

/** In 95 % of the counts of n samples the largest difference from the true distribution function is below 1.36/√n (Kolmogorov). */
const KOLMOGOROV = 1.36;

/**
 * How far distribution functions may be apart: as far as fractions may, as far as the mean is known (`open`, relative), or as far as a count of so
 * many independent samples is by chance. Samples that follow each other faster than the queue changes are alike, and know less than that.
 */
export const allowedGap = (open: number, samples: number | undefined): number =>
  Math.max(CLOSE_FRACTION, open, samples === undefined ? 0 : KOLMOGOROV / Math.sqrt(samples));

/**
 * How far a distance between a model and a measurement could be off by chance, from the measurement alone: the stationary bootstrap over
 * frames (Politis & Romano, J. Amer. Statist. Assoc. 89 (1994) 1303). Frames are drawn in runs of random length, in a circle, so that
 * what is correlated stays together; levels within a frame are never torn apart. With correlation that reaches over many frames the
 * interval is too short: `effectiveFrames` says how many independent ones there are.
 */
import { cbrt } from '../../core/numeric/elementary.ts';

export interface FramedShares {
  /** Time at each level: `times[frame * levels + level]`. */
  readonly times: Float64Array;
  readonly levels: number;
}

export interface BootstrapInterval {
  readonly value: number;
  /** 95 % of the drawn measurements give a distance in between. */
  readonly low: number;
  readonly high: number;
  /** Mean number of frames that are drawn together. */
  readonly blockLength: number;
  readonly effectiveFrames: number;
}

interface BootstrapOptions {
  /** Uniform in (0, 1). */
  readonly uniform: () => number;
  readonly draws?: number;
}

const DRAWS = 1000;
/** Fewer frames say nothing of how they scatter. */
export const LEAST_FRAMES = 8;

/** Undefined with fewer than `LEAST_FRAMES` frames that have any time. */
export function bootstrapDistance(
  measured: FramedShares,
  distance: (shares: readonly number[]) => number,
  { uniform, draws = DRAWS }: BootstrapOptions,
): BootstrapInterval | undefined {
  const frames = framesOf(measured);
  if (frames.length < LEAST_FRAMES) return undefined;
  const { size, correlationTime } = effectiveSampleSize(Float64Array.from(frames, meanOf));
  const blockLength = blockLengthOf(frames.length, correlationTime);
  const found = Float64Array.from({ length: draws }, () => {
    const sum = new Float64Array(measured.levels);
    let frame = 0;
    for (let i = 0; i < frames.length; i += 1) {
      const isNew = i === 0 || uniform() < 1 / blockLength;
      frame = isNew ? Math.floor(uniform() * frames.length) : (frame + 1) % frames.length;
      frames[frame]!.forEach((time, level) => {
        sum[level]! += time;
      });
    }
    return distance(normalised(sum));
  }).sort();
  const whole = new Float64Array(measured.levels);
  for (const times of frames)
    times.forEach((time, level) => {
      whole[level]! += time;
    });
  const at = (p: number): number => found[Math.min(draws - 1, Math.floor(p * draws))]!;
  return {
    ...{ value: distance(normalised(whole)), low: at(0.025), high: at(0.975) },
    ...{ blockLength, effectiveFrames: size },
  };
}

function framesOf({ times, levels }: FramedShares): Float64Array[] {
  return Array.from({ length: times.length / levels }, (_, frame) =>
    times.subarray(frame * levels, (frame + 1) * levels),
  ).filter((row) => row.some((time) => time > 0));
}

/** Twice the time of correlation, and at least the usual cube root; never more than a third of the frames. */
const blockLengthOf = (frames: number, correlationTime: number): number =>
  Math.min(frames / 3, Math.max(cbrt(frames), 2 * correlationTime));

function meanOf(times: Float64Array): number {
  const total = times.reduce((sum, time) => sum + time, 0);
  return times.reduce((sum, time, level) => sum + time * level, 0) / total;
}

function normalised(times: Float64Array): number[] {
  const total = times.reduce((sum, time) => sum + time, 0);
  return Array.from(times, (time) => time / total);
}

/**
 * How many independent values a correlated series is worth for its mean: n / tau, tau = 1 + 2 sum of r_k. The sum ends by Geyer's
 * initial monotone positive sequence (Practical Markov chain Monte Carlo, Statist. Sci. 7 (1992) 473, section 3.3): sums of
 * neighbouring pairs r_2m + r_2m+1 of a reversible chain are positive and fall, so that the first negative pair is noise, and a
 * pair above the one before counts as that one. A queue's occupancy is close enough to such a chain.
 */

interface EffectiveSize {
  /** At most n. */
  readonly size: number;
  /** tau, in steps of the series; at least 1. */
  readonly correlationTime: number;
}

/** n >= 1 values, equally spaced in time. Equal values are worth one. Cost: n for each lag until the sum ends. */
export function effectiveSampleSize(values: Float64Array): EffectiveSize {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const y = values.map((value) => value - mean);
  const variance = y.reduce((sum, value) => sum + value * value, 0);
  // What is left of equal values is rounding.
  if (!(variance > 1e-24 * n * mean * mean)) return { size: 1, correlationTime: n };
  const r = (k: number): number => {
    let sum = 0;
    for (let i = k; i < n; i += 1) sum += y[i]! * y[i - k]!;
    return sum / variance;
  };
  let sum = 0;
  let before = Number.POSITIVE_INFINITY;
  for (let k = 0; k + 1 < n; k += 2) {
    const pair = Math.min(before, r(k) + r(k + 1));
    if (pair <= 0) break;
    sum += pair;
    before = pair;
  }
  const correlationTime = Math.min(n, Math.max(1, 2 * sum - 1));
  return { size: n / correlationTime, correlationTime };
}

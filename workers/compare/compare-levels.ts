/** The levels of one stage, predicted and measured: distances with what chance does to them, quantiles, and frame by frame. */

import type { Bins } from '../measure/contract.ts';
import { jensenShannonDistance, levelDistances, meanLevel } from '../measure/distances.ts';
import { RandomStream } from '../random/random-stream.ts';
import { bootstrapDistance, type FramedShares } from './block-bootstrap.ts';
import type { DistanceInterval, LevelComparison, LevelDistance, LevelQuestion } from './contract.ts';
import { LEVEL_DISTANCES } from './contract.ts';

const QUANTILES = 99;
/** Longest distribution that is followed frame by frame. */
const MOST_LEVELS = 4096;
/** Draws of the bootstrap: fewer where each costs much. */
const DRAWS = { most: 1000, least: 200, work: 1e8 };
/** Seeds of the bootstrap, fixed so that equal questions have equal answers. */
const WORDS = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344] as const;

export function compareLevels({ predicted, measured, occupancy }: LevelQuestion): LevelComparison {
  const framed = occupancy && framedShares(occupancy);
  const share = Float64Array.from({ length: QUANTILES }, (_, i) => (i + 0.5) / QUANTILES);
  const found = LEVEL_DISTANCES.map((name) => distanceOf(name, { predicted, measured, framed }));
  const drawn = found.find(({ blockLength }) => blockLength !== undefined);
  return {
    distances: Object.fromEntries(
      found.map(({ name, value, low, high }) => [
        name,
        { value, ...(low !== undefined && high !== undefined && { low, high }) },
      ]),
    ) as Record<LevelDistance, DistanceInterval>,
    quantiles: {
      share,
      predicted: levelQuantiles(predicted, share),
      measured: levelQuantiles(measured, share),
    },
    ...(drawn && {
      bootstrap: { blockLength: drawn.blockLength!, effectiveFrames: drawn.effectiveFrames! },
    }),
    ...(framed && { frames: frameByFrame(framed, predicted) }),
  };
}

interface Levels {
  readonly predicted: readonly number[];
  readonly measured: readonly number[];
  readonly framed: FramedShares | undefined;
}

interface FoundDistance extends DistanceInterval {
  readonly name: LevelDistance;
  readonly blockLength?: number;
  readonly effectiveFrames?: number;
}

function distanceOf(name: LevelDistance, { predicted, measured, framed }: Levels): FoundDistance {
  const between = (shares: readonly number[]): number =>
    name === 'jensenShannon'
      ? jensenShannonDistance(predicted, shares)
      : levelDistances(predicted, shares)[name];
  const stream = new RandomStream([...WORDS]);
  const draws =
    framed && Math.round(Math.min(DRAWS.most, Math.max(DRAWS.least, DRAWS.work / framed.times.length)));
  const interval =
    framed && bootstrapDistance(framed, between, { uniform: () => stream.uniform(), draws: draws! });
  return { name, ...interval, value: between(measured) };
}

/** Time at each level by frame; a bin of several levels is spread evenly. */
function framedShares({ low, high, byFrame }: Bins): FramedShares | undefined {
  const levels = high.at(-1) ?? 0;
  if (!byFrame || !(levels <= MOST_LEVELS)) return undefined;
  const frames = byFrame.length / low.length;
  const times = new Float64Array(frames * levels);
  for (let frame = 0; frame < frames; frame += 1) {
    low.forEach((from, bin) => {
      const weight = byFrame[frame * low.length + bin]! / (high[bin]! - from);
      for (let level = from; level < high[bin]!; level += 1) times[frame * levels + level]! += weight;
    });
  }
  return { times, levels };
}

function frameByFrame(
  { times, levels }: FramedShares,
  predicted: readonly number[],
): NonNullable<LevelComparison['frames']> {
  const rows = Array.from({ length: times.length / levels }, (_, frame) => {
    const row = times.subarray(frame * levels, (frame + 1) * levels);
    const total = row.reduce((sum, time) => sum + time, 0);
    return Array.from(row, (time) => (total > 0 ? time / total : 0));
  });
  const whereSeen = (value: (row: readonly number[]) => number): Float64Array =>
    Float64Array.from(rows, (row) => (row.some((share) => share > 0) ? value(row) : Number.NaN));
  return {
    levels,
    shares: Float64Array.from(rows.flat()),
    mean: whereSeen(meanLevel),
    wasserstein: whereSeen((row) => levelDistances(predicted, row).wasserstein),
  };
}

/** Quantiles of two histograms against each other: the points of a Q-Q view. */

interface QuantilePairs {
  /** Shares p at which the quantiles are taken: (i + 1/2) / count. */
  readonly share: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

type Histogram = Pick<Bins, 'low' | 'high' | 'weight'>;

/** `count` >= 1 pairs. Values are spread evenly in their bins; an open bin counts at its lower end. Weights are not all 0. */
export function quantilePairs(x: Histogram, y: Histogram, count = 99): QuantilePairs {
  const share = Float64Array.from({ length: count }, (_, i) => (i + 0.5) / count);
  return { share, x: quantilesOf(x, share), y: quantilesOf(y, share) };
}

/** Quantiles of a distribution over levels n = 0, 1, ..., which are levels themselves. */
export function levelQuantiles(shares: ArrayLike<number>, at: Float64Array): Float64Array {
  const total = Array.from(shares).reduce((sum, share) => sum + share, 0);
  return quantilesAt(at, total, {
    bins: shares.length,
    weightOf: (level) => shares[level]!,
    valueIn: (level) => level,
  });
}

/** `at` is in growing order, inside (0, 1). */
export function quantilesOf({ low, high, weight }: Histogram, at: Float64Array): Float64Array {
  return quantilesAt(
    at,
    weight.reduce((sum, one) => sum + one, 0),
    {
      bins: weight.length,
      weightOf: (bin) => weight[bin]!,
      valueIn: (bin, u) =>
        Number.isFinite(high[bin]!) ? low[bin]! + u * (high[bin]! - low[bin]!) : low[bin]!,
    },
  );
}

interface Steps {
  readonly bins: number;
  readonly weightOf: (bin: number) => number;
  /** At the share u of a bin. */
  readonly valueIn: (bin: number, u: number) => number;
}

function quantilesAt(at: Float64Array, total: number, { bins, weightOf, valueIn }: Steps): Float64Array {
  let bin = 0;
  let before = 0;
  return at.map((p) => {
    while (bin < bins - 1 && before + weightOf(bin) < p * total) {
      before += weightOf(bin);
      bin += 1;
    }
    const weight = weightOf(bin);
    return valueIn(bin, weight > 0 ? Math.min(1, Math.max(0, (p * total - before) / weight)) : 0);
  });
}

/** What can be told frame by frame: whether the insertions drift, and what is on its way between the ends. */

import { cbrt } from '../../core/numeric/elementary.ts';
import { formatNumber, formatQuantity } from '../../core/quantities/quantity.ts';
import type { Bins, ReducedQueue } from '../measure/contract.ts';
import type { AssumptionCheck, Channel } from './contract.ts';
import { twoSided } from './independence.ts';
import type { BetweenEnds } from './model-verdict.ts';

const BAND = 1.96;
const ALPHA = 0.01;
/** Variance of the frames' means by that of independent times: the practical limit. */
const LEAST_RATIO = 1.5;
const LEAST_FRAMES = 4;

/**
 * Means of frames scatter with variance v/n if the gaps are independent and their distribution does not change: sum of n_f (m_f - m)^2 / v
 * is then chi-squared with F - 1 degrees; its p by the cube root of Wilson & Hilferty (1931).
 */
export function checkDrift(insertions: Bins): AssumptionCheck {
  const frames = frameMeans(insertions);
  const used = frames.filter(({ count }) => count > 0);
  if (used.length < LEAST_FRAMES)
    return {
      assumption: 'drift',
      status: 'unknown',
      sentence: 'Whether insertions drift is not known: there are too few frames.',
    };
  const total = used.reduce((sum, { count }) => sum + count, 0);
  const mean = used.reduce((sum, frame) => sum + frame.count * frame.mean, 0) / total;
  const variance = insertions.variance > 0 ? insertions.variance : Number.MIN_VALUE;
  const degrees = used.length - 1;
  const statistic = used.reduce((sum, frame) => sum + frame.count * (frame.mean - mean) ** 2, 0) / variance;
  const ratio = statistic / degrees;
  const spread = 2 / (9 * degrees);
  const z = (cbrt(ratio) - (1 - spread)) / Math.sqrt(spread);
  const p = z > 0 ? twoSided(z) / 2 : 1 - twoSided(z) / 2;
  const drifts = p < ALPHA && ratio > LEAST_RATIO;
  const band = frames.map(({ count }) => BAND * Math.sqrt(variance / Math.max(1, count)));
  return {
    ...{ assumption: 'drift', status: drifts ? 'slight' : 'holds' },
    sentence: drifts
      ? `Means of frames scatter ${formatNumber(ratio, 2)} times as much as those of independent gaps: the load drifts, which the replay follows frame by frame, or the gaps are correlated, which it does not.`
      : `Means of frames scatter as those of independent gaps do (${formatNumber(ratio)} times).`,
    tests: [{ name: 'scatter of frames', statistic, p }],
    byFrame: {
      value: Float64Array.from(frames, (frame) => (frame.count > 0 ? frame.mean : Number.NaN)),
      low: Float64Array.from(band, (half) => mean - half),
      high: Float64Array.from(band, (half) => mean + half),
    },
  };
}

function frameMeans({ low, high, byFrame }: Bins): { readonly count: number; readonly mean: number }[] {
  if (!byFrame) return [];
  return Array.from({ length: byFrame.length / low.length }, (_, frame) => {
    let count = 0;
    let sum = 0;
    for (let bin = 0; bin < low.length; bin += 1) {
      const weight = byFrame[frame * low.length + bin]!;
      count += weight;
      sum += weight * (Number.isFinite(high[bin]!) ? (low[bin]! + high[bin]!) / 2 : low[bin]!);
    }
    return { count, mean: sum / count };
  });
}

export interface EndsOfQueue {
  readonly queue: ReducedQueue;
  readonly tail?: ReducedQueue;
  readonly head?: ReducedQueue;
  readonly channel?: Channel;
  /** Insertions per second. */
  readonly rate: number;
  /** Mean time from the tail to the head, where each transfer is known, s. */
  readonly overBus?: number;
  /** Then counts of both ends say what the alignment took for the latency. */
  readonly areClocksAligned?: boolean;
}

/**
 * Elements that have left the tail and not reached the head. From end-to-end times by Little's law (rate * mean time less what is in the
 * ends), from the times over the bus by the same law, or from both ends' counts at the ends of frames, if their frames mean the same instants.
 */
export function checkLatency(ends: EndsOfQueue): {
  readonly check: AssumptionCheck;
  readonly between?: BetweenEnds;
} {
  const { queue, tail, head, channel, rate, overBus, areClocksAligned } = ends;
  const predicted = rate * (channel?.latency ?? 0);
  const inEnds = tail?.occupancy && head?.occupancy ? tail.occupancy.mean + head.occupancy.mean : undefined;
  if (queue.latency && inEnds !== undefined) {
    const measured = rate * queue.latency.mean - inEnds;
    const slack = SLACK * rate * queue.latency.mean;
    return latencyCheck(
      { measured, predicted, isReal: Math.abs(measured - predicted) > slack },
      rate,
      'end-to-end times',
    );
  }
  const counted = tail && head && betweenByFrame(tail, head);
  if (overBus !== undefined) {
    const measured = rate * overBus;
    const slack = SLACK * Math.max(Math.abs(measured), predicted);
    const isReal = Math.abs(measured - predicted) > slack;
    const found = latencyCheck({ measured, predicted, isReal }, rate, 'the times over the bus');
    return counted ? { ...found, check: { ...found.check, byFrame: asLine(counted, predicted) } } : found;
  }
  if (areClocksAligned && channel?.latency === undefined)
    return {
      check: {
        ...{ assumption: 'latency', status: 'unknown' },
        sentence:
          'Whether the channel has a latency is not known: the clocks were aligned as if the fastest element took no time over it. What it takes adds to the whole queue and to each time through it, and leaves both ends as they are.',
      },
    };
  if (!counted || counted.length < LEAST_FRAMES)
    return {
      check: {
        ...{ assumption: 'latency', status: 'unknown' },
        sentence:
          'Whether the channel has a latency is not known: neither end-to-end times nor counts of both ends by frame were measured. The occupancies of the ends do not tell, since a constant latency leaves both as they are.',
      },
    };
  const measured = counted.reduce((sum, value) => sum + value, 0) / counted.length;
  const variance = counted.reduce((sum, value) => sum + (value - measured) ** 2, 0) / (counted.length - 1);
  const isReal = Math.abs(measured - predicted) > 3 * Math.sqrt(variance / counted.length);
  const found = latencyCheck({ measured, predicted, isReal }, rate, 'counts at the ends of frames');
  return { ...found, check: { ...found.check, byFrame: asLine(counted, predicted) } };
}

/** Relative error of a time that is known as well as its bins are. */
const SLACK = 0.02;

function asLine(value: Float64Array, predicted: number) {
  const flat = new Float64Array(value.length).fill(predicted);
  return { value, low: flat, high: flat };
}

function latencyCheck(
  between: BetweenEnds,
  rate: number,
  by: string,
): { check: AssumptionCheck; between: BetweenEnds } {
  const { measured, predicted, isReal } = between;
  const time = (elements: number): string => formatQuantity(elements / rate, 'time');
  const figures = `by ${by}, ${formatNumber(measured)} elements are between the ends, ${time(measured)} for each`;
  return {
    between,
    check: {
      ...{ assumption: 'latency', status: isReal ? 'broken' : 'holds' },
      sentence: isReal
        ? `The channel has another latency than the model's ${time(predicted)}: ${figures}.`
        : `The latency of the channel is like the model's ${time(predicted)}: ${figures}.`,
    },
  };
}

/** Elements that left the tail less those that reached the head, at the end of each frame. */
function betweenByFrame(
  { basis, frames: left }: ReducedQueue,
  { basis: other, frames: reached }: ReducedQueue,
) {
  if (basis !== 'events' || other !== 'events' || !left || !reached) return undefined;
  let inside = 0;
  return left.departures.map((count, frame) => {
    inside += count - reached.insertions[frame]!;
    return inside;
  });
}

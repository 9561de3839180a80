/** The levels of the stage in focus as they are compared, and the frames that are drawn in small. */

import type { Measurement } from '../../../core/measurement/measurement.ts';
import type { LevelComparison, LevelQuestion } from '../../../workers/compare/contract.ts';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type { ComparedFrame } from '../../ui/charts/comparison-frames.ts';

interface StageLevels {
  readonly stage: string;
  readonly predicted: readonly number[] | undefined;
  readonly measurement: Measurement | undefined;
  /** With its frames, where it is kept. */
  readonly reduced: ReducedMeasurement | undefined;
  /** Queue -> the stage that it feeds. */
  readonly stageOf: Readonly<Record<string, string>> | undefined;
}

/** Undefined where levels are not known on both sides. */
export function levelQuestion({
  stage,
  predicted,
  measurement,
  reduced,
  stageOf,
}: StageLevels): LevelQuestion | undefined {
  const measured = measurement?.stages.find((one) => one.stage === stage)?.occupancyDistribution;
  if (!predicted || !measured) return undefined;
  // Another file may be looked at than the one that is compared.
  const queue =
    reduced?.name === measurement?.name
      ? reduced?.queues.find(({ id, occupancy }) => occupancy && stageOf?.[id] === stage)
      : undefined;
  return { predicted, measured, ...(queue?.occupancy && { occupancy: queue.occupancy }) };
}

/** More do not fit on a page. */
const MOST_FRAMES = 24;

/** Frames in which something was observed; of very many an evenly spaced choice, and the words that say so. */
export function comparedFrames({
  frames,
}: LevelComparison): { readonly shown: readonly ComparedFrame[]; readonly words: string } | undefined {
  if (!frames) return undefined;
  const { levels, shares, mean, wasserstein } = frames;
  const seen = Array.from(mean.keys()).filter((frame) => !Number.isNaN(mean[frame]!));
  const every = Math.ceil(seen.length / MOST_FRAMES);
  const shown = seen
    .filter((_, i) => i % every === 0)
    .map((frame) => ({
      frame,
      shares: shares.subarray(frame * levels, (frame + 1) * levels),
      mean: mean[frame]!,
      wasserstein: wasserstein[frame]!,
    }));
  const words = every === 1 ? 'frame by frame' : `each ${ordinal(every)} of ${seen.length} frames`;
  return { shown, words };
}

const ordinal = (count: number): string => ({ 2: 'second', 3: 'third' })[count] ?? `${count}th`;

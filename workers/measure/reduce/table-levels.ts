/** Histograms of levels that a file gives, as the levels of a trace would be kept: time at each, frame by frame. */
import type { Bins } from '../contract.ts';
import type { LevelHistogram } from '../histogram-table.ts';
import { FrameHistogram } from './frame-histogram.ts';
import { LEVEL_BITS } from './log-bins.ts';

/**
 * Of one queue and metric. A histogram of the whole run counts where there is none of a frame. Undefined where all weights are 0.
 */
export function tableLevels(
  histograms: readonly LevelHistogram[],
  frameIds: readonly string[],
): Bins | undefined {
  const slotOf = new Map(frameIds.map((id, slot) => [id, slot]));
  const framed = histograms.filter(({ frame }) => slotOf.has(frame));
  const levels = new FrameHistogram(framed.length > 0 ? frameIds.length : 1, LEVEL_BITS);
  for (const { frame, weights } of framed.length > 0 ? framed : histograms) {
    const slot = slotOf.get(frame) ?? 0;
    for (const [level, weight] of weights) if (weight > 0) levels.add(slot, level, weight);
  }
  return levels.result(frameIds.length);
}

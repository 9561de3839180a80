/** How the ways to feed a stage, and what came of them, are called. */
import { counted } from '../../../core/base/plural.ts';
import type { Culprit, ReplayFeed, StageReplay } from '../../../workers/replay/contract.ts';

export const FEED_TITLES: Readonly<Record<ReplayFeed, string>> = {
  measuredArrivals: 'Measured arrivals',
  drawnArrivals: 'Model arrivals',
  measuredServices: 'Model arrivals, measured services',
  allMeasured: 'Both measured',
};

export const CULPRIT_TITLES: Readonly<Record<Culprit, string>> = {
  nothing: '○ Consistent with the data',
  arrivals: '✕ The model’s arrivals are wrong',
  service: '✕ The service is wrong',
  both: '✕ Service and arrivals are wrong',
  structure: '✕ The structure of the stage is wrong',
  unknown: '◌ Not decidable',
};

export const isWrong = (culprit: Culprit): boolean => culprit !== 'nothing' && culprit !== 'unknown';

/** What was replayed, and how often. */
export function replayedWords({ file, queue, arrivals, within, predictions, isCut }: StageReplay): string {
  const count = `${isCut ? 'first ' : ''}${counted(arrivals, 'arrival')} of queue ${queue}`;
  const where = within === 'network' ? 'in the place of the source' : 'through the stage alone';
  return `The ${count} from ${file}, ${where}, in ${predictions[0]!.runs} runs with random services. The runs start empty, as the trace does. 95 % of the runs are in the shaded range.`;
}

/** The fill levels of one frame as the drawing asks for them: the time cursor, looked at on the graph. */

import { serverCountOf } from '../../../core/scenario/defaults.ts';
import { isStage, type NodeId, type Scenario } from '../../../core/scenario/scenario.ts';
import type { PlaceLevels } from '../../../workers/animate/contract.ts';
import type { ReducedQueue } from '../../../workers/measure/contract.ts';
import type { MeasuredStudy } from '../../../workers/measure/queries/contract.ts';
import type { LivePicture } from '../../ui/editor/live.ts';
import { studyRun } from './measured-keeping.ts';
import { type MeasuredState, selectShown, useMeasured } from './measured-store.ts';

/** The drawing shows a frame of a measurement. */
export const selectShowsFrame = (measured: MeasuredState): boolean =>
  measured.onGraph && (selectShown(measured)?.frames.start.length ?? 0) > 0;

/**
 * Draws measured levels onto this scenario. Each answer keeps its object while frame and measurement are unchanged.
 */
export function measuredPictureOf({ nodes }: Pick<Scenario, 'nodes'>): LivePicture {
  const servers = new Map(nodes.map((node) => [node.id, isStage(node) ? serverCountOf(node) : 1]));
  let [of, study, levels] = [useMeasured.getState(), studyRun.get().answer, new Map<NodeId, PlaceLevels>()];
  const current = (): ReadonlyMap<NodeId, PlaceLevels> => {
    const now = useMeasured.getState();
    const { answer } = studyRun.get();
    const isSame = now.frame === of.frame && answer === study && selectShown(now) === selectShown(of);
    if (levels.size > 0 && isSame) return levels;
    [of, study, levels] = [now, answer, levelsOf(now, answer, servers)];
    return levels;
  };
  return {
    subscribe: (listener) => {
      const stops = [useMeasured.subscribe(listener), studyRun.use.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    place: (id) => current().get(id),
    arrived: () => undefined,
    link: () => undefined,
    moves: () => NO_MOVES,
    hasStepped: () => false,
    message: () => undefined,
    isPlaying: () => false,
    playOrPause: () => undefined,
  };
}

const NO_MOVES = [] as const;

function levelsOf(
  measured: MeasuredState,
  study: MeasuredStudy | undefined,
  servers: ReadonlyMap<NodeId, number>,
): Map<NodeId, PlaceLevels> {
  const levels = new Map<NodeId, PlaceLevels>();
  for (const queue of selectShown(measured)?.queues ?? []) {
    const stage = study?.stageOf[queue.id];
    if (stage === undefined || levels.has(stage)) continue;
    const level = levelIn(queue, measured.frame, servers.get(stage) ?? 1);
    if (level) levels.set(stage, level);
  }
  return levels;
}

/** The mean level of the frame, to the nearest element; served: all up to its end. A queue does not tell who is held. */
function levelIn({ frames }: ReducedQueue, frame: number, servers: number): PlaceLevels | undefined {
  const mean = frames?.meanOccupancy[frame] ?? Number.NaN;
  // A table may not tell the level.
  if (!frames || !(frames.observed[frame]! > 0) || Number.isNaN(mean)) return undefined;
  const occupancy = mean >= 10 ? Math.round(mean) : Number(mean.toPrecision(2));
  const busy = Math.min(servers, Math.round(mean));
  let served = 0;
  for (let before = 0; before <= frame; before += 1) served += frames.departures[before]! || 0;
  const waiting = Number(Math.max(0, occupancy - servers).toPrecision(3));
  return { occupancy, waiting, busy, held: 0, served, lost: 0 };
}

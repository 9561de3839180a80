/** The tables of a file that are read as a whole: stated means, histograms and tasks. */
import type { MeasuredStage, TaskTable } from '../contract.ts';
import { readFrames } from '../frames.ts';
import { type HistogramContext, readLevelHistograms } from '../histogram-table.ts';
import { allZero, levelDistributions } from '../level-distributions.ts';
import type { Table } from '../qtm-table.ts';
import { type FrameScalars, meanScalars, readFrameScalars } from '../scalar-table.ts';
import type { QueueFinder } from '../stage-names.ts';
import { readTasks } from '../task-table.ts';
import { readTimeHistograms } from '../time-histograms.ts';
import type { FrameGrid } from './frame-grid.ts';
import type { Intake } from './intake.ts';
import { type QueueFacts, stageOfQueue } from './queue-facts.ts';
import { tableFrames } from './table-frames.ts';
import { tableLevels } from './table-levels.ts';

export interface SmallTables {
  readonly intake: Intake;
  readonly facts: ReadonlyMap<string, QueueFacts>;
  readonly grid: FrameGrid;
  /** Names of the declared frames, in order; empty when frames grew with the run. */
  readonly frameIds: readonly string[];
  readonly stages: readonly MeasuredStage[];
  readonly visit: (queue: string, arrival: number, departure: number) => void;
}

/** Puts everything into `intake.direct` and gives the tasks. Rows that are wrong are reported and left out. */
export function readSmallTables(tables: readonly Table[], context: SmallTables): TaskTable | undefined {
  const { faults, direct, time } = context.intake;
  const frames = readFrames(tables, faults);
  const findQueue = queueByItself(tables, context);
  const scalars = readFrameScalars(tables, { findQueue, frames, faults });
  for (const [id, stated] of meanScalars(scalars, frames)) direct.of(id).stated = stated;
  readLevels(tables, context, { findQueue, frames, faults });
  readTimeHistograms(tables, { ...context, frames, findQueue });
  keepFrames(context, scalars);
  const isSingleServer = (queue: string): boolean => {
    const { servers, discipline } = context.facts.get(queue) ?? {};
    return servers === 1 && discipline === 'FCFS';
  };
  return readTasks(tables, { faults, time, isSingleServer, visit: context.visit });
}

function readLevels(
  tables: readonly Table[],
  { intake: { direct, faults }, frameIds }: SmallTables,
  context: HistogramContext,
): void {
  const histograms = readLevelHistograms(tables, context, 'elsewhere');
  const waiting = histograms.filter(({ metric }) => metric === 'queueLength');
  for (const [id, { queueLength }] of levelDistributions(waiting, faults))
    if (queueLength) direct.of(id).statedQueueLength = queueLength;
  const levels = histograms.filter(({ metric }) => metric === 'occupancy');
  for (const id of new Set(levels.map(({ stage }) => stage))) {
    const ofQueue = levels.filter(({ stage }) => stage === id);
    const occupancy = tableLevels(ofQueue, frameIds);
    if (occupancy) direct.of(id).occupancy = occupancy;
    else if (ofQueue.some(({ weights }) => weights.size > 0)) allZero('occupancy', id, faults);
  }
}

/** Of declared frames only: of others a file tells no times. */
function keepFrames({ intake: { direct }, frameIds, grid }: SmallTables, scalars: FrameScalars): void {
  if (frameIds.length === 0) return;
  const { start, end } = grid.bounds();
  const lengths = end.map((time, frame) => (time - start[frame]!) / 1e9);
  for (const [id, queue] of direct.queues) {
    const stated = scalars.get(id) ?? new Map();
    const found = tableFrames({ frameIds, lengths, queue, stated });
    if (found) queue.frames = found;
  }
}

/** Every queue stands for itself, with the unit and capacity of the stage that it feeds. */
function queueByItself(tables: readonly Table[], { facts, stages }: SmallTables): QueueFinder {
  const declared = tables.some(({ name }) => name === 'queues');
  const found = new Map<string, ReturnType<QueueFinder>>();
  return (row, faults) => {
    const id = row.text('queueId');
    const known = facts.get(id);
    if (id === '' || (declared && !known)) {
      const message = `unknown queueId "${id}"; table queues has ${[...facts.keys()].slice(0, 20).join(', ')}`;
      faults.add('E02', message, { place: row.place, column: 'queueId', value: id });
      return undefined;
    }
    if (!found.has(id)) {
      const stage = stageOfQueue(known ?? { id }, stages);
      const capacity = known?.capacity;
      found.set(id, { stage: { ...stage, id }, ...(capacity !== undefined && { capacity }) });
    }
    return found.get(id);
  };
}

/** The tables of a file that are read as a whole: stated means, histograms, rate samples and tasks. */
import type { MeasuredStage, TaskTable } from '../../contract/measuring.ts';
import { readFrames } from '../frames.ts';
import { readHistograms } from '../histogram-table.ts';
import type { Table } from '../qtm-table.ts';
import { readRates } from '../rate-table.ts';
import { readScalars } from '../scalar-table.ts';
import type { QueueFinder } from '../stage-names.ts';
import { readTasks } from '../task-table.ts';
import { readTimeHistograms } from '../time-histograms.ts';
import type { FrameGrid } from './frame-grid.ts';
import type { Intake } from './intake.ts';
import { levelBins } from './level-bins.ts';
import { type QueueFacts, stageOfQueue } from './queue-facts.ts';

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
  for (const [id, stated] of readScalars(tables, { findQueue, frames, faults }))
    direct.of(id).stated = stated;
  const levels = readHistograms(tables, { findQueue, frames, faults }, 'others-elsewhere');
  for (const [id, { occupancy, queueLength }] of levels) {
    const queue = direct.of(id);
    if (occupancy) queue.occupancy = levelBins(occupancy);
    if (queueLength) queue.statedQueueLength = queueLength;
  }
  readTimeHistograms(tables, { ...context, frames, findQueue });
  readRates(tables, { findQueue, faults, time, direct });
  const isSingleServer = (queue: string): boolean => {
    const { servers, discipline } = context.facts.get(queue) ?? {};
    return servers === 1 && discipline === 'FCFS';
  };
  return readTasks(tables, { faults, time, isSingleServer, visit: context.visit });
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

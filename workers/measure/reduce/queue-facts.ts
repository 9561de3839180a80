/** Table `queues`: what each queue of a file is. */

import { readNumber } from '../cell-number.ts';
import { type MeasuredStage, type ReducedQueue, withoutStage } from '../contract.ts';
import type { FaultList } from '../measurement-fault.ts';
import { type Row, rowsOf, type Table } from '../qtm-table.ts';
import {
  checkFamilies,
  dividedQueues,
  KIND_WORDS,
  KINDS,
  listIds,
  listStages,
  stageFinder,
} from '../stage-names.ts';

const DISCIPLINES = ['', 'FCFS', 'RSS', 'PS', 'DELAY'];

export type QueueFacts = Pick<
  ReducedQueue,
  'id' | 'name' | 'source' | 'dest' | 'kind' | 'parentId' | 'capacity' | 'servers' | 'discipline' | 'bulkSize'
>;

/** By id. Checks: ids of their own and known kinds (E01), known parents (E02), complete virtual queues (W03). */
export function readQueueFacts(tables: readonly Table[], faults: FaultList): Map<string, QueueFacts> {
  const queues = new Map<string, QueueFacts>();
  for (const row of rowsOf(tables, 'queues')) {
    const id = row.text('queueId');
    if (id === '' || queues.has(id)) {
      const detail = { place: row.place, column: 'queueId', value: id };
      faults.add('E01', `expected a queueId of its own, got "${id}"`, detail);
    } else queues.set(id, factsOf(row, id, faults));
  }
  checkFamilies(tables, queues, faults);
  return queues;
}

function factsOf(row: Row, id: string, faults: FaultList): QueueFacts {
  const kind = row.text('kind');
  const known = KINDS.includes(kind);
  if (!known) {
    const detail = { place: row.place, column: 'kind', value: kind };
    faults.add('E01', `expected ${KIND_WORDS}, got ${kind}`, detail);
  }
  const discipline = row.text('discipline');
  if (!DISCIPLINES.includes(discipline)) {
    const detail = { place: row.place, column: 'discipline', value: discipline };
    faults.add('W01', `expected FCFS, RSS, PS or DELAY, got ${discipline}; it is not used`, detail);
  }
  const texts = (['name', 'source', 'dest', 'parentId', 'discipline'] as const).flatMap((column) =>
    row.text(column) === '' ? [] : [[column, row.text(column)]],
  );
  const numbers = (['capacity', 'servers', 'bulkSize'] as const).flatMap((column) => {
    const value = readNumber(row, column, { integer: true, faults });
    return value === undefined ? [] : [[column, value]];
  });
  const ofKind = known && kind !== '' ? [['kind', kind]] : [];
  return { id, ...Object.fromEntries([...texts, ...ofKind, ...numbers]) };
}

/** By id or name of a queue: the stage that it feeds, as somebody said. */
export type QueueMap = Readonly<Record<string, string>>;

export function mappedFacts<Facts extends Pick<QueueFacts, 'id' | 'name'>>(
  facts: Facts,
  queueMap: QueueMap = {},
): Facts {
  const dest = [facts.id, facts.name].flatMap((name) =>
    name !== undefined && Object.hasOwn(queueMap, name) ? [queueMap[name]] : [],
  )[0];
  return dest === undefined ? facts : { ...facts, dest };
}

/** What is wrong with a map: a queue that the file does not have, or a stage that the scenario does not have (E02). */
export function checkQueueMap(
  queueMap: QueueMap,
  queues: readonly Pick<QueueFacts, 'id' | 'name'>[],
  stages: readonly MeasuredStage[] | undefined,
  faults: FaultList,
): void {
  for (const [queue, stage] of Object.entries(queueMap)) {
    if (!queues.some(({ id, name }) => id === queue || name === queue))
      faults.add(
        'E02',
        `the queue map names queue "${queue}"; the queues of the file are ${listIds(queues)}`,
      );
    if (stages && !stageFinder(stages)(stage))
      faults.add('E02', `the queue map names stage "${stage}"; ${listStages(stages)}`);
  }
}

/** What the only queue of a file is called that names none. */
export const UNNAMED_QUEUE = 'queue';

/** The stage that a queue feeds, by its dest, its name or its id; a part of a virtual queue feeds none. */
export function stageOfQueue(
  queue: Pick<QueueFacts, 'id' | 'name' | 'dest' | 'kind'>,
  stages: readonly MeasuredStage[],
): MeasuredStage | undefined {
  if (queue.kind === 'tail' || queue.kind === 'head' || queue.dest === withoutStage) return undefined;
  const find = stageFinder(stages);
  for (const name of [queue.dest, queue.name, queue.id]) {
    const stage = name === undefined ? undefined : find(name);
    if (stage) return stage;
  }
  return undefined;
}

/** A virtual queue of which each end stands for a stage of its own. */
export const isWholeOfTwo = (
  queue: Pick<QueueFacts, 'id' | 'kind'>,
  queues: readonly Pick<QueueFacts, 'id' | 'dest' | 'kind' | 'parentId'>[],
  stages: readonly MeasuredStage[],
): boolean => queue.kind === 'virtual' && dividedQueues(queues, stages).has(queue.id);

/**
 * The same among all queues of a file. One queue without a name and one stage can only mean each other; a queue of
 * another name means it only when somebody says so.
 */
export function stageFedBy(
  queue: Pick<QueueFacts, 'id' | 'name' | 'dest' | 'kind' | 'parentId'>,
  queues: readonly Pick<QueueFacts, 'id' | 'dest' | 'kind' | 'parentId'>[],
  stages: readonly MeasuredStage[],
): MeasuredStage | undefined {
  if (isWholeOfTwo(queue, queues, stages)) return undefined;
  if (queue.kind === 'tail' || queue.kind === 'head')
    return queue.dest !== undefined && dividedQueues(queues, stages).has(queue.parentId ?? '')
      ? stageFinder(stages)(queue.dest)
      : undefined;
  const named = stageOfQueue(queue, stages);
  const isOnly = queues.length === 1 && stages.length === 1 && queue.dest !== withoutStage;
  return named ?? (isOnly && (queue.name ?? queue.id) === UNNAMED_QUEUE ? stages[0] : undefined);
}

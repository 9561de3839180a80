/** Table `queues`: what each queue of a file is. */

import { readNumber } from '../cell-number.ts';
import { type MeasuredStage, type ReducedQueue, UNNAMED_QUEUE, withoutStage } from '../contract.ts';
import type { FaultList } from '../measurement-fault.ts';
import { type Row, rowsOf, type Table } from '../qtm-table.ts';
import { checkFamilies, dividedQueues, KIND_WORDS, KINDS, listIds, listStages } from '../stage-names.ts';
import { type StageFinder, stageFinder, stageOfQueue } from '../stage-of-queue.ts';

const DISCIPLINES = ['', 'FCFS', 'RSS', 'PS', 'DELAY'];

export type QueueFacts = Pick<
  ReducedQueue,
  'id' | 'name' | 'source' | 'dest' | 'kind' | 'parentId' | 'capacity' | 'servers' | 'discipline' | 'bulkSize'
>;

/** By id. Checks: ids of their own and known kinds (E01), known parents (E02), complete virtual queues (W03). */
export function readQueueFacts(tables: readonly Table[], faults: FaultList): Map<string, QueueFacts> {
  const queues = new Map<string, QueueFacts>();
  for (const table of tables) addQueueFacts(table, queues, faults);
  checkFamilies(tables, queues, faults);
  return queues;
}

/** Puts the queues of one table beside those `known`; parents are not checked, which may stand in a table further below. */
export function addQueueFacts(table: Table, known: Map<string, QueueFacts>, faults: FaultList): void {
  for (const row of rowsOf([table], 'queues')) {
    const id = row.text('queueId');
    if (id === '' || known.has(id)) {
      const detail = { place: row.place, column: 'queueId', value: id };
      faults.add('E01', `expected a queueId of its own, got "${id}"`, detail);
    } else known.set(id, factsOf(row, id, faults));
  }
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
  const known = new Set(queues.flatMap(({ id, name }) => [id, name]));
  const find = stages && stageFinder(stages);
  for (const [queue, stage] of Object.entries(queueMap)) {
    if (!known.has(queue))
      faults.add(
        'E02',
        `the queue map names queue "${queue}"; the queues of the file are ${listIds(queues.map(({ id }) => id))}`,
      );
    if (stages && !find?.(stage))
      faults.add('E02', `the queue map names stage "${stage}"; ${listStages(stages)}`);
  }
}

type FeedingQueue = Pick<QueueFacts, 'id' | 'name' | 'dest' | 'kind' | 'parentId'>;

/** Which stage each queue of a file feeds. */
export class FedStages {
  private readonly find: StageFinder;
  private readonly divided: ReadonlySet<string>;
  /** One queue without a name and one stage can only mean each other; a queue of another name means it only when somebody says so. */
  private readonly only: MeasuredStage | undefined;

  constructor(queues: readonly FeedingQueue[], stages: readonly MeasuredStage[]) {
    this.find = stageFinder(stages);
    this.divided = dividedQueues(queues, stages);
    this.only = queues.length === 1 && stages.length === 1 ? stages[0] : undefined;
  }

  /** A virtual queue of which each end stands for a stage of its own. */
  isWholeOfTwo({ kind, id }: FeedingQueue): boolean {
    return kind === 'virtual' && this.divided.has(id);
  }

  stageOf(queue: FeedingQueue): MeasuredStage | undefined {
    if (this.isWholeOfTwo(queue)) return undefined;
    const { kind, dest, parentId = '' } = queue;
    if (kind === 'tail' || kind === 'head')
      return dest !== undefined && this.divided.has(parentId) ? this.find(dest) : undefined;
    const isUnnamed = dest !== withoutStage && (queue.name ?? queue.id) === UNNAMED_QUEUE;
    return stageOfQueue(queue, this.find) ?? (isUnnamed ? this.only : undefined);
  }
}

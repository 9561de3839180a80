/** Which stage a name in a measurement file means, and which stage a queue id stands for. */

import { readNumber } from './cell-number.ts';
import { byDesignWords, type MeasuredStage, QUEUE_KINDS, type QueueKind } from './contract.ts';
import type { FaultList } from './measurement-fault.ts';
import { type Row, rowsOf, type Table } from './qtm-table.ts';
import { type StageFinder, stageFinder } from './stage-of-queue.ts';
import { MOST_NAMES, TOO_MANY_QUEUES } from './stream/name-table.ts';

const MOST_LISTED = 10;

/** A queue of the file. Without a stage its rows are left out. */
export interface MeasuredQueue {
  readonly stage?: MeasuredStage;
  /** Items, as the file says; unbounded or unknown when absent. */
  readonly capacity?: number;
}

/** Finds the queue of a row by its queueId; undefined when there is none, which is reported with E02. */
export type QueueFinder = (row: Row, faults: FaultList) => MeasuredQueue | undefined;

/**
 * Takes the tables of one file in turn and drops the rows of queues beyond the number that a trace may have, which are
 * reported (E02). No scenario has as many stages, and work for each queue would take memory and time without end.
 */
export function queueLimit(faults: FaultList): (table: Table) => Table {
  const ids = new Set<string>();
  return (table) => {
    const column = table.columns.indexOf('queueId');
    if (column < 0) return table;
    const kept: number[] = [];
    for (const [row, cells] of table.rows.entries()) {
      const id = cells[column]?.trim() ?? '';
      if (ids.size < MOST_NAMES) ids.add(id);
      if (ids.has(id)) kept.push(row);
      else faults.add('E02', TOO_MANY_QUEUES, { place: table.placeOf(row), column: 'queueId', value: id });
    }
    if (kept.length === table.rows.length) return table;
    return {
      ...table,
      rows: kept.map((row) => table.rows[row]!),
      placeOf: (row) => table.placeOf(kept[row]!),
    };
  };
}

/** Every queue that the file names as a stage of its own: for a file that is read without a scenario. */
export function stagesNamedIn(tables: readonly Table[]): readonly MeasuredStage[] {
  const ids = new Set<string>();
  for (const row of rowsOf(tables, 'queues'))
    ids.add(row.text('dest') || row.text('name') || row.text('queueId'));
  if (ids.size === 0) {
    for (const name of ['scalars', 'hist'] as const) {
      for (const row of rowsOf(tables, name)) ids.add(row.text('queueId'));
    }
  }
  ids.delete('');
  return [...ids].map((id) => ({ id }));
}

export const listStages = (stages: readonly MeasuredStage[]): string =>
  stages.length === 0
    ? 'the scenario has no stages'
    : `the stages are ${listIds(stages.map(({ id, name = id }) => (name === id ? id : `${name} (${id})`)))}`;

/** The first ten; of more, how many there are. */
export function listIds(all: readonly string[]): string {
  const shown = all.slice(0, MOST_LISTED).join(', ');
  return all.length > MOST_LISTED
    ? `${shown} and ${(all.length - MOST_LISTED).toLocaleString('en')} more`
    : shown;
}

/**
 * Queues that feed one stage together stand for themselves, and are told in `together` by that stage.
 * With a table `queues` its ids are the file's own; without one a queueId is the id or name of a stage.
 */
export function queueFinder(
  tables: readonly Table[],
  stages: readonly MeasuredStage[],
  faults: FaultList,
  together?: Map<string, readonly string[]>,
): QueueFinder {
  const findStage = stageFinder(stages);
  if (!tables.some((table) => table.name === 'queues')) {
    const found = new Map<string, MeasuredStage>();
    return (row, report) => {
      const id = row.text('queueId');
      const stage = found.get(id) ?? findStage(id);
      if (!stage) {
        unknownQueue(row, listStages(stages), report);
        return undefined;
      }
      found.set(id, stage);
      return { stage };
    };
  }
  const queues = readQueues(tables, { stages, findStage, faults });
  for (const [stage, ids] of feeding(queues)) {
    if (ids.length < 2) continue;
    together?.set(stage.id, ids);
    for (const id of ids) queues.set(id, { ...queues.get(id), stage: { ...stage, id } });
  }
  return (row, report) => {
    const queue = queues.get(row.text('queueId'));
    if (!queue) unknownQueue(row, `table queues has ${listIds([...queues.keys()])}`, report);
    return queue;
  };
}

/** Ids of the queues by the stage that they feed. */
function feeding(queues: ReadonlyMap<string, MeasuredQueue>): ReadonlyMap<MeasuredStage, readonly string[]> {
  const byStage = new Map<MeasuredStage, string[]>();
  for (const [id, { stage }] of queues) {
    if (!stage) continue;
    const ids = byStage.get(stage) ?? [];
    byStage.set(stage, ids);
    ids.push(id);
  }
  return byStage;
}

function unknownQueue(row: Row, known: string, faults: FaultList): void {
  const value = row.text('queueId');
  faults.add('E02', `unknown queueId "${value}"; ${known}`, { place: row.place, column: 'queueId', value });
}

interface QueueContext {
  readonly stages: readonly MeasuredStage[];
  readonly findStage: StageFinder;
  readonly faults: FaultList;
}

export const KINDS: readonly string[] = ['', ...QUEUE_KINDS];
export const KIND_WORDS = QUEUE_KINDS.join(', ').replace(/, (\w+)$/, ' or $1');

function readQueues(tables: readonly Table[], context: QueueContext): Map<string, MeasuredQueue> {
  const { stages, findStage, faults } = context;
  const queues = new Map<string, MeasuredQueue>();
  const families = [...rowsOf(tables, 'queues')].map((row) => ({
    ...{ id: row.text('queueId'), kind: row.text('kind') },
    ...{ dest: row.text('dest'), parentId: row.text('parentId') },
  }));
  const divided = dividedQueues(families, stages);
  const byDesign: { readonly stage: MeasuredStage; readonly words: string; readonly row: Row }[] = [];
  for (const row of rowsOf(tables, 'queues')) {
    const { place } = row;
    const id = row.text('queueId');
    if (id === '' || queues.has(id)) {
      faults.add('E01', `expected a queueId of its own, got "${id}"`, {
        place,
        column: 'queueId',
        value: id,
      });
      continue;
    }
    if (!KINDS.includes(row.text('kind'))) {
      const message = `expected ${KIND_WORDS}, got ${row.text('kind')}`;
      faults.add('E01', message, { place, column: 'kind', value: row.text('kind') });
    }
    const capacity = readNumber(row, 'capacity', { integer: true, faults });
    // The two ends of a virtual queue are parts of it; the virtual queue stands for the stage, unless each end names its own.
    const isEnd = ['tail', 'head'].includes(row.text('kind'));
    const words = byDesignWords({ id, kind: row.text('kind') as QueueKind });
    const isPart = divided.has(id) || (isEnd && !divided.has(row.text('parentId'))) || words !== undefined;
    const names = (isEnd ? [row.text('dest')] : [row.text('dest'), row.text('name'), id]).filter(
      (name) => name !== '',
    );
    const named = names.map(findStage).find((found) => found !== undefined);
    const stage = isPart ? undefined : named;
    if (words !== undefined && named) byDesign.push({ stage: named, words, row });
    if (!stage && !isPart) {
      const message = `queue ${id} (${names.join(', ')}) is left out: no stage has that id or name; ${listStages(stages)}`;
      faults.add('W02', message, { place, column: 'dest', value: row.text('dest') });
    }
    queues.set(id, { ...(stage && { stage }), ...(capacity !== undefined && { capacity }) });
  }
  const fed = new Set([...queues.values()].map(({ stage }) => stage));
  // Beside a queue of the stage it is no news.
  for (const { stage, words, row } of byDesign) {
    if (fed.has(stage)) continue;
    const detail = { place: row.place, column: 'kind', value: row.text('kind') };
    faults.add('W02', `${words}; it is compared with no stage`, detail);
  }
  checkFamilies(tables, queues, faults);
  return queues;
}

interface QueueOfFamily {
  readonly id: string;
  readonly kind?: string;
  readonly dest?: string;
  readonly parentId?: string;
}

/**
 * Virtual queues whose two ends name stages of their own: the tail that of the bus, the head that of the server. Such ends stand for their
 * stages, and the virtual queue for both together and for no stage.
 */
export function dividedQueues(
  queues: readonly QueueOfFamily[],
  stages: readonly MeasuredStage[],
): ReadonlySet<string> {
  const find = stageFinder(stages);
  const ends = { tail: new Map<string, QueueOfFamily>(), head: new Map<string, QueueOfFamily>() };
  for (const queue of queues)
    if ((queue.kind === 'tail' || queue.kind === 'head') && !ends[queue.kind].has(queue.parentId ?? ''))
      ends[queue.kind].set(queue.parentId ?? '', queue);
  const stageOf = (parent: string, kind: 'tail' | 'head') => {
    const dest = ends[kind].get(parent)?.dest;
    return dest === undefined ? undefined : find(dest);
  };
  const ids = queues.flatMap(({ id }) => {
    const [tail, head] = [stageOf(id, 'tail'), stageOf(id, 'head')];
    return tail && head && tail !== head ? [id] : [];
  });
  return new Set(ids);
}

/** A parent must exist (E02), and a virtual queue has both a tail and a head (W03). */
export function checkFamilies(
  tables: readonly Table[],
  queues: ReadonlyMap<string, unknown>,
  faults: FaultList,
): void {
  const children = new Map<string, Set<string>>();
  for (const row of rowsOf(tables, 'queues')) {
    const parent = row.text('parentId');
    if (parent === '') continue;
    if (!queues.has(parent)) {
      faults.add('E02', `unknown parentId "${parent}"`, {
        place: row.place,
        column: 'parentId',
        value: parent,
      });
    }
    children.set(parent, (children.get(parent) ?? new Set()).add(row.text('kind')));
  }
  for (const row of rowsOf(tables, 'queues')) {
    if (row.text('kind') !== 'virtual') continue;
    const kinds = children.get(row.text('queueId'));
    if (kinds?.has('tail') && kinds.has('head')) continue;
    faults.add('W03', 'virtual queue without both a tail and a head', { place: row.place, column: 'kind' });
  }
}

/**
 * Table `tasks`: the steps of tasks through the queues, some of them not observed (Sutton and Jordan 2011). Step 0 enters
 * the network. A queue of which every visit was observed is also reduced like a trace.
 */

import { groupBy } from '../../core/base/group-by.ts';
import { readNumber } from './cell-number.ts';
import type { TaskTable } from './contract.ts';
import type { FaultList } from './measurement-fault.ts';
import { type Row, rowsOf, type Table } from './qtm-table.ts';
import { type TimeBase, TimeScale } from './stream/time-base.ts';

interface TaskContext {
  readonly faults: FaultList;
  readonly time: TimeBase;
  /** The file says that this queue has one server, first come first served. */
  readonly isSingleServer: (queue: string) => boolean;
  /** Times in ns. */
  readonly visit: (queue: string, arrival: number, departure: number) => void;
}

interface Step {
  readonly row: Row;
  readonly task: string;
  readonly step: number;
  readonly queue: string;
  /** ns; NaN where it was not observed. */
  readonly arrival: number;
  readonly departure: number;
  readonly ordinal: number;
}

/** A departure and the next arrival of a task are the same instant, ns. */
const SAME_INSTANT = 1000;
const MOST_STEPS = 2 ** 31 - 1;

export function readTasks(tables: readonly Table[], context: TaskContext): TaskTable | undefined {
  const scales = new Map<number, TimeScale>();
  const steps: Step[] = [];
  const seen = new Set<string>();
  for (const row of rowsOf(tables, 'tasks')) {
    const scale = scales.get(row.unitsPerSecond) ?? new TimeScale(context.time, row.unitsPerSecond);
    scales.set(row.unitsPerSecond, scale);
    const step = stepOf(row, scale, context.faults);
    if (!step) continue;
    const key = JSON.stringify([step.task, step.step]);
    if (seen.has(key)) {
      context.faults.add('E18', `step ${step.step} of task ${step.task} is given twice`, at(row, 'step'));
    } else {
      seen.add(key);
      steps.push(step);
    }
  }
  if (steps.length === 0) return undefined;
  checkChains(steps, context.faults);
  checkEntryOrder(steps, context.faults);
  const overtaken = queuesThatMayBeOvertaken(tables);
  for (const [id, ofQueue] of groupBy(steps, ({ queue }) => queue)) {
    if (!overtaken.has(id)) checkQueueOrder(ofQueue, context);
    const complete = ofQueue.every(({ arrival, departure }) => departure >= arrival);
    if (complete && ofQueue[0]!.queue !== '' && ofQueue[0]!.step > 0)
      for (const { queue, arrival, departure } of ofQueue) context.visit(queue, arrival, departure);
  }
  return tableOf(steps);
}

/** Queues that the table `queues` gives several servers, or another order than first come, first served. */
function queuesThatMayBeOvertaken(tables: readonly Table[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const row of rowsOf(tables, 'queues'))
    if (Number(row.text('servers')) > 1 || !['', 'FCFS'].includes(row.text('discipline')))
      ids.add(row.text('queueId'));
  return ids;
}

const at = (row: Row, column: string) => ({ place: row.place, column, value: row.text(column) });

function stepOf(row: Row, scale: TimeScale, faults: FaultList): Step | undefined {
  const step = readNumber(row, 'step', { integer: true, max: MOST_STEPS, faults });
  const ordinal = readNumber(row, 'ordinal', { integer: true, faults }) ?? Number.NaN;
  const [arrival, departure] = (['arrival', 'departure'] as const).map((column) =>
    timeOf(row, column, scale, faults),
  );
  const task = row.text('task');
  if (task === '') faults.add('E01', 'expected the name of a task, got an empty cell', at(row, 'task'));
  if (task === '' || step === undefined || arrival === undefined || departure === undefined) return undefined;
  if (departure < arrival) {
    faults.add('E16', `task ${task} leaves before it arrives; the row is left out`, at(row, 'departure'));
    return undefined;
  }
  return { row, task, step, queue: row.text('queue'), arrival, departure, ordinal };
}

/** NaN when empty, undefined when it is no time. The arrival of step 0 is 0: it comes from outside. */
function timeOf(row: Row, column: string, scale: TimeScale, faults: FaultList): number | undefined {
  const text = row.text(column);
  if (text === '' || (column === 'arrival' && row.text('step') === '0')) return Number.NaN;
  const time = scale.parse(text, false);
  if (time === undefined)
    faults.add('E01', `expected an integer >= 0 in the table's time unit, got ${text}`, at(row, column));
  return time;
}

/** E16 where a task arrives at another time than it left the step before, W18 where that step was not observed. */
function checkChains(steps: readonly Step[], faults: FaultList): void {
  for (const chain of groupBy(steps, ({ task }) => task).values()) {
    chain.sort((a, b) => a.step - b.step);
    for (const [index, next] of chain.entries()) {
      if (next.step === 0 || Number.isNaN(next.arrival)) continue;
      const before = chain[index - 1];
      if (before?.step !== next.step - 1 || Number.isNaN(before.departure)) {
        const message = `task ${next.task}: the departure from step ${next.step - 1} was not observed, the arrival at step ${next.step} was`;
        faults.add('W18', message, at(next.row, 'arrival'));
      } else if (Math.abs(next.arrival - before.departure) > SAME_INSTANT) {
        const message = `task ${next.task} leaves step ${before.step} and arrives at step ${next.step} at different times; put a queue of kind DELAY between them`;
        faults.add('E16', message, at(next.row, 'arrival'));
      }
    }
  }
}

function checkEntryOrder(steps: readonly Step[], faults: FaultList): void {
  const entries = steps
    .filter(
      ({ step, departure, ordinal }) => step === 0 && !Number.isNaN(departure) && !Number.isNaN(ordinal),
    )
    .sort((a, b) => a.departure - b.departure);
  for (const [index, { task, ordinal, row }] of entries.entries()) {
    const before = entries[index - 1];
    if (!before || ordinal > before.ordinal) continue;
    const message = `task ${task} entered after task ${before.task}, its ordinal is not larger`;
    faults.add('E18', message, at(row, 'ordinal'));
  }
}

/** E17: in a queue of one server, first come first served, none overtakes; W17 where the file does not say that it is one. */
function checkQueueOrder(ofQueue: readonly Step[], { faults, isSingleServer }: TaskContext): void {
  if (ofQueue[0]!.queue === '' || ofQueue[0]!.step === 0) return;
  const observed = ofQueue
    .filter(({ arrival, departure }) => departure >= arrival)
    .sort((a, b) => a.arrival - b.arrival || a.departure - b.departure);
  for (const [index, { task, departure, queue, row }] of observed.entries()) {
    const before = observed[index - 1];
    if (!before || departure >= before.departure) continue;
    const message = `queue ${queue}: task ${task} overtakes task ${before.task}; a model with one server, first come first served, cannot explain that. Choose another order of service or more servers`;
    faults.add(isSingleServer(queue) ? 'E17' : 'W17', message, at(row, 'departure'));
  }
}

function tableOf(steps: readonly Step[]): TaskTable {
  const seconds = (name: 'arrival' | 'departure') => Float64Array.from(steps, (step) => step[name] / 1e9);
  return {
    task: steps.map(({ task }) => task),
    step: Int32Array.from(steps, ({ step }) => step),
    state: steps.map(({ row }) => row.text('state')),
    queue: steps.map(({ queue }) => queue),
    arrival: seconds('arrival'),
    departure: seconds('departure'),
    ordinal: Float64Array.from(steps, ({ ordinal }) => ordinal),
  };
}

/** Who entered when: the tasks in the order of entry, with places for those of which nothing but their number is known. */
import type { ReadTask } from './read-tasks.ts';

export interface EntryOrder {
  readonly placed: readonly (ReadTask | undefined)[];
  /** When the first gap between entries begins, s. */
  readonly start: number;
  /** Mean gap, s. */
  readonly gap: number;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

/** Hidden tasks before the first one that was seen are followed when they are at most this share of all. */
const EARLIER_SHARE = 0.05;
const MOST_TASKS = 20_000_000;

export function orderEntries(tasks: readonly ReadTask[]): EntryOrder {
  const faults: string[] = [];
  const warnings: string[] = [];
  const counted = tasks.some(({ ordinal }) => !Number.isNaN(ordinal));
  const known = tasks.filter(({ entry, ordinal }) =>
    counted ? !Number.isNaN(ordinal) : !Number.isNaN(entry),
  );
  for (const { name, entry, ordinal } of tasks)
    if (counted && Number.isNaN(ordinal) && !Number.isNaN(entry))
      faults.push(`task ${name} has no ordinal; expected how many tasks had entered, as other tasks have`);
  const unplaced = tasks.length - known.length - faults.length;
  if (unplaced > 0)
    warnings.push(
      `${unplaced} ${unplaced === 1 ? 'task has' : 'tasks have'} neither an entry time nor an ordinal and ${unplaced === 1 ? 'is' : 'are'} left out`,
    );
  if (!counted && known.length > 0)
    warnings.push('no task has an ordinal: the file is taken to hold every task that entered');
  known.sort((one, other) => (counted ? one.ordinal - other.ordinal : one.entry - other.entry));
  checkOrder(known, counted, faults);
  const none = { placed: [], start: 0, gap: 1, faults, warnings };
  if (faults.length > 0 || known.length === 0) return none;
  const first = counted ? known[0]!.ordinal : 1;
  const last = counted ? known.at(-1)!.ordinal : known.length;
  if (last - first >= MOST_TASKS) {
    faults.push(`ordinals run from ${first} to ${last}; expected at most ${MOST_TASKS} tasks`);
    return none;
  }
  const earlier = first - 1 <= Math.max(10, EARLIER_SHARE * (last - first + 1)) ? first - 1 : 0;
  const placed: (ReadTask | undefined)[] = Array.from({ length: last - first + 1 + earlier });
  for (const [i, task] of known.entries()) placed[counted ? task.ordinal - first + earlier : i] = task;
  const timed = placed.flatMap((task, place) => (task && !Number.isNaN(task.entry) ? [{ task, place }] : []));
  const [from, to] = [timed[0], timed.at(-1)];
  if (!from || !to || !(to.task.entry > from.task.entry)) {
    faults.push('expected at least two tasks with different times of entry');
    return none;
  }
  const gap = (to.task.entry - from.task.entry) / (to.place - from.place);
  const start = Math.max(from.task.entry - (from.place + 1) * gap, Math.min(0, from.task.entry));
  return { placed, start, gap, faults, warnings };
}

function checkOrder(known: readonly ReadTask[], counted: boolean, faults: string[]): void {
  let before: ReadTask | undefined;
  let timed: ReadTask | undefined;
  for (const task of known) {
    if (counted && !(Number.isInteger(task.ordinal) && task.ordinal >= 1))
      faults.push(`task ${task.name}: expected an ordinal that is an integer >= 1, got ${task.ordinal}`);
    if (counted && before?.ordinal === task.ordinal)
      faults.push(`tasks ${before.name} and ${task.name} have the same ordinal ${task.ordinal}`);
    if (timed && task.entry < timed.entry)
      faults.push(`task ${task.name} entered before task ${timed.name}, but its ordinal is larger`);
    before = task;
    if (!Number.isNaN(task.entry)) timed = task;
  }
}

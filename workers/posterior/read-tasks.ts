/** The rows of a task table, task by task, checked: whoever is wrong is named. */
import type { TaskTable } from '../measure/contract.ts';

export interface ReadStep {
  readonly state: string;
  /** '' where it is not known. */
  readonly queue: string;
  /** s; NaN where it was not observed. */
  readonly arrival: number;
  departure: number;
}

export interface ReadTask {
  readonly name: string;
  /** s; NaN where it was not observed. */
  readonly entry: number;
  /** How many tasks had entered; NaN where that was not noted. */
  readonly ordinal: number;
  /** Behind the entry. */
  readonly steps: readonly ReadStep[];
}

/**
 * A departure and the next arrival are the same instant, give or take two ticks of 1 us, or this share of the mean visit: a short hop
 * counts to the visit before it.
 */
const SAME_INSTANT = 2e-6;
const SHORT_HOP = 0.01;

/** Puts a message for each fault into `faults`. */
export function readTasks(table: TaskTable, faults: string[]): ReadTask[] {
  const rowsOf = new Map<string, number[]>();
  for (const [row, task] of table.task.entries()) {
    const rows = rowsOf.get(task);
    if (rows) rows.push(row);
    else rowsOf.set(task, [row]);
  }
  const slack = slackOf(table);
  return Array.from(rowsOf, ([name, rows]) => readTask(table, name, rows, { faults, slack }));
}

/** s. */
function slackOf({ arrival, departure, step }: TaskTable): number {
  let [time, visits] = [0, 0];
  for (const [row, at] of arrival.entries()) {
    const stay = departure[row]! - at;
    if (step[row] === 0 || !(stay >= 0)) continue;
    time += stay;
    visits += 1;
  }
  return Math.max(SAME_INSTANT, visits > 0 ? (SHORT_HOP * time) / visits : 0);
}

interface Checking {
  readonly faults: string[];
  readonly slack: number;
}

function readTask(table: TaskTable, name: string, rows: readonly number[], checking: Checking): ReadTask {
  const { faults, slack } = checking;
  const sorted = [...rows].sort((i, j) => table.step[i]! - table.step[j]!);
  const first = table.step[sorted[0]!]!;
  for (const [i, row] of sorted.entries())
    if (table.step[row] !== first + i || first > 1) {
      faults.push(
        `task ${name}: expected the steps 0, 1, 2, … one after the other, got step ${table.step[row]}`,
      );
      break;
    }
  const entryRow = first === 0 ? sorted[0]! : undefined;
  const steps = sorted.slice(entryRow === undefined ? 0 : 1).map((row) => stepOf(table, row));
  checkTimes(name, steps, checking);
  const stated = entryRow === undefined ? Number.NaN : table.departure[entryRow]!;
  const arrival = steps[0]?.arrival ?? Number.NaN;
  if (Math.abs(stated - arrival) > slack) faults.push(apart(name, 0, stated, arrival));
  return {
    name,
    steps,
    entry: Number.isNaN(arrival) ? stated : arrival,
    ordinal: entryRow === undefined ? Number.NaN : table.ordinal[entryRow]!,
  };
}

const stepOf = (table: TaskTable, row: number): ReadStep => ({
  state: table.state[row]!,
  queue: table.queue[row]!,
  arrival: table.arrival[row]!,
  departure: table.departure[row]!,
});

function checkTimes(name: string, steps: readonly ReadStep[], { faults, slack }: Checking): void {
  for (const [i, step] of steps.entries()) {
    const next = steps[i + 1];
    const gap = next ? next.arrival - step.departure : 0;
    if (Math.abs(gap) > slack) faults.push(apart(name, i + 1, step.departure, next!.arrival));
    else if (next && !Number.isNaN(next.arrival)) step.departure = next.arrival;
    if (step.departure < step.arrival)
      faults.push(
        `task ${name} leaves ${step.queue || `step ${i + 1}`} at ${step.departure} s, before it arrives at ${step.arrival} s`,
      );
  }
}

const apart = (name: string, step: number, departure: number, arrival: number): string =>
  `task ${name} leaves step ${step} at ${departure} s and arrives at step ${step + 1} at ${arrival} s; expected the same instant`;

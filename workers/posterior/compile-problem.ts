/** From a table of tasks and what is known of the queues to a problem that chains run on; or what is wrong, in words. */
import { err, ok, type Result } from '../../core/base/result.ts';
import { formatNumber } from '../../core/quantities/quantity-format.ts';
import { type Discipline, isFcfs, isFcfsAs, picksAtRandomAs } from '../../core/rules/discipline.ts';
import { DEFAULTS } from '../../core/scenario/defaults.ts';
import type { TaskTable } from '../measure/contract.ts';
import {
  MOST_SERVERS,
  type PosteriorProblem,
  type PosteriorRequest,
  type ProblemQueue,
  type QueueOfTasks,
  type TaskPath,
} from './contract.ts';
import { missingTasks } from './missing-tasks.ts';
import { seenServices } from './seen-services.ts';
import { MOST_COMPONENTS } from './service-distributions.ts';

/** Observed in every step. */
const FEWEST_TASKS = 5;
/** What a prior is worth that is to say nothing: in observations. */
const NO_PRIOR = 1e-3;
/** No more are told one by one. */
const MOST_FAULTS = 10;

export function compileProblem(request: PosteriorRequest): Result<PosteriorProblem, readonly string[]> {
  const faults: string[] = [];
  const tasks = readTasks(request.tasks, faults);
  const observed = tasks.filter(isObserved);
  if (observed.length < FEWEST_TASKS && faults.length === 0)
    faults.push(tooFew(tasks.length, observed.length));
  checkNumbers(request, faults);
  const queues = queuesOf(tasks, request, faults);
  if (faults.length === 0) faults.push(...checkOrders(tasks, queues));
  const order = orderEntries(tasks);
  faults.push(...order.faults);
  const network = networkOf(tasks, queues);
  const shares = knownShares(network, queues, request.queues ?? [], faults);
  if (!order.isCounted && faults.length === 0) faults.push(...missingFaults(tasks, queues));
  if (faults.length > 0) return err(shortened(faults));
  const meanResponse = meanResponseOf(observed);
  const { placed, start, gap, warnings } = order;
  const columns = columnsOf(placed, network, queues);
  return ok({
    ...network,
    shares,
    ...columns,
    queues: queues.map((queue, i): ProblemQueue => {
      const seen = isFcfs(queue) ? seenServices(columns, i + 1, queue.servers) : undefined;
      return { ...queue, prior: { observations: NO_PRIOR, mean: meanResponse }, ...(seen && { seen }) };
    }),
    start,
    gap: { observations: NO_PRIOR, mean: gap },
    components: request.components ?? 4,
    windows: request.windows ?? 12,
    sweeps: request.sweeps ?? 125,
    chains: request.chains ?? 4,
    meanResponse,
    observedTasks: observed.length,
    warnings,
    ...(!order.isCounted && { isUncounted: true }),
  });
}

/** Where nothing counts the tasks, queues whose visits show that some are missing. */
function missingFaults(tasks: readonly ReadTask[], queues: readonly CheckedQueue[]): readonly string[] {
  return queues.flatMap((queue) => {
    if (!isFcfs(queue) || queue.servers !== 1) return [];
    const visits = tasks.flatMap(({ steps }) =>
      steps.flatMap((step) => (step.queue === queue.id ? [[step.arrival, step.departure] as const] : [])),
    );
    const correlation = visits.flat().some(Number.isNaN) ? undefined : missingTasks(visits);
    if (correlation === undefined) return [];
    return [
      `queue ${queue.id}: tasks seem to be missing from the file, since services come out longer where the visit before came longer ago (rank correlation ${formatNumber(correlation, 2)}); expected in ordinal how many tasks had entered`,
    ];
  });
}

/** Every time and queue was seen. */
const isObserved = ({ entry, steps }: ReadTask): boolean =>
  !Number.isNaN(entry) &&
  steps.length > 0 &&
  steps.every(({ queue, departure }) => queue !== '' && !Number.isNaN(departure));

function tooFew(tasks: number, observed: number): string {
  if (tasks === 0) return 'the file has no tasks; expected rows of a table tasks';
  if (observed === 0)
    return `all ${tasks} tasks are hidden; expected at least ${FEWEST_TASKS} of which every step has a queue, an arrival and a departure`;
  return `only ${observed} ${observed === 1 ? 'task was' : 'tasks were'} observed in every step; expected at least ${FEWEST_TASKS}`;
}

function shortened(faults: readonly string[]): readonly string[] {
  if (faults.length <= MOST_FAULTS) return faults;
  return [...faults.slice(0, MOST_FAULTS), `and ${faults.length - MOST_FAULTS} more`];
}

function checkNumbers(
  { components = 4, windows = 12, sweeps = 125, chains = 4 }: PosteriorRequest,
  faults: string[],
) {
  const check = (name: string, value: number, least: number, most: number): void => {
    if (!(Number.isInteger(value) && value >= least && value <= most))
      faults.push(`${name}: expected an integer from ${least} to ${most}, got ${value}`);
  };
  check('components', components, 2, MOST_COMPONENTS);
  check('windows', windows, 1, 100);
  check('sweeps', sweeps, 50, 1_000_000);
  check('chains', chains, 4, 64);
}

type CheckedQueue = Omit<ProblemQueue, 'prior' | 'seen'>;

/** Those that the tasks name, in the order of the request and then of the table. */
function queuesOf(
  tasks: readonly ReadTask[],
  { queues: known = [], onlyThese = false, family = 'exponential' }: PosteriorRequest,
  faults: string[],
): CheckedQueue[] {
  const named = new Set(tasks.flatMap(({ steps }) => steps.map(({ queue }) => queue)));
  named.delete('');
  const stated = new Map(known.map((queue) => [queue.id, queue]));
  const unknown = [...named].filter((id) => onlyThese && !stated.has(id));
  for (const id of unknown)
    faults.push(`queue ${id} is unknown to the scenario; expected one of ${[...stated.keys()].join(', ')}`);
  const ids = [...known.map(({ id }) => id).filter((id) => named.has(id)), ...named];
  return [...new Set(ids)].map((id) => checkedQueue(stated.get(id) ?? { id }, family, faults));
}

function checkedQueue(queue: QueueOfTasks, family: ProblemQueue['family'], faults: string[]): CheckedQueue {
  const { id, stage, servers = DEFAULTS.serverCount } = queue;
  const isRandom = picksAtRandomAs(queue.discipline);
  if (!isRandom && !isFcfsAs(queue.discipline))
    faults.push(`queue ${id}: expected the order of service FCFS or RSS, got ${queue.discipline}`);
  if (!(Number.isInteger(servers) && servers >= 1 && servers <= MOST_SERVERS))
    faults.push(`queue ${id}: expected 1 to ${MOST_SERVERS} servers, got ${servers}`);
  if (isRandom && servers !== 1)
    faults.push(`queue ${id}: expected one server with random selection, got ${servers}`);
  return {
    id,
    ...(stage !== undefined && { stage }),
    servers,
    discipline: isRandom ? 'RSS' : 'FCFS',
    family: queue.family ?? family,
  };
}

interface Network {
  readonly states: readonly string[];
  readonly choices: readonly Int32Array[];
  readonly paths: readonly TaskPath[];
  readonly pathOf: ReadonlyMap<ReadTask, number>;
}

/** States with the queues that were seen in them, and the ways that tasks took through them. A step without a state has that of its queue. */
function networkOf(tasks: readonly ReadTask[], queues: readonly CheckedQueue[]): Network {
  const numberOf = new Map(queues.map(({ id }, i) => [id, i + 1]));
  const states = new Map<string, { readonly index: number; readonly queues: Set<number> }>();
  const paths = new Map<
    string,
    { readonly index: number; readonly states: readonly number[]; count: number }
  >();
  const pathOf = new Map<ReadTask, number>();
  for (const task of tasks) {
    if (task.steps.length === 0) continue;
    const way = task.steps.map(({ state, queue }) => {
      const name = state || queue;
      const known = states.get(name) ?? { index: states.size, queues: new Set() };
      states.set(name, known);
      const number = numberOf.get(queue);
      if (number !== undefined) known.queues.add(number);
      return known.index;
    });
    const key = way.join(' ');
    const path = paths.get(key) ?? { index: paths.size, states: way, count: 0 };
    paths.set(key, path);
    path.count += 1;
    pathOf.set(task, path.index);
  }
  const choices = Array.from(states.values(), ({ queues: own }) => Int32Array.from(own).sort());
  return {
    states: [...states.keys()],
    choices,
    paths: Array.from(paths.values(), ({ index: _, ...path }) => path),
    pathOf,
  };
}

/** The tasks in the order of entry, `undefined` where nothing but its number is known. */
function columnsOf(
  placed: readonly (ReadTask | undefined)[],
  { pathOf }: Network,
  queues: readonly CheckedQueue[],
) {
  const numberOf = new Map(queues.map(({ id }, i) => [id, i + 1]));
  const departure: number[] = [];
  const queue: number[] = [];
  const first = [0];
  for (const task of placed) {
    if (task && task.steps.length > 0) {
      departure.push(task.entry, ...task.steps.map((step) => step.departure));
      queue.push(0, ...task.steps.map((step) => numberOf.get(step.queue) ?? -1));
    }
    first.push(departure.length);
  }
  return {
    pathOf: Int32Array.from(placed, (task) => (task ? (pathOf.get(task) ?? -1) : -1)),
    first: Int32Array.from(first),
    departure: Float64Array.from(departure),
    queue: Int32Array.from(queue),
    entry: Float64Array.from(placed, (task) => task?.entry ?? Number.NaN),
  };
}

function meanResponseOf(observed: readonly ReadTask[]): number {
  let sum = 0;
  let steps = 0;
  for (const task of observed) {
    sum += task.steps.at(-1)!.departure - task.entry;
    steps += task.steps.length;
  }
  return Math.max(sum / steps, Number.MIN_VALUE * 2 ** 60);
}

/** How likely tasks choose each queue of a state, where the weights of the queues say it. */

/** Null where the queues of a state have no weights; `choices` are numbers of queues, their places plus 1. */
function knownShares(
  { states, choices }: Pick<PosteriorProblem, 'states' | 'choices'>,
  queues: readonly { readonly id: string }[],
  known: readonly QueueOfTasks[],
  faults: string[],
): readonly (Float64Array | null)[] {
  const stated = new Map(known.map(({ id, weight }) => [id, weight]));
  for (const [id, weight] of stated)
    if (weight !== undefined && !(weight > 0 && weight < Number.POSITIVE_INFINITY))
      faults.push(`queue ${id}: expected a weight > 0, got ${weight}`);
  return choices.map((numbers, s) => {
    const ids = Array.from(numbers, (number) => queues[number - 1]!.id);
    const weights = ids.flatMap((id) => stated.get(id) ?? []);
    if (weights.length === 0) return null;
    if (weights.length < ids.length) {
      const without = ids.find((id) => stated.get(id) === undefined);
      faults.push(
        `queue ${without} has no weight, but others of state ${states[s]} have; expected one for each of them or for none`,
      );
    }
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return Float64Array.from(weights, (weight) => weight / total);
  });
}

/** Orders of observed visits that no queue of its kind can produce (first come first served with K servers). */

interface Visit {
  readonly task: string;
  readonly arrival: number;
  readonly departure: number;
}

/**
 * A job leaves only when all but K - 1 of those before it have left: with K others that leave later it cannot be. Names the
 * task and the first one that it overtakes; undefined where all is well.
 */
function orderFault(tasks: readonly ReadTask[], queue: string, servers: number): string | undefined {
  const visits: Visit[] = [];
  for (const { name, steps } of tasks)
    for (const step of steps)
      if (step.queue === queue && step.departure >= step.arrival)
        visits.push({ task: name, arrival: step.arrival, departure: step.departure });
  visits.sort((one, other) => one.arrival - other.arrival || one.departure - other.departure);
  // The K that leave last among those before, the first to leave in front.
  const last: Visit[] = [];
  for (const visit of visits) {
    const overtaken = last[0];
    if (last.length === servers && overtaken && overtaken.departure > visit.departure) {
      const of = servers === 1 ? 'one server' : `${servers} servers`;
      return `queue ${queue}: task ${visit.task} overtakes task ${overtaken.task}; with ${of}, first come first served, that cannot be. Try random selection (RSS) or more servers`;
    }
    const place = last.findIndex(({ departure }) => departure > visit.departure);
    last.splice(place < 0 ? last.length : place, 0, visit);
    if (last.length > servers) last.shift();
  }
  return undefined;
}

function checkOrders(
  tasks: readonly ReadTask[],
  queues: readonly { readonly id: string; readonly servers: number; readonly discipline: Discipline }[],
): string[] {
  return queues.flatMap((queue) => {
    const { id, servers } = queue;
    const fault = isFcfs(queue) ? orderFault(tasks, id, servers) : undefined;
    return fault === undefined ? [] : [fault];
  });
}

/** Who entered when: the tasks in the order of entry, with places for those of which nothing but their number is known. */
interface EntryOrder {
  readonly placed: readonly (ReadTask | undefined)[];
  /** When the first gap between entries begins, s. */
  readonly start: number;
  /** Mean gap, s. */
  readonly gap: number;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
  readonly isCounted: boolean;
}

/** Hidden tasks before the first one that was seen are followed when they are at most this share of all. */
const EARLIER_SHARE = 0.05;
const MOST_TASKS = 20_000_000;

function orderEntries(tasks: readonly ReadTask[]): EntryOrder {
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
  const none = { placed: [], start: 0, gap: 1, faults, warnings, isCounted: counted };
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
  return { placed, start, gap, faults, warnings, isCounted: counted };
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

/** The rows of a task table, task by task, checked: whoever is wrong is named. */

interface ReadStep {
  readonly state: string;
  /** '' where it is not known. */
  readonly queue: string;
  /** s; NaN where it was not observed. */
  readonly arrival: number;
  departure: number;
}

interface ReadTask {
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
function readTasks(table: TaskTable, faults: string[]): ReadTask[] {
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

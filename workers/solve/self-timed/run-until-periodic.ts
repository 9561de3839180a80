/**
 * Runs a self-timed machine until a state comes again (Ghamarian, Geilen, Stuijk, Basten, Moonen, Bekooij, Theelen &
 * Mousavi 2006, "Throughput analysis of synchronous data flow graphs"): what happens between the two
 * happens for ever, so that averages over it are exact. States are kept one at a time, at doubling distances (Brent 1980).
 */
import type { Firing, SelfTimedMachine } from './machine.ts';

export interface PoolSums {
  readonly entered: number;
  /** Places promised to what did not come. */
  readonly returned: number;
  readonly lost: number;
  readonly offered: number;
  /** Ticks with n elements. */
  readonly times: readonly number[];
}

export interface StationSums {
  readonly servingTime: number;
  readonly heldTime: number;
  readonly waitingTime: number;
  readonly served: number;
  readonly passed: number;
  readonly firings: number;
}

export interface Sums {
  readonly time: number;
  readonly pools: readonly PoolSums[];
  readonly stations: readonly StationSums[];
  readonly links: readonly number[];
  readonly sunk: number;
  readonly firings: number;
}

export interface PeriodicRun {
  readonly kind: 'periodic';
  /** Sums over one period; `time` is the period, ticks. */
  readonly period: Sums;
  /** Time before the period, ticks. */
  readonly transient: number;
  /** Most elements in each pool at a time, from the start on: a FIFO may be fuller before the schedule repeats than ever after. */
  readonly peaks: readonly number[];
  /** Times from entry to sink of those that arrive in a period, ticks; absent where they take too long to repeat. */
  readonly latency?: { readonly count: number; readonly sum: number; readonly longest: number };
  /** A cycle of starts, each as soon as the one before it allowed: what the period cannot be shorter for. Each kind of step once. */
  readonly critical: readonly CriticalStep[];
}

/** A start of `node` that waited for the end of a service of `on` last. */
export interface CriticalStep {
  readonly node: number;
  readonly on: number;
  /** Whose elements came at that instant; -1 where room or a server came free. */
  readonly giver: number;
}

export type Run =
  | PeriodicRun
  /** Nothing will ever happen again. */
  | { readonly kind: 'still' }
  /** A pool grows without end, as all else comes again after `period`. */
  | { readonly kind: 'growing'; readonly node: number; readonly period: Sums }
  /** No state came again, in so many instants or before a pool was too full to go on. */
  | { readonly kind: 'tooLong'; readonly instants: number };

interface Saved {
  readonly state: readonly number[];
  readonly levels: readonly number[];
  readonly sums: Sums;
  readonly node: number;
  readonly size: number;
}

export function runUntilPeriodic(machine: SelfTimedMachine, mostInstants: number): Run {
  let saved: Saved | undefined;
  for (let instants = 1, since = 0, power = FIRST_LOOK; instants <= mostInstants; instants++) {
    if (!machine.step()) return machine.isStill ? { kind: 'still' } : { kind: 'tooLong', instants };
    if (machine.crowded) return { kind: 'tooLong', instants };
    if (!Number.isSafeInteger(machine.now * LARGEST_COUNT)) break;
    const again = saved && comesAgain(machine, saved);
    if (saved && again === 'same') return repeat(machine, saved.sums, mostInstants - instants);
    if (saved && again !== undefined && again !== 'same')
      return { kind: 'growing', node: again, period: difference(saved.sums, sumsOf(machine)) };
    if (++since < power) continue;
    [since, power] = [0, 2 * power];
    saved = save(machine);
  }
  return { kind: 'tooLong', instants: mostInstants };
}

function save(machine: SelfTimedMachine): Saved {
  machine.watchLevels();
  return {
    ...{ state: machine.state(), levels: machine.levels(), sums: sumsOf(machine) },
    ...{ node: machine.lastNode, size: machine.size() },
  };
}

/** 'same' where the saved state is back; a node whose queue has grown, and was never short, where all else is back. */
function comesAgain(machine: SelfTimedMachine, saved: Saved): 'same' | number | undefined {
  if (machine.lastNode !== saved.node || machine.size() !== saved.size) return undefined;
  if (!areEqual(machine.state(), saved.state)) return undefined;
  const growth = machine.levels().map((level, i) => level - saved.levels[i]!);
  if (growth.every((by) => by === 0)) return 'same';
  if (growth.some((by, i) => by < 0 || (by > 0 && !machine.isDeep(i)))) return undefined;
  return machine.pools[growth.findIndex((by) => by > 0)]!.plan.node;
}

const FIRST_LOOK = 8;
/** Sums over time stay whole numbers with so many elements all the time. */
const LARGEST_COUNT = 16;

function areEqual(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function sumsOf(machine: SelfTimedMachine): Sums {
  machine.settleSums();
  return {
    time: machine.now,
    pools: machine.pools.map(({ entered, returned, lost, offered, times }) => ({
      ...{ entered, returned, lost, offered, times: Array.from(times, (time = 0) => time) },
    })),
    stations: machine.stations.map(({ servingTime, heldTime, waitingTime, served, passed, firings }) => ({
      ...{ servingTime, heldTime, waitingTime, served, passed, firings },
    })),
    links: [...machine.linkCounts],
    sunk: machine.sunk,
    firings: machine.firings,
  };
}

function difference(from: Sums, to: Sums): Sums {
  return {
    time: to.time - from.time,
    pools: to.pools.map((pool, i) => {
      const before = from.pools[i]!;
      const times = pool.times.map((time, n) => time - (before.times[n] ?? 0));
      while (times.length > 1 && times.at(-1) === 0) times.pop();
      return {
        entered: pool.entered - before.entered,
        returned: pool.returned - before.returned,
        lost: pool.lost - before.lost,
        offered: pool.offered - before.offered,
        times,
      };
    }),
    stations: to.stations.map((station, i) => {
      const before = from.stations[i]!;
      return {
        servingTime: station.servingTime - before.servingTime,
        heldTime: station.heldTime - before.heldTime,
        waitingTime: station.waitingTime - before.waitingTime,
        served: station.served - before.served,
        passed: station.passed - before.passed,
        firings: station.firings - before.firings,
      };
    }),
    links: to.links.map((count, i) => count - from.links[i]!),
    sunk: to.sunk - from.sunk,
    firings: to.firings - from.firings,
  };
}

/** Goes on for whole periods, to see what waits for what and until the ages of elements repeat as well. */
function repeat(machine: SelfTimedMachine, from: Sums, instantsLeft: number): PeriodicRun {
  const sinceStart = sumsOf(machine);
  const period = difference(from, sinceStart);
  const peaks = sinceStart.pools.map(({ times }) =>
    Math.max(
      0,
      times.findLastIndex((time) => time > 0),
    ),
  );
  const first = machine.firings;
  machine.tokenWaits = new Set();
  machine.records = [];
  let ages = machine.ages();
  let before = { count: machine.timed, sum: machine.timeSum };
  machine.longest = 0;
  let used = runFor(machine, period.time);
  const critical = criticalCycle(machine.records, first);
  machine.records = undefined;
  const found = { kind: 'periodic', period, transient: from.time, peaks, critical } as const;
  for (let n = 0; ; n++) {
    const now = machine.ages();
    const latency = {
      count: machine.timed - before.count,
      sum: machine.timeSum - before.sum,
      longest: machine.longest,
    };
    if (areEqual(now, ages)) return { ...found, latency };
    if (used > instantsLeft && n > 0) return found;
    ages = now;
    before = { count: machine.timed, sum: machine.timeSum };
    machine.longest = 0;
    used += runFor(machine, period.time);
  }
}

/** Number of instants that were run. */
function runFor(machine: SelfTimedMachine, ticks: number): number {
  const end = machine.now + ticks;
  let instants = 0;
  while (machine.now < end && machine.step()) instants++;
  return instants;
}

/** Back from a start to what it waited for last, until a start comes again, one or more periods earlier. */
function criticalCycle(records: readonly Firing[], first: number): readonly CriticalStep[] {
  const count = records.length;
  const before = ({ cause }: Firing): number => (((cause - first) % count) + count) % count;
  const seen = new Map<number, number>();
  const path: number[] = [];
  let at = count - 1;
  while (at >= 0 && !seen.has(at)) {
    seen.set(at, path.length);
    path.push(at);
    if (records[at]!.cause < 0) return [];
    at = before(records[at]!);
  }
  if (at < 0) return [];
  const steps = new Map<string, CriticalStep>();
  // In the order of time.
  for (const index of path.slice(seen.get(at)!).reverse()) {
    const { node, giver } = records[index]!;
    const on = records[before(records[index]!)]!.node;
    steps.set([node, on, giver].join(), { node, on, giver });
  }
  return [...steps.values()];
}

/**
 * The level of a queue from its events, and whether it can be believed: a trace from which departures are missing never
 * comes back to 0, and a server that waits there looks busy.
 */

import { DEPARTURE, INSERTION } from '../measure/stream/row-layout.ts';
import { medianOf, sum } from './columns.ts';
import type { ClocksApart, LevelDoubt } from './contract.ts';

/** Column by column, in the order of time. Times in s. */
export interface QueueEvents {
  readonly time: Float64Array;
  /** I, D, F, E are 0, 1, 2, 3. */
  readonly kind: Uint8Array;
  /** Items of an insertion or departure. */
  readonly count: Float64Array;
  /** Blocked time of the operation, s; NaN where it was not measured. */
  readonly blockedFor: Float64Array;
}

/** Two clocks: an item may seem to leave before it came by this share of the mean time between insertions. */
const SKEW = 0.01;
/**
 * They may differ by more: insertions that follow sooner than chance has it show that. From a departure to the next insertion
 * it would else be some 0.7 of the mean time between insertions. Where levels are in doubt besides, or insertions come too
 * irregularly to follow a departure soon, many need not be as soon.
 */
const BY_CLOCKS = { sure: 0.2, many: 30, ofMany: 0.5, few: 10 };
/** With two clocks, how long an insertion is waited for, in mean times between insertions. */
const PATIENCE = 3;
/** Fewer missing insertions do no harm beside missing departures. */
const MANY_INSERTIONS = 3;
/** A departure that is the lowest among so many in a row may have left an idle server. */
const LOOK_BACK = 10;
/**
 * From one level an M/M/1 server goes up and comes back with probability min(lambda, mu) / (lambda + mu) <= 1/2. In a level
 * that is left for ever it turns round as often as not; 20 returns more than twice that have a probability below 1e-6.
 */
const RETURNS_BY_CHANCE = { perLevel: 2, more: 20 };
/** Share of departures that may be missing: beyond it too many idle times are taken for services. */
const MOST_MISSING = 0.005;

export interface QueueLevels {
  /** Level after each event; at `E` and `F` the level before it. */
  readonly after: Float64Array;
  /** May the server idle after this departure? Decided from what came before it, so that no service is chosen by its length. */
  readonly mayIdle: (at: number) => boolean;
  readonly doubt?: LevelDoubt;
  readonly clocks?: ClocksApart;
}

export function queueLevels(events: QueueEvents): QueueLevels {
  const { after, doubt, clocks } = believedLevels(events);
  if (doubt === undefined || doubt.kind === 'neverEmpty')
    return { after, mayIdle: (at) => after[at] === 0, ...(doubt && { doubt }), ...(clocks && { clocks }) };
  const lowest = lowestAround(events, after);
  return { after, mayIdle: (at) => after[at]! <= lowest[at]!, doubt, ...(clocks && { clocks }) };
}

/** Departures from an empty queue may also come of two clocks whose times go up and down against each other. */
function believedLevels(events: QueueEvents): Omit<QueueLevels, 'mayIdle'> {
  const gap = meanInsertionGap(events);
  const next = timesToInsertion(events);
  const strict = levelsAfter(events, next, SKEW * gap);
  const doubt = doubtOf(events, strict.after);
  const seen = {
    after: strict.after,
    ...(doubt && { doubt: withInsertions(doubt, strict.early, SKEW * gap) }),
  };
  if (strict.early.every((wait) => wait <= SKEW * gap)) return seen;
  const patient = levelsAfter(events, next, PATIENCE * gap);
  const usual = medianOf(patient.early);
  const { sure, many, ofMany, few } = BY_CLOCKS;
  const isTold = patient.early.length >= many && (doubt || isIrregular(events, gap));
  if (usual >= (isTold ? ofMany : sure) * gap) return seen;
  const departures = events.kind.reduce((total, letter) => (letter === DEPARTURE ? total + 1 : total), 0);
  const left = doubtOf(events, patient.after);
  const clocks = { usual, mean: sum(patient.early) / departures };
  return {
    after: patient.after,
    ...(left && { doubt: left }),
    ...(patient.early.length >= few && { clocks }),
  };
}

/**
 * A departure from an empty queue shows that an insertion is missing, or that clocks differ and its insertion follows soon.
 * Where clocks differ the wait for it is generous: one that is missing shows again at the next empty queue, while an insertion
 * that is counted besides would raise the level for ever.
 */
function levelsAfter(
  { time, kind, count }: QueueEvents,
  next: Float64Array,
  slack: number,
): { readonly after: Float64Array; readonly early: readonly number[] } {
  const after = new Float64Array(time.length);
  const waits: number[] = [];
  let level = 0;
  /** Items that left before they came. */
  let early = 0;
  for (let at = 0; at < time.length; at += 1) {
    const items = count[at]!;
    if (kind[at] === INSERTION) {
      level += Math.max(0, items - early);
      early = Math.max(0, early - items);
    } else if (kind[at] === DEPARTURE) {
      const lacking = Math.max(0, items - level);
      level = Math.max(0, level - items);
      if (lacking > 0 && next[at]! <= slack) early += lacking;
      if (lacking > 0) waits.push(next[at]!);
    }
    after[at] = level;
  }
  return { after, early: waits };
}

/** Departures from an empty queue that no insertion follows soon: with as many insertions missing as departures no level is known to be the empty one. */
function withInsertions(doubt: LevelDoubt, early: readonly number[], slack: number): LevelDoubt {
  const insertions = early.filter((wait) => wait > slack).length;
  if (doubt.kind !== 'missingDepartures' || insertions < MANY_INSERTIONS) return doubt;
  return { ...doubt, kind: 'bothMissing', insertions };
}

/** From each event to the first insertion after it. */
function timesToInsertion({ time, kind }: QueueEvents): Float64Array {
  const wait = new Float64Array(time.length);
  let insertion = Number.POSITIVE_INFINITY;
  for (let at = time.length - 1; at >= 0; at -= 1) {
    wait[at] = insertion - time[at]!;
    if (kind[at] === INSERTION) insertion = time[at]!;
  }
  return wait;
}

function meanInsertionGap({ time, kind }: Pick<QueueEvents, 'time' | 'kind'>): number {
  const first = kind.indexOf(INSERTION);
  const last = kind.lastIndexOf(INSERTION);
  const gaps = kind.reduce((total, letter) => (letter === INSERTION ? total + 1 : total), -1);
  return gaps > 0 ? (time[last]! - time[first]!) / gaps : 0;
}

/** The median of exponential times is 0.69 of their mean, that of paced ones 1. */
const REGULAR = 0.85;

function isIrregular({ time, kind }: QueueEvents, meanGap: number): boolean {
  const insertions = time.filter((_, at) => kind[at] === INSERTION);
  return medianOf(insertions.subarray(1).map((at, i) => at - insertions[i]!)) < REGULAR * meanGap;
}

/**
 * At each departure, the higher of two levels that a departure may leave to an idle server: the lowest after the LOOK_BACK departures
 * before it, and the lowest that is still to come. The second is right from the first departure on that is missing, while the first
 * needs those ten until it has risen; it is too low where an insertion is missing later, and the first is not.
 */
function lowestAround({ kind }: QueueEvents, after: Float64Array): Float64Array {
  const lowest = new Float64Array(after.length);
  const last: number[] = [];
  for (let at = 0; at < after.length; at += 1) {
    if (kind[at] !== DEPARTURE) continue;
    lowest[at] = Math.min(...last);
    last.push(after[at]!);
    if (last.length > LOOK_BACK) last.shift();
  }
  let ahead = Number.POSITIVE_INFINITY;
  for (let at = after.length - 1; at >= 0; at -= 1) {
    lowest[at] = Math.max(lowest[at]!, ahead);
    ahead = Math.min(ahead, after[at]!);
  }
  return lowest;
}

/** Where the queue is never empty again: is that a busy server, or are departures missing? */
function doubtOf(events: QueueEvents, after: Float64Array): LevelDoubt | undefined {
  const { time, kind } = events;
  const start = 1 + after.lastIndexOf(0);
  const departures = kind
    .subarray(start)
    .reduce((total, letter) => (letter === DEPARTURE ? total + 1 : total), 0);
  if (departures <= RETURNS_BY_CHANCE.more) return returnsToOne(events, after);
  const { returns, levels, ...shape } = aboveFloor(events, after, start);
  const all = kind.reduce((total, letter) => (letter === DEPARTURE ? total + 1 : total), 0);
  const from = time[start]!;
  const byChance = returns <= RETURNS_BY_CHANCE.perLevel * levels + RETURNS_BY_CHANCE.more;
  if (byChance || shape.isRefilled || (shape.range > 1 && shape.isFull))
    return departures > all / 4 ? { kind: 'neverEmpty', from } : returnsToOne(events, after);
  if (shape.range <= 1 || levels > MOST_MISSING * all) return { kind: 'unclear', from, levels, returns };
  return { kind: 'missingDepartures', from, levels, returns };
}

/** A departure and later an insertion may be missing: in between the queue falls to 1 again and again, and not to 0. */
function returnsToOne({ time, kind }: QueueEvents, after: Float64Array): LevelDoubt | undefined {
  let from = 0;
  let returns = 0;
  for (let at = 0; at < after.length; at += 1) {
    if (after[at] === 0) {
      if (returns > RETURNS_BY_CHANCE.more) return { kind: 'missingDepartures', from, levels: 1, returns };
      returns = 0;
      from = time[at]!;
    }
    if (kind[at] === DEPARTURE && after[at] === 1) returns += 1;
  }
  return undefined;
}

interface AboveFloor {
  /** Departures to a level below which the queue never falls again. */
  readonly returns: number;
  /** How many such levels there are. */
  readonly levels: number;
  /** Highest level above the lowest that is still to come. */
  readonly range: number;
  /** More time at the highest level than at the lowest. */
  readonly isFull: boolean;
  /** An insertion follows at once when the queue falls to its lowest: a writer waits at a full queue. */
  readonly isRefilled: boolean;
}

function aboveFloor({ time, kind }: QueueEvents, after: Float64Array, start: number): AboveFloor {
  const floors = new Set<number>();
  const timeAt = new Map<number, number>();
  let [floor, returns, range, untilNext] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  let insertion = time.at(-1)!;
  for (let at = time.length - 1; at >= start; at -= 1) {
    floor = Math.min(floor, after[at]!);
    floors.add(floor);
    const above = after[at]! - floor;
    range = Math.max(range, above);
    timeAt.set(above, (timeAt.get(above) ?? 0) + (time[at + 1] ?? time[at]!) - time[at]!);
    if (kind[at] === INSERTION) insertion = time[at]!;
    if (kind[at] === DEPARTURE && above === 0) {
      returns += 1;
      const isAtOnce = kind[at - 1] === INSERTION && time[at - 1] === time[at];
      untilNext += isAtOnce ? 0 : insertion - time[at]!;
    }
  }
  return {
    ...{ returns, levels: floors.size, range },
    isFull: (timeAt.get(range) ?? 0) > (timeAt.get(0) ?? 0),
    isRefilled: untilNext <= SKEW * returns * meanInsertionGap({ time, kind }),
  };
}

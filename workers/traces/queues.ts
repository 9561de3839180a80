/**
 * How many requests an instance works on at once, and since when it works on each. First come first served by c servers, only
 * one of the c oldest inside can be the next that was begun: a visit that leaves, or calls another service, has at most c - 1 older
 * ones beside it. Requests that were alone or worked on together would leave or call in any order. Calls count, since
 * visits to a caller leave in the order of the queue that it calls.
 */
import FlatQueue from 'flatqueue';
import { log } from '../../core/numeric/elementary.ts';
import { countUpTo } from '../numeric/count-up-to.ts';
import { standardRanks } from '../numeric/standard-ranks.ts';
import { serverShares } from '../solve/stations/many-servers.ts';
import type { Visit } from './call-tree.ts';
import { awaited } from './call-tree.ts';
import type { QueueDoubt, ServersKnown } from './contract.ts';
import { MOST_IMPOSSIBLE } from './trace-words.ts';

/** Logarithm of the probability that an order is by chance, below which it is believed. */
const SURE = -15;

export interface InstanceQueue {
  readonly servers: number;
  readonly known: ServersKnown;
  readonly mostAtOnce: number;
  /** Whoever was next to show that it was begun was always one of so many oldest inside. */
  readonly nextAmong: number;
  /** That was no chance. */
  readonly isOrdered: boolean;
  /** Visits that end, or call another, before a server can have begun them. */
  readonly impossible: number;
  readonly doubt?: QueueDoubt;
}

/** A larger share of visits that only their callers saw are no spans that were lost. */
const MOST_LOST = 0.05;

export const lackOwnSpans = (visits: readonly Visit[]): boolean =>
  visits.reduce((sum, { isOfCaller }) => sum + (isOfCaller ? 1 : 0), 0) > MOST_LOST * visits.length;

/** The visits of one instance; their `wait` is filled in where servers are known. `isComplete`: no visit is missing. */
export function readQueue(
  visits: readonly Visit[],
  given: number | undefined,
  isComplete: boolean,
): InstanceQueue {
  const sorted = [...visits].sort((a, b) => a.start - b.start);
  for (const visit of sorted) visit.wait = 0;
  const isOfCallers = lackOwnSpans(visits);
  // Where a few spans were lost the times of these visits are rough, which says nothing of an order.
  const shown = isOfCallers ? sorted : sorted.filter(({ isOfCaller }) => !isOfCaller);
  const { mostAtOnce, nextAmong, chance } = departures(shown);
  // Answers overtake each other on their way, which would count as servers; nothing but one server keeps all in order.
  const isOrdered = (nextAmong === 1 || !isOfCallers) && nextAmong < mostAtOnce && chance < SURE;
  const told =
    isOrdered && isComplete && !isOfCallers ? steadyServers(sorted, nextAmong, mostAtOnce) : nextAmong;
  const { isQueue: isTold, withGaps } = isOrdered ? queueSigns(sorted, told, isComplete) : NO_SIGNS;
  const known = given !== undefined ? 'given' : isTold ? 'order' : 'unseen';
  const read = {
    servers: given ?? (isTold ? told : mostAtOnce),
    known,
    mostAtOnce,
    nextAmong,
    isOrdered,
  } as const;
  if (!isComplete || (known === 'unseen' && !isOrdered)) return { ...read, impossible: 0 };
  const servers = given ?? told;
  const impossible = fillWaits(sorted, servers);
  // That many servers cannot be, whatever is missing.
  if (impossible > MOST_IMPOSSIBLE * sorted.length) return { ...read, impossible };
  const withOthers: QueueDoubt | undefined =
    withGaps === undefined ? undefined : { kind: 'gaps', servers: told, correlation: withGaps };
  const doubt =
    alikeInARow(sorted, servers) ??
    withOthers ??
    (isOfCallers ? undefined : unlikeAfterWaits(sorted, servers));
  // Without a queue, services that come out are gaps between arrivals for those that came before others had left.
  const isDoubtful = doubt && (known !== 'unseen' || doubt.kind !== 'waited');
  return { ...read, impossible, ...(isDoubtful && { doubt }) };
}

/** Squared variation of services that vary by nothing but clocks. */
const STEADY = 1e-3;

/**
 * Services that do not vary leave in order whatever the number of servers: it is then as many as were ever at work at once, one
 * service before the sign of each visit, if services do not vary with that many, which they would not do by chance. Else `told`.
 */
function steadyServers(sorted: readonly Visit[], told: number, mostAtOnce: number): number {
  fillWaits(sorted, told);
  const alone = worksOf(sorted.filter(({ wait }) => wait === 0));
  if (!isSteady(alone)) return told;
  // What clocks add must not make one service overlap the next of its server.
  const least = alone.mean * (1 - 4 * Math.sqrt(STEADY));
  const servers = mostTogether(sorted, (visit) => begunBy(visit) - least);
  const isNumber = servers > told && servers < mostAtOnce && fillWaits(sorted, servers) === 0;
  return isNumber && isSteady(worksOf(sorted)) ? servers : told;
}

/** Most visits at one time, each from `from` of it to its end. */
function mostTogether(visits: readonly Visit[], from: (visit: Visit) => number): number {
  const starts = Float64Array.from(visits, from).sort();
  const ends = Float64Array.from(visits, ({ end }) => end).sort();
  let gone = 0;
  return starts.reduce((most, start, i) => {
    while (ends[gone]! <= start) gone += 1;
    return Math.max(most, i + 1 - gone);
  }, 0);
}

function worksOf(visits: readonly Visit[]): Sums {
  const works = new Sums();
  for (const visit of visits) works.add(workToSign(visit), 0);
  return works;
}

const isSteady = (works: Sums): boolean => works.count > 1 && works.variance < STEADY * works.mean ** 2;

/** From when a server took it to the first sign of that. */
const workToSign = (visit: Visit): number => begunBy(visit) - visit.start - visit.wait;

/** Visits in a row among which services are compared, so that slow changes of a service are no difference. */
const ROW = 64;
/** A smaller share of the services, or correlation, is not worth a doubt. */
const WORTH_DOUBTING = 0.1;

/**
 * Where all visits are in the file, and that many servers take them, what comes out as services does not depend on the one before. Where
 * some are missing it has waiting for these in it, which is alike for those after each other. Rows are looked at by
 * themselves, so that slow changes of a service count for nothing.
 */
function alikeInARow(sorted: readonly Visit[], servers: number): QueueDoubt | undefined {
  const ranks = standardRanks(Float64Array.from(sorted, workToSign));
  let [products, squares] = [0, 0];
  for (const row of rowsOf(sorted)) {
    const own = ranks.subarray(...row);
    const mean = meanOf(own);
    for (const [i, rank] of own.entries()) {
      squares += (rank - mean) ** 2;
      if (i > 0) products += (rank - mean) * (own[i - 1]! - mean);
    }
  }
  // Around the mean of their row, independent numbers have a correlation of -1 / ROW.
  const correlation = squares > 0 ? products / squares + 1 / ROW : 0;
  return correlation > Math.max(WORTH_DOUBTING, CERTAIN / Math.sqrt(sorted.length))
    ? { kind: 'row', servers, correlation }
    : undefined;
}

/** Nor does it depend on whether the visit waited, row by row: else the servers are others, or some visits are missing. */
function unlikeAfterWaits(sorted: readonly Visit[], servers: number): QueueDoubt | undefined {
  const works = Float64Array.from(sorted, workToSign);
  const ranks = standardRanks(works);
  const sums = { ranks: 0, variance: 0, difference: 0, weight: 0 };
  for (const [from, to] of rowsOf(sorted)) {
    const [free, waited, all] = [new Sums(), new Sums(), new Sums()];
    for (let i = from; i < to; i += 1) {
      (sorted[i]!.wait > 0 ? waited : free).add(works[i]!, ranks[i]!);
      all.add(ranks[i]!, 0);
    }
    const weight = (free.count * waited.count) / ROW;
    if (weight === 0) continue;
    sums.ranks += weight * (waited.meanY - free.meanY);
    sums.variance += (weight * all.variance * ROW) / (ROW - 1);
    sums.difference += weight * (waited.mean - free.mean);
    sums.weight += weight;
  }
  const longer = sums.weight > 0 ? sums.difference / sums.weight / meanOf(works) : 0;
  return Math.abs(longer) > WORTH_DOUBTING && Math.abs(sums.ranks) > CERTAIN * Math.sqrt(sums.variance)
    ? { kind: 'waited', servers, longer }
    : undefined;
}

const rowsOf = (sorted: readonly Visit[]): readonly [number, number][] =>
  Array.from({ length: Math.floor(sorted.length / ROW) }, (_, r) => [r * ROW, (r + 1) * ROW]);

const meanOf = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Standard errors: a difference that is larger is no chance. */
const CERTAIN = 4;
/** More of the implied services than this would come from the gaps between arrivals. */
const MOST_FROM_GAPS = 0.2;

/** What tells a queue. */
interface QueueSigns {
  readonly isQueue: boolean;
  /** Rank correlation of services with the gaps between arrivals, where visits wait and it is no chance. */
  readonly withGaps?: number;
}

const NO_SIGNS: QueueSigns = { isQueue: false };

/**
 * Services that hardly vary leave in the order of arrival without any queue. Whoever finds all servers taken must then take
 * longer until it leaves or calls, by a good part of the wait that is implied; and the services that are implied must not be the gaps between arrivals,
 * which they are where each began at once. Where visits do wait and services depend on the gaps all the same, the longer gaps have services in them of visits that are not in the file.
 */
function queueSigns(sorted: readonly Visit[], servers: number, isComplete: boolean): QueueSigns {
  const free = new FlatQueue<Visit>();
  const inside = new FlatQueue<Visit>();
  const [at0, at1] = [new Sums(), new Sums()];
  const gaps = new Sums();
  const differences: (readonly [number, number])[] = [];
  let last: readonly [number, number] | undefined;
  let waited = 0;
  for (const visit of sorted) {
    takeEnded(inside, visit.start);
    (inside.length >= servers ? at1 : at0).add(begunBy(visit) - visit.start, 0);
    inside.push(visit, visit.end);
    const before = free.length < servers ? undefined : free.pop();
    free.push(visit, visit.end);
    if (!before || before.end <= visit.start) continue;
    waited += before.end - visit.start;
    // From one to the next: for a while both may be longer, as where services are slow and arrivals no longer have to be close to wait.
    const gap = [visit.start - before.start, begunBy(visit) - before.end] as const;
    if (last) {
      const difference = [gap[0] - last[0], gap[1] - last[1]] as const;
      gaps.add(...difference);
      differences.push(difference);
    }
    last = gap;
  }
  if (at0.count < 2 || at1.count < 2) return NO_SIGNS;
  const longer = at1.mean - at0.mean;
  const error = Math.sqrt(at0.variance / at0.count + at1.variance / at1.count);
  const least = isComplete ? waited / at1.count / 2 : at0.mean / 4;
  if (longer < least || longer < CERTAIN * error) return NO_SIGNS;
  if (!isComplete) return { isQueue: true };
  const chance = 1 / Math.sqrt(gaps.count);
  // By ranks, since a spell of long services would decide a correlation of times.
  const byRank = rankCorrelation(differences);
  return {
    isQueue: gaps.correlation + 2 * chance < MOST_FROM_GAPS,
    ...(byRank > Math.max(WORTH_DOUBTING, CERTAIN * chance) && { withGaps: byRank }),
  };
}

function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const [x, y] = [0, 1].map((i) => standardRanks(Float64Array.from(pairs, (pair) => pair[i]!)));
  return x!.reduce((sum, rank, i) => sum + rank * y![i]!, 0) / Math.max(1, pairs.length);
}

/** Takes out whoever has left by `time`. */
function takeEnded(inside: FlatQueue<Visit>, time: number): void {
  while (inside.length > 0 && inside.peekValue()! <= time) inside.pop();
}

/** Moments of pairs, by Welford's recursion. */
export class Sums {
  count = 0;
  mean = 0;
  meanY = 0;
  private squares = 0;
  private squaresY = 0;
  private products = 0;

  add(x: number, y: number): void {
    this.count += 1;
    const [dx, dy] = [x - this.mean, y - this.meanY];
    this.mean += dx / this.count;
    this.meanY += dy / this.count;
    this.squares += dx * (x - this.mean);
    this.squaresY += dy * (y - this.meanY);
    this.products += dx * (y - this.meanY);
  }

  get variance(): number {
    return this.squares / this.count;
  }

  get correlation(): number {
    const scale = Math.sqrt(this.squares * this.squaresY);
    return scale > 0 ? this.products / scale : 0;
  }
}

/**
 * Fewest servers that explain the order of departures, and how probable that order is if all inside were worked on: the one
 * that leaves is each of n with probability 1/n.
 */
function departures(sorted: readonly Visit[]): { mostAtOnce: number; nextAmong: number; chance: number } {
  const inside = new FlatQueue<Visit>();
  let mostAtOnce = 0;
  for (const visit of sorted) {
    takeEnded(inside, visit.start);
    inside.push(visit, visit.end);
    mostAtOnce = Math.max(mostAtOnce, inside.length);
  }
  const ends = Float64Array.from(sorted, ({ end }) => end).sort();
  const nextAmong = olderInside(sorted, ends).reduce((most, older) => Math.max(most, older + 1), 1);
  const starts = Float64Array.from(sorted, ({ start }) => start);
  const shown = Float64Array.from(sorted, begunBy).sort();
  const chance = sorted.reduce((total, visit) => {
    const by = begunBy(visit);
    const gone = countUpTo(ends, by, true);
    // Those inside of which nothing shows yet that they were begun, this one among them; all others are among the oldest.
    const open = countUpTo(starts, by, false) - countUpTo(shown, by, true) + 1;
    const old = Math.max(1, nextAmong - (countUpTo(shown, by, true) - gone - (by < visit.end ? 1 : 0)));
    return total + (open > old ? log(old / open) : 0);
  }, 0);
  return { mostAtOnce, nextAmong, chance };
}

/** The first sign that a server works on it: it calls another service, or leaves. */
const begunBy = (visit: Visit): number => Math.min(visit.end, awaited(visit)[0]?.start ?? visit.end);

/** How many older visits are inside when each shows that it was begun; a Fenwick tree over the order of ends. */
function olderInside(sorted: readonly Visit[], ends: Float64Array): number[] {
  const tree = new Uint32Array(ends.length + 1);
  let older = 0;
  let added = 0;
  return sorted.map((visit) => {
    const { start } = visit;
    // Visits that come at one instant have not overtaken each other.
    for (; sorted[older]!.start < start; older += 1, added += 1)
      for (let at = countUpTo(ends, sorted[older]!.end, true); at < tree.length; at += at & -at)
        tree[at]! += 1;
    let before = 0;
    for (let at = countUpTo(ends, begunBy(visit), true); at > 0; at -= at & -at) before += tree[at]!;
    return added - before;
  });
}

/** Each visit is begun by the server that is free first. */
function fillWaits(sorted: readonly Visit[], servers: number): number {
  const free = new FlatQueue<undefined>();
  let impossible = 0;
  for (const visit of sorted) {
    const freeAt = nextFree(free, servers);
    const latest = begunBy(visit);
    if (freeAt > latest) impossible += 1;
    visit.wait = Math.max(0, Math.min(freeAt, latest) - visit.start);
    free.push(undefined, visit.end);
  }
  return impossible;
}

/** Takes the server that is free first; those that have not begun are free from the beginning. */
function nextFree(free: FlatQueue<undefined>, servers: number): number {
  if (free.length < servers) return Number.NEGATIVE_INFINITY;
  const at = free.peekValue()!;
  free.pop();
  return at;
}

/**
 * The mean waiting in a visit of mean `stay`, s, where visits come at `rate` as a Poisson stream and services are exponential: M/M/c,
 * solved for its service. For samples, of which the others in the queue were not seen.
 */
export function waitingByModel(stay: number, rate: number, servers: number): number {
  let [low, high] = [0, Math.min(stay, servers / rate)];
  for (let halving = 0; halving < 60; halving += 1) {
    const service = (low + high) / 2;
    if (service + waitingOf(service, rate, servers) > stay) high = service;
    else low = service;
  }
  return stay - low;
}

/** M/M/c: whoever waits does so, on average, for a service of all servers together, over what they have to spare. */
function waitingOf(service: number, rate: number, servers: number): number {
  const load = rate * service;
  const { waitProbability } = serverShares({
    x: log(load / servers),
    c: servers,
    K: Number.POSITIVE_INFINITY,
  });
  return (waitProbability * service) / (servers - load);
}

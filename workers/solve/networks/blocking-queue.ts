/**
 * One finite queue of a decomposition, between the servers that send to it and its own: two moments of each side, places
 * in between, senders that stand still while it is full (blocking), or arrivals that are lost.
 *
 * Inputs: `load` = arrivals while nobody is blocked, times the holding time, over c b, >= 0; `arrivals` and `services`, the
 * indices of dispersion of both counts in elements (scv for single elements, b times that for batches of b); `group` >= 1,
 * elements that come at once; c servers that take up to `most` at once, and begin with `least`; `room` >= 0, the places for
 * waiting elements while all servers are busy; `senders` >= 0, servers that it may block, 0 where it loses.
 * Outputs: `BlockingQueueAnswer`, shares of time.
 * Method: with all servers busy the number of waiting elements is geometric, with a ratio x that makes the mean of the
 * unbounded queue right (two moments, Kraemer & Langenbach-Belz), and for batches the root of
 * load (x^-Ia - 1) / Ia = (1 - x^Is) / Is, the decay under gamma distributed times. A load above 1 is the same queue
 * seen from its empty places. At the lower end the servers empty as in M/M/c, at the upper end senders stop one by one as
 * servers of the mirrored queue. Conserves flow: what the busy servers do is what the senders get rid of. At the end a sender that stood
 * still sends what it has left over at its own pace, so that the freed place is taken again at once (`solveWorkLeft`).
 * Losses of groups are followed level by level where the places are few enough; where places are few against groups, what groups of
 * exponential times do beyond their irregularity is added (grouped-queue.ts).
 * Exact for one sender and exponential times (M/M/c/K, and its senders' blocking, groups among few places too), M/M/c/K with losses, and unbounded
 * M/M^[a,b]/1; approximate else.
 * Numerics: closed form in K, in logarithms; cost O(c + senders). |log load| up to 700, room up to 1e15.
 * Source: J. Buzacott & J. Shanthikumar 1993, Stochastic Models of Manufacturing Systems, section 5.3 (load and x); Y. Dallery
 * & Y. Frein 1993, Operations Research 41(2), 386-399 (senders); decay: Neuts 1986, J. Appl. Prob. 23.
 */
import { exp, expm1, log, log1p, pow } from '../../../core/numeric/elementary.ts';
import {
  geometricLength,
  logGeometricSum,
  truncatedGeometricMean,
  writeGeometric,
} from '../../numeric/truncated-geometric.ts';
import { LONGEST_DISTRIBUTION, SMALLEST_TAIL } from '../stations/queue.ts';
import { type GroupedQueue, levelsOf, solveGroupedQueue } from './grouped-queue.ts';
import { solvePartialBatches } from './partial-batches.ts';

/** `arrivals` and `services`: indices of dispersion of both counts, in elements. */
export interface BlockingQueue extends GroupedQueue {
  readonly arrivals: number;
  readonly services: number;
  /** What senders do that stood still. */
  readonly left?: WorkLeft | undefined;
}

export interface WorkLeft {
  /** Load while no sender starves. */
  readonly pace: number;
  /** How often a sender that stood still has nothing left after its next service, 0 < relief <= 1; 1 where that is as usual. */
  readonly relief: number;
}

export interface BlockingQueueAnswer {
  /** Mean busy servers, held ones included. */
  readonly busy: number;
  /** Mean senders that stand still; of a stage that loses, the share that is lost. */
  readonly blocked: number;
  /** No room. */
  readonly full: number;
  /** Mean number of elements that wait, those that wait for their batch to fill included. */
  readonly waiting: number;
  /** For how many services the senders stand still in a row. */
  readonly row: number;
  readonly weights: BlockingWeights;
}

/** Shares of time by level: fewer than c services (the last for c - 1), all busy with 0 .. room that wait, beyond. */
export interface BlockingWeights {
  readonly below: readonly number[];
  readonly inMiddle: number;
  readonly logRatio: number;
  /** Infinite senders aside, the most that wait in the middle; -1 where there is no middle. */
  readonly last: number;
  /** The level of what is beyond. */
  readonly top: number;
  readonly beyond: number;
  /** Within the middle, of senders that stood still: geometric from its last level down, each that many times the one below it. */
  readonly again: number;
  readonly ratio: number;
  /** Groups tell more of the means. */
  readonly moved?: true;
}

export function solveBlockingQueue(queue: BlockingQueue): BlockingQueueAnswer {
  const known = solveByMoments(queue);
  const { load, group, c, least, most, room, senders } = queue;
  const places = room + c * most;
  const isPartial = least < most && group <= 1;
  const largest = isPartial ? c * most : Math.max(group, most);
  const few = Math.min(1, 2 - places / (FEW * largest));
  if (largest <= 1 || few <= 0 || places > MOST_LEVELS) return known;
  if (!isPartial && (senders === 0 || c * least > MOST_IDLE || senders * group > MOST_LEVELS)) return known;
  const chain = isPartial ? solvePartialBatches(queue) : solveGroupedQueue(queue);
  const smooth = solveByMoments({ ...queue, arrivals: group, services: most });
  const moved = (of: 'busy' | 'blocked' | 'full' | 'waiting', limit: number) =>
    Math.min(limit, Math.max(0, known[of] + few * (chain[of] - smooth[of])));
  const blocked = moved('blocked', Math.max(1, senders));
  // The servers do what the senders get rid of, and take as long as that where all batches are full.
  const work = Math.min(c, load * c * (1 - blocked / Math.max(1, senders)));
  return {
    row: 1,
    weights: { ...known.weights, moved: true },
    busy: least < most ? Math.max(work, moved('busy', c)) : work,
    blocked,
    full: moved('full', 1),
    waiting: moved('waiting', Math.max(places - c * least, least - 1)),
  };
}

/** What rounds ask a queue for again and again. */
export interface Pace {
  busy: number;
  blocked: number;
}

/** Writes into `pace` what `solveBlockingQueue` tells of these two: cheaper by half, and leaves no garbage. */
export function solvePace(queue: BlockingQueue, pace: Pace): void {
  if (!isSingle(queue) || queue.group > 1 || queue.most > 1) {
    const { busy, blocked } = solveBlockingQueue(queue);
    pace.busy = busy;
    pace.blocked = blocked;
    return;
  }
  writeParts(queue, decayOf(queue));
  const { lower, middle, again, beyond } = parts;
  const others = middle + again + beyond;
  pace.busy = others / (lower + others);
  pace.blocked = beyond / (lower + others);
}

export function solveByMoments(queue: BlockingQueue): BlockingQueueAnswer {
  const { load, c, least, most, senders, room } = queue;
  // Where rounds go beyond all bounds a group is as large as anything, or no number.
  const fits = room + c <= MOST_LEVELS && queue.arrivals + queue.services <= MOST_LEVELS;
  if (senders === 0 && queue.group > 1 && most === 1 && fits) return solveLostGroups(queue);
  const y = decayOf(queue);
  if (isSingle(queue)) return solveSingle(queue, y);
  const steepness = steepnessOf(queue, y);
  const last = lastPlace(room, senders);
  const logMiddle = last >= 0 ? log(load * steepness) + logGeometricSum(y, last) : Number.NEGATIVE_INFINITY;
  const logTop = log(load) + (last + 1) * y;
  const scale = Math.max(largestBelow(c * load, c), logMiddle, logTop + largestBeyond(load, senders));
  const fill = most > 1 ? filling(y, least, most) : ONE_BY_ONE;
  const below = new Array<number>(c);
  let [lower, idle] = [0, 0];
  for (let k = c - 1, logWeight = -scale; k >= 0; k--) {
    const weight = fill.share * exp(logWeight);
    below[k] = weight;
    lower += weight;
    idle += (c - k) * weight;
    logWeight += log(k / (c * load));
  }
  const left = queue.left ? backlog(load, queue.left) : NONE_LEFT;
  const middle = exp(logMiddle - scale);
  const again = last >= 0 ? left.again * exp(logTop - scale) : 0;
  let [beyond, blocked] = [0, 0];
  for (let k = 1, logWeight = logTop - scale; k === 1 || k < senders + 1; k++) {
    const weight = left.row * exp(logWeight);
    beyond += weight;
    blocked += k * weight;
    logWeight += stillSending(load, k, senders);
  }
  const total = lower + middle + beyond + again;
  for (let k = 0; k < c; k++) below[k]! /= total;
  return answerOf(queue, {
    ...{ y, total, below, middle, again, beyond, blocked, left },
    busy: c - idle / total,
    atLast: last >= 0 ? exp(log(load * steepness) + last * y - scale) : 0,
    filling: lower * fill.waiting,
  });
}

/** Weights of levels, `total` together. */
interface Weighed {
  /** ln of what each level is of the one below it. */
  readonly y: number;
  readonly total: number;
  /** Probabilities of the levels at which some server is idle, and mean number that serves. */
  readonly below: readonly number[];
  readonly busy: number;
  /** All others up to the last place, that place alone, those while left work is sent, and those beyond. */
  readonly middle: number;
  readonly atLast: number;
  readonly again: number;
  readonly beyond: number;
  /** Senders that stand still, and elements that wait for a batch to fill, each times its weight. */
  readonly blocked: number;
  readonly filling: number;
  readonly left: Backlog;
}

function answerOf({ c, room, senders }: BlockingQueue, weighed: Weighed): BlockingQueueAnswer {
  const { y, total, below, busy, middle, atLast, again, beyond, blocked, filling: fills, left } = weighed;
  const loses = senders === 0;
  const last = lastPlace(room, senders);
  return {
    busy,
    blocked: blocked / total,
    full: (loses ? beyond : beyond + atLast + again * topShare(left.ratio, last)) / total,
    waiting:
      ((last >= 0 ? middle * truncatedGeometricMean(y, last) : 0) +
        beyond * room +
        (again > 0 ? again * truncatedGeometricMean(log(left.ratio), last) : 0) +
        fills) /
      total,
    row: left.row,
    weights: {
      below,
      inMiddle: middle / total,
      logRatio: y,
      last,
      top: c + room,
      beyond: beyond / total,
      again: again / total,
      ratio: left.ratio,
    },
  };
}

/** What is lost finds all places taken: the last of them is as a sender that stands still. */
const lastPlace = (room: number, senders: number): number => (senders === 0 ? room - 1 : room);

/**
 * A sender that stood still has work left over, and sends at its own pace until it has none, so that the place that is freed is taken
 * again at once: the queue at whose usual load the servers are as busy as they are, all that considered.
 */
export function solveWorkLeft(queue: BlockingQueue, busy: number): BlockingQueueAnswer {
  const { c, load } = queue;
  const first = solveBlockingQueue(queue);
  const excess = (found: number): number => log((c - found) / (c - busy));
  let y = log(load);
  let [above, slope] = [excess(first.busy), -first.waiting - first.busy];
  if (Math.abs(above) <= PRECISE) return first;
  const asked = { ...queue };
  const pace: Pace = { busy, blocked: 0 };
  for (let step = 0; step < ROOT_STEPS && Math.abs(above) > PRECISE; step++) {
    const move = -above / slope;
    y += move;
    asked.load = exp(y);
    solvePace(asked, pace);
    const found = excess(pace.busy);
    // Next to no idle time is told by few digits.
    if (found === above) break;
    slope = (found - above) / move;
    above = found;
  }
  return solveBlockingQueue(asked);
}
const PRECISE = 1e-10;

/** What that adds, in weights of one that stands still. */
interface Backlog {
  /** The weight while senders stand still, relative to a queue without backlog, and the weight while they send what was left. */
  readonly row: number;
  readonly again: number;
  /** From each level to the one above it, while they send again. */
  readonly ratio: number;
}

/** While work is left the level is geometric, of the larger root of z^2 - (pace + 1) z + pace (1 - relief) = 0. */
function backlog(load: number, { pace, relief }: WorkLeft): Backlog {
  if (pace <= load) return NONE_LEFT;
  const sum = pace + 1;
  const z = (sum + Math.sqrt(sum * sum - 4 * pace * (1 - relief))) / 2;
  const row = z / (1 - relief);
  const all = row - pace + (load * (z - pace)) / (z - load);
  return { row: row / all, again: (pace - load) / ((z - load) * (1 - 1 / z) * all), ratio: z };
}
/** Probability of the last level, where levels 0 to `last` are geometric, each so many times the one below it. */
export const topShare = (ratio: number, last: number): number =>
  Math.abs(ratio - 1) * (last + 1) < 1e-9 ? 1 / (last + 1) : (1 - 1 / ratio) / (1 - pow(ratio, -(last + 1)));

/** One server, and one sender or none: its levels add up in closed form. */
const isSingle = ({ load, c, senders }: BlockingQueue): boolean =>
  c === 1 && senders <= 1 && Math.abs(load - 1) >= BALANCED;

/** Weights of its levels: the server idle, all others up to the last place, those while left work is sent, and a sender that stands still. */
const parts = { lower: 0.5, middle: 0.5, again: 0.5, beyond: 0.5 };

function writeParts({ load, room, senders, least, most, left }: BlockingQueue, y: number): void {
  const last = lastPlace(room, senders);
  const span = (last + 1) * Math.abs(y);
  // From the likelier end, so that the other is exact however small it is.
  const other = exp(-span);
  const top = load < 1 ? load * other : load;
  const { row, again } = left ? backlog(load, left) : NONE_LEFT;
  parts.lower = (most > 1 ? filling(y, least, most).share : 1) * (load < 1 ? 1 : other);
  parts.middle = last >= 0 ? (load * -expm1(-span)) / Math.abs(1 - load) : 0;
  parts.again = last >= 0 ? again * top : 0;
  parts.beyond = row * top;
}

function solveSingle(queue: BlockingQueue, y: number): BlockingQueueAnswer {
  const { load, room, senders, least, most, left } = queue;
  writeParts(queue, y);
  const { lower, middle, again, beyond } = parts;
  const total = lower + middle + again + beyond;
  const last = lastPlace(room, senders);
  const atLast =
    last < 0
      ? 0
      : load < 1
        ? (load * -expm1(y) * exp(last * y)) / (1 - load)
        : (load * -expm1(-y)) / (load - 1);
  return answerOf(queue, {
    ...{ y, total, middle, atLast, again, beyond },
    below: [lower / total],
    busy: (middle + again + beyond) / total,
    blocked: beyond,
    filling: most > 1 ? lower * filling(y, least, most).waiting : 0,
    left: left ? backlog(load, left) : NONE_LEFT,
  });
}

const NONE_LEFT: Backlog = { row: 1, again: 0, ratio: Number.POSITIVE_INFINITY };

/**
 * P[n = k], k = 0, 1, ..., up to where the rest is below the smallest tail; undefined where it is too long. Elements that are served one by one.
 * `promised`: the places that those who stand still have are above the others and fill, as far as `capacity` goes.
 */
export function blockingDistribution(
  answer: BlockingQueueAnswer,
  { promised, capacity }: { readonly promised: boolean; readonly capacity: number },
): number[] | undefined {
  const { weights, blocked, busy, waiting } = answer;
  const { below, inMiddle, logRatio, last, top: least, beyond, again, ratio } = weights;
  const c = below.length;
  const count = last < 0 ? 0 : geometricLength(logRatio, last, SMALLEST_TAIL);
  if (!(c + count <= LONGEST_DISTRIBUTION)) return undefined;
  const p = new Array<number>(c + count).fill(0);
  if (count > 0) writeGeometric(p, c, { x: logRatio, K: last, count, total: inMiddle });
  for (let k = 0; k < c; k++) p[k] = below[k]!;
  if (beyond > 0 && least <= p.length) {
    const level = least + (promised ? placesBeyond(beyond, { blocked, free: capacity - least }) : 0);
    const top = Math.floor(level);
    while (p.length <= Math.ceil(level)) p.push(0);
    for (let k = c + last, share = again * topShare(ratio, last); k >= c; k--, share /= ratio) p[k]! += share;
    p[top]! += beyond * (top + 1 - level);
    if (level > top) p[top + 1]! += beyond * (level - top);
  }
  return weights.moved ? withMean(p, busy + waiting + (promised ? promisedPlaces(answer, capacity) : 0)) : p;
}

/** The distribution of this mean that weighs each level by one factor more, or less, than the level below it. */
function withMean(p: readonly number[], mean: number): number[] {
  let [low, high] = [STEEPEST / p.length, -STEEPEST / p.length];
  let tilted: number[] = [];
  for (let step = 0; step < HALVINGS; step++) {
    const y = (low + high) / 2;
    const weights = p.map((share, k) => share * exp(k * y));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    tilted = weights.map((weight) => weight / total);
    if (tilted.reduce((sum, share, k) => sum + k * share, 0) < mean) low = y;
    else high = y;
  }
  return tilted;
}
const HALVINGS = 50;

/** Places that those who stand still have been promised, while they do; `free`: places that the others leave. */
const placesBeyond = (
  beyond: number,
  { blocked, free }: { readonly blocked: number; readonly free: number },
): number => (beyond > 0 ? Math.min(free, blocked / beyond) : 0);

/** Their mean. */
export const promisedPlaces = (
  { weights: { beyond, top }, blocked }: BlockingQueueAnswer,
  capacity: number,
): number => beyond * placesBeyond(beyond, { blocked, free: capacity - top });

/** With fewer places than so many groups, groups tell more than their irregularity does; with twice as many, nothing. */
const FEW = 4;
/** More are left to the closed form. */
const MOST_IDLE = 100;
const MOST_LEVELS = 4096;
/**
 * Groups into exponential servers, of which what does not fit is lost, level by level. A group is as large as both sides are
 * irregular.
 */
function solveLostGroups({ load, arrivals, services, c, room }: BlockingQueue): BlockingQueueAnswer {
  const group = Math.max(1, Math.round(arrivals + services - 1));
  const places = room + c;
  const below = levelsOf({ load: load * c, group, c, places, senders: 0 });
  const busy = below.reduce((sum, share, n) => sum + Math.min(n, c) * share, 0);
  return {
    busy,
    blocked: Math.max(0, 1 - busy / (load * c)),
    full: below[places]!,
    waiting: below.reduce((sum, share, n) => sum + n * share, 0) - busy,
    row: 1,
    weights: {
      below,
      inMiddle: 0,
      logRatio: 0,
      last: -1,
      top: Number.POSITIVE_INFINITY,
      beyond: 0,
      again: 0,
      ratio: 1,
    },
  };
}

/** Logarithm of the largest weight of less than c services, against that of c - 1: where the number is near the offered work. */
function largestBelow(work: number, c: number): number {
  let [logWeight, largest] = [0, 0];
  for (let k = c - 1; k > 0; k--) {
    logWeight += log(k / work);
    largest = Math.max(largest, logWeight);
  }
  return largest;
}

/** Logarithm of the load that is left when k of the senders stand still. */
const stillSending = (load: number, k: number, senders: number): number =>
  k < senders ? log(load) + log((senders - k) / senders) : Number.NEGATIVE_INFINITY;

/** Logarithm of the largest weight beyond, against that of one sender that stands still. */
function largestBeyond(load: number, senders: number): number {
  let [logWeight, largest] = [0, 0];
  for (let k = 1; k < senders; k++) {
    logWeight += stillSending(load, k, senders);
    largest = Math.max(largest, logWeight);
  }
  return largest;
}

/** Loads so near to 1 that only the limit is left. */
const BALANCED = 1e-9;

/** y = ln x, the decay from level to level. */
function decayOf(queue: BlockingQueue): number {
  return queue.load <= 1 ? decayBelow(queue.load, queue, false) : -decayBelow(1 / queue.load, queue, true);
}

/** (1 - x) / (1 - load). */
function steepnessOf({ load, arrivals, services }: BlockingQueue, y: number): number {
  const gap = 1 - Math.min(load, 1 / load);
  if (gap < BALANCED) return 2 / irregularity(arrivals, services);
  return load < 1 ? -expm1(y) / gap : expm1(y) / (load - 1);
}

/** Less irregular than this is taken as this: a queue without any variance has no geometric part. */
const LEAST_IRREGULAR = 0.02;

const irregularity = (arrivals: number, services: number): number =>
  Math.max(LEAST_IRREGULAR, arrivals + services);

/** `mirrored`: seen from the empty places, which services bring and arrivals take. */
function decayBelow(load: number, queue: BlockingQueue, mirrored: boolean): number {
  const arrivals = mirrored ? queue.services : queue.arrivals;
  const services = mirrored ? queue.arrivals : queue.services;
  const group = mirrored ? queue.most : queue.group;
  const batch = mirrored ? queue.group : queue.most;
  const irregular = irregularity(arrivals, services);
  const gap = 1 - load;
  if (gap < BALANCED) return (-2 * gap) / irregular;
  if (batch > 1)
    return decayRoot(load, Math.max(arrivals, LEAST_IRREGULAR), Math.max(services, LEAST_IRREGULAR));
  const regular = arrivals / group < 1 ? regularity(load, arrivals / group, irregular / group) : 1;
  const waiting = load * irregular * regular + (group - 1) * gap;
  const fall = (2 * gap) / (2 * gap + waiting);
  return fall < 1 ? log1p(-fall) : STEEPEST;
}

/** Stands for a queue in which nobody ever waits. */
const STEEPEST = -700;

/** What arrivals more regular than Poisson save (Kraemer & Langenbach-Belz 1976). */
const regularity = (load: number, arrivalScv: number, irregular: number): number =>
  exp((-2 * (1 - load) * (1 - arrivalScv) ** 2) / (3 * load * irregular));

const ROOT_STEPS = 30;

/** y of load (e^(-Ia y) - 1) / Ia = (1 - e^(Is y)) / Is, besides y = 0; 0 < load < 1. */
function decayRoot(load: number, Ia: number, Is: number): number {
  const lnLoad = log(load);
  let y = (2 * lnLoad) / (Ia + Is);
  for (let step = 0; step < ROOT_STEPS; step++) {
    const [up, down] = [logMeanExp(-Ia * y), logMeanExp(Is * y)];
    const excess = lnLoad + up.value - down.value;
    const slope = -Ia * up.slope - Is * down.slope;
    const move = excess / slope;
    y = Math.min(y / 16, y - move);
    if (Math.abs(move) < 1e-13 * Math.abs(y)) break;
  }
  return y;
}

/** ln((e^u - 1) / u) and its derivative. */
function logMeanExp(u: number): { readonly value: number; readonly slope: number } {
  if (Math.abs(u) < 1e-5) return { value: u / 2, slope: 0.5 + u / 12 };
  if (u > 500) return { value: u - log(u), slope: 1 - 1 / u };
  const grown = expm1(u);
  return { value: log(grown / u), slope: (grown + 1) / grown - 1 / u };
}

/** Idle servers of a stage that serves in bulk: how often, against waiting for full batches, and how many wait meanwhile. */
function filling(
  y: number,
  least: number,
  most: number,
): { readonly share: number; readonly waiting: number } {
  let [sum, waiting, all, grown] = [0, 0, 0, 0];
  for (let n = 0, power = 1; n < most; n++) {
    grown += power;
    power *= exp(y);
    all += grown;
    if (n >= least) continue;
    sum += grown;
    waiting += n * grown;
  }
  return { share: sum / all, waiting: waiting / sum };
}

const ONE_BY_ONE = { share: 1, waiting: 0 };

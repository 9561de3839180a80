/** Everything that the samples of one end of a queue say about the rate of the server there. */

import { assertUnreachable } from '../../core/base/assert.ts';
import { capitalized } from '../../core/base/plural.ts';
import { cbrt } from '../../core/numeric/elementary.ts';
import { formatNumber, formatPercent, formatQuantity } from '../../core/quantities/quantity-format.ts';
import { student975, Z_975 } from '../numeric/student-t.ts';
import { estimateCensored } from './censored.ts';
import {
  between,
  exposureAt,
  hasBlockedTimes,
  keeping,
  medianOf,
  sum,
  tooFewPeriods,
  usableCounts,
} from './columns.ts';
import type {
  ClocksApart,
  CoarseClock,
  LevelDoubt,
  RateColumns,
  RateEstimate,
  RateMethod,
  RateOutcome,
  RatePhase,
  RateReport,
  ServedTogether,
} from './contract.ts';
import { RATE_METHODS, RATE_TRAITS } from './contract.ts';
import { around } from './intervals.ts';
import { findPhases } from './phases.ts';
import { estimatePublished, publishedBias } from './published.ts';

/** Below this share of usable periods the robust centres and the published method are far too low. */
const FEW_USABLE = 0.3;
/** Above this share the bias of the censored likelihood is small. */
const MOSTLY_USABLE = 0.9;
/** Periods may begin before the one before them ends by this share of their length: two clocks. */
const OVERLAP_SLACK = 0.01;
/** Longer ticks, in services, hide which departures leave a server idle; that matters where more departures are in doubt. */
const COARSE = { services: 0.75, doubtful: 0.01 };
/** Where the times of two ends differ by more, in services, no interval is known to hold. */
const APART = 0.12;
/** Counts so many standard deviations away, told robustly, are stray where they are neither one or two nor many. */
const STRAY = { far: 4.5, share: 0.002, mostShare: 0.1, fewestPeriods: 200, fewestItems: 10 };
/** What comes to an empty stage may take so many times as long as the others where one server has them all. */
const MUCH_LONGER = 1.1;
/** An interval wider than this share of the rate is worth a word. */
const WIDE = 0.2;

export function estimateBy(method: RateMethod, columns: RateColumns): RateOutcome {
  switch (method) {
    case 'busy-time':
      return withStray(columns, estimateBusyTime(columns));
    case 'censored':
      return withStray(columns, estimateCensored(columns));
    case 'robust':
      return estimateRobust(columns);
    case 'median':
      return estimateMedian(columns);
    case 'published':
      return estimatePublished(columns).outcome;
    default:
      return assertUnreachable(method);
  }
}

/** Without `wanted` by the busy time where blocked times were measured, and else by the censored likelihood. */
export function estimateRate(columns: RateColumns, wanted?: RateMethod): RateReport {
  const known = hasBlockedTimes(columns);
  const method = wanted ?? (known ? 'busy-time' : 'censored');
  const { outcome: published, convergences } = estimatePublished(columns);
  const refused = refusalOf(columns);
  const all = RATE_METHODS.map((name): RateOutcome => {
    if (refused !== undefined) return { method: name, refused };
    return name === 'published' ? published : estimateBy(name, columns);
  });
  const chosen = all.find((outcome) => outcome.method === method)!;
  const time = sum(columns.period);
  const phases = phasesOf(columns, method, chosen);
  return {
    periods: columns.count.length,
    period: medianOf(columns.period),
    blockedShare: sum(columns.blocked) / columns.count.length,
    ...(known && { busyShare: sum(columns.period.map((_, i) => exposureAt(columns, i))) / time }),
    throughput: throughputOf(columns),
    chosen,
    all,
    phases,
    convergences,
    warnings: rateWarnings(columns, chosen, phases),
  };
}

const throughputOf = ({ throughput, count, period }: RateColumns): number =>
  throughput ?? sum(count) / sum(period);

/** Each by the chosen method; a stretch in which it gives no rate is left out. */
function phasesOf(columns: RateColumns, method: RateMethod, whole: RateOutcome): readonly RatePhase[] {
  if ('refused' in whole) return [];
  const edges = findPhases(columns);
  const alone = edges.length === 2;
  return edges.slice(1).flatMap((end, phase) => {
    const part = between(columns, edges[phase]!, end);
    const outcome = alone ? whole : estimateBy(method, part);
    if ('refused' in outcome) return [];
    return [{ ...outcome, from: part.time[0]! - part.period[0]!, to: part.time.at(-1)! }];
  });
}

/** What speaks against a rate, of a file or while rows come in. */
export function rateWarnings(
  columns: RateColumns,
  chosen: RateOutcome,
  phases: readonly RatePhase[] = [],
): readonly string[] {
  if ('refused' in chosen) return [];
  const warnings: string[] = [...doubtWords(columns), ...silenceWords(columns), ...unlikeEndWords(columns)];
  const usable = usableCounts(columns).count.length / columns.count.length;
  const traits = RATE_TRAITS[chosen.method];
  if (traits.leavesOutBlocked && usable < FEW_USABLE)
    warnings.push(
      `only ${formatPercent(usable, 2)} of the periods are without blocking: they are the ones with slow service, so that the rate is too low; use busy-time or censored`,
    );
  const isBracket =
    traits.boundsBlocked && !columns.waiting && (usable < MOSTLY_USABLE || chosen.notExponential === true);
  if (isBracket)
    warnings.push(
      'the censored likelihood is too high where many periods are blocked, and the more so the more services vary; its interval reaches down to the rate of the periods without blocking, which is too low; record blockedFor and use busy-time',
    );
  if (chosen.notExponential && columns.waiting) warnings.push(notExponentialText(columns, chosen));
  warnings.push(...strayWords(columns, chosen));
  if (columns.clocks) warnings.push(clocksText(columns, columns.clocks, chosen));
  if (chosen.provisional) warnings.push('the published method did not converge; its rate is provisional');
  if (traits.takesQuantile) warnings.push(...biasOf(columns, chosen.rate));
  if (phases.length > 1)
    warnings.push(
      `the rate changed ${phases.length === 2 ? 'once' : `${phases.length - 1} times`}; one rate for the whole is a mean over its phases`,
    );
  const overlaps = overlapping(columns);
  if (overlaps > 0)
    warnings.push(
      `${overlaps} of the ${columns.time.length} periods begin before the one before them ends: are several runs or threads in one table? Phases mean nothing then`,
    );
  const { low, high, rate } = chosen;
  if (!isBracket && low !== undefined && high !== undefined && high - low > WIDE * rate)
    warnings.push('few items: the interval is wide');
  return warnings;
}

/** Counted from the first event, as phases and pictures are: clocks count from midnight, 1970 or the start of a run. */
function afterWords({ time, period }: RateColumns, at: number): string {
  const after = at - (time[0]! - period[0]!);
  const later = after > 0 ? `${formatQuantity(after, 'time', { digits: 4 })} after ` : '';
  return `from ${later}the first event on`;
}

const REMEDY = 'record blockedFor, or an event E where a read found nothing';

/** The rate lies between that of a server that is always busy, and that of one that is so only where items waited throughout. */
function notExponentialText(columns: RateColumns, { scv }: RateEstimate): string {
  const { count, period, waiting } = columns;
  const sure = keeping(columns, (i) => count[i]! < waiting![i]!);
  const [least, most] = [sum(count) / sum(period), sum(count) / sum(sure.period)].map((rate) =>
    formatQuantity(rate, 'rate', { digits: 3 }),
  );
  return `counters tell the rate of exponential services only, and these do not look so (squared coefficient of variation about ${formatNumber(scv!, 2)}): the rate may be off by tens of percent, and no interval is given. It is surely at least ${least}, the throughput, and at most ${most}; record blockedFor, or say --departure end if outCount counts ends of services`;
}

/** Why the level tells no rate at all. */
function refusalOf(columns: RateColumns): string | undefined {
  const { doubt, tick, noServer } = columns;
  if (noServer !== undefined) return noServer;
  if (doubt?.kind === 'unclear') return unclearText(columns, doubt);
  if (doubt?.kind === 'bothMissing') return bothMissingText(columns, doubt);
  if (columns.together) return togetherText(columns, columns.together);
  if (columns.unlikeEnd && columns.unlikeEnd.idle > MUCH_LONGER * columns.unlikeEnd.busy)
    return `${capitalized(unlikeEndWords(columns)[0]!)}. They may be late, or several are served at once: say how many servers there are in the column servers of table queues`;
  if (!tick || tick.doubtful <= COARSE.doubtful) return undefined;
  const busy = estimateBusyTime(columns);
  const isFine = !('refused' in busy) && tick.length * busy.rate <= COARSE.services;
  return isFine ? undefined : coarseText(columns, tick);
}

function coarseText(columns: RateColumns, { length, doubtful }: CoarseClock): string {
  const [tick, throughput] = [formatQuantity(length, 'time'), formatQuantity(throughputOf(columns), 'rate')];
  return `All times are multiples of ${tick}, and within one nobody knows what came first: for ${formatPercent(doubtful, 2)} of the operations that decides whether the server had work. Its rate is at least ${throughput}; ${REMEDY}, or say --departure end if departures are ends of services`;
}

function clocksText(columns: RateColumns, { usual }: ClocksApart, { low }: RateEstimate): string {
  const apart = `items seem to leave before they came, mostly by ${formatQuantity(usual, 'time')}`;
  if (low !== undefined)
    return `${apart}: the clocks of both ends differ; the interval takes in what that changes, and --departure is not used; ${REMEDY}`;
  return `${apart}: no interval is given, since clocks that differ by so much of a service do not tell when the server had work; its rate is at least ${formatQuantity(throughputOf(columns), 'rate')}; ${REMEDY}`;
}

function unclearText(
  columns: RateColumns,
  { from, levels, returns }: Extract<LevelDoubt, { kind: 'unclear' }>,
): string {
  const throughput = formatQuantity(throughputOf(columns), 'rate');
  return `${capitalized(afterWords(columns, from))} the queue is never empty, but falls ${returns} times to ${levels === 1 ? 'a lowest level' : `${levels} lowest levels`}: departures may be missing, or the server always has work. Its rate is ${throughput} if it is always busy, and higher if not; ${REMEDY}`;
}

function bothMissingText(
  columns: RateColumns,
  { from, returns, insertions }: Extract<LevelDoubt, { kind: 'bothMissing' }>,
): string {
  const throughput = formatQuantity(throughputOf(columns), 'rate');
  return `Events are missing, or stand there twice: ${afterWords(columns, from)} the level falls ${returns} times to its lowest, and that is not 0, while ${insertions} departures or more come from an empty queue. So nobody knows when the server had work; the rows that are there pass at ${throughput}; ${REMEDY}`;
}

function togetherText(columns: RateColumns, { few, many, left, servers }: ServedTogether): string {
  const [least, most] = [few, many].map((gap) => formatQuantity(gap, 'time'));
  const throughput = formatQuantity(throughputOf(columns), 'rate');
  return `Departures follow each other sooner the more is inside: ${least} after one that leaves ${left}, ${most} where more is left. So ${servers === 1 ? 'several are' : `more than ${servers} are`} served at once, or the server is faster when much waits; its rate with enough to do is more than ${throughput}, the throughput. Say how many servers there are in the column servers of table queues`;
}

/** A trace whose level does not come back to 0 has a rate only as far as its events are complete. */
function doubtWords(columns: RateColumns): readonly string[] {
  const { doubt } = columns;
  if (!doubt || doubt.kind === 'unclear' || doubt.kind === 'bothMissing') return [];
  const after = afterWords(columns, doubt.from);
  if (doubt.kind === 'neverEmpty')
    return [
      `${after} the queue is never empty: the server is taken as busy all the time, which is right only if no departure is missing; ${REMEDY} to be sure`,
    ];
  const missing = doubt.levels === 1 ? 'a departure is missing' : `${doubt.levels} departures are missing`;
  return [
    `${missing}: ${after} the level falls ${doubt.returns} times to its lowest, and that is not 0. Gaps that begin at the lowest level of ten departures, or at the lowest still to come, are left out, since the server may be idle there`,
  ];
}

function silenceWords({ silence }: RateColumns): readonly string[] {
  if (!silence) return [];
  return [
    `nothing came or left for ${formatQuantity(silence, 'time')} while the server had work, far longer than ever else: rows seem to be missing, and that time is left out`,
  ];
}

function unlikeEndWords({ unlikeEnd }: RateColumns): readonly string[] {
  if (!unlikeEnd) return [];
  const [idle, busy] = [unlikeEnd.idle, unlikeEnd.busy].map((time) => formatQuantity(time, 'time'));
  return [
    `items that came to an empty stage took ${idle}, others ${busy} from one departure to the next: departures are not the ends of services that begin on arrival, or the clocks of both ends differ; --departure end is not used`,
  ];
}

interface Stray {
  /** Share of stray counts among the periods without blocking. */
  readonly share: number;
  /** Items per second of these periods, with the stray ones and without. */
  readonly all: number;
  readonly without: number;
}

/**
 * Counts that no server explains among the periods without blocking: a monitor that does not lock its counter cuts or doubles
 * some. Only long periods tell them from chance.
 */
function strayCounts(columns: RateColumns): Stray | undefined {
  const { count, period } = usableCounts(columns);
  const usual = count.length < STRAY.fewestPeriods ? 0 : medianOf(count);
  if (usual < STRAY.fewestItems) return undefined;
  const scale = Math.max(1.5 * medianOf(count.map((items) => Math.abs(items - usual))), 1);
  const isStray = count.map((items) => (Math.abs(items - usual) > STRAY.far * scale ? 1 : 0));
  const share = sum(isStray) / count.length;
  if (share < STRAY.share || share > STRAY.mostShare) return undefined;
  const regular = (_: number, i: number): boolean => isStray[i] === 0;
  return {
    share,
    all: sum(count) / sum(period),
    without: sum(count.filter(regular)) / sum(period.filter(regular)),
  };
}

/** Each stray count may be wrong by a whole period, or stand for others that are wrong by less and not seen. */
function withStray(columns: RateColumns, outcome: RateOutcome): RateOutcome {
  if ('refused' in outcome || outcome.low === undefined || outcome.high === undefined) return outcome;
  const reach = outcome.rate * (strayCounts(columns)?.share ?? 0);
  return { ...outcome, low: Math.max(0, outcome.low - reach), high: outcome.high + reach };
}

function strayWords(columns: RateColumns, { method }: RateEstimate): readonly string[] {
  const stray = RATE_TRAITS[method].leavesOutBlocked ? undefined : strayCounts(columns);
  if (!stray) return [];
  const [without, all] = [stray.without, stray.all].map((rate) =>
    formatQuantity(rate, 'rate', { digits: 4 }),
  );
  return [
    `${formatPercent(stray.share, 2)} of the periods without blocking have counts far from the others: the monitor may have misread them, and the interval is wider by that share; without them these periods show ${without} instead of ${all}`,
  ];
}

/** Periods that share time with the one before them, which one monitor cannot see. */
const overlapping = ({ time, period }: RateColumns): number =>
  time.reduce(
    (count, end, i) =>
      i > 0 && end - period[i]! < time[i - 1]! - OVERLAP_SLACK * period[i]! ? count + 1 : count,
    0,
  );

/** How far q-bar lies above the mean for exponential service: a 95 % quantile of filtered counts, expected and measured. */
function biasOf(columns: RateColumns, rate: number): readonly string[] {
  const bias = publishedBias(rate * medianOf(columns.period)) - 1;
  if (bias < 0.02) return [];
  return [
    `the published method takes a 95 % quantile of counts: were service exponential, it would be ${formatPercent(bias, 2)} too high with periods of this length`,
  ];
}

/**
 * The busy-time ratio: items over the time in which the server was not blocked, sum(count) / sum(period - blockedFor). For
 * exponential service it is the maximum likelihood estimate at every utilization; for any service it is unbiased but for
 * the one item that is under way at the end.
 *
 * The interval comes from sums over batches of periods in a row (ratio estimator; Cochran, Sampling Techniques, 3rd ed.,
 * section 6.4), which takes in what one period owes to the next. Items that cross the ends leave 1/6 items^2 of doubt. The
 * scv is the index of dispersion of the counts over busy time (Cox, Renewal Theory, section 4.2).
 */

const MOST_BATCHES = 64;
const FEWEST_BATCHES = 6;
const METHOD = 'busy-time';
/** Skewness of the mean of all batches below which a correction makes no difference. */
const SKEWED = 1e-6;

export function estimateBusyTime(columns: RateColumns): RateOutcome {
  const { count } = columns;
  const periods = count.length;
  if (!hasBlockedTimes(columns))
    return { method: METHOD, refused: 'The busy time is not known: the column blockedFor is empty' };
  if (periods < FEWEST_BATCHES) return { method: METHOD, refused: tooFewPeriods(periods, FEWEST_BATCHES) };
  const items = sum(count);
  const batches = batchesOf(columns);
  const time = sum(batches.time);
  if (!(items > 0 && time > 0)) return { method: METHOD, refused: nothingFree(columns) };
  const rate = items / time;
  const n = batches.items.length;
  const off = batches.items.map((inBatch, b) => inBatch - rate * batches.time[b]!);
  const variance = sum(off.map((items) => items * items)) / n;
  const spread = (variance * n * n) / (n - 1);
  const third = sum(off.map((items) => items * items * items)) / n;
  const skewness = variance > 0 ? third / (variance * Math.sqrt(variance)) : 0;
  const scale = Math.sqrt(spread + 1 / 6) / time;
  const scv = columns.idleSampled ? {} : { scv: spread / items };
  const { clocks } = columns;
  if (clocks && clocks.usual * rate > APART) return { method: METHOD, periods, rate, ...scv };
  const byClocks = rate * rate * (clocks?.mean ?? 0);
  const reach = (t: number): number => unskewed(t, skewness, n) * scale;
  const [low, high] = [
    Math.max(0, rate - reach(student975(n - 1)) - byClocks),
    rate - reach(-student975(n - 1)) + byClocks,
  ];
  return { method: METHOD, periods, rate, low, high, ...scv };
}

/**
 * The quantile of a mean of n values in standard errors, where its studentized deviation has the quantile t and the values
 * are skewed, as by long services that are rare (Hall, J. R. Stat. Soc. B 54 (1992) 221, with his cubic transformation).
 */
function unskewed(t: number, skewness: number, n: number): number {
  const a = skewness / Math.sqrt(n);
  return Math.abs(a) < SKEWED ? t : (3 / a) * (cbrt(1 + a * (t - a / 6)) - 1);
}

/** Only a trace of events knows its throughput besides the counts; what its departures are may be declared otherwise. */
const nothingFree = ({ count, throughput }: RateColumns): string => {
  const words = `In ${count.length} periods no item passed while nothing was blocked`;
  if (throughput === undefined) return words;
  return `${words}; if its departures are ends of services, say so: --departure end`;
};

/** Items and busy time of up to 64 batches of as many periods, give or take one. */
function batchesOf(columns: RateColumns): { items: Float64Array; time: Float64Array } {
  const { count } = columns;
  const batches = Math.max(1, Math.min(MOST_BATCHES, count.length));
  const items = new Float64Array(batches);
  const time = new Float64Array(batches);
  for (let i = 0; i < count.length; i += 1) {
    const batch = Math.floor((i * batches) / count.length);
    items[batch]! += count[i]!;
    time[batch]! += exposureAt(columns, i);
  }
  return { items, time };
}

/**
 * Robust centres of the rates count / period of the periods without blocking: bounded in what a few doubled or cut counts
 * can do. Both are biased low where blocking is frequent: the periods that stay free of it are those with slow service.
 */

const FEWEST = 6;
/** Makes the estimate 95 % as good as the mean where the rates are normal (Huber, Robust Statistics, 1981). */
const HUBER_K = 1.345;
/** Standard deviation of a normal variate over its median absolute deviation. */
const MAD_TO_SIGMA = 1.4826;
const MOST_STEPS = 100;

/** Huber's M-estimate with the scale fixed at the MAD, and its asymptotic interval (Huber 1981, section 6.3). */
export function estimateRobust(columns: RateColumns): RateOutcome {
  const rates = usableRates(columns);
  if (rates.length < FEWEST) return tooFew('robust', columns, rates.length);
  const start = medianOf(rates);
  const scale = scaleOf(rates, start);
  if (scale === 0) return { method: 'robust', periods: rates.length, ...around(start, 0) };
  const centre = huberCentre(rates, start, HUBER_K * scale);
  let squares = 0;
  let inside = 0;
  for (const rate of rates) {
    const distance = Math.abs(rate - centre);
    squares += Math.min(distance, HUBER_K * scale) ** 2;
    if (distance <= HUBER_K * scale) inside += 1;
  }
  const standardError = Math.sqrt(squares) / inside;
  return { method: 'robust', periods: rates.length, ...around(centre, Z_975 * standardError) };
}

/** The median, and the order statistics that hold it in 95 % of the cases. */
export function estimateMedian(columns: RateColumns): RateOutcome {
  const rates = usableRates(columns).sort();
  const n = rates.length;
  if (n < FEWEST) return tooFew('median', columns, n);
  const reach = (Z_975 * Math.sqrt(n)) / 2;
  return {
    method: 'median',
    periods: n,
    rate: medianOf(rates),
    low: rates[Math.max(0, Math.floor(n / 2 - reach))]!,
    high: rates[Math.min(n - 1, Math.ceil(n / 2 + reach) - 1)]!,
  };
}

function usableRates(columns: RateColumns): Float64Array {
  const { count, period } = usableCounts(columns);
  return count.map((items, i) => items / period[i]!);
}

/** Where more than half of the rates are equal the MAD is 0: then by the mean absolute deviation. */
function scaleOf(rates: Float64Array, centre: number): number {
  const deviations = rates.map((rate) => Math.abs(rate - centre));
  const mad = medianOf(deviations);
  if (mad > 0) return MAD_TO_SIGMA * mad;
  return (
    (deviations.reduce((total, deviation) => total + deviation, 0) / rates.length) * Math.sqrt(Math.PI / 2)
  );
}

/** Mean of the rates with those further than `reach` drawn in to it, until it stays. */
function huberCentre(rates: Float64Array, start: number, reach: number): number {
  let centre = start;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    let total = 0;
    let inside = 0;
    for (const rate of rates) {
      const distance = rate - centre;
      total += Math.max(-reach, Math.min(reach, distance));
      if (Math.abs(distance) <= reach) inside += 1;
    }
    const change = total / Math.max(1, inside);
    centre += change;
    if (Math.abs(change) <= 1e-12 * Math.abs(centre)) break;
  }
  return centre;
}

const tooFew = (method: 'robust' | 'median', { count }: RateColumns, usable: number): RateOutcome => ({
  method,
  refused: `Expected at least ${FEWEST} periods without blocking and of equal length; of ${count.length} there are ${usable}`,
});

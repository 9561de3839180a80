/**
 * Counter samples of a queue held against a trace of its elements (Weh 2012, section 3.2 and appendix B): at each sample
 * the number of elements that the trace says were inside, T_push < T_sample < T_pop, must be the level of the counters.
 * One trace may be of several queues that are read together: then the samples of the queues are added up. Such a sample spans the times at which
 * they were taken: it differs only where its level is none that the trace has in between.
 * Cost: (n + m) log n for n visits and m samples; memory of both.
 */

import { countUpTo } from '../numeric/count-up-to.ts';

/** Samples of one queue, in order of time. Times in ns from the same origin as the trace. */
export interface SampledQueue {
  readonly id: string;
  readonly time: Float64Array;
  readonly inCount: Float64Array;
  readonly outCount: Float64Array;
}

export interface TracedVisits {
  readonly arrival: Float64Array;
  readonly departure: Float64Array;
}

export interface Mismatch {
  /** ns, of the first of the queues. */
  readonly time: number;
  readonly sampled: number;
  readonly traced: number;
  /** The least and the highest level of the trace from the first of the queues to the last. */
  readonly least: number;
  readonly most: number;
  /** How long the elements that the trace has inside stayed there, ns; the first twenty. */
  readonly durations: readonly number[];
}

export interface Discrepancy {
  readonly samples: number;
  readonly mismatches: number;
  /** mismatches / samples. */
  readonly share: number;
  /** The first thousand. */
  readonly listed: readonly Mismatch[];
  /** Samples whose level is not that of the trace at the time of the first queue, but is in the range. */
  readonly within: number;
  /** Elements that left by the counters less those that left in the trace, over the samples that are compared; NaN without one. */
  readonly countsApart: { readonly least: number; readonly mean: number; readonly most: number };
  /** Samples taken outside of the time that the trace covers; they are not compared. */
  readonly outside: number;
  /** Visits that ended before the last sample, and elements that left in the samples; the rest are control elements. */
  readonly tracedDepartures: number;
  readonly sampledDepartures: number;
  /** Mean time of a visit, of all and of those inside at a mismatch, ns. NaN without one. */
  readonly meanDuration: number;
  readonly meanMismatchDuration: number;
}

const MOST_LISTED = 1000;
const MOST_DURATIONS = 20;

/** `window`: ns that a sample itself takes, since its two counters are read one after the other. */
export function sampledAgainstTraced(
  queues: readonly SampledQueue[],
  trace: TracedVisits,
  { window = 0 }: { readonly window?: number } = {},
): Discrepancy {
  const samples = addedUp(queues, window);
  const rangeOf = levelRanges(trace);
  const order = orderOf(trace.arrival);
  const departures = trace.departure.slice().sort();
  const first = trace.arrival[order[0] ?? 0] ?? Number.POSITIVE_INFINITY;
  const last = departures.at(-1) ?? Number.NEGATIVE_INFINITY;
  const listed: Mismatch[] = [];
  const active: number[] = [];
  let [compared, mismatches, within, next, gone] = [0, 0, 0, 0, 0];
  const apart = { least: Number.POSITIVE_INFINITY, sum: 0, most: Number.NEGATIVE_INFINITY };
  const inMismatch = { sum: 0, count: 0 };
  for (const { time, from, to, level, left } of samples) {
    while (next < order.length && trace.arrival[order[next]!]! < time) active.push(order[next++]!);
    keepInside(active, trace.departure, time);
    if (time < first || time > last) continue;
    compared += 1;
    while (gone < departures.length && departures[gone]! <= time) gone += 1;
    apart.least = Math.min(apart.least, left - gone);
    apart.most = Math.max(apart.most, left - gone);
    apart.sum += left - gone;
    if (active.length === level) continue;
    const { least, most } = to > from ? rangeOf(from, to) : { least: active.length, most: active.length };
    if (level >= least && level <= most) {
      within += 1;
      continue;
    }
    mismatches += 1;
    const durations = active.map((visit) => trace.departure[visit]! - trace.arrival[visit]!);
    for (const duration of durations) inMismatch.sum += duration;
    inMismatch.count += durations.length;
    if (listed.length < MOST_LISTED)
      listed.push({
        time,
        sampled: level,
        traced: active.length,
        ...{ least, most },
        durations: durations.slice(0, MOST_DURATIONS),
      });
  }
  const lastSample = samples.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
  let durationSum = 0;
  for (let visit = 0; visit < order.length; visit += 1)
    durationSum += trace.departure[visit]! - trace.arrival[visit]!;
  return {
    samples: compared,
    mismatches,
    share: compared > 0 ? mismatches / compared : 0,
    ...{ listed, within },
    countsApart:
      compared > 0
        ? { least: apart.least, mean: apart.sum / compared, most: apart.most }
        : { least: Number.NaN, mean: Number.NaN, most: Number.NaN },
    outside: samples.length - compared,
    tracedDepartures: departures.findLastIndex((time) => time <= lastSample) + 1,
    sampledDepartures: queues.reduce((sum, { outCount }) => sum + (outCount.at(-1) ?? 0), 0),
    meanDuration: durationSum / order.length,
    meanMismatchDuration: inMismatch.sum / inMismatch.count,
  };
}

interface Sample {
  /** When the first queue was sampled, ns. */
  readonly time: number;
  /** Between which its counters were read. */
  readonly from: number;
  readonly to: number;
  readonly level: number;
  readonly left: number;
}

/**
 * The levels of all queues together at each sample of the first: of the other queues the sample nearest in time, as they
 * are sampled one after the other in the same round.
 */
function addedUp(queues: readonly SampledQueue[], window: number): Sample[] {
  const [main, ...others] = queues;
  if (!main) return [];
  const nearest = others.map(() => 0);
  return Array.from(main.time, (time, sample) => {
    let [level, left] = [main.inCount[sample]! - main.outCount[sample]!, main.outCount[sample]!];
    let [from, to] = [time, time];
    for (const [index, other] of others.entries()) {
      let at = nearest[index]!;
      while (
        at + 1 < other.time.length &&
        Math.abs(other.time[at + 1]! - time) <= Math.abs(other.time[at]! - time)
      )
        at += 1;
      nearest[index] = at;
      level += (other.inCount[at] ?? 0) - (other.outCount[at] ?? 0);
      left += other.outCount[at] ?? 0;
      from = Math.min(from, other.time[at] ?? time);
      to = Math.max(to, other.time[at] ?? time);
    }
    return { time, from: from - window, to: to + window, level, left };
  });
}

/** The levels that a trace has from one time to another, both included. */
function levelRanges({ arrival, departure }: TracedVisits) {
  const [arrivals, departures] = [arrival.toSorted(), departure.toSorted()];
  return (from: number, to: number): { readonly least: number; readonly most: number } => {
    let [entered, left] = [countUpTo(arrivals, from), countUpTo(departures, from)];
    // An insertion at the very instant may or may not have been seen.
    const before = entered - left - (arrivals[entered - 1] === from ? 1 : 0);
    let [least, most] = [Math.min(before, entered - left), entered - left];
    for (;;) {
      const arrives = arrivals[entered] ?? Number.POSITIVE_INFINITY;
      const leaves = departures[left] ?? Number.POSITIVE_INFINITY;
      if (Math.min(arrives, leaves) > to) return { least, most };
      if (arrives < leaves) entered += 1;
      else left += 1;
      least = Math.min(least, entered - left);
      most = Math.max(most, entered - left);
    }
  };
}

/** Takes out those that have left at or before `time`. */
function keepInside(active: number[], departure: Float64Array, time: number): void {
  let kept = 0;
  for (const visit of active) {
    if (departure[visit]! > time) active[kept++] = visit;
  }
  active.length = kept;
}

const orderOf = (key: Float64Array): Uint32Array =>
  Uint32Array.from(key, (_, index) => index).sort((a, b) => key[a]! - key[b]!);

/**
 * Counter samples of a queue held against a trace of its elements (Weh 2012, section 3.2 and appendix B): at each sample
 * the number of elements that the trace says were inside, T_push < T_sample < T_pop, must be the level of the counters.
 * One trace may be of several queues that are read together: then the samples of the queues are added up.
 * Cost: (n + m) log n for n visits and m samples; memory of both.
 */

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
  /** ns. */
  readonly time: number;
  readonly sampled: number;
  readonly traced: number;
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

export function sampledAgainstTraced(queues: readonly SampledQueue[], trace: TracedVisits): Discrepancy {
  const samples = addedUp(queues);
  const order = orderOf(trace.arrival);
  const departures = trace.departure.slice().sort();
  const first = trace.arrival[order[0] ?? 0] ?? Number.POSITIVE_INFINITY;
  const last = departures.at(-1) ?? Number.NEGATIVE_INFINITY;
  const listed: Mismatch[] = [];
  const active: number[] = [];
  let [compared, mismatches, next] = [0, 0, 0];
  const inMismatch = { sum: 0, count: 0 };
  for (const { time, level } of samples) {
    while (next < order.length && trace.arrival[order[next]!]! < time) active.push(order[next++]!);
    keepInside(active, trace.departure, time);
    if (time < first || time > last) continue;
    compared += 1;
    if (active.length === level) continue;
    mismatches += 1;
    const durations = active.map((visit) => trace.departure[visit]! - trace.arrival[visit]!);
    for (const duration of durations) inMismatch.sum += duration;
    inMismatch.count += durations.length;
    if (listed.length < MOST_LISTED)
      listed.push({
        time,
        sampled: level,
        traced: active.length,
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
    listed,
    outside: samples.length - compared,
    tracedDepartures: departures.findLastIndex((time) => time <= lastSample) + 1,
    sampledDepartures: queues.reduce((sum, { outCount }) => sum + (outCount.at(-1) ?? 0), 0),
    meanDuration: durationSum / order.length,
    meanMismatchDuration: inMismatch.sum / inMismatch.count,
  };
}

/**
 * The levels of all queues together at each sample of the first: of the other queues the sample nearest in time, as they
 * are sampled one after the other in the same round.
 */
function addedUp(queues: readonly SampledQueue[]): { time: number; level: number }[] {
  const [main, ...others] = queues;
  if (!main) return [];
  const nearest = others.map(() => 0);
  return Array.from(main.time, (time, sample) => {
    let level = main.inCount[sample]! - main.outCount[sample]!;
    for (const [index, other] of others.entries()) {
      let at = nearest[index]!;
      while (
        at + 1 < other.time.length &&
        Math.abs(other.time[at + 1]! - time) <= Math.abs(other.time[at]! - time)
      )
        at += 1;
      nearest[index] = at;
      level += (other.inCount[at] ?? 0) - (other.outCount[at] ?? 0);
    }
    return { time, level };
  });
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

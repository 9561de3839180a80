/**
 * The single events of a queue and its ends, read again from their file: all insertions in their order, and how many elements were inside at
 * each time. The whole of a virtual queue, which no monitor sees, follows from both ends: what came into the tail and has not left the head.
 */
import { err, ok, type Result } from '../../core/base/result.ts';
import type { ReducedMeasurement, ReducedQueue, ReduceProgress, TraceFile } from '../measure/contract.ts';
import { collectTraces } from '../measure/trace/collect-trace.ts';
import { matchDepartures } from '../measure/trace/match-departures.ts';
import type { CollectedTrace } from '../measure/trace/queue-events.ts';
import { type LevelFrames, tracedLevels } from '../measure/trace/traced-levels.ts';
import type { FoundQueue } from './find-queue.ts';
import type { MeasuredParts } from './measured-parts.ts';

export interface QueueTrace {
  /** Times between insertions in their order, s. */
  readonly gaps: Float64Array;
  /** The file has more insertions. */
  readonly isCut: boolean;
  /** Time of each frame in which the trace was looked at, s. */
  readonly lengths: Float64Array;
  readonly truth: MeasuredParts;
  readonly events: QueueEvents;
  /** From insertion to departure of each element that left, growing, s. Absent where no departures are told. */
  readonly latencies?: Float64Array;
}

/** Single times by order, s from the first insertion; of an end that has no events absent. */
export interface QueueEvents {
  readonly inserted: Float64Array;
  /** Out of the tail: the ends of transfers. */
  readonly sent?: Float64Array;
  /** Into the head. */
  readonly came?: Float64Array;
  readonly left?: Float64Array;
}

export interface TraceContext {
  readonly onProgress?: (progress: ReduceProgress) => void;
  readonly signal?: AbortSignal;
  /** Elements of each queue that are kept; a million when absent. */
  readonly most?: number;
}

const NS = 1e9;
/**
 * Largest difference to the same trace. Another file with queues of the same names differs by more in counts or in
 * time from first to last.
 */
const MOST_DIFFERENCE = { count: 0.01, span: 1e-6 };

/** Which end its insertions were measured at; undefined where no events were. */
export const insertingQueue = ({ queue, tail }: Pick<FoundQueue, 'queue' | 'tail'>) =>
  [tail, queue].find((one) => one?.insertionSeries);

/** Undefined for a measurement without events; refused with a sentence when the file does not hold them. */
export async function readQueueTrace(
  found: FoundQueue,
  measurement: Pick<ReducedMeasurement, 'frames' | 'origin'>,
  trace: TraceFile | undefined,
  context: TraceContext,
): Promise<Result<QueueTrace, string> | undefined> {
  const inserting = insertingQueue(found);
  if (!trace || !inserting) return undefined;
  const { queue, tail, head } = found;
  const ids = [tail, head, queue].flatMap((one) => (one?.basis === 'events' ? [one.id] : []));
  const { file, name, options } = trace;
  const read = await collectTraces(file, ids, { ...context, fileName: name, ...(options && { options }) });
  if (!read.ok) return read;
  const { traces, origin } = read.value;
  const insertions = traces.get(inserting.id);
  if (!insertions || insertions.arrivals.length === 0)
    return err(`${name} has no insertions of queue ${inserting.id}: it is not the file of this measurement`);
  const difference = insertions.isCut ? undefined : differenceOf(insertions, inserting);
  if (difference !== undefined) return err(`${name} ${difference}: it is not its file`);
  const ends = { tail: tail && traces.get(tail.id), head: head && traces.get(head.id) };
  const leaving = [ends.head, traces.get(queue.id)].find((one) => one && one.departures.length > 0);
  const window = windowOf(insertions, [...traces.values()]);
  const offset = Number(BigInt(measurement.origin) - BigInt(origin)) - window.first / NS;
  const frames = {
    start: measurement.frames.start.map((time) => time + offset),
    end: measurement.frames.end.map((time) => time + offset),
  };
  const parts = {
    ...{ tail: ends.tail, head: ends.head },
    whole: leaving && { arrivals: insertions.arrivals, departures: leaving.departures },
  };
  const truth = Object.entries(parts).flatMap(([part, times]) => {
    const known = times && truthOf(times, window, frames);
    return known ? [[part, known]] : [];
  });
  return ok({
    gaps: gapsOf(insertions.arrivals),
    isCut: insertions.isCut,
    lengths: frames.start.map((start, f) =>
      Math.max(0, Math.min(frames.end[f]!, window.duration) - Math.max(start, 0)),
    ),
    truth: Object.fromEntries(truth) as MeasuredParts,
    ...(leaving && { latencies: latenciesOf(insertions.arrivals, leaving.departures) }),
    events: eventsOf(
      {
        ...{ inserted: insertions.arrivals, sent: ends.tail?.departures },
        ...{ came: ends.head?.arrivals, left: leaving?.departures },
      },
      window,
    ),
  });
}

function latenciesOf(arrivals: Float64Array, departures: Float64Array): Float64Array {
  const left = matchDepartures(arrivals, departures);
  return left.map((time, k) => (time - arrivals[k]!) / NS).sort();
}

function eventsOf(
  { inserted, ...others }: Record<keyof QueueEvents, Float64Array | undefined> & { inserted: Float64Array },
  { first, duration }: Window,
): QueueEvents {
  const seconds = (times: Float64Array): Float64Array =>
    times.map((time) => (time - first) / NS).filter((time) => time <= duration);
  const known = Object.entries(others).flatMap(([key, times]) =>
    times && times.length > 0 ? [[key, seconds(times)]] : [],
  );
  return { inserted: seconds(inserted), ...Object.fromEntries(known) };
}

/** What tells a whole trace from that of the measurement; undefined where nothing does. */
function differenceOf(
  { arrivals }: CollectedTrace,
  { id, insertionSeries }: ReducedQueue,
): string | undefined {
  const { count, mean } = insertionSeries!;
  const known = count + 1;
  if (Math.abs(arrivals.length - known) > MOST_DIFFERENCE.count * known)
    return `has ${counted(arrivals.length)} insertions of queue ${id} and the measurement ${counted(known)}`;
  const span = (arrivals.at(-1)! - arrivals[0]!) / NS;
  if (Math.abs(span - count * mean) > MOST_DIFFERENCE.span * span)
    return `has as many insertions of queue ${id} as the measurement, but at other times`;
  return undefined;
}

interface Window {
  /** ns. */
  readonly first: number;
  /** s. */
  readonly duration: number;
}

/** From the first insertion to the last event; of a trace that is cut to the last insertion that is kept. */
function windowOf({ arrivals, isCut }: CollectedTrace, all: readonly CollectedTrace[]): Window {
  const first = arrivals[0]!;
  const last = isCut
    ? arrivals.at(-1)!
    : Math.max(
        ...all.map((trace) => Math.max(trace.arrivals.at(-1) ?? first, trace.departures.at(-1) ?? first)),
      );
  return { first, duration: (last - first) / NS };
}

function truthOf(
  { arrivals, departures }: Pick<CollectedTrace, 'arrivals' | 'departures'>,
  { first, duration }: Window,
  frames: LevelFrames,
) {
  if (arrivals.length === 0 || departures.length === 0 || !(duration > 0)) return undefined;
  const inWindow = (times: Float64Array): Float64Array =>
    times.map((time) => (time - first) / NS).filter((time) => time <= duration);
  const left = inWindow(matchDepartures(arrivals, departures));
  const levels = tracedLevels({ arrivals: inWindow(arrivals), departures: left, duration }, frames);
  return { shares: levels.shares, mean: levels.occupancy.mean, meanByFrame: levels.meanByFrame };
}

const gapsOf = (arrivals: Float64Array): Float64Array =>
  Float64Array.from({ length: arrivals.length - 1 }, (_, i) => (arrivals[i + 1]! - arrivals[i]!) / NS);

const counted = (count: number): string => count.toLocaleString('en');

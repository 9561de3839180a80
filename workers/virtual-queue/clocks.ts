/**
 * Whether the two ends of a queue were timed by one clock. What leaves the tail reaches the head later: a transfer that takes less
 * than no time, or a least time that wanders, shows clocks that differ. An offset the other way looks like a latency of the bus, and
 * only who knows the bus can tell them apart; so the least time over the bus says how much may be either.
 */
import { err, ok, type Result } from '../../core/base/result.ts';
import { formatNumber, formatQuantity } from '../../core/quantities/quantity.ts';
import type { ClockCorrection, ReducedQueue, TraceFile } from '../measure/contract.ts';
import { type CollectOptions, collectTraces } from '../measure/trace/collect-trace.ts';
import type { AssumptionCheck } from './contract.ts';

/** Times over the bus by the two clocks, s. */
export interface ClockReading {
  readonly transfers: number;
  readonly least: number;
  readonly mean: number;
  /** Drift of the least times from the beginning of the run to its end, s. */
  readonly drifted: number;
  /** Whether the drift is far beyond chance, by the scatter of the least times around their line. */
  readonly drifts: boolean;
  /** Transfers that arrive before they leave. */
  readonly impossible: number;
  /** Rate of transfers, elements per second. */
  readonly rate: number;
  /** What puts the clock of the head onto that of the tail, if transfers take no time at least. */
  readonly correction: ClockCorrection;
}

/** Parts of the run in which the least time over the bus is taken: each has many transfers, and some that waited for nothing. */
const PARTS = 16;
const LEAST_TRANSFERS = 4 * PARTS;
const NS = 1e9;

/** Both in ns, by order: elements that left the tail, and that reached the head. Undefined for few. */
export function readClocks(sent: Float64Array, came: Float64Array): ClockReading | undefined {
  const transfers = Math.min(sent.length, came.length);
  if (transfers < LEAST_TRANSFERS) return undefined;
  const [times, least]: [number[], number[]] = [[], []];
  let [impossible, sum] = [0, 0];
  for (let part = 0; part < PARTS; part += 1) {
    const [from, to] = [part, part + 1].map((edge) => Math.floor((edge * transfers) / PARTS));
    let best = from!;
    for (let k = from!; k < to!; k += 1) {
      if (came[k]! < sent[k]!) impossible += 1;
      sum += came[k]! - sent[k]!;
      if (came[k]! - sent[k]! < came[best]! - sent[best]!) best = k;
    }
    times.push((came[best]! - came[0]!) / NS);
    least.push((came[best]! - sent[best]!) / NS);
  }
  const { at0, slope, scatter } = line(times, least);
  const length = (came[transfers - 1]! - came[0]!) / NS;
  const drifted = slope * length;
  return {
    ...{ transfers, least: Math.min(...least), mean: sum / transfers / NS, drifted, impossible },
    drifts: Math.abs(drifted) > 4 * scatter && Math.abs(drifted) > 1e-9 * length,
    rate: transfers / length,
    correction: { offset: -at0, drift: -slope, from: came[0]! / NS },
  };
}

/** Least squares; `scatter` is the standard deviation around the line. */
function line(x: readonly number[], y: readonly number[]) {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const sxx = x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
  const slope = sxx > 0 ? x.reduce((sum, value, i) => sum + (value - mx) * (y[i]! - my), 0) / sxx : 0;
  const at0 = my - slope * mx;
  const squares = x.reduce((sum, value, i) => sum + (y[i]! - at0 - slope * value) ** 2, 0);
  return { at0, slope, scatter: Math.sqrt(squares / (x.length - 2)) };
}

/** Reads the transfers of both ends from their file; undefined where it does not tell them. */
export async function clocksOfFile(
  { file, name, options }: TraceFile,
  { tail, head }: { readonly tail: ReducedQueue | undefined; readonly head: ReducedQueue | undefined },
  context: Omit<CollectOptions, 'fileName' | 'options'>,
): Promise<Result<ClockReading | undefined, string>> {
  if (tail?.basis !== 'events' || head?.basis !== 'events') return ok(undefined);
  const read = await collectTraces(file, [tail.id, head.id], {
    ...context,
    fileName: name,
    ...(options && { options }),
  });
  if (!read.ok) return err(read.error);
  const { traces } = read.value;
  return ok(readClocks(traces.get(tail.id)!.departures, traces.get(head.id)!.arrivals));
}

/** Elements by which an unknown offset moves the mean of the whole: fewer do not matter to a verdict. */
const MATTERS = { elements: 0.5, share: 0.05 };
/** What the file shows of the whole is the truth only where the clocks leave less open than this share of it. */
const TRUE_SHARE = 0.01;

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** How far clocks are apart: beyond ten minutes in the units of people, since 169200 s says nothing to them. */
function apartText(seconds: number): string {
  const size = Math.abs(seconds);
  if (size < 10 * MINUTE) return formatQuantity(seconds, 'time');
  if (size < 2 * HOUR) return `${formatNumber(seconds / MINUTE)} min`;
  return size < 3 * DAY ? `${formatNumber(seconds / HOUR)} h` : `${formatNumber(seconds / DAY)} days`;
}

/** `latency`: that of the bus, where it is known; `mean`: elements in both ends. */
export function checkClocks(
  { least, drifted, drifts, impossible, transfers, rate }: ClockReading,
  { latency, mean }: { readonly latency: number | undefined; readonly mean: number },
): AssumptionCheck {
  const matters = (time: number): boolean =>
    Math.abs(time) * rate > Math.max(MATTERS.elements, MATTERS.share * mean);
  const time = apartText;
  const advice = 'Aligning them takes the least time over the bus as none';
  const broken = [
    ...(impossible > 0 && matters(least)
      ? [
          `${impossible.toLocaleString('en')} of ${transfers.toLocaleString('en')} elements reach the head up to ${time(-least)} before they leave the tail`,
        ]
      : []),
    ...(drifts && matters(drifted)
      ? [`the least time over the bus moves by ${time(drifted)} in the run`]
      : []),
  ];
  if (broken.length > 0)
    return {
      ...{ assumption: 'clocks', status: 'broken' },
      sentence: `The clocks of both ends differ: ${broken.join(', and ')}. ${advice}.`,
    };
  const beyond = least - (latency ?? 0);
  const late = `No element takes less than ${time(least)} over the bus. That may be its latency, or clocks that differ: `;
  if (matters(beyond))
    return {
      ...{ assumption: 'clocks', status: 'unknown' },
      sentence: `${late}${formatNumber(least * rate)} elements are on their way, or none. ${advice}; a known latency decides.`,
    };
  const moved = `${formatNumber(Math.abs(beyond) * rate)} elements`;
  if (impossible > 0)
    return {
      ...{ assumption: 'clocks', status: 'slight' },
      sentence: `Elements reach the head up to ${time(-least)} before they leave the tail, so the clocks of both ends differ by at least that, which moves the mean of the whole queue by ${moved}. ${advice}.`,
    };
  if (Math.abs(beyond) * rate > TRUE_SHARE * mean)
    return {
      ...{ assumption: 'clocks', status: 'slight' },
      sentence: `${late}which of both moves the mean of the whole queue by ${moved}. ${advice}; a known latency decides.`,
    };
  return {
    ...{ assumption: 'clocks', status: 'holds' },
    sentence: `Both ends agree in time: no element takes less than ${time(least)} over the bus, and that does not wander.`,
  };
}

/**
 * Ends that lie further apart than both were seen: no bus holds elements for longer than the whole run, and levels of times that have
 * none in common add up to nothing. Undefined where they overlap, or are near.
 */
export function neverTogether(
  tail: ReducedQueue | undefined,
  head: ReducedQueue | undefined,
  latency = 0,
): string | undefined {
  if (!tail?.ledger || !head?.ledger) return undefined;
  const [first, last] = tail.ledger.from <= head.ledger.from ? [tail, head] : [head, tail];
  const seen = [first, last].reduce((sum, { ledger }) => sum + ledger!.until - ledger!.from, 0);
  const apart = last.ledger!.from - first.ledger!.until;
  return apart > seen + latency
    ? `its ends were never seen at the same time: ${last.id} begins ${apartText(apart)} after the last event of ${first.id}`
    : undefined;
}

/** What aligning changed. By Little's law an offset moves the mean of the whole by as many elements as come in it. */
export const correctionWords = (
  { offset, drift }: ClockCorrection,
  { head, clocks }: { readonly head: string; readonly clocks: ClockReading },
): string => {
  const moved = clocks.rate * (offset - clocks.drifted / 2);
  const by = apartText(Math.abs(offset));
  const parts = Math.round(drift * 1e9) / 1e3;
  const rate =
    parts === 0 ? '' : ` and made ${parts < 0 ? 'slower' : 'faster'} by ${formatNumber(Math.abs(parts))} ppm`;
  return `The clock of ${head} was put ${offset < 0 ? 'back' : 'forward'} by ${by}${rate}, so that the least time over the bus is that of the model: ${formatNumber(Math.abs(moved))} elements ${moved < 0 ? 'fewer' : 'more'} in the whole queue than by the times as they stand`;
};

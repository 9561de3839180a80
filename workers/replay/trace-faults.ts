/** Why a trace cannot be replayed, and what was left out of one that can. */
import { plural } from '../../core/base/plural.ts';
import type { StageTrace } from './read-trace.ts';

const LEAST_ARRIVALS = 20;
/** With more rows out of order the order is not that of time at all. */
const MOST_OUT_OF_ORDER = 0.01;

export function traceFault(
  { arrivals, outOfOrder, duration }: StageTrace,
  queue: string,
): string | undefined {
  const count = arrivals.length;
  if (outOfOrder > MOST_OUT_OF_ORDER * (count + outOfOrder))
    return `queue ${queue}: ${outOfOrder.toLocaleString('en')} of its events are older than the ones above them, so that times go backward; sort the rows by time`;
  if (count < LEAST_ARRIVALS)
    return `queue ${queue} has ${counted(count, 'insertion')}, at least ${LEAST_ARRIVALS} are needed`;
  if (!(duration > 0)) return `queue ${queue}: all its events are at the same time`;
  return undefined;
}

export function traceNotes(trace: StageTrace, queue: string): readonly string[] {
  const { arrivals, departures, outOfOrder, fromEmpty, isCut } = trace;
  return [
    ...(isCut
      ? [`The file has more: the first ${arrivals.length.toLocaleString('en')} insertions are replayed`]
      : []),
    ...(departures.length === 0
      ? [`Queue ${queue} has no departures: its levels are not known, and the prediction stands alone`]
      : []),
    ...(outOfOrder > 0
      ? [`${counted(outOfOrder, 'event')} older than the ones above them are left out`]
      : []),
    ...(fromEmpty > 0
      ? [
          `${counted(fromEmpty, 'departure')} from an empty queue are left out: a trace begins with an empty queue`,
        ]
      : []),
  ];
}

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? what : plural(what)}`;

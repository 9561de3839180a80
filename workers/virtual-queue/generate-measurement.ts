/** A generated trace as the events that monitors at its ends would write: text of the measurement format QTM 1, table `events`. */
import type { BenchmarkTrace } from './generate-trace.ts';

export interface WrittenTrace {
  readonly trace: BenchmarkTrace;
  /** Of the bus; absent where both ends are one queue. */
  readonly bus?: { readonly bulkSize: number; readonly transferTime: number };
  /** Length of a frame and of the whole, s. Events from `end` on are left out. */
  readonly frame: number;
  readonly end: number;
  /** Units of time in a second, and their name. */
  readonly unit?: { readonly name: string; readonly perSecond: number };
  /** Also the queue as a whole, which no monitor could see: the truth. */
  readonly withTruth?: boolean;
}

const NS = { name: 'ns', perSecond: 1e9 };

/** Queues `queue`, and with a bus its parts `tail` and `head`. */
export function writeEvents({ trace, bus, frame, end, unit = NS, withTruth }: WrittenTrace): string {
  const { insertion, departure, transferEnd, readable, transferCount } = trace;
  const ticks = (time: number): number => Math.round(time * unit.perSecond);
  const one = (times: Float64Array, queue: string, kind: string): string[] =>
    Array.from(
      times.filter((time) => time < end),
      (time) => `${queue},${ticks(time)},${kind},`,
    );
  const bulks = (times: Float64Array, queue: string, kind: string): string[] =>
    Array.from(times).flatMap((time, j) =>
      time < end ? [`${queue},${ticks(time)},${kind},${transferCount[j]}`] : [],
    );
  const whole =
    bus === undefined || withTruth ? [...one(insertion, 'queue', 'I'), ...one(departure, 'queue', 'D')] : [];
  const ends = bus
    ? [
        ...[...one(insertion, 'tail', 'I'), ...bulks(transferEnd, 'tail', 'D')],
        ...[...bulks(readable, 'head', 'I'), ...one(departure, 'head', 'D')],
      ]
    : [];
  return [
    `#qtm 1 queues time=${unit.name}`,
    ...queueRows(bus),
    `#qtm 1 frames time=${unit.name}`,
    ...frameRows(frame, end, ticks),
    ...(bus ? [`#qtm 1 hist time=${unit.name}`, ...transferRows(bus, ticks)] : []),
    `#qtm 1 events time=${unit.name}`,
    'queueId,time,kind,count',
    ...whole,
    ...ends,
    '',
  ].join('\n');
}

function queueRows(bus: { readonly bulkSize: number } | undefined): readonly string[] {
  if (!bus) return ['queueId,source,dest,kind', 'queue,source,server,regular'];
  return [
    'queueId,source,dest,kind,parentId,bulkSize',
    `queue,source,server,virtual,,${bus.bulkSize}`,
    'tail,source,bus,tail,queue,',
    'head,bus,server,head,queue,',
  ];
}

function frameRows(frame: number, end: number, ticks: (time: number) => number): string[] {
  const count = Math.max(1, Math.round(end / frame));
  const rows = Array.from(
    { length: count },
    (_, k) => `${k},${ticks(k * frame)},${ticks(k === count - 1 ? end : (k + 1) * frame)}`,
  );
  return ['frameId,start,end', ...rows];
}

/** The time of one transfer, as the services of the tail. */
function transferRows(
  { transferTime }: { readonly transferTime: number },
  ticks: (time: number) => number,
): string[] {
  const low = ticks(transferTime);
  return [
    'queueId,frameId,metric,conditioning,binLow,binHigh,weight,weightUnit',
    `tail,,service,,${low},${low + 1},1,count`,
  ];
}

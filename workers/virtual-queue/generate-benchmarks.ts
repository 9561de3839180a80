/**
 * The micro-benchmarks of TimeTrial (sections II-B to IV) with known truth, made anew: the paper gives no rates, so that only the shapes
 * are its own. A service takes 1 ms in the mean.
 */
import { type ArrivalDistribution, samplerOf } from '../../core/distributions/index.ts';
import { openStream } from '../random/random-stream.ts';
import type { Channel } from './contract.ts';

/**
 * Micro-benchmarks of which the truth is known (TimeTrial, section II-B): a source, a bus that moves bulks, a server; what each end
 * would see, element by element. By the recursions of Lindley's kind, not by events, so that a replay can be held against them:
 * transfer j starts at max(its last insertion, end of transfer j - 1), and element i leaves at max(it can be read, departure i - 1) +
 * service i.
 */

export interface BenchmarkPlan {
  /** Gaps between insertions; a `map` or `onOff` distribution is autocorrelated. */
  readonly insertions: ArrivalDistribution;
  readonly services: ArrivalDistribution;
  /** Absent: both ends are on one platform. */
  readonly bus?: { readonly bulkSize: number; readonly transferTime: number; readonly latency?: number };
  readonly elements: number;
  readonly seed: number;
  /** The source ends here, and what is left is sent; else the rest stays in the tail. */
  readonly flush?: boolean;
  /** Share of a service that follows the gap before its insertion: 0 is independent. */
  readonly coupling?: number;
}

/** In order of time, s. Transfers end at `transferEnd[j]` with `transferCount[j]` elements, which can be read at `readable[j]`. */
export interface BenchmarkTrace {
  readonly insertion: Float64Array;
  readonly departure: Float64Array;
  readonly transferEnd: Float64Array;
  readonly readable: Float64Array;
  readonly transferCount: Int32Array;
}

export function generateTrace(plan: BenchmarkPlan): BenchmarkTrace {
  const { elements, seed, bus, coupling = 0 } = plan;
  const open = (node: string, purpose: 'interarrival' | 'service') =>
    openStream({ seed, replication: 0, node: `benchmark-${node}`, purpose });
  const gaps = samplerOf(plan.insertions, open('source', 'interarrival'));
  const services = samplerOf(plan.services, open('server', 'service'));
  const insertion = new Float64Array(elements);
  let time = 0;
  for (let i = 0; i < elements; i += 1) {
    time += gaps.next();
    insertion[i] = time;
  }
  const transfers = transfersOf(insertion, bus ?? { bulkSize: 1, transferTime: 0 }, plan.flush ?? false);
  const moved = transfers.transferCount.reduce((sum, count) => sum + count, 0);
  const departure = new Float64Array(moved);
  const meanGap = time / elements;
  let free = 0;
  let i = 0;
  transfers.readable.forEach((readable, j) => {
    for (const end = i + transfers.transferCount[j]!; i < end; i += 1) {
      const gap = insertion[i]! - (insertion[i - 1] ?? 0);
      const drawn = services.next();
      // Keeps the mean: the coupled part is the gap in units of its mean.
      const service = drawn * (1 - coupling + (coupling * gap) / meanGap);
      free = Math.max(free, readable) + service;
      departure[i] = free;
    }
  });
  return { insertion, departure, ...transfers };
}

function transfersOf(
  insertion: Float64Array,
  { bulkSize, transferTime, latency = 0 }: NonNullable<BenchmarkPlan['bus']>,
  flush: boolean,
): Pick<BenchmarkTrace, 'transferEnd' | 'readable' | 'transferCount'> {
  const full = Math.floor(insertion.length / bulkSize);
  const rest = flush ? insertion.length - full * bulkSize : 0;
  const count = full + (rest > 0 ? 1 : 0);
  const transferCount = Int32Array.from({ length: count }, (_, j) => (j < full ? bulkSize : rest));
  const transferEnd = new Float64Array(count);
  let last = -1;
  let free = 0;
  for (let j = 0; j < count; j += 1) {
    last += transferCount[j]!;
    free = Math.max(free, insertion[last]!) + transferTime;
    transferEnd[j] = free;
  }
  return { transferEnd, readable: transferEnd.map((end) => end + latency), transferCount };
}

/** A generated trace as the events that monitors at its ends would write: text of the measurement format QTM 1, table `events`. */

interface WrittenTrace {
  readonly trace: BenchmarkTrace;
  /** The bus; absent where both ends are one queue. */
  readonly bus?: { readonly bulkSize: number; readonly transferTime: number };
  /** Length of a frame and of the whole, s. Events from `end` on are left out. */
  readonly frame: number;
  readonly end: number;
  /** Units of time in a second, and their name. */
  readonly unit?: { readonly name: string; readonly perSecond: number };
  /** Writes the whole queue too, which no monitor could see: the truth. */
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

export interface Benchmark {
  readonly name: string;
  readonly notes: string;
  readonly plan: BenchmarkPlan;
  readonly frames: number;
  /** s; the last insertion when absent. */
  readonly end?: number;
  /** Shipped as events, which tell the order of times; else as histograms per frame. */
  readonly asEvents?: boolean;
  /** What must be asked beyond what the file says. */
  readonly channel?: Partial<Channel>;
}

const SERVICE = 1e-3;
const exponential = (mean: number): ArrivalDistribution => ({ distribution: 'exponential', mean });
const atLoad = (load: number): ArrivalDistribution => exponential(SERVICE / load);
/** A bus that is busy half of the time at a load of 0.8. */
const busOf = (bulkSize: number) => ({ bulkSize, transferTime: (0.5 * bulkSize * SERVICE) / 0.8 });

export const BENCHMARKS: readonly Benchmark[] = [
  {
    ...{
      name: 'mm1-rho-0.9-one-platform',
      notes: 'M/M/1 at a utilization of 0.9, both ends on one platform (figure 4).',
    },
    plan: { insertions: atLoad(0.9), services: exponential(SERVICE), elements: 20_000, seed: 1 },
    frames: 8,
  },
  {
    ...{
      name: 'mm1-rho-0.8-one-platform',
      notes: 'M/M/1 at a utilization of 0.8, both ends on one platform (figure 5).',
    },
    plan: { insertions: atLoad(0.8), services: exponential(SERVICE), elements: 20_000, seed: 2 },
    frames: 8,
  },
  {
    ...{
      name: 'mm1-software-to-hardware',
      notes: 'M/M/1 at a utilization of 0.8 behind a bus that moves 64 elements in 40 ms (figures 6 to 9).',
    },
    plan: {
      insertions: atLoad(0.8),
      services: exponential(SERVICE),
      bus: busOf(64),
      elements: 20_000,
      seed: 3,
    },
    frames: 6,
  },
  {
    ...{
      name: 'mm1-hardware-to-software',
      notes:
        'M/M/1 at a utilization of 0.8 behind a bus that moves 128 elements in 80 ms (figures 10 and 11).',
    },
    plan: {
      insertions: atLoad(0.8),
      services: exponential(SERVICE),
      bus: busOf(128),
      elements: 20_000,
      seed: 4,
    },
    frames: 4,
  },
  {
    ...{
      name: 'md1-software-to-hardware',
      notes:
        'M/D/1 at a utilization of 0.8 behind a bus that moves 64 elements in 40 ms (figures 12 and 13).',
    },
    plan: {
      insertions: atLoad(0.8),
      services: { distribution: 'deterministic', mean: SERVICE },
      bus: busOf(64),
      elements: 20_000,
      seed: 5,
    },
    frames: 6,
  },
  {
    ...{
      name: 'correlated-hardware-to-software',
      notes:
        'The source sends in bursts, so that its gaps are correlated and no replay of single gaps is right (figures 14 to 16).',
    },
    plan: {
      ...{
        insertions: {
          distribution: 'onOff',
          peakRate: 1600,
          idleRate: 40,
          meanOnTime: 0.2,
          meanOffTime: 0.22,
        },
        elements: 4_500,
      },
      ...{ services: exponential(SERVICE), bus: { bulkSize: 64, transferTime: 0.02 }, seed: 6 },
    },
    ...{ frames: 4, asEvents: true },
  },
  {
    ...{
      name: 'laplace-into-print',
      notes:
        'Results of a Monte Carlo solution of the equation of Laplace on their way to the printer: less than a bulk, kept until the end and flushed (figure 19). Ask with flush.',
    },
    plan: {
      ...{
        insertions: exponential(60 / 4_250),
        services: exponential(5e-5),
        bus: { bulkSize: 8_192, transferTime: 0.05 },
      },
      ...{ elements: 4_200, seed: 7, flush: true },
    },
    ...{ frames: 60, end: 60, asEvents: true, channel: { flush: true } },
  },
];

/** As events, with the truth where it is shipped as histograms. */
export function benchmarkEvents({ plan, frames, end, asEvents = false }: Benchmark): string {
  const trace = generateTrace(plan);
  const last = end ?? trace.insertion.at(-1)!;
  return writeEvents({
    trace,
    ...(plan.bus && { bus: plan.bus }),
    ...{ frame: last / frames, end: last, withTruth: !asEvents },
    unit: { name: 'us', perSecond: 1e6 },
  });
}

/** The occupancy of queues between two platforms, replayed from their ends, and whether to believe it. */
import { byDesignWords, type ReducedMeasurement, type TraceFile } from '../workers/measure/contract.ts';
import {
  type Channel,
  judgedQueues,
  type ReplayProgress,
  type ServiceEvidence,
  type VirtualQueueQuestion,
  type VirtualQueueReport,
} from '../workers/virtual-queue/contract.ts';
import { endsOf } from '../workers/virtual-queue/find-queue.ts';
import { judgeVirtualQueue } from '../workers/virtual-queue/judge-virtual-queue.ts';
import { seenFlush } from '../workers/virtual-queue/measured-bus.ts';
import { BadInput } from './bad-input.ts';

export interface VerdictOptions {
  /** Only this queue; else every virtual one, or every one with gaps of both ends. */
  readonly queue?: string;
  /** Its measured ends, where the file does not say. */
  readonly tail?: string;
  readonly head?: string;
  /** Elements of one transfer of the bus. */
  readonly bulk?: number;
  /** Time of one transfer, s. */
  readonly transfer?: number;
  /** From the end of a transfer until its elements can be read, s. */
  readonly latency?: number;
  readonly tailCapacity?: number;
  readonly headCapacity?: number;
  /** At the end of the run what is left is sent; taken so where more came over than whole bulks. */
  readonly flush?: boolean;
  /** Departure gaps that drive the server. */
  readonly gaps?: ServiceEvidence;
  /** Rate of an exponential server instead of measured gaps, 1/s. */
  readonly serviceRate?: number;
  /** Puts the clock of the head onto that of the tail first, by their transfers. */
  readonly align?: boolean;
  /** The measurement began in the middle of a run. */
  readonly running?: boolean;
  /** Percentiles of the latency that are told, %, > 0 and < 100; default 50, 90 and 99. */
  readonly percentiles?: readonly number[];
  /** At least 39; default 99. */
  readonly replications?: number;
  readonly seed?: number;
}

export interface VerdictEvents {
  readonly onProgress?: (queue: string, progress: ReplayProgress) => void;
  /** Told where a queue is judged as flushed because of what came over its bus. */
  readonly onFlush?: (queue: string, seen: NonNullable<ReturnType<typeof seenFlush>>) => void;
}

export async function judgeQueues(
  measurement: ReducedMeasurement,
  options: VerdictOptions,
  trace: TraceFile | undefined,
  { onProgress, onFlush }: VerdictEvents = {},
): Promise<readonly VirtualQueueReport[]> {
  const { queue: asked, tail, head } = options;
  for (const [option, id] of Object.entries({ queue: asked, tail, head }))
    if (id !== undefined && !measurement.queues.some((queue) => queue.id === id || queue.name === id))
      throw new BadInput([
        `--${option}: there is no queue "${id}"; expected one of ${measurement.queues.map((queue) => queue.id).join(', ')}`,
      ]);
  const reports: VirtualQueueReport[] = [];
  for (const queue of queuesOf(measurement, options.queue)) {
    refuseSmall(measurement, queue, options);
    // No file says it; what came over the bus may.
    const seen = options.flush === undefined ? seenFlush(measurement, queue, options.bulk) : undefined;
    if (seen) onFlush?.(queue, seen);
    reports.push(
      await judgeVirtualQueue(
        measurement,
        { ...questionOf(queue, seen ? { ...options, flush: true } : options), ...(trace && { trace }) },
        onProgress ? { onProgress: (progress) => onProgress(queue, progress) } : {},
      ),
    );
  }
  return reports;
}

/** The room that is said for an end must hold what one transfer takes. */
function refuseSmall(measurement: ReducedMeasurement, queue: string, options: VerdictOptions): void {
  const { tail } = endsOf(measurement, { queue, ...defined({ tail: options.tail, head: options.head }) });
  const named = measurement.queues.find(({ id, name }) => id === queue || name === queue);
  const bulk = options.bulk ?? named?.bulkSize ?? tail?.bulkSize ?? 1;
  for (const end of ['tail', 'head'] as const) {
    const capacity = options[`${end}Capacity`];
    if (capacity !== undefined && capacity < bulk)
      throw new BadInput([
        `--${end}-capacity: expected at least the ${bulk} elements of one transfer to queue ${queue}, got ${capacity}`,
      ]);
  }
}

function queuesOf(measurement: ReducedMeasurement, asked: string | undefined): readonly string[] {
  if (asked !== undefined) return [asked];
  const { virtual, regular } = judgedQueues(measurement);
  const chosen = (virtual.length > 0 ? virtual : regular).map(({ id }) => id);
  if (chosen.length > 0) return chosen;
  throw new BadInput([
    ...measurement.queues.flatMap((queue) => byDesignWords(queue) ?? []),
    'the file has no virtual queue, and no queue with times between insertions and between departures',
  ]);
}

function questionOf(queue: string, options: VerdictOptions): VirtualQueueQuestion {
  const { tail, head, gaps, serviceRate, running, align, percentiles, replications, seed } = options;
  const channel: Partial<Channel> = defined({
    ...{ bulkSize: options.bulk, transferTime: options.transfer, latency: options.latency },
    ...{ tailCapacity: options.tailCapacity, headCapacity: options.headCapacity, flush: options.flush },
  });
  if (serviceRate !== undefined && !(serviceRate > 0))
    throw new BadInput(['serviceRate: expected a rate > 0']);
  return {
    queue,
    ...defined({ tail, head, evidence: gaps, align, percentiles, replications, seed }),
    ...(Object.keys(channel).length > 0 && { channel }),
    ...(serviceRate !== undefined && {
      service: { distribution: 'exponential', rate: serviceRate } as const,
    }),
    ...(running && { startsEmpty: false }),
  };
}

/** Without the keys that have no value. */
function defined<T extends object>(value: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

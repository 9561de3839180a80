/**
 * The occupancy of a queue between two platforms, replayed once (TimeTrial, section III, figure 8): a bus that moves `bulkSize`
 * elements at a time in a constant time, then a server that takes one at a time. Without a channel it is the ideal queue of
 * section II: what is inserted can be removed at once. Gaps and services come from distributions that change from frame to frame; the
 * state goes on over the borders. Elements in transfer count as in the tail, those in service as in the head.
 * **Other queues** than that of figure 8, of which a replay may be tried too: several servers, a window, transfers of different sizes.
 * **Rules**: at one instant services end first, then deliveries, transfers and insertions. A source that finds the tail full waits
 * and begins its next gap when it got in; a transfer without room for all of it in the head waits on the bus, with its elements
 * still in the tail. **Cost**: three events per element and two per bulk.
 */
import { RecentValues } from '../numeric/recent-values.ts';
import type { Channel, QueuePart } from './contract.ts';
import type { GapDraws } from './gap-draws.ts';
import { LevelRecord, type RecordedLevels } from './level-record.ts';

export interface ReplayRun {
  /** Observed length of each frame, s. */
  readonly lengths: Float64Array;
  readonly insertions: GapDraws;
  readonly services: GapDraws;
  readonly channel?: Channel;
  /** Capacity of the ideal queue. */
  readonly capacity?: number;
  /** Most elements between the source and the end of their service: a source that has so many inside waits. Unbounded when absent. */
  readonly window?: number;
  /** Integer >= 1; one when absent. Elements are served first come, first served. */
  readonly servers?: number;
  /** Elements of each transfer, instead of the channel's `bulkSize`: the bus waits for as many as are drawn. Integers >= 1. */
  readonly bulkSizes?: GapDraws;
  /** The bus waits for nothing: it takes what is there, up to its bulk size. */
  readonly takesWhatIsThere?: boolean;
  /** A flushed channel: the source ends after so many insertions; where the last frame does when absent. */
  readonly insertionCount?: number;
  /** The first frame is run through once before. */
  readonly warmUp?: boolean;
  /** Those that a former run over the same frames left empty; new ones when absent. */
  readonly records?: LevelRecords;
}

/** Where a replay counts the levels of its tail, its head and the whole. */
export type LevelRecords = Readonly<Record<QueuePart, LevelRecord>>;

export const levelRecords = (frameCount: number): LevelRecords => ({
  tail: new LevelRecord(frameCount),
  head: new LevelRecord(frameCount),
  whole: new LevelRecord(frameCount),
});

export interface Replayed {
  readonly tail: RecordedLevels;
  /** Without a channel, the whole. */
  readonly head: RecordedLevels;
  readonly whole: RecordedLevels;
  /** From insertion to departure, by order: first in, first out. */
  readonly latencies: LatencyRecord;
  readonly insertionGaps: Float64Array;
  readonly departureGaps: Float64Array;
  /** The last of them. */
  readonly services: Float64Array;
  /** Inside at the end. */
  readonly left: number;
}

const NEVER = Number.POSITIVE_INFINITY;
/** Departed elements that are kept at most beside as many that are inside. */
const MOST_GONE = 1024;

export function replay({ lengths, insertions, services, channel, capacity, ...run }: ReplayRun): Replayed {
  const { window = NEVER, servers = 1, bulkSizes, takesWhatIsThere = false } = run;
  let bulk = bulkSizes?.next() ?? channel?.bulkSize ?? 1;
  const transfer = channel?.transferTime ?? 0;
  const latency = channel?.latency ?? 0;
  const tailRoom = (channel ? channel.tailCapacity : capacity) ?? NEVER;
  const headRoom = channel?.headCapacity ?? NEVER;
  const { tail, head: headAlone, whole } = run.records ?? levelRecords(lengths.length);
  const head = channel ? headAlone : whole;
  const records = new Set([tail, head, whole]);
  const insertionGaps = new RecentGaps();
  const departureGaps = new RecentGaps();
  const served = new RecentValues();
  const latencies = new LatencyRecord();
  /** When those inside came, oldest first from `gone` on. */
  const came: number[] = [];
  let gone = 0;
  let isMeasured = false;
  /** Transfers on their way: when they arrive, and with how many. */
  const way: { readonly time: number; readonly count: number }[] = [];
  let now = 0;
  let inTail = 0;
  let onBus = 0;
  let onWay = 0;
  let inHead = 0;
  let isHeld = false;
  let isStuck = false;
  let sourceEnded = false;
  let insertionsLeft = run.insertionCount ?? NEVER;
  // A run that is measured from its begin begins with an insertion.
  let nextInsertion = 0;
  let nextTransferEnd = NEVER;
  let nextDelivery = NEVER;
  let nextServiceEnd = NEVER;
  let service = 0;
  /** Services under way in other servers than the one that ends next, by their ends. */
  const others: { readonly end: number; readonly service: number }[] = [];
  let busy = 0;

  const serve = (): void => {
    const time = services.next();
    const end = now + time;
    busy += 1;
    if (end >= nextServiceEnd) {
      insertByEnd(others, { end, service: time });
      return;
    }
    if (nextServiceEnd < NEVER) insertByEnd(others, { end: nextServiceEnd, service });
    service = time;
    nextServiceEnd = end;
  };
  const enterHead = (count: number): void => {
    inHead += count;
    while (busy < servers && busy < inHead) serve();
  };
  const hasRoom = (): boolean => (channel ? inTail : inHead) < tailRoom && inTail + onWay + inHead < window;
  const startTransfer = (): void => {
    if (onBus > 0 || !(inTail >= bulk || ((sourceEnded || takesWhatIsThere) && inTail > 0))) return;
    onBus = Math.min(bulk, inTail);
    if (bulkSizes) bulk = bulkSizes.next();
    nextTransferEnd = now + transfer;
  };
  const insert = (): void => {
    insertionGaps.event(now);
    came.push(now);
    insertionsLeft -= 1;
    sourceEnded = insertionsLeft <= 0;
    nextInsertion = sourceEnded ? NEVER : now + insertions.next();
    if (!channel) {
      enterHead(1);
      return;
    }
    inTail += 1;
    startTransfer();
  };
  const endSource = (): void => {
    sourceEnded = true;
    nextInsertion = NEVER;
    startTransfer();
  };
  const letSourceIn = (): void => {
    if (!isHeld || !hasRoom()) return;
    isHeld = false;
    insert();
  };
  const endTransfer = (): void => {
    isStuck = inHead + onWay + onBus > headRoom;
    nextTransferEnd = NEVER;
    if (isStuck) return;
    inTail -= onBus;
    if (latency > 0) {
      way.push({ time: now + latency, count: onBus });
      onWay += onBus;
      nextDelivery = way[0]!.time;
    } else enterHead(onBus);
    onBus = 0;
    startTransfer();
    letSourceIn();
  };
  const deliver = (): void => {
    const { count } = way.shift()!;
    onWay -= count;
    nextDelivery = way[0]?.time ?? NEVER;
    enterHead(count);
  };
  const depart = (): void => {
    departureGaps.event(now);
    served.add(service);
    if (isMeasured) latencies.add(now - came[gone]!);
    gone += 1;
    if (gone > MOST_GONE && 2 * gone > came.length) {
      came.splice(0, gone);
      gone = 0;
    }
    inHead -= 1;
    busy -= 1;
    const next = others.shift();
    nextServiceEnd = next?.end ?? NEVER;
    service = next?.service ?? 0;
    if (inHead > busy) serve();
    if (isStuck) endTransfer();
    if (!channel || window < NEVER) letSourceIn();
  };

  let frameEnd = 0;
  const runFrame = (frame: number, isRecorded: boolean): void => {
    insertions.enter(frame);
    services.enter(frame);
    isMeasured = isRecorded;
    frameEnd += lengths[frame]!;
    // In a frame that nothing was inserted in, nothing is.
    if (!insertions.hasDraws && nextInsertion < frameEnd) nextInsertion = frameEnd;
    const isLast = frame === lengths.length - 1;
    for (;;) {
      const next = Math.min(nextServiceEnd, nextDelivery, nextTransferEnd, nextInsertion);
      if (next >= frameEnd && isLast && channel?.flush && frameEnd < NEVER) {
        // The run of a source that ends lasts until all is gone.
        frameEnd = NEVER;
        if (insertionsLeft === NEVER) endSource();
        continue;
      }
      if (next === NEVER && frameEnd === NEVER) break;
      const until = next < frameEnd ? next : frameEnd;
      if (isRecorded && until > now) {
        tail.add(inTail, until - now);
        head.add(inHead, until - now);
        if (channel) whole.add(inTail + onWay + inHead, until - now);
      }
      now = until;
      if (next >= frameEnd) break;
      if (next === nextServiceEnd) depart();
      else if (next === nextDelivery) deliver();
      else if (next === nextTransferEnd) endTransfer();
      else if (hasRoom()) insert();
      else {
        isHeld = true;
        nextInsertion = NEVER;
      }
    }
    if (isRecorded) for (const record of records) record.endFrame(frame);
  };

  if (run.warmUp) runFrame(0, false);
  for (let frame = 0; frame < lengths.length; frame += 1) runFrame(frame, true);
  const recordedWhole = whole.recorded();
  return {
    tail: tail.recorded(),
    head: channel ? head.recorded() : recordedWhole,
    whole: recordedWhole,
    latencies,
    insertionGaps: insertionGaps.ordered(),
    departureGaps: departureGaps.ordered(),
    services: served.ordered(),
    left: inTail + onWay + inHead,
  };
}

function insertByEnd<Service extends { readonly end: number }>(services: Service[], one: Service): void {
  const at = services.findIndex(({ end }) => end > one.end);
  services.splice(at < 0 ? services.length : at, 0, one);
}

/** The last times between events, as many as a reduction keeps of a measured queue (`GapSeries.recent`). */

class RecentGaps {
  private readonly gaps = new RecentValues();
  private last = Number.NaN;

  event(time: number): void {
    if (!Number.isNaN(this.last)) this.gaps.add(time - this.last);
    this.last = time;
  }

  /** Oldest first. */
  ordered(): Float64Array {
    return this.gaps.ordered();
  }
}

/** Times from insertion to the end of service in bins 1/128 of their octave wide, so that a percentile is within 0.4 %. */

const bits = new DataView(new ArrayBuffer(8));
/** Bits of the upper half of a number that are dropped, so that 7 of its mantissa are left. */
const DROPPED = 13;

class LatencyRecord {
  private readonly counts = new Map<number, number>();
  private sum = 0;
  private total = 0;

  /** s, >= 0. */
  add(time: number): void {
    bits.setFloat64(0, time);
    const bin = bits.getUint32(0) >>> DROPPED;
    this.counts.set(bin, (this.counts.get(bin) ?? 0) + 1);
    this.sum += time;
    this.total += 1;
  }

  /** NaN of none. */
  get mean(): number {
    return this.sum / this.total;
  }

  /** For each percentage, > 0 and < 100: the middle of the bin in which the element of that rank is. NaN of none. */
  percentiles(wanted: readonly number[]): readonly number[] {
    const bins = [...this.counts.keys()].sort((a, b) => a - b);
    return wanted.map((percentage) => {
      let below = 0;
      for (const bin of bins) {
        below += this.counts.get(bin)!;
        if (below >= (percentage / 100) * this.total * (1 - 1e-12))
          return (edgeOf(bin) + edgeOf(bin + 1)) / 2;
      }
      return Number.NaN;
    });
  }
}

function edgeOf(bin: number): number {
  bits.setUint32(0, (bin << DROPPED) >>> 0);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}

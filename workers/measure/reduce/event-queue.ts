/**
 * Insertions and departures of one queue to occupancy, gaps, latencies and bursts, in memory that does not grow with the
 * trace. Both kinds come in their own order of time, as two threads write them; they are merged here: a departure is
 * taken when no earlier insertion can come any more. At one instant the insertion goes first.
 * **Conditioning**: a departure gap is `nonBlocked` when something was left at the departure before; `availTime` counts
 * only from when all that departed was there. An insertion gap is `nonBlocked` when its writer did not wait for room.
 */
import { RecentValues } from '../../numeric/recent-values.ts';
import type { Bins, QueueLedger } from '../contract.ts';
import type { EventReport } from './event-report.ts';
import type { Framed, FrameGrid } from './frame-grid.ts';
import { FrameHistogram } from './frame-histogram.ts';
import { GapRecorder } from './gap-recorder.ts';
import { InOrder } from './in-order.ts';
import { LevelTrack } from './level-track.ts';
import { LEVEL_BITS, TIME_BITS } from './log-bins.ts';

/** Insertions per millisecond: bursts that averages over a frame hide. Milliseconds are whole ones from the origin. */

const MILLISECOND = 1e6;

class BurstRecorder implements Framed {
  private readonly counts: FrameHistogram;
  private millisecond = Number.NaN;
  private count = 0;
  private start = 0;

  /** `onBurst` is told of every millisecond with insertions, with a time inside it. */
  constructor(
    private readonly grid: FrameGrid,
    private readonly onBurst: (frame: number, count: number) => void,
    byFrame: boolean,
  ) {
    this.counts = new FrameHistogram(byFrame ? grid.slots : 1, LEVEL_BITS);
  }

  add(time: number, count: number): void {
    const millisecond = Math.floor(time / MILLISECOND);
    if (millisecond !== this.millisecond) {
      this.close();
      this.millisecond = millisecond;
      this.start = time;
    }
    this.count += count;
  }

  reframe(slotOf: (old: number) => number): void {
    this.counts.reframe(slotOf);
  }

  result(frameCount: number): Bins | undefined {
    return this.counts.result(frameCount);
  }

  close(): void {
    if (this.count === 0) return;
    const frame = this.grid.slotAt(this.start);
    this.counts.add(frame, this.count, 1);
    if (frame >= 0) this.onBurst(frame, this.count);
    this.count = 0;
  }
}

/** The elements inside of a queue, first in first out, as far as it is not too long to remember them all. */

/** Batches of which the time of insertion is kept. */
const MOST_INSIDE = 2 ** 21;

class InsideList {
  private readonly batches = new BatchRing();
  /** False from when there were too many: then it no longer says when an element came. */
  isKnown = true;

  add(time: number, count: number): void {
    if (!this.isKnown) return;
    if (this.batches.length < MOST_INSIDE) this.batches.push(time, count, 0, 0);
    else {
      this.isKnown = false;
      this.batches.clear();
    }
  }

  /** Takes out as many, adds to `latency` how long each was inside, and tells when the last of them came. */
  take(time: number, count: number, frame: number, latency: FrameHistogram): number {
    const { batches } = this;
    let came = Number.NEGATIVE_INFINITY;
    for (let left = count; left > 0; ) {
      const slot = batches.first;
      const taken = Math.min(left, batches.count[slot]!);
      came = batches.time[slot]!;
      latency.add(frame, time - came, taken);
      batches.count[slot]! -= taken;
      if (batches.count[slot] === 0) batches.shift();
      left -= taken;
    }
    return came;
  }
}

/** Insertions that wait for a departure to tell the order; with more, older departures come too late. */
const MOST_PENDING = 2 ** 21;

export class EventQueue implements Framed {
  readonly track: LevelTrack;
  readonly bursts: BurstRecorder;
  readonly insertionGaps = new GapRecorder();
  readonly departureGaps = new GapRecorder();
  private readonly services = new RecentValues();
  readonly histograms: Record<
    'insertAll' | 'insertNonBlocked' | 'departAll' | 'departNonBlocked' | 'departAvail' | 'latency' | 'bulk',
    FrameHistogram
  >;
  private readonly insertions = new BatchRing();
  private readonly departures = new BatchRing();
  private readonly inside = new InsideList();
  private readonly inserted = new InOrder((time, count, wait, row) => this.passIn(time, count, wait, row));
  private readonly removed: InOrder;
  private lastInsertion = Number.NEGATIVE_INFINITY;
  private lastDeparture = Number.NEGATIVE_INFINITY;
  private entered = 0;
  private left = 0;
  private unmatched = 0;
  /** Sum of the times of what is unmatched. */
  private unmatchedTimes = 0;
  private firstTaken = Number.NaN;
  private lastEmpty = Number.NaN;
  private doneInsertion = Number.NaN;
  private doneDeparture = Number.NaN;
  private leftSomething = false;
  /** Time of what was taken last, either way. */
  private taken = Number.NEGATIVE_INFINITY;
  private fullSince = Number.NaN;
  private emptySince = Number.NaN;

  /** `byFrame`: the histograms are kept frame by frame too; `isTail`: a bus takes what leaves at one instant. */
  constructor(
    grid: FrameGrid,
    private readonly report: EventReport,
    { byFrame, isTail }: { readonly byFrame: boolean; readonly isTail: boolean },
  ) {
    this.removed = new InOrder((time, count, wait, row) => this.passOut(time, count, wait, row), isTail);
    this.track = new LevelTrack(grid, byFrame);
    const slots = byFrame ? grid.slots : 1;
    const histogram = (bits: number) => new FrameHistogram(slots, bits);
    this.histograms = {
      insertAll: histogram(TIME_BITS),
      insertNonBlocked: histogram(TIME_BITS),
      departAll: histogram(TIME_BITS),
      departNonBlocked: histogram(TIME_BITS),
      departAvail: histogram(TIME_BITS),
      latency: histogram(TIME_BITS),
      bulk: histogram(LEVEL_BITS),
    };
    const keepMost = (frame: number, count: number): void => {
      const { maxPerMillisecond } = this.track.frames.columns;
      maxPerMillisecond[frame] = Math.max(maxPerMillisecond[frame]!, count);
    };
    this.bursts = new BurstRecorder(grid, keepMost, byFrame);
    grid.join(this);
  }

  reframe(slotOf: (old: number) => number): void {
    for (const histogram of Object.values(this.histograms)) histogram.reframe(slotOf);
    this.bursts.reframe(slotOf);
  }

  /** `wait`: how long the writer waited, ns; NaN when the file does not say. */
  insert(time: number, count: number, wait: number, row: number): void {
    if (!this.inserted.take(time, count, waited(wait, time, this.fullSince), row)) {
      this.report.outOfOrder('insertion', { time, count, row });
      return;
    }
    this.fullSince = Number.NaN;
  }

  private passIn(time: number, count: number, wait: number, row: number): void {
    this.lastInsertion = time;
    this.insertions.push(time, count, wait, row);
    if (this.departures.length > 0) this.merge(this.lastInsertion, this.lastDeparture);
    if (this.insertions.length > MOST_PENDING) this.merge(Number.POSITIVE_INFINITY, this.lastInsertion);
  }

  remove(time: number, count: number, wait: number, row: number): void {
    if (!this.removed.take(time, count, waited(wait, time, this.emptySince), row)) {
      this.report.outOfOrder('departure', { time, count, row });
      return;
    }
    this.emptySince = Number.NaN;
  }

  private passOut(time: number, count: number, wait: number, row: number): void {
    this.lastDeparture = time;
    this.departures.push(time, count, wait, row);
    if (time < this.lastInsertion) this.merge(this.lastInsertion, this.lastDeparture);
    if (this.departures.length > MOST_PENDING) this.merge(Number.POSITIVE_INFINITY, this.lastDeparture);
  }

  /** A writer found it full: its next insertion has waited since then. */
  seeFull(time: number): void {
    if (Number.isNaN(this.fullSince)) this.fullSince = time;
  }

  /** A reader found it empty: its next departure has waited since then. */
  seeEmpty(time: number): void {
    if (Number.isNaN(this.emptySince)) this.emptySince = time;
  }

  finish(): void {
    this.inserted.close();
    this.removed.close();
    this.merge(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    this.bursts.close();
    this.report.swapped(this.inserted.swapped + this.removed.swapped);
  }

  /** Times in ns. */
  ledger(): QueueLedger {
    const { entered, left, unmatched, unmatchedTimes, firstTaken, lastEmpty, taken } = this;
    const span = taken - firstTaken;
    const uncounted = unmatched > 0 && span > 0 ? (unmatchedTimes - unmatched * firstTaken) / span : 0;
    return {
      ...{ entered, left, unmatched, from: firstTaken, lastEmpty, until: taken },
      ...(uncounted > 0 && { uncounted }),
    };
  }

  /** The last departure gaps from when the element was there, ns; undefined where that is not known of all. */
  recentServices(): Float64Array | undefined {
    const services = this.services.ordered();
    return this.inside.isKnown && services.length > 0 ? services : undefined;
  }

  get lostLatencies(): boolean {
    return !this.inside.isKnown;
  }

  /** Takes departures before `beforeInsertions` and insertions up to `upToDepartures`, in order of time. */
  private merge(beforeInsertions: number, upToDepartures: number): void {
    const { insertions, departures } = this;
    for (;;) {
      const nextIn = insertions.length > 0 ? insertions.time[insertions.first]! : Number.POSITIVE_INFINITY;
      const nextOut = departures.length > 0 ? departures.time[departures.first]! : Number.POSITIVE_INFINITY;
      if (nextIn <= nextOut) {
        if (insertions.length === 0 || nextIn > upToDepartures) return;
        this.takeInsertion(nextIn);
      } else {
        if (nextOut >= beforeInsertions) return;
        this.takeDeparture(nextOut);
      }
    }
  }

  private takeInsertion(time: number): void {
    const { insertions, track, histograms } = this;
    const slot = insertions.first;
    const count = insertions.count[slot]!;
    const wait = insertions.wait[slot]!;
    const row = insertions.row[slot]!;
    insertions.shift();
    if (time < this.taken) {
      this.report.outOfOrder('insertion', { time, count, row });
      return;
    }
    this.taken = time;
    if (this.entered === 0) {
      this.firstTaken = time;
      this.lastEmpty = time;
    } else if (track.level === 0) this.lastEmpty = time;
    this.entered += count;
    track.advance(time);
    const { frame } = track;
    if (frame >= 0) {
      track.frames.columns.insertions[frame]! += count;
      if (wait > 0) track.frames.columns.writerBlocked[frame]! += wait;
    }
    const gap = time - this.doneInsertion;
    if (gap >= 0) {
      histograms.insertAll.add(frame, gap, 1);
      if (wait === 0) histograms.insertNonBlocked.add(frame, gap, 1);
      this.insertionGaps.add(gap);
    }
    this.doneInsertion = time;
    histograms.bulk.add(frame, count, 1);
    this.bursts.add(time, count);
    this.inside.add(time, count);
    track.set(track.level + count);
  }

  private takeDeparture(time: number): void {
    const { departures, track, histograms } = this;
    const slot = departures.first;
    const count = departures.count[slot]!;
    const wait = departures.wait[slot]!;
    const row = departures.row[slot]!;
    departures.shift();
    if (time < this.taken) {
      this.report.outOfOrder('departure', { time, count, row });
      return;
    }
    if (count > track.level) {
      this.report.tooMany(count, track.level, row);
      this.unmatched += count;
      this.unmatchedTimes += count * time;
      return;
    }
    this.taken = time;
    this.left += count;
    track.advance(time);
    const { frame } = track;
    if (frame >= 0) {
      track.frames.columns.departures[frame]! += count;
      if (wait > 0) track.frames.columns.readerBlocked[frame]! += wait;
    }
    const gap = time - this.doneDeparture;
    if (gap >= 0) {
      histograms.departAll.add(frame, gap, 1);
      if (this.leftSomething && wait === 0) histograms.departNonBlocked.add(frame, gap, 1);
      this.departureGaps.add(gap);
    }
    if (this.inside.isKnown) this.matchInside(time, count, frame);
    this.doneDeparture = time;
    track.set(track.level - count);
    if (track.level === 0) this.lastEmpty = time;
    this.leftSomething = track.level > 0;
  }

  private matchInside(time: number, count: number, frame: number): void {
    const available = this.inside.take(time, count, frame, this.histograms.latency);
    const start = this.doneDeparture > available ? this.doneDeparture : available;
    this.histograms.departAvail.add(frame, time - start, 1);
    this.services.add(time - start);
  }
}

/** What the row says; else the time since the queue was seen full or empty; else 0. */
function waited(wait: number, time: number, since: number): number {
  if (!Number.isNaN(wait)) return wait;
  return Number.isNaN(since) ? 0 : Math.max(time - since, Number.MIN_VALUE);
}

/** A first-in first-out list of timed batches in flat arrays that grow by doubling. */
class BatchRing {
  time: Float64Array = new Float64Array(16);
  count: Float64Array = new Float64Array(16);
  /** How long the operation waited, ns; 0 when it did not, NaN when it did for an unknown time. */
  wait: Float64Array = new Float64Array(16);
  row: Float64Array = new Float64Array(16);
  private head = 0;
  private tail = 0;
  private mask = 15;

  get length(): number {
    return this.tail - this.head;
  }

  /** Slot of the oldest batch in the arrays. */
  get first(): number {
    return this.head & this.mask;
  }

  push(time: number, count: number, wait: number, row: number): void {
    if (this.tail - this.head > this.mask) this.grow();
    const slot = this.tail & this.mask;
    this.time[slot] = time;
    this.count[slot] = count;
    this.wait[slot] = wait;
    this.row[slot] = row;
    this.tail += 1;
  }

  shift(): void {
    this.head += 1;
  }

  clear(): void {
    this.head = this.tail;
  }

  private grow(): void {
    const { head, mask, length } = this;
    const moved = (from: Float64Array): Float64Array => {
      const to = new Float64Array(2 * from.length);
      for (let index = 0; index < length; index += 1) to[index] = from[(head + index) & mask]!;
      return to;
    };
    this.time = moved(this.time);
    this.count = moved(this.count);
    this.wait = moved(this.wait);
    this.row = moved(this.row);
    this.head = 0;
    this.tail = length;
    this.mask = 2 * mask + 1;
  }
}

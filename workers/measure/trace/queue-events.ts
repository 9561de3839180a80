/**
 * Times at which elements came into one queue and left it, as they are read. Rows are taken by the rules of the reduction: one that is older than
 * those that were handed on is left out.
 */
import { InOrder } from '../reduce/in-order.ts';

/** Times as they come, in memory that doubles. */
class GrowingTimes {
  private times = new Float64Array(1024);
  length = 0;

  /** Adds `count` elements at one time. */
  add(time: number, count: number): void {
    while (this.length + count > this.times.length) {
      const larger = new Float64Array(2 * this.times.length);
      larger.set(this.times);
      this.times = larger;
    }
    this.times.fill(time, this.length, this.length + count);
    this.length += count;
  }

  get last(): number {
    return this.length > 0 ? this.times[this.length - 1]! : Number.NEGATIVE_INFINITY;
  }

  values(): Float64Array<ArrayBuffer> {
    return this.times.slice(0, this.length);
  }
}

/** Times in ns from the origin of the file, in growing order, one entry for each element. */
export interface CollectedTrace {
  readonly arrivals: Float64Array;
  readonly departures: Float64Array;
  /** Elements of each insertion, where it is the same for all. */
  readonly groupSize?: number;
  /** Whether elements left in the order in which they came; unknown to a trace that does not say which one left. */
  readonly isOutOfTurn: boolean;
  readonly isCut: boolean;
  /** Rows that were left out, since they are much older than those above them. */
  readonly outOfOrder: number;
}

export class QueueEvents {
  /** Nothing that is still to come would be kept. */
  isEnough = false;
  private readonly arrivals = new GrowingTimes();
  private readonly departures = new GrowingTimes();
  private readonly visits = { arrival: new GrowingTimes(), departure: new GrowingTimes() };
  private groupSize: number | undefined;
  private groupsDiffer = false;
  private isCut = false;
  private outOfOrder = 0;
  private readonly inserted = new InOrder((time, count) => this.passIn(time, count));
  private readonly removed = new InOrder((time, count) => this.passOut(time, count));

  /** `most`: elements that are kept. */
  constructor(private readonly most: number) {}

  insert(time: number, count: number): void {
    if (!this.inserted.take(time, count, 0, 0)) this.outOfOrder += 1;
  }

  private passIn(time: number, count: number): void {
    const { arrivals } = this;
    if (this.isCut || count === 0) return;
    if (arrivals.length + count > this.most) this.isCut = true;
    else {
      this.groupsDiffer ||= this.groupSize !== undefined && this.groupSize !== count;
      this.groupSize = count;
      arrivals.add(time, count);
    }
  }

  /** Removes elements. Of a cut trace only departures up to the last arrival count. */
  remove(time: number, count: number): void {
    if (!this.removed.take(time, count, 0, 0)) this.outOfOrder += 1;
  }

  private passOut(time: number, count: number): void {
    if (this.isCut && time > this.arrivals.last) this.isEnough = true;
    // Those beyond belong to arrivals that are not kept.
    else if (this.departures.length + count <= this.most) this.departures.add(time, count);
  }

  visit(arrival: number, departure: number): void {
    if (departure < arrival) this.outOfOrder += 1;
    else if (this.visits.arrival.length === this.most) {
      this.isCut = true;
      this.isEnough = true;
    } else {
      this.visits.arrival.add(arrival, 1);
      this.visits.departure.add(departure, 1);
    }
  }

  trace(): CollectedTrace {
    if (this.visits.arrival.length > 0) return this.ofVisits();
    this.inserted.close();
    this.removed.close();
    const arrivals = this.arrivals.values();
    const departures = this.departures.values();
    const last = this.arrivals.last;
    return {
      arrivals,
      departures: this.isCut ? departures.filter((time) => time <= last) : departures,
      ...(!this.groupsDiffer && this.groupSize !== undefined && { groupSize: this.groupSize }),
      ...{ isOutOfTurn: false, isCut: this.isCut, outOfOrder: this.outOfOrder },
    };
  }

  private ofVisits(): CollectedTrace {
    const arrival = this.visits.arrival.values();
    const departure = this.visits.departure.values();
    const order = Uint32Array.from(arrival.keys()).sort(
      (a, b) => arrival[a]! - arrival[b]! || departure[a]! - departure[b]!,
    );
    const isOutOfTurn = order.some((visit, i) => i > 0 && departure[visit]! < departure[order[i - 1]!]!);
    return {
      ...{ arrivals: arrival.sort(), departures: departure.sort(), groupSize: 1, isOutOfTurn },
      ...{ isCut: this.isCut, outOfOrder: this.outOfOrder },
    };
  }
}

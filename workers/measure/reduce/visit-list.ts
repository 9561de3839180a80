/**
 * Visits to a queue of which the file says when they began and ended, in any order: kept in flat arrays, sorted at the
 * end, and taken as the insertions and departures that they are; the latency is that of the visit itself.
 */
import type { EventQueue } from './event-queue.ts';
import type { FrameGrid } from './frame-grid.ts';
import { FrameHistogram } from './frame-histogram.ts';
import { TIME_BITS } from './log-bins.ts';

export class VisitList {
  private arrival: Float64Array = new Float64Array(1024);
  private departure: Float64Array = new Float64Array(1024);
  private row: Float64Array = new Float64Array(1024);
  private length = 0;

  get count(): number {
    return this.length;
  }

  add(arrival: number, departure: number, row: number): void {
    if (this.length === this.arrival.length) {
      this.arrival = doubled(this.arrival);
      this.departure = doubled(this.departure);
      this.row = doubled(this.row);
    }
    this.arrival[this.length] = arrival;
    this.departure[this.length] = departure;
    this.row[this.length] = row;
    this.length += 1;
  }

  /** Gives all visits to an empty queue, and the histogram of their lengths. */
  replay(queue: EventQueue, grid: FrameGrid): FrameHistogram {
    const latency = new FrameHistogram(grid.slots, TIME_BITS);
    grid.join(latency);
    const byArrival = this.order(this.arrival);
    const byDeparture = this.order(this.departure);
    let arrived = 0;
    for (const leaving of byDeparture) {
      const end = this.departure[leaving]!;
      while (arrived < byArrival.length && this.arrival[byArrival[arrived]!]! <= end) {
        const entering = byArrival[arrived]!;
        queue.insert(this.arrival[entering]!, 1, Number.NaN, this.row[entering]!);
        arrived += 1;
      }
      grid.cover(end);
      latency.add(grid.slotAt(end), end - this.arrival[leaving]!, 1);
      queue.remove(end, 1, Number.NaN, this.row[leaving]!);
    }
    return latency;
  }

  private order(key: Float64Array): Uint32Array {
    return Uint32Array.from({ length: this.length }, (_, index) => index).sort((a, b) => key[a]! - key[b]!);
  }
}

function doubled(array: Float64Array): Float64Array {
  const larger = new Float64Array(2 * array.length);
  larger.set(array);
  return larger;
}

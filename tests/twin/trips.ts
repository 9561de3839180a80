/** Elements that came to the end of something (a way, a round, a stay, a wait), and the times that it took them. */

import { sketchCount } from '../../workers/simulate/latency-sketch.ts';
import type { TripsRecord } from '../../workers/simulate/records.ts';
import { LatencySketch } from './latency-sketch.ts';

export class Trips {
  private total = 0.5;
  private readonly times: LatencySketch;

  /** No time is longer than `horizon`, s. */
  constructor(horizon: number) {
    this.times = new LatencySketch(horizon);
    this.total = 0; // began as a fraction, so that the engine stores it as a double from the start
  }

  add(time: number): void {
    this.total += time;
    this.times.add(time);
  }

  clear(): void {
    this.total = 0;
    this.times.clear();
  }

  record(): TripsRecord {
    const times = this.times.record();
    return { count: sketchCount(times), total: this.total, times };
  }
}

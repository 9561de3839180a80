/** Operations of one end of a queue to samples: how many were done in each period, and how long it was blocked. */
import type { RateColumns } from './contract.ts';

export interface PeriodGrid {
  /** s. */
  readonly start: number;
  readonly period: number;
  readonly periods: number;
}

/** In periods: the last operation of a run is at the very end of the grid. */
const ROUNDING = 1e-9;

export class PeriodBins {
  private readonly count: Float64Array;
  private readonly blockedFor: Float64Array;

  constructor(private readonly grid: PeriodGrid) {
    this.count = new Float64Array(grid.periods);
    this.blockedFor = new Float64Array(grid.periods);
  }

  /** A period holds its end and not its start. An operation on `items` that could have been at `ready` and was at `done`. What lies outside of the grid is left out. */
  add(ready: number, done: number, items: number): void {
    const { count, blockedFor } = this;
    const { start, period, periods } = this.grid;
    const last = Math.ceil((done - start) / period - ROUNDING) - 1;
    if (last >= 0 && last < periods) count[last]! += items;
    if (done <= ready) return;
    const first = Math.max(0, Math.floor((ready - start) / period));
    for (let at = first; at <= Math.min(last, periods - 1); at += 1) {
      const begin = start + at * period;
      blockedFor[at]! += Math.min(done, begin + period) - Math.max(ready, begin);
    }
  }

  columns(): RateColumns {
    const { count, blockedFor } = this;
    const { start, period, periods } = this.grid;
    return {
      time: Float64Array.from({ length: periods }, (_, at) => start + (at + 1) * period),
      period: new Float64Array(periods).fill(period),
      count,
      blocked: Uint8Array.from(blockedFor, (time) => (time > 0 ? 1 : 0)),
      blockedFor,
    };
  }
}

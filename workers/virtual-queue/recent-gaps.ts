/** The last times between events, as many as a reduction keeps of a measured queue (`GapSeries.recent`). */
import { RecentValues } from '../numeric/recent-values.ts';

export class RecentGaps {
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

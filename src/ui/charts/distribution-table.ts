/** The numbers of a distribution chart as a table. */

import type { Table } from '../../../core/quantities/table.ts';
import { type BinGrid, binSeries } from './distribution-bins.ts';
import type { DistributionSeries, DistributionView } from './distribution-series.ts';

interface TableOptions {
  readonly grid: BinGrid;
  readonly view: DistributionView;
  /** Name and unit of the levels: "occupancy", "seeds". */
  readonly quantity: string;
  readonly unit: string;
}

export const FRACTION_WORDS: Readonly<Record<DistributionView, string>> = {
  pmf: 'probability',
  cdf: 'P[N ≤ n]',
  tail: 'P[N ≥ n]',
};

/** One row per bin; a column per series, and two more for one with an interval. */
export function distributionTable(series: readonly DistributionSeries[], options: TableOptions): Table {
  const { grid, view, quantity, unit } = options;
  const columns = [{ label: quantity, unit }];
  const cells: (readonly number[])[] = [];
  for (const one of series) {
    const { middle, low, high } = binSeries(one, grid, view).fractions;
    columns.push({ label: one.name, unit: FRACTION_WORDS[view] });
    cells.push(middle);
    if (!low || !high) continue;
    columns.push({ label: `${one.name}, 95 % interval from`, unit: FRACTION_WORDS[view] });
    columns.push({ label: `${one.name}, 95 % interval to`, unit: FRACTION_WORDS[view] });
    cells.push(low, high);
  }
  const rows = grid.firsts.map((first, i) => [
    levelsText(first, grid.lasts[i]!),
    ...cells.map((one) => one[i]!),
  ]);
  return { columns, rows };
}

/** `8` or `8–11`. */
export function levelsText(first: number, last: number): string {
  return first === last ? String(first) : `${first}–${last}`;
}

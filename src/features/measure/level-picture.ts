/** Fill levels of one queue as they are drawn: levels over the frames, and the distribution in one of them. */
import type { Bins, ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import type { HeatGrid } from '../../ui/charts/heat-layout.ts';

const MOST_ROWS = 48;
/** More columns are narrower than a mark can be. */
const MOST_COLUMNS = 256;
/** Longest distribution that is drawn level by level. */
const MOST_LEVELS = 100_000;

/** Neighbouring frames share a column where they are too many. Undefined where there is no histogram by frame. */
export function levelGridOf(
  { start, end }: ReducedMeasurement['frames'],
  { occupancy }: ReducedQueue,
): HeatGrid | undefined {
  if (!occupancy?.byFrame || start.length < 2) return undefined;
  const { low, high } = occupancy;
  const perColumn = Math.ceil(start.length / MOST_COLUMNS);
  const columnCount = Math.ceil(start.length / perColumn);
  const step = Math.max(1, Math.ceil((occupancy.max + 1) / MOST_ROWS));
  const rowCount = Math.floor(occupancy.max / step) + 1;
  const cells = Array.from({ length: columnCount }, () => new Array<number>(rowCount).fill(0));
  const totals = new Array<number>(columnCount).fill(0);
  for (let frame = 0; frame < start.length; frame += 1) {
    const column = Math.floor(frame / perColumn);
    low.forEach((from, bin) => {
      const weight = occupancy.byFrame![frame * low.length + bin]!;
      if (weight === 0) return;
      const middle = (from + high[bin]! - 1) / 2;
      cells[column]![Math.min(rowCount - 1, Math.floor(middle / step))]! += weight;
      totals[column]! += weight;
    });
  }
  const first = (column: number): number => column * perColumn;
  const last = (column: number): number => Math.min(start.length, first(column) + perColumn) - 1;
  return {
    starts: cells.map((_, column) => start[first(column)]!),
    ends: cells.map((_, column) => end[last(column)]!),
    ...{ step, rowCount },
    cells: cells.map((rows, column) =>
      rows.map((weight) => (totals[column]! > 0 ? weight / totals[column]! : 0)),
    ),
  };
}

/** Share of time at each level, of one frame or of all; a bin of several levels is spread evenly. Empty where nothing was observed. */
export function levelValues({ low, high, weight, byFrame }: Bins, frame?: number): Float64Array {
  const row = frame === undefined ? weight : byFrame?.subarray(frame * low.length, (frame + 1) * low.length);
  let total = 0;
  let top = 0;
  row?.forEach((part, bin) => {
    total += part;
    if (part > 0) top = high[bin]!;
  });
  if (!row || total === 0 || !(top <= MOST_LEVELS)) return new Float64Array(0);
  const values = new Float64Array(top);
  row.forEach((part, bin) => {
    const width = high[bin]! - low[bin]!;
    for (let level = low[bin]!; part > 0 && level < high[bin]!; level += 1)
      values[level]! += part / total / width;
  });
  return values;
}

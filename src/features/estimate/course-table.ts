/** The samples behind the picture, and the published method beside them, as a table. */

import type { Table } from '../../../core/quantities/table.ts';
import type { RatePicture } from '../../../workers/estimate/contract.ts';
import type { XRange } from '../../ui/charts/line-series.ts';
import { startOf } from './course-rows.ts';

const COLUMNS: Table['columns'] = [
  { label: 'time', unit: 's' },
  { label: 'observed', unit: 'items/s' },
  { label: 'blocked' },
  { label: 'q', unit: 'items/s' },
  { label: 'mean q', unit: 'items/s' },
];

/** The first `most` within the range. */
export function courseTable(picture: RatePicture, { from, to }: XRange, most: number): Table {
  const { samples, heuristic } = picture.course;
  const start = startOf(picture);
  const steps = new Map(Array.from(heuristic.time, (time, i) => [time, i]));
  const rows: Table['rows'][number][] = [];
  for (let i = 0; i < samples.time.length && rows.length < most; i += 1) {
    const time = samples.time[i]! - start;
    if (time < from || time > to) continue;
    const step = steps.get(samples.time[i]!);
    const quantiles = step === undefined ? ['', ''] : [heuristic.q[step]!, heuristic.meanQ[step]!];
    rows.push([time, samples.rate[i]!, samples.blocked[i] === 1 ? 'yes' : 'no', ...quantiles]);
  }
  return { columns: COLUMNS, rows };
}

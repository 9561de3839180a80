/** Table `frames` as the frames of a reduction. */
import type { FaultList } from '../measurement-fault.ts';
import { rowsOf, type Table } from '../qtm-table.ts';
import { type TimeBase, TimeScale } from '../stream/time-base.ts';
import { DeclaredFrames, MOST_CHOSEN_FRAMES } from './frame-grid.ts';

/**
 * Undefined when the file declares none that can be used; then frames grow with the run. What is wrong with a frame
 * `readFrames` reports; here such a frame is left out.
 */
export function declaredFrames(
  tables: readonly Table[],
  time: TimeBase,
  faults: FaultList,
): { grid: DeclaredFrames; ids: string[] } | undefined {
  const start: number[] = [];
  const end: number[] = [];
  const ids: string[] = [];
  const scales = new Map<number, TimeScale>();
  for (const row of rowsOf(tables, 'frames')) {
    const scale = scales.get(row.unitsPerSecond) ?? new TimeScale(time, row.unitsPerSecond);
    scales.set(row.unitsPerSecond, scale);
    const from = scale.parse(row.text('start'), false);
    const to = scale.parse(row.text('end'), false);
    const before = end.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (from === undefined || to === undefined || to <= from || from < before) continue;
    start.push(from);
    end.push(to);
    ids.push(row.text('frameId'));
  }
  if (start.length === 0) return undefined;
  if (start.length > MOST_CHOSEN_FRAMES) {
    faults.add(
      'W04',
      `${start.length} frames are more than the ${MOST_CHOSEN_FRAMES} that a trace is reduced to; frames of equal length are used instead`,
    );
    return undefined;
  }
  return { grid: new DeclaredFrames(Float64Array.from(start), Float64Array.from(end)), ids };
}

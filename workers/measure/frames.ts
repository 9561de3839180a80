/** Measuring periods: their lengths, and averages over them. */

import { readTime } from './cell-number.ts';
import type { FaultList } from './measurement-fault.ts';
import { type Row, rowsOf, type Table } from './qtm-table.ts';

export interface Frames {
  /** False when the file has no table `frames`: then a frameId is only a label. */
  readonly declared: boolean;
  /** Seconds; undefined when the frame has no start or end. */
  readonly lengths: ReadonlyMap<string, number | undefined>;
}

/** Checks: ids of their own (E01), end after start, in order, without overlap (E04). */
export function readFrames(tables: readonly Table[], faults: FaultList): Frames {
  const lengths = new Map<string, number | undefined>();
  let previousEnd: bigint | undefined;
  for (const row of rowsOf(tables, 'frames')) {
    const id = row.text('frameId');
    if (id === '' || lengths.has(id)) {
      faults.add('E01', `expected a frameId of its own, got "${id}"`, {
        place: row.place,
        column: 'frameId',
        value: id,
      });
    }
    const start = readTime(row, 'start', faults);
    const end = readTime(row, 'end', faults);
    lengths.set(id, undefined);
    if (start === undefined || end === undefined) continue;
    if (end <= start)
      faults.add('E04', `frame ${id} ends at ${end}, not after its start ${start}`, at(row, 'end'));
    else lengths.set(id, Number(end - start) / row.unitsPerSecond);
    if (previousEnd !== undefined && start < previousEnd) {
      faults.add(
        'E04',
        `frame ${id} starts at ${start}, before the frame above it ends (${previousEnd})`,
        at(row, 'start'),
      );
    }
    previousEnd = end;
  }
  return { declared: tables.some((table) => table.name === 'frames'), lengths };
}

const at = (row: Row, column: string) => ({ place: row.place, column, value: row.text(column) });

/** The frameId of a row; one that no table `frames` has is reported with E02. Empty means the whole run. */
export function frameOf(row: Row, frames: Frames, faults: FaultList): string {
  const id = row.text('frameId');
  if (id !== '' && frames.declared && !frames.lengths.has(id)) {
    const known = [...frames.lengths.keys()].slice(0, 20).join(', ');
    faults.add('E02', `unknown frameId "${id}"; table frames has ${known}`, at(row, 'frameId'));
  }
  return id;
}

/** Mean over frames weighted by length; all count the same when the length of one is not known. */
export function frameMean(values: ReadonlyMap<string, number>, frames: Frames): number {
  const entries = [...values].map(([frame, value]) => ({ value, length: frames.lengths.get(frame) }));
  const known = entries.every(({ length }) => length !== undefined);
  let total = 0;
  let sum = 0;
  for (const { value, length } of entries) {
    const weight = known ? length! : 1;
    total += weight;
    sum += weight * value;
  }
  return sum / total;
}

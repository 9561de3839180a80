/** The faults of a file as a table to be kept: CSV text. */
import { tableToCsv } from '../../core/quantities/table.ts';
import type { FaultReport } from './contract.ts';

const COLUMNS = ['code', 'severity', 'file', 'line', 'path', 'column', 'value', 'message'] as const;

/** One row for each fault that is kept, then one for each code of which there were more. */
export function faultTable({ kept, counts }: FaultReport): string {
  const rows = kept.map((fault) => COLUMNS.map((column) => fault[column] ?? ''));
  const more = counts.flatMap(({ code, severity, count }) => {
    const hidden = count - kept.filter((fault) => fault.code === code).length;
    return hidden > 0 ? [[code, severity, '', '', '', '', '', `and ${hidden} more`]] : [];
  });
  return tableToCsv(
    COLUMNS.map((label) => ({ label })),
    [...rows, ...more],
  );
}

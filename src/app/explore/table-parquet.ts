/** Tables as Parquet files. */
import { parquetWriteBuffer } from 'hyparquet-writer';
import { columnHeading, type TableCell } from '../../base/table-text.ts';
import type { FileColumn, FileTable } from './file-table.ts';

const TYPES = { integer: 'INT64', number: 'DOUBLE', text: 'STRING' } as const;

export function tableParquet({ columns, rows }: FileTable): Blob {
  const names = distinct(columns.map(columnHeading));
  const columnData = columns.map(({ holds }, column) => ({
    name: names[column]!,
    type: TYPES[holds],
    data: rows.map((row) => writtenCell(holds, row[column])),
    nullable: holds !== 'integer',
  }));
  return new Blob([parquetWriteBuffer({ columnData })], { type: 'application/vnd.apache.parquet' });
}

function writtenCell(holds: FileColumn['holds'], cell: TableCell) {
  if (cell === undefined) return null;
  return holds === 'integer' ? BigInt(cell) : cell;
}

/** Readers go by names: of several alike they would keep one. */
const distinct = (names: readonly string[]): readonly string[] =>
  names.map((name, i) => {
    const alike = names.slice(0, i).filter((other) => other === name).length;
    return alike === 0 ? name : `${name} (${alike + 1})`;
  });

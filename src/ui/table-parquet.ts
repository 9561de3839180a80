/** Tables as Parquet files. */
import { parquetWriteBuffer } from 'hyparquet-writer';
import {
  columnHeading,
  type Table,
  type TableCell,
  type TableColumn,
  type TableRow,
} from '../../core/quantities/table.ts';

const TYPES = { integer: 'INT64', number: 'DOUBLE', text: 'STRING' } as const;
type Held = keyof typeof TYPES;

export function tableParquet({ columns, rows }: Table): Blob {
  const names = distinct(columns.map(columnHeading));
  const columnData = columns.map((column, place) => {
    const holds = heldBy(column, rows, place);
    return {
      name: names[place]!,
      type: TYPES[holds],
      data: rows.map((row) => writtenCell(holds, row[place])),
      nullable: holds !== 'integer',
    };
  });
  return new Blob([parquetWriteBuffer({ columnData })], { type: 'application/vnd.apache.parquet' });
}

const heldBy = ({ holds }: TableColumn, rows: readonly TableRow[], place: number): Held =>
  holds ?? (rows.some((row) => typeof row[place] === 'string') ? 'text' : 'number');

function writtenCell(holds: Held, cell: TableCell) {
  if (cell === undefined || Number.isNaN(cell)) return null;
  if (holds === 'integer') return BigInt(cell);
  return holds === 'text' ? String(cell) : cell;
}

/** Readers go by names: of several alike they would keep one. */
const distinct = (names: readonly string[]): readonly string[] =>
  names.map((name, i) => {
    const alike = names.slice(0, i).filter((other) => other === name).length;
    return alike === 0 ? name : `${name} (${alike + 1})`;
  });

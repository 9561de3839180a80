/** Tables that leave the page: each column says what it holds, so that files keep numbers as numbers. */
import type { Table, TableCell, TableColumn } from '../../base/table-text.ts';
import type { Column } from '../../widgets/DataTable.tsx';

export interface FileColumn extends TableColumn {
  /** integer: in every row. Other cells may be empty. */
  readonly holds: 'integer' | 'number' | 'text';
}

export interface FileTable extends Table {
  readonly columns: readonly FileColumn[];
}

/** Of a table on the page, whose columns of numbers have digits as their texts; those without a header hold buttons. */
export function fileTableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): FileTable {
  const kept = columns.filter(({ header }) => header !== '');
  return {
    columns: kept.map(({ header, unit, kind = 'text' }) => ({
      ...{ label: header, holds: kind },
      ...(unit !== undefined && { unit }),
    })),
    rows: rows.map((row) =>
      kept.map(({ kind, text }) => (kind === 'number' ? numberIn(text(row)) : text(row))),
    ),
  };
}

const numberIn = (text: string): TableCell => {
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isNaN(number) ? undefined : number;
};

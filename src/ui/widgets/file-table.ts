/** Tables that leave the page: a column may say what it holds, so that files keep numbers as numbers. */
import type { Table, TableCell, TableColumn } from '../../../core/base/table-text.ts';

export interface FileColumn extends TableColumn {
  /** integer: in every row. Other cells may be empty. Absent: what its cells are. */
  readonly holds?: 'integer' | 'number' | 'text';
}

export interface FileTable extends Table {
  readonly columns: readonly FileColumn[];
}

/** What a file takes from a column on the page. */
export interface ToldColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** Shown small behind the header. */
  readonly unit?: string;
  /** number: right-aligned with figures of equal width. Default text. */
  readonly kind?: 'text' | 'number';
  /** Every digit, for copies and files. */
  readonly text: (row: Row) => string;
}

/** Of a table on the page, whose columns of numbers have digits as their texts. */
export function fileTableOf<Row>(columns: readonly ToldColumn<Row>[], rows: readonly Row[]): FileTable {
  const kept = toldColumns(columns, rows);
  return {
    columns: kept.map(({ id, header, unit, kind = 'text' }) => ({
      ...{ label: header === '' ? id : header, holds: kind },
      ...(unit !== undefined && { unit }),
    })),
    rows: rows.map((row) =>
      kept.map(({ kind, text }) => (kind === 'number' ? numberIn(text(row)) : text(row))),
    ),
  };
}

/** All but columns of buttons, which have neither a header nor a text. */
export const toldColumns = <Row>(
  columns: readonly ToldColumn<Row>[],
  rows: readonly Row[],
): readonly ToldColumn<Row>[] =>
  columns.filter(({ header, text }) => header !== '' || rows.some((row) => text(row) !== ''));

const numberIn = (text: string): TableCell => {
  const number = text === '' ? Number.NaN : Number(text);
  return Number.isNaN(number) ? undefined : number;
};

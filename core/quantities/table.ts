/** Tables: what a column holds, how people read it on the page and on the terminal, and tables as CSV and for the clipboard. */
import { formatNumber } from './quantity-format.ts';

/** A number keeps all its digits; undefined and NaN are an empty cell. */
export type TableCell = string | number | undefined;
export type TableRow = readonly TableCell[];

/** A cell as people read it. */
export interface CellText {
  readonly text: string;
  /** Small, behind or below the text: an interval, a model. */
  readonly notes?: readonly string[];
  /** Shown on hovering; the value with all its digits when absent. */
  readonly title?: string;
  /** bad: contradicted, or at a bound. */
  readonly tone?: 'bad';
  /** The inputs do not determine the number: the ends of the interval that stands in its place. */
  readonly open?: readonly [low: string, high: string];
}

/** A column of a result: everything that shows or saves it is made from this. */
export interface Column<Row> {
  readonly id: string;
  /** Empty: a column of buttons, which only the page has. */
  readonly header: string;
  /** Small behind the header, in brackets in files: a symbol or a unit. */
  readonly unit?: string;
  /** number: right-aligned with figures of equal width. words: long, over several lines on the page. Default text. */
  readonly kind?: 'text' | 'number' | 'words';
  /** What the cell holds, every digit; for copies and files. */
  readonly value: (row: Row) => TableCell;
  /** What files have behind it in columns of their own, such as half of its 95 % confidence interval; where any row has it. */
  readonly beside?: readonly { readonly label: string; readonly value: (row: Row) => number | undefined }[];
  /** As people read it; when absent, texts as they are and numbers with three digits. */
  readonly write?: (row: Row) => string | CellText;
}

/** What people read in a cell; a dash where there is nothing. */
export function cellText<Row>({ value, write }: Column<Row>, row: Row): CellText {
  const written = write?.(row);
  if (typeof written === 'object') return written;
  const held = value(row);
  const title = typeof held === 'number' ? { title: String(held) } : {};
  if (written !== undefined) return { text: written, ...title };
  return { text: typeof held === 'string' ? held : formatNumber(held), ...title };
}

/** Text and notes in one line. */
export const cellLine = ({ text, notes = [] }: CellText): string => [text, ...notes].join(' ');

/** A number that may be missing, written by `write` where it is there. */
export const numberColumn = <Row>(
  id: string,
  header: string,
  value: (row: Row) => number | undefined,
  write: (value: number, row: Row) => string = (number) => formatNumber(number),
): Column<Row> => ({
  id,
  header,
  kind: 'number',
  value,
  write: (row) => {
    const number = value(row);
    return number === undefined ? '–' : write(number, row);
  },
});

export interface TableColumn {
  readonly label: string;
  /** Written behind the label in brackets. */
  readonly unit?: string;
  /** integer: in every row. Other cells may be empty. Absent: what its cells are. */
  readonly holds?: 'integer' | 'number' | 'text';
}

export interface Table {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

/** As it leaves the page: every digit, half widths beside their numbers, no buttons. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Table {
  const kept = columns
    .filter(({ header, value }) => header !== '' || rows.some((row) => (value(row) ?? '') !== ''))
    .flatMap(({ id, header, unit, kind, value, beside = [] }) => {
      const head = { label: header === '' ? id : header, ...(unit !== undefined && { unit }) };
      return [
        { head: { ...head, ...(kind !== 'number' && { holds: 'text' as const }) }, read: value },
        ...beside
          .filter((one) => rows.some((row) => one.value(row) !== undefined))
          .map((one) => ({ head: { ...head, label: `${head.label} ${one.label}` }, read: one.value })),
      ];
    });
  return {
    columns: kept.map(({ head }) => head),
    rows: rows.map((row) => kept.map(({ read }) => read(row))),
  };
}

/** CSV as in RFC 4180: commas, CRLF, quotes doubled. No cell can run as a formula in a spreadsheet. */
export function tableToCsv(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  const lines = [columns.map(columnHeading), ...rows];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** Cells parted by tabs, for the clipboard. */
export function tableToTabbedText(columns: readonly TableColumn[], rows: readonly TableRow[]): string {
  const lines = [columns.map(columnHeading), ...rows];
  return lines
    .map((cells) => cells.map((cell) => safeText(cell).replace(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n');
}

export function columnHeading({ label, unit }: TableColumn): string {
  return unit === undefined ? label : `${label} (${unit})`;
}

function csvCell(cell: TableCell): string {
  const text = safeText(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text that a spreadsheet would take for a formula gets an apostrophe in front; a signed number is no formula. */
export function safeText(cell: TableCell): string {
  if (cell === undefined || Number.isNaN(cell)) return '';
  if (typeof cell === 'number') return String(cell);
  const isNumber = cell.trim() !== '' && Number.isFinite(Number(cell));
  return /^[\s]*[=+\-@]|^[\t\r]/.test(cell) && !isNumber ? `'${cell}` : cell;
}

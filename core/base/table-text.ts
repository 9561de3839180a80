/** Tables as text: CSV files and what is copied into a spreadsheet. */

export interface TableColumn {
  readonly label: string;
  /** Written behind the label in brackets. */
  readonly unit?: string;
}

/** A number keeps all its digits; undefined and NaN are an empty cell. */
export type TableCell = string | number | undefined;
export type TableRow = readonly TableCell[];

export interface Table {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
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
function safeText(cell: TableCell): string {
  if (cell === undefined || Number.isNaN(cell)) return '';
  if (typeof cell === 'number') return String(cell);
  const isNumber = cell.trim() !== '' && Number.isFinite(Number(cell));
  return /^[\s]*[=+\-@]|^[\t\r]/.test(cell) && !isNumber ? `'${cell}` : cell;
}

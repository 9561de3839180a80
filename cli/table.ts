/** Tables for people who read the terminal: columns that line up, long heads over several lines. */
import { type Column, cellLine, cellText } from '../core/quantities/table.ts';

/** The columns that the page shows, with the same words and digits. Nothing without rows. */
export function columnsText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  const heads = columns.map(({ header, unit = '' }) => (unit === '' ? header : `${header} ${unit}`));
  return [
    formatTable(
      heads,
      rows.map((row) => columns.map((column) => cellLine(cellText(column, row)))),
    ),
  ];
}

/** The first column begins at the left, the others end at the right. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const longest = head.map((_, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  );
  const heads = head.map((name, column) => wrapped(name, longest[column]!));
  const widths = heads.map((lines, column) =>
    Math.max(longest[column]!, ...lines.map(({ length }) => length)),
  );
  const height = Math.max(...heads.map(({ length }) => length));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd();
  const headLines = Array.from({ length: height }, (_, i) =>
    line(heads.map((lines) => lines[lines.length - height + i] ?? '')),
  );
  return [...headLines, ...rows.map(line)].join('\n');
}

/** Broken between words where a line would be longer than the cells below it. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

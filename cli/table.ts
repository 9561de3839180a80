/** Plain tables for people who read the terminal: numbers with three digits, columns that line up. */

export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd();
  return [line(head), ...rows.map(line)].join('\n');
}

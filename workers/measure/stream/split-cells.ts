/** The cells of one CSV record; undefined when quotes do not enclose whole cells. Blanks as separator may repeat. */
export function splitCells(record: string, separator = ','): string[] | undefined {
  if (separator === ' ') return record.trim().split(/\s+/);
  if (!record.includes('"')) return record.split(separator);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (record[at] !== '"') {
      const end = record.indexOf(separator, at);
      const cell = record.slice(at, end < 0 ? undefined : end);
      if (cell.includes('"')) return undefined;
      cells.push(cell);
      if (end < 0) return cells;
      at = end + 1;
      continue;
    }
    let cell = '';
    for (at += 1; ; at += 2) {
      const quote = record.indexOf('"', at);
      if (quote < 0) return undefined;
      cell += record.slice(at, quote);
      at = quote;
      if (record[at + 1] !== '"') break;
      cell += '"';
    }
    cells.push(cell);
    at += 1;
    if (at === record.length) return cells;
    if (record[at] !== separator) return undefined;
    at += 1;
  }
}

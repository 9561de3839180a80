/** Points as CSV or Parquet, made of the lines that were written as they came. The file appears whole or not at all. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileWriter, parquetWriteRows } from 'hyparquet-writer';
import { tableToCsv } from '../core/quantities/table.ts';
import { BadInput } from '../lib/bad-input.ts';
import { columnsOf, type PointsHeader, readHeader } from '../workers/explore/point-rows.ts';
import { writeWords } from './disk-words.ts';
import { type Progress, showProgress } from './explore-progress.ts';

type Cell = number | string | undefined;
type Row = Readonly<Record<string, Cell>>;

/** `journal`: a whole file of lines. */
export async function exportPoints(journal: string, path: string): Promise<void> {
  const lines = createInterface({ input: createReadStream(journal), crlfDelay: Number.POSITIVE_INFINITY })[
    Symbol.asyncIterator
  ]();
  const header = readHeader((await lines.next()).value ?? '');
  if (!header) throw new BadInput([`${journal}: holds no designs`]);
  const progress = showProgress(header, header.from, () => `into ${path}`);
  const rows = parsed({ [Symbol.asyncIterator]: () => lines }, progress);
  const unfinished = `${path}.unfinished`;
  try {
    if (path.endsWith('.parquet')) await writeParquet(unfinished, header, rows);
    else await pipeline(Readable.from(csvLines(header, rows)), createWriteStream(unfinished));
    await rename(unfinished, path);
  } catch (reason) {
    // It takes room that the next try may need.
    await rm(unfinished, { force: true }).catch(() => undefined);
    if ((reason as NodeJS.ErrnoException).code === undefined) throw reason;
    throw new BadInput([
      `${path}: cannot be written: ${writeWords(reason)}. All designs are in ${journal}; the same command tries again.`,
    ]);
  } finally {
    progress.end();
  }
}

async function* parsed(lines: AsyncIterable<string>, progress: Progress): AsyncGenerator<Row> {
  for await (const line of lines) {
    const row = JSON.parse(line) as Row;
    yield row;
    if (Number(row.point) % 1000 === 0) progress.reach(Number(row.point));
  }
}

async function* csvLines(header: PointsHeader, rows: AsyncIterable<Row>): AsyncGenerator<string> {
  const names = columnsOf(header);
  const columns = names.map((label) => ({ label }));
  const heading = tableToCsv(columns, []);
  yield heading;
  for await (const row of rows)
    yield tableToCsv(columns, [names.map((name) => row[name])]).slice(heading.length);
}

async function writeParquet(path: string, header: PointsHeader, rows: AsyncIterable<Row>): Promise<void> {
  const words = new Set([
    'status',
    'reason',
    ...header.inputs.flatMap(({ path: name, choices }) => (choices ? [name] : [])),
  ]);
  const columns = columnsOf(header).map((name) => ({
    name,
    type: name === 'point' ? ('INT64' as const) : words.has(name) ? ('STRING' as const) : ('DOUBLE' as const),
  }));
  await parquetWriteRows({
    writer: fileWriter(path),
    columns,
    rows: (async function* () {
      for await (const row of rows) yield parquetRow(row, words);
    })(),
    kvMetadata: [{ key: header.format, value: JSON.stringify(header) }],
  });
}

function parquetRow(row: Row, words: ReadonlySet<string>): Record<string, unknown> {
  const cells = Object.entries(row).map(([name, cell]) => {
    if (name === 'point') return [name, BigInt(Number(cell))];
    return [name, cell === 'unbounded' && !words.has(name) ? Number.POSITIVE_INFINITY : cell];
  });
  return Object.fromEntries(cells);
}

/**
 * How fast a trace is reduced, and in how much memory: `npx tsx bench/measurements.ts [megabytes]` prints the rows; 1000
 * makes the trace of about 45 million events that a run of minutes leaves behind.
 */
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { inferSchema, initParser } from 'udsv';
import { EVENTS_HEAD, mm1Rows } from '../workers/measure/fixtures/mm1-trace.ts';
import { reduceMeasurement } from '../workers/measure/reduce-measurement.ts';
import type { BenchRow } from './row.ts';

const DEFAULT_MEGABYTES = 60;
const CHUNK_BYTES = 1 << 20;
/** What a reduction may take in all, whatever the file. */
const MOST_MEGABYTES = 600;
const LEAST_ROWS_PER_SECOND = 2e6;

/** Writes a trace of an M/M/1 queue of about that size and gives the number of its rows. */
function writeTrace(path: string, megabytes: number): number {
  const file = openSync(path, 'w');
  writeSync(file, EVENTS_HEAD);
  let rows = 0;
  let bytes = 0;
  let lines: string[] = [];
  for (const row of mm1Rows({ count: Number.MAX_SAFE_INTEGER, arrivalGap: 1250, service: 1000, seed: 1 })) {
    lines.push(row);
    rows += 1;
    if (lines.length < 50_000) continue;
    bytes += writeSync(file, `${lines.join('\n')}\n`);
    lines = [];
    if (bytes >= megabytes * 1e6) break;
  }
  closeSync(file);
  return rows;
}

const megabytesNow = (): number => Math.round(process.memoryUsage().rss / 1e6);

async function reduceFile(path: string): Promise<{ rows: number; seconds: number; peak: number }> {
  let peak = megabytesNow();
  const started = performance.now();
  const source = {
    size: statSync(path).size,
    stream: () =>
      Readable.toWeb(createReadStream(path, { highWaterMark: CHUNK_BYTES })) as ReadableStream<Uint8Array>,
    slice: (): never => {
      throw new Error('a trace is read from front to back');
    },
  };
  const onProgress = (): void => {
    peak = Math.max(peak, megabytesNow());
  };
  const reduced = await reduceMeasurement(source, { fileName: path, onProgress });
  if (!reduced.ok) throw new Error(reduced.error[0]?.message);
  return { rows: reduced.value.rows, seconds: (performance.now() - started) / 1000, peak };
}

/** The same rows to numbers with udsv, which splits them only: nothing is checked and nothing reduced. */
async function splitWithUdsv(path: string): Promise<number> {
  const started = performance.now();
  let parser: ReturnType<typeof initParser> | undefined;
  let latest = 0;
  const stream = createReadStream(path, {
    highWaterMark: CHUNK_BYTES,
    encoding: 'utf8',
    start: EVENTS_HEAD.indexOf('queueId'),
  });
  for await (const chunk of stream) {
    parser ??= initParser(inferSchema(chunk as string));
    parser.chunk<string[]>(chunk as string, parser.stringArrs, (row) => {
      latest = Number(row[1]);
    });
  }
  parser?.end();
  if (!(latest > 0)) throw new Error('udsv read no row');
  return (performance.now() - started) / 1000;
}

export async function benchMeasurements(megabytes = DEFAULT_MEGABYTES): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stagegraph-trace-'));
  try {
    const path = join(folder, 'trace.csv');
    const written = writeTrace(path, megabytes);
    const { rows, seconds, peak } = await reduceFile(path);
    const udsv = await splitWithUdsv(path);
    const perSecond = rows / seconds;
    return [
      {
        what: `trace of ${(written / 1e6).toFixed(1)} million events, ${megabytes} MB, reduced`,
        result: `${(perSecond / 1e6).toFixed(2)} million rows/s`,
        goal: 'over 2 million rows/s',
        met: perSecond >= LEAST_ROWS_PER_SECOND,
      },
      {
        what: 'the same rows only split, by udsv',
        result: `${(written / udsv / 1e6).toFixed(2)} million rows/s`,
      },
      {
        what: 'most memory of the whole process meanwhile',
        result: `${peak} MB`,
        goal: `under ${MOST_MEGABYTES} MB`,
        met: peak < MOST_MEGABYTES,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const rows = await benchMeasurements(Number(process.argv[2] ?? DEFAULT_MEGABYTES));
  for (const { what, result, goal } of rows)
    process.stdout.write(`${what}: ${result}${goal ? ` (${goal})` : ''}\n`);
}

/** How fast a trace is reduced beside a parser that only splits it, and in how much memory: `npx tsx bench/measurements.ts`. */
import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { inferSchema, initParser } from 'udsv';
import { EVENTS_HEAD } from '../workers/measure/fixtures/mm1-trace.ts';
import { reduceMeasurement } from '../workers/measure/reduce-measurement.ts';
import { benchLargeTrace } from './large-trace.ts';
import type { BenchRow } from './row.ts';
import { traceBytes, traceRows } from './trace-bytes.ts';

const MEGABYTES = 60;
const CHUNK_BYTES = 1 << 20;
const PASSES = 3;
const LEAST_ROWS_PER_SECOND = 2e6;

function writeTrace(path: string): void {
  const file = openSync(path, 'w');
  for (const piece of traceBytes(MEGABYTES)) writeSync(file, piece);
  closeSync(file);
}

async function reduceFile(path: string): Promise<void> {
  const source = {
    size: statSync(path).size,
    stream: () =>
      Readable.toWeb(createReadStream(path, { highWaterMark: CHUNK_BYTES })) as ReadableStream<Uint8Array>,
    slice: (): never => {
      throw new Error('a trace is read from front to back');
    },
  };
  const reduced = await reduceMeasurement(source, { fileName: path });
  if (!reduced.ok) throw new Error(reduced.error[0]?.message);
  const { rows } = reduced.value;
  if (rows !== traceRows(MEGABYTES)) throw new Error(`${rows} of ${traceRows(MEGABYTES)} rows were read`);
}

/** Turns the rows of a trace into numbers with udsv, which splits them only: nothing is checked or reduced. */
async function splitWithUdsv(path: string): Promise<void> {
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
}

async function secondsOf(read: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await read();
  return (performance.now() - started) / 1000;
}

/** Rows per second, of the fastest pass: what else the machine does only slows a pass down. In turns, for fairness. */
async function fastest(path: string): Promise<{ reduced: number; split: number }> {
  let reduced = Number.POSITIVE_INFINITY;
  let split = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < PASSES; pass += 1) {
    reduced = Math.min(reduced, await secondsOf(() => reduceFile(path)));
    split = Math.min(split, await secondsOf(() => splitWithUdsv(path)));
  }
  const rows = traceRows(MEGABYTES);
  return { reduced: rows / reduced, split: rows / split };
}

const million = (perSecond: number): string => `${(perSecond / 1e6).toFixed(2)} million rows/s`;

export async function benchMeasurements(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stagegraph-trace-'));
  try {
    const path = join(folder, 'trace.csv');
    writeTrace(path);
    const { reduced, split } = await fastest(path);
    return [
      {
        what: `trace of ${(traceRows(MEGABYTES) / 1e6).toFixed(1)} million events, ${MEGABYTES} MB, reduced, best of three`,
        result: million(reduced),
        goal: 'over 2 million rows/s',
        pace: reduced / LEAST_ROWS_PER_SECOND,
      },
      {
        what: 'the same rows only split, nothing checked or reduced, by udsv, best of three',
        result: million(split),
      },
      benchLargeTrace(),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.url === `file://${process.argv[1]}`) {
  for (const { what, result, goal } of await benchMeasurements())
    process.stdout.write(`${what}: ${result}${goal ? ` (${goal})` : ''}\n`);
}

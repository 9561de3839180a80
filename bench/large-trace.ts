/**
 * The memory that a large trace needs: `npx tsx bench/large-trace.ts 1000` reduces so many megabytes, made on the fly,
 * in a process that does nothing else, and prints rows, seconds and the most memory that the process ever had.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { reduceMeasurement } from '../workers/measure/reduce-measurement.ts';
import type { BenchRow } from './row.ts';
import { traceBytes, traceRows } from './trace-bytes.ts';

const MEGABYTES = 1000;
/** What a reduction may take in all, whatever the size of the file: about 100 of it are the bare process. */
const MOST_MEGABYTES = 500;

interface Reduced {
  readonly rows: number;
  readonly seconds: number;
  readonly peak: number;
}

async function reduceLargeTrace(megabytes: number): Promise<Reduced> {
  const started = performance.now();
  const source = {
    size: megabytes * 1e6,
    stream: () => {
      const pieces = traceBytes(megabytes);
      return new ReadableStream<Uint8Array>({
        pull(stream) {
          const { value, done } = pieces.next();
          if (done) stream.close();
          else stream.enqueue(value);
        },
      });
    },
    slice: (): never => {
      throw new Error('a trace is read from front to back');
    },
  };
  const reduced = await reduceMeasurement(source, { fileName: 'large.csv' });
  if (!reduced.ok) throw new Error(reduced.error[0]?.message);
  const { rows } = reduced.value;
  if (rows !== traceRows(megabytes)) throw new Error(`${rows} of ${traceRows(megabytes)} rows were read`);
  // Kilobytes of 1024.
  const peak = Math.round((process.resourceUsage().maxRSS * 1024) / 1e6);
  return { rows, seconds: (performance.now() - started) / 1000, peak };
}

export function benchLargeTrace(): BenchRow {
  const args = [...process.execArgv, fileURLToPath(import.meta.url), String(MEGABYTES)];
  const output = execFileSync(process.execPath, args, { encoding: 'utf8' });
  const { rows, seconds, peak } = JSON.parse(output) as Reduced;
  return {
    what: `trace of ${(rows / 1e6).toFixed(1)} million events, ${MEGABYTES} MB, made and reduced in ${seconds.toFixed(0)} s by a process of its own: its most memory`,
    result: `${peak} MB`,
    goal: `under ${MOST_MEGABYTES} MB`,
    met: peak < MOST_MEGABYTES,
  };
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const reduced = await reduceLargeTrace(Number(process.argv[2] ?? MEGABYTES));
  process.stdout.write(`${JSON.stringify(reduced)}\n`);
}

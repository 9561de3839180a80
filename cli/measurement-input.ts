/** Reads measurement files for the verbs that take them: of any size, from a file or standard input. */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { isModel } from '../core/imports/read-model.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { type ReadFile, readMeasurementSource } from '../lib/measurements.ts';
import type { ByteSource, ReduceOptions, ReduceProgress } from '../workers/measure/contract.ts';
import { sniffFormat } from '../workers/measure/formats/sniff-format.ts';
import { headOf, type ReadContext } from '../workers/measure/read-rows.ts';
import { nameOf, readBytes } from './input.ts';
import { type MeasurementOptions, reduceOptionsOf, refusedFile } from './measurement-options.ts';
import { tellReached } from './within.ts';

const CHUNK_BYTES = 1 << 20;

/** Told from the content: a scenario is JSON without a `qtm` version, or a link; models of other programs are told apart, too. */
export async function looksLikeMeasurement(file: string): Promise<boolean> {
  if (file === '-' || /^(https?:|#)/.test(file)) return false;
  const { text } = await headOf(await byteSource(file));
  if (text.includes('"stagegraph-scenario"') || isModel(text)) return false;
  if (/^\d+\.[\w-]+\s*$/.test(text)) return false;
  return sniffFormat(text) !== undefined;
}

/** Prints how far a long file is, once a second, when somebody is looking. */
export async function readMeasurementFile(
  file: string,
  scenario: Scenario | undefined,
  options: ReduceOptions = {},
): Promise<ReadFile> {
  const read = await readMeasurementSource(await byteSource(file), contextOf(file, options), scenario);
  if (!read.ok) throw refusedFile(read.error);
  return read.value;
}

const contextOf = (file: string, options: ReduceOptions): ReadContext => ({
  ...{ fileName: nameOf(file), options },
  onProgress: progressLine(),
});

/** How a file is read, as the options say. */
export const measurementContext = (file: string, options: MeasurementOptions): ReadContext =>
  contextOf(file, reduceOptionsOf(options));

export async function byteSource(file: string): Promise<ByteSource> {
  if (file === '-') return new Blob([new Uint8Array(await readBytes(file))]);
  const found = await stat(file).catch(() => undefined);
  // Says why it cannot be read.
  if (!found?.isFile()) await readBytes(file);
  return {
    size: found?.size ?? 0,
    stream: () =>
      Readable.toWeb(createReadStream(file, { highWaterMark: CHUNK_BYTES })) as ReadableStream<Uint8Array>,
    slice: (start, end) => ({ arrayBuffer: () => readRange(file, start, end) }),
  };
}

async function readRange(file: string, start: number, end: number): Promise<ArrayBuffer> {
  const handle = await open(file);
  try {
    const bytes = new Uint8Array(end - start);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    return bytes.buffer.slice(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function progressLine(): (progress: ReduceProgress) => void {
  let told = performance.now();
  return ({ bytes, totalBytes, rows, rowsPerSecond }) => {
    tellReached(() => `row ${rows.toLocaleString('en')} of the measurement`);
    if (!process.stderr.isTTY || performance.now() - told < 1000) return;
    told = performance.now();
    const share = totalBytes > 0 ? `${((100 * bytes) / totalBytes).toFixed(0)} %, ` : '';
    process.stderr.write(
      `${share}${(rows / 1e6).toFixed(1)} million rows, ${(rowsPerSecond / 1e6).toFixed(1)} million/s\n`,
    );
  };
}

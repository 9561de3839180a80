/** Feeds a measurement file of any format to an intake, piece by piece; tells progress and listens for the end. */
import { err, ok, type Result } from '../../core/base/result.ts';
import type {
  ByteSource,
  ColumnMapping,
  MeasurementFault,
  MeasurementFormat,
  ReduceOptions,
  ReduceProgress,
} from './contract.ts';
import { isPacketCapture } from './formats/packet-capture.ts';
import { readerOf, type TextReader } from './formats/reader-of.ts';
import { HEAD_BYTES, sniffFormat } from './formats/sniff-format.ts';
import type { FaultList } from './measurement-fault.ts';
import type { Intake } from './reduce/intake.ts';
import {
  CutOff,
  encodingOf,
  isGzip,
  type SourceStream,
  textStream,
  unpackedStream,
} from './stream/byte-stream.ts';

export interface ReadContext {
  readonly fileName: string;
  readonly options?: ReduceOptions;
  /** Told at most ten times a second, and at the end. */
  readonly onProgress?: (progress: ReduceProgress) => void;
  readonly signal?: AbortSignal;
}

export interface ReadRows {
  readonly format: MeasurementFormat;
  readonly bytes: number;
  readonly truncated: boolean;
  readonly mapping?: ColumnMapping;
}

/** How often progress is told, and how long a cancelled reading may go on, ms. */
const TELL_EVERY = 100;
const LISTEN_EVERY = 40;

/** Refused is only a file of which nothing can be read. Rejects with the reason of `signal` when it is aborted. */
export async function readRows(
  source: ByteSource,
  context: ReadContext,
  intake: Intake,
): Promise<Result<ReadRows, readonly MeasurementFault[]>> {
  const { options = {}, signal } = context;
  const { faults } = intake;
  signal?.throwIfAborted();
  const head = await headOf(source);
  const format = formatOf(head, options);
  if (isArchive(head.start))
    return refused(
      faults,
      'This is an archive (zip), as workbooks (.xlsx, .ods) are: save the table as CSV, or unpack the files',
    );
  if (format === undefined) return refused(faults, nothingKnown(head));
  if (head.binary && !isBinary(format))
    return refused(
      faults,
      'This is not a text file, a Parquet file or a capture of packets. Expected measurements as CSV or JSON, or the file of a tool',
    );
  const reader = await readerOf(format, {
    ...{ intake: options.clocks ? withClocks(intake, options.clocks) : intake, options, source },
    ...{ head: head.text, headBytes: head.bytes, ...(head.cut !== undefined && { cut: head.cut }) },
  });
  if (!reader) return err(faults.allFaults());
  const read = await pump(source, { reader, intake, context, head: head.bytes });
  signal?.throwIfAborted();
  if (intake.rows === 0) {
    if (faults.hasErrors) return err(faults.allFaults());
    return refused(faults, 'The file holds no rows: expected a head and rows under it', 'E21');
  }
  const mapping = reader.mapping?.();
  return ok({ format, ...read, ...(mapping && { mapping }) });
}

function formatOf({ text, start }: Head, { mapping }: ReduceOptions): MeasurementFormat | undefined {
  if (isPacketCapture(start)) return 'packet-capture';
  return mapping && !text.startsWith('PAR1') ? 'mapped-csv' : sniffFormat(text);
}

const isBinary = (format: MeasurementFormat): boolean => format === 'parquet' || format === 'packet-capture';

/** Corrects the times of insertions and departures of some queues before they are taken. */
function withClocks(intake: Intake, clocks: NonNullable<ReduceOptions['clocks']>): Intake {
  const { faults, time, names, direct } = intake;
  return {
    ...{ faults, time, names, direct },
    get rows() {
      return intake.rows;
    },
    set rows(count) {
      intake.rows = count;
    },
    get wrap() {
      return intake.wrap;
    },
    set wrap(after) {
      intake.wrap = after;
    },
    addTable: (table) => intake.addTable(table),
    leftOut: (row) => intake.leftOut?.(row),
    open: (table) => {
      const take = intake.open(table);
      if (table !== 'events') return take;
      return (row, number, placeOf) => {
        const clock = clocks[names.names[row[0]!] ?? ''];
        if (clock)
          row[1] = Math.round(row[1]! + 1e9 * clock.offset + clock.drift * (row[1]! - 1e9 * clock.from));
        take(row, number, placeOf);
      };
    },
  };
}

function refused(faults: FaultList, message: string, code: 'E20' | 'E21' = 'E20') {
  faults.add(code, message);
  return err(faults.allFaults());
}

const nothingKnown = ({ text, cut = 'The file is empty' }: Head): string =>
  text.trim() === ''
    ? cut
    : 'This JSON is none of the formats that are read: QTM, OpenTelemetry, Jaeger, Zipkin, Chrome trace, Prometheus, queue samples';

/** `PK`, and the number of a part. */
const isArchive = (start: Uint8Array): boolean =>
  start[0] === 0x50 && start[1] === 0x4b && start[2] === 3 && start[3] === 4;

interface Head {
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The first bytes, unpacked. */
  readonly start: Uint8Array;
  readonly binary: boolean;
  /** Why there is no more. */
  readonly cut?: string;
}

/** The first bytes, unpacked and as text. */
export async function headOf(source: ByteSource): Promise<Head> {
  const bytes = await firstBytes(source.stream());
  const parts: Uint8Array[] = [];
  let length = 0;
  let cut: string | undefined;
  try {
    for await (const chunk of textStream(source, bytes).chunks) {
      parts.push(chunk.slice(0, HEAD_BYTES));
      length += chunk.length;
      if (length >= HEAD_BYTES) break;
    }
  } catch (reason) {
    if (!(reason instanceof CutOff)) throw reason;
    cut = reason.message;
  }
  const text = new TextDecoder().decode(await new Blob(parts as BlobPart[]).arrayBuffer());
  const binary = !isGzip(bytes) && encodingOf(bytes) === 'utf-8' && bytes.subarray(0, 8192).includes(0);
  return {
    bytes,
    start: new Uint8Array(await new Blob(parts as BlobPart[]).slice(0, 4).arrayBuffer()),
    text: text.slice(0, HEAD_BYTES),
    binary,
    ...(cut !== undefined && { cut }),
  };
}

async function firstBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = stream.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value?.slice(0, HEAD_BYTES) ?? new Uint8Array(0);
}

interface Pump {
  readonly reader: TextReader;
  readonly intake: Intake;
  readonly context: ReadContext;
  readonly head: Uint8Array;
}

/** Feeds the reader, tells progress, listens for the end. */
async function pump(source: ByteSource, job: Pump): Promise<{ bytes: number; truncated: boolean }> {
  const { reader, intake, context } = job;
  const passes = reader.first ? 2 : 1;
  const started = performance.now();
  let told = started;
  let listened = started;
  let truncated = false;
  let stream: SourceStream | undefined;
  let bytesBefore = 0;
  const tell = (now: number): void => {
    const seconds = Math.max(1e-3, (now - started) / 1000);
    const { rows } = intake;
    const bytes = stream ? bytesBefore + stream.bytesRead() / passes : source.size;
    context.onProgress?.({ bytes, totalBytes: source.size, rows, rowsPerSecond: rows / seconds });
  };
  const breathe = async (): Promise<void> => {
    const now = performance.now();
    if (now - told >= TELL_EVERY) {
      told = now;
      tell(now);
    }
    if (now - listened < LISTEN_EVERY) return;
    // Lets the message that cancels come in; the pieces of a file may all be there without waiting.
    await new Promise((resolve) => setTimeout(resolve));
    listened = performance.now();
    context.signal?.throwIfAborted();
  };
  const feed = async (push: (chunk: Uint8Array) => boolean): Promise<void> => {
    stream = reader.isBytes ? unpackedStream(source, job.head) : textStream(source, job.head);
    try {
      for await (const chunk of stream.chunks) {
        if (!push(chunk)) break;
        await breathe();
      }
    } catch (reason) {
      if (!(reason instanceof CutOff)) throw reason;
      if (!truncated) intake.faults.add('E20', `${reason.message}; what came before is used`);
      truncated = true;
    }
  };
  await reader.whole?.(breathe);
  if (reader.first) await feed(reader.first);
  if (reader.first) bytesBefore = source.size / passes;
  if (!reader.whole) await feed(reader.push);
  truncated = reader.end() || truncated;
  tell(performance.now());
  return { bytes: stream?.bytesRead() ?? source.size, truncated };
}

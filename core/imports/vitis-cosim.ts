/**
 * What a co-simulation of Vitis HLS saw of the channels and processes of dataflow regions (Vitis HLS 2020.1 to 2024, `cosim_design` with
 * its dataflow monitor, which writes its own Verilog: `df_fifo_monitor.sv` and `df_process_monitor.sv` in `sim/verilog`):
 *
 * - `.autopilot/db/channel_info.csv` and `process_info.csv`: instances, and the files that tell of them;
 * - `chan_status<n>.csv`: who was held up at all, clocks that the writer and the reader were, clocks in all, most elements inside;
 * - `status<n>.csv`: clocks of standstill, clocks in all, then intervals and latencies of runs (mean, most, least), and why it stood still.
 *
 * `depth<n>.csv` has the fill of every clock. An insertion and a departure in one clock leave it as it was, so it does not tell events.
 */
import type { ModelFile } from './imported.ts';
import { readingOf, refuseModel as refuse } from './refusing.ts';

export interface SeenChannel {
  readonly writerHeld: number;
  readonly readerHeld: number;
  readonly clocks: number;
  readonly mostInside: number;
}

export interface SeenProcess {
  readonly standstill: number;
  readonly clocks: number;
  /** Clocks from the start of a run to its end, on average; undefined where none ended. */
  readonly latency?: number;
  /** Clocks from one start to the next, on average; undefined where it started once. */
  readonly interval?: number;
}

/** By instance. The path is that of the region, with dots between its levels; empty of the top. */
export interface Seen {
  readonly channels: readonly {
    readonly path: string;
    readonly instance: string;
    readonly seen: SeenChannel;
  }[];
  readonly processes: readonly {
    readonly path: string;
    readonly instance: string;
    readonly seen: SeenProcess;
  }[];
  /** Instances whose file is not there. */
  readonly missing: readonly string[];
}

const ROW = /^([^,]*),([^,]+),([^,]*),((?:chan_status|module_status|status)\d+\.csv)$/;

/** Whether a text is the table of channels or of processes. */
export const isSeenIndex = (head: string): boolean => ROW.test(head.split(/\r?\n/, 1)[0]!);

export const baseName = (name: string): string => name.split(/[\\/]/).at(-1)!;

interface Row {
  readonly path: string;
  readonly instance: string;
  readonly status: string;
}

function rowsOf(text: string): readonly Row[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === '') return [];
    const [, path, instance, , status] =
      ROW.exec(line) ??
      refuse(
        `line ${i + 1}: expected path, instance, file of fills, file of its status, such as ,a_U,depth1.csv,chan_status1.csv`,
      );
    return [{ path: path!, instance: instance!, status: status! }];
  });
}

/** Names of the files that tables of channels and processes speak of. */
export function namedInIndex(files: readonly ModelFile[]): ReadonlySet<string> {
  const indexes = files.filter(({ text }) => isSeenIndex(text));
  return new Set(
    indexes.flatMap(({ text }) =>
      text.split(/\r?\n/).flatMap((line) => {
        const [, , , fills, status] = ROW.exec(line) ?? [];
        return [fills, status].filter((name) => name !== undefined && name !== '') as string[];
      }),
    ),
  );
}

export function seenIn(files: readonly ModelFile[]): Seen {
  const texts = new Map(files.map(({ name, text }) => [baseName(name), text]));
  const rows = files
    .filter(({ text }) => isSeenIndex(text))
    .flatMap(({ name, text }) => readingOf(name, () => rowsOf(text)));
  const numbersOf = (row: Row, count: number): readonly number[] | undefined => {
    const text = texts.get(row.status);
    return text === undefined ? undefined : readingOf(row.status, () => wholeNumbers(text, count));
  };
  const found = <Told>(kind: RegExp, count: number, told: (numbers: readonly number[]) => Told) =>
    rows
      .filter(({ status }) => kind.test(status))
      .flatMap((row) => {
        const numbers = numbersOf(row, count);
        return numbers ? [{ path: row.path, instance: row.instance, seen: told(numbers) }] : [];
      });
  return {
    channels: found(/^chan_status/, 5, ([, writerHeld, readerHeld, clocks, mostInside]) => ({
      ...{ writerHeld: writerHeld!, readerHeld: readerHeld!, clocks: clocks!, mostInside: mostInside! },
    })),
    processes: found(/^status/, 12, (numbers) => ({
      ...{ standstill: numbers[0]!, clocks: numbers[1]! },
      ...(numbers[5] !== UNKNOWN && { latency: numbers[5]! }),
      ...(numbers[2] !== UNKNOWN && { interval: numbers[2]! }),
    })),
    // Files of modules without dataflow are of no use here.
    missing: rows
      .filter(({ status }) => !/^module/.test(status) && !texts.has(status))
      .map(({ instance }) => instance),
  };
}

/** What the monitor writes where nothing was seen: -1 in 32 bits. */
const UNKNOWN = 2 ** 32 - 1;

function wholeNumbers(text: string, count: number): readonly number[] {
  const lines = text.trimEnd().split(/\r?\n/);
  const wrong = lines.findIndex((line) => !/^\d+$/.test(line.trim()));
  if (wrong >= 0) refuse(`line ${wrong + 1}: expected a whole number, got ${lines[wrong]!.slice(0, 20)}`);
  if (lines.length !== count) refuse(`expected ${count} numbers in ${count} lines, got ${lines.length}`);
  return lines.map(Number);
}

/** The reader of each format. */
import { assertUnreachable } from '../../../core/base/assert.ts';
import type { ByteSource, ColumnMapping, MeasurementFormat, ReduceOptions } from '../contract.ts';
import type { FaultList } from '../measurement-fault.ts';
import type { Intake } from '../reduce/intake.ts';
import { JsonElements, type JsonTaker } from '../stream/json-elements.ts';
import { LineReader } from '../stream/line-reader.ts';
import { unpackedBlob } from '../stream/unpacked-blob.ts';
import { BayesQnet } from './bayes-qnet.ts';
import { guessMappingOf } from './guess-mapping.ts';
import { MappedCsv } from './mapped-csv.ts';
import { Prometheus } from './prometheus.ts';
import { QtmCsv } from './qtm-csv.ts';
import { QtmJson, QtmLines } from './qtm-json.ts';
import { jaegerSpans, otlpSpans, Spans } from './spans.ts';
import { TimeTrial } from './timetrial.ts';
import { WehDump, WehJson } from './weh.ts';

export interface TextReader {
  /** Takes a piece of the text; false when it is no use to go on. */
  push(chunk: Uint8Array): boolean;
  /** After the last piece. True when the text ended in the middle. */
  end(): boolean;
  /** Takes all of the text once before `push` does; what the rows mean may stand behind them. */
  readonly first?: (chunk: Uint8Array) => boolean;
  /** Reads the source by itself instead; `breathe` is to be called often. */
  readonly whole?: (breathe: () => Promise<void>) => Promise<void>;
  readonly mapping?: () => ColumnMapping | undefined;
}

export interface ReaderContext {
  readonly intake: Intake;
  readonly options: ReduceOptions;
  /** The first 64 kB of the text. */
  readonly head: string;
  /** The first bytes of the source, as they are. */
  readonly headBytes: Uint8Array;
  readonly source: ByteSource;
}

/** Undefined when the columns of a foreign CSV file cannot be guessed. */
export async function readerOf(
  format: MeasurementFormat,
  context: ReaderContext,
): Promise<TextReader | undefined> {
  const { intake, options, head } = context;
  switch (format) {
    case 'qtm-csv':
      return inPlace(new QtmCsv(intake));
    case 'qtm-json':
      return qtmJson(intake);
    case 'qtm-ndjson':
      return byLine(new QtmLines(intake));
    case 'timetrial':
      return byLine(new TimeTrial(intake, options.timeScale ?? 1));
    case 'weh':
      return /^\s*[[{]/.test(head) && !/^\s*\w+\s*=/m.test(head)
        ? jsonOrLines(new WehJson(intake), context)
        : byLine(new WehDump(intake));
    case 'bayes-qnet':
      return byLine(new BayesQnet(intake));
    case 'opentelemetry':
      return jsonOrLines(new Spans(intake, otlpSpans), context);
    case 'jaeger':
      return jsonOrLines(new Spans(intake, jaegerSpans), context);
    case 'prometheus':
      return elements(new Prometheus(intake), intake.faults);
    case 'parquet':
      return parquet(context);
    case 'mapped-csv': {
      const mapping = options.mapping ?? guessMappingOf(head);
      return mapping && { ...inPlace(new MappedCsv(intake, mapping)), mapping: () => mapping };
    }
    default:
      return assertUnreachable(format);
  }
}

/** The library is large, and fetched only when a Parquet file comes. */
async function parquet({ intake, source, headBytes, options }: ReaderContext): Promise<TextReader> {
  const { Parquet } = await import('./parquet.ts');
  let { mapping } = options;
  return {
    push: () => false,
    end: () => false,
    whole: async (breathe) => {
      const plain = await unpackedBlob(source, headBytes, { breathe });
      if (!plain.ok) {
        intake.faults.add('E20', plain.error);
        return;
      }
      const reader = new Parquet(intake, plain.value, mapping);
      await reader.read(breathe);
      mapping = reader.mapping;
    },
    mapping: () => mapping,
  };
}

function qtmJson(intake: Intake): TextReader {
  const format = new QtmJson(intake);
  const around = new JsonElements(format.around);
  const rows = elements(format, intake.faults);
  let isFirst = true;
  return {
    ...rows,
    first: (chunk) => around.push(chunk),
    push: (chunk) => {
      if (isFirst) format.beginRows(around.isComplete);
      isFirst = false;
      return rows.push(chunk);
    },
  };
}

/** Takes whole lines where they stand. */
interface PlaceFormat {
  take(bytes: Uint8Array, start: number, end: number): void;
  end(): void;
}

interface LineFormat {
  takeLine(text: string): void;
  end(): void;
}

function inPlace(format: PlaceFormat): TextReader {
  const reader = new LineReader((bytes, start, end) => format.take(bytes, start, end));
  return {
    push: (chunk) => reader.push(chunk),
    end: () => {
      reader.end();
      format.end();
      return false;
    },
  };
}

const LF = 10;

function byLine(format: LineFormat): TextReader {
  const decoder = new TextDecoder();
  return inPlace({
    take: (bytes, start, end) => {
      for (let p = start; p < end; ) {
        const feed = bytes.indexOf(LF, p);
        format.takeLine(decoder.decode(bytes.subarray(p, feed)).replace(/\r$/, ''));
        p = feed + 1;
      }
    },
    end: () => format.end(),
  });
}

function jsonOrLines(format: JsonTaker & LineFormat, { head, intake }: ReaderContext): TextReader {
  const isLines = /^[ \t]*\{.*\}[ \t]*\r?\n\s*\{/.test(head.trimStart());
  return isLines ? byLine(format) : elements(format, intake.faults);
}

function elements(format: JsonTaker & { end(): void }, faults: FaultList): TextReader {
  const json = new JsonElements(format);
  let broken = false;
  return {
    push: (chunk) => {
      broken = !json.push(chunk);
      if (broken) faults.add('E01', 'this JSON is broken; what came before is used');
      return !broken;
    },
    end: () => {
      format.end();
      if (json.isComplete || broken) return broken;
      faults.add('E20', 'The JSON ends in the middle; what came before is used');
      return true;
    },
  };
}

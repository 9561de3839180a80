/** The reader of each format. */

import { assertUnreachable } from '../../../core/base/assert.ts';
import { groupBy } from '../../../core/base/group-by.ts';
import { jsonFaultText } from '../../../core/base/json-scanner.ts';
import type { ByteSource, ColumnMapping, MeasurementFormat, ReduceOptions } from '../contract.ts';
import type { FaultList, Place } from '../measurement-fault.ts';
import type { Intake } from '../reduce/intake.ts';
import { JsonElements, type JsonTaker } from '../stream/json-elements.ts';
import { LineReader } from '../stream/line-reader.ts';
import { MOST_TIME_DIGITS } from '../stream/time-base.ts';
import { unpackedBlob } from '../stream/unpacked-blob.ts';

import { AccessLog } from './access-log.ts';
import { BpftraceJson } from './bpftrace-json.ts';
import { ChromeTrace } from './chrome-trace.ts';
import { Xes } from './event-log.ts';
import { sureMapping, tableSample } from './guess-mapping.ts';
import { HdrLog } from './hdr-log.ts';
import { HdrPercentiles } from './hdr-percentiles.ts';
import { MappedCsv } from './mapped-csv.ts';
import { jsonRowsOf, MappedJson } from './mapped-json.ts';
import { isNumeric } from './mapped-layout.ts';
import { NamedCsv } from './named-rows.ts';
import { PacketCapture } from './packet-capture.ts';
import { PerfSched } from './perf-sched.ts';
import { isPrometheusPage, Prometheus, PrometheusPage } from './prometheus.ts';
import { QtmCsv } from './qtm-csv.ts';
import { QtmJson, QtmLines } from './qtm-json.ts';
import { Spans } from './spans.ts';
import { LevelTable, PrintedHistograms } from './text-histograms.ts';
import { TimeTrial } from './timetrial.ts';
import { unitOfFile } from './told-unit.ts';
import { Vcd } from './vcd.ts';
import { WehDump, WehJson } from './weh.ts';

export interface TextReader {
  /** Takes a piece of the text; false when it is no use to go on. */
  push(chunk: Uint8Array): boolean;
  /** After the last piece. True when the text ended in the middle. */
  end(): boolean;
  /** Takes all of the text once before `push` does; what the rows mean may stand behind them. */
  readonly first?: (chunk: Uint8Array) => boolean;
  /** Takes the bytes as they are, unpacked, and not as text. */
  readonly isBytes?: boolean;
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
  /** Why there is no more of the text. */
  readonly cut?: string;
  readonly source: ByteSource;
}

/** Undefined, with a fault, when it is not sure what the columns of a foreign CSV file are. */
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
    case 'jaeger':
    case 'zipkin':
      return jsonOrLines(new Spans(intake), context);
    case 'chrome-trace':
      return elements(new ChromeTrace(intake), intake.faults);
    case 'vcd':
      return byLine(new Vcd(intake));
    case 'prometheus':
      return isPrometheusPage(head.trimStart())
        ? byLine(new PrometheusPage(intake))
        : elements(new Prometheus(intake), intake.faults);
    case 'printed-histograms': {
      const unit = unitOfFile(options, intake.faults.file);
      return byLine(
        head.trimStart().startsWith('{')
          ? new BpftraceJson(intake, unit)
          : new PrintedHistograms(intake, unit),
      );
    }
    case 'hdr-percentiles':
      return byLine(new HdrPercentiles(intake, unitOfFile(options, intake.faults.file)));
    case 'access-log':
      return byLine(new AccessLog(intake));
    case 'perf-sched':
      return byLine(new PerfSched(intake));
    case 'level-table':
      return byLine(new LevelTable(intake));
    case 'hdr-log': {
      const log = new HdrLog(intake, context.source, context.headBytes);
      return { push: () => false, end: () => false, whole: (breathe) => log.read(breathe) };
    }
    case 'xes': {
      const log = new Xes(intake);
      return { push: (chunk) => log.push(chunk), end: () => log.end() };
    }
    case 'ocel':
      intake.faults.add(
        'E20',
        'This is an object-centric event log (OCEL): one event belongs to several objects, so nothing says which of them is the element that goes from queue to queue. Choose a type of object and write its log as XES or CSV with one case for each object; pm4py: ocel_flattening(ocel, "order"), then write_xes',
      );
      return undefined;
    case 'packet-capture': {
      const capture = new PacketCapture(intake);
      return { isBytes: true, push: (chunk) => capture.push(chunk), end: () => capture.end() };
    }
    case 'parquet':
      return parquet(context);
    case 'mapped-csv': {
      const objects = jsonRowsOf(head);
      const mapping =
        options.mapping ?? sureMapping(objects ?? tableSample(head), intake.faults, context.cut);
      if (!mapping) return undefined;
      if (objects)
        return {
          ...byLine(new MappedJson(intake, mapping, objects.names, options.stages)),
          mapping: () => mapping,
        };
      const reader = isNumeric(mapping)
        ? inPlace(new MappedCsv(intake, mapping))
        : byLine(new NamedCsv(intake, mapping, options.stages));
      return { ...reader, mapping: () => mapping };
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
      const reader = new Parquet(intake, plain.value, options);
      await reader.read(breathe);
      mapping = reader.mapping;
    },
    mapping: () => mapping,
  };
}

function qtmJson(intake: Intake): TextReader {
  const format = new QtmJson(intake);
  const around = new JsonElements(told(format.around, intake.faults));
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

interface JsonFormat extends Omit<JsonTaker, 'broken'> {
  /** An element of this list cannot be read, which is reported. */
  leaveOut?(key: string, place: Place): void;
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

function jsonOrLines(format: JsonFormat & LineFormat, { head, intake }: ReaderContext): TextReader {
  const isLines = /^[ \t]*\{.*\}[ \t]*\r?\n\s*\{/.test(head.trimStart());
  if (isLines) return byLine(format);
  // One line so far: a document of its own, or the first of many that are longer than the head.
  return head.trim().includes('\n') ? elements(format, intake.faults) : ofLongLines(format, intake.faults);
}

/** Elements that are broken in themselves are reported and left out. */
const told = (format: JsonFormat, faults: FaultList): JsonTaker => ({
  element: (key, index, text) => format.element(key, index, text),
  value: (key, text) => format.value(key, text),
  skips: (key) => format.skips?.(key) === true,
  broken: (key, index, fault) => {
    const place = { line: fault.line, path: `${key}[${index}]` };
    const message = `this JSON is broken: ${jsonFaultText(fault)}; the element is left out`;
    faults.add('E01', message, { place, column: fault.column });
    format.leaveOut?.(key, place);
  },
});

/** A document in each line. */
function ofLongLines(format: JsonFormat & { end(): void }, faults: FaultList): TextReader {
  const begin = (): TextReader => elements({ ...bound(format), end: () => {} }, faults);
  let reader = begin();
  let isBlank = true;
  let isCut = false;
  const endLine = (): void => {
    if (!isBlank) isCut = reader.end();
    reader = begin();
    isBlank = true;
  };
  return {
    push: (chunk) => {
      for (let start = 0; start < chunk.length; ) {
        const feed = chunk.indexOf(LF, start);
        const part = chunk.subarray(start, feed < 0 ? chunk.length : feed);
        if (part.some((byte) => byte > SPACE)) {
          isBlank = false;
          reader.push(part);
        }
        if (feed < 0) break;
        endLine();
        start = feed + 1;
      }
      return true;
    },
    end: () => {
      endLine();
      format.end();
      return isCut;
    },
  };
}

const SPACE = 32;

const bound = (format: JsonFormat): JsonFormat => ({
  element: (key, index, text) => format.element(key, index, text),
  value: (key, text) => format.value(key, text),
  skips: (key) => format.skips?.(key) === true,
  leaveOut: (key, place) => format.leaveOut?.(key, place),
});

function elements(format: JsonFormat & { end(): void }, faults: FaultList): TextReader {
  const json = new JsonElements(told(format, faults));
  let refused = false;
  const tellFault = (): void => {
    const { fault } = json;
    if (!fault) return;
    refused = true;
    const place = { line: fault.line, ...(fault.path !== '' && { path: fault.path }) };
    const words = fault.byte === undefined ? 'The JSON ends in the middle' : 'this JSON is broken';
    const code = fault.byte === undefined ? 'E20' : 'E01';
    faults.add(code, `${words}: ${jsonFaultText(fault)}; what came before is used`, {
      ...{ place, column: fault.column },
    });
  };
  return {
    push: (chunk) => {
      if (json.push(chunk)) return true;
      tellFault();
      return false;
    },
    end: () => {
      format.end();
      if (!refused) tellFault();
      return refused;
    },
  };
}

/**
 * Tasks as the program of Sutton and Jordan writes them: a table parted by blanks with the columns
 * `EID TID QID A D S W STATE PROC OBS_A OBS_D CMP`, or YAML events `{arrival, departure, obs, queue, state, task}`. Times in
 * s with decimals; a time that was not observed is known to the program alone and is left out here.
 */

interface Event {
  readonly task: string;
  readonly queue: string;
  readonly state: string;
  readonly arrival: string;
  readonly departure: string;
  readonly line: number;
}

const YAML_FIELDS = ['arrival', 'departure', 'obs', 'queue', 'state', 'task'];
const COLUMNS = ['task', 'step', 'state', 'queue', 'arrival', 'departure', 'ordinal'];
/** Queue of the steps that enter the network, in the program's words and in ours. */
const ENTRY = /^(__arrivals?__|initial)$/i;

class BayesQnet {
  private line = 0;
  private columns: string[] | undefined;
  private fields: Record<string, string> = {};
  private fieldsLine = 0;
  private readonly events: Event[] = [];

  constructor(private readonly intake: Intake) {}

  takeLine(text: string): void {
    this.line += 1;
    if (text.trim() === '' || text.trim() === '---' || text.startsWith('#')) return;
    if (this.line === 1 && /^\s*EID\s/.test(text)) this.columns = text.trim().split(/\s+/);
    else if (this.columns) this.takeCells(text.trim().split(/\s+/), this.columns, text);
    else this.takeYaml(text);
  }

  end(): void {
    this.closeYaml();
    const steps = new Map<string, number>();
    const byTime = [...this.events].sort(
      (a, b) => Number(a.arrival || a.departure) - Number(b.arrival || b.departure),
    );
    const rows = [...groupBy(byTime, ({ task }) => task).values()].flat().map((event) => {
      const known = steps.get(event.task) ?? (ENTRY.test(event.queue) ? 0 : 1);
      steps.set(event.task, known + 1);
      const ns = [event.arrival, event.departure].map(nsDigits) as [string, string];
      return { line: event.line, cells: [event.task, String(known), event.state, event.queue, ...ns, ''] };
    });
    this.intake.rows += rows.length;
    this.intake.addTable({
      ...{ name: 'tasks', columns: COLUMNS, unitsPerSecond: 1e9 },
      rows: rows.map(({ cells }) => cells),
      placeOf: (row) => ({ line: rows[row]!.line }),
    });
  }

  private takeCells(cells: readonly string[], columns: readonly string[], text: string): void {
    if (cells.length !== columns.length) {
      this.fault(
        `expected ${columns.length} cells, got ${cells.length}; the row is left out`,
        this.line,
        text,
      );
      return;
    }
    const cell = (name: string): string => cells[columns.indexOf(name)] ?? '';
    this.add({
      ...{ task: cell('TID'), queue: cell('QID'), state: cell('STATE'), line: this.line },
      arrival: observed(cell('OBS_A')) ? cell('A') : '',
      departure: observed(cell('OBS_D')) ? cell('D') : '',
    });
  }

  /** A list of mappings, one per `-`, written in braces or line by line. */
  private takeYaml(text: string): void {
    if (/^\s*-(\s|$)/.test(text)) {
      this.closeYaml();
      this.fieldsLine = this.line;
    }
    for (const [, name, value] of text.matchAll(/(\w+)\s*:\s*("[^"]*"|'[^']*'|[^,}\s]+)/g))
      if (YAML_FIELDS.includes(name!)) this.fields[name!] = value!.replace(/^["']|["']$/g, '');
  }

  private closeYaml(): void {
    const { task, queue, state = '', arrival = '', departure = '', obs = '1' } = this.fields;
    const isEmpty = Object.keys(this.fields).length === 0;
    this.fields = {};
    if (isEmpty) return;
    if (task === undefined || queue === undefined) {
      this.fault('an event needs a task and a queue; it is left out', this.fieldsLine, '');
      return;
    }
    const seen = observed(obs);
    const times = { arrival: seen ? arrival : '', departure: seen ? departure : '' };
    this.add({ task, queue, state, line: this.fieldsLine, ...times });
  }

  private add(event: Event): void {
    const wrong = [event.arrival, event.departure].find((time) => time !== '' && nsDigits(time) === '');
    if (wrong === undefined) this.events.push(event);
    else this.fault(`expected a time from 0 to 1e10 s, got ${wrong}; the row is left out`, event.line, wrong);
  }

  private fault(message: string, line: number, value: string): void {
    this.intake.faults.add('E01', message, { place: { line }, value });
  }
}

const observed = (text: string): boolean => /^(1|true|yes)$/i.test(text);

/** Seconds with decimals to whole ns, in digits; '' when it is no time. */
function nsDigits(text: string): string {
  if (/e/i.test(text))
    return Number(text) >= 0 && Number(text) < 1e10 ? String(Math.round(Number(text) * 1e9)) : '';
  const [, whole, decimals = ''] = /^\+?(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  const digits = `${whole}${decimals.slice(0, 9).padEnd(9, '0')}`.replace(/^0+(?=\d)/, '');
  return whole === undefined || digits.length > MOST_TIME_DIGITS ? '' : digits;
}

/**
 * Traces of requests as OpenTelemetry (OTLP JSON, a document or one object per line), Jaeger and Zipkin (version 2) export them. Each service
 * is a queue; a span is a visit when the span that called it belongs to another service or is not in the file. Spans inside
 * of one service are parts of the same visit and do not count again.
 */
import { cellText } from '../json-tables.ts';
import type { Intake } from '../reduce/intake.ts';
import type { JsonTaker } from '../stream/json-elements.ts';
import { NameTable } from '../stream/name-table.ts';
import type { TimeScale } from '../stream/time-base.ts';
import { parsed } from './qtm-json.ts';
import { RowDoor } from './row-door.ts';
import { nanoseconds } from './weh.ts';

/** More do not fit into memory. */
const MOST_SPANS = 4_000_000;

interface Span {
  readonly id: string;
  readonly parent: string;
  readonly service: string;
  /** ns in digits. */
  readonly start: string;
  readonly end: string;
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value: unknown): string => cellText(value) ?? '';

/** Keeps all spans, since a caller may come after what it called. */
export class Spans implements JsonTaker {
  private readonly services = new NameTable();
  private readonly serviceOf = new Map<string, number>();
  private readonly kept: { parent: string; service: number; start: number; end: number }[] = [];
  private readonly scale: TimeScale;
  private readonly door: RowDoor;
  private number = 0;

  constructor(
    private readonly intake: Intake,
    private readonly spansOf: (value: Json) => Iterable<Span>,
  ) {
    this.scale = nanoseconds(intake.time);
    this.door = new RowDoor(intake, 'visits', (row) => ({ path: `span ${row}` }));
  }

  element(_key: string, _index: number, text: string): void {
    this.take(text);
  }

  value(): void {}

  takeLine(text: string): void {
    if (text.trim() === '') return;
    const value = parsed(text);
    const wholes = isObject(value) ? listOf(value.resourceSpans ?? value.data) : [];
    if (wholes.length === 0) this.unreadable(text);
    for (const whole of wholes) this.addAll(whole);
  }

  end(): void {
    for (const [row, { parent, service, start, end }] of this.kept.entries()) {
      if (this.serviceOf.get(parent) === service) continue;
      this.door.take(this.services.names[service]!, [start, end], row);
    }
  }

  private take(text: string): void {
    const value = parsed(text);
    if (isObject(value)) this.addAll(value);
    else this.unreadable(text);
  }

  private addAll(value: Json): void {
    for (const span of this.spansOf(value)) this.add(span);
  }

  private add({ id, parent, service, start, end }: Span): void {
    const place = { path: `span ${this.number}` };
    this.number += 1;
    const from = this.scale.parse(start, false);
    const to = this.scale.parse(end, false);
    if (from === undefined || to === undefined || service === '') {
      const message = 'a span needs a service, a start and an end; it is left out';
      this.intake.faults.add('E01', message, { place, value: `${start} ${end}` });
      return;
    }
    if (this.kept.length >= MOST_SPANS) {
      this.intake.faults.add('E20', `more than ${MOST_SPANS} spans; this one is left out`, { place });
      return;
    }
    const number = this.services.numberOfText(service);
    if (number < 0) {
      this.intake.faults.add('E02', 'too many services; this one is left out', { place });
      return;
    }
    this.serviceOf.set(id, number);
    this.kept.push({ parent, service: number, start: from, end: to });
  }

  private unreadable(text: string): void {
    const place = { path: `element ${this.number}` };
    this.intake.faults.add('E01', 'this JSON is broken or holds no spans', { place, value: text });
  }
}

/** One element of `resourceSpans`. */
export function* otlpSpans(resource: Json): Generator<Span> {
  const attributes = isObject(resource.resource) ? listOf(resource.resource.attributes) : [];
  const name = attributes.find(({ key }) => key === 'service.name')?.value;
  const service = isObject(name) ? textOf(name.stringValue) : '';
  const scopes = listOf(resource.scopeSpans ?? resource.instrumentationLibrarySpans);
  for (const scope of scopes) {
    for (const span of listOf(scope.spans)) {
      const [start, end] = [textOf(span.startTimeUnixNano), textOf(span.endTimeUnixNano)];
      // Ids of spans are unique in their trace only.
      const idOf = (id: unknown): string => `${textOf(span.traceId)} ${textOf(id)}`;
      yield { id: idOf(span.spanId), parent: idOf(span.parentSpanId), service, start, end };
    }
  }
}

/** One element of `data`: a trace. Times in us. */
export function* jaegerSpans(trace: Json): Generator<Span> {
  const processes = isObject(trace.processes) ? trace.processes : {};
  for (const span of listOf(trace.spans)) {
    const process = processes[textOf(span.processID)];
    const caller = listOf(span.references).find(({ refType }) => refType === 'CHILD_OF');
    const start = microseconds(span.startTime);
    const duration = microseconds(span.duration);
    yield {
      id: `${textOf(span.traceID)} ${textOf(span.spanID)}`,
      parent: caller ? `${textOf(caller.traceID)} ${textOf(caller.spanID)}` : '',
      service: isObject(process) ? textOf(process.serviceName) : '',
      start: start === undefined ? '' : String(start),
      end: start === undefined || duration === undefined ? '' : String(start + duration),
    };
  }
}

/** A span of Zipkin, or a list of them: a trace. Caller and callee may share an id, which is then the callee's. Times in us. */
export function* zipkinSpans(value: Json): Generator<Span> {
  for (const span of Array.isArray(value) ? listOf(value) : [value]) {
    const endpoint = span.localEndpoint;
    const start = microseconds(span.timestamp);
    // Spans of less than 1 us have none.
    const duration = span.duration === undefined ? 0n : microseconds(span.duration);
    const trace = textOf(span.traceId);
    const isCaller = span.kind === 'CLIENT' || span.kind === 'PRODUCER';
    yield {
      id: `${trace} ${textOf(span.id)}${isCaller ? ' caller' : ''}`,
      parent: `${trace} ${textOf(span.parentId)}`,
      service: isObject(endpoint) ? textOf(endpoint.serviceName) : '',
      start: start === undefined ? '' : String(start),
      end: start === undefined || duration === undefined ? '' : String(start + duration),
    };
  }
}

/** To ns; undefined when it is no whole number >= 0. */
const microseconds = (value: unknown): bigint | undefined =>
  /^\d{1,16}$/.test(textOf(value)) ? BigInt(textOf(value)) * 1000n : undefined;

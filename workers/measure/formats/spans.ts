/**
 * Traces of requests as OpenTelemetry (OTLP JSON, a document or one object per line), Tempo, Jaeger and Zipkin (version 2) export them. Each service
 * is a queue; a span is a visit when the span that called it belongs to another service or is not in the file. Spans inside
 * of one service are parts of the same visit and do not count again.
 */
import { cellText, isObject } from '../json-tables.ts';
import type { Intake } from '../reduce/intake.ts';
import type { JsonTaker } from '../stream/json-elements.ts';
import { NameTable } from '../stream/name-table.ts';
import type { TimeScale } from '../stream/time-base.ts';
import type { Span, SpanRole, TracedSpan } from '../traced-span.ts';
import { parsed } from './qtm-json.ts';
import { RowDoor } from './row-door.ts';
import { nanoseconds } from './weh.ts';

/** More do not fit into memory. */
const MOST_SPANS = 4_000_000;

type Json = Readonly<Record<string, unknown>>;
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value: unknown): string => cellText(value) ?? '';

/** Keeps all spans, since a caller may come after what it called. */
export class Spans implements JsonTaker {
  private readonly services = new NameTable();
  private readonly serviceOf = new Map<string, string>();
  private readonly kept: TracedSpan[] = [];
  private readonly scale: TimeScale;
  private readonly door: RowDoor;
  /** A trace of Jaeger that is the whole document: its spans come before its processes. */
  private trace: { spans: Json[]; processes: unknown } = { spans: [], processes: undefined };
  private number = 0;

  constructor(private readonly intake: Intake) {
    this.scale = nanoseconds(intake.time);
    this.door = new RowDoor(intake, 'visits', (row) => ({ path: `span ${row}` }));
  }

  element(key: string, _index: number, text: string): void {
    const value = parsed(text);
    if (key === 'spans' && isObject(value) && value.processID !== undefined) this.trace.spans.push(value);
    else this.take(value, text);
  }

  /** Beside the lists of a document may stand others, wrapped in a name. */
  value(key: string, text: string): void {
    const value = parsed(text);
    if (key === 'processes') {
      this.trace.processes = value;
      if (this.trace.spans.length > 0) this.endTrace();
    } else this.addAll(value);
  }

  takeLine(text: string): void {
    if (text.trim() !== '') this.take(parsed(text), text);
  }

  end(): void {
    this.endTrace();
    const { intake } = this;
    if (intake.takeSpans) {
      intake.rows += this.kept.length;
      intake.takeSpans(this.kept);
      return;
    }
    for (const [row, { parent, service, start, end }] of this.kept.entries()) {
      if (this.serviceOf.get(parent) === service) continue;
      this.door.take(service, [start, end], row);
    }
  }

  private endTrace(): void {
    for (const span of jaegerSpans(this.trace)) this.add(span);
    this.trace = { spans: [], processes: undefined };
  }

  private take(value: unknown, text: string): void {
    if (this.addAll(value)) return;
    const place = { path: `element ${this.number}` };
    this.intake.faults.add('E01', 'this JSON is broken or holds no spans', { place, value: text });
  }

  /** Whether there was anything that holds spans. */
  private addAll(value: unknown): boolean {
    const lists = [...spanLists(value)];
    for (const spans of lists) for (const span of spans) this.add(span);
    return lists.length > 0;
  }

  private add(span: Span): void {
    const { id, service, start, end } = span;
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
    if (this.services.numberOfText(service) < 0) {
      this.intake.faults.add('E02', 'too many services; this one is left out', { place });
      return;
    }
    this.serviceOf.set(id, service);
    this.kept.push({ ...span, start: from, end: to });
  }
}

/** The lists of spans in a value of any tracer, however deep its answers wrap them. */
function* spanLists(value: unknown): Generator<Iterable<Span>> {
  if (Array.isArray(value))
    for (const one of value) {
      if (isObject(one) || Array.isArray(one)) yield* spanLists(one);
      else yield jaegerSpans({ spans: [one] });
    }
  if (!isObject(value)) return;
  if (Array.isArray(value.scopeSpans) || Array.isArray(value.instrumentationLibrarySpans))
    yield otlpSpans(value);
  else if (Array.isArray(value.spans)) yield jaegerSpans(value);
  else if (value.operationName !== undefined && isObject(value.process))
    yield jaegerSpans({ spans: [value] });
  else if (value.traceId !== undefined && value.id !== undefined) yield [zipkinSpan(value)];
  else for (const name of WRAPPERS) yield* spanLists(value[name]);
}

/** resourceSpans: OTLP. batches, trace: Tempo. data, result: Jaeger. _source, hits: spans of Jaeger in Elasticsearch. */
const WRAPPERS = ['resourceSpans', 'batches', 'trace', 'data', 'result', '_source', 'hits'];

/** Words that tell a clock from others, and whom a client calls; the first that there is. */
const HOST = ['service.instance.id', 'k8s.pod.name', 'host.name', 'hostname', 'ip'];
const PEER = [
  ...['peer.service', 'db.system.name', 'db.system', 'db.type', 'messaging.system', 'rpc.service'],
  ...['server.address', 'net.peer.name', 'peer.hostname', 'http.host'],
];

/** Attributes of OTLP and tags of Jaeger by key. */
type Attributes = (key: string) => string;

function attributesOf(...lists: readonly unknown[]): Attributes {
  const members = lists.flatMap(listOf);
  if (members.length === 0) return () => '';
  const values = new Map(
    members.map(({ key, value }) => {
      const inner = isObject(value) ? (Object.values(value)[0] ?? '') : value;
      return [textOf(key), textOf(inner)];
    }),
  );
  return (key) => values.get(key) ?? '';
}

const firstOf = (attribute: Attributes, keys: readonly string[]): string =>
  keys.map(attribute).find((value) => value !== '') ?? '';

const ROLES: readonly SpanRole[] = ['internal', 'server', 'client', 'producer', 'consumer'];

/** OTLP counts from 1 or writes SPAN_KIND_SERVER, Zipkin SERVER, Jaeger server. */
function roleOf(kind: string): SpanRole {
  const word = kind.toLowerCase().replace(/^span_kind_/, '');
  return ROLES.find((role, i) => role === word || String(i + 1) === word) ?? 'internal';
}

/** Hexadecimal digits of 56 bits. */
const TH_DIGITS = 14;

/** Sampling share: from OpenTelemetry's `ot=th:` (56 bits, hexadecimal, without trailing zeros) or from attributes. */
function sampledOf(traceState: string, attribute: Attributes): { sampled?: number } {
  const [, threshold] = /(?:^|,)\s*ot=(?:[^,]*;)?th:([0-9a-f]{1,14})(?:[;,]|$)/.exec(traceState) ?? [];
  const stated = attribute('sampling.probability');
  const jaeger = attribute('sampler.type') === 'probabilistic' ? attribute('sampler.param') : '';
  const oneIn = attribute('SampleRate');
  const share =
    threshold !== undefined
      ? 1 - Number.parseInt(threshold.padEnd(TH_DIGITS, '0'), 16) / 2 ** 56
      : stated !== '' || jaeger !== ''
        ? Number(stated || jaeger)
        : oneIn !== ''
          ? 1 / Number(oneIn)
          : Number.NaN;
  return share > 0 && share <= 1 ? { sampled: share } : {};
}

/** An id of zeros alone, in hexadecimal or base64, names nothing. */
const named = (trace: string, id: unknown): string =>
  /^(0*|A*=*)$/.test(textOf(id)) ? '' : `${trace} ${textOf(id)}`;

/** Without a start and an end: it is told and left out. */
const NO_SPAN: Json = {};

/** The objects of a list; for what stands there in place of one, `instead`, so that it is not passed over. */
const membersOf = (list: unknown, instead: Json): readonly Json[] =>
  Array.isArray(list) ? list.map((one) => (isObject(one) ? one : instead)) : [];

/** One element of `resourceSpans`. Ids of spans are unique in their trace only. */
function* otlpSpans(resource: Json): Generator<Span> {
  const about = attributesOf(isObject(resource.resource) ? resource.resource.attributes : []);
  const service = about('service.name');
  const host = firstOf(about, HOST);
  const scopes = resource.scopeSpans ?? resource.instrumentationLibrarySpans;
  for (const scope of membersOf(scopes, { spans: [NO_SPAN] })) {
    for (const span of membersOf(scope.spans, NO_SPAN)) {
      const attribute = attributesOf(span.attributes);
      const trace = textOf(span.traceId);
      const { sampled } = sampledOf(textOf(span.traceState), attribute);
      // One literal: copying parts together takes most of the time of reading a file.
      const told: Span = {
        trace,
        id: `${trace} ${textOf(span.spanId)}`,
        parent: named(trace, span.parentSpanId),
        service,
        operation: textOf(span.name),
        role: roleOf(textOf(span.kind)),
        host,
        peer: firstOf(attribute, PEER),
        start: textOf(span.startTimeUnixNano),
        end: textOf(span.endTimeUnixNano),
      };
      yield sampled === undefined ? told : { ...told, sampled };
    }
  }
}

/** One element of `data`: a trace. Times in us. */
function* jaegerSpans(trace: Json): Generator<Span> {
  const processes = isObject(trace.processes) ? trace.processes : {};
  for (const span of membersOf(trace.spans, NO_SPAN)) {
    const process = span.process ?? processes[textOf(span.processID)];
    const { serviceName, tags }: Json = isObject(process) ? process : {};
    const links = listOf(span.references);
    const caller = links.find(({ refType }) => refType === 'CHILD_OF') ?? links[0];
    const start = microseconds(span.startTime);
    const duration = microseconds(span.duration);
    const own = textOf(span.traceID);
    const attribute = attributesOf(span.tags);
    yield {
      ...{ trace: own, id: `${own} ${textOf(span.spanID)}` },
      // A caller in another trace is none of this one's.
      parent: caller
        ? `${textOf(caller.traceID ?? own)} ${textOf(caller.spanID)}`
        : named(own, span.parentSpanID),
      ...(caller?.refType === 'FOLLOWS_FROM' && { follows: true as const }),
      ...{ service: textOf(serviceName), operation: textOf(span.operationName) },
      ...{ role: roleOf(attribute('span.kind')), peer: firstOf(attribute, PEER) },
      host: firstOf(attributesOf(tags), HOST),
      start: start === undefined ? '' : String(start),
      end: start === undefined || duration === undefined ? '' : String(start + duration),
      ...sampledOf(attribute('w3c.tracestate'), attribute),
    };
  }
}

/** A span of Zipkin, times in us. Caller and callee may share an id, which is then the callee's. */
function zipkinSpan(span: Json): Span {
  const endpoint = isObject(span.localEndpoint) ? span.localEndpoint : {};
  const remote = isObject(span.remoteEndpoint) ? span.remoteEndpoint : {};
  const start = microseconds(span.timestamp);
  // Spans of less than 1 us have none.
  const duration = span.duration === undefined ? 0n : microseconds(span.duration);
  const trace = textOf(span.traceId);
  const role = roleOf(textOf(span.kind));
  const isCaller = role === 'client' || role === 'producer';
  const id = `${trace} ${textOf(span.id)}`;
  return {
    ...{ trace, id: `${id}${isCaller ? ' caller' : ''}`, role, parent: named(trace, span.parentId) },
    ...(!isCaller && { caller: `${id} caller` }),
    // Proxies such as Envoy tell their address alone.
    service: textOf(endpoint.serviceName) || textOf(endpoint.ipv4 ?? endpoint.ipv6),
    operation: textOf(span.name),
    ...{ host: textOf(endpoint.ipv4 ?? endpoint.ipv6), peer: textOf(remote.serviceName) },
    start: start === undefined ? '' : String(start),
    end: start === undefined || duration === undefined ? '' : String(start + duration),
  };
}

/** To ns; undefined when it is no whole number >= 0. */
const microseconds = (value: unknown): bigint | undefined =>
  /^\d{1,16}$/.test(textOf(value)) ? BigInt(textOf(value)) * 1000n : undefined;

/** A service whose services, waits and paths are known, and its traces in the shapes of several tracers. */
import { drawExponential } from '../../core/distributions/draws.ts';
import { exp } from '../../core/numeric/elementary.ts';
import { openStream } from '../random/random-stream.ts';

export interface KnownService {
  readonly requests: number;
  /** Default 4. */
  readonly seed?: number;
  /** Per second. */
  readonly rate: number;
  /** Servers of the database, first come first served; its mean service is 20 ms. */
  readonly servers: number;
  /** Its services: the mean of so many exponential times; one when absent. */
  readonly steady?: number;
  /** Time at which, and factor by which, the services of the database or the rate of requests change, and until when. */
  readonly spell?: {
    readonly from: number;
    readonly to: number;
    readonly service?: number;
    readonly rate?: number;
  };
  /** The clock of the database is so far ahead, s. */
  readonly ahead?: number;
  /** Requests whose id lies in this part of its range are kept. */
  readonly kept?: number;
}

export interface KnownSpan {
  readonly trace: string;
  readonly id: string;
  readonly parent: string;
  readonly service: string;
  readonly name: string;
  readonly kind: 'client' | 'server';
  /** s. */
  readonly start: number;
  readonly end: number;
}

/** s, means over the requests that are kept. */
export interface Truth {
  readonly waiting: number;
  readonly service: number;
  readonly response: number;
  readonly spans: readonly KnownSpan[];
}

/** 60 % of the requests are `buy` and ask the database, of the others, `look`, every second one does. */
export function knownService(known: KnownService): Truth {
  const { requests, seed = 4, rate, servers, steady = 1, spell, ahead = 0, kept = 1 } = known;
  const stream = openStream({ seed, replication: 0, node: 'known', purpose: 'service' });
  const exponential = (mean: number): number => mean * drawExponential(stream);
  const during = (at: number): typeof spell =>
    spell && at >= spell.from && at < spell.to ? spell : undefined;
  let time = 0;
  const calls = Array.from({ length: requests }, () => {
    time += exponential(1 / (rate * (during(time)?.rate ?? 1)));
    const name = drawExponential(stream) < 0.9163 ? 'buy' : 'look';
    const asks = name === 'buy' || drawExponential(stream) < 0.7;
    const asked = time + exponential(0.01);
    return { name, asks, start: time, asked, arrives: asked + 0.0005 + exponential(0.0005) };
  }).sort((a, b) => a.arrives - b.arrives);
  const free: number[] = new Array(servers).fill(0);
  const sums = { waiting: 0, service: 0, response: 0 };
  const spans: KnownSpan[] = [];
  let count = 0;
  for (const { name, asks, start, asked, arrives } of calls) {
    const first = free.indexOf(Math.min(...free));
    const begins = Math.max(arrives, free[first]!);
    const service = 0.02 * (during(begins)?.service ?? 1);
    let ends = begins;
    for (let part = 0; part < steady; part += 1) ends += exponential(service / steady);
    const back = asks ? ends + 0.0005 + exponential(0.0005) : asked;
    const end = back + exponential(0.005);
    const id = Array.from({ length: 4 }, () => hex(1 - exp(-drawExponential(stream)), 8)).join('');
    if (asks) free[first] = ends;
    if (Number.parseInt(id.slice(16, 24), 16) / 2 ** 32 >= kept) continue;
    count += 1;
    sums.response += end - start;
    const span = (number: number, parent: number, rest: Omit<KnownSpan, 'trace' | 'id' | 'parent'>): void => {
      spans.push({
        trace: id,
        id: hex(number / 16, 16),
        parent: parent === 0 ? '' : hex(parent / 16, 16),
        ...rest,
      });
    };
    span(1, 0, { service: 'front', name, kind: 'server', start, end });
    if (!asks) continue;
    span(2, 1, { service: 'front', name: 'query', kind: 'client', start: asked, end: back });
    span(3, 2, { service: 'db', name: 'query', kind: 'server', start: arrives + ahead, end: ends + ahead });
    sums.waiting += begins - arrives;
    sums.service += ends - begins;
  }
  return {
    ...{ waiting: sums.waiting / count, service: sums.service / count, response: sums.response / count },
    spans,
  };
}

const hex = (share: number, digits: number): string =>
  Math.floor(share * 2 ** 32)
    .toString(16)
    .padStart(8, '0')
    .padEnd(digits, '0');

const BASE = 1_700_000_000n;
const ns = (seconds: number): string => String(BASE * 1_000_000_000n + BigInt(Math.round(seconds * 1e9)));
const us = (seconds: number): number => Number(BASE) * 1e6 + Math.round(seconds * 1e6);

/** `state` is the trace state of every span. */
export function asOtlp(spans: readonly KnownSpan[], state = ''): object {
  const services = [...new Set(spans.map(({ service }) => service))];
  return {
    resourceSpans: services.map((service) => ({
      resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
      scopeSpans: [
        {
          spans: spans
            .filter((span) => span.service === service)
            .map(({ trace, id, parent, name, kind, start, end }) => ({
              ...{ traceId: trace, spanId: id, parentSpanId: parent, name, kind: kind === 'server' ? 2 : 3 },
              ...{ startTimeUnixNano: ns(start), endTimeUnixNano: ns(end) },
              ...(state !== '' && { traceState: state }),
            })),
        },
      ],
    })),
  };
}

const jaegerSpan = ({ trace, id, parent, name, kind, start, end }: KnownSpan): object => ({
  ...{ traceID: trace, spanID: id, operationName: name, startTime: us(start), duration: us(end) - us(start) },
  references: parent === '' ? [] : [{ refType: 'CHILD_OF', traceID: trace, spanID: parent }],
  tags: [{ key: 'span.kind', type: 'string', value: kind }],
});

const processes = { p1: { serviceName: 'front', tags: [] }, p2: { serviceName: 'db', tags: [] } };

/** What Jaeger answers: a list of traces. */
export function asJaeger(spans: readonly KnownSpan[]): object {
  const traces = [...new Set(spans.map(({ trace }) => trace))];
  const list = traces.map((traceID) => ({ traceID, spans: [] as object[], processes }));
  const at = new Map(traces.map((trace, i) => [trace, i]));
  for (const span of spans)
    list[at.get(span.trace)!]!.spans.push({
      ...jaegerSpan(span),
      processID: span.service === 'db' ? 'p2' : 'p1',
    });
  return { data: list };
}

/** As Jaeger stores spans in Elasticsearch, one in a line. */
export const asStored = (spans: readonly KnownSpan[]): string =>
  spans
    .map((span) =>
      JSON.stringify({ _source: { ...jaegerSpan(span), process: { serviceName: span.service, tags: [] } } }),
    )
    .join('\n');

export const asZipkin = (spans: readonly KnownSpan[]): object =>
  spans.map(({ trace, id, parent, service, name, kind, start, end }) => ({
    ...{
      traceId: trace,
      id,
      name,
      kind: kind.toUpperCase(),
      timestamp: us(start),
      duration: us(end) - us(start),
    },
    ...(parent !== '' && { parentId: parent }),
    localEndpoint: { serviceName: service },
  }));

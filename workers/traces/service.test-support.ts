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
  /** And gains so much with every second. */
  readonly drift?: number;
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
  /** Whom a client names that it calls. */
  readonly peer?: string;
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
  const { requests, seed = 4, rate, servers, steady = 1, spell, ahead = 0, drift = 0, kept = 1 } = known;
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
    const noted = (at: number): number => at + ahead + drift * at;
    span(3, 2, {
      ...{ service: 'db', name: 'query', kind: 'server' },
      ...{ start: noted(arrives), end: noted(ends) },
    });
    sums.waiting += begins - arrives;
    sums.service += ends - begins;
  }
  return {
    ...{ waiting: sums.waiting / count, service: sums.service / count, response: sums.response / count },
    spans,
  };
}

/** `front` takes any number at once and calls `app`, whose threads are held while they ask `db`. */
export interface NestedService {
  readonly requests: number;
  readonly rate: number;
  readonly threads: number;
  readonly servers: number;
  /** Services of the database take so many times as long: always, or for a while. */
  readonly slower?: { readonly times: number; readonly from?: number; readonly to?: number };
}

export interface NestedTruth {
  readonly spans: readonly KnownSpan[];
  /** s, in the order of the requests. */
  readonly responses: readonly number[];
  /** Means, s. */
  readonly waiting: { readonly app: number; readonly db: number };
  /** Share of the time between the first and the last request for which threads of the application were taken, and worked. */
  readonly load: { readonly taken: number; readonly worked: number };
}

/** Told event by event: who arrives, begins, asks, is answered and leaves. The same draws whatever the threads, servers and rates. */
export function nestedService({ requests, rate, threads, servers, slower }: NestedService): NestedTruth {
  const stream = openStream({ seed: 7, replication: 0, node: 'nested', purpose: 'service' });
  const exponential = (mean: number): number => mean * drawExponential(stream);
  let time = 0;
  const starts = Array.from({ length: requests }, () => {
    time += exponential(1);
    return time / rate;
  });
  const tasks = starts.map((start) => ({
    start,
    ...{ before: exponential(0.003), there: 0.0002 + exponential(0.0004), first: exponential(0.0075) },
    ...{
      asking: 0.0002 + exponential(0.0004),
      query: exponential(0.018),
      answering: 0.0002 + exponential(0.0004),
    },
    ...{ second: exponential(0.0075), back: 0.0002 + exponential(0.0004), after: exponential(0.002) },
    ...{ inApp: 0, begun: 0, asked: 0, inDb: 0, served: 0, done: 0, answered: 0, left: 0 },
  }));
  type Task = (typeof tasks)[number];
  const free = { app: threads, db: servers };
  const lines: Record<'app' | 'db', Task[]> = { app: [], db: [] };
  const events: { at: number; then: (at: number) => void }[] = [];
  const after = (at: number, then: (at: number) => void): void => {
    let i = events.length;
    while (i > 0 && events[i - 1]!.at < at) i -= 1;
    events.splice(i, 0, { at, then });
  };
  const take = (place: 'app' | 'db', at: number): void => {
    for (; free[place] > 0 && lines[place].length > 0; free[place] -= 1)
      begin[place](lines[place].shift()!, at);
  };
  const begin = {
    app: (task: Task, at: number): void => {
      task.begun = at;
      task.asked = at + task.first;
      after(task.asked + task.asking, (now) => {
        task.inDb = now;
        lines.db.push(task);
        take('db', now);
      });
    },
    db: (task: Task, at: number): void => {
      task.served = at;
      const isSlower = slower && at >= (slower.from ?? 0) && at < (slower.to ?? Number.POSITIVE_INFINITY);
      after(at + task.query * (isSlower ? slower.times : 1), (now) => {
        task.done = now;
        task.answered = now + task.answering;
        free.db += 1;
        take('db', now);
        after(task.answered + task.second, (end) => {
          task.left = end;
          free.app += 1;
          take('app', end);
        });
      });
    },
  };
  for (const task of [...tasks].reverse())
    after(task.start + task.before + task.there, (now) => {
      task.inApp = now;
      lines.app.push(task);
      take('app', now);
    });
  for (let event = events.pop(); event; event = events.pop()) event.then(event.at);
  const endOf = ({ left, back, after: rest }: Task): number => left + back + rest;
  const spans = tasks.flatMap((task, i): readonly KnownSpan[] => {
    const trace = hex((i + 1) / 2 ** 32, 8).repeat(4);
    const span = (
      id: number,
      parent: number,
      service: string,
      kind: KnownSpan['kind'],
      start: number,
      end: number,
    ) => ({
      trace,
      id: `${trace.slice(0, 15)}${id}`,
      parent: parent === 0 ? '' : `${trace.slice(0, 15)}${parent}`,
      service,
      name: service,
      kind,
      start,
      end,
    });
    return [
      span(1, 0, 'front', 'server', task.start, endOf(task)),
      span(2, 1, 'front', 'client', task.start + task.before, task.left + task.back),
      span(3, 2, 'app', 'server', task.inApp, task.left),
      span(4, 3, 'app', 'client', task.asked, task.answered),
      span(5, 4, 'db', 'server', task.inDb, task.done),
    ];
  });
  const mean = (of: (task: Task) => number): number =>
    tasks.reduce((sum, task) => sum + of(task), 0) / requests;
  const loadOf = (time: (task: Task) => number): number =>
    (mean(time) * requests) / (starts.at(-1)! - starts[0]!) / threads;
  return {
    spans,
    responses: tasks.map((task) => endOf(task) - task.start),
    waiting: {
      app: mean(({ begun, inApp }) => begun - inApp),
      db: mean(({ served, inDb }) => served - inDb),
    },
    load: {
      taken: loadOf(({ begun, left }) => left - begun),
      worked: loadOf(({ first, second }) => first + second),
    },
  };
}

/** `public/measurements/checkout-spans.json.gz`, unpacked: one database behind sixteen threads, three times slower from 26 s to 34 s. */
export const CHECKOUT: NestedService = {
  ...{ requests: 2000, rate: 35, threads: 16, servers: 1 },
  slower: { times: 3, from: 26, to: 34 },
};

export const checkoutExample = (): string => JSON.stringify(asZipkin(nestedService(CHECKOUT).spans));

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
            .map(({ trace, id, parent, name, kind, start, end, peer }) => ({
              ...(peer && { attributes: [{ key: 'peer.service', value: { stringValue: peer } }] }),
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

/** Logs and traces of a line whose numbers are known: two servers, then a branch to a machine of constant time. */
import { log } from '../../core/numeric/elementary.ts';

export const KNOWN = { gap: 1, prepare: 1.5, check: 1, toCheck: 0.3 };

interface KnownVisit {
  readonly task: number;
  readonly place: 'prepare' | 'check';
  readonly came: number;
  readonly begun: number;
  readonly done: number;
}

/** Uniform numbers of a multiplicative generator (Park and Miller 1988). */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** One worker is as fast as two together. */
export function knownVisits(tasks: number, workers: 1 | 2, seed = 20): readonly KnownVisit[] {
  const next = dice(seed);
  const drawn = (mean: number): number => -mean * log(next());
  const arrivals: { task: number; at: number }[] = [];
  for (let task = 0; task < tasks; task += 1)
    arrivals.push({ task, at: (arrivals.at(-1)?.at ?? 0) + drawn(KNOWN.gap) });
  const prepared = served('prepare', arrivals, workers, () => drawn((KNOWN.prepare * workers) / 2));
  const on = prepared.filter(() => next() < KNOWN.toCheck).map(({ task, done }) => ({ task, at: done }));
  return [...prepared, ...served('check', on, 1, () => KNOWN.check)];
}

/** First come, first served. */
function served(
  place: KnownVisit['place'],
  arrivals: readonly { readonly task: number; readonly at: number }[],
  servers: number,
  service: (task: number) => number,
): KnownVisit[] {
  const free = Array.from({ length: servers }, () => 0);
  return [...arrivals]
    .sort((a, b) => a.at - b.at)
    .map(({ task, at }) => {
      const server = free.indexOf(Math.min(...free));
      const begun = Math.max(at, free[server]!);
      free[server] = begun + service(task);
      return { task, place, came: at, begun, done: free[server]! };
    });
}

const stamp = (seconds: number): string =>
  new Date(Date.UTC(2026, 4, 3) + Math.round(seconds * 1000)).toISOString();

/** An event log as programs of process mining export it. */
export function eventLog(
  visits: readonly KnownVisit[],
  {
    starts,
    arrivals = true,
    kindOf,
  }: {
    readonly starts: boolean;
    readonly arrivals?: boolean;
    readonly kindOf?: (task: number) => string;
  },
): string {
  const rows = visits.flatMap(({ task, place, came, begun, done }) => [
    // The first step of a case would otherwise come when it is started.
    ...(place === 'prepare' && arrivals ? [{ task, place, at: came, what: 'schedule' }] : []),
    ...(starts ? [{ task, place, at: begun, what: 'start' }] : []),
    { task, place, at: done, what: 'complete' },
  ]);
  return [
    `case:concept:name,concept:name,time:timestamp,lifecycle:transition${kindOf ? ',case:class' : ''}`,
    ...rows
      .sort((a, b) => a.at - b.at)
      .map(
        ({ task, place, at, what }) =>
          `case ${task},${place},${stamp(at)},${what}${kindOf ? `,${kindOf(task)}` : ''}`,
      ),
  ].join('\n');
}

/** Slices of threads as Chrome and Perfetto write them, with their flows beside them (`v1`) or in the slices that they join (`v2`). */
export function traceEvents(visits: readonly KnownVisit[], form: 'v1' | 'v2'): string {
  const us = (seconds: number): number => Math.round(seconds * 1e6);
  const begins = visits
    .filter(({ place }) => place === 'prepare')
    .map((visit) => ({ ...visit, place: 'receive' as const, begun: visit.came, done: visit.came }));
  const order = ['receive', 'prepare', 'check'] as const;
  const all = [...begins, ...visits];
  const has = new Set(all.map(({ task, place }) => `${task} ${place}`));
  const events = all.flatMap(({ task, place, begun, done }) => {
    const at = order.indexOf(place);
    const [comes, goes] = [at > 0, has.has(`${task} ${order[at + 1]}`)];
    const thread = { pid: 1, tid: `${place} ${place === 'check' ? 0 : task}`, cat: 'work' };
    const slice = { ...thread, ph: 'X', name: place, ts: us(begun), dur: us(done) - us(begun) };
    if (form === 'v2')
      return [{ ...slice, ...((comes || goes) && { bind_id: `0x${task}`, flow_in: comes, flow_out: goes }) }];
    const flow = { ...thread, name: 'next' };
    return [
      ...(comes ? [{ ...flow, ph: 'f', bp: 'e', id: `${task} ${place}`, ts: us(begun) }] : []),
      ...(goes ? [{ ...flow, ph: 's', id: `${task} ${order[at + 1]}`, ts: us(done) }] : []),
      slice,
    ];
  });
  return JSON.stringify({ traceEvents: events });
}

/** Insertions and departures, with the ends of each queue. */
export function tracedQueues(visits: readonly KnownVisit[]): string {
  const events = visits.flatMap(({ place, came, done }) => [
    { place, at: came, kind: 'I' },
    { place, at: done, kind: 'D' },
  ]);
  return [
    '#qtm 1 queues time=us',
    'queueId,name,source,dest,kind,parentId,capacity',
    'prepare,,clients,prepare,regular,,',
    'check,,prepare,check,regular,,12',
    '#qtm 1 events time=us',
    'queueId,time,kind,count,blockedFor',
    ...events
      .sort((a, b) => a.at - b.at)
      .map(({ place, at, kind }) => `${place},${Math.round(at * 1e6)},${kind},1,`),
  ].join('\n');
}

/** The known flow as samples of counters, taken every `every` s. */
export function sampledQueues(visits: readonly KnownVisit[], every: number): string {
  const places = ['prepare', 'check'] as const;
  const end = Math.max(...visits.map(({ done }) => done));
  const counts = places.map((place) => {
    const own = visits.filter((visit) => visit.place === place);
    return {
      came: own.map(({ came }) => came).sort((a, b) => a - b),
      done: own.map(({ done }) => done).sort((a, b) => a - b),
    };
  });
  const rows: string[] = [];
  const at = counts.map(() => ({ came: 0, done: 0 }));
  for (let time = 0; time < end; time += every)
    for (const [i, place] of places.entries()) {
      const [sorted, now] = [counts[i]!, at[i]!];
      while (now.came < sorted.came.length && sorted.came[now.came]! <= time) now.came += 1;
      while (now.done < sorted.done.length && sorted.done[now.done]! <= time) now.done += 1;
      rows.push(`${place},${Math.round(time * 1e6)},${now.came},${now.done}`);
    }
  return [
    '#qtm 1 queues time=us',
    'queueId,name,source,dest,kind,parentId,capacity',
    'prepare,,clients,prepare,regular,,',
    'check,,prepare,check,regular,,',
    '#qtm 1 counters time=us',
    'queueId,timestamp,inCount,outCount',
    ...rows,
  ].join('\n');
}

/** Two kinds of cases through one server, first come, first served; the short ones are more often checked, by constant services. */
export const KINDS = {
  short: { share: 0.3, service: 0.3, toCheck: 0.8 },
  long: { share: 0.7, service: 1, toCheck: 0.1 },
} as const;

export type Kind = keyof typeof KINDS;

/** `alike` serves and routes both as long ones. */
export function visitsOfKinds(
  tasks: number,
  alike = false,
): { readonly visits: readonly KnownVisit[]; readonly kindOf: (task: number) => Kind } {
  const next = dice(77);
  let at = 0;
  const arrivals = Array.from({ length: tasks }, (_, task) => {
    at += -1.25 * log(next());
    const kind: Kind = next() < KINDS.short.share ? 'short' : 'long';
    return { task, at, kind };
  });
  const kindOf = (task: number): Kind => arrivals[task]!.kind;
  const rules = (task: number) => KINDS[alike ? 'long' : kindOf(task)];
  const prepared = served('prepare', arrivals, 1, (task) => -rules(task).service * log(next()));
  const on = prepared.filter(({ task }) => next() < rules(task).toCheck);
  const checks = on.map(({ task, done }) => ({ task, at: done }));
  return { visits: [...prepared, ...served('check', checks, 1, () => KNOWN.check)], kindOf };
}

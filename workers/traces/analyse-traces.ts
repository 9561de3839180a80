/** From spans to where the time of the requests went, and to a drawing. */
import { groupBy } from '../../core/base/group-by.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { readWhatIf, type WhatIfCase } from '../../core/study/what-if.ts';
import type { TracedSpan } from '../measure/traced-span.ts';
import { countUpTo } from '../numeric/count-up-to.ts';
import { awaited, callTrees, instanceKey, ownStretches, type Request, type Visit } from './call-tree.ts';
import { changedBy } from './changed-service.ts';
import { changedStretch, ratioIn, type Series, type Stretch } from './changes.ts';
import { alignClocks, fitCalls, leaveNetworks } from './clocks.ts';
import type {
  BeforeSpan,
  ChangeCause,
  ChangeRatio,
  CourseStretch,
  FoundChange,
  RequestType,
  Responses,
  Sampling,
  TimeSpent,
  TraceAnswer,
  TracedService,
  TraceRefusal,
  TraceReport,
  TraceSettings,
  TraceWhatIf,
  TraceWindow,
  WindowReport,
} from './contract.ts';
import { drawTraces } from './draw-traces.ts';
import { type InstanceQueue, lackOwnSpans, readQueue, Sums, waitingByModel } from './queues.ts';
import { rateRange, samplingOf } from './sampling.ts';
import { type ServedService, servedAgain } from './serve-again.ts';
import { timeSpent } from './time-spent.ts';
import {
  changedName,
  FEWEST_VISITS,
  MOST_IMPOSSIBLE,
  traceNotes,
  traceQuestions,
  traceSentences,
} from './trace-words.ts';

export interface TracedFile {
  readonly name: string;
  /** Whole seconds since 1970 from which the times of the spans count. */
  readonly origin: string;
  readonly spans: readonly TracedSpan[];
}

export function analyseTraces(file: TracedFile, settings: TraceSettings): Result<TraceAnswer, TraceRefusal> {
  const trees = callTrees(file.spans);
  const visits = [...trees.visits];
  const clocks = alignClocks(visits);
  fitCalls(visits);
  leaveNetworks(visits);
  const whole = trees.requests.filter(({ isWhole }) => isWhole);
  // Where all callers are missing, each trace is a request from where it enters the file.
  const requests = [...(whole.length > 0 ? whole : trees.requests)].sort(
    (a, b) => a.root.start - b.root.start,
  );
  const stated = samplingOf(file.spans, trees.orphans, settings.sampled);
  const byService = groupBy(visits, ({ service }) => service);
  const stranger = Object.keys(settings.servers ?? {}).find((name) => !byService.has(name));
  if (stranger !== undefined)
    return err({
      of: 'servers',
      message: `there is no service "${stranger}"; expected one of ${[...byService.keys()].join(', ')}`,
    });
  const read = queuesOf(byService, settings.servers, stated);
  const { sampling, queues } = read;
  const isComplete = isTakenAsComplete(sampling);
  const before = waitsBeforeSpans(visits);
  const tells = (service: string): boolean => {
    const { known, mostAtOnce } = queues.get(service)!;
    // Others, which are not in the sample, may have been inside beside each of them.
    const isNeverTwo =
      sampling.share === 1 && mostAtOnce === 1 && byService.get(service)!.length >= FEWEST_VISITS;
    return isComplete && (known !== 'unseen' || (isNeverTwo && !before.has(service)));
  };
  const names = [...byService.keys()];
  const spent = timeSpent(requests, names, tells);
  const { duration, ...rate } = rates(requests, sampling);
  const services = spent.services.map((share): TracedService => {
    const own = byService.get(share.service)!;
    const queue = queues.get(share.service)!;
    const stay = own.reduce((sum, { start, end }) => sum + end - start, 0) / own.length / 1e9;
    const held = own.reduce((sum, { start, wait, end }) => sum + end - start - wait, 0) / own.length / 1e9;
    const perInstance = own.length / (duration * (sampling.share ?? 1) * queue.instances);
    return {
      ...{ ...share, ...queue, ...ownWork(own), visits: own.length, stay },
      held: tells(share.service) ? held : undefined,
      isOfCallers: lackOwnSpans(own),
      ofCallers: own.filter(({ isOfCaller }) => isOfCaller).length,
      ...(before.has(share.service) && { before: before.get(share.service)! }),
      ...(sampling.share !== undefined &&
        !isComplete &&
        queue.known !== 'unseen' &&
        duration > 0 && { waitingByModel: waitingByModel(stay, perInstance, queue.servers) }),
    };
  });
  const isBelieved = (service: string): boolean =>
    tells(service) && queues.get(service)!.impossible <= MOST_IMPOSSIBLE;
  const driving: Driving = {
    arrivals: gapsOf(requests.map(({ root }) => root.start)),
    services: new Map(
      names.filter(isBelieved).map((name) => [name, workSeries(byService.get(name)!)] as const),
    ),
    gaps: new Map(
      names
        .filter(isBelieved)
        .map((name) => [name, gapsOf(byService.get(name)!.map(({ start }) => start))] as const),
    ),
    held: (name) => workSeries(byService.get(name)!, ({ start, wait, end }) => end - start - wait),
  };
  const first = requests[0]!.root.start;
  const untold = new Map(
    names.filter((name) => !tells(name)).map((name) => [name, workSeries(byService.get(name)!)] as const),
  );
  const changes = changesOf(driving, untold, first);
  const asked = settings.window
    ? windowFrom(requests, settings.window, file.origin)
    : foundWindow(requests, changes[0]);
  if (!asked.ok) return err({ of: 'window', message: asked.error });
  const { value: split } = asked;
  const spentIn = (some: readonly Request[]): TimeSpent => timeSpent(some, names, tells);
  const window = split && {
    ...{ from: split.from, to: split.to, isFound: !settings.window },
    ...{ inside: spentIn(split.inside), outside: spentIn(split.outside) },
  };
  const cause = window && causeOf(window, driving, first);
  const inside = split && new Set(split.inside);
  const asks = askWhatIf(
    requests,
    { isComplete, services, counts: (request) => inside?.has(request) ?? true },
    settings.whatIf ?? [],
  );
  if (!asks.ok) return err({ of: 'whatIf', message: asks.error });
  const report: TraceReport = {
    ...spent,
    ...{ services, clocks, sampling, spans: file.spans.length, origin: file.origin },
    ...{ start: first / 1e9, duration, ...rate },
    ...{ isWithoutCallers: whole.length === 0 },
    ...{ types: typesOf(requests), parallel: parallelShare(visits) },
    ...asks.value,
    changes,
    ...(window && { window: { ...window, ...(cause && { cause }) } }),
    course: courseOf(requests, duration, spentIn),
  };
  const seconds = report.duration > 0 ? report.duration * (sampling.share ?? 1) : 1;
  const sentences = traceSentences(report, settings);
  const name = file.name.replace(/^.*[\\/]|\.(json|ndjson|jsonl)(\.gz)?$/g, '').slice(0, 200) || 'traces';
  const notes = traceNotes(report, file.name, sentences);
  const drawn = drawTraces(requests, services, seconds);
  return ok({
    ...{ report, sentences, questions: traceQuestions(report) },
    scenario: drawn({ name, notes }, []),
    changed: asks.value.whatIf
      .filter(({ isAsked }) => isAsked)
      .map(({ changes }) => ({ changes, scenario: drawn(changedName(name, notes, changes), changes) })),
  });
}

/** Nothing says, or shows, that requests are missing. */
const isTakenAsComplete = ({ share, missedAt }: Sampling): boolean =>
  share === 1 || (share === undefined && missedAt.length === 0);

type ServiceQueue = InstanceQueue & { readonly instances: number };

/** Where nothing tells how many were traced, and visits do not come out as those of all requests, they are read as those of a sample. */
function queuesOf(
  byService: ReadonlyMap<string, readonly Visit[]>,
  servers: TraceSettings['servers'],
  stated: Sampling,
): { readonly sampling: Sampling; readonly queues: ReadonlyMap<string, ServiceQueue> } {
  const readAs = (sampling: Sampling): Map<string, ServiceQueue> =>
    new Map(
      Array.from(byService, ([service, own]) => [
        service,
        queueOf(own, servers?.[service], isTakenAsComplete(sampling)),
      ]),
    );
  const queues = readAs(stated);
  const doubts = new Map(
    Array.from(queues).flatMap(([service, { doubt }]) => (doubt ? [[service, doubt]] : [])),
  );
  if (stated.share !== undefined || doubts.size === 0) return { sampling: stated, queues };
  const sampling = { ...stated, missedAt: [...doubts.keys()] };
  const asSample = readAs(sampling);
  for (const [service, doubt] of doubts) asSample.set(service, { ...asSample.get(service)!, doubt });
  return { sampling, queues: asSample };
}

/** Instances stand side by side, each with a queue of its own. */
function queueOf(visits: readonly Visit[], given: number | undefined, isComplete: boolean): ServiceQueue {
  const known = new Set(visits.flatMap(({ isOfCaller, instance }) => (isOfCaller ? [] : [instance])));
  // Whoever lost its span was at the only instance that there is.
  const isOne = known.size === 1 && !lackOwnSpans(visits);
  const byInstance = isOne ? [visits] : groupBy(visits, ({ instance }) => instance).values();
  const queues = Array.from(byInstance, (own) => readQueue(own, given, isComplete));
  const most = queues.reduce((a, b) => (b.mostAtOnce > a.mostAtOnce ? b : a));
  const isTold = queues.every(({ known }) => known !== 'unseen');
  const told = queues.reduce((a, b) => (b.servers > a.servers ? b : a));
  if (!isTold) for (const visit of visits) visit.wait = 0;
  const impossible = queues.reduce((total, queue) => total + queue.impossible, 0) / visits.length;
  const doubt = queues.find((queue) => queue.doubt)?.doubt;
  return {
    ...(isTold
      ? { ...told, mostAtOnce: most.mostAtOnce, impossible }
      : { ...most, servers: most.mostAtOnce, known: 'unseen', impossible: 0 }),
    ...(doubt && { doubt }),
    instances: queues.length,
  };
}

/** Work on one visit: its time without waiting and calls, ns. */
const workOf = (visit: Visit): number =>
  ownStretches(visit).reduce((sum, [from, to]) => sum + to - from, 0) - visit.wait;

function ownWork(visits: readonly Visit[]): { meanService: number; scv: number } {
  const works = visits.map(workOf);
  const mean = works.reduce((sum, work) => sum + work, 0) / works.length;
  const variance = works.reduce((sum, work) => sum + (work - mean) ** 2, 0) / works.length;
  return { meanService: mean / 1e9, scv: mean > 0 ? variance / mean ** 2 : 0 };
}

/** Waiting below this share of the response calls for no server. */
const WORTH_A_SERVER = 0.05;
const MOST_RELIEVED = 3;
const MOST_SERVERS = 100_000;
/** Requests served again as they were must take as long as they did, up to this share. */
const NEAR_ENOUGH = 0.01;

/** What was asked, and what one more server would do where requests wait. */
function askWhatIf(
  requests: readonly Request[],
  {
    isComplete,
    services,
    counts,
  }: { isComplete: boolean; services: readonly TracedService[]; counts: (request: Request) => boolean },
  asked: readonly string[],
): Result<Pick<TraceReport, 'responses' | 'whatIf'>, string> {
  const servers = new Map(
    services.map(({ service, known, servers: each }) => [service, known === 'unseen' ? undefined : each]),
  );
  const isCounted = requests.map(counts);
  const serve = (changes: WhatIfCase): Responses | undefined => {
    const times = servedAgain(requests, ...servedWith(changes, servers));
    return times && responsesOf(Array.from(times).filter((_, i) => isCounted[i]));
  };
  const seen = requests.map(({ root }) => root.end - root.start);
  const responses = responsesOf(seen.filter((_, i) => isCounted[i]));
  const cases = casesOf(asked, services);
  if (!cases.ok) return cases;
  // Where nothing is asked and nobody waits, nothing is served again: each time takes a pass over all requests.
  const worthOne = services
    .filter(({ waiting = 0 }) => waiting > WORTH_A_SERVER * responses.mean)
    .sort((a, b) => b.waiting! - a.waiting!)
    .slice(0, MOST_RELIEVED);
  if (asked.length === 0 && worthOne.length === 0) return ok({ responses, whatIf: [] });
  const isReproduced = isComplete && isNear(servedAgain(requests, ...servedWith([], servers)), seen);
  if (asked.length > 0 && !isReproduced)
    return err(
      isComplete
        ? 'what would be cannot be told: served again as they were, the requests do not come out as in the file'
        : 'what would be cannot be told of a sample: the requests that were not traced stood in the same queues',
    );
  if (!isReproduced) return ok({ responses, whatIf: [] });
  const relieved = worthOne
    .map(({ service, servers: each }): TraceWhatIf => {
      const changes: WhatIfCase = [{ kind: 'servers', queue: service, servers: each + 1 }];
      return { changes, isAsked: false, responses: serve(changes) };
    })
    .sort(
      (a, b) =>
        (a.responses?.p95 ?? Number.POSITIVE_INFINITY) - (b.responses?.p95 ?? Number.POSITIVE_INFINITY),
    );
  return ok({
    responses,
    whatIf: [
      ...cases.value.map((changes) => ({ changes, isAsked: true, responses: serve(changes) })),
      ...relieved,
    ],
  });
}

function casesOf(
  asked: readonly string[],
  services: readonly TracedService[],
): Result<readonly WhatIfCase[], string> {
  const network = {
    ...{ noun: 'service', mostServers: MOST_SERVERS, states: [], choices: [] },
    queues: services.map(({ service, servers }) => ({ id: service, servers })),
  };
  const cases: WhatIfCase[] = [];
  for (const text of asked) {
    const read = readWhatIf(text, network);
    if (!read.ok) return read;
    const unseen = read.value.find(
      (change) =>
        change.kind === 'servers' &&
        services.some(({ service, known }) => service === change.queue && known === 'unseen'),
    );
    if (unseen?.kind === 'servers')
      return err(
        `${JSON.stringify(text)}: the traces do not tell how many servers ${unseen.queue} has; say it first`,
      );
    cases.push(read.value);
  }
  return ok(cases);
}

function servedWith(
  changes: WhatIfCase,
  servers: ReadonlyMap<string, number | undefined>,
): [(service: string) => ServedService, number] {
  const { load, servers: changed, times } = changedBy(changes);
  return [
    (service) => ({
      servers: changed.get(service) ?? servers.get(service),
      times: times.get(service) ?? 1,
    }),
    load,
  ];
}

function isNear(times: Float64Array | undefined, seen: readonly number[]): boolean {
  if (!times) return false;
  const apart = seen.reduce((sum, time, i) => sum + Math.abs(time - times[i]!), 0);
  return apart <= NEAR_ENOUGH * seen.reduce((sum, time) => sum + time, 0);
}

/** From ns. */
function responsesOf(times: readonly number[]): Responses {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1]! / 1e9;
  return {
    mean: times.reduce((sum, time) => sum + time, 0) / times.length / 1e9,
    p50: at(0.5),
    p95: at(0.95),
  };
}

function rates(requests: readonly Request[], { share, evenness = 1 }: Sampling) {
  const [first, last] = [requests[0]!.root.start, requests.at(-1)!.root.start];
  const duration = (last - first) / 1e9;
  const seenRate = duration > 0 ? (requests.length - 1) / duration : Number.NaN;
  const rate = share === undefined ? undefined : seenRate / share;
  if (rate === undefined || share === 1 || !(duration > 0)) return { duration, seenRate, rate };
  const [low, high] = rateRange((requests.length - 1) * evenness);
  return { duration, seenRate, rate, rateInterval: [rate * low, rate * high] as const };
}

function typesOf(requests: readonly Request[]): readonly RequestType[] {
  return Array.from(
    groupBy(requests, ({ type }) => type),
    ([name, own]) => ({
      ...{ name, requests: own.length },
      response: own.reduce((sum, { root }) => sum + root.end - root.start, 0) / own.length / 1e9,
    }),
  ).sort((a, b) => b.requests - a.requests);
}

function parallelShare(visits: readonly Visit[]): number {
  let calls = 0;
  let overlapping = 0;
  for (const visit of visits) {
    let until = Number.NEGATIVE_INFINITY;
    for (const { start, end } of awaited(visit)) {
      calls += 1;
      if (start < until) overlapping += 1;
      until = Math.max(until, end);
    }
  }
  return calls === 0 ? 0 : overlapping / calls;
}

/** What drives the queues: gaps between requests, and of each service of which it is known the visits and the gaps between them. */
interface Driving {
  readonly arrivals: Series;
  readonly services: ReadonlyMap<string, Series>;
  readonly gaps: ReadonlyMap<string, Series>;
  readonly held: (service: string) => Series;
}

/** By when they were begun. */
function workSeries(visits: readonly Visit[], of = workOf): Series {
  const begun = visits.map((visit) => [visit.start + visit.wait, of(visit)] as const);
  begun.sort(([a], [b]) => a - b);
  return {
    times: Float64Array.from(begun, ([time]) => time),
    values: Float64Array.from(begun, ([, work]) => work),
  };
}

/** By the later of the two. */
function gapsOf(starts: readonly number[]): Series {
  const times = Float64Array.from(starts).sort();
  return {
    times: times.slice(1),
    values: Float64Array.from(times.subarray(1), (time, i) => time - times[i]!),
  };
}

/** Changes of less are not worth a word, however sure. */
const WORTH_A_CHANGE = 0.1;

/** `untold`: the times of visits with whatever waiting there was. */
function changesOf(
  { arrivals, services }: Driving,
  untold: ReadonlyMap<string, Series>,
  first: number,
): readonly FoundChange[] {
  const found = (
    series: Series,
    service?: string,
    isUntold = false,
  ): readonly (FoundChange & Pick<Stretch, 'distance'>)[] => {
    const stretch = changedStretch(series, isUntold);
    const ratio = stretch && ratioIn(series, stretch.from, stretch.to);
    if (!stretch || !ratio || Math.abs(ratio.ratio - 1) < WORTH_A_CHANGE || (ratio.low < 1 && ratio.high > 1))
      return [];
    return [
      {
        ...stretch,
        ...{ from: (stretch.from - first) / 1e9, to: (stretch.to - first) / 1e9 },
        ...(service === undefined ? rateRatio(ratio) : { service, ...inSeconds(ratio) }),
        ...(isUntold && { isUntold }),
      },
    ];
  };
  return [
    ...found(arrivals),
    ...Array.from(services, ([name, series]) => found(series, name)).flat(),
    ...Array.from(untold, ([name, series]) => found(series, name, true)).flat(),
  ]
    .sort((a, b) => b.distance - a.distance)
    .map(({ distance: _, ...change }) => change);
}

const inSeconds = ({ before, now, ...ratio }: ChangeRatio): ChangeRatio => ({
  ...ratio,
  ...{ before: before / 1e9, now: now / 1e9 },
});

/** A change of gaps (ns) as one of rates (1/s). */
const rateRatio = ({ before, now, ratio, low, high }: ChangeRatio): ChangeRatio => ({
  ...{ before: 1e9 / before, now: 1e9 / now, ratio: 1 / ratio, low: 1 / high, high: 1 / low },
});

/** Why waiting changed at the service where it changed most. */
function causeOf(
  { from, to, inside, outside }: Pick<WindowReport, 'from' | 'to' | 'inside' | 'outside'>,
  { services, gaps, held }: Driving,
  first: number,
): ChangeCause | undefined {
  const changeOf = (i: number): number =>
    Math.abs((inside.services[i]!.waiting ?? 0) - (outside.services[i]!.waiting ?? 0));
  const [most] = [...inside.services.keys()].sort((a, b) => changeOf(b) - changeOf(a));
  const service = most === undefined ? undefined : inside.services[most]!.service;
  const series = service === undefined ? undefined : services.get(service);
  if (service === undefined || !series) return undefined;
  const [start, end] = [first + 1e9 * from, first + 1e9 * to];
  const visit = ratioIn(series, start, end);
  const load = ratioIn(gaps.get(service)!, start, end);
  const holding = ratioIn(held(service), start, end);
  return (
    visit &&
    load &&
    holding && { service, visit: inSeconds(visit), load: rateRatio(load), held: inSeconds(holding) }
  );
}

const MOST_STRETCHES = 48;
const FEWEST_IN_A_STRETCH = 10;

function courseOf(
  requests: readonly Request[],
  duration: number,
  spentIn: (some: readonly Request[]) => TimeSpent,
): readonly CourseStretch[] {
  const count = Math.min(MOST_STRETCHES, Math.floor(requests.length / FEWEST_IN_A_STRETCH));
  if (count < 2 || duration <= 0) return [];
  const first = requests[0]!.root.start / 1e9;
  const length = duration / count;
  const stretches = Array.from({ length: count }, (): Request[] => []);
  for (const request of requests)
    stretches[Math.min(count - 1, Math.floor((request.root.start / 1e9 - first) / length))]!.push(request);
  return stretches.map((own, i) => {
    const { response, services } = spentIn(own);
    return {
      ...{ from: i * length, to: (i + 1) * length, requests: own.length, response },
      services: services.map(({ service, waiting, own: work }) => ({ service, waiting, own: work })),
    };
  });
}

interface Split {
  /** s from the first request. */
  readonly from: number;
  readonly to: number;
  readonly inside: readonly Request[];
  readonly outside: readonly Request[];
}

/** The stretch of the surest change. */
function foundWindow(
  requests: readonly Request[],
  change: FoundChange | undefined,
): Result<Split | undefined, string> {
  if (!change) return ok(undefined);
  const split = splitAt(requests, change.from, change.to);
  return ok(split.inside.length < 2 || split.outside.length < 2 ? undefined : split);
}

function splitAt(requests: readonly Request[], from: number, to: number): Split {
  const first = requests[0]!.root.start / 1e9;
  const isInside = ({ root }: Request): boolean =>
    root.start / 1e9 - first >= from && root.start / 1e9 - first < to;
  return {
    ...{ from, to, inside: requests.filter(isInside) },
    outside: requests.filter((request) => !isInside(request)),
  };
}

const DAY = 86_400;

/** Requests that begin in the window, and the others. */
function windowFrom(
  requests: readonly Request[],
  window: TraceWindow,
  origin: string,
): Result<Split, string> {
  const first = requests[0]!.root.start / 1e9;
  // A window of the day lies on the day of the first request, or on the next where it was over by then.
  const midnight = first - ((Number(BigInt(origin) % BigInt(DAY)) + first) % DAY);
  const late = window.ofDay && midnight + window.to < first ? DAY : 0;
  const base = window.ofDay ? midnight + late - first : 0;
  const split = splitAt(requests, base + window.from, base + window.to);
  const { inside, outside } = split;
  if (inside.length < 2 || outside.length < 2)
    return err(
      `the window holds ${inside.length} of the ${requests.length} requests; expected at least two inside and two outside`,
    );
  return ok(split);
}

/**
 * Spans may begin when a server takes the request, and not when it arrives: then calls wait between their begin and that of the span that
 * they called, where nothing but a network seems to be. It shows where they take longer while the callee is at work.
 */

/** Calls of either kind at least. */
const FEWEST = 10;
/** Standard errors: a difference that is larger is no chance. */
const CERTAIN = 4;
/** Longer by this share of what it takes where the callee is idle, at least. */
const WORTH = 0.25;

/** By service, where it is so. */
function waitsBeforeSpans(visits: readonly Visit[]): ReadonlyMap<string, BeforeSpan> {
  const byPlace = groupBy(visits, instanceKey);
  const inside = new Map(
    Array.from(byPlace, ([place, own]) => [
      place,
      {
        starts: Float64Array.from(own, ({ start }) => start).sort(),
        ends: Float64Array.from(own, ({ end }) => end).sort(),
      },
    ]),
  );
  const calls = visits.flatMap(({ calls }) =>
    calls.flatMap(({ isSeen, isAsync, start, visits: [callee] }) => {
      if (!isSeen || isAsync || !callee || callee.isOfCaller) return [];
      const { starts, ends } = inside.get(instanceKey(callee))!;
      const atWork = countUpTo(starts, start) > countUpTo(ends, start);
      return [{ service: callee.service, atWork, time: callee.start - start }];
    }),
  );
  const found = new Map<string, BeforeSpan>();
  for (const [service, own] of groupBy(calls, (call) => call.service)) {
    const [atWork, idle] = [new Sums(), new Sums()];
    for (const call of own) (call.atWork ? atWork : idle).add(call.time, 0);
    const longer = atWork.mean - idle.mean;
    const error = Math.sqrt(atWork.variance / atWork.count + idle.variance / idle.count);
    if (Math.min(atWork.count, idle.count) >= FEWEST && longer > Math.max(CERTAIN * error, WORTH * idle.mean))
      found.set(service, { atWork: atWork.mean / 1e9, idle: idle.mean / 1e9 });
  }
  return found;
}

/**
 * Spans to visits: spans of one service that lie inside of each other are one visit, and what a visit waits for in another
 * service is a call. A client that names whom it calls, without a span from there, makes a visit of its own.
 */
import type { TracedSpan } from '../measure/traced-span.ts';

export interface Visit {
  readonly service: string;
  readonly operation: string;
  /** What its times are read from. */
  readonly clock: string;
  /** It has no span: its times are those of who called it, with the network on both sides. */
  readonly isOfCaller: boolean;
  /** Tells the instances of a service apart; '' when nothing does. */
  readonly instance: string;
  /** ns. */
  start: number;
  end: number;
  readonly calls: Call[];
  /** ns at its start in which it waited for a server; filled in when servers are known. */
  wait: number;
}

/** Tells the instances of all services apart. */
export const instanceKey = ({ service, instance }: Visit): string => JSON.stringify([service, instance]);

export interface Call {
  start: number;
  end: number;
  readonly visits: Visit[];
  /** There is a span of the caller around the call, so that what is not the callee's is the network's. */
  readonly isSeen: boolean;
  /** The caller does not wait for it. */
  readonly isAsync: boolean;
  readonly peer: string;
}

/** One tree of visits. */
export interface Request {
  readonly type: string;
  readonly root: Visit;
  readonly trace: string;
  /** Its root is the beginning of the trace, and not only of what was kept of it. */
  readonly isWhole: boolean;
}

export interface CallTrees {
  readonly requests: readonly Request[];
  readonly visits: readonly Visit[];
  readonly orphans: number;
}

/** What is known of where a span stands. */
interface Place {
  readonly span: number;
  readonly visit: Visit | undefined;
  readonly call: Call | undefined;
}

export function callTrees(spans: readonly TracedSpan[]): CallTrees {
  const { parents, orphans } = parentsOf(spans);
  const children = Array.from(spans, (): number[] => []);
  for (const [i, parent] of parents.entries()) if (parent >= 0) children[parent]!.push(i);
  const requests: Request[] = [];
  const visits: Visit[] = [];
  for (const [i, parent] of parents.entries()) {
    if (parent >= 0) continue;
    const { trace, service, operation } = spans[i]!;
    const found = visitsBelow(spans, children, i);
    for (const visit of found) visits.push(visit);
    requests.push({
      root: found[0]!,
      trace,
      type: `${service} ${operation}`.trim(),
      isWhole: !orphans.has(i),
    });
  }
  return { requests, visits, orphans: orphans.size };
}

/** -1 for roots and for spans whose parent is missing, which are the orphans. */
function parentsOf(spans: readonly TracedSpan[]): { parents: Int32Array; orphans: ReadonlySet<number> } {
  const byId = new Map(spans.map(({ id }, i) => [id, i]));
  const orphans = new Set<number>();
  const parents = Int32Array.from(spans, ({ parent, caller }, i) => {
    const found = byId.get(caller ?? '') ?? byId.get(parent) ?? byId.get(`${parent} caller`);
    if (found !== undefined && found !== i) return found;
    if (parent !== '') orphans.add(i);
    return -1;
  });
  breakRings(parents);
  return { parents, orphans };
}

/** Spans that are each other's parents would belong to no tree. */
function breakRings(parents: Int32Array): void {
  const seenBy = new Int32Array(parents.length).fill(-1);
  for (let first = 0; first < parents.length; first += 1) {
    let at = first;
    while (at >= 0 && seenBy[at] === -1) {
      seenBy[at] = first;
      at = parents[at]!;
    }
    if (at >= 0 && seenBy[at] === first) parents[at] = -1;
  }
}

function visitsBelow(spans: readonly TracedSpan[], children: readonly number[][], root: number): Visit[] {
  const visits: Visit[] = [];
  const open: Place[] = [{ span: root, visit: undefined, call: undefined }];
  for (let place = open.pop(); place; place = open.pop()) {
    const next = entered(spans[place.span]!, place);
    if (next.visit !== place.visit) visits.push(next.visit);
    // The last one goes first: in the order of the file.
    for (const span of [...children[place.span]!].reverse()) open.push({ ...next, span });
  }
  for (const visit of [...visits]) for (const called of calledByName(visit)) visits.push(called);
  return visits;
}

/** Where the children of a span stand. */
function entered(span: TracedSpan, { visit, call }: Place): { visit: Visit; call: Call | undefined } {
  const { service, operation, start, end, host, role } = span;
  const isArrival = role === 'server' || role === 'consumer';
  if (!visit || visit.service !== service || (isArrival && call)) {
    const clock = host === '' ? service : host;
    const own: Visit = {
      service,
      operation,
      clock,
      instance: host,
      isOfCaller: false,
      start,
      end,
      calls: [],
      wait: 0,
    };
    if (call) call.visits.push(own);
    else
      visit?.calls.push({
        ...{ start, end, visits: [own], isSeen: false, peer: '' },
        isAsync: role === 'consumer' || span.follows === true,
      });
    return { visit: own, call: undefined };
  }
  if (call || (role !== 'client' && role !== 'producer')) return { visit, call };
  const made: Call = { start, end, visits: [], isSeen: true, isAsync: role === 'producer', peer: span.peer };
  visit.calls.push(made);
  return { visit, call: made };
}

/** A call without a span from the other side: a visit where it says who that is, else the caller's own time. */
function calledByName({ calls, clock }: Visit): Visit[] {
  const made: Visit[] = [];
  for (let i = calls.length - 1; i >= 0; i -= 1) {
    const { visits, peer, start, end, isAsync } = calls[i]!;
    if (visits.length > 0) continue;
    if (peer === '' || isAsync) {
      calls.splice(i, 1);
      continue;
    }
    const visit: Visit = {
      service: peer,
      operation: '',
      clock,
      isOfCaller: true,
      instance: '',
      start,
      end,
      calls: [],
      wait: 0,
    };
    visits.push(visit);
    made.push(visit);
  }
  return made;
}

/** Calls that a visit waits for, in the order of their starts. */
export const awaited = (visit: Visit): Call[] =>
  visit.calls.filter(({ isAsync }) => !isAsync).sort((a, b) => a.start - b.start);

/** What of the visit lies in no call: its own work, and its waiting. ns. */
export function ownStretches(visit: Visit): [number, number][] {
  const stretches: [number, number][] = [];
  let from = visit.start;
  for (const { start, end } of awaited(visit)) {
    if (start > from) stretches.push([from, Math.min(start, visit.end)]);
    from = Math.max(from, end);
    if (from >= visit.end) return stretches;
  }
  stretches.push([from, visit.end]);
  return stretches;
}

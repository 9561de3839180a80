/**
 * Where the response times of requests went: walking back from the end of each request, every instant belongs to the visit that
 * the request then waited for, its own work or its waiting, or to the network between a caller and what it called. So the
 * parts of a request add up to its response.
 */
import { awaited, type Call, type Request, type Visit } from './call-tree.ts';
import type { ServiceShare, TimeSpent } from './contract.ts';

/** Where the time of one request went, ns. */
interface Spent {
  network: number;
  /** Waiting and own work at each service. */
  readonly at: Map<string, [number, number]>;
}

/** `tells`: whether waiting at a service is known. */
export function timeSpent(
  requests: readonly Request[],
  services: readonly string[],
  tells: (service: string) => boolean,
): TimeSpent {
  const spent = requests.map(({ root }) => spentOf(root));
  const response = meanOf(requests.map(({ root }) => root.end - root.start));
  const shares = services.map((service): ServiceShare => {
    const waiting = meanOf(spent.map(({ at }) => at.get(service)?.[0] ?? 0));
    const own = meanOf(spent.map(({ at }) => at.get(service)?.[1] ?? 0));
    return {
      ...{ service, waiting: tells(service) ? waiting.mean : undefined, own: own.mean },
      ...{ waitingError: waiting.error, ownError: own.error },
    };
  });
  return {
    ...{ requests: requests.length, response: response.mean, responseError: response.error },
    network: meanOf(spent.map(({ network }) => network)).mean,
    services: shares,
  };
}

function spentOf(root: Visit): Spent {
  const spent: Spent = { network: 0, at: new Map() };
  // No recursion: a trace may be deeper than the stack of calls here.
  const open: Part[] = [{ visit: root, from: root.start, to: root.end }];
  for (let part = open.pop(); part; part = open.pop()) walkVisit(part, spent, open);
  return spent;
}

/** What of a visit the request waited for. */
interface Part {
  readonly visit: Visit;
  readonly from: number;
  readonly to: number;
}

/** Puts what it waited for in other visits into `open`. */
function walkVisit({ visit, from, to }: Part, spent: Spent, open: Part[]): void {
  let cursor = to;
  for (const call of awaited(visit).sort((a, b) => b.end - a.end)) {
    const end = Math.min(call.end, cursor);
    const start = Math.max(call.start, from);
    if (end <= start) continue;
    addOwn(visit, end, cursor, spent);
    walkCall(call, { from: start, to: end }, spent, open);
    cursor = start;
  }
  addOwn(visit, from, cursor, spent);
}

function walkCall(call: Call, { from, to }: Pick<Part, 'from' | 'to'>, spent: Spent, open: Part[]): void {
  let cursor = to;
  for (const visit of [...call.visits].sort((a, b) => b.end - a.end)) {
    const end = Math.min(visit.end, cursor);
    const start = Math.max(visit.start, from);
    if (end <= start) continue;
    spent.network += cursor - end;
    open.push({ visit, from: start, to: end });
    cursor = start;
  }
  spent.network += cursor - from;
}

function addOwn({ service, start, wait }: Visit, from: number, to: number, { at }: Spent): void {
  if (to <= from) return;
  const waited = Math.max(0, Math.min(to, start + wait) - Math.max(from, start));
  const sums = at.get(service) ?? [0, 0];
  sums[0] += waited;
  sums[1] += to - from - waited;
  at.set(service, sums);
}

/** Requests in a row depend on each other: the error of their mean comes from the means of so many stretches. */
const STRETCHES = 20;

/** Mean of times and its standard error: ns in, s out. */
function meanOf(values: readonly number[]): { mean: number; error: number } {
  const n = values.length;
  if (n === 0) return { mean: Number.NaN, error: Number.NaN };
  const mean = values.reduce((total, value) => total + value, 0) / n;
  const stretches = Math.min(STRETCHES, n);
  let squares = 0;
  for (let s = 0; s < stretches; s += 1) {
    const part = values.slice(Math.floor((s * n) / stretches), Math.floor(((s + 1) * n) / stretches));
    squares += (part.reduce((total, value) => total + value, 0) / part.length - mean) ** 2;
  }
  const error = stretches > 1 ? Math.sqrt(squares / (stretches - 1) / stretches) : Number.NaN;
  return { mean: mean / 1e9, error: error / 1e9 };
}

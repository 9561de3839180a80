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
  const n = requests.length;
  const response = new StretchMeans(n);
  const network = new StretchMeans(n);
  const at = new Map<string, { readonly waiting: StretchMeans; readonly own: StretchMeans }>();
  const sumsAt = (service: string) => {
    const sums = at.get(service) ?? { waiting: new StretchMeans(n), own: new StretchMeans(n) };
    at.set(service, sums);
    return sums;
  };
  requests.forEach(({ root }, i) => {
    const spent = spentOf(root);
    response.add(i, root.end - root.start);
    network.add(i, spent.network);
    for (const [service, [waited, own]] of spent.at) {
      const sums = sumsAt(service);
      sums.waiting.add(i, waited);
      sums.own.add(i, own);
    }
  });
  const shares = services.map((service): ServiceShare => {
    const { waiting, own } = sumsAt(service);
    return {
      ...{ service, waiting: tells(service) ? waiting.mean : undefined, own: own.mean },
      ...{ waitingError: waiting.error, ownError: own.error },
    };
  });
  return {
    ...{ requests: n, response: response.mean, responseError: response.error },
    ...{ network: network.mean, services: shares },
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

/** Mean of the times of `n` requests and its standard error: ns in, s out. Those that are not added are 0. */
class StretchMeans {
  private total = 0;
  private readonly sums: Float64Array;

  constructor(private readonly n: number) {
    this.sums = new Float64Array(Math.min(STRETCHES, n));
  }

  /** `i`: number of the request. */
  add(i: number, value: number): void {
    this.total += value;
    this.sums[Math.floor((i * this.sums.length) / this.n)]! += value;
  }

  get mean(): number {
    return this.total / this.n / 1e9;
  }

  get error(): number {
    const { sums, n, total } = this;
    const stretches = sums.length;
    if (stretches < 2) return Number.NaN;
    // Request i is in the stretch of floor(i stretches / n), which therefore begins at ceil(s n / stretches).
    const from = (s: number): number => Math.ceil((s * n) / stretches);
    const squares = sums.reduce((sum, part, s) => sum + (part / (from(s + 1) - from(s)) - total / n) ** 2, 0);
    return Math.sqrt(squares / (stretches - 1) / stretches) / 1e9;
  }
}

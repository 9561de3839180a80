/**
 * Requests served again, with more servers, other services or another load: each visit waits for a server, works, calls and holds its
 * server until it is done, so that a shorter call lets its caller go earlier too. Work between two moments of a visit takes as long
 * as in the trace, and a call begins when those that had ended before it have ended. With nothing changed all times are those of the trace.
 */
import FlatQueue from 'flatqueue';
import { type Call, instanceKey, type Request, type Visit } from './call-tree.ts';

export interface ServedService {
  /** In each instance; undefined where it works on any number at once. */
  readonly servers: number | undefined;
  /** Its own work takes so many times as long. */
  readonly times: number;
}

/** Responses, ns, by request. Undefined where requests wait for each other for ever. Waits of the visits must be known. */
export function servedAgain(
  requests: readonly Request[],
  serviceOf: (service: string) => ServedService,
  load: number,
): Float64Array | undefined {
  return new Serving(serviceOf).responses(requests, load);
}

/** A visit, or a call around visits, under way. Times in ns. */
interface Part {
  /** Undefined for a call, and where any number is worked on at once. */
  readonly place: Place | undefined;
  /** Where it is a visit's own work. */
  readonly times: number;
  readonly parent: Part | undefined;
  /** When its work began, and ended, in the trace. */
  readonly begun: number;
  readonly ended: number;
  /** By when they began in the trace. */
  readonly children: readonly Child[];
  /** Whether each child that is waited for has ended, by when they ended in the trace. */
  readonly isDone: Uint8Array;
  readonly endedAt: Float64Array;
  /** Number of its end among those of its siblings; -1 where nobody waits for it. */
  readonly order: number;
  readonly request: number;
  next: number;
  done: number;
  /** The last end of those done. */
  latest: number;
}

interface Child {
  readonly of: Visit | Call;
  /** So many of its siblings had ended. */
  readonly after: number;
  readonly order: number;
}

/** The servers of one instance, and who waits for one. */
interface Place {
  free: number;
  readonly waiting: Part[];
  from: number;
}

const isVisit = (part: Visit | Call): part is Visit => 'service' in part;

class Serving {
  private readonly events = new FlatQueue<{ readonly part: Part; readonly isEnd: boolean }>();
  private readonly places = new Map<string, Place>();
  private readonly services = new Map<string, ServedService>();
  private served = new Float64Array(0);
  private starts = new Float64Array(0);

  constructor(private readonly serviceOf: (service: string) => ServedService) {}

  responses(requests: readonly Request[], load: number): Float64Array | undefined {
    const first = requests[0]?.root.start ?? 0;
    this.served = new Float64Array(requests.length).fill(Number.NaN);
    this.starts = Float64Array.from(requests, ({ root }) => first + (root.start - first) / load);
    for (const [i, { root }] of requests.entries())
      this.arriveAt(this.starts[i]!, this.partOf(root, undefined, -1, i));
    while (this.events.length > 0) {
      const now = this.events.peekValue()!;
      const { part, isEnd } = this.events.pop()!;
      if (isEnd) this.end(part, now);
      else this.arrive(part, now);
    }
    return this.served.some(Number.isNaN) ? undefined : this.served;
  }

  private arriveAt(time: number, part: Part): void {
    this.events.push({ part, isEnd: false }, time);
  }

  private arrive(part: Part, now: number): void {
    const { place } = part;
    if (place?.free === 0) place.waiting.push(part);
    else {
      if (place) place.free -= 1;
      this.begin(part, now);
    }
  }

  private begin(part: Part, now: number): void {
    part.latest = now;
    this.goOn(part);
  }

  /** Begins the calls that have nothing more to wait for, and ends what has made all of them. */
  private goOn(part: Part): void {
    const { children, times, endedAt } = part;
    const before = part.done === 0 ? part.begun : endedAt[part.done - 1]!;
    while (part.next < children.length && children[part.next]!.after <= part.done) {
      const { of, order } = children[part.next]!;
      part.next += 1;
      const work = Math.max(0, of.start - before) * times;
      this.arriveAt(part.latest + work, this.partOf(of, part, order, part.request));
    }
    if (part.done === endedAt.length)
      this.events.push({ part, isEnd: true }, part.latest + Math.max(0, part.ended - before) * times);
  }

  private end({ place, parent, order, request }: Part, now: number): void {
    if (place) this.release(place, now);
    if (!parent) this.served[request] = now - this.starts[request]!;
    else if (order >= 0) {
      parent.isDone[order] = 1;
      const before = parent.done;
      while (parent.isDone[parent.done] === 1) parent.done += 1;
      parent.latest = Math.max(parent.latest, now);
      if (parent.done > before) this.goOn(parent);
    }
  }

  private release(place: Place, now: number): void {
    const next = place.waiting[place.from];
    if (!next) {
      place.free += 1;
      return;
    }
    place.from += 1;
    // What is gone is let go, now and then.
    if (place.from > 1024 && 2 * place.from > place.waiting.length) {
      place.waiting.splice(0, place.from);
      place.from = 0;
    }
    this.begin(next, now);
  }

  private partOf(of: Visit | Call, parent: Part | undefined, order: number, request: number): Part {
    const visit = isVisit(of) ? of : undefined;
    const { children, ends } = insideOf(of);
    return {
      parent,
      begun: visit ? visit.start + visit.wait : of.start,
      ended: of.end,
      children,
      order,
      request,
      place: visit && this.placeOf(visit),
      times: visit ? this.service(visit.service).times : 1,
      isDone: new Uint8Array(ends.length),
      endedAt: ends,
      next: 0,
      done: 0,
      latest: 0,
    };
  }

  private service(name: string): ServedService {
    const known = this.services.get(name) ?? this.serviceOf(name);
    this.services.set(name, known);
    return known;
  }

  private placeOf(visit: Visit): Place | undefined {
    const { servers } = this.service(visit.service);
    if (servers === undefined) return undefined;
    const key = instanceKey(visit);
    const place = this.places.get(key) ?? { free: servers, waiting: [], from: 0 };
    this.places.set(key, place);
    return place;
  }
}

interface Inside {
  readonly children: readonly Child[];
  /** Ends of the children that are waited for, the earliest first. */
  readonly ends: Float64Array;
}

const NOTHING: Inside = { children: [], ends: new Float64Array(0) };

function insideOf(of: Visit | Call): Inside {
  const inside: readonly (Visit | Call)[] = isVisit(of) ? of.calls : of.visits;
  // Nearly all are without one, or with one.
  if (inside.length === 0) return NOTHING;
  const isAwaited = (child: Visit | Call): boolean =>
    child.end <= of.end && (isVisit(child) || !child.isAsync);
  if (inside.length === 1) {
    const [only] = inside as readonly [Visit | Call];
    return isAwaited(only)
      ? { children: [{ of: only, after: 0, order: 0 }], ends: Float64Array.of(only.end) }
      : { children: [{ of: only, after: 0, order: -1 }], ends: NOTHING.ends };
  }
  const byEnd = inside.filter(isAwaited).sort((a, b) => a.end - b.end || a.start - b.start);
  const orders = new Map(byEnd.map((child, i) => [child, i]));
  let after = 0;
  const children = [...inside]
    .sort((a, b) => a.start - b.start)
    .map((child): Child => {
      // A child that took no time has not ended before itself, nor before others of the same instant.
      while (after < byEnd.length && byEnd[after]!.end <= child.start && byEnd[after]!.start < child.start)
        after += 1;
      return { of: child, after, order: orders.get(child) ?? -1 };
    });
  return { children, ends: Float64Array.from(byEnd, ({ end }) => end) };
}

/**
 * Who overtakes whom: in truth, and where the model serves the same arrivals anew. With the number of servers or the order of service
 * another, the visits that were seen do not leave in the order that the model gives them (a posterior predictive check: Gelman,
 * Meng & Stern, Statistica Sinica 6 (1996) 733).
 */
import type { RandomStream } from '../random/random-stream.ts';
import { ABSENT, type ChainState, ENTRY, RANDOM } from './chain-state.ts';
import { serviceDraws } from './draw-distributions.ts';

/** The visits to one queue by arrival, and which of them were seen to come and to go. */
interface QueueVisits {
  readonly events: Int32Array;
  readonly seen: Uint8Array;
}

/** Overtakings among the visits that were seen, by queue (0 are the entries): in truth, and served anew as the chain has it now. */
export function overtakings(
  state: ChainState,
  stream: RandomStream,
): { readonly truth: Float64Array; readonly replicated: Float64Array } {
  const visits = visitsByQueue(state);
  const count = (departuresOf: (queue: number, mine: QueueVisits) => Float64Array): Float64Array =>
    Float64Array.from(visits, (mine, q) =>
      q === ENTRY ? 0 : overtakingsOf(mine, state.a, departuresOf(q, mine)),
    );
  return {
    truth: count((_, { events }) => Float64Array.from(events, (e) => state.d[e]!)),
    replicated: count((q, { events }) => servedAnew(state, q, events, stream)),
  };
}

function visitsByQueue(state: ChainState): readonly QueueVisits[] {
  const { a, queue, hiddenTime, hiddenQueue, kind } = state;
  const events = Array.from(kind, (): number[] => []);
  for (let e = 0; e < queue.length; e += 1)
    if (queue[e] !== ABSENT && queue[e] !== ENTRY) events[queue[e]!]!.push(e);
  return events.map((mine) => {
    mine.sort((one, other) => a[one]! - a[other]! || one - other);
    const isSeen = (e: number): boolean =>
      hiddenTime[e] === 0 && hiddenTime[e - 1] === 0 && hiddenQueue[e] === 0;
    return { events: Int32Array.from(mine), seen: Uint8Array.from(mine, (e) => (isSeen(e) ? 1 : 0)) };
  });
}

/** Departures of these visits, in their order, by services that are drawn anew. */
function servedAnew(state: ChainState, q: number, events: Int32Array, stream: RandomStream): Float64Array {
  const next = serviceDraws(state.distributions, q, stream);
  return state.kind[q] === RANDOM
    ? servedAtRandom(events, state.a, next, stream)
    : servedInOrder(events, state.a, next, Math.max(1, state.servers[q]!));
}

function servedInOrder(
  events: Int32Array,
  a: Float64Array,
  next: () => number,
  servers: number,
): Float64Array {
  const free = new Float64Array(servers).fill(Number.NEGATIVE_INFINITY);
  return Float64Array.from(events, (e) => {
    let first = 0;
    for (let k = 1; k < servers; k += 1) if (free[k]! < free[first]!) first = k;
    free[first] = Math.max(a[e]!, free[first]!) + next();
    return free[first]!;
  });
}

function servedAtRandom(
  events: Int32Array,
  a: Float64Array,
  next: () => number,
  stream: RandomStream,
): Float64Array {
  const departures = new Float64Array(events.length);
  const waiting: number[] = [];
  let time = Number.NEGATIVE_INFINITY;
  let come = 0;
  for (let served = 0; served < events.length; served += 1) {
    if (waiting.length === 0) time = Math.max(time, a[events[come]!]!);
    while (come < events.length && a[events[come]!]! <= time) waiting.push(come++);
    const [chosen] = waiting.splice(stream.integerBelow(waiting.length), 1);
    time += next();
    departures[chosen!] = time;
  }
  return departures;
}

/** Pairs of seen visits of which the later one leaves first. */
function overtakingsOf({ events, seen }: QueueVisits, a: Float64Array, departures: Float64Array): number {
  let count = 0;
  for (let i = 0; i < events.length; i += 1) {
    if (seen[i] === 0) continue;
    for (let j = i + 1; j < events.length && a[events[j]!]! < departures[i]!; j += 1)
      if (seen[j] === 1 && a[events[j]!]! > a[events[i]!]! && departures[j]! < departures[i]!) count += 1;
  }
  return count;
}

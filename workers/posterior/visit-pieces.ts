/**
 * Where one more visit would fit in a queue: what its departure x would weigh with an exponential distribution of the queue's mean, given
 * the visits of all others. Everywhere slope -μ, its own service, or 0, where each second of it is one less of another's; so it
 * is drawn exactly. With K servers the visit keeps a server from the one who would take it, that one takes the next to be clear,
 * and so on: as many pieces as servers are clear in turn before x. With random selection it leaves in one of the gaps between
 * departures, chosen with the others who are there (Sutton & Jordan 2009, equation 4), and none of those is skipped in which
 * the server would wait for it.
 */
import { exp, log1p } from '../../core/numeric/elementary.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { type ChainState, RANDOM, SERVERS } from './chain-state.ts';

/** Mean services after which servers are not followed any more: so late a departure is only proposed less well. */
const FAR = 6;
/** The weight below which nothing is followed. */
const NOTHING = 1e-9;
/** How much more likely a departure is proposed that keeps a server busy which else would wait while somebody is there. */
const BRIDGE = 1000;

/** Pieces for which there is room at first. */
const FIRST_ROOM = 64;

export class VisitPieces {
  /** Sum of the weights, per mean service. */
  total = 0;
  private count = 0;
  private from = new Float64Array(FIRST_ROOM);
  private to = new Float64Array(FIRST_ROOM);
  private height = new Float64Array(FIRST_ROOM);
  private slope = new Float64Array(FIRST_ROOM);
  private mass = new Float64Array(FIRST_ROOM);
  private mean = 1;
  /** The first to arrive behind the gaps that were fitted with random selection. */
  private later = -1;

  constructor(private readonly state: ChainState) {}

  /** For e, were it a visit of queue q that arrives then. */
  prepare(e: number, q: number, arrival: number): void {
    this.count = 0;
    this.total = 0;
    this.mean = this.state.distributions.mean(q);
    const kind = this.state.kind[q];
    if (kind === RANDOM) this.fitBetween(q, arrival);
    else if (kind === SERVERS) this.fitServers(e, q, arrival);
    else this.fitSingle(e, q, arrival);
  }

  /** Draws a departure in proportion to the weights. */
  draw(stream: RandomStream): number {
    let rest = stream.uniform() * this.total;
    let i = 0;
    for (; i < this.count - 1; i += 1) {
      if (rest < this.mass[i]!) break;
      rest -= this.mass[i]!;
    }
    const share = rest / this.height[i]!;
    const step = this.slope[i] === 0 ? share * this.mean : -log1p(-share) * this.mean;
    return Math.min(this.to[i]!, this.from[i]! + step);
  }

  /** The weight of this departure, per second; 0 where the visit does not fit. */
  weightAt(x: number): number {
    for (let i = 0; i < this.count; i += 1)
      if (x >= this.from[i]! && x <= this.to[i]!)
        return (this.height[i]! * exp(this.slope[i]! * (x - this.from[i]!))) / this.mean;
    return 0;
  }

  /** Adds a piece; the height where it ends. */
  private add(from: number, to: number, height: number, isFlat: boolean): number {
    if (!(to > from)) return height;
    const i = this.count;
    if (i === this.from.length) this.makeRoom();
    this.count += 1;
    this.from[i] = from;
    this.to[i] = to;
    this.height[i] = height;
    this.slope[i] = isFlat ? 0 : -1 / this.mean;
    const mass = height * this.shareOf((to - from) / this.mean, isFlat);
    this.mass[i] = mass;
    this.total += mass;
    return isFlat ? height : height - mass;
  }

  private makeRoom(): void {
    const grown = (column: Float64Array) => {
      const wider = new Float64Array(2 * column.length);
      wider.set(column);
      return wider;
    };
    this.from = grown(this.from);
    this.to = grown(this.to);
    this.height = grown(this.height);
    this.slope = grown(this.slope);
    this.mass = grown(this.mass);
  }

  /** Integral of a piece of this length and height 1, in mean services. */
  private shareOf(length: number, isFlat: boolean): number {
    if (isFlat) return length;
    return length === Number.POSITIVE_INFINITY ? 1 : 1 - exp(-length);
  }

  private fitSingle(e: number, q: number, arrival: number): void {
    const { a, d, arrivals } = this.state;
    const previous = arrivals.lastBefore(q, arrival, e);
    const n = previous >= 0 ? arrivals.after[previous]! : arrivals.first(q);
    const u = previous >= 0 && d[previous]! > arrival ? d[previous]! : arrival;
    if (n < 0) {
      this.add(u, Number.POSITIVE_INFINITY, 1, false);
      return;
    }
    const end = d[n]!;
    const knot = Math.min(end, a[n]! > u ? a[n]! : u);
    this.add(knot, end, this.add(u, knot, 1, false), true);
  }

  private fitServers(e: number, q: number, arrival: number): void {
    const { a, d, clear, widest, arrivals } = this.state;
    const { after } = arrivals;
    const previous = arrivals.lastBefore(q, arrival, e);
    // The server that the visit takes: the first to be clear.
    let taken = Number.NEGATIVE_INFINITY;
    if (previous >= 0) {
      const second = clear[previous * widest + 1]!;
      taken = second < d[previous]! ? second : d[previous]!;
    }
    let from = arrival > taken ? arrival : taken;
    let height = 1;
    for (let f = previous < 0 ? arrivals.first(q) : after[previous]!; f >= 0; f = after[f]!) {
      const at = a[f]!;
      if (at > from + FAR * this.mean || height < NOTHING) break;
      const place = f * widest;
      if (clear[place]! < taken) continue;
      // f would have had that server; now it takes the next one, if that is clear before x.
      const next = clear[place + 1]!;
      const left = d[f]!;
      const isEnd = (next > at ? next : at) > left;
      const end = isEnd ? left : next;
      let knot = from > at ? from : at;
      if (end < knot) knot = end;
      height = this.add(from, knot, height, false);
      this.add(knot, end, height, true);
      if (isEnd) return;
      if (end > from) from = end;
      taken = next;
    }
    this.add(from, Number.POSITIVE_INFINITY, height, false);
  }

  private fitBetween(q: number, arrival: number): void {
    const { a, d, present, arrivals, departures } = this.state;
    const previous = departures.lastAtMost(q, arrival);
    let left = previous < 0 ? Number.NEGATIVE_INFINITY : d[previous]!;
    let n = previous < 0 ? departures.first(q) : departures.after[previous]!;
    // Who is in service then was chosen before.
    if (n >= 0 && Math.max(a[n]!, left) < arrival) {
      left = d[n]!;
      n = departures.after[n]!;
    }
    let height = 1;
    const last = n < 0 ? -1 : arrivals.lastAtMost(q, Math.max(arrival, left));
    this.later = last < 0 ? arrivals.first(q) : arrivals.after[last]!;
    for (; n >= 0 && height > NOTHING; n = departures.after[n]!) {
      const u = Math.max(arrival, left);
      const waits = a[n]! > u;
      const isBridge = waits && present[n] !== 1;
      const chosen = height / (waits && !isBridge ? 1 : present[n]! + 1);
      const knot = Math.min(d[n]!, Math.max(u, a[n]!));
      if (isBridge) this.fitBefore(n, knot, BRIDGE * chosen * exp((u - knot) / this.mean));
      else this.fitBefore(n, knot, this.add(u, knot, chosen, false));
      if (waits) return;
      height *= present[n]! / (present[n]! + 1);
      left = d[n]!;
    }
    if (n < 0) this.add(Math.max(arrival, left), Number.POSITIVE_INFINITY, height, false);
  }

  /** From the moment on at which n would begin: the later, the more are there to be chosen instead of n. */
  private fitBefore(n: number, knot: number, height: number): void {
    const { a, d, present, arrivals } = this.state;
    const { after } = arrivals;
    let from = knot;
    let there = present[n]!;
    let f = this.later;
    while (f >= 0 && a[f]! <= knot) f = after[f]!;
    for (; f >= 0 && a[f]! < d[n]!; f = after[f]!) {
      this.add(from, a[f]!, (height * present[n]!) / there, true);
      from = a[f]!;
      there += 1;
    }
    this.later = f;
    this.add(from, d[n]!, (height * present[n]!) / there, true);
  }
}

/**
 * Draws all visits of a hidden task anew, one after the other, among what the others leave open: queue and departure in
 * proportion to what the step itself and the next job's service would weigh with an exponential law. The product of the sums
 * of these weights, forth and back, decides (configurational bias: Siepmann & Frenkel, Mol. Phys. 75 (1992) 59). Orders of many
 * queues change at once, which single moves reach only in many steps. For queues with one server, first come first served, none
 * of which a task can visit twice.
 */
import type { RandomStream } from '../random/random-stream.ts';
import { type ChainState, ENTRY, SINGLE } from './chain-state.ts';
import type { Routing } from './reroute.ts';
import { EXPONENTIAL } from './service-laws.ts';

/** Entries of the tasks for which that can be done. */
export function redrawable(state: ChainState, { queues }: Routing): Int32Array {
  const { queue, kind, hiddenTime, isLast } = state;
  const entries: number[] = [];
  for (let entry = 0; entry < queue.length; entry += 1) {
    if (queue[entry] !== ENTRY) continue;
    const seen = new Set<number>();
    let can = true;
    for (let e = entry; isLast[e] === 0; ) {
      e += 1;
      can &&= hiddenTime[e] === 1 && (state.hiddenQueue[e] === 1 || queues[state.state[e]!]!.length === 1);
      for (const q of queues[state.state[e]!]!) {
        can &&= kind[q] === SINGLE && !seen.has(q);
        seen.add(q);
      }
    }
    if (can) entries.push(entry);
  }
  return Int32Array.from(entries);
}

export class TaskRedraws {
  /** Of the step looked at: by choice, its weight, where the service could begin, and who would come next. */
  private readonly weight: Float64Array;
  private readonly begin: Float64Array;
  private readonly next: Int32Array;
  private readonly newDeparture: number[] = [];
  private readonly newQueue: number[] = [];

  constructor(
    private readonly state: ChainState,
    private readonly routing: Routing,
    private readonly stream: RandomStream,
  ) {
    const most = routing.queues.reduce((count, queues) => Math.max(count, queues.length), 0);
    this.weight = new Float64Array(most);
    this.begin = new Float64Array(most);
    this.next = new Int32Array(most);
  }

  /** True when the task got other visits. */
  redraw(entry: number): boolean {
    const { state, stream, newDeparture, newQueue } = this;
    const { a, d, isLast, queue, arrivals } = state;
    let last = entry;
    while (isLast[last] === 0) {
      last += 1;
      arrivals.remove(queue[last]!, last);
    }
    let gain = 0;
    for (let e = entry + 1; e <= last; e += 1) {
      const queues = this.routing.queues[state.state[e]!]!;
      gain -= Math.log(this.weigh(e, a[e]!)) + this.correction(queue[e]!, queues.indexOf(queue[e]!), d[e]!);
    }
    let time = d[entry]!;
    for (let e = entry + 1; e <= last && gain > Number.NEGATIVE_INFINITY; e += 1) {
      const total = this.weigh(e, time);
      gain += Math.log(total);
      if (total === 0) break;
      const choice = this.choose(e, total);
      const q = this.routing.queues[state.state[e]!]![choice]!;
      time = this.drawDeparture(q, choice);
      gain += this.correction(q, choice, time);
      newQueue[e - entry] = q;
      newDeparture[e - entry] = time;
    }
    const accepted = Math.log(stream.uniform()) < gain;
    for (let e = entry + 1; e <= last; e += 1) {
      if (accepted) {
        a[e] = d[e - 1]!;
        d[e] = newDeparture[e - entry]!;
        queue[e] = newQueue[e - entry]!;
      }
      arrivals.insert(queue[e]!, e);
    }
    return accepted;
  }

  /**
   * Sum over the queues of p(q | state) times the integral, over the departure x, of the exponential density of the service times
   * that of the next one there over what it is without the visit: slope -μ from the commencement on, flat once the next has arrived.
   */
  private weigh(e: number, arrival: number): number {
    const { state, routing, weight, begin, next } = this;
    const { a, d, laws, arrivals } = state;
    const s = state.state[e]!;
    const queues = routing.queues[s]!;
    const probability = routing.probability[s]!;
    let total = 0;
    for (let i = 0; i < queues.length; i += 1) {
      const q = queues[i]!;
      const previous = arrivals.lastAtMost(q, arrival);
      const n = previous >= 0 ? arrivals.after[previous]! : arrivals.first(q);
      const u = previous >= 0 && d[previous]! > arrival ? d[previous]! : arrival;
      let z = 1;
      if (n >= 0) {
        const end = d[n]!;
        const knot = a[n]! < u ? u : a[n]!;
        const rate = 1 / laws.mean(q);
        const reached = Math.exp(-rate * (knot - u));
        z = end > u ? 1 - reached + rate * reached * (end - knot) : 0;
      }
      begin[i] = u;
      next[i] = n;
      weight[i] = z * probability[i]!;
      total += weight[i]!;
    }
    return total;
  }

  private choose(e: number, total: number): number {
    const last = this.routing.queues[this.state.state[e]!]!.length - 1;
    let rest = this.stream.uniform() * total;
    for (let i = 0; i < last; i += 1) {
      rest -= this.weight[i]!;
      if (rest < 0) return i;
    }
    return last;
  }

  private drawDeparture(q: number, choice: number): number {
    const { a, d, laws } = this.state;
    const mean = laws.mean(q);
    const u = this.begin[choice]!;
    const n = this.next[choice]!;
    const v = this.stream.uniform();
    if (n < 0) return u - Math.log(v) * mean;
    const knot = Math.max(a[n]!, u);
    const reached = Math.exp(-(knot - u) / mean);
    const rest = v * (1 - reached + (reached * (d[n]! - knot)) / mean);
    if (rest < 1 - reached) return Math.min(knot, u - Math.log1p(-rest) * mean);
    return Math.min(d[n]!, knot + ((rest - (1 - reached)) / reached) * mean);
  }

  /** ln of what the densities of law q are to those of the exponential law of its mean, where the departure is this. */
  private correction(q: number, choice: number, departure: number): number {
    const { a, d, laws } = this.state;
    if (laws.family[q] === EXPONENTIAL) return 0;
    const u = this.begin[choice]!;
    const n = this.next[choice]!;
    const rate = 1 / laws.mean(q);
    let sum = laws.logDensity(q, departure - u) - Math.log(rate) + rate * (departure - u);
    if (n < 0) return sum;
    const shorter = d[n]! - Math.max(a[n]!, departure);
    const longer = d[n]! - Math.max(a[n]!, u);
    sum += laws.logDensity(q, shorter) - laws.logDensity(q, longer) + rate * (shorter - longer);
    return sum;
  }
}

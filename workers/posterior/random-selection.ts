/**
 * G/G/1 with random selection for service (Sutton & Jordan 2009, equations (2) and (4), algorithm 3). The order is that of
 * departure. N, the number to choose from, counts those with a <= u, as the text of section 3.4 has it: equation (3) as
 * printed, with a' < a_e, is not the model's likelihood.
 */
import type { ChainState } from './chain-state.ts';

/**
 * ln likelihood of queue q less what the caches say, after times between `from` and `until` changed. -Infinity where the server
 * would wait while somebody is there. With `commit` the caches are written.
 */
export function followRandom(
  state: ChainState,
  q: number,
  from: number,
  until: number,
  commit: boolean,
): number {
  const { a, d, present, part, distributions, arrivals, departures, penalty } = state;
  // The last departure before all changes: whatever it was found by still holds.
  let previous = departures.lastAtMost(q, from);
  while (previous >= 0 && d[previous]! >= from) previous = departures.before[previous]!;
  let e = previous < 0 ? departures.first(q) : departures.after[previous]!;
  let left = Number.NEGATIVE_INFINITY;
  let inside = 0;
  let arrival: number;
  if (previous < 0) arrival = arrivals.first(q);
  else {
    left = d[previous]!;
    inside = present[previous]! - 1;
    const last = arrivals.lastAtMost(q, state.commencement(previous));
    arrival = last < 0 ? arrivals.first(q) : arrivals.after[last]!;
  }
  let difference = 0;
  // Whoever is chosen after the last change finds what it found before.
  for (; e >= 0 && left <= until; e = departures.after[e]!) {
    const waited = a[e]! > left;
    const u = waited ? a[e]! : left;
    while (arrival >= 0 && a[arrival]! <= u) {
      inside += 1;
      arrival = arrivals.after[arrival]!;
    }
    let now = distributions.logDensity(q, d[e]! - u) - logOf(inside);
    if (waited && inside !== 1) now -= penalty;
    if (now === Number.NEGATIVE_INFINITY) return now;
    difference += now - part[e]!;
    if (commit) {
      part[e] = now;
      present[e] = inside;
    }
    inside -= 1;
    left = d[e]!;
  }
  return difference;
}

/** How many services begin although somebody waited already: 0 in what is feasible. */
export function countIdle(state: ChainState, q: number): number {
  const { a, d, present, departures } = state;
  let count = 0;
  let left = Number.NEGATIVE_INFINITY;
  for (let e = departures.first(q); e >= 0; e = departures.after[e]!) {
    if (a[e]! > left && present[e] !== 1) count += 1;
    left = d[e]!;
  }
  return count;
}

const LOGS = Float64Array.from({ length: 4096 }, (_, n) => Math.log(n));
const logOf = (n: number): number => (n < 4096 ? LOGS[n]! : Math.log(n));

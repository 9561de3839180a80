/**
 * G/G/K, first come first served (Sutton & Jordan 2009, equations (5) to (8), algorithms 1 and 2): what a change of times does
 * to the likelihood, found by following it until nothing differs any more. The K clear times are kept in order, as a set: which
 * server has which does not matter, and the change dies out sooner.
 */
import type { ChainState } from './chain-state.ts';
import { MOST_SERVERS } from './contract.ts';
import { DISTRIBUTION_WIDTH, EXPONENTIAL } from './service-distributions.ts';

const scratch = new Float64Array(MOST_SERVERS);

/**
 * ln likelihood of queue q less what the caches say, after times at or before `until` changed from event `start` on, which is
 * the first in the order of arrival that may differ. -Infinity where a service would be negative. With `commit` the caches
 * are written.
 */
export function followServers(
  state: ChainState,
  q: number,
  start: number,
  until: number,
  commit: boolean,
): number {
  const { a, d, clear, part, widest, distributions } = state;
  const { before, after } = state.arrivals;
  if (start < 0) return 0;
  const K = state.servers[q]!;
  // The commonest distribution, spelled out.
  const isExponential = distributions.family[q] === EXPONENTIAL;
  const rate = distributions.parameters[q * DISTRIBUTION_WIDTH]!;
  const logRate = distributions.logDensity(q, 0);
  const previous = before[start]!;
  if (previous < 0) scratch.fill(Number.NEGATIVE_INFINITY, 0, K);
  else {
    for (let k = 0; k < K; k += 1) scratch[k] = clear[previous * widest + k]!;
    replaceFirst(K, d[previous]!);
  }
  let difference = 0;
  for (let e = start; e >= 0; e = after[e]!) {
    const at = e * widest;
    if (e !== start && a[e]! > until && isSame(clear, at, K)) break;
    const u = a[e]! > scratch[0]! ? a[e]! : scratch[0]!;
    const s = d[e]! - u;
    const now = isExponential && s >= 0 ? logRate - rate * s : distributions.logDensity(q, s);
    if (now === Number.NEGATIVE_INFINITY) return now;
    difference += now - part[e]!;
    if (commit) {
      part[e] = now;
      for (let k = 0; k < K; k += 1) clear[at + k] = scratch[k]!;
    }
    replaceFirst(K, d[e]!);
  }
  return difference;
}

/** Equation (7): the server that was clear first takes the job, and is clear again when that leaves. */
function replaceFirst(K: number, departure: number): void {
  let k = 1;
  while (k < K && scratch[k]! < departure) {
    scratch[k - 1] = scratch[k]!;
    k += 1;
  }
  scratch[k - 1] = departure;
}

function isSame(clear: Float64Array, at: number, K: number): boolean {
  for (let k = 0; k < K; k += 1) if (clear[at + k] !== scratch[k]) return false;
  return true;
}

/**
 * Exact mean value analysis of closed networks with product form: several classes; stations with one server, several
 * servers, or a server for every job (delays).
 *
 * Inputs: a ClosedModel; only the demands D_r = v_r S_r count. Outputs: throughputs and mean occupancies by class.
 * Method, for every population n from 0 to N: an arrival finds the station as it is with one job less.
 * Cost: (product of N_r + 1) * stations * classes steps, and as many numbers as vectors times stations (and servers).
 * Numerics: nothing overflows. With several servers P[0] is a difference, which loses digits where a station with many
 * servers is nearly always full; convolution.ts does not.
 * Source: M. Reiser and S. Lavenberg 1980, Mean-value analysis of closed multichain queuing networks, J. ACM 27(2),
 * 313-322; several servers as in Bolch, Greiner, de Meer & Trivedi 2006, section 8.2.
 */
import {
  type ClosedModel,
  type ClosedSolution,
  type ClosedStation,
  demand,
  nextVector,
  stateCount,
  strides,
} from './closed-model.ts';

export function exactMva({ populations, stations }: ClosedModel): ClosedSolution {
  const R = populations.length;
  const S = stations.length;
  const states = stateCount(populations);
  const stride = strides(populations);
  const D = Float64Array.from({ length: S * R }, (_, k) => demand(stations[Math.floor(k / R)]!, k % R));
  const { first, width } = marginalPlaces(stations);
  const Q = new Float64Array(states * S);
  const P = new Float64Array(states * width);
  for (let i = 0; i < S; i++) if (first[i]! >= 0) P[first[i]!] = 1;
  const n = new Int32Array(R);
  const residence = new Float64Array(R * S);
  const X = new Float64Array(R);
  for (let at = 1; at < states; at++) {
    nextVector(n, populations);
    for (let r = 0; r < R; r++) {
      X[r] = 0;
      if (n[r] === 0) continue;
      const before = at - stride[r]!;
      let round = 0;
      for (let i = 0; i < S; i++) {
        const found = stations[i]!.servers === 1 ? 1 + Q[before * S + i]! : seen(stations[i]!, before, i);
        const time = D[i * R + r]! * found;
        residence[r * S + i] = time;
        round += time;
      }
      X[r] = n[r]! / round;
    }
    for (let i = 0; i < S; i++) {
      let total = 0;
      for (let r = 0; r < R; r++) if (n[r]! > 0) total += X[r]! * residence[r * S + i]!;
      Q[at * S + i] = total;
      if (first[i]! >= 0) writeMarginals(at, i);
    }
  }
  return {
    throughput: [...X],
    occupancy: stations.map((_, i) =>
      Array.from(X, (rate, r) => (rate === 0 ? 0 : rate * residence[r * S + i]!)),
    ),
  };

  /** What a job finds in services of the whole station: 1 + the queue, or less while servers are free. */
  function seen({ servers: c }: ClosedStation, before: number, i: number): number {
    if (c === Number.POSITIVE_INFINITY) return 1;
    let free = 0;
    for (let j = 0; j <= c - 2; j++) free += (c - 1 - j) * P[before * width + first[i]! + j]!;
    return (1 + Q[before * S + i]! + free) / c;
  }

  /** P[j | n], j = 0 .. c - 1. */
  function writeMarginals(at: number, i: number): void {
    const c = stations[i]!.servers;
    const here = at * width + first[i]!;
    let busy = 0;
    for (let r = 0; r < R; r++) if (n[r]! > 0) busy += D[i * R + r]! * X[r]!;
    let missing = 0;
    for (let j = 1; j < c; j++) {
      let p = 0;
      for (let r = 0; r < R; r++) {
        if (n[r]! > 0) p += D[i * R + r]! * X[r]! * P[(at - stride[r]!) * width + first[i]! + j - 1]!;
      }
      P[here + j] = p / j;
      missing += (c - j) * (p / j);
    }
    P[here] = Math.max(0, 1 - (busy + missing) / c);
  }
}

/** Where each station with several servers keeps P[0 .. c - 1]; -1 for the others. */
function marginalPlaces(stations: readonly ClosedStation[]): {
  readonly first: number[];
  readonly width: number;
} {
  let width = 0;
  const first = stations.map(({ servers }) => {
    if (servers === 1 || servers === Number.POSITIVE_INFINITY) return -1;
    width += servers;
    return width - servers;
  });
  return { first, width };
}

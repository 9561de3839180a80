/**
 * Exact mean value analysis of closed networks with product form: several classes; stations with one server, several
 * servers, or a server for every job (delays), open jobs beside the closed ones or not (beside-open.ts).
 *
 * Inputs: a ClosedModel; only the demands D_r = v_r S_r count. Outputs: throughputs and mean occupancies by class.
 * Method, for every population n from 0 to N: an arrival finds the station as it is with one job less.
 * Cost: (product of N_r + 1) * stations * classes steps, and as many numbers as vectors times stations (and servers).
 * Numerics: nothing overflows. With several servers P[0] is a difference, and what it loses grows from one population to the
 * next, with many of both beyond all bounds: there hold it against convolution.ts, which loses nothing (`agrees`).
 * Source: M. Reiser and S. Lavenberg 1980, Mean-value analysis of closed multichain queuing networks, J. ACM 27(2),
 * 313-322; several servers as in Bolch, Greiner, de Meer & Trivedi 2006, section 8.2; open jobs: Bruell, Balbo & Afshari 1984.
 */
import { workRates } from './beside-open.ts';
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
  // At the place of P[j]: alpha(j), and by how much one who finds j stays longer than where all servers work, c times:
  // c (j + 1) / alpha(j + 1) - (j + 1).
  const alpha = new Float64Array(width);
  const lacking = new Float64Array(width);
  stations.forEach(({ servers: c, openWork = 0 }, i) => {
    if (first[i]! < 0) return;
    alpha.set(workRates(c, openWork), first[i]!);
    for (let j = 1; j < c; j++) lacking[first[i]! + j - 1] = (j * c) / alpha[first[i]! + j]! - j;
  });
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
    openStay: stations.map((station, i) => seen(station, states - 1, i)),
  };

  /** How long a job stays that finds the station as it is with population `at`: (j + 1) / alpha(j + 1), the mean over j. */
  function seen({ servers: c }: ClosedStation, at: number, i: number): number {
    if (c === 1) return 1 + Q[at * S + i]!;
    if (c === Number.POSITIVE_INFINITY) return 1;
    const [start, empty] = [first[i]!, at * width + first[i]!];
    let more = 0;
    for (let j = 0; j <= c - 2; j++) more += lacking[start + j]! * P[empty + j]!;
    return (1 + Q[at * S + i]! + more) / c;
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
      const rate = alpha[first[i]! + j]!;
      const share = p / rate;
      P[here + j] = share;
      missing += (c - rate) * share;
    }
    P[here] = Math.max(0, 1 - (busy + missing) / c);
  }
}

/** Are the numbers of this solution those of another, to nine digits? */
export function agrees(one: ClosedSolution, other: ClosedSolution): boolean {
  const same = (a: readonly number[], b: readonly number[]) =>
    a.every((value, i) => Math.abs(value - b[i]!) <= 1e-9 * (Math.abs(value) + Math.abs(b[i]!)));
  return (
    same(one.throughput, other.throughput) &&
    one.occupancy.every((row, i) => same(row, other.occupancy[i]!)) &&
    same(one.openStay ?? [], other.openStay ?? [])
  );
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

/**
 * Approximate mean value analysis of closed networks, at a cost that does not depend on the populations.
 *
 * What an arrival finds, the network with one job less, is guessed from the network itself. `schweitzer`: every class's
 * share at each station stays as it is. `linearizer`: how these shares change with the job is estimated as well, from
 * solutions with one job less of each class; a tenth of the error at R + 1 times the cost.
 * Several servers are one that is c times as fast and a delay of the rest (Seidmann), with open jobs of the rest of what a
 * job alone needs beside them (beside-open.ts). Stations with `scv` serve first come, first served: an arrival waits for the
 * services it finds, the one under way in its residual time (Reiser 1979).
 * Inputs: a ClosedModel. Outputs: throughputs, mean occupancies. Errors: not bounded; in product form with one server each below 15 % (schweitzer)
 * and 1 % (linearizer) in throughput over the random networks of the tests. Exact for one job, and for delays.
 * Source: P. Schweitzer 1979; Y. Bard 1979; K. M. Chandy and D. Neuse 1982, Linearizer, Comm. ACM 25(2), 126-134; A. Seidmann,
 * P. Schweitzer and S. Shalev-Oren 1987; M. Reiser 1979, IBM J. Res. Dev. 23(3), for the residual time.
 */
import { workRates } from './beside-open.ts';
import type { ClosedModel, ClosedSolution, ClosedStation } from './closed-model.ts';

export function schweitzer(model: ClosedModel): ClosedSolution {
  const parts = new Parts(model);
  return parts.solution(parts.core(model.populations, parts.evenShares(), undefined));
}

/** Rounds of estimates; more bring nothing (Chandy & Neuse 1982). */
const ROUNDS = 3;

export function linearizer(model: ClosedModel): ClosedSolution {
  const { populations } = model;
  const parts = new Parts(model);
  const classes = [...populations.keys()];
  const withoutOne = classes.map((s) => populations.map((N, r) => Math.max(0, r === s ? N - 1 : N)));
  let whole = parts.core(populations, parts.evenShares(), undefined);
  let reduced = withoutOne.map(() => whole.shares);
  // changes[s][i * R + r]: by how much the share of class r at station i differs with one job of class s less.
  let changes: readonly Float64Array[] | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    reduced = withoutOne.map((N, s) => parts.core(N, reduced[s]!, changes).shares);
    changes = reduced.map((shares) => shares.map((share, k) => share - whole.shares[k]!));
    whole = parts.core(populations, whole.shares, changes);
  }
  return parts.solution(whole);
}

interface Core {
  /** Mean jobs of class r at station i over the class's population. */
  readonly shares: Float64Array;
  readonly throughput: Float64Array;
  readonly populations: readonly number[];
}

const MOST_STEPS = 100_000;
const SETTLED = 1e-13;

class Parts {
  private readonly stations: readonly ClosedStation[];
  private readonly R: number;
  /** By station: how long a closed job stays alone, in services; 1 without open jobs. */
  private readonly alone: readonly number[];

  constructor({ populations, stations }: ClosedModel) {
    this.stations = stations;
    this.R = populations.length;
    this.alone = stations.map(({ servers, openWork }) =>
      openWork === undefined || servers === 1 ? 1 : 1 / workRates(servers, openWork)[1]!,
    );
  }

  evenShares(): Float64Array {
    const { R, stations } = this;
    const visiting = Array.from(
      { length: R },
      (_, r) => stations.filter(({ visits }) => visits[r]! > 0).length,
    );
    return Float64Array.from({ length: stations.length * R }, (_, k) =>
      stations[Math.floor(k / R)]!.visits[k % R]! > 0 ? 1 / visiting[k % R]! : 0,
    );
  }

  core(
    populations: readonly number[],
    start: Float64Array,
    changes: readonly Float64Array[] | undefined,
  ): Core {
    const { R, stations } = this;
    let shares = start;
    let throughput: Float64Array = new Float64Array(R);
    for (let step = 0; step < MOST_STEPS; step++) {
      const times = new Float64Array(shares.length);
      const rounds = new Float64Array(R);
      for (let r = 0; r < R; r++) {
        if (populations[r] === 0) continue;
        stations.forEach((station, i) => {
          const time = this.residence({ station, i, r, populations, shares, changes, throughput });
          times[i * R + r] = time;
          rounds[r]! += time;
        });
      }
      throughput = this.limitedRates(populations, times, rounds);
      const next = times.map((time, k) => (rounds[k % R]! > 0 ? time / rounds[k % R]! : 0));
      let change = 0;
      for (let k = 0; k < next.length; k++) change = Math.max(change, Math.abs(next[k]! - shares[k]!));
      shares = next;
      if (change < SETTLED) break;
    }
    return { shares, throughput, populations };
  }

  /** Throughputs; where they would ask more of a station than it can do, its queue takes the time that is missing. */
  private limitedRates(
    populations: readonly number[],
    times: Float64Array,
    rounds: Float64Array,
  ): Float64Array {
    const { R, stations } = this;
    const rates = Float64Array.from(populations, (N, r) => (N === 0 ? 0 : N / rounds[r]!));
    let [fullest, most] = [-1, 1];
    stations.forEach(({ visits, times: services, servers }, i) => {
      const load = rates.reduce((sum, X, r) => sum + (X * visits[r]! * services[r]!) / servers, 0);
      if (load > most) [fullest, most] = [i, load];
    });
    if (fullest < 0) return rates;
    for (let r = 0; r < R; r++) {
      if (populations[r] === 0 || stations[fullest]!.visits[r] === 0) continue;
      const missing = rounds[r]! * (most - 1);
      times[fullest * R + r]! += missing;
      rounds[r]! += missing;
      rates[r]! /= most;
    }
    return rates;
  }

  /** Time of class r at the station in one round. */
  private residence({ station, i, r, populations, shares, changes, throughput }: Arrival): number {
    const { R } = this;
    const { visits, times, servers: c, scv } = station;
    const v = visits[r]!;
    if (v === 0) return 0;
    if (c === Number.POSITIVE_INFINITY) return v * times[r]!;
    const alone = this.alone[i]!;
    let found = 0;
    for (let s = 0; s < R; s++) {
      const others = s === r ? populations[s]! - 1 : populations[s]!;
      if (others <= 0) continue;
      const jobs = Math.max(0, others * (shares[i * R + s]! + (changes?.[r]?.[i * R + s] ?? 0)));
      // Seidmann: of the jobs at the station those in the delay part are not waited for.
      const inDelay = (throughput[s]! * visits[s]! * times[s]! * (alone * c - 1)) / c;
      const queued = Math.max(0, jobs - (inDelay * others) / populations[s]!);
      if (!scv) found += queued * times[r]!;
      else {
        const rate = (throughput[s]! * visits[s]! * others) / populations[s]!;
        const residual = (rate * times[s]! * times[s]! * (scv[s]! - 1)) / (2 * c);
        found += Math.max(0, queued * times[s]! + residual);
      }
    }
    return v * (times[r]! * alone + found / c);
  }

  solution({ shares, throughput, populations }: Core): ClosedSolution {
    const { R } = this;
    return {
      throughput: [...throughput],
      occupancy: this.stations.map((_, i) => populations.map((N, r) => N * shares[i * R + r]!)),
    };
  }
}

interface Arrival {
  readonly station: ClosedStation;
  readonly i: number;
  readonly r: number;
  readonly populations: readonly number[];
  readonly shares: Float64Array;
  readonly changes: readonly Float64Array[] | undefined;
  readonly throughput: Float64Array;
}

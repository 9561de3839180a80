/**
 * Waiting and sojourn times of MAP/PH/c[/K], first come, first served, as numbers of uniformized steps.
 *
 * An arrival that finds c + i elements waits for i + 1 ends of the c busy servers, a Markovian process (S0, S1) that
 * runs on from the configuration it finds. At rate theta its steps are P0 = I + S0 / theta without and P1 = S1 / theta
 * with an end; then its own service takes phases (alpha, T) at the same theta. Without a limit the found levels are
 * geometric, y_(c+i) = pi_c R^i M, and P[N > k] = pi_c V_k 1 with
 *   V_0 = (I - R)^-1 M,  V_(k+1) = V_k P0 + R V_k P1.
 * With a limit the levels are carried one by one. All terms are non-negative.
 * Numerics: P[N > k] is continued as geometric once its ratio has settled (stepped-time.ts).
 * Refuses: undefined where the steps would take more than a few tenths of a second.
 * Source: the levels as seen by arrivals: Neuts 1981, section 1.9; uniformization: Jensen 1953. The recursion for V is
 * derived above.
 */
import { pow } from '../../../core/numeric/elementary.ts';
import {
  type DenseMatrix,
  identityMatrix,
  plus,
  rowTimes,
  scaled,
  solveDense,
  times,
  zeroMatrix,
} from '../../numeric/dense-matrix.ts';
import type { BusyServers } from './busy-servers.ts';
import type { ServiceMatrices } from './markov-distributions.ts';
import { forwardLevels, type QbdSolution } from './qbd.ts';
import { keptSequence, settlingSequence, steppedTime } from './stepped-time.ts';
import type { TimeDistribution } from './time-distribution.ts';

export interface MapPhProcess {
  readonly service: ServiceMatrices;
  readonly servers: BusyServers;
  readonly solution: QbdSolution;
  /** Arrivals per second in each phase of the arrivals. */
  readonly rates: Float64Array;
  readonly c: number;
  readonly K: number;
}

export interface MarkovTimes {
  readonly waiting: TimeDistribution;
  readonly sojourn: TimeDistribution;
}

/** `mean`: mean wait, s. */
export function markovTimes(process: MapPhProcess, mean: number): MarkovTimes | undefined {
  const { service, servers, c, K } = process;
  const busy = servers.moves[c]!;
  const theta = Math.max(...diagonal(busy), ...diagonal(service.moves));
  const silent = plus(identityMatrix(busy.rows), busy, 1 / theta);
  const ending = scaled(servers.renewals, 1 / theta);
  const work = pow(busy.rows, 3) * process.rates.length;
  if (Number.isFinite(K) ? (K - c) ** 2 * work > MOST_WORK_FINITE : work > MOST_WORK) return undefined;
  const keep = Number.isFinite(K) ? keptSequence : settlingSequence;
  const waits = () => (Number.isFinite(K) ? finiteWaits : infiniteWaits)(process, silent, ending);
  const meanService = -rowTimes(
    Float64Array.from(service.start),
    solveDense(service.moves, onesOf(service))!,
  )[0]!;
  const own = plus(identityMatrix(service.moves.rows), service.moves, 1 / theta);
  const more = keep(waits());
  return {
    waiting: steppedTime({ rate: theta, more, mean: mean * theta }),
    sojourn: steppedTime({
      rate: theta,
      more: keep(thenService(more, own, service)),
      mean: (mean + meanService) * theta,
    }),
  };
}

/** Products of a step, and with a limit those of the some K steps over K levels. */
const MOST_WORK = 2000;
const MOST_WORK_FINITE = 6e5;

const diagonal = ({ rows, columns, values }: DenseMatrix): number[] =>
  Array.from({ length: rows }, (_, i) => Math.abs(values[i * columns + i]!));

const onesOf = ({ start }: ServiceMatrices): DenseMatrix => ({
  rows: start.length,
  columns: 1,
  values: new Float64Array(start.length).fill(1),
});

const total = (values: Float64Array): number => values.reduce((sum, x) => sum + x, 0);

/** Sums over the phases of the arrivals, each weighted with its rate: what arrivals find of the servers. */
function found(row: Float64Array, rates: Float64Array): Float64Array {
  const configurations = row.length / rates.length;
  const seen = new Float64Array(configurations);
  row.forEach((x, i) => {
    seen[i % configurations]! += x * rates[Math.floor(i / configurations)]!;
  });
  return seen;
}

/** P[N > k], k = 0, 1, ..., one at each call. */
function infiniteWaits(
  { solution, rates, c }: MapPhProcess,
  silent: DenseMatrix,
  ending: DenseMatrix,
): () => number {
  const rows = forwardLevels(solution, c);
  const R = solution.ratio(c);
  const seen = zeroMatrix(R.rows, silent.rows);
  for (let i = 0; i < R.rows; i++)
    seen.values[i * silent.rows + (i % silent.rows)] = rates[Math.floor(i / silent.rows)]!;
  let V = solveDense(plus(identityMatrix(R.rows), R, -1), seen)!;
  const mass = () => total(rowTimes(rows[c]!, V));
  const below = rows.slice(0, c).reduce((sum, row) => sum + total(found(row, rates)), 0);
  const all = below + mass();
  return () => {
    const value = mass() / all;
    V = plus(times(V, silent), times(R, times(V, ending)));
    return value;
  };
}

/** Waiting times with the line cut at K - 1, level by level. */
function finiteWaits(
  { solution, rates, c, K }: MapPhProcess,
  silent: DenseMatrix,
  ending: DenseMatrix,
): () => number {
  const rows = forwardLevels(solution, K - 1).map((row) => found(row, rates));
  const all = rows.reduce((sum, row) => sum + total(row), 0);
  const line: Float64Array[] = rows.slice(c).map((row) => row.map((x) => x / all));
  while (line.length > 0 && total(line.at(-1)!) < 1e-20) line.pop();
  return () => {
    const value = line.reduce((sum, row) => sum + total(row), 0);
    for (let i = 0; i < line.length; i++) {
      const [stayed, moved] = [rowTimes(line[i]!, silent), line[i + 1] && rowTimes(line[i + 1]!, ending)];
      if (moved) for (let j = 0; j < stayed.length; j++) stayed[j]! += moved[j]!;
      line[i] = stayed;
    }
    return value;
  };
}

/** P[N + own service > k]: whoever's wait ends begins its service in a phase drawn from alpha. */
function thenService(
  more: (k: number) => number,
  own: DenseMatrix,
  { start }: ServiceMatrices,
): () => number {
  let k = 0;
  let waiting = 1;
  let serving: Float64Array = new Float64Array(start.length);
  return () => {
    const still = more(k++);
    serving = rowTimes(serving, own);
    for (const [j, share] of start.entries()) serving[j]! += share * (waiting - still);
    waiting = still;
    return still + total(serving);
  };
}

/**
 * MAP/PH/c and MAP/PH/c/K: Markovian arrivals (Poisson, renewal with phases, on-off, any MAP), phase-type service, c
 * servers, first come, first served; with a limit K what finds K inside is lost. Exact, means, occupancy and times.
 *
 * Inputs: `arrivals` and its `lambda`, `service` and the `mu` of one server, 1/s; `c`; `K` >= c or Infinity.
 * Method: a quasi-birth-death process with levels n and phases (arrivals, configuration of the busy servers); times
 * by uniformization (markov-times.ts).
 * Cost: O(m^3), m = phases of the arrivals times configurations of c servers; at most `MOST_PHASES` of them.
 * Numerics: without a limit the means lose digits as (1 - rho)^-2: ten are left at rho = 0.999, six at 0.9999.
 * Refuses: saturated when lambda >= c mu without a limit. Undefined for distributions without phases, or too
 * many, within 1e-5 of saturation, and for limits that would take more than about a quarter of a second.
 * Source: Neuts 1981, chapters 3 and 5; Latouche & Ramaswami 1999.
 */
import type { ArrivalDistribution, ServiceDistribution } from '../../../core/distributions/index.ts';
import {
  type DenseMatrix,
  identityMatrix,
  kronecker,
  plus,
  rowTimes,
  rowTotals,
  solveDense,
} from '../../numeric/dense-matrix.ts';
import { busyServers, configurationCount } from './busy-servers.ts';
import { arrivalMatrices, serviceMatrices } from './markov-distributions.ts';
import { type MapPhProcess, type MarkovTimes, markovTimes } from './markov-times.ts';
import { forwardLevels, type QbdLevels, solveFiniteQbd, solveInfiniteQbd } from './qbd.ts';
import {
  cumulatedFromEnd,
  cutTail,
  emptyQueue,
  LONGEST_DISTRIBUTION,
  type Queue,
  type Saturated,
  SMALLEST_TAIL,
  saturated,
} from './queue.ts';

export interface MapPhInput {
  readonly arrivals: ArrivalDistribution;
  readonly lambda: number;
  readonly service: ServiceDistribution;
  readonly mu: number;
  readonly c: number;
  readonly K: number;
}

/** Phases of a level. */
const MOST_PHASES = 60;

/** Levels times the square of their phases: a quarter of a second. */
const MOST_LEVELS = 2e5;

/** Closer to saturation R is known to fewer than five digits. */
const CLOSEST = 1e-5;

export function solveMapPh(input: MapPhInput): Queue | Saturated | undefined {
  const { lambda, mu, c, K } = input;
  const arrivals = arrivalMatrices(input.arrivals, lambda);
  const service = serviceMatrices(input.service, mu);
  if (!arrivals || !service) return undefined;
  const phases = arrivals.silent.rows * configurationCount(service.start.length, c);
  const finite = Number.isFinite(K);
  if (phases > MOST_PHASES || (finite && K * phases ** 2 > MOST_LEVELS)) return undefined;
  const model = `MAP/PH/${c}${finite ? '/K' : ''}`;
  if (!finite && lambda >= c * mu) return saturated(model);
  if (!finite && c * mu - lambda < CLOSEST * c * mu) return undefined;
  if (lambda === 0) return emptyQueue(model);
  const servers = busyServers(service, c);
  const levels = qbdLevels(arrivals, servers, c);
  const solution = finite
    ? solveFiniteQbd(levels, plus(levels.local[c]!, levels.repeatUp), K)
    : solveInfiniteQbd(levels);
  if (!solution) return undefined;
  const rates = rowTotals(arrivals.arriving);
  const process: MapPhProcess = { service, servers, solution, rates, c, K };
  const { meanQueueLength, meanBusy, lossProbability, tail, distribution } = levelMeasures(process, lambda);
  const accepted = lambda * (1 - lossProbability);
  let known: MarkovTimes | undefined;
  const times = () => {
    known ??= markovTimes(process, meanQueueLength / accepted);
    return known;
  };
  return {
    model,
    offeredRate: lambda,
    arrivalRate: accepted,
    utilization: meanBusy / c,
    meanOccupancy: meanQueueLength + meanBusy,
    meanQueueLength,
    ...(finite ? { lossProbability } : {}),
    tail,
    distribution,
    waitingTime: () => times()?.waiting,
    sojournTime: () => times()?.sojourn,
  };
}

/** Phases: arrivals major, configurations of the servers minor. */
function qbdLevels(
  { silent, arriving }: { readonly silent: DenseMatrix; readonly arriving: DenseMatrix },
  servers: ReturnType<typeof busyServers>,
  c: number,
): QbdLevels {
  const phases = identityMatrix(silent.rows);
  const still = (n: number) => identityMatrix(servers.moves[n]!.rows);
  return {
    local: servers.moves.map((moves, n) => plus(kronecker(silent, still(n)), kronecker(phases, moves))),
    up: servers.starts.map((starts) => kronecker(arriving, starts)),
    down: servers.ends.map((ends) => kronecker(phases, ends)),
    repeatUp: kronecker(arriving, still(c)),
    repeatDown: kronecker(phases, servers.renewals),
  };
}

/**
 * Means and occupancy from the levels of a MAP/PH/c[/K]: sums of pi_n, in closed form over the levels that repeat without
 * end: sum of R^i = (I - R)^-1, sum of i R^i = R (I - R)^-2.
 */

interface LevelMeasures {
  readonly meanQueueLength: number;
  /** Mean servers that serve. */
  readonly meanBusy: number;
  readonly lossProbability: number;
  readonly tail: (n: number) => number;
  readonly distribution: () => number[] | undefined;
}

const total = (row: Float64Array): number => row.reduce((sum, x) => sum + x, 0);

function levelMeasures(process: MapPhProcess, lambda: number): LevelMeasures {
  return Number.isFinite(process.K) ? finiteMeasures(process, lambda) : infiniteMeasures(process);
}

function finiteMeasures({ solution, rates, c, K }: MapPhProcess, lambda: number): LevelMeasures {
  const rows = forwardLevels(solution, K);
  const weights = rows.map(total);
  const sum = weights.reduce((all, x) => all + x, 0);
  const probabilities = weights.map((weight) => weight / sum);
  const tails = cumulatedFromEnd(probabilities);
  const configurations = rows[K]!.length / rates.length;
  const lost = rows[K]!.reduce((all, x, i) => all + x * rates[Math.floor(i / configurations)]!, 0);
  const mean = (of: (n: number) => number) => probabilities.reduce((all, p, n) => all + p * of(n), 0);
  return {
    meanQueueLength: mean((n) => Math.max(0, n - c)),
    meanBusy: mean((n) => Math.min(n, c)),
    lossProbability: lost / sum / lambda,
    tail: (n) => (n > K ? 0 : tails[n]!),
    distribution: () => cutTail(probabilities),
  };
}

function infiniteMeasures({ solution, c }: MapPhProcess): LevelMeasures {
  const rows = forwardLevels(solution, c);
  const R = solution.ratio(c);
  const rest = plus(identityMatrix(R.rows), R, -1);
  const ones: DenseMatrix = { rows: R.rows, columns: 1, values: new Float64Array(R.rows).fill(1) };
  const sums = solveDense(rest, ones)!;
  const moments = solveDense(rest, sums)!;
  const along = (row: Float64Array, column: DenseMatrix) => rowTimes(row, column)[0]!;
  const last = rows[c]!;
  const weight = rows.slice(0, c).reduce((sum, row) => sum + total(row), 0) + along(last, sums);
  const beyond = along(rowTimes(last, R), moments) / weight;
  const lower = rows.slice(0, c).map((row) => total(row) / weight);
  const waitShare = along(last, sums) / weight;
  const levels = function* () {
    yield* lower;
    for (let row = last; ; row = rowTimes(row, R)) yield total(row) / weight;
  };
  const distribution = () => takeLevels(levels(), lower.length);
  const tailAt = (n: number) => {
    if (n < c) return waitShare + lower.slice(n).reduce((sum, p) => sum + p, 0);
    let row = last;
    for (let level = c; level < n && total(row) > 0; level++) row = rowTimes(row, R);
    return along(row, sums) / weight;
  };
  return {
    meanQueueLength: beyond,
    meanBusy: c * waitShare + lower.reduce((sum, p, n) => sum + n * p, 0),
    lossProbability: 0,
    tail: tailAt,
    distribution,
  };
}

/** Levels until the geometric rest, told by the ratio of neighbours, is below the smallest tail. */
function takeLevels(levels: Generator<number>, least: number): number[] | undefined {
  const found: number[] = [];
  for (const p of levels) {
    found.push(p);
    if (found.length > LONGEST_DISTRIBUTION) return undefined;
    if (found.length <= least + 1) continue;
    const ratio = p / found.at(-2)!;
    if (p === 0 || (ratio < 1 && (p * ratio) / (1 - ratio) < SMALLEST_TAIL)) return found;
  }
  return found;
}

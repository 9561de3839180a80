/**
 * Streams of arrivals whose times are correlated: a Markovian arrival process of two phases, and bursts (a Poisson process
 * that switches between two rates). For both r_k = gamma^k (1 - 1/scv) / 2 (A. Heindl, K. Mitchell & A. van de Liefvoort,
 * Correlation bounds for second-order MAPs, Perform. Eval. 63 (2006) 553), so that mean, scv and the decay gamma, taken from
 * all measured lags by least squares, fix the correlation; the third moment is met where it can be. The process: two
 * exponential branches (p, mu), and after each arrival the branch stays with probability gamma, else is chosen anew:
 * D0 = diag(-mu), D1 = diag(mu) (gamma I + (1 - gamma) 1 p). Needs scv > 1.
 */
import { balancedBranches } from '../../core/distributions/hyperexponential.ts';
import {
  distributionMean,
  distributionScv,
  type HyperexponentialBranchesDistribution,
  type MapDistribution,
  type OnOffDistribution,
} from '../../core/distributions/index.ts';
import { ON_OFF } from '../../core/distributions/on-off.ts';
import { exp, log, pow } from '../../core/numeric/elementary.ts';
import { formatNumber } from '../../core/quantities/quantity-format.ts';
import type { Series } from './autocorrelation.ts';
import { type Cells, middleOf } from './cells.ts';
import type { CorrelatedFit } from './contract.ts';
import { solveLeastSquares } from './least-squares.ts';
import { matchMoments } from './match-moments.ts';

export interface CorrelatedOutcome {
  readonly fits: readonly CorrelatedFit[];
  /** Why there is none. */
  readonly refusal: string | undefined;
}

/** A correlation r1 beyond what two phases with this scv can have is not reached. */
const MOST_GAMMA = 0.99999;

export function fitCorrelated(series: Series, cells: Cells): CorrelatedOutcome {
  const { mean, scv } = cells;
  if (scv <= 1.01) {
    const refusal = `two phases can only correlate times that vary more than exponential ones, and the scv is ${formatNumber(scv)}`;
    return { fits: [], refusal };
  }
  const gamma = decayOf(series, scv);
  const targets = { mean, scv, gamma, m3: measuredThirdMoment(cells) };
  const map = mapOf(targets);
  const bursts = gamma > 0.01 ? fitBursts(targets) : undefined;
  const fits = [map, ...(bursts ? [bursts] : [])].map((distribution) =>
    reported(distribution, series, cells),
  );
  return { fits, refusal: undefined };
}

/** Least squares of r_k = gamma^k (1 - 1/scv) / 2 over the measured lags: a grid that is refined around its best. */
function decayOf({ r }: Series, scv: number): number {
  const start = (1 - 1 / scv) / 2;
  const error = (gamma: number): number => {
    let [sum, predicted] = [0, start];
    for (let k = 1; k < r.length; k += 1) {
      predicted *= gamma;
      sum += (r[k]! - predicted) ** 2;
    }
    return sum;
  };
  // In ln(1 - gamma), where slow decays are as far apart as fast ones.
  let [low, high] = [log(1 - MOST_GAMMA), log(2)];
  for (let round = 0; round < 6; round += 1) {
    const step = (high - low) / 40;
    const grid = Array.from({ length: 41 }, (_, i) => low + i * step);
    const best = grid.reduce((a, b) => (error(1 - exp(a)) <= error(1 - exp(b)) ? a : b));
    [low, high] = [Math.max(log(1 - MOST_GAMMA), best - step), Math.min(log(2), best + step)];
  }
  return 1 - exp((low + high) / 2);
}

function mapOf({ mean, scv, gamma, m3 }: StreamTargets): MapDistribution {
  const { probabilities: p, rates } = branchesWith(mean, scv, m3);
  // A branch cannot change more often than always.
  const least = Math.max(...p.map((share) => -share / (1 - share)).filter((x) => Number.isFinite(x)));
  const stay = Math.max(gamma, least);
  return {
    distribution: 'map',
    D0: rates.map((rate, i) => rates.map((_, j) => (i === j ? -rate : 0))),
    D1: rates.map((rate, i) => p.map((share, j) => rate * ((i === j ? stay : 0) + (1 - stay) * share))),
  };
}

function branchesWith(mean: number, scv: number, m3: number): HyperexponentialBranchesDistribution {
  const m2 = (scv + 1) * mean ** 2;
  const three = matchMoments([mean, m2, m3]);
  if (three.ok && 'rates' in three.value.distribution) return three.value.distribution;
  return { distribution: 'hyperexponential', ...balancedBranches(mean, scv) };
}

function measuredThirdMoment({ low, high, weight, total }: Cells): number {
  return low.reduce((sum, x, i) => sum + weight[i]! * pow(middleOf(x, high[i]!), 3), 0) / total;
}

function reported(
  distribution: MapDistribution | OnOffDistribution,
  series: Series,
  cells: Cells,
): CorrelatedFit {
  const [mean, scv] = [distributionMean(distribution), distributionScv(distribution)];
  const gamma = 'D0' in distribution ? mapDecay(distribution) : burstDecay(distribution);
  const autocorrelation = Float64Array.from({ length: 51 }, (_, k) =>
    k === 0 ? 1 : pow(gamma, k) * (0.5 - 0.5 / scv),
  );
  return {
    distribution,
    mean,
    scv,
    autocorrelation,
    notes: notesOf({ mean, scv, autocorrelation }, series, cells),
  };
}

function notesOf(
  { scv, autocorrelation }: Pick<CorrelatedFit, 'mean' | 'scv' | 'autocorrelation'>,
  { r, count }: Series,
  cells: Cells,
): readonly string[] {
  const band = 3 / Math.sqrt(count);
  const most = 0.5 - 0.5 / cells.scv;
  const lag1 = Math.abs(autocorrelation[1]! - r[1]!) > Math.max(band, 0.1 * Math.abs(r[1]!));
  return [
    ...(Math.abs(scv / cells.scv - 1) > 0.05
      ? [`The measured scv is ${formatNumber(cells.scv)}, that of this distribution ${formatNumber(scv)}.`]
      : []),
    ...(lag1
      ? [
          `Neighbours are correlated by ${formatNumber(r[1]!)}, those of this distribution by ${formatNumber(autocorrelation[1]!)}: with two phases and this scv it is at most ${formatNumber(most)}, and bound to how fast it decays.`,
        ]
      : []),
  ];
}

/**
 * A Poisson process that switches between two rates with given mean, scv, decay of correlation and third moment of the
 * times between arrivals: four equations in four rates, solved by least squares on logarithms, so that what cannot be met
 * is missed by little. Moments: E X^n = n! phi (-D0)^-n 1, phi the phases that an arrival leaves behind.
 * Source: W. Fischer & K. Meier-Hellstern, The Markov-modulated Poisson process (MMPP) cookbook, Perform. Eval. 18 (1993) 149.
 */

/** Logarithms of rates and times over the mean. */
const REACH = 14;
/** The third moment of a sample is the least certain of the four. */
const SKEW_WEIGHT = 0.2;
/** Mean or variability further off than this is no fit. */
const MOST_OFF = 0.1;

/** Undefined where bursts cannot have this mean, scv and decay. */
function fitBursts(targets: StreamTargets): OnOffDistribution | undefined {
  const { mean, scv, gamma } = targets;
  const residuals = (at: readonly number[]): readonly number[] => {
    const distribution = distributionAt(at, mean);
    const moments = ON_OFF.moments(distribution);
    return [
      log(moments.mean / mean),
      log((moments.scv - 1) / (scv - 1)),
      log((1 - burstDecay(distribution)) / (1 - gamma)),
      SKEW_WEIGHT * log(thirdMoment(distribution) / targets.m3),
    ];
  };
  const long = log(1 / (1 - gamma));
  const starts = [1, 3, 8].flatMap((ratio) =>
    [0.2, 1].map((share) => [log(ratio), log(0.2 / ratio), long + 1, long + 1 - log(share)]),
  );
  const bounds = { low: [-REACH, -REACH, -REACH, -REACH], high: [REACH, REACH, REACH, REACH] };
  const ends = starts.map((start) => solveLeastSquares({ start, ...bounds }, residuals));
  const best = ends.reduce((a, b) => (b.cost < a.cost ? b : a));
  const isMet = best.residuals.slice(0, 3).every((r) => Math.abs(r) < MOST_OFF);
  return isMet ? distributionAt(best.at, mean) : undefined;
}

/** Coordinates: logarithms of peak and idle rate times the mean, and of the mean times on and off over it. */
function distributionAt(at: readonly number[], mean: number): OnOffDistribution {
  const [one, other, on, off] = at.map(exp) as [number, number, number, number];
  const rates = [one / mean, other / mean];
  const times = [on * mean, off * mean];
  // The peak is the larger one, whichever the search has made it.
  const first = one >= other ? 0 : 1;
  return {
    distribution: 'onOff',
    peakRate: rates[first]!,
    idleRate: rates[1 - first]!,
    meanOnTime: times[first]!,
    meanOffTime: times[1 - first]!,
  };
}

/** 6 phi (-D0)^-3 1 with the 2 by 2 inverse written out. */
export function thirdMoment({ peakRate, idleRate = 0, meanOnTime, meanOffTime }: OnOffDistribution): number {
  const [on, off] = [1 / meanOnTime, 1 / meanOffTime];
  const determinant = (peakRate + on) * (idleRate + off) - on * off;
  const apply = ([u, v]: readonly [number, number]): [number, number] => [
    ((idleRate + off) * u + on * v) / determinant,
    (off * u + (peakRate + on) * v) / determinant,
  ];
  const [x, y] = apply(apply(apply([1, 1])));
  const [a, b] = [off * peakRate, on * idleRate];
  return (6 * (a * x + b * y)) / (a + b);
}

/** What a stream is to have. Times in s. */
export interface StreamTargets {
  readonly mean: number;
  readonly scv: number;
  readonly gamma: number;
  /** E X^3. */
  readonly m3: number;
}

/** The second eigenvalue of the phases from arrival to arrival: the trace of (-D0)^-1 D1 less 1. */
export function mapDecay({ D0, D1 }: MapDistribution): number {
  const [[a, b], [c, d]] = D0 as [[number, number], [number, number]];
  const determinant = a * d - b * c;
  const [[e, f], [g, h]] = D1 as [[number, number], [number, number]];
  return (-(d * e - b * g) - (a * h - c * f)) / determinant - 1;
}

/** Autocorrelation of bursts in closed form (Fischer & Meier-Hellstern 1993, section 3). */
export function burstDecay({ peakRate, idleRate = 0, meanOnTime, meanOffTime }: OnOffDistribution): number {
  const both = peakRate * idleRate;
  return both / (both + peakRate / meanOffTime + idleRate / meanOnTime);
}

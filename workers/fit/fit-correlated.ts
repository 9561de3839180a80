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
import { exp, log, pow } from '../../core/numeric/elementary.ts';
import { formatNumber } from '../../core/quantities/quantity-format.ts';
import type { Series } from './autocorrelation.ts';
import { type Cells, middleOf } from './cells.ts';
import type { CorrelatedFit } from './contract.ts';
import { fitBursts } from './fit-bursts.ts';
import { matchMoments } from './match-moments.ts';
import { burstDecay, mapDecay, type StreamTargets } from './stream-decay.ts';

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
  const targets = { mean, scv, gamma, m3: thirdMoment(cells) };
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

function thirdMoment({ low, high, weight, total }: Cells): number {
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

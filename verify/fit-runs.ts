/** Fits of distributions to data from distributions that are known: what `npm run verify fits` counts. */
import {
  type ArrivalDistribution,
  distributionMean,
  distributionScv,
  samplerOf,
} from '../core/distributions/index.ts';
import type { FitData } from '../workers/fit/contract.ts';
import { fitDistributions } from '../workers/fit/fit-distributions.ts';
import type { Bins } from '../workers/measure/contract.ts';
import { openStream } from '../workers/random/random-stream.ts';
import type { KnownDistribution } from './fit-cases.ts';

function valuesOf(distribution: ArrivalDistribution, count: number, seed: number): Float64Array {
  const sampler = samplerOf(
    distribution,
    openStream({ seed, replication: 0, node: 'fits', purpose: 'service' }),
  );
  return Float64Array.from({ length: count }, () => sampler.next());
}

/** Bins that grow by a tenth, as of a monitor with few counters. */
function binsOf(values: Float64Array): Bins {
  const [least, growth, count] = [0.01, 1.1, 80];
  const edges = [
    0,
    ...Array.from({ length: count }, (_, i) => least * growth ** i),
    Number.POSITIVE_INFINITY,
  ];
  const weight = new Float64Array(edges.length - 1);
  for (const value of values) weight[edges.findLastIndex((edge) => edge <= value)]! += 1;
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  return {
    low: Float64Array.from(edges.slice(0, -1)),
    high: Float64Array.from(edges.slice(1)),
    weight,
    total: values.length,
    mean,
    variance: values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length,
    min: values.reduce((a, x) => Math.min(a, x)),
    max: values.reduce((a, x) => Math.max(a, x)),
  };
}

export interface Ranked {
  readonly runs: number;
  /** The true family first, or no more than 2 behind it by BIC. */
  readonly first: number;
  readonly nearly: number;
  /** The family that was first most often when the true one was not. */
  readonly instead: string;
}

export function rankRuns(
  { distribution, family }: KnownDistribution,
  count: number,
  runs: number,
  inBins: boolean,
): Ranked {
  let [first, nearly] = [0, 0];
  const others = new Map<string, number>();
  for (let seed = 0; seed < runs; seed += 1) {
    const values = valuesOf(distribution, count, seed);
    const data: FitData = inBins ? { kind: 'bins', bins: binsOf(values) } : { kind: 'samples', values };
    const report = fitDistributions(data, { bootstraps: 0 });
    if (!report.ok) continue;
    const [best] = report.value.fits;
    const own = report.value.fits.find((fit) => fit.family === family);
    if (best!.family === family) first += 1;
    else others.set(best!.family, (others.get(best!.family) ?? 0) + 1);
    if (own && own.bic - best!.bic <= 2) nearly += 1;
  }
  const [instead] = [...others].sort((a, b) => b[1] - a[1]);
  return { runs, first, nearly, instead: instead?.[0] ?? '' };
}

export interface Covered {
  readonly runs: number;
  /** By parameter: intervals that hold the truth. */
  readonly held: Readonly<Record<string, number>>;
  /** Runs in which the true distribution was rejected at 5 %. */
  readonly rejected: number;
  readonly judged: number;
}

export function coverRuns(
  { distribution, family, truth }: KnownDistribution,
  count: number,
  runs: number,
  judged: number,
): Covered {
  const held: Record<string, number> = Object.fromEntries(Object.keys(truth).map((name) => [name, 0]));
  let rejected = 0;
  for (let seed = 0; seed < runs; seed += 1) {
    const isJudged = seed < judged;
    const data: FitData = { kind: 'samples', values: valuesOf(distribution, count, 1000 + seed) };
    const report = fitDistributions(data, { families: [family], bootstraps: isJudged ? 99 : 0, seed });
    if (!report.ok) continue;
    const [fit] = report.value.fits;
    if (isJudged && (fit!.p ?? 1) <= 0.05) rejected += 1;
    for (const { name, low, high } of fit!.parameters) {
      const value = truth[name];
      if (value !== undefined && low !== undefined && high !== undefined && low <= value && value <= high)
        held[name]! += 1;
    }
  }
  return { runs, held, rejected, judged };
}

/** Autocorrelation of a stream and of what was fitted to it, at some lags. */
export function streamRuns(distribution: ArrivalDistribution, count: number, runs: number) {
  let [scv, worst, refused] = [0, 0, 0];
  for (let seed = 0; seed < runs; seed += 1) {
    const report = fitDistributions(
      { kind: 'samples', values: valuesOf(distribution, count, seed) },
      { families: ['exponential'], bootstraps: 0 },
    );
    const fit = report.ok ? report.value.correlated[0] : undefined;
    if (!report.ok || !fit) {
      refused += 1;
      continue;
    }
    scv = Math.max(
      scv,
      Math.abs(distributionScv(fit.distribution) / report.value.scv - 1),
      Math.abs(distributionMean(fit.distribution) / report.value.mean - 1),
    );
    const measured = report.value.autocorrelation!;
    for (const lag of [1, 2, 5, 10])
      worst = Math.max(worst, Math.abs(measured[lag]! - fit.autocorrelation[lag]!));
  }
  return { runs, refused, moments: scv, correlation: worst };
}

/** Times as a distribution with the interval of their mean. */
import { counted } from '../../core/base/plural.ts';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import type { FitData, FittedFamily } from '../fit/contract.ts';
import { fitDistributions } from '../fit/fit-distributions.ts';
import { estimate } from '../numeric/estimates.ts';
import { Z_975 } from '../numeric/student-t.ts';
import type { ToldTimes } from './contract.ts';

/** Those with few numbers, which a person can look over. */
const FAMILIES: readonly FittedFamily[] = [
  'exponential',
  'deterministic',
  'erlang',
  'gamma',
  'lognormal',
  'weibull',
  'uniform',
  'hyperexponential',
];
/** More add nothing to what a distribution of two numbers can show. */
const MOST_SAMPLES = 20_000;
const FEWEST = 3;

/** Undefined where all is 0, or nothing is there. The noun and what follows it name the times: gap, "between arrivals". */
export function toldTimes(data: FitData, noun: string, of = ''): ToldTimes | undefined {
  const thin = data.kind === 'samples' ? { ...data, values: thinned(data.values) } : data;
  const { count, mean, variance } = momentsOf(data);
  if (!(mean > 0)) return undefined;
  const report = count < FEWEST ? undefined : fitDistributions(thin, { families: FAMILIES, bootstraps: 0 });
  const best = report?.ok ? report.value.fits[0]! : undefined;
  const worth = (report?.ok && report.value.effectiveCount) || count;
  const half = Z_975 * Math.sqrt(variance / worth);
  const correlated = worth < count / 2 ? `, correlated as if they were ${Math.round(worth)}` : '';
  return {
    value: mean,
    ...(count >= FEWEST && { low: Math.max(0, mean - half), high: mean + half }),
    distribution: best?.distribution ?? exponential(mean),
    from: `${counted(count, noun)}${of && ` ${of}`}${correlated}`,
  };
}

export const exponential = (mean: number): ServiceDistribution => ({ distribution: 'exponential', mean });

function momentsOf(data: FitData): { count: number; mean: number; variance: number } {
  if (data.kind === 'bins') {
    const { total, mean, variance } = data.bins;
    return { count: total, mean, variance };
  }
  return sampleMoments(data.values);
}

/** The mean of no values and the variance of fewer than two are 0. */
export function sampleMoments(values: ArrayLike<number>): { count: number; mean: number; variance: number } {
  const count = values.length;
  let sum = 0;
  for (let k = 0; k < count; k += 1) sum += values[k]!;
  const mean = count > 0 ? sum / count : 0;
  let squares = 0;
  for (let k = 0; k < count; k += 1) squares += (values[k]! - mean) ** 2;
  return { count, mean, variance: count > 1 ? squares / (count - 1) : 0 };
}

/** Every n-th. */
function thinned(values: Float64Array): Float64Array {
  if (values.length <= MOST_SAMPLES) return values;
  return Float64Array.from(
    { length: MOST_SAMPLES },
    (_, i) => values[Math.floor((i * values.length) / MOST_SAMPLES)]!,
  );
}

/** A share of counts, with the interval of Wilson (1927). */
export function toldShare(count: number, of: number): { value: number; low: number; high: number } {
  const share = count / of;
  const z = Z_975 ** 2 / of;
  const centre = (share + z / 2) / (1 + z);
  const half = (Math.sqrt((share * (1 - share) + z / 4) * z) || 0) / (1 + z);
  return { value: share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** A mean over stretches of equal length, and half of its interval of 95 % by the spread between them, where there are enough. */
export function overStretches(values: readonly number[]): { mean: number; half: number | undefined } {
  const { mean, halfWidth } = estimate(values) ?? { mean: Number.NaN, halfWidth: undefined };
  return { mean, half: values.length < STRETCHES ? undefined : halfWidth };
}

/** Into which what is measured of a half is cut. */
export const STRETCHES = 10;

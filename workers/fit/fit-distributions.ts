/** All distributions that may describe some times, fitted, tested and ranked. */
import { assertUnreachable } from '../../core/base/assert.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { functionsOf, type ServiceDistribution, samplerOf, wordOf } from '../../core/distributions/index.ts';
import type { ProbabilityFunctions } from '../../core/distributions/knowledge.ts';
import { exp, log } from '../../core/numeric/elementary.ts';
import { formatNumber, formatPercent } from '../../core/quantities/quantity-format.ts';
import { Z_975 } from '../numeric/student-t.ts';
import { openStream } from '../random/random-stream.ts';
import { effectiveCount, isCorrelated, seriesOf } from './autocorrelation.ts';
import { type Cells, cellsOf, middleOf } from './cells.ts';
import {
  type DistributionFit,
  type DistributionReport,
  FITTED_FAMILIES,
  type FitData,
  type FitRefusal,
  type FitRequest,
  type FittedFamily,
} from './contract.ts';
import { fitCorrelated } from './fit-correlated.ts';
import { capital } from './fit-words.ts';
import type { FitOutcome, Fitted } from './fitted.ts';
import { logLikelihood } from './likelihood.ts';
import { maximize } from './maximize.ts';
import { fitHyperexponential, fitPhaseType } from './mixture-families.ts';
import { penalty } from './penalty.ts';
import { fitErlang, fitSmooth } from './smooth-families.ts';

/** What a ranking of distributions says in words, for people who did not study statistics. */

/** Kass & Raftery, J. Am. Stat. Assoc. 90 (1995) 773: a difference below 2 is not worth a mention, above 10 very strong. */
const NOTHING = 2;
const VERY_STRONG = 10;
const REJECTED = 0.05;
/** Fewer values than this tell families apart by luck. */
const FEW = 100;

function distributionSentences(
  report: Omit<DistributionReport, 'sentences'>,
  cells: Cells,
  refusal: string | undefined,
): readonly string[] {
  const { fits, effectiveCount, autocorrelation, count } = report;
  const isCorrelated = report.correlated.length > 0 || refusal !== undefined;
  return [
    whyBest(fits),
    ...fitWarnings(fits[0]!, isCorrelated),
    ...(isCorrelated && effectiveCount !== undefined
      ? [
          `The times are correlated (${formatNumber(autocorrelation![1]!)} between neighbours): for their mean the ${count} values are worth ${Math.max(1, Math.round(effectiveCount))} independent ones, the intervals are too narrow and p is too small. A distribution of independent times leaves the correlation out.`,
        ]
      : []),
    ...(refusal === undefined ? [] : [`No correlated stream is fitted: ${refusal}.`]),
    ...(count < FEW ? [`${formatNumber(count)} values are few: other distributions may be as right.`] : []),
    ...(isCoarse(cells)
      ? [
          `Only ${cells.different} of the ${count} values differ: the clock is coarse. Give them as a histogram whose bins are its ticks.`,
        ]
      : []),
    ...tailNote(cells),
  ];
}

function whyBest([best, next]: readonly DistributionFit[]): string {
  const name = capital(wordOf(best!.family));
  if (best!.family === 'deterministic') return `${name}: the values differ by less than 1 % of their mean.`;
  const free = `${best!.free} free number${best!.free === 1 ? '' : 's'}`;
  if (!next) return `${name}: the only distribution that was fitted, with ${free}.`;
  const ahead = next.bic - best!.bic;
  const other = wordOf(next.family);
  if (ahead < NOTHING)
    return `${name} is best with ${free}, but ${other} is as good (BIC ${formatNumber(ahead)} apart).`;
  const strength = ahead > VERY_STRONG ? 'clearly' : 'probably';
  const how = comparison(best!, next);
  return `${name} is ${strength} best with ${free}: ${how} (BIC ${formatNumber(ahead)} lower).`;
}

function comparison(best: DistributionFit, next: DistributionFit): string {
  const other = wordOf(next.family);
  const nearer = next.logLikelihood - best.logLikelihood;
  if (nearer < -0.01)
    return `it comes nearer to the data than ${other}${next.free > best.free ? ', with fewer numbers' : ''}`;
  if (nearer < 0.01) return `${other} comes no nearer to the data with ${next.free}`;
  if (next.free === best.free)
    return `${other} comes nearer to the data, though not by what a real number costs more than a whole one`;
  return `${other} comes nearer to the data, though not by what its ${next.free} free numbers cost`;
}

function fitWarnings({ family, p }: DistributionFit, isCorrelated: boolean): readonly string[] {
  if (p === undefined) return [];
  const name = wordOf(family);
  if (p >= REJECTED) return [`The data do not contradict it (p = ${formatNumber(p)}).`];
  const caution = isCorrelated ? ', as far as correlated times can tell' : '';
  return [
    `Even so the data are further from the ${name} distribution than chance explains (p = ${formatNumber(p)})${caution}; take the empirical distribution where details matter.`,
  ];
}

const isCoarse = ({ kind, different, total }: Cells): boolean =>
  kind === 'points' && different > 1 && different < total / 5 && different < 1000;

function tailNote({ kind, high, weight, total }: Cells): readonly string[] {
  const last = high.length - 1;
  if (kind === 'points' || high[last] !== Number.POSITIVE_INFINITY) return [];
  return [
    `${formatNumber((100 * weight[last]!) / total)} % of the values are in the open last bin: how long they are is taken from the distribution, not from the data.`,
  ];
}

const BOOTSTRAPS = 99;

export function fitDistributions(
  data: FitData,
  request: FitRequest = {},
): Result<DistributionReport, string> {
  const cells = cellsOf(data);
  if (!cells.ok) return cells;
  const families = request.families ?? FITTED_FAMILIES;
  const fits: Candidate[] = [];
  const refused: FitRefusal[] = [];
  for (const family of families) {
    const outcome = toldByBins(fitFamily(family, cells.value), family, cells.value);
    if (outcome.ok) fits.push({ family, ...outcome.value, ...costOf(outcome.value, cells.value) });
    else refused.push({ family, reason: outcome.error });
  }
  if (fits.length === 0 && cells.value.low.length === 1) {
    return err('All values are in one bin: nothing tells their distribution. Give narrower bins');
  }
  if (fits.length === 0) {
    return err(
      `None of the distributions fits: ${refused.map(({ family, reason }) => `${family}: ${reason}`).join('; ')}`,
    );
  }
  fits.sort(better);
  const tested = fits.map((fit) => testedFit(fit, fit.bic - fits[0]!.bic, cells.value, request));
  return ok(reportOf(data, cells.value, tested, refused));
}

/** Bins are one number less than there are of them; a constant is no matter of likelihood. */
function toldByBins(outcome: FitOutcome, family: FittedFamily, { kind, low }: Cells): FitOutcome {
  if (!outcome.ok || kind === 'points' || family === 'deterministic') return outcome;
  const free = outcome.value.real + outcome.value.whole;
  return free < low.length ? outcome : err(`${low.length} bins cannot tell its ${free} numbers`);
}

interface Candidate extends Fitted {
  readonly family: FittedFamily;
  readonly free: number;
  readonly aic: number;
  readonly bic: number;
}

function costOf(
  { real, whole, logLikelihood }: Fitted,
  { total }: Cells,
): Pick<Candidate, 'free' | 'aic' | 'bic'> {
  const free = real + whole;
  return {
    free,
    aic: 2 * free - 2 * logLikelihood,
    bic: penalty({ real, whole, total }) - 2 * logLikelihood,
  };
}

function reportOf(
  data: FitData,
  cells: Cells,
  fits: readonly DistributionFit[],
  refused: readonly FitRefusal[],
): DistributionReport {
  const series = seriesOf(data);
  const correlated =
    series && isCorrelated(series) ? fitCorrelated(series, cells) : { fits: [], refusal: undefined };
  const { total: count, mean, scv } = cells;
  const report = {
    ...{ count, mean, scv },
    ...(series && { autocorrelation: series.r, effectiveCount: effectiveCount(series) }),
    ...{ fits, refused, correlated: correlated.fits },
  };
  return { ...report, sentences: distributionSentences(report, cells, correlated.refusal) };
}

/** Constant times have no likelihood, and need none. */
function better(a: Candidate, b: Candidate): number {
  const constant = (fit: Candidate): number => (fit.family === 'deterministic' ? 0 : 1);
  return constant(a) - constant(b) || a.bic - b.bic;
}

export function fitFamily(family: FittedFamily, cells: Cells): FitOutcome {
  if (family === 'deterministic') return fitDeterministic(cells);
  if (cells.low.length === 1) return err('all values are equal, as far as the data tell');
  switch (family) {
    case 'exponential':
    case 'gamma':
    case 'lognormal':
    case 'weibull':
      return fitSmooth(family, cells);
    case 'erlang':
      return fitErlang(cells);
    case 'pareto':
      return fitPareto(cells);
    case 'uniform':
      return fitUniform(cells);
    case 'hyperexponential':
      return fitHyperexponential(cells);
    case 'phaseType':
      return fitPhaseType(cells);
    case 'empirical':
      return fitEmpirical(cells);
    default:
      return assertUnreachable(family);
  }
}

/** Distributions this far behind the best need no fine p. */
const FAR_BEHIND = 10;
const FEW_BOOTSTRAPS = 39;

function testedFit(fit: Candidate, behind: number, cells: Cells, request: FitRequest): DistributionFit {
  const { functions, again, real: _real, whole: _whole, ...rest } = fit;
  const { bootstraps = BOOTSTRAPS, seed = 1 } = request;
  const samples = behind > FAR_BEHIND ? Math.min(bootstraps, FEW_BOOTSTRAPS) : bootstraps;
  const distances = distancesTo(cells, functions);
  const { kolmogorovSmirnov, andersonDarling } = distances;
  return {
    ...rest,
    kolmogorovSmirnov,
    ...(again && Number.isFinite(andersonDarling) && { andersonDarling }),
    ...(again &&
      samples > 0 && {
        p: bootstrapShare(cells, distances, { distribution: fit.distribution, again, samples, seed }),
      }),
  };
}

/**
 * Distributions that begin or end at a value of their own, where the likelihood jumps: uniform and Pareto. Their largest likelihood
 * is at the extreme values of the data; the intervals of those ends come from the distribution of extremes, which is one-sided:
 * n (end - extreme) / width is nearly exponential. Closed forms for points (Johnson, Kotz & Balakrishnan, Continuous
 * Univariate Distributions 1, 1994, chapter 20, and 2, 1995, chapter 26); from bins the shape of the Pareto distribution by climbing.
 */

/** -ln 0.05: nineteen of twenty values of an exponential distribution of mean 1 are below. */
const E_95 = log(20);

function fitUniform(cells: Cells): FitOutcome {
  const { min, max, total } = cells;
  if (max === Number.POSITIVE_INFINITY) return err('the largest value is not known: the last bin is open');
  const distribution: ServiceDistribution = { distribution: 'uniform', min, max };
  const slack = ((max - min) * E_95) / total;
  const functions = functionsOf(distribution);
  return ok({
    distribution,
    functions,
    logLikelihood: logLikelihood(cells, functions),
    parameters: [
      { name: 'min', value: min, low: Math.max(0, min - slack), high: min },
      { name: 'max', value: max, low: max, high: max + slack },
    ],
    real: 2,
    whole: 0,
    again: (other) => functionsOf({ distribution: 'uniform', min: other.min, max: other.max }),
  });
}

function fitPareto(cells: Cells): FitOutcome {
  const { min: scale, total } = cells;
  if (scale === 0) return err('it has a smallest value above 0, and the data begin at 0');
  const shape = paretoShape(cells);
  if (!Number.isFinite(shape)) return err('its likelihood has no largest value here');
  const distribution: ServiceDistribution = { distribution: 'pareto', scale, shape };
  const functions = functionsOf(distribution);
  const factor = exp(Z_975 / Math.sqrt(total));
  return ok({
    distribution,
    functions,
    logLikelihood: logLikelihood(cells, functions),
    parameters: [
      { name: 'scale', value: scale, low: scale * exp(-E_95 / (total * shape)), high: scale },
      { name: 'shape', value: shape, low: shape / factor, high: shape * factor },
    ],
    real: 2,
    whole: 0,
    again: (other) => functionsOf({ distribution: 'pareto', scale: other.min, shape: paretoShape(other) }),
  });
}

function paretoShape(cells: Cells): number {
  const { kind, low, weight, min: scale, total } = cells;
  const logs = low.reduce((sum, x, i) => sum + weight[i]! * log(Math.max(x, scale) / scale), 0);
  if (kind === 'points') return total / logs;
  const likelihood = ([logShape]: readonly number[]): number =>
    logLikelihood(cells, functionsOf({ distribution: 'pareto', scale, shape: exp(logShape!) }));
  return exp(maximize(likelihood, [log(total / (logs || total))]).at[0]!);
}

/** Squared coefficient of variation up to which a server is as good as constant: 1 % of the mean. */
const CONSTANT_SCV = 1e-4;

/** Likelihood has nothing to say of a constant: it holds, or it does not. */
function fitDeterministic({ mean, scv, low, high }: Cells): FitOutcome {
  const inOneBin = low.length === 1 && high[0] !== Number.POSITIVE_INFINITY;
  if (scv > CONSTANT_SCV && !(inOneBin && high[0]! - low[0]! <= 0.1 * mean)) {
    return err(
      `the values differ: their deviation is ${formatPercent(Math.sqrt(scv))} of the mean, and more than 1 % is not constant`,
    );
  }
  const distribution: ServiceDistribution = { distribution: 'deterministic', mean };
  return ok({
    distribution,
    functions: functionsOf(distribution),
    logLikelihood: 0,
    parameters: [{ name: 'mean', value: mean }],
    real: 1,
    whole: 0,
  });
}

const MOST_BINS = 64;

/** Bins as they are, neighbours taken together where there are many; points in bins of as many values each. */
function fitEmpirical(cells: Cells): FitOutcome {
  const { edges, weights } = cells.kind === 'bins' ? mergedBins(cells) : quantileBins(cells);
  if (edges.length < 2) return err('it needs values that differ');
  const distribution: ServiceDistribution = { distribution: 'empirical', edges, weights };
  const functions = functionsOf(distribution);
  const parameters = [{ name: 'mean', value: cells.mean }];
  const real = cells.kind === 'bins' ? weights.length - 1 : 2 * weights.length - 1;
  return ok({
    distribution,
    functions,
    logLikelihood: logLikelihood(cells, functions),
    parameters,
    real,
    whole: 0,
  });
}

interface Histogram {
  readonly edges: readonly number[];
  readonly weights: readonly number[];
}

function mergedBins({ low, high, weight, max }: Cells): Histogram {
  const edges: number[] = [low[0]!];
  const weights: number[] = [];
  const together = Math.ceil(low.length / MOST_BINS);
  low.forEach((from, i) => {
    const top =
      high[i] === Number.POSITIVE_INFINITY
        ? Number.isFinite(max)
          ? max
          : 2 * middleOf(from, high[i]!) - from
        : high[i]!;
    const isNew = i % together === 0;
    if (isNew && from > edges[edges.length - 1]!) {
      edges.push(from);
      weights.push(0);
    }
    if (isNew) {
      edges.push(top);
      weights.push(weight[i]!);
      return;
    }
    edges[edges.length - 1] = top;
    weights[weights.length - 1]! += weight[i]!;
  });
  return { edges, weights };
}

/** Some sqrt(n) bins, each with the same number of values as far as equal values let it. */
function quantileBins({ low, weight, total, min, max }: Cells): Histogram {
  if (min === max) return { edges: [], weights: [] };
  const bins = Math.min(MOST_BINS, Math.ceil(Math.sqrt(total)));
  const edges = [min];
  const weights: number[] = [];
  let inside = 0;
  low.forEach((x, i) => {
    if (inside >= total / bins && x > edges[edges.length - 1]! && i < low.length - 1) {
      edges.push((low[i - 1]! + x) / 2 > edges[edges.length - 1]! ? (low[i - 1]! + x) / 2 : x);
      weights.push(inside);
      inside = 0;
    }
    inside += weight[i]!;
  });
  edges.push(max);
  weights.push(inside);
  return { edges, weights };
}

/**
 * How far a distribution is from the data: the largest difference of the distribution functions (Kolmogorov-Smirnov), and A^2, the
 * integral of n (Fn - F)^2 / (F (1 - F)) dF (Anderson & Darling 1954), which sees the tails. Between points Fn = c is
 * constant, and the integral from u to v is c^2 ln(v / u) - (1 - c)^2 ln((1 - v) / (1 - u)) - (v - u). Of bins, the sum over
 * their upper edges (Choulakian, Lockhart & Stephens, Can. J. Stat. 22 (1994) 125).
 * How often chance alone is that far: parametric bootstrap, samples drawn from the distribution and fitted again (Stute, Gonzales
 * Manteiga & Presedo Quindimil, Metrika 40 (1993) 243). A^2 hardly depends on the number of values, so that samples need no more
 * than `MOST_DRAWN`; nor does sqrt(n) times the largest difference, which stands in for A^2 where a distribution ends at the extreme
 * values of the data and A^2 is infinite. Drawing ends early when enough samples were further away (J. Besag & P. Clifford,
 * Sequential Monte Carlo p-values, Biometrika 78 (1991) 301).
 */

interface Distances {
  readonly kolmogorovSmirnov: number;
  readonly andersonDarling: number;
}

function distancesTo(cells: Cells, distribution: ProbabilityFunctions): Distances {
  return cells.kind === 'points' ? ofPoints(cells, distribution) : ofBins(cells, distribution);
}

function ofPoints({ low, weight, total }: Cells, distribution: ProbabilityFunctions): Distances {
  let kolmogorovSmirnov = 0;
  let integral = 0;
  let c = 0;
  let [u, rest] = [0, 1];
  for (let i = 0; i < low.length; i += 1) {
    const [v, left] = [distribution.cdf(low[i]!), distribution.tail(low[i]!)];
    kolmogorovSmirnov = Math.max(kolmogorovSmirnov, Math.abs(c - v));
    integral += (c > 0 ? c * c * log(v / u) : 0) - (1 - c) ** 2 * log(left / rest) - (v - u);
    c += weight[i]! / total;
    kolmogorovSmirnov = Math.max(kolmogorovSmirnov, Math.abs(c - v));
    [u, rest] = [v, left];
  }
  integral += -log(u) - rest;
  return {
    kolmogorovSmirnov,
    andersonDarling: Number.isNaN(integral) ? Number.POSITIVE_INFINITY : total * integral,
  };
}

function ofBins({ high, weight, total }: Cells, distribution: ProbabilityFunctions): Distances {
  let [kolmogorovSmirnov, sum, c, u] = [0, 0, 0, 0];
  for (let i = 0; i < high.length; i += 1) {
    c += weight[i]! / total;
    const [v, left] = [distribution.cdf(high[i]!), distribution.tail(high[i]!)];
    kolmogorovSmirnov = Math.max(kolmogorovSmirnov, Math.abs(c - v));
    if (v > 0 && left > 0) sum += ((c - v) ** 2 * (v - u)) / (v * left);
    u = v;
  }
  return { kolmogorovSmirnov, andersonDarling: total * sum };
}

const MOST_DRAWN = 500;
/** Samples further away than the data, after which their share is known well enough. */
const ENOUGH = 20;

interface Bootstrap {
  readonly distribution: ServiceDistribution;
  readonly again: (cells: Cells) => ProbabilityFunctions | undefined;
  readonly samples: number;
  readonly seed: number;
}

/** Share of the samples that are at least as far from their distribution as the data, the data counted as one of them. */
function bootstrapShare(
  cells: Cells,
  distances: Distances,
  { distribution, again, samples, seed }: Bootstrap,
): number {
  const count = Math.min(MOST_DRAWN, Math.round(cells.total));
  const byTails = Number.isFinite(distances.andersonDarling);
  const distance = (of: Distances, total: number): number =>
    byTails ? of.andersonDarling : Math.sqrt(total) * of.kolmogorovSmirnov;
  const limit = distance(distances, cells.total);
  let further = 0;
  for (let replication = 0; replication < samples; replication += 1) {
    const sampler = samplerOf(
      distribution,
      openStream({ seed, replication, node: 'fit', purpose: 'service', part: distribution.distribution }),
    );
    const values = Float64Array.from({ length: count }, () => sampler.next());
    const drawn = cells.kind === 'points' ? pointsOf(values) : binned(values, cells);
    const refitted = drawn && again(drawn);
    if (!refitted || !(distance(distancesTo(drawn, refitted), count) < limit)) further += 1;
    if (further === ENOUGH) return further / (replication + 1);
  }
  return (further + 1) / (samples + 1);
}

function pointsOf(values: Float64Array): Cells | undefined {
  const cells = cellsOf({ kind: 'samples', values });
  return cells.ok ? cells.value : undefined;
}

/** In the bins of the data; a gap between two belongs to the upper one, and what is beyond the last to an open one. */
function binned(values: Float64Array, { high }: Cells): Cells | undefined {
  const edges = [0, ...high];
  if (Number.isFinite(edges[edges.length - 1])) edges.push(Number.POSITIVE_INFINITY);
  const weight = new Float64Array(edges.length - 1);
  for (const value of values) weight[edges.findIndex((edge) => edge > value) - 1]! += 1;
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length;
  const bins = {
    low: Float64Array.from(edges.slice(0, -1)),
    high: Float64Array.from(edges.slice(1)),
    weight,
  };
  const [min, max] = [values.reduce((a, x) => Math.min(a, x)), values.reduce((a, x) => Math.max(a, x))];
  const cells = cellsOf({ kind: 'bins', bins: { ...bins, total: values.length, mean, variance, min, max } });
  return cells.ok ? cells.value : undefined;
}

/** All distributions that may describe some times, fitted, judged and ranked. */
import { assertUnreachable } from '../../core/base/assert.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { effectiveCount, isCorrelated, seriesOf } from './autocorrelation.ts';
import { type Cells, cellsOf } from './cells.ts';
import {
  type DistributionFit,
  type DistributionReport,
  FITTED_FAMILIES,
  type FitData,
  type FitRefusal,
  type FitRequest,
  type FittedFamily,
} from './contract.ts';
import { distributionSentences } from './distribution-sentences.ts';
import { fitPareto, fitUniform } from './edge-families.ts';
import { fitCorrelated } from './fit-correlated.ts';
import type { FitOutcome, Fitted } from './fitted.ts';
import { bootstrapShare, distancesTo } from './goodness.ts';
import { fitHyperexponential, fitPhaseType } from './mixture-families.ts';
import { penalty } from './penalty.ts';
import { fitDeterministic, fitEmpirical } from './plain-families.ts';
import { fitErlang, fitSmooth } from './smooth-families.ts';

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
  const judged = fits.map((fit) => judge(fit, fit.bic - fits[0]!.bic, cells.value, request));
  return ok(reportOf(data, cells.value, judged, refused));
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

function judge(fit: Candidate, behind: number, cells: Cells, request: FitRequest): DistributionFit {
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

/**
 * Distributions that begin or end at a value of their own, where the likelihood jumps: uniform and Pareto. Their largest likelihood
 * is at the extreme values of the data; the intervals of those ends come from the distribution of extremes, which is one-sided:
 * n (end - extreme) / width is nearly exponential. Closed forms for points (Johnson, Kotz & Balakrishnan, Continuous
 * Univariate Distributions 1, 1994, chapter 20, and 2, 1995, chapter 26); from bins the shape of the Pareto distribution by climbing.
 */
import { err, ok } from '../../core/base/result.ts';
import type { ServiceDistribution } from '../../core/distributions/distribution.ts';
import { Z_975 } from '../numeric/student-t.ts';
import type { Cells } from './cells.ts';
import { functionsOf } from './distribution-functions.ts';
import type { FitOutcome } from './fitted.ts';
import { logLikelihood } from './likelihood.ts';
import { maximize } from './maximize.ts';

/** -ln 0.05: nineteen of twenty values of an exponential distribution of mean 1 are below. */
const E_95 = Math.log(20);

export function fitUniform(cells: Cells): FitOutcome {
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

export function fitPareto(cells: Cells): FitOutcome {
  const { min: scale, total } = cells;
  if (scale === 0) return err('it has a smallest value above 0, and the data begin at 0');
  const shape = paretoShape(cells);
  if (!Number.isFinite(shape)) return err('its likelihood has no largest value here');
  const distribution: ServiceDistribution = { distribution: 'pareto', scale, shape };
  const functions = functionsOf(distribution);
  const factor = Math.exp(Z_975 / Math.sqrt(total));
  return ok({
    distribution,
    functions,
    logLikelihood: logLikelihood(cells, functions),
    parameters: [
      { name: 'scale', value: scale, low: scale * Math.exp(-E_95 / (total * shape)), high: scale },
      { name: 'shape', value: shape, low: shape / factor, high: shape * factor },
    ],
    real: 2,
    whole: 0,
    again: (other) => functionsOf({ distribution: 'pareto', scale: other.min, shape: paretoShape(other) }),
  });
}

function paretoShape(cells: Cells): number {
  const { kind, low, weight, min: scale, total } = cells;
  const logs = low.reduce((sum, x, i) => sum + weight[i]! * Math.log(Math.max(x, scale) / scale), 0);
  if (kind === 'points') return total / logs;
  const likelihood = ([logShape]: readonly number[]): number =>
    logLikelihood(cells, functionsOf({ distribution: 'pareto', scale, shape: Math.exp(logShape!) }));
  return Math.exp(maximize(likelihood, [Math.log(total / (logs || total))]).at[0]!);
}

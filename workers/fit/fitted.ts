/** What the fit of one family hands on. */

import type { Result } from '../../core/base/result.ts';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import type { ProbabilityFunctions } from '../../core/distributions/knowledge.ts';
import type { Cells } from './cells.ts';
import type { FittedParameter } from './contract.ts';

export interface Fitted {
  readonly distribution: ServiceDistribution;
  readonly functions: ProbabilityFunctions;
  readonly logLikelihood: number;
  readonly parameters: readonly FittedParameter[];
  /** Free parameters that are real numbers, and whole ones. */
  readonly real: number;
  readonly whole: number;
  /**
   * Fits the same family to other cells, starting from this fit: for samples drawn from this distribution. Absent
   * for distributions with jumps.
   */
  readonly again?: (cells: Cells) => ProbabilityFunctions | undefined;
}

export type FitOutcome = Result<Fitted, string>;

/** What the fit of one family hands on. */
import type { Result } from '../../core/base/result.ts';
import type { ServiceLaw } from '../../core/distributions/law.ts';
import type { FittedParameter } from './contract.ts';
import type { Cells } from './cells.ts';
import type { Distribution } from './distribution.ts';

export interface Fitted {
  readonly law: ServiceLaw;
  readonly distribution: Distribution;
  readonly logLikelihood: number;
  readonly parameters: readonly FittedParameter[];
  /** Free parameters that are real numbers, and whole ones. */
  readonly real: number;
  readonly whole: number;
  /** The same family fitted to other cells, from here on: for samples that were drawn from this law. Absent for laws with jumps. */
  readonly again?: (cells: Cells) => Distribution | undefined;
}

export type FitOutcome = Result<Fitted, string>;

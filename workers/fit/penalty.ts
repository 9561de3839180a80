/**
 * What a fit pays for its parameters in units of -2 log-likelihood. Real ones: ln n each (Schwarz, Estimating the dimension
 * of a model, Ann. Stat. 6 (1978) 461). Whole ones, such as a number of phases: 2 each, as in Akaike's criterion, since
 * they are found exactly from moderately many values and leave no width that ln n stands for.
 */
import { log } from '../../core/numeric/elementary.ts';

export const penalty = ({ real, whole, total }: { real: number; whole: number; total: number }): number =>
  real * log(total) + 2 * whole;

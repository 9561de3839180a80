/**
 * How many replications a run needs: as many as planned, or so many that every chosen measure is known to the wanted
 * relative half width (of Student's t interval at 95 %, over independent replications).
 *
 * A rule that looks after each replication and stops at the first interval that is narrow enough stops too often on a
 * variance that came out small by chance: the interval then covers the truth less often than it says. So nothing is
 * decided before 10 replications, and there are few looks: from those that are made it is predicted how many are needed,
 * n (h / wanted)^2, at most twice as many, and these are made before the next look. Coverage then tends to 95 % as the
 * wanted width tends to 0, and stays above 93 % for the lengths here (stopping.test.ts).
 * Source: Chow and Robbins, Ann. Math. Statist. 36 (1965), 457-462; Glynn and Whitt, Ann. Appl. Prob. 2 (1992), 180-198;
 * for small n: Distribution, Simulation Modeling and Analysis, 5th edition (2015), section 9.4.1; Singham and Schruben, INFORMS
 * J. Computing 24 (2012), 624-635.
 */
import type { NodeId } from '../../core/scenario/scenario.ts';
import type { PrecisionMeasure } from '../solve/exact-part/contract.ts';
import type { SimulationPlan, SimulationResult } from './contract.ts';
import { MOST_REPLICATIONS } from './contract.ts';

/** Fewer say too little about their own spread to stop by it. */
const FEWEST = 10;
type Known = Pick<SimulationResult, 'replications' | 'stages'>;

/** A measure of a stage that is not known well enough. */
export interface Missing {
  readonly stage: NodeId;
  readonly measure: PrecisionMeasure;
  /** Its half width as a share of the mean. */
  readonly share: number;
}

/** In all; as many as have been made when the run is done. `result` is absent before the first. */
export function replicationsWanted(plan: SimulationPlan, result?: Known): number {
  if (plan.precision === undefined) return plan.replications;
  const made = result?.replications ?? 0;
  const least = leastReplications(plan);
  if (result === undefined || made < least) return least;
  return Math.max(made, Math.min(MOST_REPLICATIONS, 2 * made, replicationsNeeded(plan, result)));
}

/** Fewer decide nothing. */
export const leastReplications = ({ replications }: Pick<SimulationPlan, 'replications'>): number =>
  Math.max(FEWEST, replications);

/** So many would reach the precision, as far as those that are made foretell it; these when they do. */
export function replicationsNeeded(plan: SimulationPlan, result: Known): number {
  const [widest] = missingOf(plan, result);
  if (plan.precision === undefined || widest === undefined) return result.replications;
  return neededFor(widest.share, plan.precision, result.replications);
}

/** An interval shrinks with the root of the number of replications. */
export const neededFor = (share: number, precision: number, made: number): number =>
  Math.ceil(made * (share / precision) ** 2);

/** What is not known to the precision that is asked for, the worst first. */
export function missingOf(
  { precision = Number.POSITIVE_INFINITY, precisionMeasures = ['meanOccupancy'] }: SimulationPlan,
  { stages }: Pick<SimulationResult, 'stages'>,
): readonly Missing[] {
  const all = Object.entries(stages).flatMap(([stage, estimates]) =>
    precisionMeasures.map((measure): Missing => {
      const { mean, halfWidth } = estimates[measure] ?? { mean: 0, halfWidth: 0 };
      return { stage, measure, share: halfWidth === 0 ? 0 : halfWidth / Math.abs(mean) };
    }),
  );
  return all.filter(({ share }) => share > precision).sort((a, b) => b.share - a.share);
}

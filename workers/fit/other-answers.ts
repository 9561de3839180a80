/** Searches from several starts may end in places that fit as well: which of them is the answer, and what is sure of it then. */
import type { CalibratedParameter } from './contract.ts';
import type { LeastSquares } from './least-squares.ts';

/** Ends of searches with a cost within this fit as well. */
const SAME_COST = 0.1;

/** Those that fit as well as the first, with a value outside of its intervals. */
export function otherAnswers(
  [best, ...others]: readonly LeastSquares[],
  parameters: readonly CalibratedParameter[],
): readonly LeastSquares[] {
  return others.filter(
    (end) => fitsAsWell(end, best!) && parameters.some((parameter, i) => !holds(parameter, end.at[i]!)),
  );
}

/** An interval that leaves out what fits as well is none. */
export const withoutOthers = (
  parameters: readonly CalibratedParameter[],
  others: readonly LeastSquares[],
): readonly CalibratedParameter[] =>
  parameters.map((parameter, i) => {
    if (others.every(({ at }) => holds(parameter, at[i]!))) return parameter;
    const { low: _low, high: _high, profiled: _profiled, ...rest } = parameter;
    return rest;
  });

const fitsAsWell = (end: LeastSquares, best: LeastSquares): boolean => end.cost < best.cost + SAME_COST;

const holds = ({ low, high }: CalibratedParameter, logarithm: number): boolean =>
  low === undefined || high === undefined || (Math.exp(logarithm) >= low && Math.exp(logarithm) <= high);

/** How the elements of one batch spread over the targets, each on its own: multinomial outcomes. */
import { exp, log } from '../../../core/numeric/elementary.ts';
import { logGamma } from '../../../core/numeric/log-gamma.ts';
import type { Route } from './routes.ts';

/**
 * Outcomes of `size` elements: `counts[i]` go to all of `targets[i]`; the others leave the network or are filtered
 * out.
 */
export interface Outcomes {
  /** In the order of the routes. */
  readonly targets: readonly (readonly number[])[];
  /** Classes that they come there as. */
  readonly classes: readonly number[];
  readonly counts: readonly (readonly number[])[];
  /** One per entry of counts; they sum to 1. */
  readonly probabilities: readonly number[];
}

/** Number of outcomes: choose(size + targets, targets), less where some are impossible. */
export function outcomeCount(size: number, routes: readonly Route[], pass: number): number {
  const targets = routes.filter(leadsOn).length;
  const free = pass < 1 || targets < routes.length ? targets : targets - 1;
  let count = 1;
  for (let i = 1; i <= free; i++) count = (count * (size + i)) / i;
  return count;
}

export function batchOutcomes(size: number, routes: readonly Route[], pass: number): Outcomes {
  const toStages = routes.filter(leadsOn);
  const shares = toStages.map(({ probability }) => pass * probability);
  const gone = pass < 1 || toStages.length < routes.length ? 1 - shares.reduce((sum, p) => sum + p, 0) : 0;
  const counts = spreads(size, shares.length, gone > 0);
  return {
    targets: toStages.map(({ targets }) => targets),
    classes: toStages.map(({ jobClass }) => jobClass),
    counts,
    probabilities: counts.map((split) => multinomial(size, split, shares, gone)),
  };
}

const leadsOn = ({ targets }: Route): boolean => targets.length > 0;

/** All splits of up to `size` elements over `parts` targets; of exactly `size` when none may leave. */
function spreads(size: number, parts: number, mayLeave: boolean): readonly (readonly number[])[] {
  if (parts === 0) return [[]];
  if (parts === 1 && !mayLeave) return [[size]];
  const found: (readonly number[])[] = [];
  for (let first = size; first >= 0; first--) {
    for (const rest of spreads(size - first, parts - 1, mayLeave)) found.push([first, ...rest]);
  }
  return found;
}

function multinomial(
  size: number,
  split: readonly number[],
  shares: readonly number[],
  gone: number,
): number {
  const left = size - split.reduce((sum, k) => sum + k, 0);
  if (size === 1) return left === 1 ? gone : shares[split.indexOf(1)]!;
  const logTerm = (k: number, p: number): number => (k === 0 ? 0 : k * log(p) - logGamma(k + 1));
  const total = split.reduce((sum, k, i) => sum + logTerm(k, shares[i]!), logTerm(left, gone));
  return exp(total + logGamma(size + 1));
}

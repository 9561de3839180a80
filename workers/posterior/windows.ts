/** The stretches of time that answers are told apart by: of equal length, from the first to the last known entry. */
import type { PosteriorProblem } from './contract.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

const spans = new WeakMap<Float64Array, Span>();

/** First and last known entry. */
export function spanOf({ entry, start }: PosteriorProblem): Span {
  const kept = spans.get(entry);
  if (kept) return kept;
  let to = start;
  for (const time of entry) if (time > to) to = time;
  const span = { from: start, to };
  spans.set(entry, span);
  return span;
}

/** Number of the window that this entry falls into. */
export function windowOf(problem: PosteriorProblem, entry: number): number {
  const { from, to } = spanOf(problem);
  const number = Math.floor(((entry - from) / (to - from)) * problem.windows);
  return number > 0 ? Math.min(number, problem.windows - 1) : 0;
}

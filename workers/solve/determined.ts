/**
 * When a predicted number is *not determined* (◌): the one rule for drawing, badge, curve, table, verdict, command line and
 * report.
 *
 * Inputs are known to some digits, so every prediction spans an interval (`StageAnswer.spans`). While its ends lie within a
 * factor of 2 the number stands, and its interval beside it: whoever sizes a buffer by it errs by no more than most
 * approximations do. Beyond that the interval no longer tells the size of the number, any value in it would pass for the
 * answer, and the interval is shown in its place. An upper end so small that nobody would build otherwise leaves nothing
 * open, whatever the ratio.
 *
 * A stage, and with it the model that answers for it, is not determined where its queue is: N_Q, or N_G where a model tells
 * no queue.
 */

import { measureRow, SHORT_QUEUE, type Span, type StageMeasure } from '../../core/measures/measure-rows.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import type { SolveAnswer, StageAnswer } from './contract.ts';

/** Largest ratio of the ends of a number that is determined. */
const MOST_RATIO = 2;

/** Do these ends leave the measure open? */
export const isOpen = (measure: StageMeasure, [low, high]: Span): boolean =>
  high > MOST_RATIO * low && high > (measureRow(measure).negligible ?? 0);

/** The interval to show in place of a stage's number; undefined where the number stands. */
export function openSpan(stage: StageAnswer | undefined, measure: StageMeasure): Span | undefined {
  const span = stage?.spans?.[measure];
  if (!span || !isOpen(measure, span)) return undefined;
  return measure === 'meanWaitingTime' && isShort(stage, span) ? undefined : span;
}

/** By Little's law a wait is as short as the queue that it makes. */
const isShort = ({ throughput = Number.POSITIVE_INFINITY }: StageAnswer, [, high]: Span): boolean =>
  high * throughput <= SHORT_QUEUE;

/** Is this stage not determined? Asked of the answer: a stage that may be saturated or not has no number to span. */
export const isUndetermined = ({ verdicts }: SolveAnswer, stage: NodeId): boolean =>
  verdicts.some((verdict) => verdict.code === NOT_DETERMINED && verdict.stage === stage);

/** Code of the verdict at such a stage. */
export const NOT_DETERMINED = 'not-determined';

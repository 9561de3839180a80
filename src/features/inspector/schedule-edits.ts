/** Edits of a schedule: its frames stay in the order of their beginnings, and its period beyond the last. */
import type { Schedule } from '../../../core/scenario/scenario.ts';

interface Frame {
  readonly from: number;
}

/** Frames come in steps like the last one; before a period that would not hold the next, it is doubled. */
export function addFrame<F extends Frame>(
  schedule: Schedule<F> | undefined,
  frame: (from: number) => F,
  firstFrom: number,
): Schedule<F> {
  const last = schedule?.frames.at(-1);
  if (!schedule || !last) return { frames: [frame(firstFrom)] };
  const step = last.from - (schedule.frames.at(-2)?.from ?? 0);
  const from = tidy(last.from + (step > 0 ? step : firstFrom));
  const period = schedule.period !== undefined && schedule.period <= from ? 2 * from : schedule.period;
  return withPeriod({ ...schedule, frames: [...schedule.frames, frame(from)] }, period);
}

export const changeFrame = <F extends Frame>(
  schedule: Schedule<F>,
  index: number,
  frame: F,
): Schedule<F> => ({
  ...schedule,
  frames: schedule.frames.with(index, frame),
});

/** Undefined when it was the last one. */
export const removeFrame = <F extends Frame>(
  schedule: Schedule<F>,
  index: number,
): Schedule<F> | undefined =>
  schedule.frames.length === 1 ? undefined : { ...schedule, frames: schedule.frames.toSpliced(index, 1) };

/** `period` undefined: the last frame stays. */
export function withPeriod<F extends Frame>(schedule: Schedule<F>, period: number | undefined): Schedule<F> {
  const { period: _, ...rest } = schedule;
  return period === undefined ? rest : { ...rest, period };
}

/** A thousand times as long as one time of the distribution, a round number, s. */
export function firstFrameAt(mean: number): number {
  return Number.isFinite(mean) && mean > 0 ? Number((1000 * mean).toPrecision(1)) : 1;
}

const tidy = (value: number): number => Number(value.toPrecision(15));

/** Whoever answers points: the threads of this machine, or workers that take them from a queue. */
import type { PointRange } from '../core/study/point-ranges.ts';

/** Takes the lines of neighbouring points; `next` is the point behind them. */
export type WriteLines = (lines: string, next: number) => Promise<void>;

export interface PointExecutor {
  /** Calls `write` with all points of the range, one call at a time and in order; ends when one fails. */
  answer(range: PointRange, write: WriteLines): Promise<void>;
  /** Who is at work, for people; empty where there is nothing to say. */
  crew(): string;
}

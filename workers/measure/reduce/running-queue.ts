import type { CounterQueue } from './counter-queue.ts';
import type { EventQueue } from './event-queue.ts';
import type { FrameHistogram } from './frame-histogram.ts';
import type { LevelTrack } from './level-track.ts';
import type { VisitList } from './visit-list.ts';

/** One queue while it is reduced; what the file does not have is absent. */
export interface RunningQueue {
  events?: EventQueue;
  counters?: CounterQueue;
  levels?: LevelTrack;
  visits?: VisitList;
  /** Lengths of the visits, once they were replayed. */
  visitLengths?: FrameHistogram;
}

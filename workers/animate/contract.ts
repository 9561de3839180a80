/**
 * What the page asks of the animator, and what comes back: one replication of the simulation, looked at while it goes
 * on. Plain data; what the nodes and links hold crosses as flat arrays in an order that is told once.
 */

import type { NoAnswer } from '../../core/measures/refusals.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';

/** Columns of `AnimationFrame.levels`; each row is one place. Served and lost are counts since time 0. */
export const LEVEL_COLUMNS = ['occupancy', 'waiting', 'busy', 'held', 'served', 'lost'] as const;
export type LevelColumn = (typeof LEVEL_COLUMNS)[number];
/** One row, by name. */
export type PlaceLevels = Readonly<Record<LevelColumn, number>>;

export interface AnimationOpened {
  readonly kind: 'opened';
  /** Stages, delays and joins: the rows of `levels`. */
  readonly places: readonly NodeId[];
  /** The rows of `arrived`. */
  readonly sinks: readonly NodeId[];
  /** Moves per simulated second in a short run: on the link with most, and in all; 0 when none was seen. */
  readonly busiestLinkRate: number;
  readonly moveRate: number;
}

/** Elements that moved at one instant from one place to another. */
export interface AnimatedMove {
  /** s. */
  readonly time: number;
  /** The way that was gone, as places in `scenario.links`; none when they came from outside the drawing. */
  readonly links: readonly number[];
  /** Place in `scenario.classes`; 0 where there are none. */
  readonly jobClass: number;
  readonly count: number;
}

/** What one event did, in words. */
export interface AnimatedStep {
  readonly node?: NodeId;
  readonly words: string;
}

export interface AnimationFrame {
  readonly kind: 'frame';
  /** Simulated time, s. */
  readonly time: number;
  /** False when so many events were allowed that the time asked for was not reached. */
  readonly reached: boolean;
  /** One row for each place, as `LEVEL_COLUMNS` says. */
  readonly levels: Float64Array;
  /** Elements that have come to each sink. */
  readonly arrived: Float64Array;
  /** Elements that have moved along each link of the scenario. */
  readonly linkMoves: Float64Array;
  /** Tokens in the FIFO of each link of the scenario; -1 of a link without one. */
  readonly linkTokens: Float64Array;
  /** Links whose receiver has no room for what waits at the other end, as places in `scenario.links`. */
  readonly blockedLinks: readonly number[];
  /** The first of the moves since the last frame, and how many there were. */
  readonly moves: readonly AnimatedMove[];
  readonly moveCount: number;
  readonly step?: AnimatedStep;
  /** Why it cannot go on; every later frame is the same. */
  readonly halted?: NoAnswer;
}

/** Worker interface: one animation at a time, which starts from time 0 when opened. */
export interface AnimatorService {
  /** Replication 0 of the seed: what a simulation with this seed does first. */
  open(scenario: Scenario, seed: number): AnimationOpened | NoAnswer;
  /** Goes on to this time, s, with at most so many events. */
  advance(toTime: number, mostEvents: number): AnimationFrame;
  /** Goes on by one event. */
  step(): AnimationFrame;
  close(): void;
}

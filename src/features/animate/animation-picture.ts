/**
 * From frames of the animator to what is shown: whatever did not change keeps its object, so that only those nodes and
 * links are painted again that did. Moves too many to be seen become a flow, and levels are then looked at now and then.
 */

import type { NodeId } from '../../../core/scenario/scenario.ts';
import {
  type AnimationFrame,
  type AnimationOpened,
  LEVEL_COLUMNS,
  type PlaceLevels,
} from '../../../workers/animate/contract.ts';
import { type AnimationState, type LinkState, NO_MOVES } from './animation-store.ts';

/** Moves per second that are too many to be seen one by one, and those that are few enough again. */
const TOO_MANY = 60;
const FEW_ENOUGH = 40;
/** The rate of moves is a mean over about this many seconds. */
const MEMORY = 0.5;
/** Between two looks at the levels where they change too fast, s: at least this, and this for each place. */
const SAMPLE = 0.1;
const SAMPLE_PER_PLACE = 0.0005;
/** So many decades below the largest flow one is not seen; and the steps in which it is drawn. */
const DECADES = 4;
const FLOW_STEPS = 10;

type Picture = Pick<AnimationState, 'time' | 'late' | 'moves' | 'step'> &
  Partial<Pick<AnimationState, 'places' | 'arrived' | 'links'>>;

export class AnimationPicture {
  private readonly opened: AnimationOpened;
  private places: AnimationState['places'] = {};
  private links: readonly LinkState[] = [];
  private counted: Float64Array | undefined;
  /** Moves per second of the watch on the wall. */
  private rate = 0;
  private flows = false;
  /** Since the levels were last shown, s. */
  private age = 0;

  constructor(opened: AnimationOpened) {
    this.opened = opened;
  }

  /** So many simulated seconds are asked for in one. */
  expect(speed: number): void {
    this.rate = this.opened.moveRate * speed;
    this.flows = this.rate > TOO_MANY;
  }

  /** The picture after `elapsed` seconds of playing; without them after a single step, which is always shown whole. */
  take(frame: AnimationFrame, elapsed?: number): Picture {
    if (elapsed !== undefined) this.follow(frame.moveCount, elapsed);
    this.age += elapsed ?? 0;
    const flows = this.flows && elapsed !== undefined;
    const { time, reached, moves, step } = frame;
    const late = elapsed !== undefined && !reached;
    const picture = { time, late, moves: flows || moves.length === 0 ? NO_MOVES : moves, step };
    const isDue = this.age >= SAMPLE + SAMPLE_PER_PLACE * this.opened.places.length;
    if (flows && !isDue && !frame.halted) return picture;
    this.places = this.placesOf(frame);
    this.links = this.linksOf(frame, flows);
    this.age = 0;
    this.counted = frame.linkMoves;
    return { ...picture, places: this.places, links: this.links, arrived: this.arrivedOf(frame) };
  }

  private follow(moves: number, elapsed: number): void {
    const weight = Math.exp(-elapsed / MEMORY);
    this.rate = weight * this.rate + (1 - weight) * (moves / Math.max(elapsed, 1e-3));
    this.flows = this.rate > (this.flows ? FEW_ENOUGH : TOO_MANY);
  }

  private placesOf({ levels }: AnimationFrame): AnimationState['places'] {
    const places: Record<NodeId, PlaceLevels> = {};
    for (const [row, id] of this.opened.places.entries()) {
      const start = row * LEVEL_COLUMNS.length;
      const before = this.places[id];
      const same = before && LEVEL_COLUMNS.every((column, i) => before[column] === levels[start + i]);
      places[id] = same ? before : rowAt(levels, start);
    }
    return places;
  }

  private arrivedOf({ arrived }: AnimationFrame): AnimationState['arrived'] {
    return Object.fromEntries(this.opened.sinks.map((id, i) => [id, arrived[i]!]));
  }

  private linksOf(
    { linkMoves, linkTokens, blockedLinks }: AnimationFrame,
    flows: boolean,
  ): readonly LinkState[] {
    const blocked = new Set(blockedLinks);
    const counted = this.counted ?? new Float64Array(linkMoves.length);
    const moved = linkMoves.map((count, i) => count - counted[i]!);
    const most = moved.reduce((a, b) => Math.max(a, b), 0);
    return Array.from(moved, (count, i) => {
      const before = this.links[i];
      const tokens = linkTokens[i]! < 0 ? undefined : linkTokens[i]!;
      const flow = flows ? flowOf(count, most) : 0;
      const next = { blocked: blocked.has(i), flow, ...(tokens !== undefined && { tokens }) };
      const isSame = before?.blocked === next.blocked && before.flow === flow && before.tokens === tokens;
      return isSame ? before : next;
    });
  }
}

const rowAt = (levels: Float64Array, start: number): PlaceLevels =>
  Object.fromEntries(LEVEL_COLUMNS.map((column, i) => [column, levels[start + i]!])) as PlaceLevels;

function flowOf(count: number, most: number): number {
  if (count === 0) return 0;
  const share = Math.max(1 / FLOW_STEPS, 1 + Math.log10(count / most) / DECADES);
  return Math.round(share * FLOW_STEPS) / FLOW_STEPS;
}

/** The moves of elements along the links: all are counted, and the first since the last frame are kept one by one. */
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import type { FollowedMove } from '../simulate/followed-replication.ts';
import { AnimationRoutes } from './animation-routes.ts';
import type { AnimatedMove } from './contract.ts';

/** More moves at once cannot be seen. */
const MOST_KEPT = 240;

/** Elements that moved together. */
export interface Move {
  readonly time: number;
  readonly from: NodeId;
  readonly to: NodeId;
  readonly links: readonly number[];
  readonly jobClass: number;
  count: number;
}

export class AnimationMoves {
  /** Elements that have moved along each link, since time 0. */
  readonly linkMoves: Float64Array;
  /** Moves along each link, of however many elements together, and the time of the last. */
  readonly linkUses: Float64Array;
  lastTime = 0;
  /** Since `clear`. */
  kept: Move[] = [];
  count = 0;
  private last: Move | undefined;
  private readonly routes: AnimationRoutes;

  constructor(scenario: Scenario) {
    this.routes = new AnimationRoutes(scenario);
    this.linkMoves = new Float64Array(scenario.links.length);
    this.linkUses = new Float64Array(scenario.links.length);
  }

  add({ time, from, to, jobClass }: FollowedMove): void {
    const links = this.routes.between(from, to);
    for (const link of links) this.linkMoves[link]!++;
    if (this.isOneMore(time, from, to, jobClass)) return;
    for (const link of links) this.linkUses[link]!++;
    this.lastTime = time;
    this.last = { time, from, to, links, jobClass, count: 1 };
    if (this.count++ < MOST_KEPT) this.kept.push(this.last);
  }

  clear(): void {
    this.kept = [];
    this.count = 0;
    this.last = undefined;
  }

  /** As they cross to the page. */
  told(): readonly AnimatedMove[] {
    return this.kept.map(({ time, links, jobClass, count }) => ({ time, links, jobClass, count }));
  }

  /** Goes with the last one. */
  private isOneMore(time: number, from: NodeId, to: NodeId, jobClass: number): boolean {
    const { last } = this;
    const together =
      last !== undefined &&
      last.time === time &&
      last.to === to &&
      last.from === from &&
      last.jobClass === jobClass;
    if (together) last.count++;
    return together;
  }
}

/** The animator as a worker offers it: one animation at a time. */

import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import { FollowedReplication } from '../simulate/followed-replication.ts';
import { refuse } from '../simulate/refuse.ts';
import { AnimationMoves } from './animation-moves.ts';
import { AnimationRoutes } from './animation-routes.ts';
import { EventWords } from './animation-words.ts';
import type { AnimatorService } from './contract.ts';
import { type AnimatedStep, type AnimationFrame, type AnimationOpened, LEVEL_COLUMNS } from './contract.ts';

/** Events of the short run that tells how much moves per second. */
const PACE_EVENTS = 4_000;

export function animatorService(): AnimatorService {
  let current: Animation | undefined;
  const opened = (): Animation => {
    if (!current) throw new Error('No animation is open.');
    return current;
  };
  const close = (): void => {
    current?.close();
    current = undefined;
  };
  return {
    open(scenario, seed) {
      const refusal = refuse(scenario);
      close();
      if (refusal) return refusal;
      const trial = new Animation(scenario, seed);
      trial.rush(PACE_EVENTS);
      const pace = trial.pace();
      trial.close();
      current = new Animation(scenario, seed);
      const sinks = scenario.nodes.filter(({ kind }) => kind === 'sink').map(({ id }) => id);
      return { kind: 'opened', places: current.placeIds, sinks, ...pace };
    },
    advance: (toTime, mostEvents) => opened().advance(toTime, mostEvents),
    step: () => opened().step(),
    close,
  };
}

/** A network in which so many elements wait will never be seen to empty, and their times of entry fill the memory. */
const MOST_ELEMENTS = 4_000_000;
/**
 * One replication that is looked at while it goes on. It is replication 0 of its seed, event for event: looking changes
 * no number (SPEC.md, V1).
 */
export class Animation {
  private readonly replication: FollowedReplication;
  private readonly moves: AnimationMoves;
  private readonly routes: AnimationRoutes;
  private readonly words: EventWords;
  private halted: NoAnswer | undefined;

  /** Halts where more than `mostElements` are inside. */
  constructor(
    scenario: Scenario,
    seed: number,
    private readonly mostElements = MOST_ELEMENTS,
  ) {
    this.replication = new FollowedReplication(scenario, seed);
    this.moves = new AnimationMoves(scenario);
    this.routes = new AnimationRoutes(scenario);
    this.words = new EventWords(scenario, this.replication);
  }

  get placeIds(): readonly NodeId[] {
    return this.replication.placeIds;
  }

  /** Goes on to this time, s, with at most so many events. */
  advance(toTime: number, mostEvents: number): AnimationFrame {
    this.moves.clear();
    const reached = this.run(Math.max(toTime, this.replication.now), mostEvents);
    this.guardMemory();
    return this.frame(reached);
  }

  /** Goes on by one event. */
  step(): AnimationFrame {
    const { replication, moves, words } = this;
    moves.clear();
    if (this.halted) return this.frame(true);
    const { next, now } = replication;
    if (next === Number.POSITIVE_INFINITY) {
      // The engine says whether somebody waits for ever.
      this.run(now, 1);
      return this.frame(true, { words: 'Nothing more happens.' });
    }
    const before = words.before();
    this.run(next, 1);
    return this.frame(true, words.after(before, moves.kept));
  }

  /** At most so many events, as far as there are any; nobody looks. */
  rush(events: number): void {
    const { replication } = this;
    for (let i = 0; i < events && !this.halted && replication.next < Number.POSITIVE_INFINITY; i++)
      this.run(replication.next, 1);
  }

  /** Moves per second so far: on the link with most, and in all. */
  pace(): Pick<AnimationOpened, 'busiestLinkRate' | 'moveRate'> {
    const { linkUses, lastTime } = this.moves;
    const perSecond = (uses: number): number => (lastTime > 0 ? uses / lastTime : 0);
    return {
      busiestLinkRate: perSecond(linkUses.reduce((most, uses) => Math.max(most, uses), 0)),
      moveRate: perSecond(linkUses.reduce((sum, uses) => sum + uses, 0)),
    };
  }

  close(): void {
    this.replication.close();
  }

  /** True when the time is reached, or the engine came to a halt, now or before. */
  private run(until: number, mostEvents: number): boolean {
    if (this.halted) return true;
    const reached = this.replication.advance(until, mostEvents);
    for (const move of this.replication.takeMoves()) this.moves.add(move);
    this.halted = this.replication.halted;
    return reached;
  }

  private guardMemory(): void {
    if (this.halted) return;
    const places = this.placeIds.map((id, i) => ({ id, count: this.replication.levels(i).occupancy }));
    if (places.reduce((sum, { count }) => sum + count, 0) < this.mostElements) return;
    const { id } = places.reduce((most, place) => (place.count > most.count ? place : most));
    this.halted = noAnswer('tooManyElements', { name: id, most: this.mostElements }, id);
  }

  private frame(reached: boolean, step?: AnimatedStep): AnimationFrame {
    const { replication, moves, halted } = this;
    return {
      kind: 'frame',
      time: replication.now,
      reached,
      levels: this.levels(),
      arrived: replication.sinks(),
      linkMoves: moves.linkMoves.slice(),
      linkTokens: replication.tokens(moves.linkMoves.length),
      blockedLinks: [...this.blockedLinks()],
      moves: moves.told(),
      moveCount: moves.count,
      ...(step && { step }),
      ...(halted && { halted }),
    };
  }

  private levels(): Float64Array {
    return Float64Array.from(
      this.placeIds.flatMap((_, place) => {
        const levels = this.replication.levels(place);
        return LEVEL_COLUMNS.map((column) => levels[column]);
      }),
    );
  }

  /** The last link of each way that somebody waits to go. */
  private blockedLinks(): ReadonlySet<number> {
    const blocked = new Set<number>();
    for (const [stage, { id }] of this.replication.model.stages.entries()) {
      for (const from of this.replication.waitingFor(stage)) {
        const link = this.routes.between(from, id).at(-1);
        if (link !== undefined) blocked.add(link);
      }
    }
    for (const link of this.replication.fullLinks()) blocked.add(link);
    return blocked;
  }
}

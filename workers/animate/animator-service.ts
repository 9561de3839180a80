/** The animator as a worker offers it: one animation at a time. */

import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import type { Engine } from '../simulate/engine.ts';
import { SimulationHalt } from '../simulate/halt.ts';
import type { Join } from '../simulate/join.ts';
import { refuse } from '../simulate/refuse.ts';
import { Replication } from '../simulate/replicate.ts';
import type { Stage } from '../simulate/stage.ts';
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
  return {
    open(scenario, seed) {
      current = undefined;
      const refusal = refuse(scenario);
      if (refusal) return refusal;
      const trial = new Animation(scenario, seed);
      trial.rush(PACE_EVENTS);
      current = new Animation(scenario, seed);
      const sinks = scenario.nodes.filter(({ kind }) => kind === 'sink').map(({ id }) => id);
      return { kind: 'opened', places: current.placeIds, sinks, ...trial.pace() };
    },
    advance: (toTime, mostEvents) => opened().advance(toTime, mostEvents),
    step: () => opened().step(),
    close() {
      current = undefined;
    },
  };
}

/** A network in which so many elements wait will never be seen to empty, and their times of entry fill the memory. */
const MOST_ELEMENTS = 4_000_000;
/** So many of those that wait for one stage are asked where they stand. */
const MOST_PARCELS = 64;

/**
 * One replication that is looked at while it goes on. It is replication 0 of its seed, event for event: looking changes
 * no number (SPEC.md, V1).
 */
export class Animation {
  private readonly engine: Engine;
  private readonly moves: AnimationMoves;
  private readonly routes: AnimationRoutes;
  private readonly words: EventWords;
  private readonly places: readonly (Stage | Join)[];
  private halted: NoAnswer | undefined;

  constructor(scenario: Scenario, seed: number) {
    const endless = { seed, replications: 1, horizon: Number.POSITIVE_INFINITY, warmup: 0 };
    this.engine = new Replication(scenario, endless, 0).engine;
    const { state } = this.engine;
    this.moves = new AnimationMoves(scenario, state.clock);
    this.routes = new AnimationRoutes(scenario);
    this.words = new EventWords(scenario, state);
    this.places = [...state.stages, ...state.joins];
    state.watch(this.moves);
    this.run(() => this.engine.advance(0, 0)); // what is there at time 0
  }

  get placeIds(): readonly NodeId[] {
    return this.places.map(({ model }) => model.id);
  }

  /** Goes on to this time, s, with at most so many events. */
  advance(toTime: number, mostEvents: number): AnimationFrame {
    this.moves.clear();
    const until = Math.max(toTime, this.engine.state.now);
    const reached = this.run(() => this.engine.advance(until, mostEvents));
    this.guardMemory();
    return this.frame(reached);
  }

  /** Goes on by one event. */
  step(): AnimationFrame {
    const { engine, moves, words } = this;
    const { calendar, now } = engine.state;
    moves.clear();
    if (this.halted) return this.frame(true);
    const clock = calendar.next();
    const time = calendar.time[clock]!;
    if (time === Number.POSITIVE_INFINITY) {
      // The engine says whether somebody waits for ever.
      this.run(() => engine.advance(now, 1));
      return this.frame(true, { words: 'Nothing more happens.' });
    }
    const before = words.before(clock);
    this.run(() => engine.advance(time, 1));
    return this.frame(true, words.after(before, moves.kept));
  }

  /** At most so many events, as far as there are any; nobody looks. */
  rush(events: number): void {
    const { engine } = this;
    const { calendar } = engine.state;
    for (let i = 0; i < events && !this.halted; i++) {
      const time = calendar.time[calendar.next()]!;
      if (time === Number.POSITIVE_INFINITY) return;
      this.run(() => engine.advance(time, 1));
    }
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

  /** What `act` says; true when the engine came to a halt, now or before. */
  private run(act: () => boolean): boolean {
    if (this.halted) return true;
    try {
      return act();
    } catch (reason) {
      if (!(reason instanceof SimulationHalt)) throw reason;
      this.halted = reason.answer;
      return true;
    }
  }

  private guardMemory(): void {
    const total = this.places.reduce((sum, { occupancy }) => sum + occupancy, 0);
    if (total < MOST_ELEMENTS || this.halted) return;
    const fullest = this.places.reduce((most, place) => (place.occupancy > most.occupancy ? place : most));
    const { id } = fullest.model;
    this.halted = noAnswer('tooManyElements', { name: id, most: MOST_ELEMENTS }, id);
  }

  private frame(reached: boolean, step?: AnimatedStep): AnimationFrame {
    const { engine, moves, halted } = this;
    return {
      kind: 'frame',
      time: engine.state.now,
      reached,
      levels: this.levels(),
      arrived: engine.state.network.sinks.slice(),
      linkMoves: moves.linkMoves.slice(),
      blockedLinks: [...this.blockedLinks()],
      moves: moves.told(),
      moveCount: moves.count,
      ...(step && { step }),
      ...(halted && { halted }),
    };
  }

  private levels(): Float64Array {
    const levels = new Float64Array(this.places.length * LEVEL_COLUMNS.length);
    let at = 0;
    for (const { occupancy, waiting, busy, held, collector } of this.places)
      for (const value of [occupancy, waiting, busy, held, collector.served, collector.lost])
        levels[at++] = value;
    return levels;
  }

  /** The last link of each way that somebody waits to go. */
  private blockedLinks(): ReadonlySet<number> {
    const blocked = new Set<number>();
    for (const { firstParcel, model } of this.engine.state.stages) {
      let parcel = firstParcel;
      for (let seen = 0; parcel !== null && seen < MOST_PARCELS; seen++) {
        const link = this.routes.between(parcel.sender.port.node, model.id).at(-1);
        if (link !== undefined) blocked.add(link);
        parcel = parcel.nextInLine;
      }
    }
    return blocked;
  }
}

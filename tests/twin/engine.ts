/**
 * The event loop of one replication: takes the next event, lets the protocol act on it, and settles everything that
 * follows at the same instant before time goes on (SPEC.md, E1 to E4).
 */
import { noAnswer } from '../../core/measures/refusals.ts';
import { CHOICE } from '../../workers/simulate/simulation-model.ts';
import { admitWaiting, sendElement } from './admission.ts';
import { beginService, beHeld, takeBatch } from './begin-service.ts';
import { findDeadlock, findStandstill } from './deadlock.ts';
import { populate } from './entry.ts';
import { SimulationHalt } from './halt.ts';
import type { Resource } from './resource.ts';
import { routeFrom } from './routing.ts';
import type { Server } from './server.ts';
import { finishService, finishShared, resumeServer, startServices } from './service.ts';
import { startNext, startSingles } from './single-start.ts';
import type { Source } from './source.ts';
import type { Stage } from './stage.ts';
import { type SimulationState, wantRoom, wantStart } from './state.ts';
import { classOf } from './tag.ts';
import { leaveTask } from './task-end.ts';

/** Parcels that a search for a deadlock may go through at every event. */
const CHEAP_SEARCH = 64;
/** This many events in a row without time passing are taken for an endless loop (E4). */
const MOST_AT_ONE_INSTANT = 1_000_000;

export class Engine {
  events = 0;
  /** Events with a suspicion since the last search for a deadlock. */
  private sinceSearch = 0;
  readonly state: SimulationState;
  private atThisInstant = 0;
  private hasBegun = false;

  constructor(state: SimulationState) {
    this.state = state;
  }

  /** Processes events up to time `until`, at most `most` of them. True when `until` is reached; then `now` is `until`. */
  advance(until: number, most: number): boolean {
    const { state } = this;
    const { calendar } = state;
    if (!this.hasBegun) this.begin();
    for (let count = 0; count < most; count++) {
      const clock = calendar.next();
      const time = calendar.time[clock]!;
      if (time > until || time === Number.POSITIVE_INFINITY) {
        this.events += count;
        if (time === Number.POSITIVE_INFINITY) this.requireHope();
        state.now = until;
        return true;
      }
      this.countInstant(time);
      const scheduling = calendar.sequence[clock]!;
      this.actOn(clock);
      this.settle();
      if (calendar.sequence[clock] === scheduling) calendar.clear(clock);
      if (state.hasMore) this.settleMore();
    }
    this.events += most;
    return false;
  }

  /** Time 0: first frames, first arrivals, and all jobs of closed classes where they start. */
  private begin(): void {
    const { state } = this;
    this.hasBegun = true;
    for (const source of state.sources) schedule(state, source);
    for (const [i, { schedule: frames }] of state.scheduled.entries()) {
      if (frames!.nextChange() === 0) this.changeDistribution(i);
      else state.calendar.schedule(this.frameClock(i), frames!.nextChange());
    }
    for (const [i, jobClass] of state.model.classes.entries())
      if (jobClass.population > 0) populate(state, i, jobClass);
    this.settle();
    this.settleMore();
  }

  /** The owner of the clock does what it is for. */
  private actOn(clock: number): void {
    const { state } = this;
    const { servers, sources, flushing } = state;
    if (clock < servers.length) {
      const server = servers[clock]!;
      if (server.stage.servesSingly) finishSingle(state, server);
      else if (server.stage.shared === null) finishService(state, server);
      else finishShared(state, server.stage);
    } else if (clock < servers.length + sources.length) {
      emit(state, sources[clock - servers.length]!);
    } else if (clock < this.frameClock(0)) {
      wantStart(state, flushing[clock - servers.length - sources.length]!);
    } else {
      this.changeDistribution(clock - this.frameClock(0));
    }
  }

  private frameClock(scheduled: number): number {
    const { servers, sources, flushing } = this.state;
    return servers.length + sources.length + flushing.length + scheduled;
  }

  /** A frame begins (T1, T2). */
  private changeDistribution(scheduled: number): void {
    const { state } = this;
    const owner = state.scheduled[scheduled]!;
    const frames = owner.schedule!;
    const draws = frames.change();
    state.calendar.schedule(this.frameClock(scheduled), frames.nextChange());
    if (owner.kind === 'stage') {
      owner.service = draws ?? owner.service;
    } else {
      owner.interarrival = draws;
      if (owner.pending === 0) schedule(state, owner);
    }
  }

  /** Moves first, then those whom moves have freed, then starts (E3). */
  private settle(): void {
    const { state } = this;
    const { wantRoom, ready, wantStart } = state;
    for (;;) {
      if (!wantRoom.isEmpty) {
        admitWaiting(state, wantRoom.shift());
      } else if (!ready.isEmpty) {
        const sender = ready.shift();
        if (sender.kind === 'server') resumeServer(state, sender);
        else schedule(state, sender);
      } else if (!wantStart.isEmpty) {
        const stage: Stage = wantStart.shift();
        if (stage.servesSingly) startSingles(state, stage);
        else startServices(state, stage);
      } else {
        return;
      }
    }
  }

  private countInstant(time: number): void {
    const { state } = this;
    if (time > state.now) {
      state.now = time;
      this.atThisInstant = 0;
    } else if (++this.atThisInstant > MOST_AT_ONE_INSTANT) {
      throw new SimulationHalt(noAnswer('timeStandsStill', { at: time }));
    }
  }

  /** Then units of what is shared (E3); and the search for deadlocks, where there may be one. */
  private settleMore(): void {
    const { state } = this;
    while (!state.wantUnits.isEmpty) {
      grantUnits(state, state.wantUnits.shift());
      this.settle();
    }
    const mayBe = state.isSuspect && state.model.mayDeadlock;
    // A deadlock does not go away: where very many wait it is looked for seldom enough to cost little.
    if (mayBe && ++this.sinceSearch * CHEAP_SEARCH < state.searchCost) return;
    const deadlock = mayBe ? findDeadlock(state) : undefined;
    if (deadlock) throw new SimulationHalt(deadlock);
    if (mayBe) this.sinceSearch = 0;
    state.isSuspect = state.hasMore = false;
  }

  /** Nothing will ever happen again: that is an end only when nobody waits for anything (E6). */
  private requireHope(): void {
    const end = findDeadlock(this.state) ?? findStandstill(this.state);
    if (end) throw new SimulationHalt(end);
  }
}

/** A batch arrives from outside; the source waits for its next arrival once all of it has entered (S1, S2). */
function emit(state: SimulationState, source: Source): void {
  const { port } = source;
  const tag = source.tags[0]!;
  for (let i = 0; i < source.model.batchSize; i++) {
    if (port.sole !== CHOICE) sendElement(state, source, 0, port.sole, tag);
    else routeFrom(state, source, 0, port, tag);
  }
  if (source.pending === 0) schedule(state, source);
}

/** The time until the next arrival starts; nothing comes while the source is silent. */
function schedule(state: SimulationState, source: Source): void {
  if (source.interarrival === null) state.calendar.clear(source.clock);
  else state.calendar.schedule(source.clock, state.now + source.interarrival.next());
}

/** Units of a shared resource that are free, and the services that they let begin (SPEC.md, RES). */

/** Gives free units to those who are next. */
function grantUnits(state: SimulationState, resource: Resource): void {
  resource.wanted = false;
  for (let asker = resource.grant(); asker !== null; asker = resource.grant()) {
    if (asker.kind === 'server') {
      serve(state, asker);
    } else {
      takeBatch(state, asker);
      if (asker.flushClock >= 0) wantStart(state, asker);
    }
  }
}

function serve(state: SimulationState, server: Server): void {
  const { stage } = server;
  stage.collector.observe(stage);
  stage.held--;
  beginService(state, server);
}

/**
 * Ends of service in the commonest stage (see `single-start.ts`): the steps of `service.ts` in the same order, without
 * what concerns batches, disciplines, timers and promised places.
 */

/** A service ends: the element passes the filter or not, and leaves if it can (F1, BAS1). */
function finishSingle(state: SimulationState, server: Server): void {
  const { stage } = server;
  const { collector } = stage;
  const tag = server.tags[0]!;
  collector.observe(stage);
  stage.busy--;
  const passes = !stage.filters || stage.lets(tag);
  if (passes) passSingle(state, server, tag);
  else leaveTask(state, server, 0, tag);
  if (server.pending > 0) {
    collector.countServed(classOf(tag));
    server.passed[0] = passes ? 1 : 0;
    server.state = 'held';
    beHeld(state, stage);
    return;
  }
  collector.countDeparture(server.entered[0]!, classOf(tag), passes);
  stage.occupancy--;
  wantRoom(state, stage);
  if (stage.line.length > 0) startNext(state, stage, server);
  else stage.putBack(server);
}

function passSingle(state: SimulationState, server: Server, tag: number): void {
  const { port } = server;
  if (port.sole !== CHOICE) sendElement(state, server, 0, port.sole, tag);
  else routeFrom(state, server, 0, port, tag);
}

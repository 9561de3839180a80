/**
 * The event loop of one replication: takes the next event, lets the protocol act on it, and settles everything that
 * follows at the same instant before time goes on (SPEC.md, E1 to E4).
 */
import { admitWaiting } from './admission.ts';
import { findDeadlock } from './deadlock.ts';
import { SimulationHalt } from './halt.ts';
import { finishService, finishShared, resumeServer, routeElement, startServices } from './service.ts';
import { finishSingle } from './single-service.ts';
import { startSingles } from './single-start.ts';
import type { Source } from './stage.ts';
import { type SimulationState, wantStart } from './state.ts';

/** This many events in a row without time passing are taken for an endless loop (E4). */
const MOST_AT_ONE_INSTANT = 1_000_000;

export class Engine {
  events = 0;
  readonly state: SimulationState;
  private atThisInstant = 0;

  constructor(state: SimulationState) {
    this.state = state;
  }

  /** Processes events up to time `until`, at most `most` of them. True when `until` is reached; then `now` is `until`. */
  advance(until: number, most: number): boolean {
    const { state } = this;
    const { calendar } = state;
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
      if (state.suspect !== null) this.checkDeadlock();
    }
    this.events += most;
    return false;
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
    } else {
      wantStart(state, flushing[clock - servers.length - sources.length]!);
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
        const stage = wantStart.shift();
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
      const message = `Stuck at ${time} s: events follow each other for ever without time passing.`;
      throw new SimulationHalt({ kind: 'noAnswer', reason: 'stuck', message });
    }
  }

  private checkDeadlock(): void {
    this.state.suspect = null;
    if (this.state.model.mayDeadlock) this.requireHope();
  }

  private requireHope(): void {
    const deadlock = findDeadlock(this.state);
    if (deadlock) throw new SimulationHalt(deadlock);
  }
}

/** A batch arrives from outside; the source waits for its next arrival once all of it has entered (S1, S2). */
function emit(state: SimulationState, source: Source): void {
  for (let i = 0; i < source.model.batchSize; i++) {
    routeElement(state, source, 0);
  }
  if (source.pending === 0) schedule(state, source);
}

function schedule(state: SimulationState, source: Source): void {
  state.calendar.schedule(source.clock, state.now + source.interarrival.next());
}

/** What an element waited whose service may be interrupted: until it began, and in between (SPEC.md, P3). */
import { BEGAN, PAUSED, type Server } from './server.ts';
import type { SimulationState } from './state.ts';
import { classOf } from './tag.ts';

/** A service begins for the first time. */
export function markBeginning(state: SimulationState, server: Server): void {
  const { stage, interrupted } = server;
  server.level = stage.model.levels[classOf(server.tags[0]!)]!;
  server.order = ++stage.starts;
  interrupted[BEGAN] = state.now;
  interrupted[PAUSED] = 0;
}

/** A service has ended: its element waited until it began, and while it was interrupted (P3). */
export function countWholeWait(state: SimulationState, server: Server): void {
  const { stage, interrupted } = server;
  const waited = interrupted[BEGAN]! - server.entered[0]! + interrupted[PAUSED]!;
  stage.collector.countWait(state.now - waited, classOf(server.tags[0]!));
}

/** A server takes a batch, asks for room or a unit where that comes first, and serves (SPEC.md, B, BBS1, RES4). */
import { markBeginning } from './interrupted-wait.ts';
import { nextToTake } from './lines.ts';
import { askForRoom } from './reservation.ts';
import type { Server } from './server.ts';
import type { Stage } from './stage.ts';
import type { SimulationState } from './state.ts';
import { classOf } from './tag.ts';
import { wantUnitFor } from './units.ts';

/** An idle server takes its batch out of the line and serves it, or asks for its places first. */
export function takeBatch(state: SimulationState, stage: Stage): void {
  const server = stage.idle[--stage.idleCount]!;
  const size = Math.min(stage.queued(), stage.batchMax);
  server.batch = size;
  for (let element = 0; element < size; element++) nextToTake(stage, server, element);
  if (!stage.asksFirst) {
    beginService(state, server);
    return;
  }
  askForRoom(state, server);
  if (server.pending === 0 && stage.resource === null) {
    beginService(state, server);
    return;
  }
  server.state = 'claimed';
  beHeld(state, stage);
  if (server.pending === 0) wantUnitFor(state, server);
}

export function beginService(state: SimulationState, server: Server): void {
  const stage = server.stage;
  const { collector } = stage;
  collector.observe(stage);
  if (stage.model.preempts) markBeginning(state, server);
  else
    for (let element = 0; element < server.batch; element++)
      collector.countWait(server.entered[element]!, classOf(server.tags[element]!));
  stage.waiting -= server.batch;
  stage.busy++;
  server.state = 'serving';
  state.calendar.schedule(server.clock, state.now + stage.nextService(server.tags[0]!));
}

/** A server comes to be held up by what is downstream; when none is left to work, the stage may be in a deadlock. */
export function beHeld(state: SimulationState, stage: Stage): void {
  stage.collector.observe(stage);
  stage.held++;
  if ((stage.busy > 0 && stage.shared === null) || stage.model.isDelay) return;
  state.isSuspect = state.hasMore = true;
}

/**
 * Ends of service in the commonest stage (see `single-start.ts`): the steps of `service.ts` in the same order, without
 * what concerns batches, disciplines, timers and promised places.
 */
import { sendElement } from './admission.ts';
import { beHeld } from './begin-service.ts';
import { routeFrom } from './routing.ts';
import type { Server } from './server.ts';
import { CHOICE } from './simulation-model.ts';
import { startNext } from './single-start.ts';
import { type SimulationState, wantRoom } from './state.ts';
import { classOf } from './tag.ts';
import { leaveTask } from './task-end.ts';

/** A service ends: the element passes the filter or not, and leaves if it can (F1, BAS1). */
export function finishSingle(state: SimulationState, server: Server): void {
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

/**
 * Ends of service in the commonest stage (see `single-start.ts`): the steps of `service.ts` in the same order, without
 * what concerns batches, disciplines, timers and promised places.
 */
import { sendElement } from './admission.ts';
import { CHOICE } from './compile-model.ts';
import { becomeIdle, beHeld, routeElement } from './service.ts';
import { startNext } from './single-start.ts';
import type { Server } from './stage.ts';
import { type SimulationState, wantRoom } from './state.ts';

/** A service ends: the element passes the filter or not, and leaves if it can (F1, BAS1). */
export function finishSingle(state: SimulationState, server: Server): void {
  const { stage } = server;
  const { collector } = stage;
  collector.observe(stage);
  stage.busy--;
  collector.served++;
  if (!stage.filters || stage.filter.next() < stage.model.passProbability) {
    passSingle(state, server);
    if (server.pending > 0) {
      server.state = 'held';
      beHeld(state, stage);
      return;
    }
    collector.output++;
  }
  collector.countSojourn(server.entered[0]!);
  stage.occupancy--;
  wantRoom(state, stage);
  if (stage.line.length > 0) startNext(state, stage, server);
  else becomeIdle(state, server);
}

function passSingle(state: SimulationState, server: Server): void {
  const { sole } = server.port;
  if (sole !== CHOICE) sendElement(state, server, 0, sole);
  else routeElement(state, server, 0);
}

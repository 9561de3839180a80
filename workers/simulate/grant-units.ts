/** Units of a shared resource that are free, and the services that they let begin (SPEC.md, RES). */
import { beginService, takeBatch } from './begin-service.ts';
import type { Resource } from './resource.ts';
import type { Server } from './server.ts';
import { type SimulationState, wantStart } from './state.ts';

/** Gives free units to those who are next. */
export function grantUnits(state: SimulationState, resource: Resource): void {
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

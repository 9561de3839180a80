/** Services that need a unit of a shared resource: asking and giving back (SPEC.md, RES). */
import { isOverdue } from './lines.ts';
import type { Resource } from './resource.ts';
import type { Server } from './server.ts';
import type { Stage } from './stage.ts';
import type { SimulationState } from './state.ts';

/** One request for each service that could start but for its unit (RES1). */
export function askForUnits(state: SimulationState, stage: Stage, resource: Resource): void {
  for (let missing = startable(state, stage) - stage.requests; missing > 0; missing--) resource.ask(stage);
  wantUnits(state, resource);
}

/** A server that has its batch and all promised places asks. */
export function wantUnitFor(state: SimulationState, server: Server): void {
  const resource = server.stage.resource!;
  resource.ask(server);
  wantUnits(state, resource);
}

export function releaseUnit(state: SimulationState, resource: Resource): void {
  resource.release();
  wantUnits(state, resource);
}

function wantUnits(state: SimulationState, resource: Resource): void {
  if (resource.wanted || !resource.canGrant()) return;
  resource.wanted = true;
  state.hasMore = true;
  state.wantUnits.push(resource);
}

/** Services that idle servers could start. */
function startable(state: SimulationState, stage: Stage): number {
  const free = stage.idleCount;
  let count = 0;
  let waiting = stage.queued();
  while (count < free && waiting > 0 && waiting >= stage.batchMin) {
    waiting -= Math.min(waiting, stage.batchMax);
    count++;
  }
  const flushes = count === 0 && free > 0 && waiting > 0 && isOverdue(state, stage);
  return flushes ? 1 : count;
}

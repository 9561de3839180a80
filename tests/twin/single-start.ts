/**
 * Starts of service in the commonest stage, whose servers take one element at a time in the order of entry and ask for
 * no room beforehand. Here a service may start at once, in the middle of what else happens at this instant: who is
 * served when, and the order of the draws of the stage, are as if it had waited for its turn (E3), because later
 * arrivals stand behind in the line, time does not pass, and between ends of service of different stages at equal times
 * the priority decides and not the order of the starts (E2). Numbers are passed on in typed arrays, which spares a box
 * at each call.
 */
import type { Server } from './server.ts';
import type { Stage } from './stage.ts';
import type { SimulationState } from './state.ts';
import { classOf } from './tag.ts';

/** Starts every service that can start now. */
export function startSingles(state: SimulationState, stage: Stage): void {
  stage.startWanted = false;
  stage.collector.observe(stage);
  while (stage.idleCount > 0 && stage.line.length > 0)
    startNext(state, stage, stage.idle[--stage.idleCount]!);
}

/** The server takes the first element in line. The stage has been observed at this instant. */
export function startNext(state: SimulationState, stage: Stage, server: Server): void {
  stage.line.moveFirst(server.entered, server.born, server.tags);
  stage.waiting--;
  startSingle(state, stage, server);
}

/** The server serves the element that it has. The stage has been observed at this instant. */
export function startSingle(state: SimulationState, stage: Stage, server: Server): void {
  const tag = server.tags[0]!;
  stage.collector.countWait(server.entered[0]!, classOf(tag));
  stage.busy++;
  server.batch = 1;
  server.state = 'serving';
  state.calendar.schedule(
    server.clock,
    state.clock[0]! + (stage.oneDistribution ? stage.service.next() : stage.nextService(tag)),
  );
}

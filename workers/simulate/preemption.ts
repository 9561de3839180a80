/** Services that a more urgent element interrupts, and that go on later where they were (SPEC.md, P2 to P4). One by one: no bulk. */
import { takeBatch } from './begin-service.ts';
import { firstLevel } from './lines.ts';
import { LEFT, PAUSED, PAUSED_SINCE, type Server } from './server.ts';
import type { Stage } from './stage.ts';
import type { SimulationState } from './state.ts';

/** Starts the most urgent service that can start now, or lets one go on; false when there is none. */
export function startUrgent(state: SimulationState, stage: Stage): boolean {
  const nobody = stage.lines.length;
  const waiting = firstLevel(stage);
  const paused = mostUrgentPaused(stage);
  const level = Math.min(waiting, paused?.level ?? nobody);
  if (level === nobody) return false;
  if (stage.freeServers() === 0) {
    const victim = leastUrgent(stage);
    if (victim === null || victim.level <= level) return false;
    interrupt(state, victim);
  }
  if (paused !== null && paused.level <= waiting) goOn(state, paused);
  else takeBatch(state, stage);
  return true;
}

/** Of the interrupted services, the most urgent one that began first. */
function mostUrgentPaused({ servers, suspended }: Stage): Server | null {
  let best: Server | null = null;
  if (suspended === 0) return best;
  for (const server of servers) {
    if (server.state === 'suspended' && (best === null || goesBefore(server, best))) best = server;
  }
  return best;
}

/** Of the services under way, the least urgent one that began last. */
function leastUrgent({ servers }: Stage): Server | null {
  let worst: Server | null = null;
  for (const server of servers) {
    if (server.state === 'serving' && (worst === null || goesBefore(worst, server))) worst = server;
  }
  return worst;
}

const goesBefore = (a: Server, b: Server): boolean =>
  a.level < b.level || (a.level === b.level && a.order < b.order);

function interrupt(state: SimulationState, server: Server): void {
  const { stage, interrupted, clock } = server;
  stage.collector.observe(stage);
  stage.busy--;
  stage.waiting++;
  stage.suspended++;
  server.state = 'suspended';
  interrupted[PAUSED_SINCE] = state.now;
  interrupted[LEFT] = state.calendar.time[clock]! - state.now;
  state.calendar.clear(clock);
}

function goOn(state: SimulationState, server: Server): void {
  const { stage, interrupted } = server;
  stage.collector.observe(stage);
  stage.busy++;
  stage.waiting--;
  stage.suspended--;
  server.state = 'serving';
  interrupted[PAUSED]! += state.now - interrupted[PAUSED_SINCE]!;
  state.calendar.schedule(server.clock, state.now + interrupted[LEFT]!);
}

/** Shared resources: units, who asks for them, and who is next (SPEC.md, RES). */
import { beginService, isOverdue, takeBatch } from './batches';
import { observe, Rules, Sender, Stage } from './network';
import { now, pushWork, wantMore, wantUnitsList } from './state';
import { wantStart } from './service';

/** A service that could start at this stage; or of a server that has its batch and promised places. */
@unmanaged
class Request {
  stage: Stage = changetype<Stage>(0);
  server: Sender | null = null;
  next: Request | null = null;
}

@unmanaged
export class Resource {
  free: i32 = 0;
  units: i32 = 0;
  wanted: bool = false;
  /** Units go to the stages in turn: their addresses in the order of the file, and whose turn it is. */
  stages: usize = 0;
  stageCount: i32 = 0;
  inTurn: bool = false;
  turn: i32 = 0;
  /** Those who wait, first come first. */
  first: Request | null = null;
  last: Request | null = null;
  /** Integral of the units in use, and up to when it goes. */
  usedTime: f64 = 0;
  since: f64 = 0;
}

let spare: Request | null = null;

function ask(resource: Resource, stage: Stage, rules: Rules, server: Sender | null): void {
  rules.requests++;
  const used = spare;
  const request = used === null ? new Request() : used;
  if (used !== null) spare = used.next;
  request.stage = stage;
  request.server = server;
  request.next = null;
  const last = resource.last;
  if (last === null) resource.first = request;
  else last.next = request;
  resource.last = request;
}

/** Units in use until now are added up. */
export function integrateUnits(resource: Resource): void {
  resource.usedTime += <f64>(resource.units - resource.free) * (now - resource.since);
  resource.since = now;
}

/** Units x seconds in use until now. */
export function usedTimeOf(resource: Resource): f64 {
  integrateUnits(resource);
  return resource.usedTime;
}

/** One request for each service that could start but for its unit (RES1). */
export function askForUnits(stage: Stage, rules: Rules, resource: Resource): void {
  for (let missing = startable(stage, rules) - rules.requests; missing > 0; missing--)
    ask(resource, stage, rules, null);
  wantUnits(resource);
}

/** A server that has its batch and all promised places asks. */
export function wantUnitFor(server: Sender, stage: Stage, rules: Rules): void {
  const resource = rules.resource!;
  ask(resource, stage, rules, server);
  wantUnits(resource);
}

export function releaseUnit(resource: Resource): void {
  integrateUnits(resource);
  resource.free++;
  wantUnits(resource);
}

/** Units are free and somebody has asked. */
function wantUnits(resource: Resource): void {
  if (resource.wanted || resource.free == 0 || resource.first === null) return;
  resource.wanted = true;
  wantMore();
  pushWork(wantUnitsList, changetype<usize>(resource));
}

/** Services that idle servers could start. */
function startable(stage: Stage, rules: Rules): i32 {
  const free = rules.idleCount;
  let count = 0;
  let waiting = rules.inLines;
  while (count < free && waiting > 0 && waiting >= rules.batchMin) {
    waiting -= min(waiting, rules.batchMax);
    count++;
  }
  return count == 0 && free > 0 && waiting > 0 && isOverdue(stage, rules) ? 1 : count;
}

/** Gives free units to those who are next, and lets their services begin. */
export function grantUnits(resource: Resource): void {
  resource.wanted = false;
  while (resource.free > 0 && resource.first !== null) {
    const request = takeNext(resource);
    const stage = request.stage;
    const rules = stage.rules!;
    const server = request.server;
    request.next = spare;
    spare = request;
    rules.requests--;
    integrateUnits(resource);
    resource.free--;
    if (server !== null) {
      observe(stage, now);
      stage.held--;
      beginService(server, stage, rules);
    } else {
      takeBatch(stage, rules);
      if (rules.flush !== null) wantStart(stage);
    }
  }
}

/** The first in line; or of the stage whose turn it is, those that do not ask passed over (RES2). */
function takeNext(resource: Resource): Request {
  let before: Request | null = null;
  let found = resource.first!;
  if (resource.inTurn) {
    for (let i = 0; i < resource.stageCount; i++) {
      const at = (resource.turn + i) % resource.stageCount;
      const stage = changetype<Stage>(load<u32>(resource.stages + (<usize>at << 2)));
      if (stage.rules!.requests == 0) continue;
      resource.turn = (at + 1) % resource.stageCount;
      while (found.stage !== stage) {
        before = found;
        found = found.next!;
      }
      break;
    }
  }
  const next = found.next;
  if (before === null) resource.first = next;
  else before.next = next;
  if (next === null) resource.last = before;
  return found;
}

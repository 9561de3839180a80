/**
 * Pipelined service: a server takes the next element when the interval that it drew is over, and each element leaves a
 * fixed latency after its start. When one cannot leave, all behind it stand still, and the server too (SPEC.md, PI). So
 * a server has two clocks: one for its intervals, and one for the end of the first element on its way.
 */
import { clear, schedule, timeOf } from './calendar';
import { halt, MOST_IN_STAGE, TOO_MANY } from './halt';
import { take } from './memory';
import { Element, HELD, IDLE, Pipeline, Rules, Sender, SERVING, Stage } from './network';
import { now } from './state';
import { copyElement } from './waiting-line';

/** A place of the ring: an element, behind it its end by the clock of the pipeline, which stops while it stands still, and the phase of a firing. */
const PLACE_BYTES: usize = 48;
const END: usize = 32;
const PHASE: usize = 40;
const FIRST_ROOM: i32 = 8;

/** The place so many behind the first. */
@inline
function placeAt(pipeline: Pipeline, behind: i32): usize {
  return pipeline.places + <usize>((pipeline.first + behind) & (pipeline.room - 1)) * PLACE_BYTES;
}

/** An element begins its way, after which the server is busy for so long. */
export function enterPipeline(server: Sender, pipeline: Pipeline, element: Element, interval: f64, latency: f64): void {
  if (pipeline.count == pipeline.room) makeRoom(server, pipeline);
  const place = placeAt(pipeline, pipeline.count++);
  copyElement(element, changetype<Element>(place));
  store<f64>(place, now - pipeline.stood + max<f64>(interval, latency), END);
  store<i32>(place, server.phase, PHASE);
  schedule(server, now + interval);
  if (pipeline.count == 1) scheduleEnd(pipeline);
}

function makeRoom(server: Sender, pipeline: Pipeline): void {
  if (pipeline.count >= MOST_IN_STAGE) halt(TOO_MANY, server.stage!.index);
  const room = max(FIRST_ROOM, 2 * pipeline.room);
  const places = take(<usize>room * PLACE_BYTES);
  for (let i = 0; i < pipeline.count; i++)
    memory.copy(places + <usize>i * PLACE_BYTES, placeAt(pipeline, i), PLACE_BYTES);
  if (pipeline.room > 0) heap.free(pipeline.places);
  pipeline.places = places;
  pipeline.room = room;
  pipeline.first = 0;
}

/** The first on its way, if there is one, ends when its time has come. */
function scheduleEnd(pipeline: Pipeline): void {
  if (pipeline.count > 0) schedule(pipeline.exit, load<f64>(placeAt(pipeline, 0), END) + pipeline.stood);
  else clear(pipeline.exit);
}

/** The first on its way is at the end. */
export function takeFirst(pipeline: Pipeline): void {
  copyElement(changetype<Element>(placeAt(pipeline, 0)), pipeline.exit);
  pipeline.exit.phase = load<i32>(placeAt(pipeline, 0), PHASE);
  pipeline.first = (pipeline.first + 1) & (pipeline.room - 1);
  pipeline.count--;
}

/** It has left; the next may follow. */
export function letNextEnd(pipeline: Pipeline): void {
  pipeline.exit.state = IDLE;
  scheduleEnd(pipeline);
}

/** It cannot leave: nothing moves, and the server takes nobody. */
export function standStill(stage: Stage, rules: Rules, pipeline: Pipeline): void {
  const server = pipeline.server;
  pipeline.exit.state = HELD;
  pipeline.since = now;
  if (server.state == SERVING) {
    pipeline.left = timeOf(server) - now;
    clear(server);
    server.state = HELD;
    rules.busy--;
  } else {
    pipeline.left = -1;
    leaveIdle(stage, rules, server);
  }
}

function leaveIdle(stage: Stage, rules: Rules, server: Sender): void {
  rules.idleCount--;
  if (stage.idle === server) {
    stage.idle = server.nextIdle;
    return;
  }
  let before = stage.idle!;
  while (before.nextIdle !== server) before = before.nextIdle!;
  before.nextIdle = server.nextIdle;
}

/** It has left at last, and all goes on where it was. True: the server could take the next before. */
export function goOnInPipeline(rules: Rules, pipeline: Pipeline): bool {
  pipeline.stood += now - pipeline.since;
  letNextEnd(pipeline);
  goOnServing(rules, pipeline);
  return pipeline.left < 0;
}

function goOnServing(rules: Rules, pipeline: Pipeline): void {
  if (pipeline.left < 0) return;
  pipeline.server.state = SERVING;
  rules.busy++;
  schedule(pipeline.server, now + pipeline.left);
}

/** Some element on its way will come to the end without help. */
export function movesInPipeline(rules: Rules): bool {
  for (let i = 0; i < rules.total; i++) {
    const pipeline = load<u32>(rules.pipelines + (<usize>i << 2));
    if (changetype<Pipeline>(pipeline).count > 0 && changetype<Pipeline>(pipeline).exit.state != HELD) return true;
  }
  return false;
}

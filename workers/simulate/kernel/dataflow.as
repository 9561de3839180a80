/**
 * Dataflow stages (SPEC.md, DF): each firing takes tokens from a FIFO for each incoming link and gives tokens to every
 * outgoing link, by phases that come round. A FIFO is a stage without servers, whose room senders wait for as for any
 * other; the dataflow stage has the servers, and counts the tokens of all its FIFOs as its own.
 */
import { enter, hold, sendOn } from './admission';
import { putBack } from './batches';
import { clear, schedule } from './calendar';
import { draw } from './draws';
import {
  CLAIMED,
  ClassAtStage,
  classAt,
  classOf,
  Dataflow,
  Element,
  Fifo,
  HELD,
  observe,
  Output,
  Rules,
  Sender,
  SERVING,
  sojournsOf,
  Stage,
} from './network';
import { enterPipeline, goOnInPipeline, letNextEnd, standStill, takeFirst } from './pipeline';
import { isRouter, isSink, isJoin, routerAt, stageIn } from './places';
import { addRoute, addRoutesFrom, followRoutes } from './promises';
import { routeOn } from './routing';
import { wantStart } from './service';
import { changeGroups, elapsed, now, wantRoom } from './state';
import { noteTime } from './time-list';
import { firstOf, pushLine, shiftLineIf } from './waiting-line';

/** Birth of tokens that are there from the start: they never entered the network. */
export const NEVER_BORN: f64 = -2;

@inline
export function fifoAt(flow: Dataflow, input: i32): Fifo {
  return changetype<Fifo>(load<u32>(flow.inputs + (<usize>input << 2)));
}

@inline
export function outputAt(flow: Dataflow, output: i32): Output {
  return changetype<Output>(load<u32>(flow.outputs + (<usize>output << 2)));
}

/** Tokens in this phase, of a sequence of so many numbers. */
@inline
function inPhase(numbers: usize, count: i32, phase: i32): i32 {
  return load<i32>(numbers + (<usize>(phase % count) << 2));
}

@inline
export function takenFrom(fifo: Fifo, phase: i32): i32 {
  return inPhase(fifo.take, fifo.takeCount, phase);
}

@inline
function givenTo(output: Output, phase: i32): i32 {
  return inPhase(output.give, output.giveCount, phase);
}

/** Tokens have come into a FIFO, which has counted them. */
export function enterFifo(
  fifo: Stage,
  rules: Rules,
  here: ClassAtStage,
  born: f64,
  tag: i32,
  count: i32,
): void {
  here.arrived += <f64>count;
  if (fifo.gathers) return;
  putTokens(fifo, rules, born, tag, count);
  const actor = rules.actor!;
  classOf(actor, 0).arrived += <f64>count;
  if (actor.rules!.idleCount > 0) wantStart(actor);
}

/** Tokens that are there from the start. */
export function fillFifo(fifo: Stage, count: i32): void {
  observe(fifo, now);
  fifo.occupancy += count;
  classOf(fifo, 0).level += <f64>count;
  putTokens(fifo, fifo.rules!, NEVER_BORN, 0, count);
}

export function startActor(actor: Stage): void {
  wantStart(actor);
}

function putTokens(fifo: Stage, rules: Rules, born: f64, tag: i32, count: i32): void {
  rules.waiting += count;
  for (let i = 0; i < count; i++) pushLine(fifo, fifo, classOf(fifo, 0), born, tag, null);
  const actor = rules.actor!;
  changeTokens(actor, count);
  actor.rules!.waiting += count;
}

/** So many tokens more (or fewer) are in the FIFOs of a dataflow stage. */
function changeTokens(actor: Stage, change: i32): void {
  observe(actor, now);
  actor.occupancy += change;
  const here = classOf(actor, 0);
  here.level += <f64>change;
  here.area -= elapsed * <f64>change;
  changeGroups(actor, change);
}

/** Phases begin in order: none overtakes one that waits for places. */
export function mustWaitItsTurn(flow: Dataflow): bool {
  return flow.asking > 0 && flow.phases > 1;
}

/** Starts every firing that has its tokens. */
export function startFirings(actor: Stage, rules: Rules, flow: Dataflow): void {
  while (rules.idleCount > 0 && !mustWaitItsTurn(flow) && lackOf(flow) < 0) {
    fire(actor, rules, flow);
  }
}

/** The first FIFO that has too few tokens for the next firing; below 0 when all have enough. */
export function lackOf(flow: Dataflow): i32 {
  for (let i = 0; i < flow.inputCount; i++) {
    const fifo = fifoAt(flow, i);
    if (fifo.stage.length < takenFrom(fifo, flow.phase)) return i;
  }
  return -1;
}

/** An idle server takes its tokens, and asks for the places of its results where they are promised. */
function fire(actor: Stage, rules: Rules, flow: Dataflow): void {
  const server = actor.idle!;
  actor.idle = server.nextIdle;
  rules.idleCount--;
  const phase = flow.phase;
  flow.phase = phase + 1 == flow.phases ? 0 : phase + 1;
  server.phase = phase;
  server.entered = now;
  server.born = NEVER_BORN;
  server.tag = 0;
  server.ticket = null;
  server.here = classOf(actor, 0);
  for (let i = 0; i < flow.inputCount; i++) takeTokens(server, fifoAt(flow, i), phase);
  if (rules.asksFirst) {
    askForRoom(server, flow);
    if (server.pending > 0) {
      server.state = CLAIMED;
      flow.asking++;
      observe(actor, now);
      actor.held++;
      return;
    }
  }
  beginFiring(server, actor, rules, flow);
}

/** The result has the birth and the way of the youngest of the tokens. */
function takeTokens(server: Sender, fifo: Fifo, phase: i32): void {
  const line = fifo.stage;
  for (let n = takenFrom(fifo, phase); n > 0; n--) {
    const token = firstOf(line);
    if (token.born > server.born) {
      server.born = token.born;
      server.tag = token.tag;
    }
    shiftLineIf(line, 1);
  }
}

function beginFiring(server: Sender, actor: Stage, rules: Rules, flow: Dataflow): void {
  observe(actor, now);
  for (let i = 0; i < flow.inputCount; i++) {
    const fifo = fifoAt(flow, i);
    const count = takenFrom(fifo, server.phase);
    observe(fifo.stage, now);
    fifo.stage.rules!.waiting -= count;
    rules.waiting -= count;
  }
  rules.busy++;
  server.state = SERVING;
  const time = timeOfFiring(server, flow);
  const pipeline = server.pipeline;
  if (pipeline !== null) enterPipeline(server, pipeline, server, time, rules.latency);
  else schedule(server, now + time);
}

/** By phase where the stage says so (DF1), else drawn. */
@inline
function timeOfFiring(server: Sender, flow: Dataflow): f64 {
  if (flow.timeCount == 0) return draw(server.here.service);
  return load<f64>(flow.times + (<usize>(server.phase % flow.timeCount) << 3));
}

/** Places for the results, which the firing waits for (BBS1). */
function askForRoom(server: Sender, flow: Dataflow): void {
  server.firstRoute = null;
  for (let i = flow.outputCount - 1; i >= 0; i--) {
    const output = outputAt(flow, i);
    const count = givenTo(output, server.phase);
    if (count == 0 || !output.promised) continue;
    const place = output.place;
    if (isSink(place) || !isRouter(place)) addRoute(server, server, place, server.tag, null, count);
    else for (let n = 0; n < count; n++) addRoutesFrom(server, server, routerAt(place));
  }
}

/** A firing, or the interval of a pipelined one, is over: its tokens leave their FIFOs. */
export function finishFiring(server: Sender, actor: Stage, rules: Rules, flow: Dataflow): void {
  observe(actor, now);
  rules.busy--;
  giveRoomBack(actor, flow, server.phase);
  if (server.pipeline !== null) {
    beIdle(server, actor, rules);
    return;
  }
  release(server, actor, rules, flow);
  if (server.pending == 0) {
    beIdle(server, actor, rules);
    return;
  }
  server.state = HELD;
  observe(actor, now);
  actor.held++;
}

function beIdle(server: Sender, actor: Stage, rules: Rules): void {
  putBack(server, actor, rules);
  wantStart(actor);
}

function giveRoomBack(actor: Stage, flow: Dataflow, phase: i32): void {
  for (let i = 0; i < flow.inputCount; i++) {
    const fifo = fifoAt(flow, i);
    const count = takenFrom(fifo, phase);
    if (count == 0) continue;
    const stage = fifo.stage;
    const here = classOf(stage, 0);
    observe(stage, now);
    stage.occupancy -= count;
    here.level -= <f64>count;
    here.area += elapsed * <f64>count;
    here.released += <f64>count;
    changeTokens(actor, -count);
    wantRoom(stage);
  }
}

/** The result goes on as far as there is room. */
function release(sender: Sender, actor: Stage, rules: Rules, flow: Dataflow): void {
  const phase = sender.phase;
  if (rules.asksFirst) followRoutes(sender, sender, true);
  for (let i = 0; i < flow.outputCount; i++) {
    const output = outputAt(flow, i);
    const count = givenTo(output, phase);
    sender.here.released += <f64>count;
    if (count > 0 && !(rules.asksFirst && output.promised)) sendTokens(sender, output.place, count);
  }
  if (sender.owed > 0) sender.here.held += 1;
  else noteFiring(sender);
}

/** So many tokens along one link. */
function sendTokens(sender: Sender, place: i32, count: i32): void {
  if (!isSink(place) && isRouter(place)) {
    for (let n = 0; n < count; n++) routeOn(sender, sender, routerAt(place), sender.tag, null);
    return;
  }
  if (!isSink(place) && !isJoin(place)) {
    const stage = stageIn(place);
    if (stage.isFifo) {
      offerTokens(sender, stage, count);
      return;
    }
  }
  for (let n = 0; n < count; n++) sendOn(sender, sender, place, sender.tag, null);
}

/** As `offer`, several at once. */
function offerTokens(sender: Sender, fifo: Stage, count: i32): void {
  const room = fifo.firstParcel !== null ? 0 : fifo.capacity - fifo.occupancy - fifo.reserved;
  const fitting = max(0, min(count, room));
  if (fitting > 0) enter(sender, sender, fifo, classAt(fifo, 0), sender.tag, null, fitting);
  if (fitting < count) hold(sender, sender, fifo, sender.tag, null, count - fitting);
}

/** All that a firing gives has moved. */
export function noteFiring(slot: Element): void {
  noteTime(sojournsOf(slot.here), now - slot.entered);
}

/** The first result in a pipeline is at its end. */
export function finishPipelinedFiring(exit: Sender, actor: Stage, rules: Rules, flow: Dataflow): void {
  observe(actor, now);
  const pipeline = exit.pipeline!;
  takeFirst(pipeline);
  release(exit, actor, rules, flow);
  if (exit.pending == 0) {
    letNextEnd(pipeline);
    return;
  }
  observe(actor, now);
  standStill(actor, rules, pipeline);
  actor.held++;
}

/** All that held the firing up has moved, or all its places are promised. */
export function resumeFiring(server: Sender, actor: Stage, rules: Rules, flow: Dataflow): void {
  observe(actor, now);
  actor.held--;
  const pipeline = server.pipeline;
  if (server.state == CLAIMED) {
    flow.asking--;
    beginFiring(server, actor, rules, flow);
    if (flow.phases > 1) wantStart(actor);
  } else if (pipeline === null) beIdle(server, actor, rules);
  else if (goOnInPipeline(rules, pipeline)) beIdle(pipeline.server, actor, rules);
}

/** Opens the parts of a network, one after the other: servers of the stages first, then sources. */
import { leafOf } from './calendar';
import { Choice, openChoice } from './choice';
import { ClassTotals, openClassCounts, totalsOf } from './class-counts';
import { Draws, startDraws } from './draws';
import { Measures, openMeasures } from './measures';
import { take } from './memory';
import { CLASS_BITS, choicePlace, classOf, measuresOf as measuresIn, Sender, Stage } from './network';
import { startPath } from './paths';
import { placeOf } from './places';
import { becomeIdle } from './service';
import { classCount, hasPaths, portAt, senderAt, senderCount, stageAt } from './state';
import { openWaitingLine } from './waiting-line';

let opened: i32 = 0;

/** Its port is the one of the same number. `priority`: at equal times the smaller acts first. */
export function addStage(index: i32, capacity: i32, drops: bool, serverCount: i32, priority: i32): Stage {
  const stage = stageAt(index);
  openMeasures(changetype<usize>(measuresIn(stage)));
  stage.index = index;
  stage.capacity = capacity;
  stage.drops = drops;
  openWaitingLine(stage);
  for (let i = 0; i < serverCount; i++) {
    const server = addSender(index, priority);
    server.stage = stage;
    becomeIdle(stage, server);
  }
  stage.serverCount = serverCount;
  return stage;
}

function addSender(port: i32, priority: i32): Sender {
  const sender = senderAt(opened);
  sender.port = portAt(port);
  sender.priority = priority;
  sender.leaf = leafOf(opened++, senderCount);
  return sender;
}

export function measuresOf(stage: Stage): Measures {
  return measuresIn(stage);
}

export function setClass(stage: Stage, jobClass: i32, service: Draws, filter: Draws, pass: f64, factor: f64): void {
  const here = classOf(stage, jobClass);
  here.service = service;
  here.filter = filter;
  here.pass = pass;
  here.factor = factor;
  startDraws(service);
  startDraws(filter);
  openClassCounts(here);
  if (factor != 1) stage.converts = true;
}

export function classTotals(stage: Stage, jobClass: i32): ClassTotals {
  return totalsOf(classOf(stage, jobClass));
}

/** `index`: among the sources. */
export function addSource(index: i32, port: i32, jobClass: i32, batch: i32, interarrival: Draws, priority: i32): void {
  const source = addSender(port, priority);
  source.tag = jobClass | (hasPaths ? startPath(index) << CLASS_BITS : 0);
  source.batch = batch;
  source.interarrival = interarrival;
  startDraws(interarrival);
}

/** A port with one way only. */
export function setSole(index: i32, target: i32): void {
  portAt(index).sole = placeOf(target);
}

/** A port with a choice; the targets are written by the host. */
export function setRule(index: i32, rule: i32, count: i32): usize {
  const port = portAt(index);
  port.hasChoice = true;
  port.rule = rule;
  port.count = count;
  port.targets = take(<usize>count << 2);
  return port.targets;
}

/** Choices by chance at a port, for one class or several. */
export function addChoice(index: i32, draws: Draws): Choice {
  const port = portAt(index);
  return openChoice(draws, port.targets, port.count);
}

/** The running sums of the shares, which the host writes. */
export function sharesOf(choice: Choice): usize {
  return choice.shares;
}

/** How elements of that class go on. */
export function setChoice(index: i32, jobClass: i32, choice: Choice): void {
  store<u32>(choicePlace(portAt(index), jobClass), <u32>changetype<usize>(choice));
}

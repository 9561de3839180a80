/** Opens the parts of a network, one after the other: the clocks of all servers first, then of sources, timers and schedules. */
import { putBack, serverAt } from './batches';
import { openLeaf } from './calendar';
import { Choice, openChoice } from './choice';
import { ClassTotals, openClassCounts, totalsOf } from './class-counts';
import { Draws, startDraws } from './draws';
import { Group, openGroup } from './groups';
import { Measures, MEASURES_BYTES, openLevels, openMeasures } from './measures';
import { take, takeAligned } from './memory';
import {
  CLASS_BITS,
  choicePlace,
  classOf,
  Dataflow,
  Fifo,
  FIRING,
  FLUSH,
  FRAME,
  Interruption,
  Line,
  measuresOf as measuresIn,
  NO_SERVERS,
  Output,
  Pipeline,
  PIPELINE_END,
  Rules,
  Schedule,
  Sender,
  SERVER,
  SHARED_SERVERS,
  SOURCE,
  Stage,
  UNBORN,
} from './network';
import { startPath } from './paths';
import { placeOf } from './places';
import { Resource } from './resources';
import { becomeIdle } from './service';
import { classCount, hasPaths, joinCount, portAt, senderAt, senderCount, stageAt, stageCount } from './state';
import { openTrips, Trips } from './trips';
import { openWaitingLine } from './waiting-line';

let opened: i32 = 0;
export let resourceCount: i32 = 0;
let resources: usize = 0;
export let groupCount: i32 = 0;
let groups: usize = 0;

/** What a stage does when it is full, as bits of `full`. */
const DROPS: i32 = 1;
const PUSHES_OUT: i32 = 2;
const WHOLE: i32 = 4;
const PROMISES: i32 = 8;

/** Its port is the one of the same number; a stage that is never full has as much room as a number can say. */
export function addStage(index: i32, capacity: i32, full: i32): Stage {
  const stage = stageAt(index);
  openMeasures(changetype<usize>(measuresIn(stage)));
  stage.index = index;
  stage.capacity = capacity;
  stage.drops = (full & DROPS) != 0;
  stage.pushesOut = (full & PUSHES_OUT) != 0;
  stage.whole = (full & WHOLE) != 0;
  stage.promises = (full & PROMISES) != 0;
  openWaitingLine(stage, stage);
  return stage;
}

/** Tasks of one element wait here for one another. */
export function addJoin(index: i32): Stage {
  const stage = addStage(index, i32.MAX_VALUE, 0);
  stage.isJoin = true;
  for (let c = 0; c < classCount; c++) openClassCounts(classOf(stage, c));
  return stage;
}

/** Servers that serve one element after the other, in the order of entry. `priority`: at equal times the smaller acts first. */
export function addPlainServers(stage: Stage, count: i32, priority: i32): void {
  stage.serverCount = count;
  for (let i = 0; i < count; i++) becomeIdle(stage, addServer(stage, priority));
}

function addServer(stage: Stage, priority: i32): Sender {
  const server = addSender(stage.index, priority);
  server.stage = stage;
  return server;
}

function addSender(port: i32, priority: i32): Sender {
  const sender = senderAt(opened);
  if (port >= 0) sender.port = portAt(port);
  sender.priority = priority;
  sender.leaf = openLeaf(sender, opened++, senderCount);
  return sender;
}

/** The FIFO of a link to a dataflow stage or a join, which comes behind it; `full` as of a stage. */
export function addFifo(index: i32, actor: Stage, capacity: i32, full: i32): Stage {
  const fifo = addStage(stageCount + joinCount + index, capacity, full);
  fifo.index = actor.index;
  fifo.isFifo = fifo.isJoin = true;
  fifo.gathers = actor.rules === null;
  const rules = new Rules();
  fifo.rules = rules;
  rules.sharing = NO_SERVERS;
  rules.actor = actor;
  for (let c = 0; c < classCount; c++) {
    classOf(fifo, c).factor = 1;
    openClassCounts(classOf(fifo, c));
  }
  return fifo;
}

/** Every service of the stage is a firing of so many phases, with so many FIFOs before it and links behind it. */
export function addDataflow(actor: Stage, rules: Rules, inputs: i32, outputs: i32, phases: i32): Dataflow {
  const flow = new Dataflow();
  rules.flow = flow;
  actor.isJoin = true;
  flow.phases = phases;
  flow.inputs = take(<usize>inputs << 2);
  flow.outputs = take(<usize>outputs << 2);
  for (let i = 0; i < rules.total; i++) {
    const server = serverAt(rules, i);
    server.kind = FIRING;
    // At one instant tokens leave their FIFOs before results are offered (DF3).
    if (server.pipeline !== null) server.pipeline!.exit.priority++;
  }
  return flow;
}

/** Room for the times of the firings, by phase. */
export function addFiringTimes(flow: Dataflow, count: i32): usize {
  flow.timeCount = count;
  flow.times = take(<usize>count << 3);
  return flow.times;
}

/** Room for the tokens that each phase takes from the FIFO. */
export function addInput(flow: Dataflow, stage: Stage, count: i32): usize {
  const fifo = new Fifo();
  fifo.stage = stage;
  fifo.takeCount = count;
  fifo.take = take(<usize>count << 2);
  store<u32>(flow.inputs + (<usize>(flow.inputCount++) << 2), <u32>changetype<usize>(fifo));
  return fifo.take;
}

/** Room for the tokens that each phase gives to this target. */
export function addOutput(flow: Dataflow, target: i32, promised: bool, count: i32): usize {
  const output = new Output();
  output.place = placeOf(target);
  output.promised = promised;
  output.giveCount = count;
  output.give = take(<usize>count << 2);
  store<u32>(flow.outputs + (<usize>(flow.outputCount++) << 2), <u32>changetype<usize>(output));
  return output.give;
}

/** Rules beyond the plain ones: how the next is picked, one line for each of so many priorities, sizes of batches. */
export function addRules(stage: Stage, picks: i32, draws: Draws, lineCount: i32, batchMin: i32, batchMax: i32): Rules {
  const rules = new Rules();
  stage.rules = rules;
  rules.picks = picks;
  rules.draws = draws;
  startDraws(draws);
  rules.batchMin = batchMin;
  rules.batchMax = batchMax;
  rules.lineCount = lineCount;
  rules.lines = take(<usize>lineCount << 2);
  for (let i = 0; i < lineCount; i++) {
    const line: Line = i == 0 ? stage : new Line();
    if (i > 0) openWaitingLine(stage, line);
    store<u32>(rules.lines + (<usize>i << 2), <u32>changetype<usize>(line));
  }
  return rules;
}

/** Servers of a stage with rules. Where services are interrupted there are as many for each priority (P4). */
export function addServers(stage: Stage, rules: Rules, count: i32, priority: i32, asksFirst: bool, preempts: bool): void {
  stage.serverCount = count;
  rules.asksFirst = asksFirst;
  rules.preempts = preempts;
  rules.servers = senderAt(opened);
  rules.total = preempts ? count * rules.lineCount : count;
  for (let i = 0; i < rules.total; i++) {
    const server = addServer(stage, priority);
    server.kind = SERVER;
    server.slots = changetype<usize>(server);
    server.room = server.batch = 1;
    if (preempts) server.interruption = new Interruption();
    putBack(server, stage, rules);
  }
}

/** Servers of a pipelined stage, then those who stand at their ends. */
export function addPipelines(stage: Stage, rules: Rules, count: i32, priority: i32, latency: f64): void {
  addServers(stage, rules, count, priority, false, false);
  rules.latency = latency;
  rules.pipelines = take(<usize>count << 2);
  for (let i = 0; i < count; i++) {
    const pipeline = new Pipeline();
    store<u32>(rules.pipelines + (<usize>i << 2), <u32>changetype<usize>(pipeline));
    const exit = addServer(stage, priority);
    exit.kind = PIPELINE_END;
    exit.slots = changetype<usize>(exit);
    pipeline.server = serverAt(rules, i);
    pipeline.exit = exit;
    pipeline.server.pipeline = exit.pipeline = pipeline;
  }
}

export function setTimePerElement(rules: Rules, time: f64): void {
  rules.isTimed = true;
  rules.timePerElement = time;
}

/** Room for the speeds with 1, 2, ... elements in the stage, which the host writes. */
export function setSpeeds(rules: Rules, count: i32): usize {
  rules.isTimed = true;
  rules.speedCount = count;
  rules.speeds = take(<usize>count << 3);
  return rules.speeds;
}

/** Servers that all elements share, or a delay with one for each. */
export function addSharedServers(stage: Stage, rules: Rules, count: i32, priority: i32, sharing: i32): void {
  stage.serverCount = count;
  rules.sharing = sharing;
  rules.servers = addServer(stage, priority);
  rules.servers.kind = SHARED_SERVERS;
}

/** A batch starts with what is there when the oldest has waited for so long. */
export function addFlush(stage: Stage, rules: Rules, timeout: f64, priority: i32): void {
  rules.timeout = timeout;
  const flush = addServer(stage, priority);
  flush.kind = FLUSH;
  rules.flush = flush;
}

export function measuresOf(stage: Stage): Measures {
  return measuresIn(stage);
}
export function occupancyOf(stage: Stage): i32 {
  return stage.occupancy;
}
/** Time with w elements waiting will be counted, as it does not follow from the levels. */
export function countWaiting(rules: Rules): Measures {
  const waits = openLevels(takeAligned(MEASURES_BYTES));
  rules.waits = waits;
  return waits;
}

export function setClass(
  stage: Stage,
  jobClass: i32,
  service: Draws,
  ownsService: bool,
  filter: Draws,
  pass: f64,
  factor: f64,
  urgency: i32,
): void {
  const here = classOf(stage, jobClass);
  here.service = service;
  here.ownsService = ownsService;
  here.filter = filter;
  here.pass = pass;
  here.filters = pass < 1;
  here.factor = factor;
  here.urgency = urgency;
  startDraws(service);
  startDraws(filter);
  openClassCounts(here);
  if (factor != 1) stage.converts = true;
}

/** Rounds of a closed class begin here. */
export function addRounds(stage: Stage, jobClass: i32): Trips {
  const trips = openTrips(0);
  classOf(stage, jobClass).rounds = trips;
  return trips;
}

export function classTotals(stage: Stage, jobClass: i32): ClassTotals {
  return totalsOf(classOf(stage, jobClass));
}

/** `index`: among the sources. */
export function addSource(index: i32, port: i32, jobClass: i32, batch: i32, interarrival: Draws, priority: i32): Sender {
  const source = addSender(port, priority);
  source.kind = SOURCE;
  source.born = UNBORN;
  source.tag = jobClass | (hasPaths ? startPath(index) << CLASS_BITS : 0);
  source.batch = batch;
  source.interarrival = interarrival;
  startDraws(interarrival);
  return source;
}

/** Room for the frames of a schedule, of a stage or (null) of a source: where they begin, and their draws. */
export function addSchedule(stage: Stage | null, source: Sender, base: Draws, count: i32, period: f64): Schedule {
  const plan = new Schedule();
  plan.stage = stage;
  plan.source = source;
  plan.base = base;
  plan.count = count;
  plan.period = period;
  plan.from = take(<usize>count << 3);
  plan.draws = take(<usize>count << 2);
  const owner = addSender(-1, 0);
  owner.kind = FRAME;
  owner.schedule = plan;
  return plan;
}
export function framesFrom(plan: Schedule): usize {
  return plan.from;
}
export function drawsOfFrames(plan: Schedule): usize {
  return plan.draws;
}

/** Units that services of these stages need, whose addresses the host writes. */
export function addResources(count: i32): void {
  resources = take(<usize>count << 2);
}
export function addResource(units: i32, inTurn: bool, stageCount: i32): Resource {
  const resource = new Resource();
  store<u32>(resources + (<usize>(resourceCount++) << 2), <u32>changetype<usize>(resource));
  resource.units = resource.free = units;
  resource.inTurn = inTurn;
  resource.stageCount = stageCount;
  resource.stages = take(<usize>stageCount << 2);
  return resource;
}
export function stagesOfResource(resource: Resource): usize {
  return resource.stages;
}
export function setResource(rules: Rules, resource: Resource): void {
  rules.resource = resource;
}
export function resourceAt(index: i32): Resource {
  return changetype<Resource>(load<u32>(resources + (<usize>index << 2)));
}

/** Virtual queues. */
export function addGroups(count: i32): void {
  groups = take(<usize>count << 2);
}
export function addGroup(): Group {
  const group = openGroup();
  store<u32>(groups + (<usize>(groupCount++) << 2), <u32>changetype<usize>(group));
  return group;
}
export function groupAt(index: i32): Group {
  return changetype<Group>(load<u32>(groups + (<usize>index << 2)));
}
/** Room for the addresses of the groups that a stage is in. */
export function setGroups(stage: Stage, count: i32): usize {
  stage.groupCount = count;
  stage.groups = take(<usize>count << 2);
  return stage.groups;
}

/** A port with one way only. */
export function setSole(index: i32, target: i32, isSimple: bool): void {
  portAt(index).sole = placeOf(target);
  portAt(index).isSimple = isSimple;
}

/** A port with a choice, or with copies; the targets are written by the host. */
export function setRule(index: i32, rule: i32, count: i32, isSimple: bool): usize {
  const port = portAt(index);
  port.hasChoice = true;
  port.isSimple = isSimple;
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

/** What elements of a class become at a port: one of so many classes, of which the host writes 1 + their numbers. */
export function addSwitch(index: i32, jobClass: i32, draws: Draws, count: i32): Choice {
  const port = portAt(index);
  if (port.becomes == 0) port.becomes = take(<usize>classCount << 2);
  const choice = openChoice(draws, take(<usize>count << 2), count);
  store<u32>(port.becomes + (<usize>jobClass << 2), <u32>changetype<usize>(choice));
  return choice;
}
export function targetsOf(choice: Choice): usize {
  return choice.targets;
}

/** The running sums of the shares, which the host writes. */
export function sharesOf(choice: Choice): usize {
  return choice.shares;
}

/** How elements of that class go on. */
export function setChoice(index: i32, jobClass: i32, choice: Choice): void {
  store<u32>(choicePlace(portAt(index), jobClass), <u32>changetype<usize>(choice));
}

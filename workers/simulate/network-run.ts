/** A network with every rule of `SPEC.md`: opens it in the kernel, whose `engine.as` runs it, and reads what it has counted. */

import type { ArrivalDistribution } from '../../core/distributions/index.ts';
import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import {
  DISCIPLINE,
  isFcfs,
  type NextServed,
  servesByPriority,
  sharesServers,
} from '../../core/rules/discipline.ts';
import { type Choosing, drawsLink, ROUTING } from '../../core/rules/routing.ts';
import type { Victim } from '../../core/rules/when-full.ts';
import type { Scenario, StageGroup } from '../../core/scenario/scenario.ts';
import type { Purpose } from '../random/random-stream.ts';
import type { SimulationPlan } from './contract.ts';
import { followWaits } from './follow-waits.ts';
import type { Kernel } from './kernel.ts';
import { KernelDraws } from './kernel-draws.ts';
import type { KernelRun } from './kernel-run.ts';
import {
  joinPlace,
  type MeasuredPlace,
  readClass,
  readGroups,
  readSinks,
  readTrips,
  readTripsByPath,
} from './read-measures.ts';
import type { ClassRecord, GroupRecord, TripsRecord } from './records.ts';
import {
  CHOICE,
  type DataflowModel,
  FIFO_TARGETS,
  type FifoModel,
  type PortModel,
  type ScheduleModel,
  type SimulationModel,
  type StageModel,
  UNBOUNDED,
} from './simulation-model.ts';
import { classPart, framePart, type Streams, switchPart } from './streams.ts';

/** How the kernel chooses among links (`kernel/routing.as`); of a fork, tasks. */
const CHOOSING: Readonly<Record<Choosing, number>> = { draw: 0, turn: 1, state: 2, copy: 3 };
const FORK = 4;
/** Which element of a line is next (`kernel/network.as`); by priority there are several lines. Shared servers have none. */
const PICKS: Readonly<Record<NextServed, number>> = { first: 0, mostUrgent: 0, last: 1, random: 2, all: 0 };
/** How servers are shared (`kernel/network.as`). */
const SHARED = 1;
const DELAY = 2;
/** Bits of what a stage does when it is full (`kernel/set-up.as`). */
const DROPS = 1;
const PUSHES_OUT = 2;
const WHOLE = 4;
const PROMISES = 8;
/** By who leaves a full stage. */
const LEAVING: Readonly<Record<Victim, number>> = {
  nobody: 0,
  newcomer: DROPS,
  oldestWaiting: DROPS | PUSHES_OUT,
};

/** Why the kernel has come to a halt (`kernel/halt.as`). */
export const TOO_MANY = 1;
const ROUTERS_GO_ROUND = 2;
const DEADLOCK = 3;
const GROUP_NEVER_FITS = 4;
const STANDSTILL = 5;
export const NO_TIME_PASSES = 6;
const WAITS_FOR_GOOD = 7;
/** As in `kernel/halt.as`. */
const MOST_IN_STAGE = 2 ** 24;

/** Its queue grows without end (E7). */
export const tooMany = ({ id }: StageModel): NoAnswer =>
  noAnswer('stageHoldsTooMany', { name: id, most: MOST_IN_STAGE }, id);

/** One element after the other in the order of entry, which asks for nothing first: the kernel's commonest stage. */
export function isPlain(stage: StageModel): boolean {
  return (
    stage.dataflow === null &&
    (isFcfs(stage) || servesByPriority(stage)) &&
    stage.levelCount === 1 &&
    stage.timePerElement === 0 &&
    stage.speeds.length === 0 &&
    servesAtOnce(stage)
  );
}

/** Whoever can be served is: n elements at c servers leave max(0, n - c) waiting. */
const servesAtOnce = (stage: StageModel): boolean =>
  stage.dataflow === null &&
  stage.batchMax === 1 &&
  stage.timeout === Number.POSITIVE_INFINITY &&
  stage.pipelineLatency === 0 &&
  !stage.asksFirst &&
  stage.resource < 0;

/** A network opened in a kernel: the handles of its parts. */
interface Opening {
  readonly kernel: Kernel;
  readonly model: SimulationModel;
  readonly draws: KernelDraws;
  /** At equal times ends of service come first, from the last stage to the first; then arrivals, then timers (E2). */
  readonly afterStages: number;
}

interface OpenedPlace extends MeasuredPlace {
  /** Address of the stage or join. */
  readonly handle: number;
}

interface OpenedStage extends OpenedPlace {
  /** 0 of a plain stage. */
  readonly rules: number;
  /** Draws of the classes without a distribution of their own. */
  readonly service: number;
}

export function openNetwork(
  kernel: Kernel,
  scenario: Scenario,
  model: SimulationModel,
  plan: SimulationPlan,
  streams: Streams,
): NetworkRun {
  const { call } = kernel;
  const { stages, joins, fifos, ports, sources, classes, sinks, resources } = model;
  const scheduled = [...stages, ...sources].filter(({ schedule }) => schedule !== null).length;
  const timers = stages.filter(({ timeout }) => timeout < Number.POSITIVE_INFINITY).length;
  const clocks =
    stages.reduce((sum, stage) => sum + clocksOf(stage), 0) + sources.length + timers + scheduled;
  call.openNetwork(
    stages.length,
    joins.length,
    fifos.length,
    ports.length,
    clocks,
    classes.length,
    sinks.length,
    resources.length,
    Number(model.hasPaths),
    Number(classes.some(({ population }) => population > 0)),
    Number(model.mayDeadlock),
  );
  call.openCalendar(clocks);
  const repeated = plan.frames?.repeats ? plan.frames.bounds.slice(1) : [];
  if (repeated.length > 0) kernel.doubles(call.openFrames(repeated.length), repeated.length).set(repeated);
  const framesOf = (handle: number): number => (repeated.length > 0 ? call.openStageFrames(handle) : 0);
  const afterStages = stages.reduce((most, { rank }) => Math.max(most, rank), 0) + 2;
  const opening: Opening = { kernel, model, draws: new KernelDraws(kernel, streams), afterStages };
  for (const port of ports) openPort(opening, port);
  const opened = stages.map((stage, index) => openStage(opening, index, stage, framesOf));
  const openedJoins = joins.map(({ port }) => {
    const handle = call.addJoin(port);
    return { ...joinPlace(call.measuresOf(handle)), handle, frames: framesOf(handle) };
  });
  const takers = [...opened, ...openedJoins];
  const openedFifos = fifos.map((fifo, index) => openFifo(opening, index, fifo, takers));
  for (const [i, { dataflow }] of stages.entries())
    if (dataflow) openDataflow(opening, dataflow, opened[i]!, openedFifos);
  const arrivals = sources.map((_, index) => openSource(opening, index));
  openFeeds(opening, takers, openedFifos, arrivals);
  for (const [i, stage] of stages.entries())
    if (stage.timeout < Number.POSITIVE_INFINITY)
      call.addFlush(opened[i]!.handle, opened[i]!.rules, stage.timeout, afterStages + 1);
  for (const [i, { id, schedule }] of stages.entries())
    if (schedule) openSchedule(opening, schedule, { node: id, purpose: 'service', stage: opened[i]! });
  for (const [i, { id, purpose, schedule }] of sources.entries())
    if (schedule) openSchedule(opening, schedule, { node: id, purpose, source: arrivals[i]! });
  const units = openResources(opening, opened);
  const groups = openGroups(opening, scenario.groups ?? [], opened);
  const rounds = classes.map(({ start }, c) => (start < 0 ? 0 : call.addRounds(opened[start]!.handle, c)));
  const parts = { stages: opened, joins: openedJoins, fifos: openedFifos, units, groups, rounds };
  return new NetworkRun(kernel, scenario, model, parts);
}

/** Whoever may have an event: all servers, with their ends apart in a pipeline, or one clock for those that are shared. */
export function clocksOf({
  serverCount,
  preempts,
  levelCount,
  pipelineLatency,
  ...stage
}: StageModel): number {
  if (sharesServers(stage)) return 1;
  if (pipelineLatency > 0) return 2 * serverCount;
  return preempts ? serverCount * levelCount : serverCount;
}

function openPort(opening: Opening, port: PortModel): void {
  const { kernel, model, draws } = opening;
  const { call } = kernel;
  openSwitches(opening, port);
  const { index, node, kind, rule, sole, targets } = port;
  const simple = Number(isSimple(port, model));
  if (sole !== CHOICE || (targets.length === 1 && kind !== 'fork')) {
    call.setSole(index, sole !== CHOICE ? sole : targets[0]!, simple);
    return;
  }
  const choosing = kind === 'fork' ? FORK : CHOOSING[ROUTING[rule].choosing];
  kernel.integers(call.setRule(index, choosing, targets.length, simple), targets.length).set(targets);
  if (kind === 'fork' || !drawsLink(rule)) return;
  const choiceBy = (shares: Float64Array, part?: string): number => {
    const choice = call.addChoice(index, draws.uniform(node, 'routing', part));
    kernel.doubles(call.sharesOf(choice), shares.length).set(shares);
    return choice;
  };
  const shared = port.ownShares.indexOf(false);
  const common = shared >= 0 ? choiceBy(port.cumulative[shared]!) : 0;
  for (const [c, { id }] of model.classes.entries()) {
    const choice = port.ownShares[c] ? choiceBy(port.cumulative[c]!, classPart(id)) : common;
    call.setChoice(index, c, choice);
  }
}

/** What elements become at the port, each class by draws of its own (N1). */
function openSwitches({ kernel, model, draws }: Opening, { index, node, becomes }: PortModel): void {
  const { call } = kernel;
  for (const [c, next] of becomes.entries()) {
    if (next === null) continue;
    const count = next.classes.length;
    const uniform = draws.uniform(node, 'routing', switchPart(model.classes[c]!.id));
    const choice = call.addSwitch(index, c, uniform, count);
    kernel.integers(call.targetsOf(choice), count).set(next.classes.map((to) => 1 + to));
    kernel.doubles(call.sharesOf(choice), count).set(next.cumulative);
  }
}

/** Behind the port are neither copies nor tasks nor switches of classes nor circles of routers: each element goes to one place as it is. */
function isSimple(port: PortModel, { ports, stages, joins }: SimulationModel): boolean {
  const firstPassage = stages.length + joins.length;
  const open = new Set<PortModel>();
  const closed = new Set<PortModel>();
  const visit = (at: PortModel): boolean => {
    if (closed.has(at)) return true;
    if (open.has(at)) return false;
    const copies = ROUTING[at.rule].choosing === 'copy' && at.targets.length > 1;
    if (at.kind === 'fork' || copies || at.becomes.length > 0) return false;
    open.add(at);
    const followed = at.targets
      .filter((target) => target >= firstPassage && target < FIFO_TARGETS)
      .map((target) => ports[target]!);
    const ends = followed.every(visit);
    open.delete(at);
    closed.add(at);
    return ends;
  };
  return visit(port);
}

function openStage(
  opening: Opening,
  index: number,
  stage: StageModel,
  framesOf: (handle: number) => number,
): OpenedStage {
  const { kernel, model, draws } = opening;
  const { call } = kernel;
  const { id, capacity, serverCount, passProbability, factor, ownServices, ownFilters, levels } = stage;
  const full = LEAVING[stage.victim] | (stage.whole ? WHOLE : 0) | (stage.reserves ? PROMISES : 0);
  const handle = call.addStage(index, capacity, full);
  const rules = isPlain(stage) ? 0 : openRules(opening, handle, stage);
  if (rules === 0) call.addPlainServers(handle, serverCount, stage.rank);
  const service = draws.times(id, 'service', stage.service);
  const filter = draws.uniform(id, 'filter');
  for (const [c, jobClass] of model.classes.entries()) {
    const part = classPart(jobClass.id);
    const distribution = ownServices[c];
    call.setClass(
      handle,
      c,
      distribution ? draws.times(id, 'service', distribution, part) : service,
      Number(!!distribution),
      ownFilters[c] ? draws.uniform(id, 'filter', part) : filter,
      passProbability[c]!,
      factor[c]!,
      levels[c]!,
    );
  }
  return {
    handle,
    rules,
    service,
    measures: call.measuresOf(handle),
    waiting: servesAtOnce(stage) ? 0 : call.countWaiting(rules),
    frames: framesOf(handle),
    // Where servers are shared nobody waits.
    serverCount: sharesServers(stage) ? UNBOUNDED : serverCount,
    batchSize: 1,
    capacity,
  };
}

function openRules({ kernel, draws }: Opening, handle: number, stage: StageModel): number {
  const { id, discipline, levelCount, batchMin, batchMax, serverCount, rank, speeds } = stage;
  const { call } = kernel;
  const random = draws.uniform(id, 'discipline');
  const picks = PICKS[DISCIPLINE[discipline].next];
  const rules = call.addRules(handle, picks, random, levelCount, batchMin, batchMax);
  if (sharesServers(stage))
    call.addSharedServers(handle, rules, serverCount, rank, stage.isDelay ? DELAY : SHARED);
  else if (stage.pipelineLatency > 0)
    call.addPipelines(handle, rules, serverCount, rank, stage.pipelineLatency);
  else call.addServers(handle, rules, serverCount, rank, Number(stage.asksFirst), Number(stage.preempts));
  if (stage.timePerElement > 0) call.setTimePerElement(rules, stage.timePerElement);
  if (speeds.length > 0) kernel.doubles(call.setSpeeds(rules, speeds.length), speeds.length).set(speeds);
  return rules;
}

function openFifo(
  { kernel: { call } }: Opening,
  index: number,
  { taker, capacity, reserves }: FifoModel,
  takers: readonly OpenedPlace[],
): OpenedPlace {
  const handle = call.addFifo(index, takers[taker]!.handle, capacity, reserves ? PROMISES : 0);
  return {
    handle,
    measures: call.measuresOf(handle),
    waiting: 0,
    frames: 0,
    serverCount: 0,
    batchSize: 1,
    capacity,
  };
}

function openDataflow(
  { kernel, model }: Opening,
  { inputs, outputs, phases, times }: DataflowModel,
  { handle, rules }: OpenedStage,
  fifos: readonly OpenedPlace[],
): void {
  const { call } = kernel;
  const flow = call.addDataflow(handle, rules, inputs.length, outputs.length, phases);
  if (times.length > 0) kernel.doubles(call.addFiringTimes(flow, times.length), times.length).set(times);
  for (const input of inputs) {
    const { take } = model.fifos[input]!;
    kernel.integers(call.addInput(flow, fifos[input]!.handle, take.length), take.length).set(take);
  }
  for (const { target, promised, give } of outputs)
    kernel.integers(call.addOutput(flow, target, Number(promised), give.length), give.length).set(give);
}

/** Words of a feed in the kernel (`kernel/deadlock.as`). */
const FEED_WORDS = 3;

function openFeeds(
  { kernel, model: { feeds } }: Opening,
  places: readonly OpenedPlace[],
  fifos: readonly OpenedPlace[],
  sources: readonly { readonly handle: number }[],
): void {
  if (feeds.length === 0) return;
  const words = feeds.flatMap(({ from, to }) => {
    const isSource = 'source' in from;
    const sender = isSource ? sources[from.source]! : places[from.place]!;
    const place = to >= FIFO_TARGETS ? fifos[to - FIFO_TARGETS]! : places[to]!;
    return [sender.handle, Number(isSource), place.handle];
  });
  kernel.integers(kernel.call.openFeeds(feeds.length), feeds.length * FEED_WORDS).set(words);
}

function openSource({ kernel: { call }, model, draws, afterStages }: Opening, index: number) {
  const { id, purpose, interarrival, port, jobClass, batchSize } = model.sources[index]!;
  const times = draws.times(id, purpose, interarrival);
  return { times, handle: call.addSource(index, port, jobClass, batchSize, times, afterStages) };
}

/** Who has the schedule. */
interface Owner {
  readonly node: string;
  readonly purpose: Purpose;
  readonly stage?: OpenedStage;
  readonly source?: { readonly times: number; readonly handle: number };
}

function openSchedule(
  { kernel, draws }: Opening,
  { from, distributions, period }: ScheduleModel<ArrivalDistribution>,
  { node, purpose, stage, source }: Owner,
): void {
  const { call } = kernel;
  const base = stage?.service ?? source!.times;
  const schedule = call.addSchedule(stage?.handle ?? 0, source?.handle ?? 0, base, from.length, period);
  const frames = distributions.map((distribution, frame) =>
    distribution === undefined ? 0 : draws.times(node, purpose, distribution, framePart(frame)),
  );
  kernel.doubles(call.framesFrom(schedule), from.length).set(from);
  kernel.integers(call.drawsOfFrames(schedule), frames.length).set(frames);
}

/** Handles of the resources. */
function openResources({ kernel, model }: Opening, opened: readonly OpenedStage[]): readonly number[] {
  const { call } = kernel;
  call.addResources(model.resources.length);
  return model.resources.map(({ units, roundRobin, stages }) => {
    const handle = call.addResource(units, Number(roundRobin), stages.length);
    const handles = stages.map((stage) => opened[stage]!.handle);
    kernel.integers(call.stagesOfResource(handle), handles.length).set(handles);
    for (const stage of stages) call.setResource(opened[stage]!.rules, handle);
    return handle;
  });
}

/** Handles of the virtual queues. */
function openGroups(
  { kernel, model }: Opening,
  groups: readonly StageGroup[],
  opened: readonly OpenedStage[],
): ReadonlyMap<string, number> {
  const { call } = kernel;
  call.addGroups(groups.length);
  const handles = new Map(groups.map(({ id }) => [id, call.addGroup()]));
  for (const [i, { id }] of model.stages.entries()) {
    const own = groups.filter(({ stages }) => stages.includes(id)).map((group) => handles.get(group.id)!);
    if (own.length > 0) kernel.integers(call.setGroups(opened[i]!.handle, own.length), own.length).set(own);
  }
  return handles;
}

/** Parts of a network in the kernel, in the order of the model. */
interface Parts {
  readonly stages: readonly OpenedStage[];
  readonly joins: readonly OpenedPlace[];
  readonly fifos: readonly OpenedPlace[];
  readonly units: readonly number[];
  readonly groups: ReadonlyMap<string, number>;
  /** Trips of the rounds of each class; 0 of an open one. */
  readonly rounds: readonly number[];
}

export class NetworkRun implements KernelRun {
  private readonly kernel: Kernel;
  private readonly scenario: Scenario;
  private readonly model: SimulationModel;
  private readonly parts: Parts;
  /** Stages, then joins, then FIFOs. */
  readonly places: readonly OpenedPlace[];

  constructor(kernel: Kernel, scenario: Scenario, model: SimulationModel, parts: Parts) {
    this.kernel = kernel;
    this.scenario = scenario;
    this.model = model;
    this.parts = parts;
    this.places = [...parts.stages, ...parts.joins, ...parts.fifos];
  }

  begin(): void {
    const { kernel, model, parts } = this;
    const { call } = kernel;
    call.beginNetwork();
    call.startNetwork();
    for (const [c, { places }] of model.classes.entries())
      for (const { stage, count } of places) call.populate(parts.stages[stage]!.handle, c, count);
    for (const [i, { initial }] of model.fifos.entries())
      if (initial > 0) call.fillFifo(parts.fifos[i]!.handle, initial);
    for (const [i, { dataflow }] of model.stages.entries())
      if (dataflow) call.startActor(parts.stages[i]!.handle);
    call.settleStart();
  }

  advance(events: number): boolean {
    return this.kernel.call.advanceNetwork(Math.min(events, 2 ** 30)) !== 0;
  }

  now(): number {
    return this.kernel.call.networkTime();
  }

  events(): number {
    return this.kernel.call.networkEvents();
  }

  /** Why the kernel has come to a halt; undefined when it has not said so, as where its memory ends. */
  halted(): NoAnswer | undefined {
    const { kernel, model, parts } = this;
    const { call } = kernel;
    const { stages, ports } = model;
    const at = call.haltAt.value;
    switch (call.haltReason.value) {
      case TOO_MANY:
        return tooMany(stages[at]!);
      case ROUTERS_GO_ROUND: {
        const { node } = ports[at]!;
        return noAnswer('routersGoRound', { name: node }, node);
      }
      case DEADLOCK: {
        const indices = kernel.integers(call.circle.value, call.circleLength.value);
        const circle = Array.from(indices, (index) => stages[index]!.id);
        return noAnswer('deadlock', { circle, at: this.now() }, circle[0]!);
      }
      case GROUP_NEVER_FITS: {
        const { id } = stages[at]!;
        return noAnswer('groupNeverFits', { name: id, at: this.now() }, id);
      }
      case WAITS_FOR_GOOD: {
        const waits = followWaits(kernel, this.scenario, model, parts);
        if (waits) return noAnswer('waitsForGood', { waits }, waits[0]!.node);
        const { id } = [...stages, ...model.joins][at]!;
        return noAnswer('groupNeverFits', { name: id, at: this.now() }, id);
      }
      case STANDSTILL:
        return this.standstill();
      case NO_TIME_PASSES:
        return noAnswer('timeStandsStill', { at: this.now() });
      default:
        return undefined;
    }
  }

  /** Where the jobs of a closed class are when nothing happens any more (E6). */
  private standstill(): NoAnswer {
    const held = this.model.stages
      .map(({ id }, i) => ({ name: id, count: this.occupancy(i) }))
      .filter(({ count }) => count > 0);
    return noAnswer('standstill', { at: this.now(), held }, held[0]!.name);
  }

  private occupancy(stage: number): number {
    return this.kernel.call.occupancyOf(this.parts.stages[stage]!.handle);
  }

  sinks(): readonly number[] {
    return readSinks(this.kernel, this.model.sinks.length);
  }

  trips() {
    return readTripsByPath(this.kernel);
  }

  /** Elements of one class that came to a sink. */
  classTrips(jobClass: number): TripsRecord {
    return readTrips(this.kernel, this.kernel.call.tripsOfClass(jobClass));
  }

  /** Rounds of a closed class. */
  rounds(jobClass: number): TripsRecord | undefined {
    const address = this.parts.rounds[jobClass]!;
    return address === 0 ? undefined : readTrips(this.kernel, address);
  }

  /** What is counted of each class at one place. */
  classes(place: number): readonly ClassRecord[] {
    const { kernel, model } = this;
    const { handle } = this.places[place]!;
    return model.classes.map((_, c) => readClass(kernel, kernel.call.classTotals(handle, c)));
  }

  groups(): Readonly<Record<string, GroupRecord>> {
    const { kernel, parts } = this;
    const levelsOf = [...parts.groups].map(
      ([id, handle]) => [id, kernel.call.levelsOfGroup(handle)] as const,
    );
    return readGroups(kernel, new Map(levelsOf));
  }

  /** Units x seconds in use. */
  usedTimes(): Readonly<Record<string, number>> {
    const { kernel, model, parts } = this;
    return Object.fromEntries(
      model.resources.map(({ id }, i) => [id, kernel.call.usedTimeOf(parts.units[i]!)]),
    );
  }
}

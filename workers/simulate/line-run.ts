/** A line of delays and of stages with one server each, that serve singly, also with a unit of what they share, or in full batches: one source, one way, one class. `kernel/line.as` runs it. */
import { mayBeZero } from '../../core/distributions/index.ts';
import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import { isFcfs, servesByPriority } from '../../core/rules/discipline.ts';
import { hasWaited } from '../../core/rules/when-full.ts';
import type { StageGroup } from '../../core/scenario/scenario.ts';
import type { Kernel } from './kernel.ts';
import { KernelDraws } from './kernel-draws.ts';
import type { KernelRun } from './kernel-run.ts';
import { isPlain, NO_TIME_PASSES, TOO_MANY, tooMany } from './network-run.ts';
import { type MeasuredPlace, readGroups, readTrips } from './read-measures.ts';
import type { GroupRecord, TripsRecord } from './records.ts';
import { type SimulationModel, type StageModel, UNBOUNDED } from './simulation-model.ts';
import type { Streams } from './streams.ts';

/** Places of a stage are kept one by one. */
const MOST_PLACES = 2 ** 20;

/** The stages in the order of the line; undefined when the network is none. */
export function lineOf(model: SimulationModel): readonly number[] | undefined {
  const { sources, stages, classes, ports, hasPaths } = model;
  if (sources.length !== 1 || sources[0]!.schedule !== null || classes.length > 1 || hasPaths)
    return undefined;
  if (classes.some(({ population }) => population > 0)) return undefined;
  if (!stages.every((stage) => isInLine(stage) || takesUnit(stage, model))) return undefined;
  const line: number[] = [];
  for (let at = ports[sources[0]!.port]!.sole; at >= 0; at = ports[at]!.sole) {
    if (line.includes(at)) return undefined;
    line.push(at);
  }
  return line.length === stages.length && line.length > 0 && canFollow(line.map((at) => stages[at]!))
    ? line
    : undefined;
}

/** Elements of a batch go on one inside the other in the kernel, whose stack has an end. */
const MOST_WITH_RULES = 200;

/**
 * Nobody is held in a delay or after a service with a unit; where there is a delay no units are needed, since its ends would be known
 * before units go out; who asks for places serves singly, and asks for one; a batch of which some are held is offered as it is.
 */
const canFollow = (line: readonly StageModel[]): boolean =>
  line.filter(hasRules).length <= MOST_WITH_RULES &&
  !(line.some(({ isDelay }) => isDelay) && line.some(({ resource }) => resource >= 0)) &&
  line.every((stage, i) => {
    const next = line[i + 1];
    if (stage.isDelay || stage.resource >= 0) return !mayBeHeld(next);
    if (stage.asksFirst) return stage.batchMax === 1 && next!.factor[0] === 1;
    return stage.batchMax === 1 || !mayBeHeld(next) || next!.factor[0] === 1;
  });

/** A stage without an end of places whose services, one after the other, need the only unit of a resource, first come first. */
const takesUnit = (stage: StageModel, { resources }: SimulationModel): boolean => {
  const resource = resources[stage.resource];
  return (
    resource !== undefined &&
    resource.units === 1 &&
    !resource.roundRobin &&
    isPlain({ ...stage, resource: -1 }) &&
    isInLine({ ...stage, resource: -1 }) &&
    stage.capacity === UNBOUNDED &&
    stage.factor[0] === 1
  );
};

/** At one instant a service that takes no time makes room for those behind it, one after the other. */
export const isInLine = (stage: StageModel): boolean =>
  (stage.isDelay || (stage.serverCount === 1 && (isPlain(stage) || servesFullBatches(stage)))) &&
  (stage.capacity === UNBOUNDED || stage.capacity <= MOST_PLACES) &&
  stage.schedule === null &&
  !stage.whole &&
  !hasWaited(stage.victim) &&
  !mayBeZero(stage.service);

/** One batch after the other, all of one size, in the order of entry; and what asks for places before. */
const servesFullBatches = (stage: StageModel): boolean =>
  stage.dataflow === null &&
  (isFcfs(stage) || servesByPriority(stage)) &&
  stage.levelCount === 1 &&
  stage.batchMin === stage.batchMax &&
  stage.batchMax <= stage.capacity &&
  stage.timeout === Number.POSITIVE_INFINITY &&
  stage.pipelineLatency === 0 &&
  stage.speeds.length === 0 &&
  stage.resource < 0;

/** A finished element may find no room there. */
const mayBeHeld = (next: StageModel | undefined): boolean =>
  next !== undefined && next.capacity !== UNBOUNDED && !next.drops;

const hasRules = (stage: StageModel): boolean => !isPlain(stage);

/** Who enters a stage by an arrival, and who has left it, is known when that has gone through the line. */
export const knowsMoves = ({ stages }: SimulationModel): boolean =>
  stages.every(({ isDelay, resource }) => !isDelay && resource < 0);

export function openLine(
  kernel: Kernel,
  model: SimulationModel,
  line: readonly number[],
  streams: Streams,
  groups: readonly StageGroup[],
): KernelRun {
  const { call } = kernel;
  const draws = new KernelDraws(kernel, streams);
  const source = model.sources[0]!;
  const trips = call.openLine(draws.times(source.id, source.purpose, source.interarrival), source.batchSize);
  const units = model.resources.map(() => call.addLineUnit());
  const handles = groups.map(() => call.addLineGroup());
  const opened: MeasuredPlace[] = [];
  for (const [place, index] of line.entries()) {
    const stage = model.stages[index]!;
    const { batchMax, timePerElement } = stage;
    const opening = addPlace(kernel, stage, draws);
    const counts = Number(stage.asksFirst || mayBeHeld(model.stages[line[place + 1]!]));
    if (stage.isDelay) call.addLineDelay();
    let waiting = 0;
    if (stage.resource >= 0) waiting = call.needLineUnit(units[stage.resource]!);
    else if (hasRules(stage) && !stage.isDelay)
      waiting = call.addLineRules(batchMax, timePerElement, Number(stage.asksFirst), counts);
    opened[index] = { ...opening, waiting };
    for (const [g, { stages }] of groups.entries())
      if (stages.includes(stage.id)) call.joinLineGroup(handles[g]!);
  }
  return new LineRun(kernel, model, line, {
    ...{ opened, trips, units },
    groups: new Map(groups.map(({ id }, g) => [id, call.levelsOfLineGroup(handles[g]!)])),
  });
}

/** Adds a stage at the end of the line. */
export function addPlace({ call }: Kernel, stage: StageModel, draws: KernelDraws): MeasuredPlace {
  const { id, service, passProbability, factor, capacity, drops, batchMax, serverCount } = stage;
  const measures = call.addLineStage(
    draws.times(id, 'service', service),
    draws.uniform(id, 'filter'),
    passProbability[0]!,
    factor[0]!,
    capacity === UNBOUNDED ? 0 : capacity,
    Number(drops),
  );
  return { measures, waiting: 0, frames: 0, serverCount, batchSize: batchMax, capacity };
}

/** About: the arrival itself, and at each stage the services of what one element has become by then. */
function eventsPerArrival({ sources, stages }: SimulationModel, line: readonly number[]): number {
  let elements = sources[0]!.batchSize;
  let events = 1;
  for (const index of line) {
    const { factor, passProbability, batchMax } = stages[index]!;
    elements *= factor[0]!;
    events += elements / batchMax;
    elements *= passProbability[0]!;
  }
  return events;
}

/**
 * What is measured of the stages, and addresses: of the times to the sink, of the resources where some stage may use them, and of the levels
 * of virtual queues.
 */
interface Places {
  readonly opened: readonly MeasuredPlace[];
  readonly trips: number;
  readonly units: readonly number[];
  readonly groups: ReadonlyMap<string, number>;
}

export class LineRun implements KernelRun {
  readonly places: readonly MeasuredPlace[];
  protected readonly kernel: Kernel;
  protected readonly model: SimulationModel;
  private readonly line: readonly number[];
  private readonly tripsAddress: number;
  private readonly units: readonly number[];
  private readonly groupLevels: ReadonlyMap<string, number>;
  private readonly eventsPerArrival: number;

  constructor(kernel: Kernel, model: SimulationModel, line: readonly number[], at: Places) {
    this.kernel = kernel;
    this.model = model;
    this.line = line;
    this.places = at.opened;
    this.tripsAddress = at.trips;
    this.units = at.units;
    this.groupLevels = at.groups;
    this.eventsPerArrival = eventsPerArrival(model, line);
  }

  begin(): void {
    this.kernel.call.startLine();
  }

  advance(events: number): boolean {
    return this.kernel.call.advanceLine(Math.max(1, Math.floor(events / this.eventsPerArrival))) === 1;
  }

  halted(): NoAnswer | undefined {
    const { haltReason, haltAt } = this.kernel.call;
    if (haltReason.value === NO_TIME_PASSES) return noAnswer('timeStandsStill', { at: this.now() });
    if (haltReason.value !== TOO_MANY) return undefined;
    return tooMany(this.model.stages[this.line[haltAt.value]!]!);
  }

  now(): number {
    return this.kernel.call.lineTime();
  }

  events(): number {
    return this.kernel.call.lineEvents();
  }

  usedTimes(): Readonly<Record<string, number>> {
    const usedOf = (unit: number | undefined): number =>
      unit === undefined ? 0 : this.kernel.call.usedTimeOfUnit(unit);
    return Object.fromEntries(this.model.resources.map(({ id }, i) => [id, usedOf(this.units[i])]));
  }

  groups(): Readonly<Record<string, GroupRecord>> {
    return readGroups(this.kernel, this.groupLevels);
  }

  sinks(): readonly number[] {
    const { count } = readTrips(this.kernel, this.tripsAddress);
    return this.model.sinks.map(() => count);
  }

  trips(): readonly (TripsRecord & { readonly path: number })[] {
    const trips = readTrips(this.kernel, this.tripsAddress);
    return trips.count === 0 ? [] : [{ ...trips, path: 0 }];
  }
}

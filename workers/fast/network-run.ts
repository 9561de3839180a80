/** A network of stages, routers and sources of several classes. `kernel/engine.as` runs it. */

import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import { drawsLink } from '../../core/rules/routing.ts';
import type { ClassRecord, TripsRecord } from '../simulate/records.ts';
import type { PortModel, SimulationModel, StageModel } from '../simulate/simulation-model.ts';
import { CHOICE } from '../simulate/simulation-model.ts';
import { classPart, type Streams } from '../simulate/streams.ts';
import type { Kernel } from './kernel.ts';
import { KernelDraws } from './kernel-draws.ts';
import type { KernelRun } from './kernel-run.ts';
import { pathOfTrips, readClass, readTrips } from './read-measures.ts';

/** Rules of a port, as in `kernel/routing.as`. */
const RULES = { probabilistic: 0, roundRobin: 1, joinShortestQueue: 2 } as const;

/** How `advanceNetwork` came to an end, as in `kernel/engine.as`. */
const PAUSED = 0;
const DONE = 1;

export function openNetwork(kernel: Kernel, model: SimulationModel, streams: Streams): KernelRun {
  const { call } = kernel;
  const { stages, ports, sources, classes, sinks } = model;
  const draws = new KernelDraws(kernel, streams);
  const serverCount = stages.reduce((sum, stage) => sum + stage.serverCount, 0);
  const senders = serverCount + sources.length;
  call.openNetwork(
    stages.length,
    ports.length,
    senders,
    classes.length,
    sinks.length,
    Number(model.hasPaths),
  );
  call.openCalendar(senders);
  for (const port of ports) openPort(kernel, port, model, draws);
  const handles = stages.map((stage, index) => openStage(kernel, index, stage, { model, draws }));
  for (const index of sources.keys()) openSource(kernel, index, model, draws);
  call.startNetwork(serverCount);
  return new NetworkRun(
    kernel,
    model,
    handles.map((stage) => call.measuresOf(stage)),
    handles,
  );
}

function openPort(kernel: Kernel, port: PortModel, { classes }: SimulationModel, draws: KernelDraws): void {
  const { call } = kernel;
  const { index, node, rule, sole, targets } = port;
  if (sole !== CHOICE) {
    call.setSole(index, sole);
    return;
  }
  const ruleNumber = RULES[rule as keyof typeof RULES];
  kernel.integers(call.setRule(index, ruleNumber, targets.length), targets.length).set(targets);
  if (!drawsLink(rule)) return;
  const choiceBy = (shares: Float64Array, part?: string): number => {
    const choice = call.addChoice(index, draws.uniform(node, 'routing', part));
    kernel.doubles(call.sharesOf(choice), shares.length).set(shares);
    return choice;
  };
  const shared = port.ownShares.indexOf(false);
  const common = shared >= 0 ? choiceBy(port.cumulative[shared]!) : 0;
  for (const [c, { id }] of classes.entries()) {
    const choice = port.ownShares[c] ? choiceBy(port.cumulative[c]!, classPart(id)) : common;
    call.setChoice(index, c, choice);
  }
}

function openStage(
  { call }: Kernel,
  index: number,
  stage: StageModel,
  { model, draws }: { readonly model: SimulationModel; readonly draws: KernelDraws },
): number {
  const { id, rank, capacity, drops, serverCount, passProbability, factor, ownServices, ownFilters } = stage;
  const handle = call.addStage(index, capacity, Number(drops), serverCount, rank);
  const service = draws.times(id, 'service', stage.service);
  const filter = draws.uniform(id, 'filter');
  for (const [c, jobClass] of model.classes.entries()) {
    const part = classPart(jobClass.id);
    const distribution = ownServices[c];
    call.setClass(
      handle,
      c,
      distribution ? draws.times(id, 'service', distribution, part) : service,
      ownFilters[c] ? draws.uniform(id, 'filter', part) : filter,
      passProbability[c]!,
      factor[c]!,
    );
  }
  return handle;
}

/** Arrivals come after all ends of service at the same time, which are in order from the last stage to the first (E2). */
function openSource({ call }: Kernel, index: number, model: SimulationModel, draws: KernelDraws): void {
  const { id, purpose, interarrival, port, jobClass, batchSize } = model.sources[index]!;
  const afterStages = model.stages.reduce((most, { rank }) => Math.max(most, rank), 0) + 1;
  const times = draws.times(id, purpose, interarrival);
  call.addSource(index, port, jobClass, batchSize, times, afterStages);
}

export class NetworkRun implements KernelRun {
  readonly measures: readonly number[];
  private readonly kernel: Kernel;
  private readonly model: SimulationModel;
  private readonly stages: readonly number[];

  constructor(
    kernel: Kernel,
    model: SimulationModel,
    measures: readonly number[],
    stages: readonly number[],
  ) {
    this.kernel = kernel;
    this.model = model;
    this.measures = measures;
    this.stages = stages;
  }

  advance(events: number): boolean | NoAnswer {
    const outcome = this.kernel.call.advanceNetwork(Math.min(events, 2 ** 30));
    if (outcome === PAUSED || outcome === DONE) return outcome === DONE;
    return noAnswer('timeStandsStill', { at: this.now() });
  }

  now(): number {
    return this.kernel.call.networkTime();
  }

  events(): number {
    return this.kernel.call.networkEvents();
  }

  sinks(): readonly number[] {
    const { kernel, model } = this;
    return [...kernel.doubles(kernel.call.sinks.value, model.sinks.length)];
  }

  trips() {
    const { kernel } = this;
    return Array.from({ length: kernel.call.pathsSeen.value }, (_, place) => {
      const address = kernel.call.tripsSeen(place);
      return { ...readTrips(kernel, address), path: pathOfTrips(kernel, address) };
    });
  }

  /** Elements of one class that came to a sink. */
  classTrips(jobClass: number): TripsRecord {
    return readTrips(this.kernel, this.kernel.call.tripsOfClass(jobClass));
  }

  /** What is counted of each class at one stage. */
  classes(stage: number): readonly ClassRecord[] {
    const { call } = this.kernel;
    return this.model.classes.map((_, c) => readClass(this.kernel, call.classTotals(this.stages[stage]!, c)));
  }
}

/** Replications: warm-up, observed time, and the record of it. A function of scenario, plan and number alone. */
import { assert } from '../../core/base/assert.ts';
import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { compileModel } from './compile-model.ts';
import type { SimulationPlan, SimulationProgress } from './contract.ts';
import { forkedWayOf, openForkedLine } from './forked-line-run.ts';
import { giveBack, type Kernel, takeKernel } from './kernel.ts';
import type { KernelRun } from './kernel-run.ts';
import { mergeSketches } from './latency-sketch.ts';
import { knowsMoves, lineOf, openLine } from './line-run.ts';
import { NetworkRun, openNetwork } from './network-run.ts';
import { readLevels, readPlace } from './read-measures.ts';
import type {
  ClassTripsRecord,
  FifoRecord,
  PathRecord,
  ReplicationRecord,
  StageRecord,
  TripsRecord,
} from './records.ts';
import { refuse } from './refuse.ts';
import { type ReplicateOptions, type RunningReplication, runAtOnce, runInSlices } from './run-in-slices.ts';
import type { SimulationModel } from './simulation-model.ts';
import { Streams } from './streams.ts';
import { type Windows, windowsOf } from './windows.ts';

/** Pauses about every 20 ms so that messages arrive. Rejects with an AbortError when `shouldStop` says so. */
export async function replicate(
  scenario: Scenario,
  plan: SimulationPlan,
  replication: number,
  options: ReplicateOptions = {},
): Promise<ReplicationRecord | NoAnswer> {
  return refuse(scenario) ?? runInSlices(openReplication(scenario, plan, replication), options);
}

/** Runs to the end without pauses. */
export const replicateNow = (
  scenario: Scenario,
  plan: SimulationPlan,
  replication: number,
): ReplicationRecord | NoAnswer =>
  refuse(scenario) ?? runAtOnce(openReplication(scenario, plan, replication));

/** A replication to be driven from outside; the scenario is without faults. */
export const openReplication = (
  scenario: Scenario,
  plan: SimulationPlan,
  replication: number,
): RunningReplication => new Replication(scenario, modelOf(scenario), plan, replication);

/** Replications of one run have the same scenario, of which nothing is ever changed. */
const models = new WeakMap<Scenario, SimulationModel>();

function modelOf(scenario: Scenario): SimulationModel {
  const known = models.get(scenario);
  if (known) return known;
  const model = compileModel(scenario);
  models.set(scenario, model);
  return model;
}

/** The replication whose kernel has come to a trap. */
interface Trapped {
  readonly run: KernelRun;
  readonly kernel: Kernel;
  readonly seed: number;
  readonly replication: number;
}

/** Why compiled code has come to an end: as the kernel says, because the memory is full, or by a fault of ours. */
export function trapped(reason: unknown, { run, kernel, seed, replication }: Trapped): NoAnswer {
  if (!(reason instanceof WebAssembly.RuntimeError)) throw reason;
  const halted = run.halted();
  if (halted) return halted;
  const at = run.now();
  return kernel.isFull
    ? noAnswer('memoryFull', { at })
    : noAnswer('simulatorFault', { seed, replication, at });
}

/** All paths that are not told apart, as the kernel numbers them (`kernel/paths.as`). */
const OTHER_PATH = 0;

/** Frames that repeat are seen to by the engine of networks alone. */
const isWatchedApart = ({ frames }: SimulationPlan): boolean => frames?.repeats === true;

/** Where times follow from one another; undefined where events must be kept in a list. */
function openAsLine(
  kernel: Kernel,
  { groups = [] }: Scenario,
  model: SimulationModel,
  streams: Streams,
): KernelRun | undefined {
  const line = lineOf(model);
  if (line) {
    const isCounted = groups.length === 0 || knowsMoves(model);
    return isCounted ? openLine(kernel, model, line, streams, groups) : undefined;
  }
  const way = groups.length === 0 ? forkedWayOf(model) : undefined;
  return way && openForkedLine(kernel, model, way, streams);
}

class Replication implements RunningReplication {
  /** A few milliseconds where an event costs most, so that a replication stops soon. */
  readonly eventsPerLook = 25_000;
  private readonly kernel = takeKernel();
  private hasBegun = false;
  private isOver = false;
  private readonly run: KernelRun;
  private readonly windows: Windows;
  private readonly scenario: Scenario;
  private readonly model: SimulationModel;
  private readonly plan: SimulationPlan;
  private readonly replication: number;

  /** The scenario is without faults. */
  constructor(scenario: Scenario, model: SimulationModel, plan: SimulationPlan, replication: number) {
    const { kernel } = this;
    this.scenario = scenario;
    this.model = model;
    this.plan = plan;
    this.replication = replication;
    this.windows = windowsOf(plan);
    const { marks } = this.windows;
    const place = kernel.call.openMarks(marks.length, plan.warmup, plan.horizon);
    kernel.doubles(place, marks.length).set(marks);
    const streams = new Streams(plan.seed, replication);
    this.run =
      (isWatchedApart(plan) ? undefined : openAsLine(kernel, scenario, model, streams)) ??
      openNetwork(kernel, scenario, model, plan, streams);
  }

  /** At most about so many events more; true when the horizon is reached, or why it never will be. */
  advance(events: number): boolean | NoAnswer {
    const { run, kernel, plan, replication } = this;
    try {
      if (!this.hasBegun) run.begin();
      this.hasBegun = true;
      return run.advance(events);
    } catch (reason) {
      return trapped(reason, { run, kernel, seed: plan.seed, replication });
    }
  }

  progress(): SimulationProgress {
    const { kernel, run, model, plan, replication } = this;
    const occupancy = Object.fromEntries(
      model.stages.map(({ id }, i) => [id, readLevels(kernel, run.places[i]!.measures)]),
    );
    return {
      replication,
      fraction: Math.min(1, run.now() / plan.horizon),
      events: run.events(),
      occupancy,
    };
  }

  /** The record of a finished replication, unless nothing at all was completed (E5). To be asked for once, as the last. */
  record(): ReplicationRecord | NoAnswer {
    assert(!this.isOver, 'a replication is recorded once');
    this.isOver = true;
    const record = this.readRecord();
    giveBack(this.kernel);
    return record;
  }

  private readRecord(): ReplicationRecord | NoAnswer {
    const { run, model, plan } = this;
    const places = [...model.stages, ...model.joins];
    const stages = Object.fromEntries(places.map(({ id }, i) => [id, this.placeRecord(i)]));
    const trips = run.trips();
    const total = sumOf(trips);
    if (total.count === 0 && Object.values(stages).every(({ served }) => served === 0)) {
      return noAnswer('nothingCompleted', { warmup: plan.warmup, horizon: plan.horizon });
    }
    const isOther = ({ path }: { readonly path: number }): boolean => model.hasPaths && path === OTHER_PATH;
    const others = trips.find(isOther);
    return {
      kind: 'record',
      replication: this.replication,
      events: run.events(),
      duration: plan.horizon - plan.warmup,
      stages,
      // Tokens that never entered the network come to a sink without a trip.
      sinkArrivals: model.fifos.length > 0 ? run.sinks().reduce((sum, count) => sum + count, 0) : total.count,
      sinkSojournTotal: total.total,
      latencySketch: total.times,
      lost: Object.values(stages).reduce((sum, { lost }) => sum + lost, 0),
      paths: trips.filter((of) => !isOther(of)).map((of) => this.pathRecord(of)),
      ...(others && { otherPaths: tripsRecord(others) }),
      ...(this.scenario.classes && { classes: this.classRecords(total) }),
      sinks: Object.fromEntries(run.sinks().map((count, sink) => [model.sinks[sink]!, count])),
      ...(this.scenario.groups && { groups: run.groups() }),
      ...(model.fifos.length > 0 && { fifos: model.fifos.map((_, i) => this.fifoRecord(i)) }),
      ...(this.scenario.resources && { resources: run.usedTimes() }),
    };
  }

  private placeRecord(index: number): StageRecord {
    const { kernel, run, windows } = this;
    const record = readPlace(kernel, run.places[index]!, windows);
    if (!(run instanceof NetworkRun)) return record;
    const classes = run.classes(index);
    return {
      ...record,
      sojournSketch: mergeSketches(classes.map(({ sojournSketch }) => sojournSketch)),
      waitSketch: mergeSketches(classes.map(({ waitSketch }) => waitSketch)),
      ...(classes.length > 1 && { classes }),
    };
  }

  private fifoRecord(index: number): FifoRecord {
    const { kernel, run, windows, model } = this;
    const place = run.places[model.stages.length + model.joins.length + index]!;
    const { entered, occupancyTime, occupancy, fullTime } = readPlace(kernel, place, windows);
    return { entered, occupancyTime, occupancy, fullTime };
  }

  private classRecords(total: TripsRecord): readonly ClassTripsRecord[] {
    const { run, model } = this;
    const none = sumOf([]);
    return model.classes.map((_, c) => ({
      arrivals: model.classes.length > 1 && run instanceof NetworkRun ? run.classTrips(c) : total,
      rounds: (run instanceof NetworkRun ? run.rounds(c) : undefined) ?? none,
    }));
  }

  private pathRecord(trips: TripsRecord & { readonly path: number }): PathRecord {
    const { model } = this;
    const { source, stages } = model.hasPaths ? this.pathOf(trips.path) : onlyPath(model);
    return {
      ...tripsRecord(trips),
      source: model.sources[source]!.id,
      stages: stages.map((stage) => model.stages[stage]!.id),
    };
  }

  private pathOf(path: number): Path {
    const { call } = this.kernel;
    const stages: number[] = [];
    let at = path;
    for (; call.pathBefore(at) >= 0; at = call.pathBefore(at)) stages.unshift(call.lastOfPath(at));
    return { source: call.lastOfPath(at), stages };
  }
}

interface Path {
  readonly source: number;
  readonly stages: readonly number[];
}

/** Where nothing branches. */
function onlyPath({ sources, ports }: SimulationModel): Path {
  const stages: number[] = [];
  for (let at = ports[sources[0]!.port]!.sole; at >= 0 && !stages.includes(at); at = ports[at]!.sole)
    stages.push(at);
  return { source: 0, stages };
}

const tripsRecord = ({ count, total, times }: TripsRecord): TripsRecord => ({ count, total, times });

const sumOf = (trips: readonly TripsRecord[]): TripsRecord => ({
  count: trips.reduce((sum, { count }) => sum + count, 0),
  total: trips.reduce((sum, { total }) => sum + total, 0),
  times: mergeSketches(trips.map(({ times }) => times)),
});

/** Lines of stages with one server each and no end of places, that fork and join: one source, one sink, one class. `kernel/line-forks.as` runs them. */
import type { Kernel } from './kernel.ts';
import { KernelDraws } from './kernel-draws.ts';
import { addPlace, isInLine, LineRun } from './line-run.ts';
import { isPlain } from './network-run.ts';
import { joinPlace, type MeasuredPlace, readSinks, readTripsByPath } from './read-measures.ts';
import {
  FIFO_TARGETS,
  type PortModel,
  type SimulationModel,
  type StageModel,
  UNBOUNDED,
} from './simulation-model.ts';
import type { Streams } from './streams.ts';

/** Branches inside branches are followed one inside the other in the kernel, whose stack has an end. */
const MOST_DEPTH = 50;
/** Fewer than the kernel can tell apart (`kernel/paths.as`). */
const MOST_PATHS = 1000;

/** A stage by its index, or the branches from a fork to that join. */
export type Step = { readonly stage: number } | { readonly join: number; readonly branches: readonly Way[] };
export type Way = readonly Step[];

/** The way of all elements; undefined where it is none that forks, or the stages can do more than serve one after the other. */
export function forkedWayOf(model: SimulationModel): Way | undefined {
  const { sources, sinks, stages, joins, classes, ports, fifos, hasPaths } = model;
  if (sources.length !== 1 || sources[0]!.schedule !== null || sinks.length !== 1 || classes.length > 1)
    return undefined;
  if (joins.length === 0 || fifos.length > 0 || !hasPaths || classes.some(({ population }) => population > 0))
    return undefined;
  if (!stages.every(isUnbounded)) return undefined;
  const seen = new Set<number>();
  const way = followWay(model, onlyTarget(ports[sources[0]!.port]!), seen, 0);
  if (!way || way.end >= 0 || pathsOn(way.steps).all > MOST_PATHS) return undefined;
  return stages.every((_, stage) => seen.has(stage)) && joins.every((_, j) => seen.has(stages.length + j))
    ? way.steps
    : undefined;
}

const isUnbounded = (stage: StageModel): boolean =>
  isPlain(stage) &&
  isInLine(stage) &&
  stage.capacity === UNBOUNDED &&
  stage.passProbability[0] === 1 &&
  stage.factor[0] === 1;

const onlyTarget = ({ targets }: PortModel): number | undefined =>
  targets.length === 1 ? targets[0] : undefined;

/** From there to a sink or a join, which is the end; undefined where the way is another, or comes to a place again. */
function followWay(
  model: SimulationModel,
  from: number | undefined,
  seen: Set<number>,
  depth: number,
): { readonly steps: Way; readonly end: number } | undefined {
  const { stages, joins, ports } = model;
  const steps: Step[] = [];
  let at = from;
  while (at !== undefined) {
    const isEnd = at < 0 || (at >= stages.length && at < stages.length + joins.length);
    if (isEnd) return { steps, end: at };
    if (at >= FIFO_TARGETS || seen.has(at)) return undefined;
    seen.add(at);
    const port: PortModel = ports[at]!;
    if (at < stages.length) {
      steps.push({ stage: at });
      at = onlyTarget(port);
    } else if (port.kind === 'fork') {
      const fork = followFork(model, port, seen, depth + 1);
      if (!fork) return undefined;
      steps.push(fork);
      at = onlyTarget(ports[stages.length + fork.join]!);
    } else {
      at = onlyTarget(port);
    }
  }
  return undefined;
}

/** All branches have stages and come to one join, and nobody else does. */
function followFork(model: SimulationModel, fork: PortModel, seen: Set<number>, depth: number) {
  if (depth > MOST_DEPTH) return undefined;
  const ways = fork.targets.map((target) => followWay(model, target, seen, depth));
  const join = ways[0]?.end ?? -1;
  if (join < 0 || seen.has(join)) return undefined;
  const entering = model.ports.flatMap(({ targets }) => targets.filter((target) => target === join)).length;
  if (entering !== ways.length) return undefined;
  const branches = ways.flatMap((way) =>
    way && way.end === join && way.steps.length > 0 ? [way.steps] : [],
  );
  if (branches.length < ways.length) return undefined;
  seen.add(join);
  return { join: join - model.stages.length, branches };
}

/** How many ways lead through a way, and how many beginnings they have. */
function pathsOn(way: Way): { readonly ends: number; readonly all: number } {
  let [ends, all] = [1, 1];
  for (const step of way) {
    const branches = 'stage' in step ? [{ ends: 1, all: 1 }] : step.branches.map(pathsOn);
    all += ends * branches.reduce((sum, branch) => sum + branch.all, 0);
    ends *= branches.reduce((sum, branch) => sum + branch.ends, 0);
  }
  return { ends, all };
}

export function openForkedLine(kernel: Kernel, model: SimulationModel, way: Way, streams: Streams): LineRun {
  const { call } = kernel;
  const draws = new KernelDraws(kernel, streams);
  const source = model.sources[0]!;
  call.openNetwork(model.stages.length, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0);
  call.openLine(draws.times(source.id, source.purpose, source.interarrival), source.batchSize);
  const order: number[] = [];
  const stages: MeasuredPlace[] = [];
  const joins: MeasuredPlace[] = [];
  const open = (steps: Way): void => {
    for (const step of steps) {
      if ('stage' in step) {
        const { stage } = step;
        order.push(stage);
        stages[stage] = addPlace(kernel, model.stages[stage]!, draws);
        call.addForkedStage(stage, model.stages[stage]!.rank);
        continue;
      }
      const measures = call.followFork(step.branches.length);
      joins[step.join] = joinPlace(measures);
      for (const [place, branch] of step.branches.entries()) {
        call.followBranch(place);
        open(branch);
      }
      call.endFork();
    }
  };
  open(way);
  return new ForkedLineRun(kernel, model, order, {
    opened: [...stages, ...joins],
    trips: 0,
    units: [],
    groups: new Map(),
  });
}

class ForkedLineRun extends LineRun {
  override sinks() {
    return readSinks(this.kernel, this.model.sinks.length);
  }

  override trips() {
    return readTripsByPath(this.kernel);
  }
}

/** From the records of the replications to the answer: measures with intervals, and what to know before believing them. */

import { growingStages, leadsThrough } from '../../core/measures/growing.ts';
import type { Estimate } from '../../core/measures/measures.ts';
import { note, type Verdict, warning } from '../../core/measures/verdicts.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { depthOf, nameOf, serverCountOf, unitsOf } from '../../core/scenario/defaults.ts';
import { graphOf } from '../../core/scenario/graph.ts';
import { hasFifo } from '../../core/scenario/link-fifos.ts';
import {
  type ClassId,
  isStage,
  type NodeId,
  type Scenario,
  type ScenarioNode,
  type StageNode,
} from '../../core/scenario/scenario.ts';
import { definedOnly, estimate, NOTHING } from '../numeric/estimates.ts';
import { studentQuantile } from '../numeric/student-t.ts';
import type {
  ClassTripEstimate,
  ConvergencePoint,
  FifoEstimate,
  FrameGrid,
  FramesEstimate,
  GroupEstimate,
  NetworkEstimate,
  PathEstimate,
  ResourceEstimate,
  SimulationPlan,
  SimulationResult,
  SinkEstimate,
  StageEstimate,
  StageFrames,
} from './contract.ts';
import { isWhole } from './course.ts';
import { judgeLength } from './judge-length.ts';
import { mergeSketches, sketchCount } from './latency-sketch.ts';
import { estimatePercentiles } from './percentiles.ts';
import type {
  ClassTripsRecord,
  FifoRecord,
  FramesRecord,
  PathRecord,
  ReplicationRecord,
  StageRecord,
  TripsRecord,
} from './records.ts';
import { startUp } from './start-up.ts';
import { levelShares, summarizeStage } from './summarize-stage.ts';

/** Records may come in any order; they are taken in the order of their numbers, so the same records give the same bytes. */
export function summarizeReplications(
  scenario: Scenario,
  plan: SimulationPlan,
  records: readonly ReplicationRecord[],
  elapsedSeconds: number,
): SimulationResult {
  const ordered = [...records].sort((a, b) => a.replication - b.replication);
  const stages = stageEstimates(scenario, plan, ordered);
  return withoutGrowingTails(
    definedOnly({
      kind: 'answer',
      plan,
      stages,
      network: networkEstimate(scenario, ordered, stages),
      classes: summarizeClasses(scenario, ordered),
      paths: summarizePaths(ordered),
      sinks: summarizeSinks(scenario, ordered),
      groups: summarizeGroups(scenario, ordered),
      fifos: summarizeFifos(scenario, ordered),
      resources: summarizeResources(scenario, ordered),
      frames: plan.frames && summarizeFrames(scenario, plan.frames, ordered),
      convergence: convergence(ordered),
      intervalMethod: 'independentReplications',
      verdicts: judgeRun(scenario, plan, ordered),
      replications: ordered.length,
      events: ordered.reduce((sum, record) => sum + record.events, 0),
      elapsedSeconds,
    }),
  );
}

const isWatched = ({ kind }: ScenarioNode): boolean =>
  kind === 'stage' || kind === 'delay' || kind === 'join';

/** Stages, delays and joins, in the order of the file. */
function stageEstimates(
  { nodes, classes = [] }: Scenario,
  plan: SimulationPlan,
  records: readonly ReplicationRecord[],
): Readonly<Record<NodeId, StageEstimate>> {
  return Object.fromEntries(
    nodes.filter(isWatched).map((node) => [
      node.id,
      {
        ...summarizeStage({ node, classes, records }),
        startUp: startUp(
          plan,
          records.map(({ stages }) => stages[node.id]!),
        ),
      },
    ]),
  );
}

function networkEstimate(
  { nodes }: Scenario,
  records: readonly ReplicationRecord[],
  stages: Readonly<Record<NodeId, StageEstimate>>,
): NetworkEstimate {
  return definedOnly({
    throughput: estimate(records.map((record) => record.sinkArrivals / record.duration)),
    lossRate: estimate(records.map((record) => record.lost / record.duration)),
    meanSojournTime: estimate(
      records.map((record) => record.sinkSojournTotal / sketchCount(record.latencySketch)),
    ),
    latencyPercentiles: estimatePercentiles(records.map((record) => record.latencySketch)),
    bottleneck: busiest(
      nodes.filter(isStage).map(({ id }) => id),
      stages,
    ),
  });
}

/** The stage with the largest share of time serving: it saturates first while the shares of the flow stay as they are. */
function busiest(
  ids: readonly NodeId[],
  stages: Readonly<Record<NodeId, StageEstimate>>,
): NodeId | undefined {
  const utilization = (id: NodeId): number => stages[id]!.utilization?.mean ?? 0;
  return ids.reduce<NodeId | undefined>(
    (best, id) => (best === undefined || utilization(id) > utilization(best) ? id : best),
    undefined,
  );
}

/** How the intervals close in: the mean occupancies as they were after the first few replications, and after more. */

const MOST_POINTS = 100;

/** After 2, 3, ... replications; with many replications not after each. */
function convergence(records: readonly ReplicationRecord[]): readonly ConvergencePoint[] {
  const step = Math.ceil((records.length - 1) / MOST_POINTS);
  const points: ConvergencePoint[] = [];
  for (let count = records.length; count >= 2; count -= step)
    points.unshift(pointAt(records.slice(0, count)));
  return points;
}

function pointAt(records: readonly ReplicationRecord[]): ConvergencePoint {
  const meanOf = (id: NodeId) =>
    estimate(records.map(({ stages, duration }) => stages[id]!.occupancyTime / duration))!;
  const ids = Object.keys(records[0]!.stages);
  return {
    replications: records.length,
    meanOccupancy: Object.fromEntries(ids.map((id) => [id, meanOf(id)])),
  };
}

/** End-to-end times by path. A path counts where every replication told it apart; the rest are put together. */

/** Trips of one path in one replication; absent when nobody took it. */
type Trips = TripsRecord | undefined;

/** Absent where all elements go the same way. */
function summarizePaths(records: readonly ReplicationRecord[]): readonly PathEstimate[] | undefined {
  const found = records.map(({ paths }) => new Map(paths.map((path) => [keyOf(path), path])));
  const all = new Map(found.flatMap((paths) => [...paths]));
  if (all.size === 0) return undefined;
  const arrivals = records.map(({ sinkArrivals }) => sinkArrivals);
  // A replication that has run out of places may have put this path among the others.
  const isKnown = (key: string): boolean =>
    records.every(({ otherPaths }, i) => otherPaths === undefined || found[i]!.has(key));
  const known = [...all].filter(([key]) => isKnown(key));
  const told = known.map(([key, { source, stages }]) => ({
    source,
    stages,
    ...pathEstimate(
      found.map((paths) => paths.get(key)),
      arrivals,
    ),
  }));
  const names = new Set(known.map(([key]) => key));
  const others = records.map(({ paths, otherPaths }) =>
    together([...paths.filter((path) => !names.has(keyOf(path))), ...(otherPaths ? [otherPaths] : [])]),
  );
  const sorted = told.sort((a, b) => b.share.mean - a.share.mean);
  return others.every(({ count }) => count === 0) ? sorted : [...sorted, pathEstimate(others, arrivals)];
}

function pathEstimate(trips: readonly Trips[], arrivals: readonly number[]): PathEstimate {
  const of = trips.map((one) => one ?? together([]));
  return definedOnly({
    share: estimate(of.map(({ count }, i) => count / arrivals[i]!)) ?? NOTHING,
    meanSojournTime: estimate(of.map(({ total, count }) => total / count)),
    latencyPercentiles: estimatePercentiles(of.map(({ times }) => times)),
  });
}

function together(trips: readonly TripsRecord[]): TripsRecord {
  return {
    count: trips.reduce((sum, { count }) => sum + count, 0),
    total: trips.reduce((sum, { total }) => sum + total, 0),
    times: mergeSketches(trips.map(({ times }) => times)),
  };
}

const keyOf = ({ source, stages }: PathRecord): string => JSON.stringify([source, ...stages]);

/** Means over time: what stages and groups did in each frame, over the replications. */

type Series = readonly (Estimate | null)[];

function summarizeFrames(
  scenario: Scenario,
  grid: FrameGrid,
  records: readonly ReplicationRecord[],
): FramesEstimate {
  const watched = Object.keys(records[0]!.stages);
  const framesOf = (id: NodeId): FramesRecord[] => records.map(({ stages }) => stages[id]!.frames!);
  const servers = new Map(scenario.nodes.filter(isStage).map((node) => [node.id, serverCountOf(node)]));
  const stages = watched.map((id) => [id, stageFrames(framesOf(id), servers.get(id))]);
  const groups = (scenario.groups ?? []).map(({ id, stages: members }) => [
    id,
    { meanOccupancy: groupOccupancy(members.map(framesOf)) },
  ]);
  return { ...grid, stages: Object.fromEntries(stages), groups: Object.fromEntries(groups) };
}

/** `c` servers; none in a delay or a join. */
function stageFrames(records: readonly FramesRecord[], c: number | undefined): StageFrames {
  const over = (sum: keyof FramesRecord, share = 1): Series =>
    meansOf(records, (record, frame) => (share * record[sum][frame]!) / record.times[frame]!);
  return definedOnly({
    meanOccupancy: over('occupancyTime'),
    offeredRate: over('offered'),
    throughput: over('served'),
    utilization: c === undefined ? undefined : over('servingTime', 1 / c),
    blockedFraction: c === undefined ? undefined : over('blockedTime', 1 / c),
  });
}

/** `members[m][r]`: of the stage m in the replication r. All stages see the same frames. */
function groupOccupancy(members: readonly (readonly FramesRecord[])[]): Series {
  return meansOf(members[0]!, (record, frame, replication) => {
    const together = members.reduce((sum, member) => sum + member[replication]!.occupancyTime[frame]!, 0);
    return together / record.times[frame]!;
  });
}

function meansOf(
  records: readonly FramesRecord[],
  measure: (record: FramesRecord, frame: number, replication: number) => number,
): Series {
  const series: (Estimate | null)[] = [];
  const values = new Float64Array(records.length);
  for (let frame = 0; frame < records[0]!.times.length; frame++) {
    // 0 / 0 where the frame was not observed, which `estimate` leaves out.
    for (let r = 0; r < records.length; r++) values[r] = measure(records[r]!, frame, r);
    series.push(estimate(values) ?? null);
  }
  return series;
}

/** Fewer replications give intervals that are themselves uncertain by a third and more. */
const ENOUGH_REPLICATIONS = 5;
/** Fewer counted events leave a probability uncertain by more than a tenth (1.96 / sqrt 400). */
const ENOUGH_EVENTS = 400;
/** A second half this much fuller than the first is called growing, when chance does not explain it. */
const GROWTH = 1.25;

function judgeRun(
  scenario: Scenario,
  plan: SimulationPlan,
  records: readonly ReplicationRecord[],
): readonly Verdict[] {
  const nodes = scenario.nodes.filter(isStage);
  const stageRecords = (id: NodeId) => records.map((record) => record.stages[id]!);
  const few = nodes.map((node) => fewServices(node, stageRecords(node.id)));
  const losses = nodes.map((node) => rareLoss(node, stageRecords(node.id)));
  const growing = canCompareHalves(plan) ? nodes.map((node) => growth(node, stageRecords(node.id))) : [];
  const length = [...growing, ...few].filter((verdict) => verdict !== undefined);
  const named = new Set(length.map(({ stage }) => stage!));
  return [
    tooFewReplications(records.length),
    courseNote(plan),
    ...length,
    ...(plan.course === 'transient' ? [] : judgeLength(scenario, plan, records, named)),
    ...losses,
  ].filter((verdict) => verdict !== undefined);
}

/** Halves of a transient differ as they should, and so do halves of a round. */
function canCompareHalves({ course, horizon, warmup }: SimulationPlan): boolean {
  if (course === undefined) return true;
  return course !== 'transient' && isWhole((horizon - warmup) / (2 * course.period));
}

function courseNote({ course, horizon, warmup }: SimulationPlan): Verdict | undefined {
  if (course === 'transient') return note('transient', { horizon });
  if (course === undefined || isWhole((horizon - warmup) / course.period)) return undefined;
  return note('partial-period', { observed: horizon - warmup, period: course.period });
}

const tooFewReplications = (count: number): Verdict | undefined =>
  count >= ENOUGH_REPLICATIONS ? undefined : note('few-replications', { count, least: ENOUGH_REPLICATIONS });

/** Compares the two halves of every replication, paired (t test at 0.1 %). */
function growth(node: StageNode, records: readonly StageRecord[]): Verdict | undefined {
  const n = records.length;
  if (n < 2) return undefined;
  const differences = records.map((record) => record.occupancyTime - 2 * record.firstHalfOccupancyTime);
  const firstHalves = records.reduce((sum, record) => sum + record.firstHalfOccupancyTime, 0);
  const total = differences.reduce((sum, difference) => sum + difference, 0);
  const mean = total / n;
  const variance = differences.reduce((sum, difference) => sum + (difference - mean) ** 2, 0) / (n - 1);
  if (mean <= studentQuantile(0.999, n - 1) * Math.sqrt(variance / n)) return undefined;
  if (firstHalves + total <= GROWTH * firstHalves) return undefined;
  const ratio = firstHalves > 0 ? { ratio: 1 + total / firstHalves } : {};
  return warning('growing', { name: nameOf(node), ...ratio }, node.id);
}

function fewServices(node: StageNode, records: readonly StageRecord[]): Verdict | undefined {
  const served = records.reduce((sum, record) => sum + record.served, 0);
  if (served >= ENOUGH_EVENTS) return undefined;
  return warning('few-services', { name: nameOf(node), served }, node.id);
}

function rareLoss(node: StageNode, records: readonly StageRecord[]): Verdict | undefined {
  if (!losesWhenFull(node)) return undefined;
  const lost = records.reduce((sum, record) => sum + record.lost, 0);
  const offered = records.reduce((sum, record) => sum + record.offered, 0);
  if (lost >= ENOUGH_EVENTS || offered === 0) return undefined;
  return note('rare-loss', { name: nameOf(node), lost, offered }, node.id);
}

/** What a run says about more than one stage: classes, paths, sinks, groups, resources. */

type Records = readonly ReplicationRecord[];

/** Absent where the scenario names no classes. */
function summarizeClasses(
  { classes }: Scenario,
  records: Records,
): Readonly<Record<ClassId, ClassTripEstimate>> | undefined {
  if (!classes) return undefined;
  return Object.fromEntries(
    classes.map((jobClass, i) => {
      const trips = records.map((record) => record.classes![i]!);
      return [jobClass.id, jobClass.closed ? roundsOf(trips, records) : arrivalsOf(trips, records)];
    }),
  );
}

function arrivalsOf(classes: readonly ClassTripsRecord[], records: Records): ClassTripEstimate {
  const trips = classes.map(({ arrivals }) => arrivals);
  return definedOnly({
    throughput: estimate(trips.map(({ count }, i) => count / records[i]!.duration)),
    meanSojournTime: estimate(trips.map(({ total, count }) => total / count)),
    latencyPercentiles: estimatePercentiles(trips.map(({ times }) => times)),
  });
}

function roundsOf(classes: readonly ClassTripsRecord[], records: Records): ClassTripEstimate {
  const trips = classes.map(({ rounds }) => rounds);
  return definedOnly({
    throughput: estimate(trips.map(({ count }, i) => count / records[i]!.duration)),
    meanRoundTime: estimate(trips.map(({ total, count }) => total / count)),
    roundTimePercentiles: estimatePercentiles(trips.map(({ times }) => times)),
  });
}

/** Absent where no link has a FIFO of its own. */
function summarizeFifos(scenario: Scenario, records: Records): readonly FifoEstimate[] | undefined {
  const graph = graphOf(scenario);
  const own = scenario.links.filter((link) => hasFifo(link, graph));
  if (own.length === 0) return undefined;
  return own.map((link, i) => {
    const of = (record: ReplicationRecord) => record.fifos![i]!;
    const over = (measure: (fifo: FifoRecord) => number): Estimate =>
      known(records.map((record) => measure(of(record)) / record.duration));
    return definedOnly({
      from: link.from,
      to: link.to,
      arrivalRate: over(({ entered }) => entered),
      meanOccupancy: over(({ occupancyTime }) => occupancyTime),
      most: Math.max(...records.map((record) => of(record).occupancy.length - 1)),
      fullProbability: Number.isFinite(depthOf(link)) ? over(({ fullTime }) => fullTime) : undefined,
      occupancyDistribution: levelShares(records, (record) => of(record).occupancy),
    });
  });
}

/** Absent with a single sink, of which the network's throughput tells. */
function summarizeSinks(
  { nodes }: Scenario,
  records: Records,
): Readonly<Record<NodeId, SinkEstimate>> | undefined {
  const sinks = nodes.filter(({ kind }) => kind === 'sink');
  if (sinks.length < 2) return undefined;
  return Object.fromEntries(
    sinks.map(({ id }) => [
      id,
      { throughput: known(records.map((record) => record.sinks[id]! / record.duration)) },
    ]),
  );
}

function summarizeGroups(
  { groups }: Scenario,
  records: Records,
): Readonly<Record<string, GroupEstimate>> | undefined {
  if (!groups) return undefined;
  return Object.fromEntries(
    groups.map(({ id }) => [
      id,
      definedOnly({
        meanOccupancy: estimate(records.map((record) => record.groups![id]!.occupancyTime / record.duration)),
        occupancyDistribution: levelShares(records, (record) => record.groups![id]!.occupancy),
      }),
    ]),
  );
}

function summarizeResources(
  { resources }: Scenario,
  records: Records,
): Readonly<Record<string, ResourceEstimate>> | undefined {
  if (!resources) return undefined;
  return Object.fromEntries(
    resources.map((resource) => {
      const { id } = resource;
      const shares = records.map((record) => record.resources![id]! / (unitsOf(resource) * record.duration));
      return [id, { utilization: known(shares) }];
    }),
  );
}

const known = (values: readonly number[]): Estimate => estimate(values) ?? NOTHING;

/** Leaves out the percentiles of times through a queue that goes on growing (core/measures/growing.ts). */
function withoutGrowingTails(result: SimulationResult): SimulationResult {
  const growing = growingStages(result.verdicts);
  if (growing.size === 0) return result;
  const { network, stages, classes, paths } = result;
  const comesThere = (jobClass: string): boolean =>
    [...growing].some((id) => (stages[id]?.classes?.[jobClass] ?? stages[id])?.offeredRate?.mean !== 0);
  return {
    ...result,
    stages: changed(stages, (stage, id) => (growing.has(id) ? stageWithout(stage) : stage)),
    network: without(network, 'latencyPercentiles'),
    ...(classes && {
      classes: changed(classes, (one, id) =>
        comesThere(id) ? without(one, 'latencyPercentiles', 'roundTimePercentiles') : one,
      ),
    }),
    ...(paths && {
      paths: paths.map((path) =>
        leadsThrough(growing, path.stages) ? without(path, 'latencyPercentiles') : path,
      ),
    }),
  };
}

function stageWithout(stage: StageEstimate): StageEstimate {
  const { classes, ...own } = without(stage, ...TIMES);
  return classes ? { ...own, classes: changed(classes, (one) => without(one, ...TIMES)) } : own;
}

const TIMES = ['sojournPercentiles', 'waitingPercentiles'] as const;

const changed = <T>(
  entries: Readonly<Record<string, T>>,
  change: (entry: T, id: string) => T,
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(entries).map(([id, entry]) => [id, change(entry, id)]));

/** The keys are optional. */
const without = <T extends object, Key extends keyof T>(from: T, ...keys: readonly Key[]): T =>
  Object.fromEntries(Object.entries(from).filter(([key]) => !keys.some((each) => each === key))) as T;

/** The measures of one stage, delay or join from the records of the replications. */

import type { Estimate } from '../../core/measures/measures.ts';
import { isDataflow } from '../../core/rules/firing.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import {
  isStage,
  type JobClass,
  type NodeId,
  type ScenarioNode,
  type StageNode,
} from '../../core/scenario/scenario.ts';
import { definedOnly, estimate } from '../numeric/estimates.ts';
import type { ClassEstimate, StageEstimate } from './contract.ts';
import { sketchCount } from './latency-sketch.ts';
import { estimatePercentiles } from './percentiles.ts';
import type { ClassRecord, ReplicationRecord, StageRecord } from './records.ts';

export interface StageSummary {
  readonly node: ScenarioNode;
  readonly classes: readonly JobClass[];
  readonly records: readonly ReplicationRecord[];
}

type Over = (measure: (stage: StageRecord, duration: number) => number) => Estimate | undefined;

export function summarizeStage({ node, classes, records }: StageSummary): StageEstimate {
  // A quotient over 0 is not finite, and `estimate` leaves such replications out.
  const over: Over = (measure) =>
    estimate(records.map((record) => measure(record.stages[node.id]!, record.duration)));
  const stages = records.map((record) => record.stages[node.id]!);
  const joins = node.kind === 'join';
  // Tokens of several kinds come together: only their number, and the firings, have a meaning of their own.
  if (isStage(node) && isDataflow(node))
    return definedOnly({
      throughput: over((stage, duration) => stage.served / duration),
      outputRate: over((stage, duration) => stage.output / duration),
      meanOccupancy: over((stage, duration) => stage.occupancyTime / duration),
      occupancyDistribution: levelShares(records, (record) => record.stages[node.id]!.occupancy),
      meanQueueLength: over((stage, duration) => stage.waitingTime / duration),
      waitingDistribution: levelShares(records, (record) => record.stages[node.id]!.waiting),
      ...serverMeasures(node, over),
    });
  return definedOnly({
    offeredRate: over((stage, duration) => stage.offered / duration),
    arrivalRate: over((stage, duration) => stage.entered / duration),
    throughput: joins ? undefined : over((stage, duration) => stage.served / duration),
    outputRate: over((stage, duration) => stage.output / duration),
    meanOccupancy: over((stage, duration) => stage.occupancyTime / duration),
    // The times of single tasks at a join are not kept: by Little's law.
    meanSojournTime: over((stage) =>
      joins ? stage.occupancyTime / stage.entered : stage.sojournTotal / stage.sojournCount,
    ),
    sojournPercentiles: estimatePercentiles(stages.map(({ sojournSketch }) => sojournSketch)),
    occupancyDistribution: levelShares(records, (record) => record.stages[node.id]!.occupancy),
    ...(isStage(node) && queueMeasures(node, stages, records, over)),
    classes: classes.length > 1 ? classEstimates(node.id, classes, records) : undefined,
  });
}

function serverMeasures(node: StageNode, over: Over): StageEstimate {
  const c = serverCountOf(node);
  return {
    utilization: over((stage, duration) => stage.servingTime / (c * duration)),
    blockedFraction: over((stage, duration) => stage.blockedTime / (c * duration)),
    starvedFraction: over((stage, duration) =>
      Math.max(0, 1 - (stage.servingTime + stage.blockedTime) / (c * duration)),
    ),
  };
}

/** What only a queue with servers has. */
function queueMeasures(
  node: ScenarioNode & { readonly kind: 'stage' },
  stages: readonly StageRecord[],
  records: readonly ReplicationRecord[],
  over: Over,
): StageEstimate {
  const finite = node.capacity !== undefined;
  const full = finite ? over((stage, duration) => stage.fullTime / duration) : undefined;
  return definedOnly({
    lossRate: over((stage, duration) => stage.lost / duration),
    lossProbability: over((stage) => stage.lost / stage.offered),
    ...serverMeasures(node, over),
    meanQueueLength: over((stage, duration) => stage.waitingTime / duration),
    fullProbability: full,
    backPressureProbability: full,
    meanWaitingTime: over((stage) => stage.waitTotal / stage.waitCount),
    waitingPercentiles: estimatePercentiles(stages.map(({ waitSketch }) => waitSketch)),
    waitingDistribution: levelShares(records, (record) => record.stages[node.id]!.waiting),
  });
}

function classEstimates(
  id: NodeId,
  classes: readonly JobClass[],
  records: readonly ReplicationRecord[],
): Readonly<Record<string, ClassEstimate>> {
  return Object.fromEntries(
    classes.map((jobClass, index) => {
      const of = records.map((record) => record.stages[id]!.classes![index]!);
      return [jobClass.id, classEstimate(of, records)];
    }),
  );
}

function classEstimate(of: readonly ClassRecord[], records: readonly ReplicationRecord[]): ClassEstimate {
  const over = (measure: (record: ClassRecord, duration: number) => number): Estimate | undefined =>
    estimate(of.map((record, i) => measure(record, records[i]!.duration)));
  return definedOnly({
    offeredRate: over(({ offered }, duration) => offered / duration),
    arrivalRate: over(({ entered }, duration) => entered / duration),
    throughput: over(({ served }, duration) => served / duration),
    outputRate: over(({ output }, duration) => output / duration),
    lossRate: over(({ lost }, duration) => lost / duration),
    lossProbability: over(({ lost, offered }) => lost / offered),
    meanOccupancy: over(({ occupancyTime }, duration) => occupancyTime / duration),
    meanSojournTime: over(({ sojournTotal, sojournSketch }) => sojournTotal / sketchCount(sojournSketch)),
    meanWaitingTime: over(({ waitTotal, waitSketch }) => waitTotal / sketchCount(waitSketch)),
    sojournPercentiles: estimatePercentiles(of.map(({ sojournSketch }) => sojournSketch)),
    waitingPercentiles: estimatePercentiles(of.map(({ waitSketch }) => waitSketch)),
  });
}

/** A longer distribution is left out: no steady state has so many levels with a share that can be measured. */
const MOST_SHARES = 50_000;

/** Share of time at each level, up to the highest that any replication saw. */
export function levelShares(
  records: readonly ReplicationRecord[],
  timesOf: (record: ReplicationRecord) => Float64Array,
): readonly Estimate[] | undefined {
  const times = records.map(timesOf);
  const levels = Math.max(...times.map(({ length }) => length));
  if (levels > MOST_SHARES) return undefined;
  const shares = new Float64Array(records.length);
  const found: Estimate[] = [];
  for (let n = 0; n < levels; n++) {
    for (let r = 0; r < records.length; r++) shares[r] = (times[r]![n] ?? 0) / records[r]!.duration;
    found.push(estimate(shares) ?? { mean: 0, halfWidth: 0 });
  }
  return found;
}

/** From the records of the replications to the answer: measures with intervals, and what to know before believing them. */
import { isStage, type NodeId, type Scenario, type StageNode } from '../../src/model/scenario.ts';
import type { Estimate } from '../contract/measures.ts';
import type {
  NetworkEstimate,
  ReplicationRecord,
  SimulationPlan,
  SimulationResult,
  StageEstimate,
  StageRecord,
} from '../contract/simulating.ts';
import { estimate } from './estimates.ts';
import { judgeRun } from './judge-run.ts';
import { estimatePercentiles } from './percentiles.ts';

/** Records may come in any order; they are taken in the order of their numbers, so the same records give the same bytes. */
export function summarizeReplications(
  scenario: Scenario,
  plan: SimulationPlan,
  records: readonly ReplicationRecord[],
  elapsedSeconds: number,
): SimulationResult {
  const ordered = [...records].sort((a, b) => a.replication - b.replication);
  const nodes = scenario.nodes.filter(isStage);
  const stages = Object.fromEntries(nodes.map((node) => [node.id, stageEstimate(node, ordered)]));
  return {
    kind: 'answer',
    plan,
    stages,
    network: networkEstimate(ordered, stages),
    verdicts: judgeRun(scenario, plan, ordered),
    replications: ordered.length,
    events: ordered.reduce((sum, record) => sum + record.events, 0),
    elapsedSeconds,
  };
}

function stageEstimate(node: StageNode, records: readonly ReplicationRecord[]): StageEstimate {
  const c = node.serverCount ?? 1;
  // A quotient over 0 is not finite, and `estimate` leaves such replications out.
  const over = (measure: (stage: StageRecord, duration: number) => number): Estimate | undefined =>
    estimate(records.map((record) => measure(record.stages[node.id]!, record.duration)));
  const finite = node.capacity !== undefined;
  const full = finite ? over((stage, duration) => stage.fullTime / duration) : undefined;
  return definedOnly({
    offeredRate: over((stage, duration) => stage.offered / duration),
    arrivalRate: over((stage, duration) => stage.entered / duration),
    throughput: over((stage, duration) => stage.served / duration),
    outputRate: over((stage, duration) => stage.output / duration),
    lossRate: over((stage, duration) => stage.lost / duration),
    lossProbability: over((stage) => stage.lost / stage.offered),
    utilization: over((stage, duration) => stage.servingTime / (c * duration)),
    blockedFraction: over((stage, duration) => stage.blockedTime / (c * duration)),
    starvedFraction: over((stage, duration) => 1 - (stage.servingTime + stage.blockedTime) / (c * duration)),
    meanOccupancy: over((stage, duration) => stage.occupancyTime / duration),
    meanQueueLength: over((stage, duration) => stage.waitingTime / duration),
    fullProbability: full,
    backPressureProbability: full,
    meanSojournTime: over((stage) => stage.sojournTotal / stage.sojournCount),
    meanWaitingTime: over((stage) => stage.waitTotal / stage.waitCount),
    sojournPercentiles: estimatePercentiles(records.map((record) => record.stages[node.id]!.sojournSketch)),
    waitingPercentiles: estimatePercentiles(records.map((record) => record.stages[node.id]!.waitSketch)),
    occupancyDistribution: occupancyDistribution(node.id, records),
  });
}

/** A longer distribution is left out: no steady state has so many levels with a share that can be measured. */
const MOST_LEVELS = 50_000;

/** P[n] up to the highest level that any replication saw. */
function occupancyDistribution(
  id: NodeId,
  records: readonly ReplicationRecord[],
): readonly Estimate[] | undefined {
  const levels = Math.max(...records.map((record) => record.stages[id]!.occupancy.length));
  if (levels > MOST_LEVELS) return undefined;
  return Array.from({ length: levels }, (_, n) => {
    const shares = records.map((record) => (record.stages[id]!.occupancy[n] ?? 0) / record.duration);
    return estimate(shares) ?? { mean: 0, halfWidth: 0 };
  });
}

function networkEstimate(
  records: readonly ReplicationRecord[],
  stages: Readonly<Record<NodeId, StageEstimate>>,
): NetworkEstimate {
  return definedOnly({
    throughput: estimate(records.map((record) => record.sinkArrivals / record.duration)),
    lossRate: estimate(records.map((record) => record.lost / record.duration)),
    meanSojournTime: estimate(records.map((record) => record.sinkSojournTotal / record.sinkArrivals)),
    latencyPercentiles: estimatePercentiles(records.map((record) => record.latencySketch)),
    bottleneck: busiest(stages),
  });
}

/** The stage with the largest share of time serving: it saturates first while the shares of the flow stay as they are. */
function busiest(stages: Readonly<Record<NodeId, StageEstimate>>): NodeId | undefined {
  const utilization = (id: NodeId): number => stages[id]!.utilization?.mean ?? 0;
  return Object.keys(stages).reduce<NodeId | undefined>(
    (best, id) => (best === undefined || utilization(id) > utilization(best) ? id : best),
    undefined,
  );
}

/** Without the entries that are undefined: a measure without data is absent. */
function definedOnly<T extends object>(measures: T): T {
  const known = Object.entries(measures).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as T; // the same keys, fewer of the optional ones
}

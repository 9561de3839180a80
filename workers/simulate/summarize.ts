/** From the records of the replications to the answer: measures with intervals, and what to know before believing them. */
import { isStage, type NodeId, type Scenario, type ScenarioNode } from '../../core/scenario/scenario.ts';
import type { NetworkEstimate, SimulationPlan, SimulationResult, StageEstimate } from './contract.ts';
import { convergence } from './convergence.ts';
import { definedOnly, estimate } from './estimates.ts';
import { judgeRun } from './judge-run.ts';
import { estimatePercentiles } from './percentiles.ts';
import type { ReplicationRecord } from './records.ts';
import { startUp } from './start-up.ts';
import { summarizeFrames } from './summarize-frames.ts';
import {
  summarizeClasses,
  summarizeGroups,
  summarizeResources,
  summarizeSinks,
} from './summarize-network.ts';
import { summarizePaths } from './summarize-paths.ts';
import { summarizeStage } from './summarize-stage.ts';

/** Records may come in any order; they are taken in the order of their numbers, so the same records give the same bytes. */
export function summarizeReplications(
  scenario: Scenario,
  plan: SimulationPlan,
  records: readonly ReplicationRecord[],
  elapsedSeconds: number,
): SimulationResult {
  const ordered = [...records].sort((a, b) => a.replication - b.replication);
  const stages = stageEstimates(scenario, plan, ordered);
  return definedOnly({
    kind: 'answer',
    plan,
    stages,
    network: networkEstimate(scenario, ordered, stages),
    classes: summarizeClasses(scenario, ordered),
    paths: summarizePaths(ordered),
    sinks: summarizeSinks(scenario, ordered),
    groups: summarizeGroups(scenario, ordered),
    resources: summarizeResources(scenario, ordered),
    frames: plan.frames && summarizeFrames(scenario, plan.frames, ordered),
    convergence: convergence(ordered),
    engine: ordered.every(({ engine }) => engine === 'fast') ? 'fast' : 'general',
    intervalMethod: 'independentReplications',
    verdicts: judgeRun(scenario, plan, ordered),
    replications: ordered.length,
    events: ordered.reduce((sum, record) => sum + record.events, 0),
    elapsedSeconds,
  });
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
    meanSojournTime: estimate(records.map((record) => record.sinkSojournTotal / record.sinkArrivals)),
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

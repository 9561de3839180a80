/** Who may hold a stage back: the stages that its output goes to. */

import type { StageMeasurement } from '../../core/measurement/measurement.ts';
import { type Graph, graphOf } from '../../core/scenario/graph.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import { CLOSE_FRACTION } from './agreement.ts';

/** The next stage with the largest measured back-pressure above noise; routers are looked through. */
export function feedbackSource(
  scenario: Pick<Scenario, 'nodes' | 'links'>,
  measured: ReadonlyMap<NodeId, StageMeasurement>,
  stage: NodeId,
): NodeId | undefined {
  const pressureOf = (id: NodeId) => measured.get(id)?.backPressureProbability ?? 0;
  return nextStages(graphOf(scenario), stage)
    .filter((id) => pressureOf(id) > CLOSE_FRACTION)
    .sort((a, b) => pressureOf(b) - pressureOf(a))[0];
}

function nextStages(graph: Graph, from: NodeId): NodeId[] {
  const seen = new Set<NodeId>([from]);
  const queue = [from];
  const stages: NodeId[] = [];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    for (const { to } of graph.outgoing.get(id) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      const kind = graph.nodes.get(to)?.kind;
      if (kind === 'stage') stages.push(to);
      else if (kind === 'router') queue.push(to);
    }
  }
  return stages;
}

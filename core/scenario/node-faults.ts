/** Faults of one node: what its fields are to each other and to the links that leave it. */

import { distributionFindings } from './distribution-faults.ts';
import type { Fault } from './fault.ts';
import { faultAt } from './finding.ts';
import type { Graph } from './graph.ts';
import { probabilityFindings } from './probability-faults.ts';
import type { Scenario, ScenarioNode } from './scenario.ts';
import { overdriveFindings, sourceFindings } from './source-faults.ts';
import { stageFindings } from './stage-faults.ts';

export function nodeFaults(
  node: ScenarioNode,
  scenario: Pick<Scenario, 'classes'>,
  graph: Graph,
): readonly Fault[] {
  const findings = [
    ...probabilityFindings(node, graph),
    ...distributionFindings(node),
    ...(node.kind === 'stage' ? stageFindings(node, scenario, graph) : []),
    ...(node.kind === 'stage' ? overdriveFindings(node, scenario) : []),
    ...(node.kind === 'source' ? sourceFindings(node, scenario, graph) : []),
  ];
  return findings.map((finding) => faultAt(node, finding));
}

/**
 * What keeps a drawn scenario from having an answer (errors), or makes its answer doubtful (warnings). The scenario is
 * well-formed already; a half-finished drawing has faults all the time, and each names the node it should be shown at.
 */
import type { Fault } from './fault.ts';
import { flowFaults } from './flow-faults.ts';
import { graphOf } from './graph.ts';
import { nodeFaults } from './node-faults.ts';
import type { Scenario } from './scenario.ts';
import { wiringFaults } from './wiring-faults.ts';

export type { Fault };

/** All faults: the whole drawing first, then node by node, then cycles. Empty when there is nothing to say. */
export function findFaults(scenario: Scenario): readonly Fault[] {
  const graph = graphOf(scenario);
  return [
    ...missingKinds(scenario),
    ...wiringFaults(scenario, graph),
    ...scenario.nodes.flatMap((node) => nodeFaults(node, graph)),
    ...flowFaults(scenario, graph),
  ];
}

function missingKinds({ nodes }: Scenario): readonly Fault[] {
  const kinds = new Set(nodes.map((node) => node.kind));
  const missing: Fault[] = [];
  const report = (code: string, message: string) => missing.push({ severity: 'error', code, message });
  if (!kinds.has('source')) report('no-source', 'There is no source: nothing ever arrives.');
  if (!kinds.has('stage')) report('no-stage', 'There is no stage: nothing is to be done.');
  if (!kinds.has('sink')) report('no-sink', 'There is no sink: elements cannot leave.');
  return missing;
}

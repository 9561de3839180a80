/**
 * What keeps a drawn scenario from having an answer (errors), or makes its answer doubtful (warnings). The scenario is
 * well-formed already; a half-finished drawing has faults all the time, and each names the node it should be shown at.
 */
import { classFlows } from './class-flows.ts';
import { closedFaults } from './closed-faults.ts';
import { deadlockFaults } from './deadlock-faults.ts';
import { drawingFaults } from './drawing-faults.ts';
import type { Fault } from './fault.ts';
import { flowFaults } from './flow-faults.ts';
import { forkFaults } from './fork-faults.ts';
import { type Graph, graphOf } from './graph.ts';
import { nodeFaults } from './node-faults.ts';
import type { Scenario } from './scenario.ts';
import { wiringFaults } from './wiring-faults.ts';

export type { Fault };

/** All faults: the whole drawing first, then node by node, then forks, closed classes and cycles. Empty when there is nothing to say. `graph` where it is known. */
export function findFaults(scenario: Scenario, graph: Graph = graphOf(scenario)): readonly Fault[] {
  const flows = classFlows(scenario, graph);
  return [
    ...drawingFaults(scenario, flows),
    ...wiringFaults(scenario, graph, flows),
    ...scenario.nodes.flatMap((node) => nodeFaults(node, scenario, graph)),
    ...forkFaults(graph, flows),
    ...closedFaults(graph, flows),
    ...flowFaults(flows),
    ...deadlockFaults(graph, flows),
  ];
}

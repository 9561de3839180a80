/** Scenarios that the simulator does not take. */
import { findFaults } from '../../src/model/faults.ts';
import { graphOf, reachableFrom } from '../../src/model/graph.ts';
import { isStage, type Scenario, type StageNode } from '../../src/model/scenario.ts';
import type { NoAnswer } from '../contract/measures.ts';

/** The reason why there is nothing to simulate, if any. */
export function refuse(scenario: Scenario): NoAnswer | undefined {
  const fault = findFaults(scenario).find(({ severity }) => severity === 'error');
  if (fault) return { kind: 'noAnswer', reason: 'invalid', stage: fault.node, message: fault.message };
  const stage = scenario.nodes.filter(isStage).find((node) => sharesBeforeBlocking(node, scenario));
  if (!stage) return undefined;
  const message = `Stage "${stage.id}" shares its servers, so no service starts on its own; blocking before service does not apply to what follows it.`;
  return { kind: 'noAnswer', reason: 'unsupported', stage: stage.id, message };
}

/** Processor sharing in front of a stage that wants places reserved before service. */
function sharesBeforeBlocking(stage: StageNode, scenario: Scenario): boolean {
  if (stage.discipline !== 'PS') return false;
  const graph = graphOf(scenario);
  const follows = [...reachableFrom(withoutStages(scenario, stage.id), [stage.id])];
  return follows
    .flatMap((id) => graph.outgoing.get(id) ?? [])
    .map((link) => graph.nodes.get(link.to)!)
    .some((node) => isStage(node) && node.whenFull === 'blockBefore');
}

/** The graph with only the links that lead from this stage, or from routers, to routers. */
function withoutStages(scenario: Scenario, from: string) {
  const routers = new Set(scenario.nodes.filter(({ kind }) => kind === 'router').map(({ id }) => id));
  const links = scenario.links.filter(
    (link) => (link.from === from || routers.has(link.from)) && routers.has(link.to),
  );
  return graphOf({ nodes: scenario.nodes, links });
}

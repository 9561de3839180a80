/** Scenarios that the simulator does not take. */
import { findFaults } from '../../src/model/faults.ts';
import { graphOf } from '../../src/model/graph.ts';
import { isStage, type Scenario } from '../../src/model/scenario.ts';
import type { NoAnswer } from '../contract/measures.ts';
import { asksFirst } from './compile-model.ts';

/** The reason why there is nothing to simulate, if any. */
export function refuse(scenario: Scenario): NoAnswer | undefined {
  const fault = findFaults(scenario).find(({ severity }) => severity === 'error');
  if (fault) return { kind: 'noAnswer', reason: 'invalid', stage: fault.node, message: fault.message };
  const graph = graphOf(scenario);
  const stage = scenario.nodes
    .filter(isStage)
    .find(({ id, discipline }) => discipline === 'PS' && asksFirst(id, graph));
  if (!stage) return undefined;
  const message = `Stage "${stage.id}" shares its servers, so no service starts on its own; blocking before service does not apply to what follows it.`;
  return { kind: 'noAnswer', reason: 'unsupported', stage: stage.id, message };
}

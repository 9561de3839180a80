/** The edit that gives a stage the rate that was estimated. */

import type { ServiceDistribution } from '../../../core/distributions/distribution.ts';
import { updateNode } from '../../../core/scenario/edits.ts';
import { preciseInputs, setPrecision } from '../../../core/scenario/precision-edits.ts';
import { isStage, type NodeId, type Scenario } from '../../../core/scenario/scenario.ts';
import type { RateEstimate } from '../../../workers/estimate/contract.ts';
import { editDocument, selectScenario, useDocument } from '../../state/document-store.ts';
import { estimator } from './estimating.ts';

/** As one undoable step; else says why not. */
export async function putRateOnStage(id: NodeId, estimate: RateEstimate): Promise<string | undefined> {
  const stage = selectScenario(useDocument.getState())?.nodes.find((node) => node.id === id);
  if (!stage || !isStage(stage)) return `There is no stage ${id} any more.`;
  const service = await estimator.serviceAtRate(stage, estimate);
  if (!service.ok) return `Not put on the stage: ${service.error}.`;
  editDocument('Use the estimated rate', (scenario) =>
    withService(scenario, { id, service: service.value, estimate }),
  );
  return undefined;
}

interface Estimated {
  readonly id: NodeId;
  readonly service: ServiceDistribution;
  readonly estimate: RateEstimate;
}

/** The stage's new distribution, known as well as the interval says; what was said of the old distribution's numbers goes. */
export function withService(scenario: Scenario, { id, service, estimate }: Estimated): Scenario {
  const old = scenario.precisions ?? [];
  const forgotten = old
    .filter(({ node, field }) => node === id && field.startsWith('service.'))
    .reduce((before, { field }) => setPrecision(before, id, field, undefined), scenario);
  const changed = updateNode(forgotten, id, { service });
  const node = changed.nodes.find((each) => each.id === id)!;
  const input = preciseInputs(node).find(({ field }) => field.startsWith('service.'));
  return input ? setPrecision(changed, id, input.field, relativeHalfWidth(estimate)) : changed;
}

/** Undefined where there is no interval, or none that says anything. */
function relativeHalfWidth({ rate, low, high }: RateEstimate): number | undefined {
  if (low === undefined || high === undefined || high === low) return undefined;
  return Math.min(1, Number(((high - low) / 2 / rate).toPrecision(2)));
}

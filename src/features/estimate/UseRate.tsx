/** Which stage gets the rate, and the button that gives it. */

import type { ServiceDistribution } from '../../../core/distributions/index.ts';
import { updateNode } from '../../../core/scenario/edits.ts';
import { asMeasured } from '../../../core/scenario/measured-model.ts';
import { preciseInputs, setPrecision } from '../../../core/scenario/precision-edits.ts';
import { isStage, type NodeId, type Scenario } from '../../../core/scenario/scenario.ts';
import type { RateEstimate } from '../../../workers/estimate/contract.ts';
import {
  differenceText,
  intervalText,
  modelledRate,
  rateText,
} from '../../../workers/estimate/rate-words.ts';
import { editDocument, selectScenario, useDocument, useScenario } from '../../state/document-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Refused } from '../../ui/widgets/Refused.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { nodeTitle } from '../results/node-title.ts';
import { estimator } from './estimating.ts';
import { stageOf } from './reference-rate.ts';

interface UseRateProps {
  readonly estimate: RateEstimate;
  readonly stage: NodeId | undefined;
  readonly onStage: (stage: NodeId) => void;
  readonly onUse: (estimate: RateEstimate) => void;
  /** Why the stage did not get the rate. */
  readonly fault: string | undefined;
}

export function UseRate({ estimate, stage, onStage, onUse, fault }: UseRateProps) {
  const scenario = useScenario();
  const stages = scenario.nodes.filter(isStage);
  const target = stageOf(scenario, stage);
  return (
    <div className="rates__use">
      <ChoiceField
        label="Stage"
        as="list"
        placeholder="choose one"
        value={target?.id}
        choices={stages.map(({ id }) => ({ value: id, label: nodeTitle(scenario, id) }))}
        onChange={onStage}
      />
      <Button variant="primary" disabled={!target} onClick={() => onUse(estimate)}>
        Use {rateText(estimate.rate)}
      </Button>
      {target && (
        <span className="panel__note">
          now {rateText(modelledRate(target))}, {differenceText(estimate.rate, modelledRate(target))} to
          change
        </span>
      )}
      {fault !== undefined && <Refused says={fault} />}
    </div>
  );
}

/** Says what happened, which Ctrl Z takes back; else tells why it did not. */
export async function giveRate(
  stage: NodeId,
  title: string,
  estimate: RateEstimate,
): Promise<string | undefined> {
  const refused = await putRateOnStage(stage, estimate);
  if (refused !== undefined) return refused;
  selectOnly(stage);
  showToast({
    title: `${title}: ${rateText(estimate.rate)}`,
    description: `95 %: ${intervalText(estimate)}. Ctrl Z takes it back.`,
    tone: 'good',
  });
  return undefined;
}

/** The edit that gives a stage the rate that was estimated. */

/** As one undoable step; else says why not. */
async function putRateOnStage(id: NodeId, estimate: RateEstimate): Promise<string | undefined> {
  const stage = selectScenario(useDocument.getState())?.nodes.find((node) => node.id === id);
  if (!stage || !isStage(stage)) return `There is no stage ${id} any more.`;
  const service = await estimator.serviceAtRate(undefined, stage, estimate);
  if (!service.ok) return `Not put on the stage: ${service.error}.`;
  editDocument(
    'Use the estimated rate',
    asMeasured((scenario) => withService(scenario, { id, service: service.value, estimate })),
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

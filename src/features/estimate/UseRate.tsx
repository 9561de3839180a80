/** Which stage gets the rate, and the button that gives it. */

import { isStage, type NodeId } from '../../../core/scenario/scenario.ts';
import type { RateEstimate } from '../../../workers/estimate/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { nodeTitle } from '../results/node-title.ts';
import { putRateOnStage } from './put-rate.ts';
import { differenceText, intervalText, rateText } from './rate-text.ts';
import { modelledRate, stageOf } from './reference-rate.ts';

interface UseRateProps {
  readonly estimate: RateEstimate;
  readonly stage: NodeId | undefined;
  readonly onStage: (stage: NodeId) => void;
  readonly onUse: (estimate: RateEstimate) => void;
}

export function UseRate({ estimate, stage, onStage, onUse }: UseRateProps) {
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
    </div>
  );
}

/** Says what happened; Ctrl Z takes it back. */
export async function giveRate(stage: NodeId, title: string, estimate: RateEstimate): Promise<void> {
  const refused = await putRateOnStage(stage, estimate);
  if (refused !== undefined) {
    showToast({ title: refused, tone: 'bad' });
    return;
  }
  selectOnly(stage);
  showToast({
    title: `${title}: ${rateText(estimate.rate)}`,
    description: `95 %: ${intervalText(estimate)}. Ctrl Z takes it back.`,
    tone: 'good',
  });
}

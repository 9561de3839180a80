/** What estimates are held against: the rate that an example was made with, else what the model says of the stage. */
import { isStage, type Scenario, type StageNode } from '../../../core/scenario/scenario.ts';
import type { RatePicture } from '../../../workers/estimate/contract.ts';
import { modelledRate, type ReferenceRate } from '../../../workers/estimate/rate-words.ts';

/** Several known rates are averaged over time. */
export function referenceRate({ end }: RatePicture, scenario: Scenario): ReferenceRate | undefined {
  const { truth = [] } = end;
  if (truth.length > 0) {
    const whole = truth.at(-1)!.to - truth[0]!.from;
    return {
      name: 'true',
      rate: truth.reduce((sum, { from, to, rate }) => sum + (rate * (to - from)) / whole, 0),
    };
  }
  const stage = stageOf(scenario, end.stage);
  return stage && { name: 'modelled', rate: modelledRate(stage) };
}

export const stageOf = (scenario: Scenario, id: string | undefined): StageNode | undefined =>
  scenario.nodes.filter(isStage).find((stage) => stage.id === id);

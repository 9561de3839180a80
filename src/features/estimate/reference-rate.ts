/** What estimates are held against: the rate that an example was made with, else what the model says of the stage. */
import { distributionRate } from '../../../core/distributions/index.ts';
import { fixedBatch } from '../../../core/rules/bulk.ts';
import { serverCountOf } from '../../../core/scenario/defaults.ts';
import { isStage, type Scenario, type StageNode } from '../../../core/scenario/scenario.ts';
import type { RatePicture } from '../../../workers/estimate/contract.ts';

export interface ReferenceRate {
  readonly name: 'true' | 'modelled';
  readonly rate: number;
}

/** Items per second of all servers of a stage, while they have work; of batches that are taken full. */
export function modelledRate(stage: StageNode): number {
  const { service, bulk } = stage;
  return distributionRate(service) * serverCountOf(stage) * fixedBatch(bulk);
}

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

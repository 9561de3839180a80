/** A model's answer beside what was measured: one row per stage and quantity, and the histograms where both have them. */

import type { MeasuredQuantity, Measurement, StageMeasurement } from '../../core/measurement/measurement.ts';
import { flowOrder } from '../../core/scenario/graph.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import { isStage } from '../../core/scenario/scenario.ts';
import { isClose, QUANTITIES, QUANTITY_ORDER } from './agreement.ts';
import { compareDistributions } from './compare-distributions.ts';
import type { Comparison, ComparisonRow, Prediction } from './contract.ts';
import { feedbackSource } from './feedback.ts';

/**
 * Predictions of any solver, or of a simulation by its means (`estimateMeans`). Stages follow the flow; a measured stage
 * that the scenario no longer has comes last and is not predicted.
 */
export function compareWithMeasurement(
  scenario: Pick<Scenario, 'nodes' | 'links'>,
  prediction: Prediction,
  measurement: Measurement,
): Comparison {
  const measured = new Map(measurement.stages.map((stage) => [stage.stage, stage]));
  const stages = stagesInOrder(scenario, measured);
  const quantities = QUANTITY_ORDER.filter((quantity) =>
    measurement.stages.some((stage) => stage[quantity] !== undefined),
  );
  const rows = quantities.flatMap((quantity) =>
    stages.flatMap((stage) => rowOf({ scenario, prediction, measured, stage, quantity })),
  );
  return { rows, distributions: compareDistributions(scenario, prediction, measured) };
}

function stagesInOrder(
  scenario: Pick<Scenario, 'nodes' | 'links'>,
  measured: ReadonlyMap<NodeId, StageMeasurement>,
): NodeId[] {
  const stages = new Set(scenario.nodes.filter(isStage).map((node) => node.id));
  const ordered = flowOrder(scenario).filter((id) => stages.has(id));
  return [...ordered, ...[...measured.keys()].filter((id) => !stages.has(id))];
}

interface RowInput {
  readonly scenario: Pick<Scenario, 'nodes' | 'links'>;
  readonly prediction: Prediction;
  readonly measured: ReadonlyMap<NodeId, StageMeasurement>;
  readonly stage: NodeId;
  readonly quantity: MeasuredQuantity;
}

/** No row where the value is neither predicted nor measured. */
function rowOf(input: RowInput): ComparisonRow[] {
  const { scenario, stage, quantity } = input;
  const predicted = input.prediction[stage]?.[quantity];
  const measured = input.measured.get(stage)?.[quantity];
  const { dimension } = QUANTITIES[quantity];
  const unit = scenario.nodes.filter(isStage).find((node) => node.id === stage)?.unit;
  const head = { stage, quantity, dimension, ...(unit !== undefined && { unit }) };
  if (predicted === undefined)
    return measured === undefined ? [] : [{ ...head, measured, agreement: 'notPredicted' }];
  if (measured === undefined) return [{ ...head, predicted, agreement: 'notMeasured' }];
  const difference = predicted - measured;
  const agreement = isClose(dimension, predicted, measured) ? 'close' : 'off';
  const pushedBack = quantity === 'backPressureProbability' && agreement === 'off' && difference < 0;
  const feedbackFrom = pushedBack ? feedbackSource(scenario, input.measured, stage) : undefined;
  return [
    {
      ...head,
      predicted,
      measured,
      difference,
      ...(measured !== 0 && { relativeDifference: difference / measured }),
      agreement,
      ...(feedbackFrom !== undefined && { feedbackFrom }),
    },
  ];
}

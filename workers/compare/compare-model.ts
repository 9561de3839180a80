/** A model's answer beside what was measured: one row per stage and quantity, and the histograms where both have them. */

import {
  MEASURED_QUANTITIES,
  type MeasuredQuantity,
  type Measurement,
  type StageMeasurement,
} from '../../core/measurement/measurement.ts';
import { type MeasureDimension, measureRow, type Span } from '../../core/measures/measure-rows.ts';
import { sharesServers } from '../../core/rules/discipline.ts';
import { promisesPlaces } from '../../core/rules/when-full.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import { type Graph, graphOf, nodesInFlowOrder } from '../../core/scenario/graph.ts';
import { isChangedSinceMeasured } from '../../core/scenario/measured-model.ts';
import type { ModelParts } from '../../core/scenario/model-key.ts';
import { isStage, type NodeId, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import { levelDistances, meanLevel } from '../measure/distances.ts';
import { isOpen } from '../solve/determined.ts';
import { allowedGap, CLOSE_FRACTION, compareTails, isClose } from './agreement.ts';
import type { Agreement, Comparison, ComparisonRow, DistributionComparison, Prediction } from './contract.ts';

/**
 * Predictions of any solver, or of a simulation by its means (`estimateMeans`). Stages follow the flow; a measured stage
 * that the scenario no longer has comes last and is not predicted. `solved` tells what the precision of the inputs leaves open,
 * where a simulation does not.
 */
export function compareWithMeasurement(
  scenario: ModelParts,
  prediction: Prediction,
  measurement: Measurement,
  solved: Prediction = prediction,
): Comparison {
  const measured = new Map(measurement.stages.map((stage) => [stage.stage, stage]));
  const stages = stagesInOrder(scenario, measured);
  const quantities = MEASURED_QUANTITIES.filter((quantity) =>
    measurement.stages.some((stage) => stage[quantity] !== undefined),
  );
  const rows = quantities.flatMap((quantity) =>
    stages.flatMap((stage) => rowOf({ scenario, prediction, solved, measured, stage, quantity })),
  );
  const distributions = compareDistributions(scenario, prediction, measured);
  if (!isChangedSinceMeasured(scenario, measurement)) return { rows, distributions };
  return { isChanged: true, rows: rows.map(withoutRejection), distributions };
}

/** Data reject a model of what they were taken from, not what it became since. */
const withoutRejection = (row: ComparisonRow): ComparisonRow =>
  row.agreement === 'off' ? { ...row, agreement: 'differs' } : row;

function stagesInOrder(
  scenario: Pick<Scenario, 'nodes' | 'links'>,
  measured: ReadonlyMap<NodeId, StageMeasurement>,
): NodeId[] {
  const stages = nodesInFlowOrder(scenario)
    .filter(isStage)
    .map(({ id }) => id);
  return [...new Set([...stages, ...measured.keys()])];
}

interface RowInput {
  readonly scenario: Pick<Scenario, 'nodes' | 'links'>;
  readonly prediction: Prediction;
  readonly solved: Prediction;
  readonly measured: ReadonlyMap<NodeId, StageMeasurement>;
  readonly stage: NodeId;
  readonly quantity: MeasuredQuantity;
}

/** No row where the value is neither predicted nor measured. */
function rowOf(input: RowInput): ComparisonRow[] {
  const { scenario, stage, quantity } = input;
  const predicted = input.prediction[stage]?.[quantity];
  const measured = input.measured.get(stage)?.[quantity];
  const { dimension } = measureRow(quantity);
  const unit = scenario.nodes.filter(isStage).find((node) => node.id === stage)?.unit;
  const head = { stage, quantity, dimension, ...(unit !== undefined && { unit }) };
  if (predicted === undefined)
    return measured === undefined ? [] : [{ ...head, measured, agreement: 'notPredicted' }];
  if (measured === undefined) return [{ ...head, predicted, agreement: 'notMeasured' }];
  const difference = predicted - measured;
  const known = input.prediction[stage]?.spans?.[quantity] ?? input.solved[stage]?.spans?.[quantity];
  const span = known && ([Math.min(known[0], predicted), Math.max(known[1], predicted)] as const);
  const halfWidth = input.measured.get(stage)?.halfWidths?.[quantity];
  const agreement = agreementOf(dimension, { predicted, measured, span, halfWidth });
  const pushedBack = quantity === 'backPressureProbability' && agreement === 'off' && difference < 0;
  const { exact, simulated } = input.prediction[stage]!;
  const isApproximate = agreement === 'off' && exact === false && simulated?.[quantity] === undefined;
  const feedbackFrom = pushedBack ? feedbackSource(scenario, input.measured, stage) : undefined;
  return [
    {
      ...head,
      predicted,
      measured,
      difference,
      ...(measured !== 0 && { relativeDifference: difference / measured }),
      agreement,
      ...(isApproximate && { isApproximate }),
      ...(span && (agreement !== 'close' || isOpen(quantity, span)) && { span }),
      ...(halfWidth !== undefined && { halfWidth }),
      ...(feedbackFrom !== undefined && { feedbackFrom }),
    },
  ];
}

interface Held {
  readonly predicted: number;
  readonly measured: number;
  /** Range of the prediction that input uncertainty allows. */
  readonly span: Span | undefined;
  /** Half of the 95 % interval of the measured number. */
  readonly halfWidth: number | undefined;
}

/**
 * Inputs that are known to a few digits allow many models, and a short trace many truths: a model is off where none of
 * those is close to any of these.
 */
function agreementOf(
  dimension: MeasureDimension,
  { predicted, measured, span, halfWidth = 0 }: Held,
): Agreement {
  if (isClose(dimension, predicted, measured)) return 'close';
  const nearestTo = (value: number): number =>
    Math.min(Math.max(value, measured - halfWidth), measured + halfWidth);
  if (isClose(dimension, predicted, nearestTo(predicted)))
    return halfWidth > Math.abs(measured) ? 'untold' : 'sampled';
  if (!span) return 'off';
  const allowed = Math.min(Math.max(measured, span[0]), span[1]);
  return isClose(dimension, allowed, nearestTo(allowed)) ? 'open' : 'off';
}

/** Who may hold a stage back: the stages that its output goes to. */

/** The next stage with the largest measured back-pressure above noise; routers are looked through. */
function feedbackSource(
  scenario: Pick<Scenario, 'nodes' | 'links'>,
  measured: ReadonlyMap<NodeId, StageMeasurement>,
  stage: NodeId,
): NodeId | undefined {
  const pressureOf = (id: NodeId) => measured.get(id)?.backPressureProbability ?? 0;
  return nextStages(graphOf(scenario), stage)
    .filter((id) => pressureOf(id) > CLOSE_FRACTION)
    .sort((a, b) => pressureOf(b) - pressureOf(a))[0];
}

function nextStages(graph: Graph, from: NodeId): NodeId[] {
  const seen = new Set<NodeId>([from]);
  const queue = [from];
  const stages: NodeId[] = [];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    for (const { to } of graph.outgoing.get(id) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      const kind = graph.nodes.get(to)?.kind;
      if (kind === 'stage') stages.push(to);
      else if (kind === 'router') queue.push(to);
    }
  }
  return stages;
}

/** Predicted and measured histograms of one stage, and how far they are apart. */

function compareDistributions(
  scenario: Pick<Scenario, 'nodes' | 'links'>,
  prediction: Prediction,
  measured: ReadonlyMap<NodeId, StageMeasurement>,
): DistributionComparison[] {
  return nodesInFlowOrder(scenario)
    .filter(isStage)
    .flatMap((node) => {
      const stage = node.id;
      const occupancy = prediction[stage]?.occupancyDistribution;
      const waiting =
        occupancy && servesWhenever(scenario, node) ? waitingOf(occupancy, serverCountOf(node)) : undefined;
      const of = measured.get(stage);
      const { halfWidths = {}, samples } = of ?? {};
      return [
        ...compared({ stage, of: 'occupancy' }, occupancy, of?.occupancyDistribution, {
          ...{ halfWidth: halfWidths.meanOccupancy, samples },
        }),
        ...compared({ stage, of: 'queueLength' }, waiting, of?.queueLengthDistribution, {
          ...{ halfWidth: halfWidths.meanQueueLength, samples },
        }),
      ];
    });
}

/** Half of the interval of the measured mean, and of how many samples it is. */
interface Known {
  readonly halfWidth: number | undefined;
  readonly samples: number | undefined;
}

function compared(
  head: Pick<DistributionComparison, 'stage' | 'of'>,
  predicted: readonly number[] | undefined,
  measured: readonly number[] | undefined,
  { halfWidth = 0, samples }: Known,
): DistributionComparison[] {
  if (!predicted || !measured) return [];
  const means = { predictedMean: meanLevel(predicted), measuredMean: meanLevel(measured) };
  const tail = compareTails(predicted, measured, samples);
  const distances = levelDistances(predicted, measured);
  const open = means.measuredMean > 0 ? halfWidth / means.measuredMean : 0;
  const isShapeClose = distances.kolmogorovSmirnov <= allowedGap(open, samples);
  return [
    {
      ...head,
      predicted,
      measured,
      ...means,
      ...(samples !== undefined && { samples }),
      tail,
      isShapeClose,
      ...distances,
    },
  ];
}

/** True when no server is free while elements wait, so that max(0, n - c) of n elements wait. */
function servesWhenever(scenario: Pick<Scenario, 'nodes' | 'links'>, node: StageNode): boolean {
  if (node.bulk || sharesServers(node)) return false;
  const graph = graphOf(scenario);
  return (graph.outgoing.get(node.id) ?? []).every(({ to }) => {
    const next = graph.nodes.get(to);
    return next?.kind === 'sink' || (next?.kind === 'stage' && !promisesPlaces(next));
  });
}

/** P[waiting = 0] = sum of P[n] up to n = c, P[waiting = k] = P[k + c]. */
function waitingOf(occupancy: readonly number[], serverCount: number): number[] {
  const noneWaits = occupancy.slice(0, serverCount + 1).reduce((sum, probability) => sum + probability, 0);
  return [noneWaits, ...occupancy.slice(serverCount + 1)];
}

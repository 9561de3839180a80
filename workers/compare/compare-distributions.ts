/** Predicted and measured histograms of one stage, and how far they are apart. */

import type { StageMeasurement } from '../../core/measurement/measurement.ts';
import { graphOf } from '../../core/scenario/graph.ts';
import { isStage, type NodeId, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import { levelDistances, meanLevel } from '../measure/distances.ts';
import type { DistributionComparison, Prediction } from './contract.ts';

export function compareDistributions(
  scenario: Pick<Scenario, 'nodes' | 'links'>,
  prediction: Prediction,
  measured: ReadonlyMap<NodeId, StageMeasurement>,
): DistributionComparison[] {
  return scenario.nodes.filter(isStage).flatMap((node) => {
    const stage = node.id;
    const occupancy = prediction[stage]?.occupancyDistribution;
    const waiting =
      occupancy && servesWhenever(scenario, node) ? waitingOf(occupancy, node.serverCount ?? 1) : undefined;
    return [
      ...compared({ stage, of: 'occupancy' }, occupancy, measured.get(stage)?.occupancyDistribution),
      ...compared({ stage, of: 'queueLength' }, waiting, measured.get(stage)?.queueLengthDistribution),
    ];
  });
}

function compared(
  head: Pick<DistributionComparison, 'stage' | 'of'>,
  predicted: readonly number[] | undefined,
  measured: readonly number[] | undefined,
): DistributionComparison[] {
  if (!predicted || !measured) return [];
  const means = { predictedMean: meanLevel(predicted), measuredMean: meanLevel(measured) };
  return [{ ...head, predicted, measured, ...means, ...levelDistances(predicted, measured) }];
}

/** True when no server is free while elements wait, so that max(0, n - c) of n elements wait. */
function servesWhenever(scenario: Pick<Scenario, 'nodes' | 'links'>, node: StageNode): boolean {
  if (node.bulk || node.discipline === 'PS') return false;
  const graph = graphOf(scenario);
  return (graph.outgoing.get(node.id) ?? []).every(({ to }) => {
    const next = graph.nodes.get(to);
    return next?.kind === 'sink' || (next?.kind === 'stage' && next.whenFull !== 'blockBefore');
  });
}

/** P[waiting = 0] = sum of P[n] up to n = c, P[waiting = k] = P[k + c]. */
function waitingOf(occupancy: readonly number[], serverCount: number): number[] {
  const noneWaits = occupancy.slice(0, serverCount + 1).reduce((sum, probability) => sum + probability, 0);
  return [noneWaits, ...occupancy.slice(serverCount + 1)];
}

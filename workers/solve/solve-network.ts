/**
 * All measures of a network under one method, without verdicts: flows first, then each stage alone at its flow. This is
 * the part that is solved again for other inputs (precision-spans.ts, design-space exploration).
 */
import type { NodeId } from '../../src/model/scenario.ts';
import type { FormulaMethod } from '../contract/solving.ts';
import { chooseStation } from './choose-station.ts';
import { type FlowRule, type Flows, solveFlows } from './flow-balance.ts';
import type { FlowNetwork } from './flow-network.ts';
import { answerStage } from './stage-answer.ts';

export type StageMeasurements = ReturnType<typeof answerStage>;

export interface NetworkSolution {
  readonly flows: Flows;
  readonly stages: Readonly<Record<NodeId, StageMeasurements>>;
}

/** Dor's models and mmc take arrivals as accepted; the others let dropping stages lose. */
export const lossesOf = (method: FormulaMethod): FlowRule['losses'] =>
  method === 'auto' || method === 'mmck' ? 'counted' : 'ignored';

export interface NetworkQuestion {
  readonly network: FlowNetwork;
  readonly method: FormulaMethod;
  readonly meansOnly?: boolean;
}

/** Undefined when the flows do not balance: a loop returns at least what it takes, without a server to limit it. */
export function solveNetwork({
  network,
  method,
  meansOnly = false,
}: NetworkQuestion): NetworkSolution | undefined {
  const flows = solveFlows(network, { regime: 'limited', losses: lossesOf(method) });
  if (!flows) return undefined;
  const stages: Record<NodeId, StageMeasurements> = {};
  network.nodes.forEach((flowNode, i) => {
    const { node } = flowNode;
    if (node.kind !== 'stage') return;
    stages[node.id] = answerStage({
      flowNode,
      kind: chooseStation(node, method),
      offered: flows.offered[i]!,
      mayBeBlocked: flowNode.blockers.length > 0,
      meansOnly,
    });
  });
  return { flows, stages };
}

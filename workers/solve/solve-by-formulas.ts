/**
 * The answer of the formulas to a scenario: flows, every stage alone, what saturates first, and what the reader must know
 * before believing it. Plain data in and out.
 *
 * Refuses: `invalid` with the first fault that keeps the scenario from having an answer. A stage that receives more
 * than it can serve is an answer (`unstable`), with the measures that still exist.
 */
import { findFaults } from '../../src/model/faults.ts';
import type { NodeId, Scenario } from '../../src/model/scenario.ts';
import type { NoAnswer, Verdict } from '../contract/measures.ts';
import type { FormulaMethod, LinkFlow, SolveOutcome, StageAnswer } from '../contract/solving.ts';
import { behindOthers, exactStages } from './exactness.ts';
import type { Flows } from './flow-balance.ts';
import { dropsArrivals, type FlowNetwork, type FlowNode, flowNetwork } from './flow-network.ts';
import { networkMeasures } from './network-measures.ts';
import { precisionSpans } from './precision-spans.ts';
import { findSaturation } from './saturation.ts';
import { lossesOf, type NetworkSolution, type StageMeasurements, solveNetwork } from './solve-network.ts';
import { judgeTrust } from './trust.ts';
import { factor } from './verdict-words.ts';

export function solveByFormulas(scenario: Scenario, method: FormulaMethod): SolveOutcome {
  const fault = findFaults(scenario).find(({ severity }) => severity === 'error');
  if (fault) return { kind: 'noAnswer', reason: 'invalid', stage: fault.node, message: fault.message };
  const network = flowNetwork(scenario);
  const solution = solveNetwork({ network, method });
  if (!solution) return loopWithoutLimit;
  const saturation = findSaturation(network, lossesOf(method));
  const unstable = firstSaturated(network, solution);
  const spoiled = behindOthers(network);
  const exact = exactStages(network, method, spoiled);
  const precision = precisionSpans({ network, method, solution });
  const stages = answers(solution, exact, precision.spans);
  const bottleneck = saturation && network.nodes[saturation.bottleneck]!.node.id;
  return {
    kind: unstable ? 'unstable' : 'answer',
    method,
    exact: Object.values(stages).every((stage) => stage.exact),
    stages,
    links: linkFlows(network, solution.flows),
    network: { ...networkMeasures(network, solution.flows, stages), ...(bottleneck && { bottleneck }) },
    ...(saturation && { saturationFactor: saturation.factor }),
    verdicts: [
      ...saturationVerdict({ network, method, solution, unstable }),
      ...precision.verdicts,
      ...judgeTrust({ network, method, solution, spoiled }),
    ],
    ...(unstable && { unstable: unstableStage(unstable, solution) }),
  };
}

const loopWithoutLimit: NoAnswer = {
  kind: 'noAnswer',
  reason: 'unstable',
  message: 'A loop returns at least as much as it takes; no finite flow balances.',
};

function answers(
  { stages }: NetworkSolution,
  exact: ReadonlySet<NodeId>,
  spans: ReadonlyMap<NodeId, StageAnswer['spans']>,
): Record<NodeId, StageAnswer> {
  const found: Record<NodeId, StageAnswer> = {};
  for (const [id, measures] of Object.entries(stages)) {
    const span = spans.get(id);
    found[id] = {
      ...measures,
      exact: exact.has(id) && !hasNoSteadyState(measures),
      ...(span && { spans: span }),
    };
  }
  return found;
}

function linkFlows({ nodes }: FlowNetwork, { output }: Flows): readonly LinkFlow[] {
  return nodes.flatMap(({ node, links }, i) =>
    links.map(({ to, share }) => {
      const rate = output[i]! * share;
      const receiver = nodes[to]!;
      return { from: node.id, to: receiver.node.id, rate, receivedRate: rate * receiver.conversion };
    }),
  );
}

/** A stage that loses what it cannot take has a steady state at any load; its occupancy is there to tell. */
const hasNoSteadyState = ({ saturated, meanOccupancy }: StageMeasurements): boolean =>
  saturated && meanOccupancy === undefined;

/** In flow order. */
const firstSaturated = ({ nodes }: FlowNetwork, { stages }: NetworkSolution): FlowNode | undefined =>
  nodes.find(({ node }) => node.kind === 'stage' && hasNoSteadyState(stages[node.id]!));

function unstableStage({ node, serverLimit, serviceRate }: FlowNode, { stages }: NetworkSolution) {
  const serverCount = node.kind === 'stage' ? (node.serverCount ?? 1) : 1;
  const offeredLoad = (stages[node.id]!.loadPerServer * serverLimit) / serviceRate;
  return { stage: node.id, offeredLoad, serverCount };
}

interface SaturationQuestion {
  readonly network: FlowNetwork;
  readonly method: FormulaMethod;
  readonly solution: NetworkSolution;
  readonly unstable: FlowNode | undefined;
}

function saturationVerdict({ network, method, solution, unstable }: SaturationQuestion): readonly Verdict[] {
  if (!unstable) return [];
  const stage = unstable.node.id;
  const losses = lossesOf(method);
  const cannotRefuse = ({ node }: FlowNode) =>
    losses === 'ignored' || (node.kind === 'stage' && !dropsArrivals(node));
  const limit = findSaturation(network, losses, cannotRefuse);
  const times = factor(solution.stages[stage]!.loadPerServer);
  const offered = `${stage} is offered ${times} times what its servers can do`;
  const above = limit ? ` above ${factor(limit.factor)} of today's input` : '';
  return [
    {
      code: 'saturated',
      severity: 'warning',
      stage,
      message: `${offered}; the model has no steady state${above}.`,
    },
  ];
}

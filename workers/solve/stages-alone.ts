/**
 * Every stage alone under one method, before anything is said about it: what the formulas answer with, and what methods
 * for whole networks begin with.
 */

import type { Rung } from '../../core/measures/measures.ts';
import type { Verdict } from '../../core/measures/verdicts.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import { carriedFlows, carriedMeasures, withSharedUnits } from './back-pressure.ts';
import type { LinkFlow, SolveAnswer, StageAnswer, StagewiseMethod } from './contract.ts';
import { solveFlows } from './flow-balance.ts';
import type { FlowNetwork, FlowNode, Flows } from './flow-network.ts';
import { measuresOfNodes } from './network-measures.ts';
import { withUsualModels } from './networks/fitted-station.ts';
import { loadsOf } from './networks/loads.ts';
import { mixedNetwork, type OpenNetwork } from './networks/open-network.ts';
import { saturationLadder } from './saturation.ts';
import { lossesOf, type NetworkSolution, solveNetwork } from './solve-network.ts';
import type { StageMeasurements } from './stage-answer.ts';

export interface StagesAlone {
  readonly network: FlowNetwork;
  readonly method: StagewiseMethod;
  readonly solution: NetworkSolution;
  /** The first without a steady state. */
  readonly unstable: Unstable | undefined;
}

/** `meansOnly`: without distributions. Undefined when the flows do not balance. */
export function stagesAlone(
  open: OpenNetwork,
  method: StagewiseMethod,
  meansOnly: boolean,
): StagesAlone | undefined {
  const mixed = mixedNetwork(open, lossesOf(method));
  const network = meansOnly ? withUsualModels(mixed) : mixed;
  const solution = solveNetwork({ network, method, meansOnly, timed: open.timed });
  if (!solution) return undefined;
  const { flows } = solution;
  const rule = { regime: 'limited', losses: lossesOf(method) } as const;
  const shared = withSharedUnits(network, rule, flows);
  const carried = carriedFlows(shared, rule, (shared !== network && solveFlows(shared, rule)) || flows);
  const stages = solution.stages.map(
    (stage, i) => stage && carriedMeasures(stage, i, { network, flows, carried }),
  );
  const unstable = firstSaturated(network, solution);
  return { network, method, solution: { ...solution, flows: carried, stages }, unstable };
}

/** What is said of the stages besides. */
interface Said {
  readonly exact: boolean;
  readonly stages: Readonly<Record<NodeId, StageAnswer>>;
  readonly verdicts: readonly Verdict[];
}

/** The whole answer: with flows, what saturates first and next, and the measures of the network. */
export function answerAlone(
  { network, method, solution, unstable }: StagesAlone,
  { exact, stages, verdicts }: Said,
): SolveAnswer {
  const ladder = saturationLadder(network, lossesOf(method));
  const [first] = ladder;
  return {
    kind: unstable ? 'unstable' : 'answer',
    method,
    exact,
    stages,
    links: linkFlows(network, solution.flows),
    network: {
      ...measuresOfNodes(network, solution.flows, solution.stages),
      ...bottleneckOf(ladder),
    },
    ...(first && { saturationFactor: first.factor }),
    verdicts,
    ...(unstable && { unstable: unstableStage(unstable) }),
  };
}

function bottleneckOf(ladder: readonly Rung[]) {
  const [first] = ladder;
  if (!first) return {};
  const { stage: bottleneck, resource } = first;
  return resource === undefined
    ? { bottleneck, ladder }
    : { bottleneck, ladder, bottleneckResource: resource };
}

/** What every link carries, at both of its ends. */
export function linkFlows({ nodes }: FlowNetwork, { output }: Flows): readonly LinkFlow[] {
  const flows: LinkFlow[] = [];
  nodes.forEach(({ node, links }, i) => {
    for (const { to, share, conversion } of links) {
      const rate = output[i]! * share;
      const receiver = nodes[to]!;
      const receivedRate = rate * (conversion ?? receiver.conversion);
      flows.push({ from: node.id, to: receiver.node.id, rate, receivedRate });
    }
  });
  return flows;
}

/** A stage that loses what it cannot take has a steady state at any load; its occupancy is there to tell. */
export const hasNoSteadyState = ({ saturated, meanOccupancy }: StageMeasurements): boolean =>
  saturated && meanOccupancy === undefined;

/** What has no steady state: a stage, or a resource seen as the stage that uses it most. */
export interface Unstable {
  readonly index: number;
  readonly flowNode: FlowNode;
  readonly resource?: string;
  readonly load: number;
}

/** Stages in flow order, then resources. */
function firstSaturated(network: FlowNetwork, { stages, flows }: NetworkSolution): Unstable | undefined {
  const found = loadsOf(network, flows).find(({ index, resource, load }) =>
    resource === undefined ? hasNoSteadyState(stages[index]!) : load >= 1,
  );
  return found && { flowNode: network.nodes[found.index]!, ...found };
}

function unstableStage({ flowNode: { node }, load }: Unstable) {
  const serverCount = node.kind === 'stage' ? serverCountOf(node) : 1;
  return { stage: node.id, offeredLoad: load * serverCount, serverCount };
}

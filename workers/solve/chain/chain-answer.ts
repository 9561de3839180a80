/** From the averages of a chain to the answer: measures of stages, flows on links, measures of the network. */
import type { NodeId, StageNode } from '../../../src/model/scenario.ts';
import type { Verdict } from '../../contract/measures.ts';
import type { LinkFlow, SolveAnswer, StageAnswer } from '../../contract/solving.ts';
import type { Flows } from '../flow-balance.ts';
import type { FlowNetwork, FlowNode } from '../flow-network.ts';
import { networkMeasures } from '../network-measures.ts';
import { findSaturation } from '../saturation.ts';
import type { ChainAverages, StageAverages } from './chain-averages.ts';
import type { ChainModel, ChainStage } from './chain-model.ts';
import { networkFlows } from './network-flows.ts';
import { sojournOf } from './network-sojourn.ts';
import { count } from './solve-cut-chain.ts';

export interface SolvedChain {
  readonly network: FlowNetwork;
  readonly model: ChainModel;
  readonly averages: ChainAverages;
  readonly stateCount: number;
}

export function chainAnswer(solved: SolvedChain): SolveAnswer {
  const { network, model, averages } = solved;
  const flows = networkFlows(network, model, averages);
  const name = `Markov chain, ${count(solved.stateCount)} states`;
  const stages: Record<NodeId, StageAnswer> = {};
  model.stages.forEach((stage, i) => {
    const index = network.indexOf.get(stage.id)!;
    const flowNode = network.nodes[index]!;
    const offered = flows.offered[index]!;
    stages[stage.id] = { model: name, ...stageAnswer(stage, averages.stages[i]!, flowNode, offered) };
  });
  const saturation = findSaturation(network, 'counted');
  const { meanSojournTime, ...totals } = networkMeasures(network, flows, stages);
  const sojourn = sojournOf(network, stages, totals.throughput ?? 0, meanSojournTime);
  return {
    kind: 'answer',
    method: 'chain',
    exact: true,
    stages,
    links: linkFlows(network, flows),
    network: {
      ...totals,
      ...(sojourn && { meanSojournTime: sojourn.mean }),
      ...(saturation && { bottleneck: network.nodes[saturation.bottleneck]!.node.id }),
    },
    ...(saturation && { saturationFactor: saturation.factor }),
    verdicts: [
      ...model.stages.flatMap((stage, i) => cutVerdict(stage, averages.stages[i]!)),
      ...(sojourn && !sojourn.exact ? [SOJOURN_VERDICT] : []),
    ],
  };
}

function stageAnswer(
  stage: ChainStage,
  sums: StageAverages,
  { node, serverLimit }: FlowNode,
  offeredRate: number,
): Omit<StageAnswer, 'model'> {
  const { serverCount: c, pass } = stage;
  const meanOccupancy = sums.occupancy.reduce((sum, p, n) => sum + n * p, 0);
  const lossRate = stage.isCut ? 0 : sums.lost;
  const full = sums.occupancy[stage.capacity]!;
  const loadPerServer = offeredRate / serverLimit;
  return {
    exact: true,
    saturated: loadPerServer >= 1,
    loadPerServer,
    offeredRate,
    arrivalRate: sums.served,
    throughput: sums.served,
    outputRate: sums.served * pass,
    lossRate,
    ...(offeredRate > 0 && { lossProbability: lossRate / offeredRate }),
    utilization: sums.serving / c,
    blockedFraction: sums.held / c,
    starvedFraction: Math.max(0, 1 - (sums.serving + sums.held) / c),
    meanOccupancy,
    meanQueueLength: sums.waiting,
    ...((node as StageNode).capacity !== undefined && {
      fullProbability: full,
      backPressureProbability: full,
    }),
    // Little's law.
    ...(sums.served > 0 && {
      meanSojournTime: meanOccupancy / sums.served,
      meanWaitingTime: sums.waiting / sums.served,
    }),
    occupancyDistribution: withoutTail(sums.occupancy),
  };
}

/** Up to the last level with at least 1e-12 at or beyond it. */
function withoutTail(occupancy: Float64Array): readonly number[] {
  let last = occupancy.length - 1;
  for (let tail = occupancy[last]!; last > 0 && tail < 1e-12; tail += occupancy[last]!) last--;
  return [...occupancy.subarray(0, last + 1)];
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

function cutVerdict(stage: ChainStage, { occupancy }: StageAverages): readonly Verdict[] {
  if (!stage.isCut) return [];
  const mass = occupancy[stage.capacity]!.toExponential(0);
  const message = `The unbounded queue of ${stage.id} is cut off at ${count(stage.capacity)} elements; it is that full for ${mass} of the time.`;
  return [{ code: 'queue-cut', severity: 'note', stage: stage.id, message }];
}

const SOJOURN_VERDICT: Verdict = {
  code: 'network-time-approximated',
  severity: 'note',
  message:
    'The mean time through the network is put together from the stages; the stages are exact, but where blocking or loss goes with an element’s route this sum is not.',
};

/** From the averages of a chain to the answer: measures of stages, flows on links, measures of the network. */

import {
  distributionMean,
  distributionRate,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import type { ClassMeasures } from '../../../core/measures/measures.ts';
import { note, type Verdict } from '../../../core/measures/verdicts.ts';
import { fullService } from '../../../core/rules/timing.ts';
import { hasWaited } from '../../../core/rules/when-full.ts';
import { classesOf, serviceOf } from '../../../core/scenario/classes.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { ClassId, NodeId, Scenario, StageGroup } from '../../../core/scenario/scenario.ts';
import type { GroupAnswer, SolveAnswer, StageAnswer } from '../contract.ts';
import type { FlowNetwork } from '../flow-network.ts';
import { findSaturation } from '../saturation.ts';
import { type ChainAverages, type ClassAverages, edgeMass, type StageAverages } from './chain-averages.ts';
import type { ChainModel, ChainStage } from './chain-model.ts';
import { type ClassFlows, classFlows, linkFlows } from './network-flows.ts';
import { networkOf } from './network-totals.ts';
import { isStation, type Station } from './routes.ts';

export interface SolvedChain {
  readonly scenario: Scenario;
  readonly network: FlowNetwork;
  readonly model: ChainModel;
  readonly averages: ChainAverages;
  /** Name of the model, such as `Markov chain, 29 states`. */
  readonly name: string;
  /** Residual of the balance equations, where they were solved as a whole. */
  readonly residual?: number;
}

export function chainAnswer(solved: SolvedChain): SolveAnswer {
  const { scenario, network, model, averages, name } = solved;
  const flows = classFlows(scenario, model, averages);
  const stations = new Map(scenario.nodes.filter(isStation).map((node) => [node.id, node]));
  const stages: Record<NodeId, StageAnswer> = {};
  model.stages.forEach((stage, i) => {
    const place = { node: stations.get(stage.id)!, stage, sums: averages.stages[i]!, flows };
    stages[stage.id] = { model: name, ...stageAnswer(place, scenario) };
  });
  const saturation = findSaturation(network, 'counted');
  const { measures, isSojournExact } = networkOf({ ...solved, flows, stages });
  return {
    kind: 'answer',
    method: 'chain',
    exact: true,
    stages,
    ...(scenario.groups && { groups: groupMeasures(scenario.groups, averages) }),
    links: linkFlows(scenario, flows),
    network: {
      ...measures,
      ...(saturation && { bottleneck: network.nodes[saturation.bottleneck]!.node.id }),
      ...(saturation?.resource !== undefined && { bottleneckResource: saturation.resource }),
    },
    ...(saturation && { saturationFactor: saturation.factor }),
    verdicts: [
      ...model.stages.flatMap((stage, i) => [
        ...cutVerdict(stage, averages.stages[i]!),
        ...timesVerdict(stage),
      ]),
      ...(isSojournExact ? [] : [note('network-time-approximated', {})]),
      ...residualVerdict(solved.residual),
    ],
  };
}

function groupMeasures(groups: readonly StageGroup[], averages: ChainAverages) {
  const found: Record<string, GroupAnswer> = {};
  groups.forEach(({ id }, i) => {
    const levels = averages.groups[i]!;
    const meanOccupancy = levels.reduce((sum, p, n) => sum + n * p, 0);
    found[id] = { meanOccupancy, occupancyDistribution: withoutTail(levels) };
  });
  return found;
}

interface StagePlace {
  readonly node: Station;
  readonly stage: ChainStage;
  readonly sums: StageAverages;
  readonly flows: readonly ClassFlows[];
}

function stageAnswer(place: StagePlace, scenario: Scenario): Omit<StageAnswer, 'model'> {
  const { node, stage, sums, flows } = place;
  const { serverCount: c } = stage;
  const offeredRate = flows.reduce((sum, flow) => sum + flow.offered.get(stage.id)!, 0);
  const loadPerServer = loadOf(place, scenario);
  const all = totalOf(sums.classes);
  const full = sums.occupancy[stage.capacity]!;
  const { lossProbability = 0, ...measures } = measuresOf(all, stage, offeredRate);
  return {
    exact: true,
    saturated: loadPerServer >= 1,
    loadPerServer,
    ...measures,
    ...(offeredRate > 0 && { lossProbability }),
    outputRate: flows.reduce((sum, flow) => sum + flow.output.get(stage.id)!, 0),
    ...(!stage.isDelay && {
      blockedFraction: sums.held / c,
      starvedFraction: Math.max(0, 1 - (all.serving + sums.held) / c),
    }),
    ...(node.kind === 'stage' &&
      node.capacity !== undefined && { fullProbability: full, backPressureProbability: full }),
    occupancyDistribution: withoutTail(sums.occupancy),
    ...(scenario.classes && { byClass: classMeasures(place, scenario) }),
  };
}

/** What its servers would have to do per second for all that is offered, over what they can do. */
function loadOf({ node, stage, flows }: StagePlace, scenario: Scenario): number {
  if (stage.isDelay) return 0;
  const timeOf = (service: ServiceDistribution): number => {
    const stretch = node.kind === 'stage' ? stage.batchMax / fullService(node, distributionRate(service)) : 1;
    return distributionMean(service) * stretch;
  };
  const work = classesOf(scenario).reduce(
    (sum, { id }, k) => sum + flows[k]!.offered.get(node.id)! * timeOf(serviceOf(node, id)),
    0,
  );
  return work / (stage.serverCount * stage.batchMax);
}

const totalOf = (classes: readonly ClassAverages[]): ClassAverages =>
  classes.reduce((sum, part) => ({
    serving: sum.serving + part.serving,
    occupancy: sum.occupancy + part.occupancy,
    waiting: sum.waiting + part.waiting,
    served: sum.served + part.served,
    lost: sum.lost + part.lost,
  }));

function measuresOf(sums: ClassAverages, stage: ChainStage, offeredRate: number) {
  const lossRate = stage.isCut ? 0 : sums.lost;
  return {
    offeredRate,
    arrivalRate: sums.served,
    throughput: sums.served,
    lossRate,
    ...(offeredRate > 0 && { lossProbability: lossRate / offeredRate }),
    ...(!stage.isDelay && { utilization: sums.serving / stage.serverCount }),
    meanOccupancy: sums.occupancy,
    meanQueueLength: sums.waiting,
    // Little's law, which takes all who wait as served.
    ...(sums.served > 0 &&
      !hasWaited(stage.victim) && {
        meanSojournTime: sums.occupancy / sums.served,
        meanWaitingTime: sums.waiting / sums.served,
      }),
  };
}

function classMeasures({ stage, sums, flows }: StagePlace, scenario: Scenario) {
  const found: Record<ClassId, ClassMeasures<number>> = {};
  classesOf(scenario).forEach(({ id }, k) => {
    if (!stage.visits[k]) return;
    const offered = flows[k]!.offered.get(stage.id)!;
    const outputRate = flows[k]!.output.get(stage.id)!;
    found[id] = { ...measuresOf(sums.classes[k]!, stage, offered), outputRate };
  });
  return found;
}

/** Up to the last level with at least 1e-12 at or beyond it. */
export function withoutTail(occupancy: Float64Array): readonly number[] {
  let last = occupancy.length - 1;
  for (let tail = occupancy[last]!; last > 0 && tail < 1e-12; tail += occupancy[last]!) last--;
  return [...occupancy.subarray(0, last + 1)];
}

function cutVerdict(stage: ChainStage, sums: StageAverages): readonly Verdict[] {
  if (!stage.isCut) return [];
  const facts = {
    name: nameOf(stage),
    level: stage.capacity - stage.closedPlaces,
    share: edgeMass(stage, sums),
  };
  return [note('queue-cut', facts, stage.id)];
}

/** The chain knows how many wait, not who of them is served in the end. */
function timesVerdict({ id, name, victim }: ChainStage): readonly Verdict[] {
  if (!hasWaited(victim)) return [];
  return [note('times-of-served-unknown', { name }, id)];
}

/** Elimination leaves none; what iteration leaves is told. */
const residualVerdict = (residual = 0): readonly Verdict[] =>
  residual >= 1e-16 ? [note('chain-residual', { residual })] : [];

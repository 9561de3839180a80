/** Everything that the verdicts on one stage look at. */

import { followsVariability } from '../../core/measures/methods.ts';
import type { Verdict } from '../../core/measures/verdicts.ts';
import { takesNoTime } from '../../core/scenario/graph.ts';
import type { ScenarioNode, StageNode } from '../../core/scenario/scenario.ts';
import { chooseStation, followsServices, type StationKind } from './choose-station.ts';
import type { StagewiseMethod } from './contract.ts';
import { type FlowNetwork, reachableNodes } from './flow-network.ts';
import { looksAtClasses } from './networks/class-answers.ts';
import { ranksAreKnown } from './networks/ranked-station.ts';
import { takesTwoMoments } from './networks/two-moment-station.ts';
import { type Granted, type NetworkSolution, stationMethod } from './solve-network.ts';
import type { StageMeasurements } from './stage-answer.ts';
import { OFTEN_FULL } from './stations/taken-as.ts';
import { resourceName } from './verdict-words.ts';

export interface StageCase {
  readonly stage: StageNode;
  /** Name of the shared resource that its services wait for. */
  readonly resource: string | undefined;
  readonly method: StagewiseMethod;
  readonly kind: StationKind;
  /** What a model of its own takes for granted; absent where it has none (networks/fitted-station.ts). */
  readonly granted?: Granted;
  /** The model knows the distribution of the one stream that comes. */
  readonly knowsArrivals: boolean;
  /** The model knows the distribution of its services, or says itself that it does not. */
  readonly knowsService: boolean;
  /** The model knows how irregular arrivals are. */
  readonly knowsVariability: boolean;
  /** Several classes come here, and the discipline tells them apart where the model does not. */
  readonly tellsClassesApart: boolean;
  readonly measures: StageMeasurements;
  /** Sources and stages that send to it, seen through nodes that take no time. */
  readonly senders: readonly ScenarioNode[];
  /** Finite stages that hold it up, with their answers. */
  readonly blockers: readonly { readonly stage: StageNode; readonly measures: StageMeasurements }[];
  /** Its arrivals are only taken as Poisson. */
  readonly behindOthers: boolean;
  readonly onCycle: boolean;
}

/** Full too often for a direction to be told (stations/taken-as.ts). */
export const isOftenFull = ({
  stage: { capacity },
  measures: { saturated, fullProbability = 0 },
}: Pick<StageCase, 'stage' | 'measures'>): boolean =>
  capacity !== undefined && (saturated || fullProbability > OFTEN_FULL);

/** What is to be said of one stage, if anything. */
export type Check = (stageCase: StageCase) => readonly Verdict[];

export interface CaseQuestion {
  readonly network: FlowNetwork;
  readonly method: StagewiseMethod;
  readonly solution: NetworkSolution;
  /** Indices from `behindOthers`. */
  readonly spoiled: ReadonlySet<number>;
}

/** In flow order. */
export function stageCases({ network, method, solution, spoiled }: CaseQuestion): readonly StageCase[] {
  const senders = sendersOf(network);
  const cyclic = onCycles(network);
  return network.nodes.flatMap((flowNode, i) => {
    const { node, blockers, mix = [] } = flowNode;
    if (node.kind !== 'stage') return [];
    const granted = solution.fitted.get(i);
    const twoMoments = followsVariability(method) && takesTwoMoments(flowNode);
    const kind = chooseStation(node, stationMethod(method));
    return {
      stage: node,
      resource: node.resource === undefined ? undefined : resourceName(node.resource, network.resources),
      method,
      kind,
      ...(granted && { granted }),
      knowsArrivals: granted !== undefined && flowNode.stream !== undefined,
      knowsService: granted !== undefined || twoMoments || followsServices(kind, node),
      knowsVariability: (granted !== undefined && flowNode.stream !== undefined) || twoMoments,
      tellsClassesApart: looksAtClasses(node, mix) && !ranksAreKnown(node, mix),
      measures: solution.stages[i]!,
      senders: senders[i]!.map((from) => network.nodes[from]!.node),
      blockers: blockers.map((stage) => ({
        stage,
        measures: solution.stages[network.indexOf.get(stage.id)!]!,
      })),
      behindOthers: spoiled.has(i),
      onCycle: cyclic.has(i),
    };
  });
}

/** Indices of the sources and stages that send to each node; nodes that take no time stand for their own senders. */
function sendersOf({ nodes }: FlowNetwork): readonly (readonly number[])[] {
  const direct = nodes.map((): number[] => []);
  nodes.forEach(({ links }, from) => {
    for (const { to } of links) if (!direct[to]!.includes(from)) direct[to]!.push(from);
  });
  const isSeenThrough = (i: number): boolean => takesNoTime(nodes[i]!.node);
  return direct.map((first) => {
    if (!first.some(isSeenThrough)) return first;
    const waiting = new Set(first);
    for (const from of waiting)
      if (isSeenThrough(from)) for (const before of direct[from]!) waiting.add(before);
    return [...waiting].filter((from) => !isSeenThrough(from));
  });
}

/** Nodes that can reach themselves. */
function onCycles(network: FlowNetwork): ReadonlySet<number> {
  if (network.returns.length === 0) return new Set();
  const followers = network.nodes.map(({ links }) => links.map(({ to }) => to));
  return new Set([...network.nodes.keys()].filter((i) => reachableNodes(network, followers[i]!).has(i)));
}

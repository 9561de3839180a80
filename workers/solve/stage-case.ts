/** Everything that the verdicts on one stage look at. */
import type { ScenarioNode, StageNode } from '../../src/model/scenario.ts';
import type { Verdict } from '../contract/measures.ts';
import type { FormulaMethod } from '../contract/solving.ts';
import { chooseStation, type StationKind } from './choose-station.ts';
import { type FlowNetwork, reachableNodes } from './flow-network.ts';
import type { NetworkSolution, StageMeasurements } from './solve-network.ts';

export interface StageCase {
  readonly stage: StageNode;
  readonly method: FormulaMethod;
  readonly kind: StationKind;
  readonly measures: StageMeasurements;
  /** Sources and stages that send to it, seen through routers. */
  readonly senders: readonly ScenarioNode[];
  /** Finite stages that hold it up, with their answers. */
  readonly blockers: readonly { readonly stage: StageNode; readonly measures: StageMeasurements }[];
  /** Its arrivals are only taken as Poisson. */
  readonly behindOthers: boolean;
  readonly onCycle: boolean;
}

export interface CaseQuestion {
  readonly network: FlowNetwork;
  readonly method: FormulaMethod;
  readonly solution: NetworkSolution;
  /** Indices from `behindOthers`. */
  readonly spoiled: ReadonlySet<number>;
}

/** In flow order. */
export function stageCases({ network, method, solution, spoiled }: CaseQuestion): readonly StageCase[] {
  const senders = sendersOf(network);
  const cyclic = onCycles(network);
  return network.nodes.flatMap(({ node, blockers }, i) => {
    if (node.kind !== 'stage') return [];
    return {
      stage: node,
      method,
      kind: chooseStation(node, method),
      measures: solution.stages[node.id]!,
      senders: [...senders[i]!].map((from) => network.nodes[from]!.node),
      blockers: blockers.map((stage) => ({ stage, measures: solution.stages[stage.id]! })),
      behindOthers: spoiled.has(i),
      onCycle: cyclic.has(i),
    };
  });
}

/** Indices of the sources and stages that send to each node; routers stand for their own senders. */
function sendersOf({ nodes }: FlowNetwork): readonly ReadonlySet<number>[] {
  const direct = nodes.map(() => new Set<number>());
  nodes.forEach(({ links }, from) => {
    for (const { to } of links) direct[to]!.add(from);
  });
  return direct.map((first) => {
    const waiting = new Set(first);
    for (const from of waiting) {
      if (nodes[from]!.node.kind === 'router') for (const before of direct[from]!) waiting.add(before);
    }
    return new Set([...waiting].filter((from) => nodes[from]!.node.kind !== 'router'));
  });
}

/** Nodes that can reach themselves. */
function onCycles(network: FlowNetwork): ReadonlySet<number> {
  if (network.returns.length === 0) return new Set();
  const followers = network.nodes.map(({ links }) => links.map(({ to }) => to));
  return new Set([...network.nodes.keys()].filter((i) => reachableNodes(network, followers[i]!).has(i)));
}

export const warning = (code: string, { id }: StageNode, message: string): Verdict => ({
  code,
  severity: 'warning',
  stage: id,
  message,
});

export const note = (code: string, { id }: StageNode, message: string): Verdict => ({
  code,
  severity: 'note',
  stage: id,
  message,
});

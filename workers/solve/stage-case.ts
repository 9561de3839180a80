/** Everything that the verdicts on one stage look at. */
import { graphOf, reachableFrom } from '../../src/model/graph.ts';
import type { ScenarioNode, StageNode } from '../../src/model/scenario.ts';
import type { Verdict } from '../contract/measures.ts';
import type { MethodName } from '../contract/solving.ts';
import { chooseStation, type StationKind } from './choose-station.ts';
import { behindOthers } from './exactness.ts';
import type { FlowNetwork } from './flow-network.ts';
import { blockingSuccessors, type NetworkSolution, type StageMeasurements } from './solve-network.ts';

export interface StageCase {
  readonly stage: StageNode;
  readonly method: MethodName;
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
  readonly method: MethodName;
  readonly solution: NetworkSolution;
}

/** In flow order. */
export function stageCases({ network, method, solution }: CaseQuestion): readonly StageCase[] {
  const spoiled = behindOthers(network);
  const senders = sendersOf(network);
  const cyclic = onCycles(network);
  return network.nodes.flatMap(({ node }, i) => {
    if (node.kind !== 'stage') return [];
    const measures = solution.stages[node.id]!;
    const blockers = blockingSuccessors(network, i).map((stage) => ({
      stage,
      measures: solution.stages[stage.id]!,
    }));
    return {
      stage: node,
      method,
      kind: chooseStation(node, method),
      measures,
      senders: [...senders[i]!].map((from) => network.nodes[from]!.node),
      blockers,
      behindOthers: spoiled.has(node.id),
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

/** Nodes that can reach themselves. Only those within reach of a returning link are looked at. */
function onCycles({ nodes, returns }: FlowNetwork): ReadonlySet<number> {
  if (returns.length === 0) return new Set();
  const links = nodes.flatMap(({ node, links: out }) =>
    out.map(({ to }) => ({ from: node.id, to: nodes[to]!.node.id })),
  );
  const graph = graphOf({ nodes: nodes.map(({ node }) => node), links });
  return new Set(
    nodes.flatMap(({ node, links: out }, i) => {
      const followers = out.map(({ to }) => nodes[to]!.node.id);
      return reachableFrom(graph, followers).has(node.id) ? [i] : [];
    }),
  );
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

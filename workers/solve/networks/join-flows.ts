/**
 * What leaves joins where fork-join.ts alone does not tell: tasks are lost at full stages on the way, or elements come
 * that no fork before has made (an overdrive, a way into a branch from outside), which pass a join alone. A task that is
 * lost counts as one that a filter takes; tasks are taken as independent.
 */
import { losesWhenFull } from '../../../core/rules/when-full.ts';
import type { FlowNetwork, FlowNode, Flows } from '../flow-network.ts';
import { branchesOf, type Leaving } from './fork-join.ts';

export interface JoinFlow {
  /** Elements that leave for each that comes. */
  readonly pass: number;
  /** Elements that no fork has made, 1/s. */
  readonly alone: number;
  /** Those that leave besides, by the fork that made them, 1/s. */
  readonly joined: readonly { readonly fork: number; readonly rate: number }[];
}

/** By index of the join. */
export function joinFlows(
  { nodes, forkJoins }: FlowNetwork,
  { offered, accepted }: Flows,
): ReadonlyMap<number, JoinFlow> {
  const kept = nodes.map((node, i) => withLosses(node, accepted[i]! / offered[i]!));
  const found = new Map<number, JoinFlow & { readonly tasks: number }>();
  const leaving: Leaving = [];
  forkJoins.forEach(({ fork, join }, at) => {
    const branches = branchesOf(kept, forkJoins, at, leaving);
    const before = found.get(join) ?? { joined: [], tasks: 0 };
    const joined = [...before.joined, { fork, rate: offered[fork]! * leaving[at]! }];
    const tasks = branches.reduce((sum, branch) => sum + offered[fork]! * branch.tasks, before.tasks);
    const others = offered[join]! - tasks;
    const alone = others > ROUNDING * offered[join]! ? others : 0;
    const output = joined.reduce((sum, { rate }) => sum + rate, alone);
    const pass = offered[join] === 0 ? 0 : output / offered[join]!;
    found.set(join, { joined, tasks, alone, pass });
    kept[join] = { ...kept[join]!, pass };
  });
  return found;
}

const ROUNDING = 1e-9;

/** `share`: of its arrivals that it takes. */
const withLosses = (flowNode: FlowNode, share: number): FlowNode =>
  flowNode.node.kind === 'stage' && losesWhenFull(flowNode.node) && share < 1
    ? { ...flowNode, pass: flowNode.pass * share }
    : flowNode;

/** Do filters alone tell what leaves each join? */
export const filtersTell = (network: FlowNetwork): boolean =>
  network.forkJoins.every(({ fork, join }) => {
    const { nodes } = network;
    const within = new Set(nodes[fork]!.links.map(({ to }) => to));
    for (const i of within) if (i !== join) for (const { to } of nodes[i]!.links) within.add(to);
    return nodes.every(
      ({ node, links, overdriveRate }, i) =>
        i === fork ||
        (within.has(i)
          ? overdriveRate === 0 && !(node.kind === 'stage' && losesWhenFull(node))
          : links.every(({ to }) => !within.has(to))),
    );
  });

/** Where elements of a node come to next: final targets, seen through routers, with their probabilities. */
import { type Graph, linkShares, routingRule } from '../../../src/model/graph.ts';
import type { NodeId } from '../../../src/model/scenario.ts';

/** Target of a route that leaves the network. */
export const SINK = -1;

export interface Route {
  /** Index of a stage, or SINK. */
  readonly target: number;
  /** > 0; those of a node sum to 1. */
  readonly probability: number;
}

/** All splits on the way must be at random (see refuse-chain.ts), and routers must not run in a circle. */
export function routesFrom(
  graph: Graph,
  stageIndex: ReadonlyMap<NodeId, number>,
  id: NodeId,
): readonly Route[] {
  const found = new Map<number, number>();
  const follow = (from: NodeId, probability: number): void => {
    const links = graph.outgoing.get(from)!;
    const shares = linkShares(routingRule(graph.nodes.get(from)!), links);
    links.forEach(({ to }, i) => {
      const share = probability * shares[i]!;
      if (share === 0) return;
      const target = stageIndex.get(to) ?? SINK;
      if (graph.nodes.get(to)!.kind === 'router') follow(to, share);
      else found.set(target, (found.get(target) ?? 0) + share);
    });
  };
  follow(id, 1);
  // Typed probabilities sum to 1 only as far as they were typed.
  const total = [...found.values()].reduce((sum, p) => sum + p, 0);
  return [...found].map(([target, probability]) => ({ target, probability: probability / total }));
}

/**
 * What lies between a fork and the join that puts its tasks together. Forks and joins nest like brackets: a join closes
 * the last fork before it that is still open.
 */
import type { Graph } from './graph.ts';
import type { Link, NodeId } from './scenario.ts';

export interface ForkRegions {
  /** Nodes that tasks pass after a fork and before the join that closes it; forks and joins are left out. */
  readonly between: ReadonlySet<NodeId>;
  /** Links out of forks whose tasks can come to the join that closes the fork. */
  readonly joined: ReadonlySet<Link>;
}

export function forkRegions(graph: Graph): ForkRegions {
  const afterForks = followBrackets(graph, 'fork', idsOf(graph, 'fork'));
  const beforeJoins = followBrackets(graph, 'join', idsOf(graph, 'join'));
  const isBracket = (id: NodeId) => ['fork', 'join'].includes(graph.nodes.get(id)!.kind);
  return {
    between: new Set([...afterForks.inside].filter((id) => beforeJoins.inside.has(id) && !isBracket(id))),
    joined: beforeJoins.closing,
  };
}

/** Nodes that tasks of this fork come to as long as no join has closed it. */
export const openAfter = (graph: Graph, fork: NodeId): ReadonlySet<NodeId> =>
  followBrackets(graph, 'fork', [fork]).inside;

export const idsOf = ({ nodes }: Graph, kind: 'fork' | 'join'): readonly NodeId[] =>
  [...nodes.values()].filter((node) => node.kind === kind).map(({ id }) => id);

/** Deeper nesting is followed as if it were this deep. */
const DEEPEST = 16;

interface Followed {
  /** Nodes that are come to before the bracket is closed, the closing ones included. */
  readonly inside: ReadonlySet<NodeId>;
  /** Links over which the bracket closes. */
  readonly closing: ReadonlySet<Link>;
}

/** Follows links from opening brackets, forwards from forks or backwards from joins, and counts how many are open. */
function followBrackets(graph: Graph, opening: 'fork' | 'join', starts: readonly NodeId[]): Followed {
  const inside = new Set<NodeId>();
  const closing = new Set<Link>();
  const seen = new Set<string>();
  const stack = starts.map((id) => ({ id, depth: 1 }));
  while (stack.length > 0) {
    const { id, depth } = stack.pop()!;
    for (const link of (opening === 'join' ? graph.incoming : graph.outgoing).get(id)!) {
      const next = opening === 'join' ? link.from : link.to;
      const kind = graph.nodes.get(next)!.kind;
      const isBracket = kind === 'fork' || kind === 'join';
      const after = !isBracket ? depth : kind === opening ? Math.min(depth + 1, DEEPEST) : depth - 1;
      inside.add(next);
      if (after === 0) closing.add(link);
      const state = `${after} ${next}`;
      if (after === 0 || seen.has(state)) continue;
      seen.add(state);
      stack.push({ id: next, depth: after });
    }
  }
  return { inside, closing };
}

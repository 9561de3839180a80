/** Rings of finite stages that make their senders wait: they may fill up and lock. */
import { blocksSenders } from '../rules/when-full.ts';
import type { ClassFlow } from './class-flows.ts';
import { cycleText, cyclicParts, linksAsSuccessors, type Successors, shortestCycle } from './cycles.ts';
import type { Fault } from './fault.ts';
import { type Graph, takesNoTime } from './graph.ts';

import type { NodeId, ScenarioNode } from './scenario.ts';

export function deadlockFaults(graph: Graph, flows: readonly ClassFlow[]): readonly Fault[] {
  // Links of several classes may close a ring that no class goes around.
  if (flows.length === 1 && flows[0]!.cycles.length === 0) return [];
  const next = linksAsSuccessors(travelled(graph, flows), holdsBack);
  return cyclicParts(next).flatMap((part) => {
    const node = [...part].find((id) => graph.nodes.get(id)!.kind === 'stage');
    if (node === undefined || neverFills(graph, next, part, flows)) return [];
    const cycle = cycleText(shortestCycle(next, node, part), graph);
    const message = `These stages can deadlock, each waiting for a free slot in the next: ${cycle}.`;
    return [{ severity: 'warning', code: 'deadlock-possible', node, message } as const];
  });
}

/** Only links that some class takes. */
function travelled(graph: Graph, flows: readonly ClassFlow[]): Graph {
  const taken = new Set(flows.flatMap((flow) => [...flow.graph.outgoing.values()].flat()));
  const outgoing = [...graph.outgoing].map(
    ([id, links]) => [id, links.filter((link) => taken.has(link))] as const,
  );
  return { ...graph, outgoing: new Map(outgoing) };
}

/** Its senders wait where it is full. */
export const holdsBack = (node: ScenarioNode): boolean =>
  takesNoTime(node) || (node.kind === 'stage' && blocksSenders(node));

/**
 * With closed classes only, and jobs that move one by one, a ring locks only when all its places are taken. There are
 * too few jobs for that if they are fewer than the places of the ring with the fewest (S. Kundu, I. Akyildiz 1989).
 */
function neverFills(
  graph: Graph,
  next: Successors,
  part: ReadonlySet<NodeId>,
  flows: readonly ClassFlow[],
): boolean {
  const here = flows.filter((flow) => [...part].some((id) => flow.graph.nodes.has(id)));
  // Jobs of other classes may become those that come here.
  if (here.some(({ switched }) => switched !== undefined && switched.size > 0)) return false;
  const populations = here.map(({ jobClass }) => jobClass.closed?.population ?? Number.POSITIVE_INFINITY);
  const jobs = populations.reduce((sum, population) => sum + population, 0);
  if (jobs === Number.POSITIVE_INFINITY || here.some((flow) => movesSeveral(flow.graph))) return false;
  const placesOf = (id: NodeId) => {
    const node = graph.nodes.get(id)!;
    return node.kind === 'stage' ? node.capacity! : 0;
  };
  return jobs < lightestCycle(next, part, placesOf);
}

/** Forks make several tasks of a job, and a batch takes places before it has all that it needs. */
const movesSeveral = ({ nodes }: Graph): boolean =>
  [...nodes.values()].some(
    (node) => node.kind === 'fork' || (node.kind === 'stage' && node.bulk !== undefined),
  );

/** The cycle whose nodes weigh least in all. */

/**
 * Sum of the weights (>= 0) along the lightest cycle inside `part`: from each node the lightest way back to it (E.
 * Dijkstra 1959), a node left out once all cycles through it are known. Infinity where there is no cycle.
 */
export function lightestCycle(
  next: Successors,
  part: ReadonlySet<string>,
  weightOf: (node: string) => number,
): number {
  const left = new Set(part);
  let lightest = Number.POSITIVE_INFINITY;
  for (const start of part) {
    lightest = Math.min(lightest, lightestReturn({ next, left, weightOf }, start, lightest));
    left.delete(start);
  }
  return lightest;
}

interface Weighted {
  readonly next: Successors;
  readonly left: ReadonlySet<string>;
  readonly weightOf: (node: string) => number;
}

/** Ways that weigh `bound` or more are not followed. */
function lightestReturn({ next, left, weightOf }: Weighted, start: string, bound: number): number {
  const settled = new Set<string>();
  const open = new Map([[start, weightOf(start)]]);
  while (open.size > 0) {
    const [node, weight] = lightestOf(open);
    open.delete(node);
    settled.add(node);
    if (weight >= bound) return bound;
    const followers = next.get(node)!.filter((follower) => left.has(follower));
    if (followers.includes(start)) return weight;
    for (const follower of followers) {
      if (settled.has(follower)) continue;
      const reached = weight + weightOf(follower);
      if (reached < (open.get(follower) ?? Number.POSITIVE_INFINITY)) open.set(follower, reached);
    }
  }
  return Number.POSITIVE_INFINITY;
}

function lightestOf(open: ReadonlyMap<string, number>): readonly [string, number] {
  let best: readonly [string, number] | undefined;
  for (const entry of open) {
    if (best === undefined || entry[1] < best[1]) best = entry;
  }
  return best!;
}

/** Rings of finite stages that make their senders wait: they may fill up and lock. */
import type { ClassFlow } from './class-flows.ts';
import { arrows, cyclicParts, linksAsSuccessors, type Successors, shortestCycle } from './cycles.ts';
import type { Fault } from './fault.ts';
import { type Graph, takesNoTime } from './graph.ts';
import { lightestCycle } from './lightest-cycle.ts';
import type { NodeId, ScenarioNode } from './scenario.ts';

export function deadlockFaults(graph: Graph, flows: readonly ClassFlow[]): readonly Fault[] {
  // Links of several classes may close a ring that no class goes around.
  if (flows.length === 1 && flows[0]!.cycles.length === 0) return [];
  const next = linksAsSuccessors(travelled(graph, flows), holdsBack);
  return cyclicParts(next).flatMap((part) => {
    const node = [...part].find((id) => graph.nodes.get(id)!.kind === 'stage');
    if (node === undefined || neverFills(graph, next, part, flows)) return [];
    const cycle = arrows(shortestCycle(next, node, part));
    const message = `These stages can lock for ever, each waiting for room in the next: ${cycle}.`;
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

const holdsBack = (node: ScenarioNode): boolean =>
  takesNoTime(node) || (node.kind === 'stage' && node.capacity !== undefined && node.whenFull !== 'drop');

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

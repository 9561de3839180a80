/** The queues that are sized together: FIFOs of links, or stages of limited capacity; the size of what they hold, and their depths written into a drawing. */
import { dataflowAt } from './dataflow-faults.ts';
import { type LinkEnds, sameEnds } from './edit-links.ts';
import { graphOf } from './graph.ts';
import { isStage, type Link, type NodeId, type Scenario } from './scenario.ts';

/** The FIFO of a link to a dataflow stage, or an ordinary stage: its depth is its capacity. */
export type SizedQueue = LinkEnds | { readonly stage: NodeId };

/** FIFOs of links between two stages, in the order in which the self-timed solver numbers them. */
export function sizedLinks(scenario: Scenario): readonly Link[] {
  const graph = graphOf(scenario);
  return scenario.nodes.flatMap(({ id }) =>
    dataflowAt(graph, id) ? graph.incoming.get(id)!.filter(({ from }) => from !== id) : [],
  );
}

/** Where a drawing has FIFOs those, else its stages of limited capacity. */
export function sizedQueues(scenario: Scenario): readonly SizedQueue[] {
  const links = sizedLinks(scenario);
  if (links.length > 0) return links.map(({ from, to }) => ({ from, to }));
  return scenario.nodes.flatMap((node) =>
    isStage(node) && node.capacity !== undefined ? [{ stage: node.id }] : [],
  );
}

/** Whose elements it holds. */
export const holderOf = (queue: SizedQueue): NodeId => ('stage' in queue ? queue.stage : queue.to);

/** Bits of a token are those of the elements of the stage that takes it; undefined where it has no size. */
export function bitsOfToken({ nodes }: Scenario, queue: SizedQueue): number | undefined {
  const node = nodes.find(({ id }) => id === holderOf(queue));
  const bytes = node?.kind === 'stage' ? node.unitBytes : undefined;
  return bytes === undefined ? undefined : 8 * bytes;
}

export const withDepths = (
  scenario: Scenario,
  queues: readonly SizedQueue[],
  depths: readonly number[],
): Scenario => ({
  ...scenario,
  nodes: scenario.nodes.map((node) => {
    const i = queues.findIndex((each) => 'stage' in each && each.stage === node.id);
    return i < 0 || !isStage(node) ? node : { ...node, capacity: depths[i]! };
  }),
  links: scenario.links.map((link) => {
    const i = queues.findIndex((each) => 'from' in each && sameEnds(each, link));
    return i < 0 ? link : { ...link, depth: depths[i]! };
  }),
});

/** With FIFOs that never fill in place of those links'. */
export const withoutDepths = (scenario: Scenario, links: readonly Link[]): Scenario => ({
  ...scenario,
  links: scenario.links.map((link) => {
    if (!links.includes(link)) return link;
    const { depth: _, ...unbounded } = link;
    return unbounded;
  }),
});

/** The links whose FIFOs are sized, the size of what they hold, and their depths written into a drawing. */
import { dataflowAt } from './dataflow-faults.ts';
import { type LinkEnds, sameEnds } from './edit-links.ts';
import { graphOf } from './graph.ts';
import type { Link, Scenario } from './scenario.ts';

/** FIFOs of links between two stages, in the order in which the self-timed solver numbers them. */
export function sizedLinks(scenario: Scenario): readonly Link[] {
  const graph = graphOf(scenario);
  return scenario.nodes.flatMap(({ id }) =>
    dataflowAt(graph, id) ? graph.incoming.get(id)!.filter(({ from }) => from !== id) : [],
  );
}

/** Bits of a token are those of the elements of the stage that takes it; undefined where it has no size. */
export function bitsOfToken({ nodes }: Scenario, { to }: Link): number | undefined {
  const node = nodes.find(({ id }) => id === to);
  const bytes = node?.kind === 'stage' ? node.unitBytes : undefined;
  return bytes === undefined ? undefined : 8 * bytes;
}

export const withDepths = (
  scenario: Scenario,
  links: readonly LinkEnds[],
  depths: readonly number[],
): Scenario => ({
  ...scenario,
  links: scenario.links.map((link) => {
    const i = links.findIndex((each) => sameEnds(each, link));
    return i < 0 ? link : { ...link, depth: depths[i]! };
  }),
});

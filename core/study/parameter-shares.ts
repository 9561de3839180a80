/** Probabilities of links as parameters: what one link gets, the other links of the sender have less, each in proportion. */
import { graphOf, linkShares, routingRule } from '../scenario/graph.ts';
import type { Link, NodeId, Scenario } from '../scenario/scenario.ts';
import { type ParameterHandle, PROBABILITY, RANK } from './parameter.ts';
import { pathText } from './parameter-path.ts';

/** Of senders that choose among several links by chance. */
export function shareHandles(scenario: Scenario): readonly ParameterHandle[] {
  const graph = graphOf(scenario);
  return scenario.nodes.flatMap((node): readonly ParameterHandle[] => {
    const links = graph.outgoing.get(node.id)!;
    if (links.length < 2 || routingRule(node) !== 'probabilistic') return [];
    const shares = linkShares('probabilistic', links);
    return links.map(({ from, to }, i) => ({
      parameter: {
        kind: 'number',
        path: pathText({ kind: 'link', from, to }, ['probability']),
        words: `${from} to ${to}: probability`,
        value: shares[i]!,
        dimension: 'probability',
        domain: PROBABILITY,
      },
      rank: RANK.shape,
      share: { from, to },
      write: (now, value) => withShares(now, from, new Map([[to, Number(value)]])),
    }));
  });
}

/**
 * Gives links of a sender these shares; the rest goes to its other links, in proportion to what they had, equally where
 * they had nothing. Where every link is given, or they take more than 1, they stay as given: a fault of the drawing.
 */
export function withShares(scenario: Scenario, from: NodeId, given: ReadonlyMap<NodeId, number>): Scenario {
  const links = scenario.links.filter((link) => link.from === from);
  const shares = linkShares('probabilistic', links);
  const others = links.flatMap(({ to }, i) => (given.has(to) ? [] : [shares[i]!]));
  const rest = Math.max(0, 1 - [...given.values()].reduce((sum, share) => sum + share, 0));
  const before = others.reduce((sum, share) => sum + share, 0);
  const shareOf = (link: Link, share: number): number =>
    given.get(link.to) ?? (before > 0 ? (rest * share) / before : rest / others.length);
  const place = new Map(links.map((link, i) => [link, i]));
  return {
    ...scenario,
    links: scenario.links.map((link) =>
      link.from === from ? { ...link, probability: shareOf(link, shares[place.get(link)!]!) } : link,
    ),
  };
}

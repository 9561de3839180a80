/** Edits of the shares with which a node sends elements along its links. */
import { type LinkEnds, sameEnds } from '../../../core/scenario/edit-links.ts';
import { linkShares } from '../../../core/scenario/graph.ts';
import type { Link, NodeId, Scenario } from '../../../core/scenario/scenario.ts';

/**
 * Gives one link its share. Where the sender had none written, the other links share what remains equally, so that the
 * sum is 1 from the first edit on; written shares of other links stay.
 */
export function setShare(scenario: Scenario, ends: LinkEnds, probability: number): Scenario {
  const siblings = linksFrom(scenario, ends.from);
  const written = siblings.some((link) => link.probability !== undefined);
  const rest = (1 - probability) / Math.max(siblings.length - 1, 1);
  return changeLinks(scenario, ends.from, (link) => {
    if (sameEnds(link, ends)) return { ...link, probability };
    return written ? link : { ...link, probability: rest };
  });
}

/** Removes the written shares: they are equal then. */
export function makeSharesEqual(scenario: Scenario, sender: NodeId): Scenario {
  return changeLinks(scenario, sender, ({ probability: _, ...link }) => link);
}

/** Scales the written shares so that they sum to 1; equal where they are all 0. */
export function scaleShares(scenario: Scenario, sender: NodeId): Scenario {
  const total = sumOfShares(scenario, sender);
  if (total === 0) return makeSharesEqual(scenario, sender);
  return changeLinks(scenario, sender, (link) => ({ ...link, probability: (link.probability ?? 0) / total }));
}

export const sumOfShares = (scenario: Scenario, sender: NodeId): number =>
  linkShares('probabilistic', linksFrom(scenario, sender)).reduce((sum, share) => sum + share, 0);

export const linksFrom = (scenario: Scenario, sender: NodeId): readonly Link[] =>
  scenario.links.filter((link) => link.from === sender);

function changeLinks(scenario: Scenario, sender: NodeId, change: (link: Link) => Link): Scenario {
  return { ...scenario, links: scenario.links.map((link) => (link.from === sender ? change(link) : link)) };
}

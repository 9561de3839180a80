/** Edits of the shares with which a node sends elements along its links. */
import { type LinkEnds, sameEnds } from '../../../core/scenario/edit-links.ts';
import { linkShares } from '../../../core/scenario/graph.ts';
import type { Link, NodeId, Scenario } from '../../../core/scenario/scenario.ts';

/**
 * Gives one link its share. Where the others are alike, as a single one is, and the sum was 1, they share what remains,
 * so that it still is; otherwise they stay.
 */
export function setShare(scenario: Scenario, ends: LinkEnds, probability: number): Scenario {
  const siblings = linksFrom(scenario, ends.from);
  const rest = restOfShares(siblings, linkShares('probabilistic', siblings), ends, probability);
  return changeLinks(scenario, ends.from, (link) => {
    if (sameEnds(link, ends)) return { ...link, probability };
    return rest === undefined ? link : { ...link, probability: rest };
  });
}

/** What is left for each of the other links; undefined where they stay as they are. */
export function restOfShares(
  links: readonly Link[],
  shares: readonly number[],
  ends: LinkEnds,
  share: number,
): number | undefined {
  const [first = 0, ...others] = shares.filter((_, index) => !sameEnds(links[index]!, ends));
  const sum = shares.reduce((total, each) => total + each, 0);
  const isShared = Math.abs(sum - 1) < 1e-9 && others.every((each) => Math.abs(each - first) < 1e-9);
  return isShared ? (1 - share) / (others.length + 1) : undefined;
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

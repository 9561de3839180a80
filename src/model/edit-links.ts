/**
 * Edits of a scenario's links. Where a sender's links have written probabilities, they keep their proportions and
 * their sum stays 1 when a link comes or goes.
 */
import { err, ok, type Result } from '../base/result.ts';
import type { Link, NodeId, Scenario, ScenarioNode } from './scenario.ts';

export type LinkEnds = Pick<Link, 'from' | 'to'>;
export type LinkPatch = Partial<Omit<Link, 'from' | 'to'>>;

export const sameEnds = (a: LinkEnds, b: LinkEnds): boolean => a.from === b.from && a.to === b.to;

/** Why `from` cannot be joined to `to`, as a sentence; undefined when it can. */
export function connectRefusal(scenario: Scenario, from: NodeId, to: NodeId): string | undefined {
  const sender = scenario.nodes.find((node) => node.id === from);
  const receiver = scenario.nodes.find((node) => node.id === to);
  if (!sender) return `There is no node "${from}".`;
  if (!receiver) return `There is no node "${to}".`;
  if (sender.kind === 'sink') return 'A sink has no way out.';
  if (receiver.kind === 'source') return 'Nothing can flow into a source.';
  if (from === to && sender.kind === 'router') return 'A router cannot send to itself.';
  if (scenario.links.some((link) => link.from === from && link.to === to))
    return `${nameOf(sender)} is already linked to ${nameOf(receiver)}.`;
  return undefined;
}

/**
 * Adds a link, or says in a sentence why not. When the sender's other links have written probabilities, the new one
 * gets an equal share 1/n and the others make room in proportion.
 */
export function connect(scenario: Scenario, from: NodeId, to: NodeId): Result<Scenario, string> {
  const refusal = connectRefusal(scenario, from, to);
  if (refusal !== undefined) return err(refusal);
  const siblings = scenario.links.filter((link) => link.from === from);
  if (siblings.every((link) => link.probability === undefined))
    return ok({ ...scenario, links: [...scenario.links, { from, to }] });
  const share = 1 / (siblings.length + 1);
  const links = scenario.links.map((link) => (link.from === from ? scaled(link, 1 - share) : link));
  return ok({ ...scenario, links: [...links, { from, to, probability: share }] });
}

/** Removes links; the remaining written probabilities of each sender that lost one are scaled to sum 1. */
export function removeLinks(scenario: Scenario, gone: readonly LinkEnds[]): Scenario {
  const isGone = (link: LinkEnds) => gone.some((ends) => sameEnds(ends, link));
  const lost = scenario.links.filter(isGone);
  if (lost.length === 0) return scenario;
  const senders = new Set(lost.map((link) => link.from));
  const kept = scenario.links.filter((link) => !isGone(link));
  const shared = new Map([...senders].map((id) => [id, fillUp(kept.filter((link) => link.from === id))]));
  return { ...scenario, links: kept.map((link) => shared.get(link.from)?.get(link) ?? link) };
}

/** Changes one link; `probability: undefined` deletes it, so that shares are equal when none is written. */
export function updateLink(scenario: Scenario, ends: LinkEnds, patch: LinkPatch): Scenario {
  const links = scenario.links.map((link) => (sameEnds(link, ends) ? patched(link, patch) : link));
  return links.every((link, index) => link === scenario.links[index]) ? scenario : { ...scenario, links };
}

function patched(link: Link, patch: LinkPatch): Link {
  if (!Object.hasOwn(patch, 'probability') || patch.probability === link.probability) return link;
  return patch.probability === undefined ? unwritten(link) : { ...link, probability: patch.probability };
}

/** Written probabilities scaled to sum 1; equal shares (none written) when only zeros are left. */
function fillUp(links: readonly Link[]): ReadonlyMap<Link, Link> {
  const total = links.reduce((sum, link) => sum + (link.probability ?? 0), 0);
  return new Map(links.map((link) => [link, total > 0 ? scaled(link, 1 / total) : unwritten(link)]));
}

const scaled = (link: Link, factor: number): Link =>
  link.probability === undefined ? link : { ...link, probability: link.probability * factor };

function unwritten(link: Link): Link {
  const { probability, ...rest } = link;
  return probability === undefined ? link : rest;
}

const nameOf = (node: ScenarioNode): string => node.name ?? node.id;

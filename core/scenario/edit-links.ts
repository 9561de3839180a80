/**
 * Edits of a scenario's links. Where a sender's links have written probabilities, they keep their proportions and
 * their sum stays 1 when a link comes or goes; so do those of single classes when a link goes.
 */
import { err, ok, type Result } from '../base/result.ts';
import { nameOf } from './defaults.ts';
import { takesNoTime } from './graph.ts';
import { patched } from './patch.ts';
import type { ClassId, Link, NodeId, Scenario } from './scenario.ts';

export type LinkEnds = Pick<Link, 'from' | 'to'>;
export type LinkPatch = Partial<Omit<Link, 'from' | 'to'>>;

export const sameEnds = (a: LinkEnds, b: LinkEnds): boolean => a.from === b.from && a.to === b.to;

/** Why `from` cannot be joined to `to`, as a sentence; undefined when it can. */
export function connectRefusal(scenario: Scenario, from: NodeId, to: NodeId): string | undefined {
  const sender = scenario.nodes.find((node) => node.id === from);
  const receiver = scenario.nodes.find((node) => node.id === to);
  if (!sender) return `There is no node "${from}".`;
  if (!receiver) return `There is no node "${to}".`;
  if (sender.kind === 'sink') return 'A sink has no way out. Start the link at a source, a stage or a delay.';
  if (receiver.kind === 'source')
    return 'Nothing can flow into a source. End the link at a stage, a delay or a sink.';
  if (from === to && takesNoTime(sender)) return `A ${sender.kind} cannot send to itself.`;
  if (scenario.links.some((link) => link.from === from && link.to === to))
    return `${nameOf(sender)} is already linked to ${nameOf(receiver)}.`;
  return undefined;
}

/**
 * Adds a link, or says in a sentence why not. When the sender's other links have written probabilities, the new one
 * gets an equal share 1/n and the others make room in proportion. Classes that those links name do not take the new one.
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

/** Removes links; the remaining written probabilities of each sender that lost one are scaled to sum 1, class by class. */
export function removeLinks(scenario: Scenario, gone: readonly LinkEnds[]): Scenario {
  const isGone = (link: LinkEnds) => gone.some((ends) => sameEnds(ends, link));
  const lost = scenario.links.filter(isGone);
  if (lost.length === 0) return scenario;
  const senders = new Set(lost.map((link) => link.from));
  const kept = scenario.links.filter((link) => !isGone(link));
  const shared = new Map([...senders].map((id) => [id, fillUp(kept.filter((link) => link.from === id))]));
  return { ...scenario, links: kept.map((link) => shared.get(link.from)?.get(link) ?? link) };
}

/** Changes one link; `undefined` deletes a field, so that shares are equal when no probability is written. */
export function updateLink(scenario: Scenario, ends: LinkEnds, patch: LinkPatch): Scenario {
  const links = scenario.links.map((link) => (sameEnds(link, ends) ? patched(link, patch) : link));
  return links.every((link, index) => link === scenario.links[index]) ? scenario : { ...scenario, links };
}

/** Written shares scaled to sum 1; equal shares (none written) when only zeros are left. */
function fillUp(links: readonly Link[]): ReadonlyMap<Link, Link> {
  const named = new Set(links.flatMap(({ byClass }) => Object.keys(byClass ?? {})));
  const factors = new Map([...named].map((id) => [id, factorToOne(links.map((link) => link.byClass?.[id]))]));
  const factor = factorToOne(links.map((link) => link.probability));
  return new Map(
    links.map((link) => [
      link,
      classesScaled(factor === undefined ? unwritten(link) : scaled(link, factor), factors),
    ]),
  );
}

/** Undefined when there is nothing to scale. */
function factorToOne(shares: readonly (number | undefined)[]): number | undefined {
  const total = shares.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  return total > 0 ? 1 / total : undefined;
}

const scaled = (link: Link, factor: number): Link =>
  link.probability === undefined ? link : { ...link, probability: link.probability * factor };

const unwritten = (link: Link): Link => patched(link, { probability: undefined });

/** A class with nothing but zeros left goes the way of all others. */
function classesScaled(link: Link, factors: ReadonlyMap<ClassId, number | undefined>): Link {
  if (!link.byClass) return link;
  const shares = Object.entries(link.byClass).flatMap(([id, share]) => {
    const factor = factors.get(id);
    return factor === undefined ? [] : [[id, share * factor] as const];
  });
  return patched(link, { byClass: shares.length > 0 ? Object.fromEntries(shares) : undefined });
}

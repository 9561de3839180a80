/** Why a closed or mixed network has no product form: one sentence for each node that stands against it. */

import { distributionMean, isPoisson } from '../../../core/distributions/distribution-moments.ts';
import { routingRule } from '../../../core/scenario/graph.ts';
import type { DelayNode, ScenarioNode, SharedResource, StageNode } from '../../../core/scenario/scenario.ts';
import { nameOf, resourceName } from '../verdict-words.ts';

export interface Objection {
  readonly node: StageNode | DelayNode;
  /** That leave it. */
  readonly links: number;
  /** Distributions of service of those that come, open and closed. */
  readonly distributions: readonly StageNode['service'][];
  /** Of the same classes. */
  readonly priorities: readonly number[];
  readonly population: number;
  readonly open: boolean;
  readonly resources: readonly SharedResource[];
}

/** What stands against it where jobs leave the node, at a station or not. */
export function splitting(node: ScenarioNode, links: number): string | undefined {
  const rule = routingRule(node);
  const isOrdered = links > 1 && (rule === 'roundRobin' || rule === 'joinShortestQueue');
  return isOrdered ? `${nameOf(node)} does not split at random` : undefined;
}

/**
 * What stands against a product form (Baskett, Chandy, Muntz & Palacios 1975) at this station. Shared servers have one, one or
 * several, whatever the distributions of service (symmetric queues: Kelly 1979, Reversibility and Stochastic Networks, section 3.3).
 */
export function objection({
  node,
  links,
  distributions,
  priorities,
  population,
  open,
  resources,
}: Objection): string | undefined {
  const split = splitting(node, links);
  if (split !== undefined) return split;
  if (node.kind === 'delay') return undefined;
  const { capacity, discipline, resource } = node;
  const id = nameOf(node);
  if (capacity !== undefined && (open || capacity < population)) return `${id} can be full`;
  if (resource !== undefined) return `${id} waits for ${resourceName(resource, resources)}`;
  if (discipline === 'PS') return undefined;
  // Nobody ever waits, which is as good as a delay.
  if (!open && population <= (node.serverCount ?? 1) && node.bulk === undefined) return undefined;
  if (discipline === 'priority' && new Set(priorities).size > 1)
    return `${id} serves some classes before others`;
  if (!distributions.every(isPoisson))
    return `${id} serves first come, first served with times that are not exponential`;
  const means = distributions.map(distributionMean);
  const alike = means.every((mean) => Math.abs(mean - means[0]!) <= 1e-12 * mean);
  return alike ? undefined : `${id} serves classes first come, first served at different rates`;
}

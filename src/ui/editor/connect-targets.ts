/** Where links out of a node lead or could lead: the choices of the link dialog. */
import { connectRefusal } from '../../../core/scenario/edit-links.ts';
import { flowOrder } from '../../../core/scenario/graph.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import { nameOfId } from './figure-text.ts';

export interface ConnectTarget {
  readonly id: NodeId;
  readonly name: string;
  /** Choosing it selects the link instead of making one. */
  readonly linked: boolean;
}

/** Possible targets in flow order, those behind the node first; `filter` is part of a name or id. */
export function connectTargets(scenario: Scenario, from: NodeId, filter = ''): readonly ConnectTarget[] {
  const order = flowOrder(scenario);
  const here = order.indexOf(from);
  const wanted = filter.trim().toLowerCase();
  const linked = new Set(scenario.links.filter((link) => link.from === from).map((link) => link.to));
  return [...order.slice(here + 1), ...order.slice(0, here + 1)]
    .filter((id) => linked.has(id) || connectRefusal(scenario, from, id) === undefined)
    .map((id) => ({ id, name: nameOfId(scenario, id), linked: linked.has(id) }))
    .filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(wanted));
}

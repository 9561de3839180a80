/** Faults of cycles: flows that grow without end, loops that take no time, rings that can lock. */
import { cyclicParts, type Successors, shortestCycle } from './cycles.ts';
import type { Fault } from './fault.ts';
import { findUnbalanced } from './gain.ts';
import { type Graph, reachableFrom, routingRule } from './graph.ts';
import type { NodeId, Scenario, ScenarioNode } from './scenario.ts';

export function flowFaults(scenario: Scenario, graph: Graph): readonly Fault[] {
  const everywhere = successors(scenario, () => true);
  const parts = cyclicParts(everywhere);
  if (parts.length === 0) return [];
  return [
    ...parts.flatMap((part) => unbalancedFault(graph, part, everywhere)),
    ...timelessFaults(scenario),
    ...deadlockFaults(scenario),
  ];
}

/** Links between the nodes that `keep` keeps. */
function successors({ nodes, links }: Scenario, keep: (node: ScenarioNode) => boolean): Successors {
  const next = new Map<NodeId, NodeId[]>(nodes.filter(keep).map(({ id }) => [id, []]));
  for (const { from, to } of links) {
    if (next.has(to)) next.get(from)?.push(to);
  }
  return next;
}

function unbalancedFault(graph: Graph, part: ReadonlySet<NodeId>, next: Successors): readonly Fault[] {
  // Where no sink can be reached that is the fault, and it is told already.
  if (!hasExit(graph, part)) return [];
  const found = findUnbalanced(graph, part);
  if (!found) return [];
  const { node, gain } = found;
  const isGuess = [...part].some((id) => routingRule(graph.nodes.get(id)!) === 'joinShortestQueue');
  const cycle = arrows(shortestCycle(next, node, part));
  const message = `The rates cannot balance: ${returnsText(node, gain)} (${cycle}), and the flow grows without end.`;
  return [{ severity: isGuess ? 'warning' : 'error', code: 'rates-cannot-balance', node, message }];
}

function returnsText(node: NodeId, gain: number | undefined): string {
  if (gain === undefined) return `no less comes back to "${node}" than leaves it`;
  const returns = Number(gain.toPrecision(3));
  return `for each element that leaves "${node}", ${returns} come${returns === 1 ? 's' : ''} back`;
}

function hasExit(graph: Graph, part: ReadonlySet<NodeId>): boolean {
  const reached = reachableFrom(graph, part);
  return [...reached].some((id) => !part.has(id));
}

function timelessFaults(scenario: Scenario): readonly Fault[] {
  const next = successors(scenario, ({ kind }) => kind === 'router');
  // A router's link to itself is told with the router.
  const rings = cyclicParts(next).filter((part) => part.size > 1);
  return rings.map((part) => {
    const [node] = part;
    const cycle = arrows(shortestCycle(next, node!, part));
    const message = `Routers pass elements around without any stage between them (${cycle}); this takes no time and has no order.`;
    return { severity: 'error', code: 'zero-time-cycle', node: node!, message };
  });
}

/** A ring in which every stage is finite and makes its senders wait may fill up and lock. */
function deadlockFaults(scenario: Scenario): readonly Fault[] {
  const stages = new Set(scenario.nodes.filter(({ kind }) => kind === 'stage').map(({ id }) => id));
  const next = successors(scenario, holdsBack);
  return cyclicParts(next).flatMap((part) => {
    const node = [...part].find((id) => stages.has(id));
    if (node === undefined) return [];
    const cycle = arrows(shortestCycle(next, node, part));
    const message = `These stages can lock for ever, each waiting for room in the next: ${cycle}.`;
    return [{ severity: 'warning', code: 'deadlock-possible', node, message } as const];
  });
}

const holdsBack = (node: ScenarioNode): boolean =>
  node.kind === 'router' ||
  (node.kind === 'stage' && node.capacity !== undefined && node.whenFull !== 'drop');

/** `"a" → "b" → "a"`, long cycles cut in the middle. */
function arrows(cycle: readonly NodeId[]): string {
  const names = [...cycle, cycle[0]].map((id) => `"${id}"`);
  const shown = names.length <= 8 ? names : [...names.slice(0, 4), '…', ...names.slice(-3)];
  return shown.join(' → ');
}

/** Faults of cycles: flows that grow without end, loops that take no time. */
import type { ClassFlow } from './class-flows.ts';
import { DEFAULT_CLASS, isClosed } from './classes.ts';
import { arrows, cyclicParts, linksAsSuccessors, shortestCycle } from './cycles.ts';
import type { Fault } from './fault.ts';
import { errorAt } from './finding.ts';
import { findUnbalanced } from './gain.ts';
import { type Graph, reachableFrom, routingRule, takesNoTime } from './graph.ts';
import type { ClassId, NodeId } from './scenario.ts';

export function flowFaults(flows: readonly ClassFlow[]): readonly Fault[] {
  const open = flows.filter(({ jobClass }) => !isClosed(jobClass));
  return [
    ...open.flatMap((flow) => flow.cycles.flatMap((part) => unbalancedFault(flow, part))),
    ...timelessFaults(flows),
  ];
}

function unbalancedFault({ graph, jobClass }: ClassFlow, part: ReadonlySet<NodeId>): readonly Fault[] {
  // Where no sink can be reached that is the fault, and it is told already.
  if (!hasExit(graph, part)) return [];
  const found = findUnbalanced(graph, part, jobClass.id);
  if (!found) return [];
  const { node, gain } = found;
  const isGuess = [...part].some((id) => routingRule(graph.nodes.get(id)!) === 'joinShortestQueue');
  const cycle = arrows(shortestCycle(linksAsSuccessors(graph), node, part));
  const message = `The rates${ofClass(jobClass.id)} cannot balance: ${returnsText(node, gain)} (${cycle}), and the flow grows without end.`;
  return [{ severity: isGuess ? 'warning' : 'error', code: 'rates-cannot-balance', node, message }];
}

const ofClass = (id: ClassId): string => (id === DEFAULT_CLASS ? '' : ` of class "${id}"`);

function returnsText(node: NodeId, gain: number | undefined): string {
  if (gain === undefined) return `no less comes back to "${node}" than leaves it`;
  const returns = Number(gain.toPrecision(3));
  return `for each element that leaves "${node}", ${returns} come${returns === 1 ? 's' : ''} back`;
}

function hasExit(graph: Graph, part: ReadonlySet<NodeId>): boolean {
  const reached = reachableFrom(graph, part);
  return [...reached].some((id) => !part.has(id));
}

/** Rings that several classes go around are told once. */
function timelessFaults(flows: readonly ClassFlow[]): readonly Fault[] {
  const faults = flows.flatMap(({ graph, cycles }) => (cycles.length > 0 ? timelessRings(graph) : []));
  return faults.filter(({ message }, i) => faults.findIndex((other) => other.message === message) === i);
}

function timelessRings(graph: Graph): readonly Fault[] {
  const next = linksAsSuccessors(graph, takesNoTime);
  // The link of a router, fork or join to itself is told with it.
  const rings = cyclicParts(next).filter((part) => part.size > 1);
  return rings.map((part) => {
    const [node] = part;
    const cycle = arrows(shortestCycle(next, node!, part));
    const isOfRouters = [...part].every((id) => graph.nodes.get(id)!.kind === 'router');
    const who = isOfRouters ? 'Routers' : 'Routers, forks and joins';
    const message = `${who} pass elements around without any stage between them (${cycle}); this takes no time and has no order.`;
    return errorAt('zero-time-cycle', node!, message);
  });
}

/** Faults of how nodes are joined: what nothing reaches, what leads nowhere. */
import { capitalized } from '../base/plural.ts';
import { isDataflow } from '../rules/firing.ts';
import type { ClassFlow } from './class-flows.ts';
import { becomes } from './class-switch.ts';
import { isClosed } from './classes.ts';
import { cyclicParts } from './cycles.ts';
import { hasDataflow } from './dataflow-faults.ts';
import { nameOf } from './defaults.ts';
import type { Fault } from './fault.ts';
import { errorAt } from './finding.ts';
import type { Graph } from './graph.ts';
import type { ClassId, NodeId, Scenario, ScenarioNode } from './scenario.ts';

export function wiringFaults(
  scenario: Scenario,
  graph: Graph,
  flows: readonly ClassFlow[],
): readonly Fault[] {
  // Tokens of dataflow may be there from the start and stay.
  if (hasDataflow(scenario))
    return scenario.nodes.flatMap((node) => [
      ...linksAgainstTheFlow(node, graph),
      ...(node.kind === 'stage' && isDataflow(node) ? [] : deadEnd(node, graph)),
    ]);
  const trapped = new Set(cyclesWithoutExit(flows).flatMap((part) => part.map(({ at }) => at)));
  const reached = new Set(flows.flatMap((flow) => [...flow.reached]));
  return scenario.nodes.flatMap((node) => [
    ...linksAgainstTheFlow(node, graph),
    ...deadEnd(node, graph),
    ...(trapped.has(node.id) ? [noSinkReached(node)] : []),
    ...(reached.has(node.id) ? [] : [unreached(node)]),
  ]);
}

export interface AtNode {
  readonly at: NodeId;
  readonly jobClass: ClassId;
}

/** Cycles of open classes that nothing leads out of. What leads to a dead end is fine itself, the dead end is reported; so is what leads into such a cycle. */
export function cyclesWithoutExit(flows: readonly ClassFlow[]): readonly (readonly AtNode[])[] {
  const open = flows.filter(({ jobClass }) => !isClosed(jobClass));
  return open.some(({ switched }) => switched) ? trappedPairs(open) : open.flatMap(trappedParts);
}

function trappedParts({ graph, cycles, jobClass }: ClassFlow): readonly (readonly AtNode[])[] {
  const keeps = (part: ReadonlySet<NodeId>): boolean =>
    [...part].every(
      (id) => graph.nodes.get(id)!.kind !== 'sink' && graph.outgoing.get(id)!.every(({ to }) => part.has(to)),
    );
  return cycles.filter(keeps).map((part) => [...part].map((at) => ({ at, jobClass: jobClass.id })));
}

/** Nodes that jobs never get out of where classes switch: a job may find out as another class, so that pairs of a class and a node are looked at. */
function trappedPairs(flows: readonly ClassFlow[]): readonly (readonly AtNode[])[] {
  const next = new Map<string, readonly string[]>();
  const pair = (id: NodeId, of: ClassId, side: 'comes' | 'leaves') => JSON.stringify([id, of, side]);
  for (const { jobClass, graph } of flows)
    for (const [id, node] of graph.nodes) {
      const comes = pair(id, jobClass.id, 'comes');
      const leaves = pair(id, jobClass.id, 'leaves');
      const turns = becomes(node, jobClass.id) ?? new Map([[jobClass.id, 1]]);
      const links = graph.outgoing.get(id)!;
      next.set(
        comes,
        [...turns.keys()].map((to) => pair(id, to, 'leaves')),
      );
      next.set(
        leaves,
        links.map(({ to }) => pair(to, jobClass.id, 'comes')),
      );
    }
  const known = new Map([...next].map(([at, to]) => [at, to.filter((each) => next.has(each))] as const));
  const staysIn = (part: ReadonlySet<string>) =>
    [...part].every((at) => known.get(at)!.every((to) => part.has(to)));
  return cyclicParts(known)
    .filter(staysIn)
    .map((part) =>
      [...part].map((key) => {
        const [at, jobClass] = JSON.parse(key);
        return { at, jobClass };
      }),
    );
}

function linksAgainstTheFlow(node: ScenarioNode, graph: Graph): readonly Fault[] {
  const { id, kind } = node;
  const named = (other: NodeId): string => `"${nameOf(graph.nodes.get(other)!)}"`;
  const faults: Fault[] = [];
  if (kind === 'source' && graph.incoming.get(id)!.length > 0) {
    const senders = graph.incoming.get(id)!.map(({ from }) => named(from));
    faults.push(
      errorAt('into-source', id, `A link from ${senders.join(', ')} leads into source ${named(id)}.`),
    );
  }
  if (kind === 'sink' && graph.outgoing.get(id)!.length > 0) {
    const receivers = graph.outgoing.get(id)!.map(({ to }) => named(to));
    faults.push(
      errorAt('out-of-sink', id, `A link to ${receivers.join(', ')} leads out of sink ${named(id)}.`),
    );
  }
  if (
    (kind === 'router' || kind === 'fork' || kind === 'join') &&
    graph.outgoing.get(id)!.some(({ to }) => to === id)
  ) {
    faults.push(
      errorAt(`${kind}-self-loop`, id, `${capitalized(kind)} ${named(id)} sends elements to itself.`),
    );
  }
  return faults;
}

function deadEnd(node: ScenarioNode, graph: Graph): readonly Fault[] {
  const { id, kind } = node;
  if (kind === 'sink' || graph.outgoing.get(id)!.length > 0) return [];
  return [errorAt('no-way-out', id, `${capitalized(kind)} "${nameOf(node)}" has no outgoing link.`)];
}

export const NO_SINK_REACHED = 'no-sink-reached';
export const UNREACHED = 'unreached';

/** The rest of the drawing may have an answer. */
const noSinkReached = (node: ScenarioNode): Fault =>
  warned(
    NO_SINK_REACHED,
    node,
    `From ${node.kind} "${nameOf(node)}" no sink can be reached: its cycle has no exit.`,
  );

const unreached = (node: ScenarioNode): Fault =>
  warned(
    UNREACHED,
    node,
    `${capitalized(node.kind)} "${nameOf(node)}" is unreachable: no path leads to it from a source.`,
  );

const warned = (code: string, { id }: ScenarioNode, message: string): Fault => ({
  ...errorAt(code, id, message),
  severity: 'warning',
});

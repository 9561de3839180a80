/** Faults of closed classes: their jobs must be able to go around for ever, none lost and none added. */
import { losesWhenFull } from '../rules/when-full.ts';
import type { ClassFlow } from './class-flows.ts';
import { isClosed } from './classes.ts';
import { conversionFactorOf, nameOf, passProbabilityOf } from './defaults.ts';
import type { Fault } from './fault.ts';
import { errorAt } from './finding.ts';
import { idsOf, openAfter } from './fork-regions.ts';
import { reachableFrom, routingRule } from './graph.ts';
import type { NodeId, ScenarioNode, StageNode } from './scenario.ts';
import { placesOfFlows } from './starting-places.ts';

export function closedFaults(flows: readonly ClassFlow[]): readonly Fault[] {
  const closed = flows.filter(({ jobClass }) => isClosed(jobClass));
  return [...crowdedClasses(closed), ...closed.flatMap(faultsOfClass)];
}

export const CLOSED_NO_ROOM = 'closed-no-room';

/** All jobs are somewhere at time 0, so there must be places for them. */
function crowdedClasses(flows: readonly ClassFlow[]): readonly Fault[] {
  const places = placesOfFlows(flows);
  return flows.flatMap(({ jobClass, starts }) => {
    const population = jobClass.closed?.population ?? 0;
    const placed = (places.get(jobClass.id) ?? []).reduce((sum, { count }) => sum + count, 0);
    if (placed >= population) return [];
    const message = `Class "${jobClass.id}" is closed: of its ${population} jobs ${population - placed} find no free slot in the stages that they visit; enlarge a capacity, or use fewer jobs.`;
    return [errorAt(CLOSED_NO_ROOM, starts[0]!, message)];
  });
}

function faultsOfClass(flow: ClassFlow): readonly Fault[] {
  const { jobClass, graph } = flow;
  const found = (code: string, node: NodeId, text: string) =>
    errorAt(code, node, `Class "${jobClass.id}" is closed: ${text}`);
  return [
    ...[...graph.nodes.values()].flatMap((node) =>
      leaks(node, flow).map(({ code, text }) => found(code, node.id, text)),
    ),
    ...splitForGood(flow).map((id) =>
      found(
        'closed-forked',
        id,
        `tasks of fork "${id}" come back to its start without a join, so that its jobs multiply.`,
      ),
    ),
    ...noReturn(flow).map((id) =>
      found(
        'closed-no-return',
        id,
        `its jobs cannot come back from "${id}" to its start "${flow.starts[0]}".`,
      ),
    ),
  ];
}

interface Leak {
  readonly code: string;
  readonly text: string;
}

function leaks(node: ScenarioNode, { jobClass, graph }: ClassFlow): readonly Leak[] {
  const { id, kind } = node;
  if (kind === 'sink')
    return [{ code: 'closed-reaches-sink', text: `its jobs must not leave through sink "${id}".` }];
  if (kind === 'source')
    return [{ code: 'closed-reaches-source', text: `its jobs must not come to source "${id}".` }];
  const found: Leak[] = kind === 'stage' ? stageLeaks(node, jobClass.id) : [];
  if (routingRule(node) === 'broadcast' && kind !== 'fork' && graph.outgoing.get(id)!.length > 1) {
    found.push({
      code: 'closed-copied',
      text: `${kind} "${id}" sends copies along its links, so that its jobs multiply.`,
    });
  }
  return found;
}

function stageLeaks(stage: StageNode, jobClass: string): Leak[] {
  const found: Leak[] = [];
  const where = `stage "${nameOf(stage)}"`;
  if (passProbabilityOf(stage, jobClass) < 1) {
    found.push({
      code: 'closed-filtered',
      text: `${where} filters some of its jobs out; their pass probability must be 1.`,
    });
  }
  if (conversionFactorOf(stage, jobClass) !== 1) {
    found.push({
      code: 'closed-converted',
      text: `${where} changes the number of its jobs; their expansion factor must be 1.`,
    });
  }
  if (losesWhenFull(stage)) {
    found.push({
      code: 'closed-dropped',
      text: `${where} drops its jobs when it is full; it must make them wait.`,
    });
  }
  return found;
}

/** Forks whose tasks come to the start while the fork is still open. */
const splitForGood = ({ graph, starts }: ClassFlow): readonly NodeId[] =>
  idsOf(graph, 'fork').filter((fork) => openAfter(graph, fork).has(starts[0]!));

/** Nodes on a cycle without the start, or a switch to another class. Sinks, sources and dead ends have faults of their own, and so has what is trapped, not what leads there. */
function noReturn({ graph, starts, cycles, switched }: ClassFlow): readonly NodeId[] {
  const ends = [...graph.nodes.values()].filter(
    ({ id, kind }) =>
      kind === 'sink' || kind === 'source' || graph.outgoing.get(id)!.length === 0 || switched?.has(id),
  );
  const returning = reachableFrom(graph, [...starts, ...ends.map(({ id }) => id)], true);
  return cycles.flatMap((part) => [...part]).filter((id) => !returning.has(id));
}

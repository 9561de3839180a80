/**
 * The closed classes of a scenario as the algorithms take them: visits from the routing, mean services, what open
 * classes leave of the servers; and what stands against a product form.
 *
 * Open classes take rho_o of a server, so that closed jobs are served 1 / (1 - rho_o) times as slowly (exact for one
 * server: Bolch, Greiner, de Meer & Trivedi 2006, section 8.2.3; an approximation for several).
 * Refuses: what these algorithms have no words for, by name.
 */

import { classesOf, isClosed } from '../../../src/model/classes.ts';
import { graphOf, routingRule } from '../../../src/model/graph.ts';
import { isPoisson, lawMean, lawScv } from '../../../src/model/law-moments.ts';
import type {
  DelayNode,
  JobClass,
  NodeId,
  Scenario,
  ScenarioNode,
  SharedResource,
  StageNode,
} from '../../../src/model/scenario.ts';
import type { NoAnswer } from '../../contract/measures.ts';
import type { Flows } from '../flow-balance.ts';
import { type FlowNetwork, largestBatch } from '../flow-network.ts';
import { nameOf, resourceName } from '../verdict-words.ts';
import { type ClassFacts, classFacts } from './class-facts.ts';
import type { ClosedModel, ClosedStation } from './closed-model.ts';
import { type Gain, solveTraffic } from './traffic-equations.ts';

export type ClosedClass = JobClass & Required<Pick<JobClass, 'closed'>>;
type Station = StageNode | DelayNode;

export interface ClosedNetwork {
  readonly classes: readonly ClosedClass[];
  /** The nodes that the stations of `model` are. */
  readonly nodes: readonly Station[];
  readonly model: ClosedModel;
  /** By station: load per server of the open classes. */
  readonly openLoad: readonly number[];
  /** All links, with the jobs of each class that take them in one round. */
  readonly links: readonly {
    readonly from: NodeId;
    readonly to: NodeId;
    readonly perRound: readonly number[];
  }[];
  /** Why there is no product form: one sentence each; none when there is. */
  readonly against: readonly { readonly stage: NodeId; readonly message: string }[];
}

export const closedClasses = (scenario: Scenario): readonly ClosedClass[] =>
  classesOf(scenario).filter(isClosed);

export function closedNetwork(scenario: Scenario, open: FlowNetwork, flows: Flows): ClosedNetwork | NoAnswer {
  const classes = closedClasses(scenario);
  const graph = graphOf(scenario);
  const order = open.nodes.map(({ node }) => node.id);
  const facts = classes.map((jobClass) =>
    classFacts({ scenario, graph, order, indexOf: open.indexOf, jobClass }),
  );
  const visits: Float64Array[] = [];
  for (const [r, jobClass] of classes.entries()) {
    const found = visitRatios(jobClass, facts[r]!, open);
    if ('kind' in found) return found;
    visits.push(found);
  }
  const indices = order.flatMap((_, i) =>
    visits.some((v) => v[i]! > 0) && facts[0]![i]!.service ? [i] : [],
  );
  const nodes = indices.map((i) => graph.nodes.get(order[i]!) as Station);
  const openLoad = indices.map((i) => flows.offered[i]! / open.nodes[i]!.serverLimit);
  const atRouters = order.flatMap((_, i) => {
    const { node } = open.nodes[i]!;
    const comes = node.kind === 'router' && visits.some((v) => v[i]! > 0);
    const message = comes ? splitting(node, facts[0]![i]!.links.length) : undefined;
    return message === undefined ? [] : [{ stage: node.id, message }];
  });
  const atStations = nodes.flatMap((node, k) => {
    const i = indices[k]!;
    const comes = classes.filter((_, r) => visits[r]![i]! > 0);
    const laws = comes.map((jobClass) => facts[classes.indexOf(jobClass)]![i]!.service!);
    const openLaw = flows.offered[i]! > 0 ? [(open.nodes[i]!.node as Station).service] : [];
    const population = comes.reduce((sum, { closed }) => sum + closed.population, 0);
    const message = objection({
      node,
      links: facts[0]![i]!.links.length,
      laws: [...laws, ...openLaw],
      comes,
      population,
      open: openLaw.length > 0,
      resources: open.resources,
    });
    return message === undefined ? [] : [{ stage: node.id, message }];
  });
  const against = [...atStations, ...atRouters];
  const stations = indices.map((i, k): ClosedStation => {
    const node = nodes[k]!;
    const idle = 1 - openLoad[k]!;
    const law = (r: number) => facts[r]![i]!.service!;
    const isInOrder =
      node.kind === 'stage' && node.discipline !== 'PS' && against.some(({ stage }) => stage === node.id);
    return {
      visits: visits.map((v) => v[i]!),
      times: classes.map((_, r) => lawMean(law(r)) / idle),
      servers: node.kind === 'delay' ? Number.POSITIVE_INFINITY : (node.serverCount ?? 1),
      ...(isInOrder && { scv: classes.map((_, r) => Math.min(1e3, lawScv(law(r)))) }),
    };
  });
  const populations = classes.map(({ closed }) => closed.population);
  const links = order.flatMap((from, i) =>
    facts[0]![i]!.links.map(({ to }, k) => ({
      from,
      to: order[to]!,
      perRound: classes.map((_, r) => visits[r]![i]! * facts[r]![i]!.pass * facts[r]![i]!.links[k]!.share),
    })),
  );
  return { classes, nodes, model: { populations, stations }, openLoad, links, against };
}

/** Visits to each node in one round, from one visit to the start to the next. */
function visitRatios(
  jobClass: ClosedClass,
  facts: ClassFacts,
  { nodes, indexOf }: FlowNetwork,
): Float64Array | NoAnswer {
  const { start } = jobClass.closed;
  const name = nameOf(jobClass);
  const home = indexOf.get(start);
  if (home === undefined || !facts[home]!.service)
    return unsupported(`Class ${name} starts at no stage or delay.`);
  // Before anything is counted: tasks of one job would be counted as jobs.
  for (const i of reachedFrom(home, facts)) {
    const { node } = nodes[i]!;
    const reason = noWordsFor(node, facts[i]!);
    if (reason)
      return unsupported(
        `Class ${name} is closed and comes to ${nameOf(node)}, ${reason}; simulate instead.`,
        node.id,
      );
  }
  const links = facts.map(({ links: next, pass }) =>
    next.map(({ to, share }): Gain => ({ to, gain: to === home ? 0 : pass * share * facts[to]!.conversion })),
  );
  const external = new Float64Array(facts.length);
  external[home] = 1;
  const visits = solveTraffic({ links, external });
  const lost = `Jobs of class ${name} do not all come back to ${nameOf(nodes[home]!.node)}`;
  if (!visits) return unsupported(`${lost}: they go round elsewhere for ever.`);
  const back = facts.reduce((sum, { links: next, pass }, i) => {
    const share = next.reduce((part, link) => part + (link.to === home ? link.share : 0), 0);
    return sum + visits[i]! * pass * share * facts[home]!.conversion;
  }, 0);
  if (Math.abs(back - 1) > 1e-6)
    return unsupported(`${lost}: of each, ${Number(back.toPrecision(3))} return.`);
  return visits;
}

/** Nodes that jobs come to, in the order in which they come there first. */
function reachedFrom(home: number, facts: ClassFacts): Iterable<number> {
  const reached = new Set([home]);
  for (const from of reached) for (const { to, share } of facts[from]!.links) if (share > 0) reached.add(to);
  return reached;
}

function noWordsFor(node: ScenarioNode, { conversion, links }: ClassFacts[number]): string | undefined {
  if (node.kind === 'fork' || node.kind === 'join') return `which ${node.kind}s its jobs`;
  if (links.length > 1 && routingRule(node) === 'broadcast') return 'which copies its jobs';
  if (node.kind !== 'stage') return undefined;
  if (largestBatch(node.bulk) > 1) return 'which serves in bulk';
  return conversion === 1 ? undefined : 'which makes other numbers of them';
}

const unsupported = (message: string, stage?: NodeId): NoAnswer => ({
  kind: 'noAnswer',
  reason: 'unsupported',
  ...(stage !== undefined && { stage }),
  message,
});

interface Objection {
  readonly node: Station;
  /** That leave it. */
  readonly links: number;
  /** Laws of service of those that come, open and closed. */
  readonly laws: readonly StageNode['service'][];
  readonly comes: readonly ClosedClass[];
  readonly population: number;
  readonly open: boolean;
  readonly resources: readonly SharedResource[];
}

function splitting(node: ScenarioNode, links: number): string | undefined {
  const rule = routingRule(node);
  const isOrdered = links > 1 && (rule === 'roundRobin' || rule === 'joinShortestQueue');
  return isOrdered ? `${nameOf(node)} does not split at random` : undefined;
}

/** What stands against a product form (Baskett, Chandy, Muntz & Palacios 1975) at this station. */
function objection({ node, links, laws, comes, population, open, resources }: Objection): string | undefined {
  const split = splitting(node, links);
  if (split !== undefined) return split;
  if (node.kind === 'delay') return undefined;
  const { capacity, serverCount = 1, discipline, resource } = node;
  const id = nameOf(node);
  if (capacity !== undefined && (open || capacity < population)) return `${id} can be full`;
  if (resource !== undefined) return `${id} waits for ${resourceName(resource, resources)}`;
  if (open && serverCount > 1) return `${id} serves open and closed classes with several servers`;
  if (discipline === 'PS')
    return serverCount > 1 && !laws.every(isPoisson) ? `${id} shares several servers` : undefined;
  const priorities = new Set(comes.map(({ priority = 0 }) => priority));
  if (discipline === 'priority' && (priorities.size > 1 || open))
    return `${id} serves some classes before others`;
  if (!laws.every(isPoisson))
    return `${id} serves first come, first served with times that are not exponential`;
  const means = laws.map(lawMean);
  const alike = means.every((mean) => Math.abs(mean - means[0]!) <= 1e-12 * mean);
  return alike ? undefined : `${id} serves classes first come, first served at different rates`;
}

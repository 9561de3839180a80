/**
 * The closed classes of a scenario as the algorithms take them: visits from the routing, mean services, what open
 * classes leave of the servers; and what stands against a product form.
 *
 * Open classes take rho_o of every server, so that closed jobs are served 1 / (1 - rho_o) times as slowly: all there is to
 * one server (Bolch, Greiner, de Meer & Trivedi 2006, section 8.2.3); for several see beside-open.ts.
 * Classes that switch into each other are a chain: one class for the algorithms, with the visits of all of them and the mean
 * service of a visit; what it holds at a station is shared out afterwards (class-chains.ts).
 * Refuses: what these algorithms have no words for, by name.
 */

import { distributionMean, distributionScv, isPoisson } from '../../../core/distributions/index.ts';
import { type NoAnswer, noAnswer, type ProductFormObjection } from '../../../core/measures/refusals.ts';
import { largestBatch } from '../../../core/rules/bulk.ts';
import { servesByPriority, sharesServers } from '../../../core/rules/discipline.ts';
import { looksAtState, takesTurns } from '../../../core/rules/routing.ts';
import { speedAt } from '../../../core/rules/timing.ts';
import { classChains, switchesClasses } from '../../../core/scenario/class-switch.ts';
import { type ClosedClass, classesOf, closedClassesOf, serviceOf } from '../../../core/scenario/classes.ts';
import { nameOf, priorityOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import { graphOf, routingRule } from '../../../core/scenario/graph.ts';
import type {
  DelayNode,
  NodeId,
  Scenario,
  ScenarioNode,
  SharedResource,
  StageNode,
} from '../../../core/scenario/scenario.ts';
import type { ClassShare, FlowNetwork, Flows } from '../flow-network.ts';
import { resourceName } from '../verdict-words.ts';
import {
  type ClassFacts,
  classFacts,
  gainsOf,
  type NodeSwitch,
  switched,
  switchesOf,
} from './class-facts.ts';
import type { ClosedModel, ClosedStation } from './closed-model.ts';
import { type Gain, solveTraffic } from './traffic-equations.ts';

type Station = StageNode | DelayNode;

export interface ClosedNetwork {
  readonly classes: readonly ClosedClass[];
  /** The nodes that the stations of `model` are. */
  readonly nodes: readonly Station[];
  /** By class; `visits` of a chain are those in one round of it. */
  readonly model: ClosedModel;
  /** Classes by their places, those of one chain together. */
  readonly chains: readonly (readonly number[])[];
  /** By station: load per server of the open classes. */
  readonly openLoad: readonly number[];
  /** All links, with the jobs of each class that take them in one round. */
  readonly links: readonly {
    readonly from: NodeId;
    readonly to: NodeId;
    readonly perRound: readonly number[];
  }[];
  /** Why there is no product form, by the nodes that stand against it; none when there is. */
  readonly against: readonly { readonly stage: NodeId; readonly because: ProductFormObjection }[];
}

export function closedNetwork(scenario: Scenario, open: FlowNetwork, flows: Flows): ClosedNetwork | NoAnswer {
  const classes = closedClassesOf(scenario);
  const graph = graphOf(scenario);
  const order = open.nodes.map(({ node }) => node.id);
  const facts = classes.map((jobClass) =>
    classFacts({ scenario, graph, order, indexOf: open.indexOf, jobClass }),
  );
  const switches = switchesClasses(scenario)
    ? switchesOf(
        order.map((id) => graph.nodes.get(id)!),
        classes,
      )
    : undefined;
  const chains = chainsOf(scenario, classes);
  const visits: Float64Array[] = [];
  for (const chain of chains) {
    const [only] = chain;
    const found =
      chain.length === 1
        ? visitRatios(classes[only!]!, facts[only!]!, open)
        : chainVisits({ chain, classes, facts, switches, open });
    if ('kind' in found) return found;
    for (const [k, r] of chain.entries()) visits[r] = found[k]!;
  }
  const indices = order.flatMap((_, i) =>
    visits.some((v) => v[i]! > 0) && facts[0]![i]!.service ? [i] : [],
  );
  const nodes = indices.map((i) => graph.nodes.get(order[i]!) as Station);
  const openLoad = indices.map((i) => flows.offered[i]! / open.nodes[i]!.serverLimit);
  const atRouters = order.flatMap((_, i) => {
    const { node } = open.nodes[i]!;
    const comes = node.kind === 'router' && visits.some((v) => v[i]! > 0);
    const because = comes ? splitting(node, facts[0]![i]!.links.length) : undefined;
    return because ? [{ stage: node.id, because }] : [];
  });
  const atStations = nodes.flatMap((node, k) => {
    const i = indices[k]!;
    const comes = classes.filter((_, r) => visits[r]![i]! > 0);
    const distributions = comes.map((jobClass) => facts[classes.indexOf(jobClass)]![i]!.service!);
    const others = flows.offered[i]! > 0 ? openShares(open, i, node) : [];
    const population = populationOf(chains, classes, comes);
    const because = objection({
      node,
      links: facts[0]![i]!.links.length,
      distributions: [...distributions, ...others.map(({ service }) => service!)],
      priorities: [...comes, ...others].map(priorityOf),
      population,
      open: others.length > 0,
      resources: open.resources,
    });
    return because ? [{ stage: node.id, because }] : [];
  });
  const against = [...atStations, ...atRouters];
  const stations = indices.map((i, k): ClosedStation => {
    const node = nodes[k]!;
    const load = openLoad[k]!;
    const servers = node.kind === 'delay' ? Number.POSITIVE_INFINITY : serverCountOf(node);
    const distribution = (r: number) => facts[r]![i]!.service!;
    const isInOrder =
      node.kind === 'stage' && !sharesServers(node) && against.some(({ stage }) => stage === node.id);
    return {
      visits: visits.map((v) => v[i]!),
      times: classes.map((_, r) => distributionMean(distribution(r)) / (1 - load)),
      servers,
      ...(node.kind === 'stage' && node.speeds && { rates: workBySpeeds(node.speeds, servers) }),
      ...(load > 0 && { openWork: servers * load }),
      ...(isInOrder && { scv: classes.map((_, r) => Math.min(1e3, distributionScv(distribution(r)))) }),
    };
  });
  const populations = classes.map(({ closed }) => closed.population);
  const links = order.flatMap((from, i) => {
    const leaving = switched(
      switches?.[i],
      visits.map((v, r) => v[i]! * facts[r]![i]!.pass),
    );
    return facts[0]![i]!.links.map(({ to }, k) => ({
      from,
      to: order[to]!,
      perRound: leaving.map((count, r) => count * facts[r]![i]!.links[k]!.share),
    }));
  });
  return { classes, nodes, model: { populations, stations }, chains, openLoad, links, against };
}

/** alpha(k): the servers at work with k jobs there, each as fast as then. */
const workBySpeeds = (speeds: readonly number[], servers: number): readonly number[] =>
  Array.from(
    { length: Math.max(speeds.length, servers) },
    (_, k) => Math.min(k + 1, servers) * speedAt(speeds, k + 1),
  );

/** The open classes that come to a node. */
const openShares = (
  { nodes, classes }: FlowNetwork,
  i: number,
  node: Station,
): readonly Pick<ClassShare, 'id' | 'priority' | 'service'>[] =>
  nodes[i]!.mix ??
  classes.map((jobClass) => ({
    id: jobClass.id,
    priority: priorityOf(jobClass),
    service: serviceOf(node, jobClass.id),
  }));

/** The closed classes that switch into each other, by their places among the closed ones. */
function chainsOf(scenario: Scenario, classes: readonly ClosedClass[]): readonly (readonly number[])[] {
  const all = classesOf(scenario);
  return classChains(scenario).flatMap((chain) => {
    const own = chain.flatMap((k) => {
      const r = classes.findIndex(({ id }) => id === all[k]!.id);
      return r < 0 ? [] : [r];
    });
    return own.length > 0 ? [own] : [];
  });
}

/** Jobs of all chains of which some class comes. */
const populationOf = (
  chains: ClosedNetwork['chains'],
  classes: readonly ClosedClass[],
  comes: readonly ClosedClass[],
): number =>
  chains
    .filter((chain) => chain.some((r) => comes.includes(classes[r]!)))
    .flat()
    .reduce((sum, r) => sum + classes[r]!.closed.population, 0);

interface Chain {
  readonly chain: readonly number[];
  readonly classes: readonly ClosedClass[];
  readonly facts: readonly ClassFacts[];
  readonly switches: readonly (NodeSwitch | undefined)[] | undefined;
  readonly open: FlowNetwork;
}

/**
 * Visits of each class of a chain to each node in one round of the chain: from one visit to the start of a class, as that
 * class, to the next. Pairs of a class and a node are the states of a walk, whose one closed set jobs come to and do not leave.
 */
function chainVisits({ chain, classes, facts, switches, open }: Chain): readonly Float64Array[] | NoAnswer {
  const { nodes, indexOf } = open;
  const places = nodes.length;
  const links = gainsOf({ facts, switches });
  const starts = chain.map((r) => r * places + indexOf.get(classes[r]!.closed.start)!);
  const begun = starts.filter((_, k) => classes[chain[k]!]!.closed.population > 0);
  const reach = (from: Iterable<number>): ReadonlySet<number> => {
    const reached = new Set(from);
    for (const at of reached) for (const { to, gain } of links[at]!) if (gain > 0) reached.add(to);
    return reached;
  };
  const reached = reach(begun.length > 0 ? begun : starts);
  for (const at of reached) {
    const { node } = nodes[at % places]!;
    const jobClass = classes[Math.floor(at / places)]!;
    const because = noWordsFor(node, facts[Math.floor(at / places)]![at % places]!);
    if (because)
      return noAnswer('closedClassAt', { name: nameOf(jobClass), node: nameOf(node), because }, node.id);
  }
  const name = chain.map((r) => nameOf(classes[r]!)).join(', ');
  const isPlace = (at: number) => facts[Math.floor(at / places)]![at % places]!.service !== undefined;
  // From the smallest set that can be reached nothing is lost for good: any place in it will do to count rounds from.
  const sets = [...reached].filter(isPlace).map((at) => ({ at, set: reach([at]) }));
  const smallest = sets.reduce((best, each) => (each.set.size < best.set.size ? each : best));
  const lost = { name, home: nameOf(nodes[smallest.at % places]!.node) };
  if (sets.some(({ set }) => !set.has(smallest.at))) return noAnswer('closedClassLost', lost);
  const home = starts.find((at) => smallest.set.has(at)) ?? smallest.at;
  const cut = links.map((row) => row.map(({ to, gain }) => ({ to, gain: to === home ? 0 : gain })));
  const external = new Float64Array(links.length);
  external[home] = 1;
  const visits = solveTraffic({ links: cut, external });
  if (!visits) return noAnswer('closedClassLost', lost);
  const back = links.reduce(
    (sum, row, from) =>
      sum + visits[from]! * row.reduce((part, { to, gain }) => (to === home ? part + gain : part), 0),
    0,
  );
  if (Math.abs(back - 1) > 1e-6) return noAnswer('closedClassLost', { ...lost, returns: back });
  const rounds = starts.reduce((sum, at) => sum + visits[at]!, 0);
  return chain.map((r) =>
    visits.slice(r * places, (r + 1) * places).map((count) => count / (rounds > 0 ? rounds : 1)),
  );
}

/** Visits to each node in one round, from one visit to the start to the next. */
function visitRatios(
  jobClass: ClosedClass,
  facts: ClassFacts,
  { nodes, indexOf }: FlowNetwork,
): readonly [Float64Array] | NoAnswer {
  const { start } = jobClass.closed;
  const name = nameOf(jobClass);
  const home = indexOf.get(start);
  if (home === undefined || !facts[home]!.service) return noAnswer('classStartsNowhere', { name });
  // Before anything is counted: tasks of one job would be counted as jobs.
  for (const i of reachedFrom(home, facts)) {
    const { node } = nodes[i]!;
    const because = noWordsFor(node, facts[i]!);
    if (because) return noAnswer('closedClassAt', { name, node: nameOf(node), because }, node.id);
  }
  const links = facts.map(({ links: next, pass }) =>
    next.map(({ to, share }): Gain => ({ to, gain: to === home ? 0 : pass * share * facts[to]!.conversion })),
  );
  const external = new Float64Array(facts.length);
  external[home] = 1;
  const visits = solveTraffic({ links, external });
  const lost = { name, home: nameOf(nodes[home]!.node) };
  if (!visits) return noAnswer('closedClassLost', lost);
  const back = facts.reduce((sum, { links: next, pass }, i) => {
    const share = next.reduce((part, link) => part + (link.to === home ? link.share : 0), 0);
    return sum + visits[i]! * pass * share * facts[home]!.conversion;
  }, 0);
  if (Math.abs(back - 1) > 1e-6) return noAnswer('closedClassLost', { ...lost, returns: back });
  return [visits];
}

/** Nodes that jobs come to, in the order in which they come there first. */
function reachedFrom(home: number, facts: ClassFacts): Iterable<number> {
  const reached = new Set([home]);
  for (const from of reached) for (const { to, share } of facts[from]!.links) if (share > 0) reached.add(to);
  return reached;
}

/** What these algorithms do not know of a node. */
function noWordsFor(node: ScenarioNode, { conversion, links }: ClassFacts[number]) {
  if (node.kind === 'fork' || node.kind === 'join') return node.kind;
  if (links.length > 1 && routingRule(node) === 'broadcast') return 'broadcast';
  if (node.kind !== 'stage') return undefined;
  if (largestBatch(node.bulk) > 1) return 'bulk';
  return conversion === 1 ? undefined : 'conversion';
}

/** Why a closed or mixed network has no product form. */

interface Objection {
  readonly node: StageNode | DelayNode;
  /** That leave it. */
  readonly links: number;
  /** Distributions of service of those that come, open and closed. */
  readonly distributions: readonly StageNode['service'][];
  /** Priorities, in the order of the classes. */
  readonly priorities: readonly number[];
  readonly population: number;
  readonly open: boolean;
  readonly resources: readonly SharedResource[];
}

/** What stands against it where jobs leave the node, at a station or not. */
function splitting(node: ScenarioNode, links: number): ProductFormObjection | undefined {
  const rule = routingRule(node);
  const isOrdered = links > 1 && (takesTurns(rule) || looksAtState(rule));
  return isOrdered ? { code: 'ordered', name: nameOf(node) } : undefined;
}

/**
 * What stands against a product form (Baskett, Chandy, Muntz & Palacios 1975) at this station. Shared servers have one, one or
 * several, whatever the distributions of service (symmetric queues: Kelly 1979, Reversibility and Stochastic Networks, section 3.3).
 */
function objection({
  node,
  links,
  distributions,
  priorities,
  population,
  open,
  resources,
}: Objection): ProductFormObjection | undefined {
  const split = splitting(node, links);
  if (split !== undefined) return split;
  if (node.kind === 'delay') return undefined;
  const { capacity, resource } = node;
  const name = nameOf(node);
  if (capacity !== undefined && (open || capacity < population)) return { code: 'finite', name };
  if (resource !== undefined) return { code: 'resource', name, resource: resourceName(resource, resources) };
  if (sharesServers(node)) return undefined;
  // Nobody ever waits, which is as good as a delay.
  if (!open && population <= serverCountOf(node) && node.bulk === undefined) return undefined;
  if (servesByPriority(node) && new Set(priorities).size > 1) return { code: 'priority', name };
  if (!distributions.every(isPoisson)) return { code: 'notExponential', name };
  const means = distributions.map(distributionMean);
  const alike = means.every((mean) => Math.abs(mean - means[0]!) <= 1e-12 * mean);
  return alike ? undefined : { code: 'differentRates', name };
}

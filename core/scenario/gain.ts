/**
 * Do the rates of a network with cycles balance? With M[i][j] the elements that node j receives, in its own unit, for
 * each one served at node i, the traffic equations have a finite solution exactly when the spectral radius of M is
 * below 1. Nodes are folded away one by one (elimination without subtraction, as W. Grassmann, M. Taksar and D. Heyman
 * 1985 do for Markov chains): the radius is below 1 exactly when every node, once reached, returns fewer than 1
 * element to itself by way of the nodes folded before it. Where folding would fill M up, flow is first followed
 * around: bounds on its growth (L. Collatz 1942) settle all but the close cases.
 */
import { losesWhenFull } from '../rules/when-full.ts';
import { conversionFactorOf, passProbabilityOf } from './defaults.ts';
import { forkRegions } from './fork-regions.ts';
import { type Graph, linkShares, routingRule } from './graph.ts';
import type { ClassId, Link, NodeId, ScenarioNode } from './scenario.ts';

export interface UnbalancedCycle {
  readonly node: NodeId;
  /** Elements that come back to `node` for each one that leaves it, >= 1; absent where only that bound is known. */
  readonly gain?: number;
}

/** Gains this close to 1 are a rounded 1: 16 elements of which 1/16 return. */
const ROUNDING = 1e-9;
/** Folding a node with more ways through it would fill M up. */
const FEW_WAYS = 6;
/** Rounds of flow before folding goes on. */
const MAX_ROUNDS = 2000;

/** The first node of `members`, a strongly connected part of the class's graph, whose returns reach 1; undefined when rates balance. */
export function findUnbalanced(
  graph: Graph,
  members: ReadonlySet<NodeId>,
  jobClass: ClassId,
): UnbalancedCycle | undefined {
  const gains = gainsWithin(graph, members, jobClass);
  let isFollowed = false;
  while (gains.out.size > 0) {
    const { node, ways } = cheapest(gains);
    if (ways > FEW_WAYS && !isFollowed) {
      isFollowed = true;
      const isGrowing = followFlow(gains);
      if (isGrowing !== undefined) return isGrowing ? { node } : undefined;
    }
    const gain = gains.out.get(node)!.get(node) ?? 0;
    if (gain >= 1 - ROUNDING) return { node, gain };
    foldAway(gains, node, gain);
  }
  return undefined;
}

type Row = Map<NodeId, number>;

/** M by rows and by columns, zeros left out. */
interface Gains {
  readonly out: Map<NodeId, Row>;
  readonly into: Map<NodeId, Set<NodeId>>;
}

function gainsWithin(graph: Graph, members: ReadonlySet<NodeId>, jobClass: ClassId): Gains {
  const { joined } = forkRegions(graph);
  const gains: Gains = { out: new Map(), into: new Map() };
  for (const id of members) {
    gains.out.set(id, new Map());
    gains.into.set(id, new Set());
  }
  for (const id of members) {
    const sender = graph.nodes.get(id)!;
    // A finite stage that drops never passes on more than it can serve: no cycle grows through it.
    if (losesExcess(sender)) continue;
    const links = graph.outgoing.get(id)!;
    const shares =
      sender.kind === 'fork' ? taskWeights(links, joined) : linkShares(routingRule(sender), links, jobClass);
    links.forEach((link, i) => {
      const gain = passed(sender, jobClass) * shares[i]! * converted(graph.nodes.get(link.to), jobClass);
      if (members.has(link.to) && gain > 0) add(gains, [id, link.to], gain);
    });
  }
  return gains;
}

/** Tasks that a join makes one element of again count as parts of one. */
function taskWeights(links: readonly Link[], joined: ReadonlySet<Link>): readonly number[] {
  const parts = links.filter((link) => joined.has(link)).length;
  return links.map((link) => (joined.has(link) ? 1 / parts : 1));
}

const passed = (node: ScenarioNode, jobClass: ClassId): number =>
  node.kind === 'stage' ? passProbabilityOf(node, jobClass) : 1;
const converted = (node: ScenarioNode | undefined, jobClass: ClassId): number =>
  node?.kind === 'stage' ? conversionFactorOf(node, jobClass) : 1;
const losesExcess = (node: ScenarioNode): boolean => node.kind === 'stage' && losesWhenFull(node);

function add({ out, into }: Gains, [from, to]: readonly [NodeId, NodeId], gain: number): void {
  const row = out.get(from)!;
  row.set(to, (row.get(to) ?? 0) + gain);
  into.get(to)!.add(from);
}

/** Folding the node with the fewest ways through keeps M sparse (H. Markowitz 1957). */
function cheapest({ out, into }: Gains): { readonly node: NodeId; readonly ways: number } {
  let best: NodeId | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const [id, row] of out) {
    const ways = row.size * into.get(id)!.size;
    if (ways < fewest) [best, fewest] = [id, ways];
    if (ways <= 1) break;
  }
  return { node: best!, ways: fewest };
}

/** Is the spectral radius at least 1? some x > 0 with M x < x proves no, with M x >= x proves yes; undefined when neither shows. */
function followFlow({ out }: Gains): boolean | undefined {
  const place = new Map([...out.keys()].map((id, i) => [id, i]));
  const rows = [...out.values()].map((row) => [...row].map(([to, gain]) => [place.get(to)!, gain] as const));
  let x = rows.map(() => 1);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const y = rows.map((row) => row.reduce((sum, [to, gain]) => sum + gain * x[to]!, 0));
    const growth = y.map((flow, i) => flow / x[i]!);
    if (growth.every((factor) => factor < 1 - ROUNDING)) return false;
    if (growth.every((factor) => factor >= 1 - ROUNDING)) return true;
    // The mean of old and new does not swing as the flow of a ring would.
    const mixed = x.map((flow, i) => flow + y[i]!);
    const largest = mixed.reduce((most, flow) => Math.max(most, flow), 0);
    x = mixed.map((flow) => flow / largest);
  }
  return undefined;
}

function foldAway(gains: Gains, node: NodeId, gain: number): void {
  const row = gains.out.get(node)!;
  const senders = gains.into.get(node)!;
  gains.out.delete(node);
  gains.into.delete(node);
  row.delete(node);
  senders.delete(node);
  for (const to of row.keys()) gains.into.get(to)!.delete(node);
  for (const from of senders) {
    const reaching = gains.out.get(from)!.get(node)! / (1 - gain);
    gains.out.get(from)!.delete(node);
    for (const [to, share] of row) add(gains, [from, to], reaching * share);
  }
}

/** What has no finite chain, or none that this method builds: the first reason found, with its name. */
import {
  type ArrivalDistribution,
  arrivalPhases,
  knowledgeOf,
  phaseCount,
} from '../../../core/distributions/index.ts';
import { refuseKinds } from '../../../core/engines/capabilities.ts';
import type { NoAnswer } from '../../../core/measures/measures.ts';
import { largestBatch } from '../../../core/rules/bulk.ts';
import { drawsLink, ROUTING } from '../../../core/rules/routing.ts';
import { blocksSenders, promisesPlaces } from '../../../core/rules/when-full.ts';
import {
  batchSizeOf,
  conversionFactorOf,
  nameOf,
  passProbabilityOf,
  serverCountOf,
} from '../../../core/scenario/defaults.ts';
import { findFaults } from '../../../core/scenario/faults.ts';
import { type Graph, graphOf, reachableFrom, routingRule } from '../../../core/scenario/graph.ts';
import {
  isStage,
  type NodeId,
  type Scenario,
  type ScenarioNode,
  type StageNode,
} from '../../../core/scenario/scenario.ts';
import { refuseForks } from './fork-branches.ts';
import { isStation } from './routes.ts';

export function refuseChain(
  scenario: Scenario,
  engine: 'chain' | 'transient' = 'chain',
): NoAnswer | undefined {
  const refusal = refuseKinds(engine, scenario);
  if (refusal) return refusal;
  const fault = findFaults(scenario).find(({ severity }) => severity === 'error');
  if (fault) return { kind: 'noAnswer', reason: 'invalid', stage: fault.node, message: fault.message };
  const graph = graphOf(scenario);
  for (const node of scenario.nodes) {
    const reason = nodeReason(node, graph);
    if (reason) return unsupported(reason, node);
  }
  const forks = refuseForks(scenario);
  return forks ? unsupported(forks) : contestedPlaces(scenario, graph);
}

export function unsupported(message: string, node?: ScenarioNode): NoAnswer {
  return { kind: 'noAnswer', reason: 'unsupported', ...(node && { stage: node.id }), message };
}

function nodeReason(node: ScenarioNode, graph: Graph): string | undefined {
  const links = graph.outgoing.get(node.id)!;
  const rule = routingRule(node);
  if (links.length > 1 && !drawsLink(rule) && node.kind !== 'fork')
    return `The chain splits at random only; "${nameOf(node)}" has ${ROUTING[rule].words}.`;
  if ((node.kind === 'source' || node.kind === 'stage') && node.schedule)
    return `"${nameOf(node)}" changes over time, so the chain has no steady state; simulate instead.`;
  if (node.kind === 'source')
    return distributionReason(node.interarrival, `arrivals from "${nameOf(node)}" have`);
  if (!isStation(node)) return undefined;
  const distributions = [node.service, ...Object.values(node.byClass ?? {}).map(({ service }) => service)];
  for (const distribution of distributions) {
    const reason = distribution && distributionReason(distribution, `service at "${nameOf(node)}" has`);
    if (reason) return reason;
  }
  return node.kind === 'stage' ? (stageReason(node) ?? bulkReason(node, graph)) : undefined;
}

/** `what`: whose distribution, and the verb. */
function distributionReason(distribution: ArrivalDistribution, what: string): string | undefined {
  const { label } = knowledgeOf(distribution);
  const count = phaseCount(distribution) ?? 0;
  if (count > MOST_PHASES)
    return `${label} ${what} ${count} phases, too many for a chain; take at most ${MOST_PHASES}.`;
  if (arrivalPhases(distribution)) return undefined;
  return `${label} ${what} no finite chain; use Erlang phases or a phase type.`;
}

const MOST_PHASES = 1000;

function stageReason(stage: StageNode): string | undefined {
  const { bulk, capacity } = stage;
  const name = nameOf(stage);
  if (bulk?.timeout !== undefined) return `The flush timeout of "${name}" has no finite chain.`;
  const factors = [stage, ...Object.values(stage.byClass ?? {})].map((part) => conversionFactorOf(part));
  const broken = factors.find((factor) => !Number.isInteger(factor));
  if (broken !== undefined) return `The conversion factor ${broken} of "${name}" is not a whole number.`;
  if (promisesPlaces(stage) && capacity !== undefined && Math.max(...factors) > capacity)
    return `"${name}" promises places before service, but one element becomes more than its capacity.`;
  return undefined;
}

/** Batches whose elements part company: what is not told from the counts alone. */
function bulkReason(stage: StageNode, graph: Graph): string | undefined {
  if (largestBatch(stage.bulk) === 1) return undefined;
  const next = stagesAfter(stage.id, graph);
  const branches = next.length + (leadsOut(stage.id, graph) ? 1 : 0);
  const blocking = next.filter(blocksSenders);
  if (branches > 1 && blocking.some(promisesPlaces))
    return `The elements of a batch of "${nameOf(stage)}" choose among routes before service; the chain takes batches on one route there.`;
  if (blocking.length > 1 && serverCountOf(stage) > 1)
    return `Batches of several servers of "${nameOf(stage)}" can wait for several stages at once; the chain takes one server there.`;
  const parts = branches > 1 || passProbabilityOf(stage) < 1;
  const follows = reachableFrom(
    graph,
    graph.outgoing.get(stage.id)!.map(({ to }) => to),
  );
  if (parts && follows.has(stage.id))
    return `Batches of "${nameOf(stage)}" split up and return to it; the chain takes no such cycles.`;
  return undefined;
}

/**
 * A batch that reaches several stages at one instant starts their services in the order of its elements. Where two
 * senders ask one stage for places that order tells who is first, and counts do not hold it.
 */
function contestedPlaces(scenario: Scenario, graph: Graph): NoAnswer | undefined {
  const contested = scenario.nodes.find((node) => isStage(node) && isContested(node, scenario, graph));
  const spreading = scenario.nodes.find((node) => sizeOf(node) > 1 && stagesAfter(node.id, graph).length > 1);
  if (!contested || !spreading) return undefined;
  const reason = `Batches of "${nameOf(spreading)}" spread over several stages, and several stages ask "${nameOf(contested)}" for places before service; the chain takes only one of the two.`;
  return unsupported(reason, spreading);
}

function isContested(stage: StageNode, { nodes }: Scenario, graph: Graph): boolean {
  if (!promisesPlaces(stage) || stage.capacity === undefined) return false;
  return nodes.filter((node) => isStage(node) && stagesAfter(node.id, graph).includes(stage)).length > 1;
}

const sizeOf = (node: ScenarioNode): number =>
  node.kind === 'source' ? batchSizeOf(node) : node.kind === 'stage' ? largestBatch(node.bulk) : 1;

/** Nodes reached through routers, routers left out. */
function nodesAfter(id: NodeId, graph: Graph): readonly ScenarioNode[] {
  const passed = new Set([id]);
  const found = new Set<ScenarioNode>();
  for (const from of passed) {
    for (const { to } of graph.outgoing.get(from)!) {
      const node = graph.nodes.get(to)!;
      if (node.kind === 'router') passed.add(to);
      else found.add(node);
    }
  }
  return [...found];
}

const stagesAfter = (id: NodeId, graph: Graph): readonly StageNode[] => nodesAfter(id, graph).filter(isStage);
const leadsOut = (id: NodeId, graph: Graph): boolean =>
  nodesAfter(id, graph).some(({ kind }) => kind === 'sink');

/** What has no finite chain, or none that this method builds: the first reason found, with its name. */
import {
  type ArrivalDistribution,
  arrivalPhases,
  formOf,
  phaseCount,
} from '../../../core/distributions/index.ts';
import { refuseKinds } from '../../../core/engines/capabilities.ts';
import { invalidScenario, type NoAnswer, noAnswer } from '../../../core/measures/refusals.ts';
import { largestBatch } from '../../../core/rules/bulk.ts';
import { drawsLink } from '../../../core/rules/routing.ts';
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
  if (fault) return invalidScenario(fault);
  const graph = graphOf(scenario);
  for (const node of scenario.nodes) {
    const refusal = refuseNode(node, graph);
    if (refusal) return refusal;
  }
  return refuseForks(scenario) ?? contestedPlaces(scenario, graph);
}

function refuseNode(node: ScenarioNode, graph: Graph): NoAnswer | undefined {
  const { id } = node;
  const name = nameOf(node);
  const links = graph.outgoing.get(node.id)!;
  const rule = routingRule(node);
  if (links.length > 1 && !drawsLink(rule) && node.kind !== 'fork')
    return noAnswer('chainRouting', { name, rule }, id);
  if ((node.kind === 'source' || node.kind === 'stage') && node.schedule)
    return noAnswer('chainSchedule', { name }, id);
  if (node.kind === 'source') return refuseDistribution(node.interarrival, 'arrivals', node);
  if (!isStation(node)) return undefined;
  const distributions = [node.service, ...Object.values(node.byClass ?? {}).map(({ service }) => service)];
  for (const distribution of distributions) {
    const refusal = distribution && refuseDistribution(distribution, 'service', node);
    if (refusal) return refusal;
  }
  return node.kind === 'stage' ? (refuseStage(node) ?? refuseBulk(node, graph)) : undefined;
}

function refuseDistribution(
  distribution: ArrivalDistribution,
  of: 'arrivals' | 'service',
  node: ScenarioNode,
): NoAnswer | undefined {
  const name = nameOf(node);
  const form = formOf(distribution);
  const phases = phaseCount(distribution) ?? 0;
  if (phases > MOST_PHASES)
    return noAnswer('tooManyPhases', { name, of, distribution: form, phases, most: MOST_PHASES }, node.id);
  if (arrivalPhases(distribution)) return undefined;
  return noAnswer('noFiniteChain', { name, of, distribution: form }, node.id);
}

const MOST_PHASES = 1000;

function refuseStage(stage: StageNode): NoAnswer | undefined {
  const { id, bulk, capacity } = stage;
  const name = nameOf(stage);
  if (bulk?.timeout !== undefined) return noAnswer('chainTimeout', { name }, id);
  const factors = [stage, ...Object.values(stage.byClass ?? {})].map((part) => conversionFactorOf(part));
  const broken = factors.find((factor) => !Number.isInteger(factor));
  if (broken !== undefined) return noAnswer('chainConversion', { name, factor: broken }, id);
  if (promisesPlaces(stage) && capacity !== undefined && Math.max(...factors) > capacity)
    return noAnswer('promiseBeyondCapacity', { name }, id);
  return undefined;
}

/** Batches whose elements part company: what is not told from the counts alone. */
function refuseBulk(stage: StageNode, graph: Graph): NoAnswer | undefined {
  if (largestBatch(stage.bulk) === 1) return undefined;
  const facts = { name: nameOf(stage) };
  const next = stagesAfter(stage.id, graph);
  const branches = next.length + (leadsOut(stage.id, graph) ? 1 : 0);
  const blocking = next.filter(blocksSenders);
  if (branches > 1 && blocking.some(promisesPlaces)) return noAnswer('batchRoutes', facts, stage.id);
  if (blocking.length > 1 && serverCountOf(stage) > 1) return noAnswer('batchServers', facts, stage.id);
  const parts = branches > 1 || passProbabilityOf(stage) < 1;
  const follows = reachableFrom(
    graph,
    graph.outgoing.get(stage.id)!.map(({ to }) => to),
  );
  if (parts && follows.has(stage.id)) return noAnswer('batchReturns', facts, stage.id);
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
  const facts = { name: nameOf(spreading), contested: nameOf(contested) };
  return noAnswer('contestedSlots', facts, spreading.id);
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

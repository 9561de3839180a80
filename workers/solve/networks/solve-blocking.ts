/**
 * The answer of the decomposition by blocking (blocking-line.ts) to a scenario: which ones it takes, and its numbers as
 * measures.
 *
 * Takes networks without feedback, forks, shared resources and groups of elements, whose stages serve one by one or in
 * bulk and block after service or lose. Service times and gaps of the sources count with their means.
 * Refuses everything else, by name.
 */

import { refuseKinds } from '../../../core/engines/capabilities.ts';
import { type BlockingObjection, type NoAnswer, noAnswer } from '../../../core/measures/refusals.ts';
import {
  type Assumption,
  note,
  type Verdict,
  type VerdictCode,
  warning,
} from '../../../core/measures/verdicts.ts';
import { largestBatch } from '../../../core/rules/bulk.ts';
import { servesByPriority, sharesServers } from '../../../core/rules/discipline.ts';
import { losesWhenFull, promisesPlaces } from '../../../core/rules/when-full.ts';
import { batchSizeOf, capacityOf, nameOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import { routingRule } from '../../../core/scenario/graph.ts';
import type { NodeId, StageNode } from '../../../core/scenario/scenario.ts';
import { heldAgainst, verdictsByNode } from '../assumptions.ts';
import type { LinkFlow, SolveAnswer, StageAnswer } from '../contract.ts';
import type { Flows } from '../flow-balance.ts';
import type { FlowNetwork, FlowNode } from '../flow-network.ts';
import { measuresOfNodes } from '../network-measures.ts';
import { precisionSpans, withPrecision } from '../precision-spans.ts';
import { solveMeans } from '../solve-by-formulas.ts';
import { resourceName } from '../verdict-words.ts';
import type { BlockingLine, LineSource } from './blocking-line.ts';
import { type LineStageAnswer, solveBlockingLine } from './blocking-line.ts';
import { type BlockingStage, blockingStage } from './blocking-stage.ts';
import { classAnswers } from './class-answers.ts';
import { closedClasses } from './closed-network.ts';
import { mixedNetwork, type OpenNetwork } from './open-network.ts';
import { unsteadyNodes } from './steady-frames.ts';

/** Which scenarios the decomposition by blocking takes, and how it sees them: stages and sources in a line. */

/** Why the decomposition does not apply. */
function objection({ nodes, returns, resources }: FlowNetwork): BlockingObjection | undefined {
  if (returns.length > 0) return { code: 'cycle' };
  if (!nodes.some(({ blockers }) => blockers.length > 0)) return { code: 'nothingBlocks' };
  for (const { node, conversion, overdriveRate, links } of nodes) {
    const name = nameOf(node);
    if (node.kind === 'fork' || node.kind === 'delay') return { code: node.kind, name };
    if (links.length > 1 && routingRule(node) === 'broadcast') return { code: 'broadcast', name };
    if (node.kind === 'source' && batchSizeOf(node) > 1) return { code: 'batchArrivals', name };
    if (node.kind !== 'stage') continue;
    if (conversion !== 1) return { code: 'conversion', name, factor: conversion };
    if (overdriveRate > 0) return { code: 'overdrive', name };
    if (promisesPlaces(node) && node.capacity !== undefined) return { code: 'blockBefore', name };
    if (sharesServers(node) || servesByPriority(node)) return { code: 'discipline', name };
    if (node.resource !== undefined)
      return { code: 'resource', name, resource: resourceName(node.resource, resources) };
  }
  return undefined;
}

/** Stages and sources by their index in the network; nodes without time are seen through. */
function blockingLine(
  { nodes }: FlowNetwork,
  stageIndex: readonly number[],
  sourceIndex: readonly number[],
): BlockingLine {
  const place = new Int32Array(nodes.length).fill(-1);
  for (let k = 0; k < stageIndex.length; k++) place[stageIndex[k]!] = k;
  const targets = (from: number, share = 1, found: Target[] = []): readonly Target[] => {
    for (const link of nodes[from]!.links) {
      const part = share * link.share;
      const stage = place[link.to]!;
      if (stage < 0) {
        if (nodes[link.to]!.node.kind !== 'sink') targets(link.to, part, found);
      } else if (part > 0) found.push({ stage, share: part });
    }
    return found;
  };
  const sources = sourceIndex.map((i) => ({ rate: nodes[i]!.sourceRate, to: targets(i) }));
  const stages = stageIndex.map((i) => {
    const { node, serviceRate, pass } = nodes[i]!;
    const stage = node as StageNode;
    return {
      time: 1 / (serviceRate * largestBatch(stage.bulk)),
      servers: serverCountOf(stage),
      capacity: capacityOf(stage),
      senders: 0,
      drops: losesWhenFull(stage),
      to: targets(i, pass),
    };
  });
  for (const { to } of sources) for (const { stage } of to) stages[stage]!.senders++;
  for (const { to, servers } of stages) for (const { stage } of to) stages[stage]!.senders += servers;
  return { stages, sources };
}

type Target = LineSource['to'][number];

/** What the decomposition by blocking takes for granted of one stage, held against the drawing. */

const CHECKS: readonly Pick<Assumption, 'code' | 'facts'>[] = [
  { code: 'arrivals', facts: { known: 'poissonUnlessBlocked' } },
  { code: 'service', facts: { asDrawn: false } },
  { code: 'bulk', facts: { asDrawn: false } },
  { code: 'steady', facts: {} },
];

/** By stage. `unsteady`: what changes over time before it or at it. */
function blockingAssumptions(
  { nodes }: FlowNetwork,
  verdicts: readonly Verdict[],
  unsteady: ReadonlyMap<NodeId, readonly Verdict[]>,
): ReadonlyMap<NodeId, readonly Assumption[]> {
  const because = verdicts.filter(({ code }) => code === 'blocking-approximated');
  const broken: Assumption = { ...BY_CHANCE, holds: false, because };
  const byNode = verdictsByNode(verdicts);
  const assumptions = new Map<NodeId, readonly Assumption[]>();
  for (const { node, blockers } of nodes) {
    if (node.kind !== 'stage') continue;
    const here = [...(byNode.get(node.id) ?? []), ...(unsteady.get(node.id) ?? [])];
    const checked =
      here.length > 0 ? CHECKS.map((check) => heldAgainst(check.code, check.facts, here)) : ALL_HOLD;
    assumptions.set(node.id, [...checked, blockers.length === 0 ? BY_CHANCE : broken]);
  }
  return assumptions;
}

/** Assumptions of stages that violate none. */
const ALL_HOLD: readonly Assumption[] = CHECKS.map((check) => heldAgainst(check.code, check.facts, []));

/** For stages that nobody blocks. */
const BY_CHANCE = {
  code: 'blocking',
  facts: { byChance: true },
  holds: true,
  because: [],
} as const;

/** `alone`: what the formulas give each stage alone, where that is known already; means are enough. */
export function solveBlocking(prepared: OpenNetwork, alone?: SolveAnswer): SolveAnswer | NoAnswer {
  const refusal = refuseKinds('blocking', prepared.scenario);
  if (refusal) return refusal;
  if (closedClasses(prepared.scenario).length > 0) return noAnswer('blockingClosedClasses', {});
  const network = mixedNetwork(prepared, 'counted');
  const because = objection(network);
  if (because) return noAnswer('blockingDoesNotApply', { because });
  const open = alone ?? solveMeans(prepared, 'auto');
  if (open.kind === 'noAnswer') return open;
  const solved = solveLine(network);
  if (solved.saturated) {
    const { node } = solved.saturated;
    return noAnswer('blockedTooOften', { name: nameOf(node) }, node.id);
  }
  const flows = flowsOf(network, solved);
  const verdicts = [...verdictsOn(network), ...open.verdicts.filter(({ code }) => KEPT.has(code))];
  const precision = precisionSpans({
    network,
    losses: 'counted',
    stages: solved.stages,
    solve: (moved) => solveLine(moved, true).stages,
  });
  const unsteady = unsteadyNodes(network, prepared.verdicts);
  const assumptions = blockingAssumptions(network, verdicts, unsteady);
  const stages: Record<NodeId, StageAnswer> = {};
  network.nodes.forEach(({ node: { id } }, i) => {
    const stage = solved.stages[i];
    if (!stage) return;
    withPrecision(stage, precision.byStage.get(i));
    stage.assumptions = assumptions.get(id)!;
    if (unsteady.has(id)) stage.doubtful = true;
    stages[id] = stage;
  });
  const { unstable: _, ...rest } = open;
  return {
    ...rest,
    kind: 'answer',
    method: 'blocking',
    exact: false,
    stages,
    links: linkFlows(network, flows),
    network: { ...open.network, ...measuresOfNodes(network, flows, solved.stages) },
    verdicts: [...precision.verdicts, ...verdicts],
  };
}

function linkFlows({ nodes }: FlowNetwork, { output }: Flows): readonly LinkFlow[] {
  const flows: LinkFlow[] = [];
  nodes.forEach(({ node, links }, i) => {
    for (const { to, share } of links) {
      const rate = output[i]! * share;
      flows.push({ from: node.id, to: nodes[to]!.node.id, rate, receivedRate: rate });
    }
  });
  return flows;
}

/** By index of the node: measures of stages, but of those that saturate, and what sources emit and stages take. */
interface SolvedLine {
  readonly stages: readonly (BlockingStage | undefined)[];
  readonly carried: readonly (Carried | undefined)[];
  /** The first stage that cannot carry its flow; those behind it then have at most what is told of them. */
  readonly saturated?: FlowNode;
}

/** `meansOnly`: without distributions, and without classes. */
function solveLine(network: FlowNetwork, meansOnly = false): SolvedLine {
  const stageIndex = network.nodes.flatMap(({ node }, i) => (node.kind === 'stage' ? [i] : []));
  const sourceIndex = network.nodes.flatMap(({ sourceRate }, i) => (sourceRate > 0 ? [i] : []));
  const line = blockingLine(network, stageIndex, sourceIndex);
  const { stages: answers, emitted } = solveBlockingLine(line);
  const saturated = answers.findIndex(({ distribution }) => distribution === undefined);
  const stages: (BlockingStage | undefined)[] = network.nodes.map(() => undefined);
  const carried: (Carried | undefined)[] = network.nodes.map(() => undefined);
  stageIndex.forEach((index, k) => {
    const flowNode = network.nodes[index]!;
    const { node, mix } = flowNode;
    carried[index] = answers[k]!;
    if (!answers[k]!.distribution) return;
    const stage = blockingStage(flowNode, answers[k]!, meansOnly);
    if (mix && !meansOnly) stage.byClass = classAnswers(node, mix, stage);
    stages[index] = stage;
  });
  sourceIndex.forEach((index, s) => {
    carried[index] = { offered: emitted[s]!, accepted: emitted[s]! };
  });
  return { stages, carried, ...(saturated >= 0 && { saturated: network.nodes[stageIndex[saturated]!]! }) };
}

type Carried = Pick<LineStageAnswer, 'offered' | 'accepted'>;

/** Verdicts of the formulas that hold here as well. */
const KEPT: ReadonlySet<VerdictCode> = new Set<VerdictCode>([
  'schedule-averaged',
  'correlated-arrivals',
  'arrivals-not-poisson',
  'service-not-exponential',
  'timeout-ignored',
  'routing-approximated',
]);

function flowsOf({ nodes }: FlowNetwork, { carried }: SolvedLine): Flows {
  const offered = new Float64Array(nodes.length);
  const accepted = new Float64Array(nodes.length);
  const output = new Float64Array(nodes.length);
  nodes.forEach(({ links, pass }, i) => {
    offered[i] = carried[i]?.offered ?? offered[i]!;
    accepted[i] = carried[i]?.accepted ?? offered[i]!;
    output[i] = pass * accepted[i]!;
    for (const { to, share } of links) offered[to]! += output[i]! * share;
  });
  return { offered, accepted, output };
}

function verdictsOn({ nodes }: FlowNetwork): readonly Verdict[] {
  const approximated = note('blocking-approximated', LARGEST_ERRORS);
  const bulk = nodes.find(({ node }) => node.kind === 'stage' && largestBatch(node.bulk) > 1)?.node;
  return bulk
    ? [approximated, warning('bulk-approximated', { name: nameOf(bulk) }, bulk.id)]
    : [approximated];
}

/** From the table in blocking.test.ts. */
const LARGEST_ERRORS = { throughput: 0.06, occupancy: 0.08 };

/**
 * What each node's picture needs, in flow order. A node about which nothing changed keeps its object, so that a new
 * answer repaints only the pictures whose numbers moved.
 */

import { statedRate } from '../../../core/distributions/index.ts';
import { bottlenecksOf, bottleneckWord } from '../../../core/measures/measures.ts';
import { levelMean } from '../../../core/numeric/levels.ts';
import { copiesElements } from '../../../core/rules/routing.ts';
import { batchSizeOf, nameOf } from '../../../core/scenario/defaults.ts';
import type { Fault } from '../../../core/scenario/fault.ts';
import { blockersOf, graphOf, nodesInFlowOrder, routingRule } from '../../../core/scenario/graph.ts';
import type { NodeId, Scenario, ScenarioNode, SourceNode } from '../../../core/scenario/scenario.ts';
import type { LinkFlow, SolveAnswer } from '../../../workers/solve/contract.ts';
import { percentText } from './figure-text.ts';
import { nodeLabel } from './node-label.ts';
import { type NodeWords, nodeWords } from './node-words.ts';
import { type StageFigures, stageFigures } from './stage-figures.ts';

export type NodeView = NodeWords & {
  /** As it was when something else than its place last changed: its `position` may be old. */
  readonly node: ScenarioNode;
  /** Text for screen readers. */
  readonly label: string;
  /** Figures of a stage. */
  readonly figures?: StageFigures;
  /** What flows out of a source or into a sink, 1/s. */
  readonly rate?: number;
  /** Half of the 95 % interval of a rate that was simulated. */
  readonly rateHalfWidth?: number;
  /** Mean elements in a delay, mean tasks that wait in a join. */
  readonly held?: number;
  /** Share of its servers' time that a stage is blocked, or of what it offers that a source cannot send. */
  readonly blocked?: number;
  /** The full stages that block it, in words. */
  readonly blockedBy?: string;
  readonly faultSeverity?: Fault['severity'];
  /** The sentences of all faults of the node. */
  readonly faultText?: string;
  /** Such as `bottleneck`, or `bottleneck: memory bus` of a stage that shares it. */
  readonly bottleneck?: string;
  /** Another stage that saturates with it is named first: the ring is enough where words have no room. */
  readonly isTied?: boolean;
  /** On the cycle of waits that sets the period of constant times. */
  readonly critical: boolean;
  /** The numbers are of an earlier scenario. */
  readonly stale: boolean;
  /** What differs from a baseline, short and in words. */
  readonly difference?: string;
  readonly differenceWords?: string;
};

/** How a stage differs from a baseline. */
export interface NodeDifference {
  readonly text: string;
  readonly words: string;
}

export interface NodeDataInput {
  readonly scenario: Scenario;
  readonly answer?: SolveAnswer;
  readonly answerIsStale: boolean;
  readonly faults: readonly Fault[];
  /** Share of time at each level of occupancy, from a simulation. */
  readonly simulated?: Readonly<Record<NodeId, readonly number[]>>;
  readonly differences?: Readonly<Record<NodeId, NodeDifference>>;
}

export type NodeData = ReadonlyMap<NodeId, NodeView>;

export function buildNodeData(input: NodeDataInput, previous: NodeData = new Map()): NodeData {
  const views = nodesInFlowOrder(input.scenario).map((node) => {
    const faults = input.faults.filter((fault) => fault.node === node.id);
    const view = viewOf(node, input, faults);
    return [node.id, kept(view, previous.get(node.id))] as const;
  });
  return new Map(views);
}

function viewOf(node: ScenarioNode, input: NodeDataInput, faults: readonly Fault[]): NodeView {
  const { answer, simulated } = input;
  const isStage = node.kind === 'stage';
  const view = {
    node,
    figures: isStage ? stageFigures(answer?.stages[node.id], simulated?.[node.id]) : undefined,
    rate: isStage ? undefined : flowAt(node, answer),
    rateHalfWidth: node.kind === 'sink' ? flowHalfWidth(node.id, answer) : undefined,
    held: node.kind === 'delay' || node.kind === 'join' ? heldAt(node.id, input) : undefined,
    ...blockedAt(node, input),
    ...nodeWords(input.scenario, node),
    faultSeverity: faults.find((fault) => fault.severity === 'error')?.severity ?? faults[0]?.severity,
    faultText: faults.length > 0 ? faults.map((fault) => fault.message).join(' ') : undefined,
    ...bottleneckAt(node, input.answerIsStale ? undefined : answer, input.scenario),
    critical: answer?.critical?.some((wait) => wait.node === node.id) ?? false,
    stale: input.answerIsStale,
    difference: input.differences?.[node.id]?.text,
    differenceWords: input.differences?.[node.id]?.words,
  };
  return { ...view, label: nodeLabel(view) };
}

/** Is the node the bottleneck, or one of several that saturate together? A shared resource that binds marks every stage that uses it. */
function bottleneckAt(node: ScenarioNode, answer: SolveAnswer | undefined, { resources }: Scenario) {
  if (node.kind !== 'stage' || !answer) return {};
  const word = bottleneckWord(answer.stages);
  const first = bottlenecksOf(answer.network);
  const id = first.find(({ resource }) => resource !== undefined && resource === node.resource)?.resource;
  if (id !== undefined)
    return { bottleneck: `${word}: ${resources?.find((each) => each.id === id)?.name ?? id}` };
  const place = first.findIndex(({ stage, resource }) => resource === undefined && stage === node.id);
  return place < 0 ? {} : { bottleneck: word, ...(place > 0 && { isTied: true }) };
}

const BLOCKED_FROM = 0.05;

/** How much a node is blocked, and by whom; nothing where it shows in nothing. */
export function blockedAt(
  node: ScenarioNode,
  { scenario, answer, answerIsStale }: Pick<NodeDataInput, 'scenario' | 'answer' | 'answerIsStale'>,
): Pick<NodeView, 'blocked' | 'blockedBy'> {
  if (!answer || answerIsStale) return {};
  const blocked =
    node.kind === 'source' ? unsentShare(node, answer) : answer.stages[node.id]?.blockedFraction;
  if (blocked === undefined || blocked < BLOCKED_FROM) return {};
  const full = blockersOf(graphOf(scenario), node.id).flatMap((stage) => {
    const share = answer.stages[stage.id]?.backPressureProbability ?? 0;
    return share >= BLOCKED_FROM ? [`${nameOf(stage)}, full ${percentText(share)} of the time`] : [];
  });
  return full.length === 0 ? {} : { blocked, blockedBy: full.join('; ') };
}

/** The answer says that less leaves a source than it offers, where that waits. */
export function unsentShare(source: SourceNode, answer: SolveAnswer): number | undefined {
  const [offered, sent] = [emittedRate(source), sentRate(source, answer)];
  return offered === undefined || sent === undefined ? undefined : 1 - sent / offered;
}

/** What the answer says that leaves a source, 1/s: copies count once. */
export function sentRate(source: SourceNode, answer: SolveAnswer): number | undefined {
  if (!copiesElements(routingRule(source))) return solvedFlow(answer, (link) => link.from === source.id);
  return answer.links.find((link) => link.from === source.id)?.rate;
}

/** Flow of a source as stated, else as solved; flow of a sink as solved. */
function flowAt(node: ScenarioNode, answer: SolveAnswer | undefined): number | undefined {
  if (node.kind === 'source') return emittedRate(node) ?? solvedFlow(answer, (link) => link.from === node.id);
  return node.kind === 'sink' ? solvedFlow(answer, (link) => link.to === node.id) : undefined;
}

/** Mean number in the stage: as solved, or else as simulated. */
function heldAt(id: NodeId, { answer, simulated }: NodeDataInput): number | undefined {
  const levels = simulated?.[id];
  return answer?.stages[id]?.meanOccupancy ?? (levels && levelMean(levels));
}

function emittedRate(source: SourceNode): number | undefined {
  const batches = statedRate(source.interarrival);
  return batches === undefined ? undefined : batches * batchSizeOf(source);
}

function solvedFlow(
  answer: SolveAnswer | undefined,
  counts: (link: LinkFlow) => boolean,
): number | undefined {
  const links = answer?.links.filter(counts) ?? [];
  return links.length === 0 ? undefined : links.reduce((sum, link) => sum + link.rate, 0);
}

/** Half-width of a sum over links, 1/s: the sum of theirs, an upper bound, as if all erred to the same side. */
function flowHalfWidth(sink: NodeId, answer: SolveAnswer | undefined): number | undefined {
  const known = (answer?.links ?? []).flatMap(({ to, halfWidth }) =>
    to === sink && halfWidth !== undefined ? [halfWidth] : [],
  );
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0);
}

/** `before`, or its parts, where they show the same as `view`; places are kept elsewhere. */
function kept(view: NodeView, before: NodeView | undefined): NodeView {
  if (!before) return view;
  const { node, figures } = view;
  const next = {
    ...view,
    node: sameFields(placeless(before.node), placeless(node)) ? before.node : node,
    figures: before.figures && figures && sameFields(before.figures, figures) ? before.figures : figures,
  };
  return sameFields(before, next) ? before : next;
}

const placeless = (node: ScenarioNode) => ({ ...node, position: undefined });

export function sameFields<T extends object>(a: T, b: T): boolean {
  const fields = Object.entries(a);
  return (
    fields.length === Object.keys(b).length &&
    fields.every(([key, value]) => Object.is(value, b[key as keyof T]))
  );
}

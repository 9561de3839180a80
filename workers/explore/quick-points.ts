/**
 * Analytic points of a study many times faster than by `solveScenario`, and with the same numbers: flows and stations of
 * workers/solve, but only those stages that a measure asks for, only where something changed since the last point, and
 * nothing around them (spans, verdicts, a second method). Applies where every stage is solved alone; undefined is the
 * answer where the full solver would, or might, take another method, or refuse.
 *
 * With method auto stages that hold up others are solved by the decomposition by blocking (networks/choose-method.ts)
 * where that applies and the Markov chain is too large to be tried.
 */

import { refuseKinds } from '../../core/engines/capabilities.ts';
import { isAutomatic, type MethodName } from '../../core/measures/methods.ts';
import { looksAtState } from '../../core/rules/routing.ts';
import { blocksSenders } from '../../core/rules/when-full.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import { routingRule } from '../../core/scenario/graph.ts';
import {
  isStage,
  type NodeId,
  type Scenario,
  type ScenarioNode,
  type StageNode,
} from '../../core/scenario/scenario.ts';
import { NO_SINK_REACHED } from '../../core/scenario/wiring-faults.ts';
import type { ParameterHandle, ParameterValue } from '../../core/study/parameter.ts';
import type { Costs } from '../../core/study/study.ts';
import type { MeasureSource } from '../../core/study/study-measures.ts';
import { carriedFlows, carriedMeasures } from '../solve/back-pressure.ts';
import { MOST_STATES_UNASKED } from '../solve/chain/check-size.ts';
import { chooseStation } from '../solve/choose-station.ts';
import type { FormulaMethod, SolveAnswer } from '../solve/contract.ts';
import { solveFlows } from '../solve/flow-balance.ts';
import type { FlowNetwork, FlowNode, Flows } from '../solve/flow-network.ts';
import { networkMeasures } from '../solve/network-measures.ts';
import { answerDelay } from '../solve/networks/delay-answer.ts';
import { fittedStation } from '../solve/networks/fitted-station.ts';
import { blockingMeans } from '../solve/networks/solve-blocking.ts';
import { lossesOf } from '../solve/solve-network.ts';
import { answerQueue, answerStage, type StageMeasurements } from '../solve/stage-answer.ts';
import { designMeasure } from './design-measures.ts';
import type { DesignAnswer } from './evaluate-design.ts';
import { movingNetwork } from './moving-network.ts';
import { solvedMeasure, unstableReason } from './read-solved.ts';

export interface QuickQuestion {
  readonly scenario: Scenario;
  readonly method: MethodName;
  readonly handles: readonly ParameterHandle[];
  readonly sources: readonly MeasureSource[];
  readonly costs?: Costs | undefined;
}

/** A function of a point's values; undefined where that point is left to the full solver. */
export type QuickPoints = (values: readonly ParameterValue[]) => DesignAnswer | undefined;

const ALONE: readonly MethodName[] = ['auto', 'mm1', 'mm1k', 'mmc', 'mmck'] satisfies FormulaMethod[];

/** Undefined where it never applies. */
export function quickPoints({
  scenario,
  method,
  handles,
  sources,
  costs,
}: QuickQuestion): QuickPoints | undefined {
  if (!ALONE.includes(method) || !sources.every(isKnown)) return undefined;
  if (refuseKinds('quick', scenario)) return undefined;
  if (findFaults(scenario).some(({ severity, code }) => severity === 'error' || code === NO_SINK_REACHED))
    return undefined;
  if (isAutomatic(method) && !scenario.nodes.some(blocks)) return undefined;
  // What the formulas deal to each stage follows from what all of them can serve.
  if (!isAutomatic(method) && scenario.nodes.some((node) => looksAtState(routingRule(node))))
    return undefined;
  const moving = movingNetwork(scenario, handles);
  if (!moving) return undefined;
  const stages = stationsOf(method as FormulaMethod, moving.base);
  const wanted = wantedStages(scenario, moving.base, sources);
  const asked = { scenario, sources, costs };
  return (values) => {
    const network = moving.at(values);
    if (!network || (isAutomatic(method) && isSmallChain(network))) return undefined;
    if (isAutomatic(method)) return blockingPoint(network, asked);
    const rule = { regime: 'limited', losses: lossesOf(method as FormulaMethod) } as const;
    const flows = solveFlows(network, rule)!;
    const solved: Record<NodeId, StageMeasurements> = {};
    for (let i = 0; i < network.nodes.length; i++) {
      const { node, serverLimit } = network.nodes[i]!;
      if (node.kind !== 'stage' && node.kind !== 'delay') continue;
      if (wanted.has(i) || flows.offered[i]! >= NEARLY_ALL * serverLimit)
        solved[node.id] = stages(network.nodes[i]!, i, flows.offered[i]!);
    }
    const unstable = firstUnstable(network, solved);
    const carried = carriedFlows(network, rule, flows);
    network.nodes.forEach(({ node: { id } }, i) => {
      if (solved[id]) solved[id] = carriedMeasures(solved[id], i, { network, flows, carried });
    });
    return pointAnswer(asked, { network, flows: carried, solved, unstable });
  };
}

/** Above this load a stage is looked at even if nobody asks: it may have no steady state. */
const NEARLY_ALL = 1 - 1e-6;

const isKnown = ({ of, ...rest }: MeasureSource): boolean =>
  of === 'stage' ||
  of === 'group' ||
  of === 'design' ||
  (of === 'network' && !('measure' in rest && rest.measure === 'saturationFactor'));

const blocks = (node: ScenarioNode): boolean => node.kind === 'stage' && blocksSenders(node);

/** Undefined where the decomposition by blocking does not apply. */
function blockingPoint(moved: FlowNetwork, asked: Asked): DesignAnswer | undefined {
  const means = blockingMeans(moved);
  if (!means) return undefined;
  const { network, flows, stages, unstable } = means;
  const solved: Record<NodeId, StageMeasurements> = {};
  network.nodes.forEach(({ node, serviceRate }, i) => {
    const stage = stages[i];
    if (stage) solved[node.id] = stage;
    if (node.kind === 'delay')
      solved[node.id] = answerDelay({
        offered: flows.offered[i]!,
        mean: 1 / serviceRate,
        mayBeBlocked: false,
        meansOnly: true,
      });
  });
  return pointAnswer(asked, { network, flows, solved, unstable });
}

/** So few states that the chain is tried. */
function isSmallChain({ nodes }: FlowNetwork): boolean {
  let states = 1;
  for (const { node } of nodes) if (node.kind === 'stage') states *= (node.capacity ?? 1) + 1;
  return states <= MOST_STATES_UNASKED;
}

/** Each stage's last answer is kept: it holds while neither the stage nor what comes to it changes. */
function stationsOf(method: FormulaMethod, base: FlowNetwork) {
  const last: { flowNode: FlowNode; offered: number; measures: StageMeasurements }[] = [];
  const kinds = base.nodes.map(({ blockers }) => blockers.length > 0);
  return (flowNode: FlowNode, index: number, offered: number): StageMeasurements => {
    const before = last[index];
    if (before && before.flowNode === flowNode && before.offered === offered) return before.measures;
    const measures = stationAt(flowNode, { method, offered, mayBeBlocked: kinds[index]! });
    last[index] = { flowNode, offered, measures };
    return measures;
  };
}

interface StationQuestion {
  readonly method: FormulaMethod;
  readonly offered: number;
  readonly mayBeBlocked: boolean;
}

/** As solve-network.ts does it, means only. */
function stationAt(
  flowNode: FlowNode,
  { method, offered, mayBeBlocked }: StationQuestion,
): StageMeasurements {
  const { node, serviceRate } = flowNode;
  if (node.kind === 'delay')
    return answerDelay({ offered, mean: 1 / serviceRate, mayBeBlocked, meansOnly: true });
  const kind = chooseStation(node as StageNode, method);
  const question = { flowNode, kind, offered, mayBeBlocked, meansOnly: true };
  const own = isAutomatic(method) ? fittedStation(flowNode, offered) : undefined;
  return own ? answerQueue(question, own.queue) : answerStage(question);
}

/** Indices of the stages and delays that some measure is made of. */
function wantedStages(
  { nodes, groups = [] }: Scenario,
  { indexOf }: FlowNetwork,
  sources: readonly MeasureSource[],
) {
  const all = nodes.map(({ id }) => id);
  const ids = sources.flatMap((source): readonly NodeId[] => {
    if (source.of === 'stage') return [source.node];
    if (source.of === 'group') return groups.find(({ id }) => id === source.id)?.stages ?? [];
    if (source.of !== 'network') return [];
    return source.measure === 'throughput' ? [] : all;
  });
  return new Set(ids.map((id) => indexOf.get(id)!));
}

type Asked = Pick<QuickQuestion, 'scenario' | 'sources' | 'costs'>;

interface PointParts {
  readonly network: FlowNetwork;
  readonly flows: Flows;
  readonly solved: Readonly<Record<NodeId, StageMeasurements>>;
  readonly unstable: SolveAnswer['unstable'];
}

function pointAnswer(
  { scenario, sources, costs }: Asked,
  { network, flows, solved, unstable }: PointParts,
): DesignAnswer {
  const moved = sources.some(looksAtDrawing)
    ? { ...scenario, nodes: network.nodes.map(({ node }) => node) }
    : scenario;
  const answer = { stages: solved, network: wholeOf(network, flows, solved, sources) };
  const values = sources.map((source) =>
    source.of === 'design'
      ? designMeasure(moved, source.measure, costs)
      : solvedMeasure(moved, answer, source),
  );
  return unstable
    ? { status: 'unstable', reason: unstableReason(scenario, { unstable }), values }
    : { status: 'answer', values };
}

/** Is read from all nodes of the scenario as they are at the point. */
const looksAtDrawing = (source: MeasureSource): boolean => source.of === 'design';

function wholeOf(
  network: FlowNetwork,
  flows: Flows,
  solved: PointParts['solved'],
  sources: readonly MeasureSource[],
) {
  const asked = sources.filter(({ of }) => of === 'network');
  if (asked.length === 0) return {};
  if (asked.some((source) => 'measure' in source && source.measure !== 'throughput'))
    return networkMeasures(network, flows, solved);
  return {
    throughput: network.nodes.reduce(
      (sum, { node }, i) => sum + (node.kind === 'sink' ? flows.offered[i]! : 0),
      0,
    ),
  };
}

/** The first stage in flow order without a steady state, as `solveScenario` names it. */
function firstUnstable({ nodes }: FlowNetwork, solved: PointParts['solved']) {
  for (const { node } of nodes) {
    if (!isStage(node)) continue;
    const measures = solved[node.id];
    if (!measures?.saturated || measures.meanOccupancy !== undefined) continue;
    const serverCount = serverCountOf(node);
    return { stage: node.id, offeredLoad: measures.loadPerServer * serverCount, serverCount };
  }
  return undefined;
}

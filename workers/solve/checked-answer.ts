/** What holds for every method: kinds that it does not take, errors of the drawing, and what is added to its answer. */
import { refuseKinds } from '../../core/engines/capabilities.ts';
import type { ClassMeasures } from '../../core/measures/measures.ts';
import { type Engine, isAutomatic, type MethodName } from '../../core/measures/methods.ts';
import { invalidScenario, type NoAnswer } from '../../core/measures/refusals.ts';
import { hasDataflow } from '../../core/scenario/dataflow-faults.ts';
import type { Fault } from '../../core/scenario/fault.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import { type Graph, graphOf } from '../../core/scenario/graph.ts';
import { isStage, type NodeId, type Scenario, type StageGroup } from '../../core/scenario/scenario.ts';
import { NO_SINK_REACHED } from '../../core/scenario/wiring-faults.ts';
import type { GroupAnswer, SolveAnswer, SolveOutcome, StageAnswer } from './contract.ts';
import { notConstant } from './networks/choose-method.ts';

/**
 * Asks `solve` of a method that takes the scenario and of a scenario without errors only. `trapped` answers where cycles lead to
 * no sink, if some do; without it such a drawing is refused.
 */
export function checkedAnswer(
  scenario: Scenario,
  method: MethodName,
  solve: (graph: Graph) => SolveOutcome,
  trapped?: (faults: readonly Fault[], graph: Graph) => SolveOutcome | undefined,
): SolveOutcome {
  const unable = refuseMethod(scenario, method);
  if (unable) return unable;
  const graph = graphOf(scenario);
  const faults = findFaults(scenario, graph);
  const fault = faults.find(
    ({ severity, code }) => severity === 'error' || (code === NO_SINK_REACHED && !trapped),
  );
  if (fault) return invalidScenario(fault);
  const outcome = trapped?.(faults, graph) ?? solve(graph);
  if (outcome.kind === 'noAnswer') return outcome;
  return withGroups(withGrowingInflow(outcome, scenario), scenario);
}

/** `auto` begins with the formulas, and has the chain to fall back on. */
const ENGINE_OF = {
  auto: 'formulas',
  mm1: 'formulas',
  mm1k: 'formulas',
  mmc: 'formulas',
  mmck: 'formulas',
  productForm: 'closed',
  mva: 'closed',
  convolution: 'closed',
  linearizer: 'closed',
  schweitzer: 'closed',
  chain: 'chain',
  selfTimed: 'selfTimed',
  qna: 'qna',
  blocking: 'blocking',
} as const satisfies Record<MethodName, Engine>;

/** What `auto` has besides the formulas. */
const UNASKED = ['chain', 'selfTimed'] as const satisfies readonly Engine[];

/** The first kind that a method does not take, where none of its engines does. */
export function refuseMethod(scenario: Scenario, method: MethodName): NoAnswer | undefined {
  const refusal = refuseKinds(ENGINE_OF[method], scenario);
  if (refusal === undefined || !isAutomatic(method)) return refusal;
  if (!UNASKED.every((engine) => refuseKinds(engine, scenario))) return undefined;
  const random = hasDataflow(scenario) && refuseKinds('selfTimed', scenario);
  return random ? notConstant(scenario, random) : refusal;
}

/** All that is offered enters a queue without bound that grows, though its servers pass less on; methods tell what they pass on. */
function withGrowingInflow(answer: SolveAnswer, { nodes }: Scenario): SolveAnswer {
  if (answer.kind !== 'unstable') return answer;
  const stages: Record<NodeId, StageAnswer> = { ...answer.stages };
  for (const node of nodes) {
    const stage = isStage(node) && node.capacity === undefined && stages[node.id];
    if (!stage) continue;
    const byClass = Object.entries(stage.byClass ?? {}).map(([id, part]) => [id, allEntered(part)]);
    stages[node.id] = {
      ...allEntered(stage),
      ...(stage.byClass && { byClass: Object.fromEntries(byClass) }),
    };
  }
  return { ...answer, stages };
}

const allEntered = <T extends ClassMeasures<number>>(measures: T): T =>
  measures.offeredRate === undefined ? measures : { ...measures, arrivalRate: measures.offeredRate };

/**
 * The answer with its virtual queues filled in, where the method did not give them; the chain does, with distributions. Means
 * of stages add up, whatever the stages have to do with each other.
 */
function withGroups(answer: SolveAnswer, { groups }: Scenario): SolveAnswer {
  if (!groups || answer.groups) return answer;
  const found: Record<string, GroupAnswer> = {};
  for (const group of groups) {
    const of = groupAnswer(answer, group);
    if (of) found[group.id] = of;
  }
  return { ...answer, groups: found };
}

/** Undefined where a stage has no mean. */
function groupAnswer(answer: SolveAnswer, { stages }: StageGroup): GroupAnswer | undefined {
  const parts = stages.map((id) => answer.stages[id]);
  if (!parts.every(hasMean)) return undefined;
  const [only, ...others] = parts;
  const distribution = others.length === 0 ? only?.occupancyDistribution : undefined;
  const isSpanned = parts.some(({ spans }) => spans?.meanOccupancy);
  return {
    meanOccupancy: sum(parts, ({ meanOccupancy }) => meanOccupancy),
    // Every stage is at its lighter end at once, and at its heavier end.
    ...(isSpanned && { span: [sum(parts, (part) => endOf(part, 0)), sum(parts, (part) => endOf(part, 1))] }),
    ...(distribution && { occupancyDistribution: distribution }),
  };
}

type Known = StageAnswer & { readonly meanOccupancy: number };

const hasMean = (stage: StageAnswer | undefined): stage is Known => stage?.meanOccupancy !== undefined;

const endOf = ({ spans, meanOccupancy }: Known, end: 0 | 1): number =>
  spans?.meanOccupancy?.[end] ?? meanOccupancy;

const sum = (parts: readonly Known[], of: (part: Known) => number): number =>
  parts.reduce((total, part) => total + of(part), 0);

/**
 * The answer of the formulas to a scenario: flows, every stage alone, what saturates first, and what the reader must know
 * before believing it. Plain data in and out.
 *
 * Refuses: a loop that returns all it takes, as `unstable`. A stage that receives more than it can serve is an answer
 * (kind `unstable`), with the measures that still exist.
 */

import { isPoisson } from '../../core/distributions/index.ts';
import { followsVariability } from '../../core/measures/methods.ts';
import { type NoAnswer, noAnswer } from '../../core/measures/refusals.ts';
import { type Assumption, note, type Verdict, warning } from '../../core/measures/verdicts.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { nameOf } from '../../core/scenario/defaults.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import { assumptionsOf } from './assumptions.ts';
import type { SolveAnswer, StageAnswer, StagewiseMethod } from './contract.ts';
import { withDirections } from './directions.ts';
import { behindOthers, exactStages } from './exactness.ts';
import { feltDoubts } from './felt-doubts.ts';
import type { FlowNode } from './flow-network.ts';
import type { OpenNetwork } from './networks/open-network.ts';
import { unsteadyNodes } from './networks/steady-frames.ts';
import { type Precision, precisionSpans, withPrecision } from './precision-spans.ts';
import { findSaturation } from './saturation.ts';
import { lossesOf, solveNetwork } from './solve-network.ts';
import { type CaseQuestion, type Check, type StageCase, stageCases } from './stage-case.ts';
import { answerAlone, hasNoSteadyState, type StagesAlone, stagesAlone } from './stages-alone.ts';
import {
  ARRIVAL_CHECKS,
  ARRIVAL_DISTRIBUTION_CHECKS,
  routingVerdict,
  SERVICE_DISTRIBUTION_CHECKS,
  STATION_CHECKS,
} from './station-verdicts.ts';
import { resourceName } from './verdict-words.ts';

/** How far to believe an answer: one sentence for each thing that the drawing says and the models leave out. */

/** In flow order; what moves numbers most first within a stage. */
function trustVerdicts(question: CaseQuestion, cases: readonly StageCase[]): readonly Verdict[] {
  return [
    ...saidOf(cases, CHECKS),
    ...routingVerdicts(question),
    ...joinVerdicts(question),
    ...momentsVerdict(question),
  ];
}

const CHECKS = [...STATION_CHECKS, ...ARRIVAL_CHECKS];
const DISTRIBUTION_CHECKS = [...SERVICE_DISTRIBUTION_CHECKS, ...ARRIVAL_DISTRIBUTION_CHECKS];

/** Verdicts on distributions and routing; where all is exponential and goes one by one there is none. */
function distributionVerdicts(question: CaseQuestion): readonly Verdict[] {
  const cases = question.network.nodes.every(isPlain) ? [] : stageCases(question);
  return [...saidOf(cases, DISTRIBUTION_CHECKS), ...routingVerdicts(question)];
}

function isPlain({ node, conversion }: FlowNode): boolean {
  if (node.kind === 'source') return isPoisson(node.interarrival);
  return node.kind !== 'stage' || (isPoisson(node.service) && !node.bulk && conversion === 1);
}

function saidOf(cases: readonly StageCase[], checks: readonly Check[]): readonly Verdict[] {
  const said: Verdict[] = [];
  for (const stageCase of cases)
    for (const check of checks) for (const verdict of check(stageCase)) said.push(verdict);
  return said;
}

function routingVerdicts({ network }: CaseQuestion): readonly Verdict[] {
  const said: Verdict[] = [];
  for (const { node, links } of network.nodes)
    if (links.length > 1) said.push(...routingVerdict(node, links.length));
  return said;
}

function joinVerdicts({ network: { nodes, forkJoins } }: CaseQuestion): readonly Verdict[] {
  return [...new Set(forkJoins.map(({ join }) => join))].map((join) => {
    const { node } = nodes[join]!;
    return note('join-approximated', { name: nameOf(node), side: 'shorter' }, node.id);
  });
}

const momentsVerdict = ({ method }: CaseQuestion): readonly Verdict[] =>
  followsVariability(method) ? [note('two-moments', {})] : [];

/** The scenario has no faults. Closed classes are as if they had no jobs. */
export function solveOpen(open: OpenNetwork, method: StagewiseMethod): SolveAnswer | NoAnswer {
  const alone = stagesAlone(open, method, false);
  if (!alone) return noAnswer('loopWithoutLimit', {});
  const { network, solution } = alone;
  const spoiled = behindOthers(network, solution.flows);
  const unsteady = unsteadyNodes(network, open.verdicts);
  const exact = exactStages(network, method, spoiled, solution.fitted);
  for (const id of unsteady.keys()) exact.delete(id);
  const precision = precisionSpans({
    network,
    losses: lossesOf(method),
    stages: solution.stages,
    solve: (moved) => solveNetwork({ network: moved, method, meansOnly: true })?.stages,
  });
  const question = { network, method, solution, spoiled };
  const cases = stageCases(question);
  const trust = withDirections(trustVerdicts(question, cases), { question, cases, exact, unsteady });
  const felt = feltDoubts(network, trust, solution.stages);
  const assumptions = assumptionsOf(cases, trust, (id) => !exact.has(id), [unsteady, felt]);
  const doubtful = new Set([...unsteady.keys(), ...felt.keys()]);
  const stages = answers(alone, { exact, precision, assumptions, doubtful });
  return answerAlone(alone, {
    // How long a join waits for the slowest task is estimated.
    exact:
      network.forkJoins.length === 0 &&
      open.verdicts.length === 0 &&
      network.nodes.every(({ node: { id } }) => stages[id]?.exact !== false),
    stages,
    verdicts: [...saturationVerdict(alone), ...open.verdicts, ...precision.verdicts, ...trust],
  });
}

/**
 * Means only, for a method of whole networks to begin with or to be shown beside another: nothing is called exact, and
 * nothing said but what the drawing says of distributions and routing, whatever the method.
 */
export function solveMeans(open: OpenNetwork, method: StagewiseMethod): SolveAnswer | NoAnswer {
  const alone = stagesAlone(open, method, true);
  if (!alone) return noAnswer('loopWithoutLimit', {});
  const { network, solution } = alone;
  return answerAlone(alone, {
    exact: false,
    stages: answers(alone, NOTHING_KNOWN),
    verdicts: [...open.verdicts, ...distributionVerdicts({ network, method, solution, spoiled: new Set() })],
  });
}

interface Known {
  readonly exact: ReadonlySet<NodeId>;
  readonly precision: Precision;
  readonly assumptions: ReadonlyMap<NodeId, readonly Assumption[]>;
  readonly doubtful: ReadonlySet<NodeId>;
}

const NOTHING_KNOWN: Known = {
  exact: new Set(),
  precision: { byStage: new Map(), verdicts: [] },
  assumptions: new Map(),
  doubtful: new Set(),
};

function answers({ network, solution }: StagesAlone, known: Known): Record<NodeId, StageAnswer> {
  const { exact, precision, assumptions, doubtful } = known;
  const found: Record<NodeId, StageAnswer> = {};
  network.nodes.forEach(({ node: { id } }, i) => {
    const measures = solution.stages[i];
    if (!measures) return;
    // What the solution made for this answer alone is filled in, not copied.
    const answer = measures as Draft;
    answer.exact = exact.has(id) && !hasNoSteadyState(measures);
    withPrecision(answer, precision.byStage.get(i));
    const assumed = assumptions.get(id);
    if (assumed) answer.assumptions = assumed;
    if (doubtful.has(id)) answer.doubtful = true;
    found[id] = answer;
  });
  return found;
}

type Draft = { -readonly [Name in keyof StageAnswer]: StageAnswer[Name] };

function saturationVerdict({ network, method, unstable }: StagesAlone): readonly Verdict[] {
  if (!unstable) return [];
  const { flowNode, resource, load } = unstable;
  const stage = flowNode.node.id;
  const losses = lossesOf(method);
  const cannotRefuse = ({ node }: FlowNode) =>
    losses === 'ignored' || (node.kind === 'stage' && !losesWhenFull(node));
  const limit = findSaturation(network, losses, cannotRefuse);
  const facts = {
    name: resource === undefined ? nameOf(flowNode.node) : resourceName(resource, network.resources),
    shares: resource !== undefined,
    load,
    ...(limit && { limit: limit.factor }),
  };
  return [warning('saturated', facts, stage)];
}

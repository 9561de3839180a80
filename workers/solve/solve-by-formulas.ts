/**
 * The answer of the formulas to a scenario: flows, every stage alone, what saturates first, and what the reader must know
 * before believing it. Plain data in and out.
 *
 * Refuses: a loop that returns all it takes, as `unstable`. A stage that receives more than it can serve is an answer
 * (kind `unstable`), with the measures that still exist.
 */

import type { NoAnswer, Verdict } from '../../core/measures/measures.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import { assumptionsOf } from './assumptions.ts';
import type { Assumption, SolveAnswer, StageAnswer, StagewiseMethod } from './contract.ts';
import { behindOthers, exactStages } from './exactness.ts';
import { dropsArrivals, type FlowNode } from './flow-network.ts';
import type { OpenNetwork } from './networks/open-network.ts';
import { unsteadyNodes } from './networks/steady-frames.ts';
import { type Precision, precisionSpans, withPrecision } from './precision-spans.ts';
import { findSaturation } from './saturation.ts';
import { lossesOf, solveNetwork } from './solve-network.ts';
import { stageCases } from './stage-case.ts';
import { answerAlone, hasNoSteadyState, type StagesAlone, stagesAlone } from './stages-alone.ts';
import { dealtTo, distributionVerdicts, judgeTrust } from './trust.ts';
import { factor, nameOf, resourceName } from './verdict-words.ts';

/** The scenario has no faults. Closed classes are as if they had no jobs. */
export function solveOpen(open: OpenNetwork, method: StagewiseMethod): SolveAnswer | NoAnswer {
  const alone = stagesAlone(open, method, false);
  if (!alone) return loopWithoutLimit;
  const { network, solution } = alone;
  const spoiled = behindOthers(network);
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
  const trust = judgeTrust(question, cases);
  const dealt = dealtTo(network, trust);
  const assumptions = assumptionsOf(cases, trust, (id) => !exact.has(id), [unsteady, dealt]);
  const doubtful = new Set([...doubtfulStages(trust), ...unsteady.keys(), ...dealt.keys()]);
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
  if (!alone) return loopWithoutLimit;
  const { network, solution } = alone;
  return answerAlone(alone, {
    exact: false,
    stages: answers(alone, NOTHING_KNOWN),
    verdicts: [...open.verdicts, ...distributionVerdicts({ network, method, solution, spoiled: new Set() })],
  });
}

/** Those with a warning on what their models leave out. */
const doubtfulStages = (trust: readonly Verdict[]): ReadonlySet<NodeId> =>
  new Set(trust.flatMap(({ severity, stage }) => (severity === 'warning' && stage ? [stage] : [])));

const loopWithoutLimit: NoAnswer = {
  kind: 'noAnswer',
  reason: 'unstable',
  message: 'A loop returns at least as much as it takes; no finite flow balances.',
};

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
    losses === 'ignored' || (node.kind === 'stage' && !dropsArrivals(node));
  const limit = findSaturation(network, losses, cannotRefuse);
  const times = factor(load);
  const offered =
    resource === undefined
      ? `${nameOf(flowNode.node)} is offered ${times} times what its servers can do`
      : `The stages that share ${resourceName(resource, network.resources)} ask for ${times} times what it can do`;
  const above = limit ? ` above ${factor(limit.factor)} of today's input` : '';
  return [
    {
      code: 'saturated',
      severity: 'warning',
      stage,
      message: `${offered}; the model has no steady state${above}.`,
    },
  ];
}

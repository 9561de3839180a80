/** How far to believe an answer: one sentence for each thing that the drawing says and the models leave out. */
import { isPoisson } from '../../core/distributions/distribution-moments.ts';
import type { Verdict } from '../../core/measures/measures.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import {
  ARRIVAL_JUDGES,
  ARRIVAL_LAW_JUDGES,
  ROUTING_APPROXIMATED,
  routingVerdict,
} from './arrival-verdicts.ts';
import { type FlowNetwork, type FlowNode, takesNoTime } from './flow-network.ts';
import { type CaseQuestion, type Judge, type StageCase, stageCases } from './stage-case.ts';
import { SERVICE_LAW_JUDGES, STATION_JUDGES } from './station-verdicts.ts';
import { nameOf } from './verdict-words.ts';

/** In flow order; what moves numbers most first within a stage. */
export function judgeTrust(question: CaseQuestion, cases: readonly StageCase[]): readonly Verdict[] {
  return [
    ...saidOf(cases, JUDGES),
    ...routingVerdicts(question),
    ...joinVerdicts(question),
    ...momentsVerdict(question),
  ];
}

const JUDGES = [...STATION_JUDGES, ...ARRIVAL_JUDGES];
const LAW_JUDGES = [...SERVICE_LAW_JUDGES, ...ARRIVAL_LAW_JUDGES];

/** Of distributions and routing only; where all is exponential and goes one by one there is nothing to say of a stage. */
export function distributionVerdicts(question: CaseQuestion): readonly Verdict[] {
  const cases = question.network.nodes.every(isPlain) ? [] : stageCases(question);
  return [...saidOf(cases, LAW_JUDGES), ...routingVerdicts(question)];
}

function isPlain({ node, conversion }: FlowNode): boolean {
  if (node.kind === 'source') return isPoisson(node.interarrival);
  return node.kind !== 'stage' || (isPoisson(node.service) && !node.bulk && conversion === 1);
}

function saidOf(cases: readonly StageCase[], judges: readonly Judge[]): readonly Verdict[] {
  const said: Verdict[] = [];
  for (const stageCase of cases)
    for (const judge of judges) for (const verdict of judge(stageCase)) said.push(verdict);
  return said;
}

/** By stage, what is said of the nodes that deal elements out to it, where that may move its numbers much. */
export function dealtTo(
  { nodes, indexOf }: FlowNetwork,
  verdicts: readonly Verdict[],
): ReadonlyMap<NodeId, readonly Verdict[]> {
  const dealt = new Map<NodeId, Verdict[]>();
  for (const verdict of verdicts) {
    if (verdict.code !== ROUTING_APPROXIMATED || verdict.severity !== 'warning') continue;
    const dealer = nodes[indexOf.get(verdict.stage!)!]!;
    const next = new Set(dealer.links.map(({ to }) => to));
    for (const i of next) {
      const { node, links } = nodes[i]!;
      if (node.kind === 'stage') dealt.set(node.id, [...(dealt.get(node.id) ?? []), verdict]);
      else if (takesNoTime(node)) for (const { to } of links) next.add(to);
    }
  }
  return dealt;
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
    const message = `The wait at ${nameOf(node)} for the slowest task takes the branches as independent; tasks that come at once wait alike, so the real wait is shorter. Equal single-server branches are right to 5 %.`;
    return { code: 'join-approximated', severity: 'note', stage: node.id, message };
  });
}

function momentsVerdict({ method }: CaseQuestion): readonly Verdict[] {
  if (method !== 'qna') return [];
  const message =
    'Streams between stages are known by rate and variability alone, as if their gaps were independent; exact for Poisson arrivals at the first stage, an approximation behind it.';
  return [{ code: 'two-moments', severity: 'note', message }];
}

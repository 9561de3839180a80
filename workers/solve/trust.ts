/** How far to believe an answer: one sentence for each thing that the drawing says and the models leave out. */

import type { Verdict } from '../contract/measures.ts';
import { arrivalVerdicts, routingVerdict } from './arrival-verdicts.ts';
import type { CaseQuestion, StageCase } from './stage-case.ts';
import { stationVerdicts } from './station-verdicts.ts';
import { nameOf } from './verdict-words.ts';

/** In flow order; what moves numbers most first within a stage. */
export function judgeTrust(question: CaseQuestion, cases: readonly StageCase[]): readonly Verdict[] {
  const routing = question.network.nodes.flatMap(({ node, links }) => routingVerdict(node, links.length));
  const stages = cases.flatMap((stageCase) => [...stationVerdicts(stageCase), ...arrivalVerdicts(stageCase)]);
  return [...stages, ...routing, ...joinVerdicts(question), ...momentsVerdict(question)];
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

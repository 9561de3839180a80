/** How far to believe an answer: one sentence for each thing that the drawing says and the models leave out. */
import type { Verdict } from '../contract/measures.ts';
import { arrivalVerdicts, routingVerdict } from './arrival-verdicts.ts';
import { type CaseQuestion, stageCases } from './stage-case.ts';
import { stationVerdicts } from './station-verdicts.ts';

/** In flow order; what moves numbers most first within a stage. */
export function judgeTrust(question: CaseQuestion): readonly Verdict[] {
  const routing = question.network.nodes.flatMap(({ node, links }) => routingVerdict(node, links.length));
  const stages = stageCases(question).flatMap((stageCase) => [
    ...stationVerdicts(stageCase),
    ...arrivalVerdicts(stageCase),
  ]);
  return [...stages, ...routing];
}

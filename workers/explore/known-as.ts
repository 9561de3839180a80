/** How well an analytic answer knows a measure of a study, by the one ranking (core/measures/best-known.ts). */
import { leastKnown, type SolvedNumber } from '../../core/measures/best-known.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { routingRule } from '../../core/scenario/graph.ts';
import { isStage, type NodeId, type Scenario, type ScenarioNode } from '../../core/scenario/scenario.ts';
import type { MeasureSource } from '../../core/study/study-measures.ts';
import type { SolveAnswer } from '../solve/contract.ts';
import { closedClasses } from '../solve/networks/closed-network.ts';

export type SolvedTrust = SolvedNumber['trust'];

/** Of all but percentiles, which say it themselves (solved-percentiles.ts). */
export function knownAs(scenario: Scenario, answer: SolveAnswer, source: MeasureSource): SolvedTrust {
  if (source.of === 'design' || answer.exact) return 'exact';
  const flows = (id?: NodeId): SolvedTrust =>
    areFlowsExact(scenario, answer) ? 'exact' : stagesAs(answer, id);
  switch (source.of) {
    case 'stage':
      return OF_FLOWS.has(source.measure) ? flows(source.node) : stagesAs(answer, source.node);
    case 'resource':
      return flows();
    case 'network':
      if (source.measure === 'saturationFactor') return 'exact';
      return source.measure === 'meanSojournTime' ? noBetter(stagesAs(answer)) : flows();
    case 'group':
      return wholeAs(
        (scenario.groups?.find(({ id }) => id === source.id)?.stages ?? []).map((id) => stagesAs(answer, id)),
      );
    default:
      return noBetter(stagesAs(answer));
  }
}

const OF_FLOWS: ReadonlySet<string> = new Set([
  ...['offeredRate', 'arrivalRate', 'throughput', 'outputRate', 'utilization', 'loadPerServer', 'lossRate'],
]);

/** They follow from what the sources emit alone: nothing is lost or held up, and no queue decides who goes where. */
const areFlowsExact = (scenario: Scenario, { kind }: SolveAnswer): boolean =>
  kind === 'answer' && closedClasses(scenario).length === 0 && scenario.nodes.every(keepsFlows);

const keepsFlows = (node: ScenarioNode): boolean =>
  routingRule(node) !== 'joinShortestQueue' &&
  !(isStage(node) && (node.capacity !== undefined || largestBatch(node.bulk) > 1));

/** Of one stage, or the least of all. */
function stagesAs({ stages }: SolveAnswer, id?: NodeId): SolvedTrust {
  const asked = id === undefined ? Object.values(stages) : [stages[id]];
  return wholeAs(
    asked.map((stage) =>
      stage?.exact ? 'exact' : stage?.doubtful || stage?.saturated ? 'doubtful' : 'approximate',
    ),
  );
}

const wholeAs = (trusts: readonly SolvedTrust[]): SolvedTrust => leastKnown(trusts) as SolvedTrust;

/** Exact stages do not make times through a network exact. */
const noBetter = (trust: SolvedTrust): SolvedTrust => wholeAs([trust, 'approximate']);

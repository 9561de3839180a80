/** Virtual queues from the answers of their stages: means add up, whatever the stages have to do with each other. */
import type { Scenario, StageGroup } from '../../core/scenario/scenario.ts';
import type { GroupAnswer, SolveAnswer, StageAnswer } from './contract.ts';

/** The answer with its groups filled in, where the method did not give them; the chain does, with distributions. */
export function withGroups(answer: SolveAnswer, { groups }: Scenario): SolveAnswer {
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

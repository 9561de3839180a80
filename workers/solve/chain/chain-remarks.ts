/** What is said beside the answer of a chain: where it was cut, which times it does not know, and how far phases stand in for constant times. */
import { note, type Verdict, warning } from '../../../core/measures/verdicts.ts';
import { hasWaited } from '../../../core/rules/when-full.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { NodeId, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';
import { type ChainAverages, edgeMass, type StageAverages } from './chain-averages.ts';
import type { ChainModel, ChainStage } from './chain-model.ts';

/** An answer and the phases that gave it. */
export interface PhasedAnswer {
  readonly answer: SolveAnswer;
  readonly phases: number;
}

interface Solved {
  readonly model: ChainModel;
  readonly averages: ChainAverages;
  readonly residual?: number;
}

export const chainRemarks = (
  { model, averages, residual }: Solved,
  isSojournExact: boolean,
): readonly Verdict[] => [
  ...model.stages.flatMap((stage, i) => [...cutVerdict(stage, averages.stages[i]!), ...timesVerdict(stage)]),
  ...(isSojournExact ? [] : [note('network-time-approximated', {})]),
  ...residualVerdict(residual),
];

function cutVerdict(stage: ChainStage, sums: StageAverages): readonly Verdict[] {
  if (!stage.isCut) return [];
  const facts = {
    name: nameOf(stage),
    level: stage.capacity - stage.closedPlaces,
    share: edgeMass(stage, sums),
  };
  return [note('queue-cut', facts, stage.id)];
}

/** The chain knows how many wait, not who of them is served in the end. */
function timesVerdict({ id, name, victim }: ChainStage): readonly Verdict[] {
  if (!hasWaited(victim)) return [];
  return [note('times-of-served-unknown', { name }, id)];
}

/** Elimination leaves none; what iteration leaves is told. */
const residualVerdict = (residual = 0): readonly Verdict[] =>
  residual >= 1e-16 ? [note('chain-residual', { residual })] : [];

/** `other`: with twice as many phases, or half as many; `fixed`: the nodes of constant times among all. */
export function standInRemarks(
  { answer, phases }: PhasedAnswer,
  other: PhasedAnswer | undefined,
  { fixed, all }: { readonly fixed: readonly ScenarioNode[]; readonly all: readonly ScenarioNode[] },
): readonly Verdict[] {
  const told = fixed.map((node): Verdict => {
    const isSource = node.kind === 'source';
    const facts = {
      name: nameOf(node),
      of: isSource ? 'arrivals' : 'service',
      phases,
      ...(other && !isSource && { moves: movesTo(node.id, { answer, phases }, other) }),
    } as const;
    return warning('erlang-stand-in', facts, node.id);
  });
  return other ? [...told, ...mostMoved(answer, other, all)] : told;
}

const occupancyOf = ({ stages }: SolveAnswer, id: NodeId): number => stages[id]!.meanOccupancy!;

function movesTo(stage: NodeId, { answer, phases: k }: PhasedAnswer, other: PhasedAnswer) {
  const m = other.phases;
  const [a, b] = [occupancyOf(answer, stage), occupancyOf(other.answer, stage)];
  return { occupancy: a, otherOccupancy: b, otherPhases: m, limit: (k * a - m * b) / (k - m) };
}

/** The stage whose occupancy depends most on the number of phases. */
function mostMoved(
  answer: SolveAnswer,
  other: PhasedAnswer,
  nodes: readonly ScenarioNode[],
): readonly Verdict[] {
  const moved = Object.keys(answer.stages).map((stage) => {
    const [a, b] = [occupancyOf(answer, stage), occupancyOf(other.answer, stage)];
    return { stage, share: a > 0 ? b / a - 1 : 0 };
  });
  const { stage, share } = moved.reduce((most, next) =>
    Math.abs(next.share) > Math.abs(most.share) ? next : most,
  );
  const name = nameOf(nodes.find(({ id }) => id === stage)!);
  return [note('erlang-moves', { name, phases: other.phases, share }, stage)];
}

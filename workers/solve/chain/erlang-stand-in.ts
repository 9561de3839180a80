/**
 * Constant services and times between arrivals as Erlang ones of the same mean, which a chain can follow. What is left of the variability is
 * 1 / phases, and so is the error of most measures, to first order: from the answers a at k phases and b at m, the line
 * through them leads to (k a - m b) / (k - m) for the deterministic distribution, closer than either. One phase will not do: a
 * bus taken as exponential can hold seven times as much.
 */

import {
  type ArrivalDistribution,
  distributionRate,
  distributionScv,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import { note, type Verdict, warning } from '../../../core/measures/verdicts.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { NodeId, Scenario, SourceNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';
import { isStation, type Station } from './routes.ts';

/** Phases that a stand-in has unless told otherwise. */
export const STAND_IN_PHASES = 16;

/** Sources whose gaps, stages and delays where some service, are constant. */
export const deterministicNodes = ({ nodes }: Scenario): readonly (SourceNode | Station)[] =>
  nodes.filter(
    (node): node is SourceNode | Station =>
      (node.kind === 'source' && isFixed(node.interarrival)) ||
      (isStation(node) && distributionsOf(node).some(isFixed)),
  );

export const distributionsOf = ({ service, byClass = {} }: Station): readonly ServiceDistribution[] => [
  service,
  ...Object.values(byClass).flatMap((part) => (part.service ? [part.service] : [])),
];

export const isFixed = (distribution: ArrivalDistribution): boolean => distributionScv(distribution) === 0;

export function withErlangs(scenario: Scenario, phases: number): Scenario {
  const standIn = <Distribution extends ArrivalDistribution>(
    distribution: Distribution,
  ): Distribution | ServiceDistribution =>
    isFixed(distribution)
      ? { distribution: 'erlang', rate: distributionRate(distribution), shape: phases }
      : distribution;
  const nodes = scenario.nodes.map((node) => {
    if (node.kind === 'source') return { ...node, interarrival: standIn(node.interarrival) };
    if (!isStation(node)) return node;
    const byClass = Object.entries(node.byClass ?? {}).map(([id, part]) => [
      id,
      part.service ? { ...part, service: standIn(part.service) } : part,
    ]);
    return {
      ...node,
      service: standIn(node.service),
      ...(node.byClass && { byClass: Object.fromEntries(byClass) }),
    } as Station;
  });
  return { ...scenario, nodes };
}

/** An answer and the phases that gave it. */
export interface PhasedAnswer {
  readonly answer: SolveAnswer;
  readonly phases: number;
}

/** The answer told to be an approximation; `other`: with twice as many phases, or half as many, to see how much that moves. */
export function asStandIn(
  { answer, phases }: PhasedAnswer,
  other: PhasedAnswer | undefined,
  drawn: Scenario,
): SolveAnswer {
  const stages = Object.fromEntries(
    Object.entries(answer.stages).map(([id, stage]) => [id, { ...stage, exact: false }]),
  );
  const told = deterministicNodes(drawn).map((node): Verdict => {
    const isSource = node.kind === 'source';
    const facts = {
      name: nameOf(node),
      of: isSource ? 'arrivals' : 'service',
      phases,
      ...(other && !isSource && { moves: movesTo(node.id, { answer, phases }, other) }),
    } as const;
    return warning('erlang-stand-in', facts, node.id);
  });
  const most = other ? mostMoved(answer, other, drawn.nodes) : [];
  return { ...answer, exact: false, stages, verdicts: [...told, ...most, ...answer.verdicts] };
}

const occupancyOf = ({ stages }: SolveAnswer, id: NodeId): number => stages[id]!.meanOccupancy!;

function movesTo(stage: NodeId, { answer, phases: k }: PhasedAnswer, other: PhasedAnswer) {
  const m = other.phases;
  const [a, b] = [occupancyOf(answer, stage), occupancyOf(other.answer, stage)];
  return { occupancy: a, otherOccupancy: b, otherPhases: m, limit: (k * a - m * b) / (k - m) };
}

/** The stage whose occupancy depends most on the number of phases. */
function mostMoved(answer: SolveAnswer, other: PhasedAnswer, nodes: Scenario['nodes']): readonly Verdict[] {
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

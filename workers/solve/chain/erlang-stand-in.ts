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
import type { Scenario, SourceNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';
import { type PhasedAnswer, standInRemarks } from './chain-remarks.ts';
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

/** The answer told to be an approximation; `other`: with twice as many phases, or half as many, to see how much that moves. */
export function asStandIn(
  { answer, phases }: PhasedAnswer,
  other: PhasedAnswer | undefined,
  drawn: Scenario,
): SolveAnswer {
  const stages = Object.fromEntries(
    Object.entries(answer.stages).map(([id, stage]) => [id, { ...stage, exact: false }]),
  );
  const told = standInRemarks({ answer, phases }, other, {
    fixed: deterministicNodes(drawn),
    all: drawn.nodes,
  });
  return { ...answer, exact: false, stages, verdicts: [...told, ...answer.verdicts] };
}

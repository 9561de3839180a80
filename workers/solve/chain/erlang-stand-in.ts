/**
 * Deterministic services as Erlang ones of the same mean, which a chain can follow. What is left of the variability is
 * 1 / phases, and so is the error of most measures, to first order: twice what they are at k phases less what they are
 * at k / 2 is closer to the deterministic law than either.
 */

import type { ServiceLaw } from '../../../src/model/law.ts';
import { lawRate } from '../../../src/model/law-moments.ts';
import type { NodeId, Scenario } from '../../../src/model/scenario.ts';
import type { Verdict } from '../../contract/measures.ts';
import type { ChainAnswer } from './chain-answer.ts';
import { isStation, type Station } from './routes.ts';

/** Phases that a stand-in has unless told otherwise. */
export const STAND_IN_PHASES = 16;

/** Stages and delays where some service is deterministic. */
export const deterministicStations = (scenario: Scenario): readonly NodeId[] =>
  scenario.nodes
    .filter((node): node is Station => isStation(node) && lawsOf(node).some(isFixed))
    .map(({ id }) => id);

const lawsOf = ({ service, byClass = {} }: Station): readonly ServiceLaw[] => [
  service,
  ...Object.values(byClass).flatMap((part) => (part.service ? [part.service] : [])),
];

const isFixed = ({ law }: ServiceLaw): boolean => law === 'deterministic';

export function withErlangs(scenario: Scenario, phases: number): Scenario {
  const standIn = (law: ServiceLaw): ServiceLaw =>
    isFixed(law) ? { law: 'erlang', rate: lawRate(law), shape: phases } : law;
  const nodes = scenario.nodes.map((node) => {
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

/** The answer with `phases`, told to be an approximation; `half`: the answer with half as many. */
export function asStandIn(
  answer: ChainAnswer,
  half: ChainAnswer | undefined,
  stations: readonly NodeId[],
  phases: number,
): ChainAnswer {
  const stages = Object.fromEntries(
    Object.entries(answer.stages).map(([id, stage]) => [id, { ...stage, exact: false }]),
  );
  const verdicts = stations.map((stage): Verdict => {
    const at = answer.stages[stage]!.meanOccupancy!;
    const before = half?.stages[stage]?.meanOccupancy;
    const limit =
      before === undefined
        ? ''
        : ` Its mean occupancy is ${digits(before)} with ${phases / 2} phases and ${digits(at)} with ${phases}, which leads to about ${digits(2 * at - before)}.`;
    const message = `The deterministic service of ${stage} is stood in for by ${phases} exponential phases.${limit}`;
    return { code: 'erlang-stand-in', severity: 'warning', stage, message };
  });
  return { ...answer, exact: false, stages, verdicts: [...verdicts, ...answer.verdicts] };
}

const digits = (value: number): string => String(Number(value.toPrecision(4)));

/** Faults of the distributions of one node: its own, those of its schedule and those of single classes. */

import {
  type ArrivalDistribution,
  distributionMean,
  distributionScv,
  isServiceDistribution,
  knowledgeOf,
} from '../distributions/index.ts';
import { error, type Finding, warning } from './finding.ts';
import type { DelayNode, ScenarioNode, SourceNode, StageNode } from './scenario.ts';

export function distributionFindings(node: ScenarioNode): readonly Finding[] {
  return distributionsOf(node).flatMap(({ distribution, times }) => {
    return node.kind !== 'source' && !isServiceDistribution(distribution)
      ? [misplaced(distribution, times)]
      : momentFindings(distribution, times);
  });
}

/** A distribution and the name of its times. */
interface PlacedDistribution {
  readonly distribution: ArrivalDistribution;
  readonly times: string;
}

function distributionsOf(node: ScenarioNode): readonly PlacedDistribution[] {
  if (node.kind === 'source') return arrivalDistributions(node);
  if (node.kind === 'stage')
    return [...serviceDistributions(node, 'service times'), ...scheduledServices(node)];
  return node.kind === 'delay' ? serviceDistributions(node, 'times of stay') : [];
}

function arrivalDistributions({ interarrival, schedule }: SourceNode): readonly PlacedDistribution[] {
  const times = 'times between arrivals';
  const later = (schedule?.frames ?? []).flatMap((frame) =>
    frame.interarrival
      ? [{ distribution: frame.interarrival, times: `${times} from ${frame.from} s on` }]
      : [],
  );
  return [{ distribution: interarrival, times }, ...later];
}

function serviceDistributions(
  { service, byClass }: StageNode | DelayNode,
  times: string,
): readonly PlacedDistribution[] {
  const own = Object.entries(byClass ?? {}).flatMap(([id, entry]) =>
    entry.service ? [{ distribution: entry.service, times: `${times} of class "${id}"` }] : [],
  );
  return [{ distribution: service, times }, ...own];
}

const scheduledServices = ({ schedule }: StageNode): readonly PlacedDistribution[] =>
  (schedule?.frames ?? []).map(({ from, service }) => ({
    distribution: service,
    times: `service times from ${from} s on`,
  }));

const misplaced = (distribution: ArrivalDistribution, times: string): Finding =>
  error(
    'distribution-out-of-place',
    `${knowledgeOf(distribution).name} is a distribution of arrivals; it cannot state ${times}.`,
  );

function momentFindings(distribution: ArrivalDistribution, times: string): readonly Finding[] {
  const mean = distributionMean(distribution);
  if (!(mean < Number.POSITIVE_INFINITY)) {
    return [
      error(
        'distribution-without-mean',
        `its ${times} have no finite mean (${knowledgeOf(distribution).name}), so there is no rate.`,
      ),
    ];
  }
  if (!(mean > 0))
    return [error('distribution-zero', `its ${times} are always 0 (${knowledgeOf(distribution).name}).`)];
  if (distributionScv(distribution) < Number.POSITIVE_INFINITY) return [];
  const text = `its ${times} have no finite variance (${knowledgeOf(distribution).name}): mean waits may not exist, and simulations settle slowly.`;
  return [warning('distribution-without-variance', text)];
}

/** Simulated answers as plain numbers, to be compared like a solver's. */

import type { Estimate, StageMeasures } from '../../core/measures/measures.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';

/** The means of the estimates; half widths and what is known per class are dropped. */
export function estimateMeans(
  stages: Readonly<Record<NodeId, StageMeasures<Estimate>>>,
): Record<NodeId, StageMeasures<number>> {
  return Object.fromEntries(Object.entries(stages).map(([id, measures]) => [id, meansOf(measures)]));
}

function meansOf({
  occupancyDistribution,
  byClass: _,
  ...scalars
}: StageMeasures<Estimate>): StageMeasures<number> {
  const means: Partial<Record<keyof typeof scalars, number>> = {};
  for (const [name, estimate] of Object.entries(scalars) as [keyof typeof scalars, Estimate | undefined][]) {
    if (estimate) means[name] = estimate.mean;
  }
  return {
    ...means,
    ...(occupancyDistribution && { occupancyDistribution: occupancyDistribution.map(({ mean }) => mean) }),
  };
}

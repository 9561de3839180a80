/** The posterior in the model: a scenario whose stages serve by the estimated distributions, at their means or at one of the draws. */

import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { updateNode } from '../../core/scenario/edits.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { AppliedPosterior, PosteriorAnswer, QueuePosterior } from './contract.ts';

/** `draw`: 0 to one less than `drawCount`; the posterior means when absent. */
export function applyPosterior(
  scenario: Scenario,
  { queues }: Pick<PosteriorAnswer, 'queues'>,
  draw?: number,
): AppliedPosterior {
  let changed = scenario;
  const applied: string[] = [];
  const left: string[] = [];
  for (const queue of queues) {
    const stage = scenario.nodes.find(({ id, kind }) => kind === 'stage' && id === queue.stage);
    if (!stage)
      left.push(`queue ${queue.id} is not applied: no stage of the scenario has its dest, name or id`);
    else if (applied.includes(stage.id))
      left.push(
        `queue ${queue.id} is not applied: stage ${stage.id} got its distribution from another queue`,
      );
    else {
      changed = updateNode(changed, stage.id, { service: distributionOf(queue, draw) });
      applied.push(stage.id);
    }
  }
  return { scenario: changed, applied, left };
}

/** How many draws `applyPosterior` can be given: for predictions that carry the spread of the posterior. */
export const drawCount = ({ queues }: Pick<PosteriorAnswer, 'queues'>): number =>
  queues[0]?.draws.mean.length ?? 0;

function distributionOf(
  { family, meanService, scv: scvs, weights, means, draws }: QueuePosterior,
  draw?: number,
): ServiceDistribution {
  const mean = draw === undefined ? meanService.mean : draws.mean[draw]!;
  const scv = draw === undefined ? scvs.mean : draws.scv[draw]!;
  switch (family) {
    case 'exponential':
      return { distribution: 'exponential', mean };
    case 'gamma':
    case 'lognormal':
      return { distribution: family, mean, scv };
    case 'pareto': {
      // The shape that has this variability.
      const shape = 1 + Math.sqrt(1 + 1 / scv);
      return { distribution: 'pareto', scale: (mean * (shape - 1)) / shape, shape };
    }
    case 'discrete':
      return discreteDistribution(mean, weights!, means!);
    case 'mixture': {
      // The components of the posterior mean, at the mean that is wanted.
      const own = weights!.reduce((sum, weight, j) => sum + weight * means![j]!, 0);
      return {
        distribution: 'hyperexponential',
        probabilities: weights!.map((weight, j) =>
          j > 0 ? weight : 1 - weights!.slice(1).reduce((sum, other) => sum + other, 0),
        ),
        rates: means!.map((time) => own / (time * mean)),
      };
    }
  }
}

/** A value is drawn from so wide a stretch around it, relative. */
const VALUE_WIDTH = 2e-3;
/** Values that fewer services have are none: the chains only looked for them. */
const LEAST_WEIGHT = 1e-4;

function discreteDistribution(
  mean: number,
  weights: readonly number[],
  means: readonly number[],
): ServiceDistribution {
  const kept = weights.flatMap((weight, j) => (weight > LEAST_WEIGHT ? [{ weight, time: means[j]! }] : []));
  const total = kept.reduce((sum, { weight }) => sum + weight, 0);
  const own = kept.reduce((sum, { weight, time }) => sum + (weight * time) / total, 0);
  const values = kept
    .map(({ weight, time }) => ({ weight, time: (time * mean) / own }))
    .sort((one, other) => one.time - other.time);
  if (values.length === 1) return { distribution: 'deterministic', mean };
  return {
    distribution: 'empirical',
    edges: values.flatMap(({ time }) => [time * (1 - VALUE_WIDTH / 2), time * (1 + VALUE_WIDTH / 2)]),
    weights: values.flatMap(({ weight }, j) => (j === 0 ? [weight] : [0, weight])),
  };
}

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

/** What the rate at the head of a queue says about the stage that reads there. */
import { err, ok, type Result } from '../../core/base/result.ts';
import type { ServiceDistribution } from '../../core/distributions/distribution.ts';
import type { StageNode } from '../../core/scenario/scenario.ts';
import type { RateEstimate } from './contract.ts';
import { distributionAtRate } from './distribution-at-rate.ts';

/** The distribution of one server, or of one batch where batches are full; else why one rate does not tell it. */
export function serviceAtRate(
  stage: StageNode,
  { rate, scv }: RateEstimate,
): Result<ServiceDistribution, string> {
  const { id, service, serverCount = 1, bulk, byClass, schedule } = stage;
  if (rate === 0) return err('no item passed');
  if (bulk?.rule === 'upTo')
    return err(`stage ${id} takes batches of any size, so that items do not tell the rate of batches`);
  if (Object.values(byClass ?? {}).some((own) => own.service))
    return err(
      `stage ${id} serves its classes at different rates, which one rate of the queue does not tell apart`,
    );
  if (schedule) return err(`stage ${id} has a schedule of rates; take its phases from the list`);
  const batch = bulk?.rule === 'full' ? bulk.size : 1;
  return ok(distributionAtRate(service, rate / serverCount / batch, scv));
}

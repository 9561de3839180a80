/** What the rate at the head of a queue says about the stage that reads there. */
import { err, ok, type Result } from '../../core/base/result.ts';
import { isLocated, type ServiceDistribution } from '../../core/distributions/index.ts';
import { withRate } from '../../core/distributions/location.ts';
import { batchVaries, fixedBatch } from '../../core/rules/bulk.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import type { StageNode } from '../../core/scenario/scenario.ts';
import type { RateEstimate } from './contract.ts';

/** The distribution of one server, or of one batch where batches are full; else why one rate does not tell it. */
export function serviceAtRate(
  stage: StageNode,
  { rate, scv }: RateEstimate,
): Result<ServiceDistribution, string> {
  const { id, service, bulk, byClass, schedule } = stage;
  if (rate === 0) return err('no item passed');
  if (batchVaries(bulk))
    return err(`stage ${id} takes batches of any size, so that items do not tell the rate of batches`);
  if (Object.values(byClass ?? {}).some((own) => own.service))
    return err(
      `stage ${id} serves its classes at different rates, which one rate of the queue does not tell apart`,
    );
  if (schedule) return err(`stage ${id} has a schedule of rates; take its phases from the list`);
  return ok(distributionAtRate(service, rate / serverCountOf(stage) / fixedBatch(bulk), scv));
}

/** A distribution of service with the rate that was estimated: its shape stays as the model has it. */

/**
 * A distribution without a free place, such as a histogram, is replaced by one with the estimated variability: gamma, or constant
 * where `scv` is 0, or exponential where it is not known.
 */
export function distributionAtRate(
  distribution: ServiceDistribution,
  rate: number,
  scv?: number,
): ServiceDistribution {
  return isLocated(distribution) ? withRate(distribution, rate) : distributionOfScv(rate, scv);
}

/** Below this a service is as good as constant. */
const CONSTANT = 1e-3;

function distributionOfScv(rate: number, scv: number | undefined): ServiceDistribution {
  if (scv === undefined) return { distribution: 'exponential', rate };
  return scv < CONSTANT ? { distribution: 'deterministic', rate } : { distribution: 'gamma', rate, scv };
}

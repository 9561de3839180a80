/** A scenario whose stages serve at the rates that were estimated at the heads of their queues. */
import { err, type Result } from '../core/base/result.ts';
import type { ServiceDistribution } from '../core/distributions/distribution.ts';
import { updateNode } from '../core/scenario/edits.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { serviceAtRate } from '../workers/estimate/service-at-rate.ts';
import type { EstimatedEnd } from './estimate-text.ts';

export interface Applied {
  readonly scenario: Scenario;
  /** Ids of the stages that were changed. */
  readonly applied: readonly string[];
  /** Why others were not: a sentence each. */
  readonly left: readonly string[];
}

export function applyRates(scenario: Scenario, ends: readonly EstimatedEnd[]): Applied {
  let changed = scenario;
  const applied: string[] = [];
  const left: string[] = [];
  for (const end of ends) {
    if (end.end === 'tail') continue;
    const service = serviceOf(end, applied);
    if (!service.ok) left.push(`queue ${end.queue} is not applied: ${service.error}`);
    else {
      changed = updateNode(changed, end.stage!.id, { service: service.value });
      applied.push(end.stage!.id);
    }
  }
  return { scenario: changed, applied, left };
}

/** Ok only where there is a stage. */
function serviceOf(
  { stage, report: { chosen } }: EstimatedEnd,
  applied: readonly string[],
): Result<ServiceDistribution, string> {
  if ('refused' in chosen) return err(chosen.refused);
  if (!stage) return err('no stage of the scenario has its dest, name or id');
  if (applied.includes(stage.id)) return err(`stage ${stage.id} got its rate from another queue`);
  return serviceAtRate(stage, chosen);
}

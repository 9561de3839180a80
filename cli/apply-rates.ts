/** A scenario whose stages serve at the rates that were estimated at the heads of their queues. */
import { updateNode } from '../src/model/edits.ts';
import type { Scenario, StageNode } from '../src/model/scenario.ts';
import { lawAtRate } from '../workers/estimate/law-at-rate.ts';
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
  for (const { queue, end, stage, report } of ends) {
    if (end === 'tail') continue;
    const { chosen } = report;
    if ('refused' in chosen) {
      left.push(`queue ${queue} is not applied: ${chosen.refused}`);
      continue;
    }
    const why = stage
      ? refusalOf(stage, chosen.rate, applied)
      : 'no stage of the scenario has its dest, name or id';
    if (!stage || why !== undefined) {
      left.push(`queue ${queue} is not applied: ${why}`);
      continue;
    }
    const batch = stage.bulk?.rule === 'full' ? stage.bulk.size : 1;
    const perServer = chosen.rate / (stage.serverCount ?? 1) / batch;
    changed = updateNode(changed, stage.id, { service: lawAtRate(stage.service, perServer, chosen.scv) });
    applied.push(stage.id);
  }
  return { scenario: changed, applied, left };
}

function refusalOf(
  { id, bulk, byClass, schedule }: StageNode,
  rate: number,
  applied: readonly string[],
): string | undefined {
  if (rate === 0) return 'no item passed';
  if (applied.includes(id)) return `stage ${id} got its rate from another queue`;
  if (bulk?.rule === 'upTo')
    return `stage ${id} takes batches of any size, so that items do not tell the rate of batches`;
  if (Object.values(byClass ?? {}).some(({ service }) => service))
    return `stage ${id} serves its classes at different rates, which one rate of the queue does not tell apart`;
  if (schedule) return `stage ${id} has a schedule of rates; take its phases from the list`;
  return undefined;
}

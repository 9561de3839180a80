/** Laws that the record of any replication must keep, whatever the model. */
import type { Scenario } from '../core/scenario/scenario.ts';
import type { ReplicationRecord } from '../workers/simulate/records.ts';
import { brokenInNetwork } from './network-laws.ts';
import { brokenAtStage } from './stage-laws.ts';

/** Sentences, one for each law that is broken. The warm-up is a tenth of the horizon, and the first of any frames. */
export function brokenLaws(
  scenario: Scenario,
  record: ReplicationRecord,
  horizon: number,
): readonly string[] {
  const { duration } = record;
  const atStages = scenario.nodes.flatMap((node) => {
    if (node.kind !== 'stage' && node.kind !== 'delay' && node.kind !== 'join') return [];
    const broken = brokenAtStage(node, record.stages[node.id]!, { horizon, duration });
    return broken.map((law) => `${node.kind} ${node.id}: ${law}`);
  });
  return [...atStages, ...brokenInNetwork(scenario, record), ...notFinite(record, 'record')];
}

/** Places of numbers that are not finite. */
function notFinite(value: unknown, place: string): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${place} is ${value}`];
  if (ArrayBuffer.isView(value)) {
    const bad = Array.from(value as Float64Array).findIndex((entry) => !Number.isFinite(entry));
    return bad < 0 ? [] : [`${place}[${bad}] is not finite`];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => notFinite(entry, `${place}.${key}`));
}

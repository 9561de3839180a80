/** The simulator and its twin draw the same numbers for the same things, so what they count must be the same. */
import { refusalText } from '../core/measures/refusals.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { replicateByTwin } from '../tests/twin/replicate.ts';
import type { SimulationPlan } from '../workers/simulate/contract.ts';
import type { ReplicationRecord } from '../workers/simulate/records.ts';
import { near } from './law-check.ts';

/** At most so many differences are told. */
const MOST_TOLD = 5;

/** Sentences, one for each value of the record of replication 0 that the twin counts otherwise. */
export function apartFromTwin(
  scenario: Scenario,
  plan: SimulationPlan,
  record: ReplicationRecord,
): readonly string[] {
  const twin = replicateByTwin(scenario, plan, 0);
  if (twin.kind === 'noAnswer') return [`the twin gives no answer: ${refusalText(twin)}`];
  return differences(record, twin, 'record')
    .slice(0, MOST_TOLD)
    .map((difference) => `apart from the twin: ${difference}`);
}

function differences(a: unknown, b: unknown, place: string): string[] {
  if (typeof a === 'number' && typeof b === 'number') return near(a, b) ? [] : [`${place} ${a} and ${b}`];
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return a === b ? [] : [`${place} ${a} and ${b}`];
  const [one, other] = [a, b] as [Record<string, unknown>, Record<string, unknown>];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => differences(one[key], other[key], `${place}.${key}`));
}

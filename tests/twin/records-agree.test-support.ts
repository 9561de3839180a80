/** For tests: one scenario in both engines, which must give the same record. */

import { expect } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { SimulationPlan } from '../../workers/simulate/contract.ts';
import type { ReplicationRecord } from '../../workers/simulate/records.ts';
import { replicateNow } from '../../workers/simulate/replicate.ts';
import { replicateByTwin } from './replicate.ts';

/** Sums that are added up in another order differ by so much of their value. */
const ROUNDING = 1e-8;

/**
 * Two replications, the second of which begins traces elsewhere. Frames of a length that is no multiple of the intervals'.
 * The record of the first.
 */
export function expectSameRecords(
  scenario: Scenario,
  { horizon, warmup }: Pick<SimulationPlan, 'horizon' | 'warmup'>,
): ReplicationRecord {
  const bounds = Array.from({ length: 8 }, (_, i) => (horizon * i) / 7);
  const plan = { seed: 5, replications: 2, horizon, warmup, frames: { bounds, repeats: false } };
  const [first] = [0, 1].map((replication) => {
    const record = replicateNow(scenario, plan, replication);
    if (record.kind === 'noAnswer') throw new Error(refusalText(record));
    expect(differences(record, replicateByTwin(scenario, plan, replication), 'record')).toEqual([]);
    return record;
  });
  return first!;
}

/** One replication of a scenario of any kind: both give the same record, or the same reason why there is none. */
export function expectSameOutcome(scenario: Scenario, plan: SimulationPlan, replication: number): void {
  const outcome = replicateNow(scenario, plan, replication);
  const twin = replicateByTwin(scenario, plan, replication);
  if (outcome.kind === 'record') expect(differences(outcome, twin, 'record')).toEqual([]);
  else expect(outcome.code).toBe(twin.kind === 'noAnswer' ? twin.code : 'a record');
}

/** Paths to values that are not the same, with both. */
function differences(a: unknown, b: unknown, path: string): string[] {
  if (typeof a === 'number' && typeof b === 'number') {
    const isSame = a === b || Math.abs(a - b) <= ROUNDING * Math.max(Math.abs(a), Math.abs(b)) + 1e-12;
    return isSame ? [] : [`${path}: ${a} and ${b}`];
  }
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object')
    return a === b ? [] : [`${path}: ${a} and ${b}`];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((key) =>
    differences((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], `${path}.${key}`),
  );
}

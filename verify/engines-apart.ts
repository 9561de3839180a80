/** Both engines of the simulator draw the same numbers for the same things, so what they count must be the same. */
import { refusalText } from '../core/measures/refusals.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { runReplicationNow } from '../workers/fast/run-replication.ts';
import type { SimulationPlan } from '../workers/simulate/contract.ts';
import type { ReplicationRecord } from '../workers/simulate/records.ts';
import { near } from './law-check.ts';

/** At most so many differences are told. */
const MOST_TOLD = 5;

export interface Compared {
  /** The fast engine took the scenario. */
  readonly isFast: boolean;
  /** Sentences, one for each value of the record that differs. */
  readonly apart: readonly string[];
}

/** `record` is of replication 0, by the general engine. */
export function compareEngines(
  scenario: Scenario,
  plan: SimulationPlan,
  record: ReplicationRecord,
): Compared {
  const outcome = runReplicationNow(scenario, plan, 0);
  if (outcome.kind === 'noAnswer')
    return { isFast: true, apart: [`the fast engine gives no answer: ${refusalText(outcome)}`] };
  if (outcome.engine !== 'fast') return { isFast: false, apart: [] };
  const apart = differences({ ...outcome, engine: record.engine }, record, 'record').slice(0, MOST_TOLD);
  return { isFast: true, apart: apart.map((difference) => `fast and general engine: ${difference}`) };
}

function differences(a: unknown, b: unknown, place: string): string[] {
  if (typeof a === 'number' && typeof b === 'number') return near(a, b) ? [] : [`${place} ${a} and ${b}`];
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return a === b ? [] : [`${place} ${a} and ${b}`];
  const [one, other] = [a, b] as [Record<string, unknown>, Record<string, unknown>];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => differences(one[key], other[key], `${place}.${key}`));
}

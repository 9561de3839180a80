/** Simulates random scenarios and looks for crashes, hangs and broken distributions. */

import { type NoAnswer, refusalText } from '../core/measures/refusals.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import type { SimulationPlan } from '../workers/simulate/contract.ts';
import { MOST_LEVELS } from '../workers/simulate/read-measures.ts';
import type { ReplicationRecord } from '../workers/simulate/records.ts';
import { replicateNow } from '../workers/simulate/replicate.ts';
import { brokenLaws } from './broken-laws.ts';
import { apartFromTwin } from './engines-apart.ts';
import { randomScenario } from './random-scenario.ts';

export interface FuzzReport {
  /** How often each outcome came: answered, or the reason why not. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly events: number;
  /** Longest wall time of one scenario, s. */
  readonly slowest: number;
  readonly failures: readonly string[];
}

/** Simulated seconds of the first look, and its share of the whole. */
const FIRST_LOOK = 300;
/** Frames of the run; the first is the warm-up. */
const FRAMES = 10;
/** The second run of the same seed is compared over this many seconds. */
const AGAIN = 50;
/** A scenario takes a second in theory; this much is a hang. */
const HANG_SECONDS = 30;

/** Each scenario is simulated for about `seconds` of wall time. */
export function fuzzNumbers(numbers: readonly number[], seconds: number): FuzzReport {
  const outcomes: Record<string, number> = {};
  const failures: string[] = [];
  let events = 0;
  let slowest = 0;
  for (const number of numbers) {
    const first = timed(number, seconds);
    // On a busy machine a process may have been asleep: what hangs does so again.
    const { fuzzed, elapsed } = first.elapsed > HANG_SECONDS ? timed(number, seconds) : first;
    const { outcome, broken, count } = fuzzed;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    const found = elapsed > HANG_SECONDS ? [...broken, `took ${elapsed.toFixed(0)} s`] : broken;
    for (const distribution of found) {
      failures.push(`scenario ${number}: ${distribution}`);
      process.stderr.write(`${failures.at(-1)}\n`);
    }
    events += count;
    slowest = Math.max(slowest, elapsed);
  }
  return { outcomes, events, slowest, failures };
}

function timed(number: number, seconds: number): { readonly fuzzed: Fuzzed; readonly elapsed: number } {
  const started = performance.now();
  const fuzzed = fuzzOne(randomScenario(number), seconds);
  return { fuzzed, elapsed: (performance.now() - started) / 1000 };
}

export function fuzzTable(parts: readonly FuzzReport[]): readonly string[] {
  const outcomes = new Map<string, number>();
  for (const part of parts)
    for (const [outcome, count] of Object.entries(part.outcomes))
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
  const events = parts.reduce((total, part) => total + part.events, 0);
  const failures = parts.flatMap((part) => part.failures);
  return [
    '| outcome | scenarios |',
    '|---|---|',
    ...[...outcomes].sort((a, b) => b[1] - a[1]).map(([outcome, count]) => `| ${outcome} | ${count} |`),
    '',
    `${Number((events / 1e9).toPrecision(3))} thousand million events; the slowest scenario took ${Math.max(...parts.map(({ slowest }) => slowest)).toFixed(1)} s.`,
    'The first seconds of each were simulated by the twin, too, and gave the same.',
    '',
    failures.length === 0 ? 'Nothing broke.' : `${failures.length} failures:`,
    ...failures.map((failure) => `- ${failure}`),
  ];
}

interface Fuzzed {
  readonly outcome: string;
  readonly broken: readonly string[];
  readonly count: number;
}

function fuzzOne(scenario: Scenario, seconds: number): Fuzzed {
  try {
    const started = performance.now();
    const look = replicateNow(scenario, planOf(FIRST_LOOK), 0);
    if (look.kind === 'noAnswer') return refused(look);
    const looked = Math.max(1e-4, (performance.now() - started) / 1000);
    const plan = planOf(FIRST_LOOK * Math.max(1, seconds / looked));
    const record = replicateNow(scenario, plan, 0);
    if (record.kind === 'noAnswer') return refused(record);
    const broken = [
      ...brokenLaws(scenario, look, FIRST_LOOK),
      ...apartFromTwin(scenario, planOf(FIRST_LOOK), look),
      ...notTheSame(scenario),
    ];
    const count = look.events + record.events;
    // A queue that grows for ever has levels that are not told apart; the first look was short enough.
    if (overflows(record)) return { outcome: 'answered; a queue grows for ever', broken, count };
    broken.push(...brokenLaws(scenario, record, plan.horizon));
    return { outcome: 'answered', broken, count };
  } catch (error) {
    const broken = [String(error instanceof Error ? error.stack : error)];
    return { outcome: 'crashed', broken, count: 0 };
  }
}

const overflows = ({ stages, groups = {} }: ReplicationRecord): boolean =>
  [...Object.values(stages), ...Object.values(groups)].some(
    ({ occupancy }) => occupancy.length >= MOST_LEVELS,
  );

const refused = (refusal: NoAnswer): Fuzzed => ({
  outcome: `no answer: ${refusal.reason}`,
  // A refusal must say why; these are the only reasons that a valid scenario can meet.
  broken:
    refusal.reason === 'deadlock' || refusal.reason === 'stuck'
      ? []
      : [`refused as ${refusal.reason}: ${refusalText(refusal)}`],
  count: 0,
});

function notTheSame(scenario: Scenario): readonly string[] {
  const [one, other] = [0, 1].map(() => textOf(replicateNow(scenario, planOf(AGAIN), 1)));
  return one === other ? [] : ['a second run of the same seed differs'];
}

const textOf = (record: ReplicationRecord | NoAnswer): string => JSON.stringify(record);

const planOf = (horizon: number): SimulationPlan => ({
  seed: 1,
  replications: 2,
  horizon,
  warmup: 0.1 * horizon,
  frames: { bounds: Array.from({ length: FRAMES + 1 }, (_, i) => horizon * (i / FRAMES)), repeats: false },
});

/**
 * Are the 95 % intervals 95 % intervals? Many seeded runs of models whose mean occupancy is known: how often the
 * interval holds it, and how often the run warned. A run is as the plan chooses it, ten replications, but only as long
 * as its slowest queue asks for, so that many runs can be made: a quarter of the usual time, or 5 relaxation times of
 * warm-up and 20 observed where that is more; whole periods where the arrivals have one. The last models are run too short on purpose.
 */
import { refusalText } from '../core/measures/refusals.ts';
import type { NodeId, Scenario } from '../core/scenario/scenario.ts';
import type { SimulationRequest, SimulationResult } from '../workers/simulate/contract.ts';
import { courseOf } from '../workers/simulate/course.ts';
import { runPilot } from '../workers/simulate/plan-run.ts';
import { simulateNow } from '../workers/simulate/simulate-scenario.ts';
import { CASES, type Case } from './coverage-cases.ts';

/** What some runs of one model have shown; adds up. */
interface Tally {
  readonly runs: number;
  readonly events: number;
  readonly stages: Readonly<
    Record<NodeId, { readonly held: number; readonly means: number; readonly halfWidths: number }>
  >;
  readonly warnings: Readonly<Record<string, number>>;
}

/** Share of the usual time that is enough to see the intervals at work. */
const SHARE = 0.25;

/** Runs of every model with these seeds. */
export const coverSeeds = (seeds: readonly number[]): readonly Tally[] =>
  CASES.map((one) => {
    const times = timesOf(one);
    return seeds.map((seed) => tallyOf(one, answerOf(one.scenario, { ...times, seed }))).reduce(added);
  });

/** Shares of runs that a 95 % interval may hold the exact value in. */
export const LEAST_HELD = 0.93;
export const MOST_HELD = 0.97;

/** The table from the tallies of several parts; `failed`: a run of the usual length does not hold the exact value as often as it says. */
export function coverageTable(parts: readonly (readonly Tally[])[]): {
  readonly lines: readonly string[];
  readonly failed: boolean;
} {
  const tallies = CASES.map((one, i) => ({ one, tally: parts.map((part) => part[i]!).reduce(added) }));
  return {
    lines: [
      '| model | exact mean occupancy | mean of all runs | mean half width | interval holds it | runs with a warning | events per replication | exact value from |',
      '|---|---|---|---|---|---|---|---|',
      ...tallies.flatMap(({ one, tally }) => rowsOf(one, tally)),
    ],
    failed: tallies.some(({ one, tally }) => misses(one, tally)),
  };
}

/** Models that are run too short on purpose are not judged. */
const misses = ({ length }: Case, { runs, stages }: Tally): boolean =>
  length === undefined &&
  Object.values(stages).some(({ held }) => held < LEAST_HELD * runs || held > MOST_HELD * runs);

function timesOf({ scenario, length }: Case): Required<Pick<SimulationRequest, 'horizon' | 'warmup'>> {
  const pilot = runPilot(scenario, 1);
  if ('kind' in pilot) throw new Error(refusalText(pilot));
  const { usual, relaxationTime } = pilot;
  if (length !== undefined)
    return { horizon: length * relaxationTime, warmup: 0.1 * length * relaxationTime };
  const period = courseOf(scenario)?.period;
  const whole = (time: number): number => (period === undefined ? time : period * Math.ceil(time / period));
  const warmup = whole(Math.max(0.1 * SHARE * usual, 5 * relaxationTime));
  return { warmup, horizon: warmup + whole(Math.max(0.9 * SHARE * usual, 20 * relaxationTime)) };
}

function answerOf(scenario: Scenario, request: SimulationRequest): SimulationResult {
  const outcome = simulateNow(scenario, request);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

function tallyOf({ exact }: Case, { stages, verdicts, events }: SimulationResult): Tally {
  const warnings = new Set(verdicts.filter(({ severity }) => severity === 'warning').map(({ code }) => code));
  return {
    runs: 1,
    events,
    stages: Object.fromEntries(
      Object.entries(exact).map(([id, value]) => {
        const { mean, halfWidth } = stages[id]!.meanOccupancy!;
        return [
          id,
          { held: Math.abs(mean - value) <= halfWidth ? 1 : 0, means: mean, halfWidths: halfWidth },
        ];
      }),
    ),
    warnings: Object.fromEntries([...warnings].map((code) => [code, 1])),
  };
}

function added(a: Tally, b: Tally): Tally {
  const codes = new Set([...Object.keys(a.warnings), ...Object.keys(b.warnings)]);
  return {
    runs: a.runs + b.runs,
    events: a.events + b.events,
    stages: Object.fromEntries(
      Object.entries(a.stages).map(([id, { held, means, halfWidths }]) => {
        const other = b.stages[id]!;
        return [
          id,
          { held: held + other.held, means: means + other.means, halfWidths: halfWidths + other.halfWidths },
        ];
      }),
    ),
    warnings: Object.fromEntries(
      [...codes].map((code) => [code, (a.warnings[code] ?? 0) + (b.warnings[code] ?? 0)]),
    ),
  };
}

function rowsOf(one: Case, { runs, events, stages, warnings }: Tally): readonly string[] {
  const warned = Object.entries(warnings)
    .map(([code, count]) => `${code} ${percent(count / runs)}`)
    .join(', ');
  return Object.entries(one.exact).map(([id, exact]) => {
    const { held, means, halfWidths } = stages[id]!;
    const share = held / runs;
    const cells = [
      `${nameOf(one)}; stage ${id}`,
      Number(exact.toPrecision(6)),
      Number((means / runs).toPrecision(5)),
      percent(halfWidths / runs / exact),
      `${percent(share)} ± ${percent(Math.sqrt((share * (1 - share)) / runs))}`,
      warned || 'none',
      Math.round(events / runs / 10),
      one.source,
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

const nameOf = ({ what, length }: Case): string =>
  length === undefined ? what : `${what}, only ${length} relaxation time${length === 1 ? '' : 's'}`;

const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

/** For tests: short scenarios of several classes, and the comparison of records of runs with numbers known from elsewhere. */

import { expect } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing } from '../../core/scenario/drawing.test-support.ts';
import type { JobClass, Scenario, ScenarioNode } from '../../core/scenario/scenario.ts';
import { studentQuantile } from '../numeric/student-t.ts';
import type { ReplicationRecord } from './records.ts';
import { replicateNow } from './replicate.ts';

export interface RecordClaim {
  readonly what: string;
  readonly value: number;
  readonly of: (record: ReplicationRecord) => number;
}

const SEEDS = 8;
const REPLICATIONS = 8;
/** With 8 intervals of 99 % each, 0.08 misses are expected; three or more happen by chance once in 18 000 times. */
const MOST_MISSES = 2;

/** The record of one replication that must come to its end. */
export function recordOf(
  scenario: Scenario,
  horizon: number,
  { warmup = 0, seed = 1, replication = 0 } = {},
): ReplicationRecord {
  const plan = { seed, replications: 2, horizon, warmup };
  const outcome = replicateNow(scenario, plan, replication);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

/**
 * Runs the scenario for 8 fixed seeds. Each claimed value must lie inside the 99 % interval over the replications of a
 * seed for all but two of them, and within 4 standard errors of the mean over all, which is far sharper against a bias.
 */
export function expectRecords(scenario: Scenario, horizon: number, claims: readonly RecordClaim[]): void {
  const warmup = horizon / 10;
  const runs = Array.from({ length: SEEDS }, (_, seed) =>
    Array.from({ length: REPLICATIONS }, (__, replication) =>
      recordOf(scenario, horizon, { warmup, seed: seed + 1, replication }),
    ),
  );
  const quantile = studentQuantile(0.995, REPLICATIONS - 1);
  for (const { what, value, of } of claims) {
    const seen = runs.map((records) => meanAndError(records.map(of)));
    const report = `${what} = ${value}: ${seen.map(({ mean }) => mean.toPrecision(5)).join(' ')}`;
    const misses = seen.filter(({ mean, error }) => !(Math.abs(mean - value) <= quantile * error + 1e-9));
    expect(misses.length, report).toBeLessThanOrEqual(MOST_MISSES);
    const all = meanAndError(runs.flat().map(of));
    expect(Math.abs(all.mean - value), report).toBeLessThanOrEqual(4 * all.error + 1e-9);
  }
}

function meanAndError(values: readonly number[]): { readonly mean: number; readonly error: number } {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const squares = values.reduce((sum, x) => sum + (x - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}

/** The scenario with these classes; links may name shares as `a>b:x=0.3,y=0.7`. */
export const classed = (
  classes: readonly JobClass[],
  nodes: readonly ScenarioNode[],
  links: readonly string[],
): Scenario => drawing(nodes, links, { classes });

/** Mean elements in a stage. */
export const meanIn = (id: string, value: number): RecordClaim => ({
  what: `mean in ${id}`,
  value,
  of: ({ stages, duration }) => stages[id]!.occupancyTime / duration,
});

/** Mean elements of one class (by place) in a stage. */
export const meanOfClass = (id: string, jobClass: number, value: number): RecordClaim => ({
  what: `mean of class ${jobClass} in ${id}`,
  value,
  of: ({ stages, duration }) => stages[id]!.classes![jobClass]!.occupancyTime / duration,
});

/** Mean time in a stage of one class. */
export const timeOfClass = (id: string, jobClass: number, value: number): RecordClaim => ({
  what: `time of class ${jobClass} in ${id}`,
  value,
  of: ({ stages }) => {
    const { sojournTotal, output } = stages[id]!.classes![jobClass]!;
    return sojournTotal / output;
  },
});

/** Mean wait of one class. */
export const waitOfClass = (id: string, jobClass: number, value: number): RecordClaim => ({
  what: `wait of class ${jobClass} in ${id}`,
  value,
  of: ({ stages }) => {
    const { waitTotal, served } = stages[id]!.classes![jobClass]!;
    return waitTotal / served;
  },
});

/** Elements served per second. */
export const servedRate = (id: string, value: number): RecordClaim => ({
  what: `services at ${id}`,
  value,
  of: ({ stages, duration }) => stages[id]!.served / duration,
});

/** Servers that serve, on average. */
export const serving = (id: string, value: number): RecordClaim => ({
  what: `serving at ${id}`,
  value,
  of: ({ stages, duration }) => stages[id]!.servingTime / duration,
});

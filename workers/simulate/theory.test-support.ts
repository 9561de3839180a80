/** For tests: short scenarios, and the comparison of runs with numbers that are known from elsewhere. */

import { expect, vi } from 'vitest';
import { type NoAnswer, refusalText } from '../../core/measures/refusals.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { studentQuantile } from '../numeric/student-t.ts';
import type { Claim } from './claims.test-support.ts';
import type { SimulationRequest, SimulationResult } from './contract.ts';
import { simulateNow } from './simulate-scenario.ts';

// Statistics take the time they take.
vi.setConfig({ testTimeout: 0 });

/** The answer of a run that must have one. */
export function answerOf(scenario: Scenario, request: SimulationRequest): SimulationResult {
  return answered(simulateNow(scenario, request));
}

export function answered(outcome: SimulationResult | NoAnswer): SimulationResult {
  if (outcome.kind === 'noAnswer') throw new Error(`No answer: ${refusalText(outcome)}`);
  return outcome;
}

const SEEDS = 12;
const REPLICATIONS = 10;
/** With 12 intervals of 99 % each, 0.12 misses are expected; three or more happen by chance once in 5000 times. */
const MOST_MISSES = 2;

/**
 * Runs the scenario for 12 fixed seeds. Each claimed value must lie inside the run's own 99 % interval for all but two
 * of them, and within 4 standard errors of the mean over all seeds, which is far sharper against a bias.
 */
export function expectTheory(
  scenario: Scenario,
  request: { readonly horizon: number; readonly warmup?: number },
  claims: readonly Claim[],
): void {
  const results = Array.from({ length: SEEDS }, (_, i) =>
    answerOf(scenario, { ...request, seed: i + 1, replications: REPLICATIONS }),
  );
  const wider = studentQuantile(0.995, REPLICATIONS - 1) / studentQuantile(0.975, REPLICATIONS - 1);
  for (const { what, value, of } of claims) {
    const estimates = results.map((result) => of(result));
    const known = estimates.filter((estimate) => estimate !== undefined);
    expect(known.length, `${what}: runs that give it`).toBe(SEEDS);
    const misses = known.filter(({ mean, halfWidth }) => Math.abs(mean - value) > wider * halfWidth + 1e-12);
    const report = `${what} = ${value}: ${known.map(({ mean }) => mean.toPrecision(5)).join(' ')}`;
    expect(misses.length, report).toBeLessThanOrEqual(MOST_MISSES);
    const mean = known.reduce((sum, estimate) => sum + estimate.mean, 0) / SEEDS;
    const variance = known.reduce((sum, estimate) => sum + (estimate.mean - mean) ** 2, 0) / (SEEDS - 1);
    expect(Math.abs(mean - value), report).toBeLessThanOrEqual(4 * Math.sqrt(variance / SEEDS) + 1e-12);
  }
}

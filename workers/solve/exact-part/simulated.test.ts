import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../simulate/contract.ts';
import { type SolveExactPart, simulateNow } from '../../simulate/simulate-scenario.ts';

import { solveExactPart } from './solve-exact-part.ts';

/** `a` is near saturation and forgets its start slowly; `b` never fills. */
const slow = line(source('in', 0.99), stage('a', 1, { capacity: 60 }), stage('b', 5, { capacity: 60 }));
const REQUEST = { seed: 4, horizon: 4000, warmup: 1000, precision: 0.02 } as const;

function run(scenario: Scenario, solvePart?: SolveExactPart): SimulationResult {
  const outcome = simulateNow(scenario, REQUEST, solvePart);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

/** One exponential server with K places; its Poisson source waits with one element while it is full: K + 2 states. */
function heldSourceMean(load: number, K: number): number {
  const weights = Array.from({ length: K + 2 }, (_, n) => load ** n);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.reduce((sum, weight, n) => sum + Math.min(n, K) * weight, 0) / total;
}

describe('a run with an exact part', () => {
  it('ends early with the mean that the formula gives, which the replications alone do not reach', () => {
    const result = run(slow, solveExactPart);
    const alone = run(slow);
    expect(alone.replications).toBe(400);
    expect(alone.verdicts[0]!.code).toBe('precision-missed');
    expect(result.replications).toBeLessThan(40);
    expect(result.verdicts.map(({ code }) => code)).not.toContain('precision-missed');
    expect(Object.keys(result.exactPart!.stages)).toEqual(['a']);
    expect(result.stages.a!.meanOccupancy!.mean).toBeCloseTo(heldSourceMean(0.99, 60), 9);
    const { mean, halfWidth } = alone.stages.a!.meanOccupancy!;
    expect(Math.abs(result.stages.a!.meanOccupancy!.mean - mean)).toBeLessThan(1.5 * halfWidth);
    expect(result.stages.b!.meanOccupancy!.halfWidth).toBeLessThanOrEqual(
      0.02 * result.stages.b!.meanOccupancy!.mean,
    );
  });

  it('does not ask where the replications get there', () => {
    const quick = line(source('in', 0.5), stage('a', 1, { capacity: 60 }), stage('b', 5));
    const asked: unknown[] = [];
    const result = run(quick, (scenario, question) => {
      asked.push(question);
      return solveExactPart(scenario, question);
    });
    expect(asked).toEqual([]);
    expect(result).toMatchObject({ kind: 'answer' });
    expect(result.exactPart).toBeUndefined();
  });

  it('goes on by itself where there is no such part', { tags: ['long'] }, () => {
    const long = stage('a', 1, { capacity: 900, service: { distribution: 'deterministic', mean: 0.99 } });
    const hard = line(source('in', 0.999), long, stage('b', 5, { capacity: 60 }));
    const result = run(hard, solveExactPart);
    expect(result.exactPart).toBeUndefined();
    expect(result.replications).toBe(400);
  });
});

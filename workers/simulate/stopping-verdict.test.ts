import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { verdictText } from '../../core/measures/verdicts.ts';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { SimulationRequest, SimulationResult } from './contract.ts';
import { simulateNow } from './simulate-scenario.ts';
import { replicationsNeeded } from './stopping.ts';
import { withStoppingVerdict } from './summarize-run.ts';

const tandem = line(source('in', 0.5), stage('a', 1), stage('b', 0.52));

function resultOf(request: SimulationRequest): SimulationResult {
  const outcome = simulateNow(tandem, { seed: 3, horizon: 400, ...request });
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

function missed({ verdicts }: SimulationResult): string | undefined {
  const found = verdicts.find(({ code }) => code === 'precision-missed');
  return found && verdictText(found);
}

describe('a run for a precision', () => {
  it('names what is not known so well, the worst first, and how many replications that takes', () => {
    const result = resultOf({ precision: 0.015 });
    expect(result.replications).toBe(400);
    const { mean, halfWidth } = result.stages.b!.meanOccupancy!;
    const needed = 400 * (halfWidth / mean / 0.015) ** 2;
    expect(replicationsNeeded(result.plan, result)).toBe(Math.ceil(needed));
    expect(result.verdicts[0]).toMatchObject({ severity: 'warning', stage: 'b' });
    expect(missed(result)).toMatch(
      /^Not known to 1\.5 % after 400 replications: number in system of "b" \(± [\d.]+ %\)/,
    );
    expect(missed(result)).toContain(`about ${Number(needed.toPrecision(2))} replications`);
    expect(missed(result)).toContain('A run makes at most 400 unless more are asked for.');
  });

  it('foretells about as many as are needed', () => {
    const few = resultOf({ replications: 100 });
    const { mean, halfWidth } = few.stages.b!.meanOccupancy!;
    const precision = halfWidth / mean / 2;
    const many = resultOf({ replications: 400 }).stages.b!.meanOccupancy!;
    expect(many.halfWidth / many.mean / precision).toBeGreaterThan(0.8);
    expect(many.halfWidth / many.mean / precision).toBeLessThan(1.25);
    expect(replicationsNeeded({ ...few.plan, precision }, few)).toBe(400);
  });

  it('says nothing when it is reached, not asked for, or before anything can be told', () => {
    expect(missed(resultOf({ precision: 0.2 }))).toBeUndefined();
    const short = resultOf({ replications: 5 });
    expect(missed(short)).toBeUndefined();
    expect(
      missed(withStoppingVerdict({ ...short, plan: { ...short.plan, precision: 1e-3 } })),
    ).toBeUndefined();
  });
});

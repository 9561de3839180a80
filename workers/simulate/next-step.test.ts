import { describe, expect, it } from 'vitest';
import type { Estimate } from '../../core/measures/measures.ts';
import type { SimulationPlan, StageEstimate } from './contract.ts';
import { nextStep } from './next-step.ts';

const PLAN: SimulationPlan = { seed: 1, replications: 10, horizon: 10, warmup: 1, precision: 0.01 };
const { precision: _, ...FIXED } = PLAN;

const within = (share: number, extra: StageEstimate = {}): StageEstimate => ({
  meanOccupancy: { mean: 2, halfWidth: 2 * share },
  ...extra,
});
const never: Estimate = { mean: 0, halfWidth: 0 };
const seldom: Estimate = { mean: 1e-3, halfWidth: 1e-3 };

/** After six replications 8.2 % foretell 403 for 1 %, 8.1 % foretell 394. */
const FAR = 0.082;
const NEAR = 0.081;

describe('what a run does next', () => {
  it('looks early only where it may ask: for a precision, and in a steady state', () => {
    expect(nextStep(PLAN)).toEqual({ replications: 6 });
    expect(nextStep(FIXED)).toEqual({ replications: 10 });
    expect(nextStep({ ...PLAN, course: 'transient' })).toEqual({ replications: 10 });
    expect(nextStep({ ...FIXED, replications: 4 })).toEqual({ replications: 4 });
  });

  it('asks for an exact part of stages that no run would know, and goes on for the others', () => {
    const stages = {
      a: within(0.005, { fullProbability: never }),
      b: within(FAR, { fullProbability: seldom }),
      c: within(0.012),
    };
    const question = { stages: ['b'], neverFull: ['a'] };
    expect(nextStep(PLAN, { replications: 6, stages })).toEqual({ replications: 10, question });
    // Later looks want what `c` lacks, 10 (1.2)^2, and nothing for `b`.
    const later = { replications: 10, stages: { ...stages, b: within(0.5, stages.b) } };
    expect(nextStep(PLAN, later)).toEqual({ replications: 15, question: { ...question, stages: ['b'] } });
  });

  it('asks once: without an answer the run goes as far as it may', () => {
    const known = { replications: 10, stages: { a: within(0.5) } };
    const { question } = nextStep(PLAN, known);
    expect(nextStep(PLAN, known, question)).toEqual({ replications: 20 });
    const other = { replications: 10, stages: { a: within(0.5, { fullProbability: never }) } };
    expect(nextStep(PLAN, other, question).question).toEqual({ stages: ['a'], neverFull: ['a'] });
  });

  it('asks nothing where the replications alone get there, where none is asked for, and over time', () => {
    const near = { replications: 6, stages: { a: within(NEAR) } };
    const far = { replications: 6, stages: { a: within(FAR) } };
    expect(nextStep(PLAN, near).question).toBeUndefined();
    expect(nextStep(PLAN, far).question).toBeDefined();
    expect(nextStep({ ...PLAN, replications: 450 }, far).question).toBeUndefined();
    expect(nextStep(FIXED, far).question).toBeUndefined();
    expect(nextStep({ ...PLAN, course: { period: 1 } }, far).question).toBeUndefined();
  });

  it('is at the end when the part tells what the replications do not', () => {
    const simulated = { meanOccupancy: { mean: 2, halfWidth: 1 } };
    const stages = { a: within(0, { simulated }), b: within(0.009) };
    expect(nextStep(PLAN, { replications: 10, stages })).toEqual({ replications: 10 });
    // Another stage that is out of reach: the part is to hold both.
    const more = { replications: 10, stages: { ...stages, b: within(0.5) } };
    expect(nextStep(PLAN, more).question).toEqual({ stages: ['a', 'b'], neverFull: [] });
  });
});

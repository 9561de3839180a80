import { describe, expect, it } from 'vitest';
import type { Estimate } from '../../core/measures/measures.ts';
import { estimate } from '../numeric/estimates.ts';
import { openStream } from '../random/random-stream.ts';
import type { SimulationPlan } from './contract.ts';
import { replicationsWanted } from './stopping.ts';

const plan: SimulationPlan = { seed: 1, replications: 4, horizon: 10, warmup: 1, precision: 0.01 };
const wantedAfter = (replications: number, meanOccupancy: Estimate, of = plan): number =>
  replicationsWanted(of, { replications, stages: { a: { meanOccupancy } } });

describe('replicationsWanted', () => {
  it('is what was planned when no precision is asked for', () => {
    const { precision: _, ...fixed } = plan;
    expect(replicationsWanted(fixed)).toBe(4);
    expect(wantedAfter(4, { mean: 1, halfWidth: 9 }, fixed)).toBe(4);
  });

  it('judges nothing before ten replications, or as many as were planned', () => {
    expect(replicationsWanted(plan)).toBe(10);
    expect(wantedAfter(4, { mean: 1, halfWidth: 1e-9 })).toBe(10);
    expect(replicationsWanted({ ...plan, replications: 30 })).toBe(30);
  });

  it('stops when all is known well enough, and else foretells how many are needed, twice as many at most', () => {
    expect(wantedAfter(10, { mean: 2, halfWidth: 0.02 })).toBe(10);
    expect(wantedAfter(100, { mean: 2, halfWidth: 0.022 })).toBe(121);
    expect(wantedAfter(10, { mean: 2, halfWidth: 0.2 })).toBe(20);
  });

  it('goes no further than 400, but makes as many as were planned', () => {
    expect(wantedAfter(300, { mean: 1, halfWidth: 1 })).toBe(400);
    expect(wantedAfter(400, { mean: 1, halfWidth: 1 })).toBe(400);
    expect(wantedAfter(700, { mean: 1, halfWidth: 1 }, { ...plan, replications: 700 })).toBe(700);
  });

  it('asks for every chosen measure of every stage; one without data, or that is 0, holds nobody up', () => {
    const wanted = (precisionMeasures: SimulationPlan['precisionMeasures']): number =>
      replicationsWanted(
        { ...plan, ...(precisionMeasures && { precisionMeasures }) },
        {
          replications: 10,
          stages: {
            a: { meanOccupancy: { mean: 3, halfWidth: 0.01 }, throughput: { mean: 1, halfWidth: 0.012 } },
            b: { meanOccupancy: { mean: 0, halfWidth: 0 }, utilization: { mean: 0.5, halfWidth: 0.1 } },
          },
        },
      );
    expect(wanted(undefined)).toBe(10);
    expect(wanted(['meanOccupancy', 'throughput'])).toBe(15);
    expect(wanted(['utilization'])).toBe(20);
    expect(wanted(['meanSojournTime'])).toBe(10);
  });

  it('leaves the intervals almost as honest as it found them: 2000 runs each, normal and skewed replications', {
    tags: ['long'],
  }, () => {
    const stream = openStream({ seed: 5, replication: 0, node: 'coverage', purpose: 'service' });
    const exponential = (): number => -Math.log(1 - stream.uniform());
    const distributions: Record<string, () => number> = {
      // Means of 12 uniforms, and of 20 exponentials.
      normal: () =>
        1 + 0.1 * (Array.from({ length: 12 }, () => stream.uniform()).reduce((a, b) => a + b) - 6),
      skewed: () => Array.from({ length: 20 }, exponential).reduce((a, b) => a + b) / 20,
    };
    for (const [name, draw] of Object.entries(distributions)) {
      for (const precision of [0.03, 0.06]) {
        const share = coverage({ ...plan, precision }, draw);
        // 2000 runs know the share to 0.005.
        expect(share, `${name} ${precision}`).toBeGreaterThan(0.93 - 0.01);
      }
    }
  });
});

/** Share of sequential runs whose final interval has the true mean, 1. */
function coverage(of: SimulationPlan, draw: () => number): number {
  const RUNS = 2000;
  let covered = 0;
  for (let run = 0; run < RUNS; run++) {
    const values: number[] = [];
    let now: Estimate = { mean: 0, halfWidth: 0 };
    for (
      let wanted = replicationsWanted(of);
      values.length < wanted;
      wanted = wantedAfter(values.length, now, of)
    ) {
      while (values.length < wanted) values.push(draw());
      now = estimate(values)!;
    }
    if (Math.abs(now.mean - 1) <= now.halfWidth) covered++;
  }
  return covered / RUNS;
}

/** For tests: how many of many intervals miss a value that is known from elsewhere, and how many may. */
import { expect } from 'vitest';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { studentQuantile } from '../numeric/student-t.ts';
import type { Claim } from './claims.test-support.ts';
import type { SimulationRequest } from './contract.ts';
import { answerOf } from './theory.test-support.ts';

const REPLICATIONS = 10;
/** Intervals at 99 %. */
const MISS = 0.01;
const WIDER = studentQuantile(1 - MISS / 2, REPLICATIONS - 1) / studentQuantile(0.975, REPLICATIONS - 1);

/** Claims compared so far, and those outside the 99 % interval of their run. */
export class IntervalMisses {
  private runs = 0;
  private compared = 0;
  private readonly misses: string[] = [];

  run(name: string, scenario: Scenario, request: SimulationRequest, claims: readonly Claim[]): void {
    // Each run draws numbers of its own, or their misses would come together.
    const result = answerOf(scenario, { replications: REPLICATIONS, seed: ++this.runs, ...request });
    for (const { what, value, of } of claims) {
      const estimate = of(result);
      if (!estimate) throw new Error(`${name}: no ${what}`);
      // What never happens has no interval; both say so.
      if (value === 0 && estimate.mean === 0) continue;
      this.compared++;
      const distance = Math.abs(estimate.mean - value);
      const report = `${name}: ${what} is ${value}, simulated ${estimate.mean} ± ${estimate.halfWidth}`;
      if (distance > WIDER * estimate.halfWidth + 1e-12) this.misses.push(report);
      // Three times as far as an interval at 99 % reaches is no chance.
      expect(distance, report).toBeLessThanOrEqual(3 * WIDER * estimate.halfWidth + 1e-12);
    }
  }

  /** As many misses as chance makes them, but for one time in 10 000. */
  expectFew(atLeast: number): void {
    expect(this.compared).toBeGreaterThanOrEqual(atLeast);
    expect(this.misses.length, this.misses.join('\n')).toBeLessThanOrEqual(mostByChance(this.compared));
  }
}

/** The largest number of misses among n independent intervals that chance exceeds with a probability below 1e-4. */
function mostByChance(n: number): number {
  let exactly = (1 - MISS) ** n;
  let more = 1 - exactly;
  let k = 0;
  for (; more > 1e-4; k++) {
    exactly *= ((n - k) / (k + 1)) * (MISS / (1 - MISS));
    more -= exactly;
  }
  return k;
}

import { describe, expect, it } from 'vitest';
import { type ArrivalDistribution, distributionMean } from '../../../core/distributions/index.ts';
import type { StageMeasures } from '../../../core/measures/measures.ts';
import { isStage, type Scenario } from '../../../core/scenario/scenario.ts';
import { examples } from '../../../tests/examples.ts';
import { studentQuantile } from '../../numeric/student-t.ts';
import type { SimulationResult } from '../../simulate/contract.ts';
import { simulateNow } from '../../simulate/simulate-scenario.ts';
import { clocks } from './one-clock.ts';
import { randomScenario } from './random-chain.test-support.ts';
import { solveChain } from './solve-chain.ts';

const REPLICATIONS = 20;
/** From the run's own 95 % interval to 99.9 %. */
const WIDER = studentQuantile(0.9995, REPLICATIONS - 1) / studentQuantile(0.975, REPLICATIONS - 1);
const SCENARIOS = examples(50);
const HORIZON = 2500;
const WARMUP = 100;

const MEASURES = [
  'offeredRate',
  'arrivalRate',
  'throughput',
  'outputRate',
  'lossRate',
  'utilization',
  'blockedFraction',
  'starvedFraction',
  'meanOccupancy',
  'meanQueueLength',
  'fullProbability',
] as const satisfies readonly (keyof StageMeasures<number>)[];

function simulated(drawn: Scenario, seed: number): SimulationResult | undefined {
  const outcome = simulateNow(drawn, {
    seed: seed + 100,
    replications: REPLICATIONS,
    horizon: HORIZON,
    warmup: WARMUP,
  });
  return outcome.kind === 'noAnswer' ? undefined : outcome;
}

/** One node, by turns, made to take constant times of its mean; undefined where these are not the only clock. */
function withClock(drawn: Scenario, seed: number): Scenario | undefined {
  const node = drawn.nodes.filter(({ kind }) => kind === 'source' || kind === 'stage')[seed % 3]!;
  const times = (law: ArrivalDistribution) =>
    ({ distribution: 'deterministic', mean: distributionMean(law) }) as const;
  const nodes = drawn.nodes.map((other) =>
    other !== node
      ? other
      : other.kind === 'source'
        ? { ...other, interarrival: times(other.interarrival) }
        : other.kind === 'stage'
          ? { ...other, service: times(other.service) }
          : other,
  );
  return clocks.clockOf({ ...drawn, nodes }) && { ...drawn, nodes };
}

describe('random scenarios with phases, groups, routers, overdrives, bulk and all kinds of blocking', () => {
  it.each([
    ['as drawn', (drawn: Scenario) => drawn, 1e-9],
    // Where gaps never vary, all runs count the same but for one group more or less.
    ['with one constant time', withClock, 3 / (HORIZON - WARMUP)],
  ])('%s: lie inside the 99.9 % intervals of the simulator', { timeout: 0 }, (_, change, edge) => {
    let compared = 0;
    let scenarios = 0;
    const misses: string[] = [];
    for (let seed = 1; scenarios < SCENARIOS; seed++) {
      const drawn = change(randomScenario(seed), seed);
      if (!drawn) continue;
      const chain = solveChain(drawn, { clocks, maxStates: 5000 });
      const run = chain.kind === 'noAnswer' ? undefined : simulated(drawn, seed);
      if (chain.kind === 'noAnswer' || !run) continue;
      scenarios++;
      expect(chain.exact, `seed ${seed}`).toBe(true);
      const pairs = drawn.nodes.filter(isStage).flatMap(({ id, discipline }) => {
        // Last come, first served leaves the oldest behind at the horizon: measured times are short, not the model's.
        const times = discipline === 'LCFS' ? [] : (['meanSojournTime', 'meanWaitingTime'] as const);
        return [...MEASURES, ...times].map((name) => ({
          what: `${name} of ${id}, seed ${seed}`,
          value: chain.stages[id]![name],
          estimate: run.stages[id]![name],
        }));
      });
      const network = {
        what: `throughput, seed ${seed}`,
        value: chain.network.throughput,
        estimate: run.network.throughput,
      };
      for (const { what, value, estimate } of [...pairs, network]) {
        expect(value === undefined, what).toBe(estimate === undefined);
        // What was hardly ever seen has no usable interval.
        if (value === undefined || !estimate || value < 1e-4) continue;
        compared++;
        const distance = Math.abs(value - estimate.mean);
        if (distance > WIDER * estimate.halfWidth + edge) misses.push(`${what}: ${value}, ${estimate.mean}`);
        expect(distance, what).toBeLessThan(3 * WIDER * estimate.halfWidth + edge);
      }
    }
    expect(compared).toBeGreaterThan(5 * SCENARIOS);
    // One in a thousand falls outside by chance; correlated measures of one run do so together.
    expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(3);
  });
});

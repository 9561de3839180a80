/** What the server does, told from departures without the idle time between them; of runs whose services are known. */
import { describe, expect, it } from 'vitest';
import type { ReducedMeasurement } from '../measure/contract.ts';
import { checkServices } from './check-independence.ts';
import type { AssumptionCheck } from './contract.ts';
import type { BenchmarkPlan } from './generate-benchmarks.ts';
import { judged, measuredRun } from './judged.test-support.ts';

const exponential = (mean: number) => ({ distribution: 'exponential', mean }) as const;
const BURSTS = {
  distribution: 'onOff',
  peakRate: 2.2,
  idleRate: 0.25,
  meanOnTime: 60,
  meanOffTime: 80,
} as const;
const run = (load: number, plan: Partial<BenchmarkPlan>): BenchmarkPlan => ({
  ...{ insertions: exponential(1 / load), services: exponential(1), elements: 5_000, seed: 5 },
  ...plan,
});
const FEW = { replications: 39 };

const checkOf = async (measurement: ReducedMeasurement, assumption: AssumptionCheck['assumption']) =>
  (await judged(measurement, FEW)).checks.find((check) => check.assumption === assumption)!;

/** As a file has them that was saved before services were kept. */
const withoutServices = (measurement: ReducedMeasurement): ReducedMeasurement => ({
  ...measurement,
  queues: measurement.queues.map(({ recentServices: _, ...queue }) => queue),
});

describe('services told from departures', () => {
  it('that are independent hold, and the words say that idle time is taken out', async () => {
    for (const bus of [undefined, { bulkSize: 16, transferTime: 8 }]) {
      const check = await checkOf(await measuredRun(run(0.5, { ...(bus && { bus }) })), 'departures');
      expect(check).toMatchObject({ status: 'holds', of: 'services' });
      expect(check.sentence).toContain('gaps from when the element was there, without idle time');
    }
  });

  it('that come in bursts are found at a load where idle time hides them', { tags: ['long'] }, async () => {
    const measurement = await measuredRun(run(0.1, { services: BURSTS }));
    const services = await checkOf(measurement, 'departures');
    expect(services.status).toBe('broken');
    const raw = await checkOf(withoutServices(measurement), 'departures');
    expect(raw.of).toBeUndefined();
    expect(raw.sentence).toContain('idle time included');
    const first = (check: AssumptionCheck): number => Math.abs(check.correlogram!.value[0]!);
    expect(first(services)).toBeGreaterThan(5 * first(raw));
  });

  it('that follow the gap before their own insertion are found at lag 0', async () => {
    const check = await checkOf(await measuredRun(run(0.7, { coupling: 0.5 })), 'cross');
    expect(check).toMatchObject({ status: 'broken', of: 'services' });
    const { lag, value } = check.correlogram!;
    const strongest = value.reduce((best, r, k) => (Math.abs(r) > Math.abs(value[best]!) ? k : best), 0);
    expect(lag[strongest]).toBe(0);
  });

  it('are set beside their own insertions though some elements are still inside', async () => {
    const whole = await measuredRun(run(0.7, { coupling: 0.5, elements: 4_000 }));
    const [queue] = whole.queues;
    const cut = { ...queue!, recentServices: queue!.recentServices!.slice(0, -30) };
    const series = queue!.departureSeries!;
    const measurement = {
      ...whole,
      queues: [{ ...cut, departureSeries: { ...series, count: series.count - 30 } }],
    };
    const { lag, value, high } = (await checkOf(measurement, 'cross')).correlogram!;
    expect(value[lag.indexOf(0)]!).toBeGreaterThan(4 * high[lag.indexOf(0)]!);
  });

  it('that are all equal, or too few, are said to be', () => {
    expect(checkServices(new Float64Array(100).fill(2))).toMatchObject({ status: 'holds' });
    expect(checkServices(new Float64Array(9))).toMatchObject({
      status: 'unknown',
      sentence: 'Whether services are independent is not known: 9 times are too few.',
    });
  });

  it('are refused wrongly as often as the tests say: three of a hundredth each', {
    tags: ['long'],
  }, async () => {
    let broken = 0;
    for (let seed = 1; seed <= 60; seed += 1) {
      const { queues } = await measuredRun(run(0.6, { seed, elements: 1_500 }));
      if (checkServices(queues[0]!.recentServices!).status !== 'holds') broken += 1;
    }
    // Binomial with at most 0.03: more than six in sixty have a chance below 1 %.
    expect(broken).toBeLessThanOrEqual(6);
  });
});

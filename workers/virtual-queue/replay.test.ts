/** One replay against the recursion of the same run, closed forms, and the general simulator. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ServiceDistribution, samplerOf } from '../../core/distributions/index.ts';
import { refusalText } from '../../core/measures/refusals.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../../core/scenario/scenario.ts';
import { openStream } from '../random/random-stream.ts';
import { simulateNow } from '../simulate/simulate-scenario.ts';
import type { Channel } from './contract.ts';
import type { GapDraws } from './gap-draws.ts';
import { type BenchmarkTrace, generateTrace } from './generate-benchmarks.ts';
import { meanOfShares, type RecordedLevels } from './level-record.ts';
import { replay } from './replay.ts';

/** Draws of one distribution for all frames. */
function drawing(
  distribution: ServiceDistribution,
  seed: number,
  what: 'interarrival' | 'service',
): GapDraws {
  const sampler = samplerOf(
    distribution,
    openStream({ seed, replication: 0, node: 'replay test', purpose: what }),
  );
  return { hasDraws: true, enter: () => undefined, next: () => sampler.next() };
}

const meanOf = (record: RecordedLevels): number => meanOfShares(record.shares);

/** Time with each number of elements between two kinds of events up to `end`, by counting. */
function sharesBetween(into: Float64Array, out: Float64Array, end: number): Float64Array {
  const moves = [...[...into].map((time) => ({ time, by: 1 })), ...[...out].map((time) => ({ time, by: -1 }))]
    .filter(({ time }) => time < end)
    .sort((a, b) => a.time - b.time || b.by - a.by);
  const times = new Map<number, number>();
  let level = 0;
  let since = 0;
  for (const { time, by } of [...moves, { time: end, by: 0 }]) {
    times.set(level, (times.get(level) ?? 0) + time - since);
    level += by;
    since = time;
  }
  return Float64Array.from({ length: Math.max(...times.keys()) + 1 }, (_, n) => (times.get(n) ?? 0) / end);
}

/** Each element with the time of its transfer. */
const each = ({ transferCount }: BenchmarkTrace, times: Float64Array): Float64Array =>
  Float64Array.from([...times].flatMap((time, j) => new Array<number>(transferCount[j]!).fill(time)));

function expectSame(record: RecordedLevels, expected: Float64Array): void {
  const shares = record.shares;
  for (let n = 0; n < Math.max(shares.length, expected.length); n += 1)
    expect(Math.abs((shares[n] ?? 0) - (expected[n] ?? 0))).toBeLessThan(1e-9);
}

describe('a replay of given times', () => {
  it('is the run that the recursion has', () => {
    const time = fc.double({ min: 0.01, max: 3, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(time, { minLength: 12, maxLength: 60 }),
        fc.array(time, { minLength: 60, maxLength: 60 }),
        fc.record({
          bulkSize: fc.integer({ min: 1, max: 9 }),
          transferTime: time,
          latency: fc.constantFrom(0, 0.7, 4),
        }),
        (gaps, services, bus) => {
          const trace = generateTrace({
            insertions: { distribution: 'trace', values: [0, ...gaps] },
            services: { distribution: 'trace', values: services },
            ...{ bus, elements: gaps.length + 1, seed: 0 },
          });
          const end = trace.insertion.at(-1)!;
          const run = replay({
            lengths: Float64Array.of(end / 3, end / 2, end / 6),
            insertions: drawing({ distribution: 'trace', values: gaps }, 0, 'interarrival'),
            services: drawing({ distribution: 'trace', values: services }, 0, 'service'),
            channel: bus,
          });
          expectSame(run.tail, sharesBetween(trace.insertion, each(trace, trace.transferEnd), end));
          expectSame(run.head, sharesBetween(each(trace, trace.readable), trace.departure, end));
          expectSame(run.whole, sharesBetween(trace.insertion, trace.departure, end));
          const byFrame = run.whole.meanByFrame;
          expect(byFrame[0]! / 3 + byFrame[1]! / 2 + byFrame[2]! / 6).toBeCloseTo(meanOf(run.whole), 9);
        },
      ),
    );
  });

  it('sends what is left at the end of a flushed run, and lasts until all is gone', () => {
    const run = replay({
      lengths: Float64Array.of(10),
      insertions: drawing({ distribution: 'deterministic', mean: 1 }, 0, 'interarrival'),
      services: drawing({ distribution: 'deterministic', mean: 0.5 }, 0, 'service'),
      channel: { bulkSize: 100, transferTime: 2, flush: true },
      insertionCount: 9,
    });
    // Insertions at 0..8, one transfer from 8 to 10, departures every 0.5 until 14.5.
    expect(run.tail.shares[9]! * 14.5).toBeCloseTo(2, 9);
    expect(meanOf(run.tail) * 14.5).toBeCloseTo(1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 2 * 9, 9);
    expect(meanOf(run.head) * 14.5).toBeCloseTo((0.5 * 9 * 10) / 2, 9);
  });

  it('keeps a source waiting that finds the ideal queue full', () => {
    const run = replay({
      lengths: Float64Array.of(1000),
      insertions: drawing({ distribution: 'deterministic', mean: 1 }, 0, 'interarrival'),
      services: drawing({ distribution: 'deterministic', mean: 4 }, 0, 'service'),
      capacity: 5,
    });
    expect(run.whole.shares.length).toBe(6);
    expect(run.departureGaps.every((gap) => Math.abs(gap - 4) < 1e-9)).toBe(true);
    // From then on a service ends, the waiting element comes in, and the source is full again one gap later.
    expect(run.whole.shares[5]!).toBeGreaterThan(0.95);
  });
});

/** Means of 16 long runs, and four standard errors of their mean. */
function meansOf(one: (seed: number) => number): { mean: number; error: number } {
  const means = Array.from({ length: 16 }, (_, seed) => one(seed));
  const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
  const variance = means.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (means.length - 1);
  return { mean, error: 4 * Math.sqrt(variance / means.length) };
}

interface Replayable {
  readonly lambda: number;
  readonly service: ServiceDistribution;
  readonly channel?: Channel;
  readonly part: 'tail' | 'head' | 'whole';
}

function expectMean({ lambda, service, channel, part }: Replayable, expected: number): void {
  const { mean, error } = meansOf((seed) => {
    const run = replay({
      lengths: Float64Array.of(30_000 / lambda),
      insertions: drawing({ distribution: 'exponential', rate: lambda }, seed, 'interarrival'),
      services: drawing(service, seed, 'service'),
      ...(channel && { channel }),
    });
    return meanOf(run[part]);
  });
  expect(error / expected).toBeLessThan(0.1);
  expect(Math.abs(mean - expected)).toBeLessThan(error);
}

describe('a replay of known distributions has the closed form', () => {
  it('of M/M/1: rho / (1 - rho)', () => {
    expectMean({ lambda: 0.8, service: { distribution: 'exponential', mean: 1 }, part: 'whole' }, 4);
  });

  it('of M/D/1: rho + rho^2 / 2(1 - rho) (Pollaczek 1930)', () => {
    expectMean({ lambda: 0.8, service: { distribution: 'deterministic', mean: 1 }, part: 'whole' }, 2.4);
  });

  it.each([
    [1, 3, 4, 5.3009],
    [3, 2.5, 10, 12.5064],
  ])(
    'of M/D^[b]/1 that waits for a bulk in its tail (lambda %d, D %d, b %d)',
    (lambda, transferTime, bulkSize, expected) => {
      const channel = { bulkSize, transferTime };
      expectMean(
        { lambda, service: { distribution: 'exponential', rate: 100 }, channel, part: 'tail' },
        expected,
      );
    },
  );

  it('of a constant latency: lambda times it is on the way', () => {
    const base = {
      lambda: 1,
      service: { distribution: 'exponential', rate: 1.5 } as const,
      part: 'whole' as const,
    };
    const run = (latency: number) =>
      meansOf((seed) => {
        const { whole, tail, head } = replay({
          lengths: Float64Array.of(20_000),
          insertions: drawing({ distribution: 'exponential', rate: base.lambda }, seed, 'interarrival'),
          services: drawing(base.service, seed, 'service'),
          channel: { bulkSize: 4, transferTime: 2, latency },
        });
        return meanOf(whole) - meanOf(tail) - meanOf(head);
      });
    expect(run(0).mean).toBeCloseTo(0, 9);
    const late = run(7);
    expect(Math.abs(late.mean - 7)).toBeLessThan(late.error);
  });
});

describe('times through the queue', () => {
  it('of M/M/1 are exponential with rate mu - lambda', () => {
    const { latencies } = replay({
      lengths: Float64Array.of(400_000),
      insertions: drawing({ distribution: 'exponential', rate: 0.5 }, 3, 'interarrival'),
      services: drawing({ distribution: 'exponential', rate: 1 }, 3, 'service'),
    });
    expect(latencies.mean / 2).toBeCloseTo(1, 1);
    const [median, p99] = latencies.percentiles([50, 99]);
    expect(median! / (2 * Math.LN2)).toBeCloseTo(1, 1);
    expect(p99! / (2 * Math.log(100))).toBeCloseTo(1, 1);
  });

  it('with constant services hold the wait for the bulk, the transfer and the latency', () => {
    const { latencies } = replay({
      lengths: Float64Array.of(4000),
      insertions: drawing({ distribution: 'deterministic', mean: 2 }, 1, 'interarrival'),
      services: drawing({ distribution: 'deterministic', mean: 0.25 }, 1, 'service'),
      channel: { bulkSize: 4, transferTime: 3, latency: 10 },
    });
    // The first of four waits 6, and each for the services of those before it and its own.
    expect(latencies.mean).toBeCloseTo(13 + 3 + 0.625, 9);
    expect(latencies.percentiles([25, 99])[1]! / (13 + 6 + 0.25)).toBeCloseTo(1, 2);
  });

  it('may have several servers: M/M/2 (Erlang C), and a window: M/M/1/K that waits in front', () => {
    const run = (more: { servers?: number; window?: number }) =>
      meansOf((seed) =>
        meanOf(
          replay({
            lengths: Float64Array.of(20_000),
            insertions: drawing({ distribution: 'exponential', rate: 1 }, seed, 'interarrival'),
            services: drawing({ distribution: 'exponential', rate: 0.75 }, seed, 'service'),
            ...more,
          }).whole,
        ),
      );
    // a = 4/3, rho = 2/3: a + rho C / (1 - rho), with C = a^2 / 2 / (1 - rho) / (1 + a + a^2 / 2 / (1 - rho)).
    const two = run({ servers: 2 });
    const [a, rho] = [4 / 3, 2 / 3];
    const full = a ** 2 / 2 / (1 - rho);
    expect(Math.abs(two.mean - (a + (rho * full) / (1 + a + full) / (1 - rho)))).toBeLessThan(two.error);
    // A source that waits and then begins its next gap: levels 0 to 3 of a chain with rates 1 and 0.75.
    const held = run({ window: 3 });
    const weights = [0, 1, 2, 3].map((level) => (4 / 3) ** level);
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    // The held element is no insertion yet; its gap has ended, so that it enters with the departure.
    const waiting = weights[3]! * (4 / 3);
    expect(
      Math.abs(
        held.mean -
          (weights.reduce((sum, weight, level) => sum + level * weight, 0) + 3 * waiting) / (all + waiting),
      ),
    ).toBeLessThan(held.error);
  });
});

describe('a replay of a bounded tandem', () => {
  it('is what the general simulator finds: a constant bus, room for 8 in the head', () => {
    const scenario: Scenario = {
      ...{ format: SCENARIO_FORMAT, schemaVersion: SCHEMA_VERSION, name: 'tandem' },
      nodes: [
        { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
        {
          ...{
            id: 'bus',
            kind: 'stage',
            service: { distribution: 'deterministic', mean: 10 / 3 },
            bulk: { rule: 'full', size: 4 },
          },
        },
        {
          ...{ id: 'server', kind: 'stage', service: { distribution: 'exponential', rate: 1.3 } },
          ...{ capacity: 8, whenFull: 'block', admission: 'whole' },
        },
        { id: 'out', kind: 'sink' },
      ],
      links: [
        { from: 'in', to: 'bus' },
        { from: 'bus', to: 'server' },
        { from: 'server', to: 'out' },
      ],
    };
    const result = simulateNow(scenario, { seed: 5, replications: 10, horizon: 8_000, warmup: 500 });
    if (result.kind === 'noAnswer') throw new Error(refusalText(result));
    const channel = { bulkSize: 4, transferTime: 10 / 3, headCapacity: 8 };
    for (const [part, id] of [
      ['tail', 'bus'],
      ['head', 'server'],
    ] as const) {
      const { mean, error } = meansOf((seed) => {
        const run = replay({
          lengths: Float64Array.of(20_000),
          insertions: drawing({ distribution: 'exponential', rate: 1 }, seed, 'interarrival'),
          services: drawing({ distribution: 'exponential', rate: 1.3 }, seed, 'service'),
          channel,
        });
        return meanOf(run[part]);
      });
      const simulated = result.stages[id]!.meanOccupancy!;
      expect(Math.abs(mean - simulated.mean)).toBeLessThan(error + 2 * simulated.halfWidth);
      expect(error / mean).toBeLessThan(0.2);
    }
  });
});

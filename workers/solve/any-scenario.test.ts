import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { METHOD_NAMES } from '../../core/measures/methods.ts';
import type { BulkRule } from '../../core/rules/bulk.ts';
import type { Discipline } from '../../core/rules/discipline.ts';
import type { WhenFull } from '../../core/rules/when-full.ts';
import { line, source } from '../../core/scenario/drawing.test-support.ts';
import type { StageNode } from '../../core/scenario/scenario.ts';
import { examples } from '../../tests/examples.ts';
import type { SolveAnswer } from './contract.ts';
import { solveScenario } from './solve-scenario.ts';

const size = fc.double({ min: -9, max: 9, noNaN: true }).map((exponent) => 10 ** exponent);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const service: fc.Arbitrary<ServiceDistribution> = fc.oneof(
  size.map((rate) => ({ distribution: 'exponential', rate }) as const),
  size.map((mean) => ({ distribution: 'deterministic', mean }) as const),
  fc.tuple(size, size).map(([mean, scv]) => ({ distribution: 'lognormal', mean, scv }) as const),
  size.map((scale) => ({ distribution: 'pareto', scale, shape: 1.7 }) as const),
);

const bulk: fc.Arbitrary<BulkRule> = fc.oneof(
  fc.integer({ min: 1, max: 200 }).map((b) => ({ rule: 'full', size: b }) as const),
  fc.integer({ min: 1, max: 200 }).map((max) => ({ rule: 'upTo', min: 1, max }) as const),
);

const anyStage: fc.Arbitrary<Omit<StageNode, 'id'>> = fc
  .record({
    service,
    bulk: maybe(bulk),
    serverCount: maybe(fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(3000))),
    room: maybe(fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constant(1_000_000))),
    whenFull: fc.constantFrom<WhenFull>('block', 'drop', 'blockBefore'),
    discipline: fc.constantFrom<Discipline>('FCFS', 'LCFS', 'RSS', 'PS'),
    conversionFactor: fc.constantFrom(1, 1, 16, 0.25),
    passProbability: fc.constantFrom(1, 0.5, 1e-6, 0),
    overdriveRate: fc.constantFrom(0, 0, 3),
  })
  .map(({ room, ...rest }) => {
    const least =
      (rest.serverCount ?? 1) * (rest.bulk?.rule === 'full' ? rest.bulk.size : (rest.bulk?.max ?? 1));
    return { kind: 'stage', ...rest, ...(room === undefined ? {} : { capacity: least + room }) };
  });

const tandem = fc.tuple(size, fc.array(anyStage, { minLength: 1, maxLength: 4 }));

function check(answer: SolveAnswer) {
  for (const [id, stage] of Object.entries(answer.stages)) {
    for (const [name, value] of Object.entries(stage)) {
      if (typeof value !== 'number') continue;
      expect(Number.isFinite(value), `${id}.${name} is ${value}`).toBe(true);
      expect(value, `${id}.${name}`).toBeGreaterThanOrEqual(0);
      const isShare = name.endsWith('Probability') || name.endsWith('Fraction') || name === 'utilization';
      if (isShare) expect(value, `${id}.${name}`).toBeLessThanOrEqual(1 + 1e-12);
    }
    for (const [low, high] of Object.values(stage.spans ?? {})) expect(low).toBeLessThanOrEqual(high);
    const sum = stage.occupancyDistribution?.reduce((total, p) => total + p, 0) ?? 1;
    expect(Math.abs(sum - 1), `${id} sums to ${sum}`).toBeLessThan(1e-10);
    const { meanOccupancy, meanQueueLength } = stage;
    if (meanQueueLength !== undefined)
      expect(meanQueueLength).toBeLessThanOrEqual(meanOccupancy! * (1 + 1e-12));
  }
}

/** Methods that have an answer to every tandem. */
const STAGEWISE: ReadonlySet<string> = new Set(['auto', 'mm1', 'mm1k', 'mmc', 'mmck', 'qna']);

describe('any tandem, however extreme', () => {
  it.each(METHOD_NAMES)('has only finite measures in their ranges under %s', { timeout: 0 }, (method) => {
    fc.assert(
      fc.property(tandem, ([rate, stages]) => {
        const outcome = solveScenario(
          line(source('s', rate), ...stages.map((stage, i) => ({ ...stage, id: `n${i}` }))),
          method,
        );
        if (outcome.kind !== 'noAnswer') check(outcome);
        else if (STAGEWISE.has(method)) expect(outcome.reason).toBe('invalid');
      }),
      { numRuns: examples(method === 'chain' ? 50 : 120) },
    );
  });
});

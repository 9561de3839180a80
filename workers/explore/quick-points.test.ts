/** The quick way against the full solver, point by point. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MethodName } from '../../core/measures/methods.ts';
import { parseScenario } from '../../core/scenario/read-scenario.ts';
import type { Scenario, ScenarioNode, StageNode } from '../../core/scenario/scenario.ts';
import type { ParameterValue } from '../../core/study/parameter.ts';
import { findParameter } from '../../core/study/parameters.ts';
import { findMeasure } from '../../core/study/study-measures.ts';
import { examples } from '../../tests/examples.ts';
import { type DesignAnswer, evaluateDesign } from './evaluate-design.ts';
import { quickPoints } from './quick-points.ts';

const example = (name: string): Scenario => {
  const text = readFileSync(new URL(`../../public/examples/${name}.json`, import.meta.url), 'utf8');
  const scenario = parseScenario(JSON.parse(text));
  if (!scenario.ok) throw new Error(scenario.error[0]?.message);
  return scenario.value;
};

function must<T>(result: { ok: true; value: T } | { ok: false; error: string }): T {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

interface Asked {
  readonly paths: readonly string[];
  readonly measures: readonly string[];
  readonly method?: MethodName;
}

/** Both ways; quick is undefined where it does not apply. */
function bothWays(scenario: Scenario, { paths, measures, method = 'auto' }: Asked) {
  const handles = paths.map((path) => must(findParameter(scenario, path)));
  const sources = measures.map((name) => must(findMeasure(scenario, name)).source);
  const quick = quickPoints({ scenario, method, handles, sources, costs: { server: 3, buffer: 0.5 } });
  const question = {
    scenario,
    answer: { by: 'solve', method } as const,
    sources,
    costs: { server: 3, buffer: 0.5 },
  };
  const full = (values: readonly ParameterValue[]) =>
    evaluateDesign(
      question,
      handles.map((handle, i) => ({ handle, value: values[i]! })),
    );
  return { quick, full };
}

function expectSame(found: DesignAnswer, full: DesignAnswer): void {
  expect(found.status).toBe(full.status);
  expect(found.reason).toBe(full.reason);
  found.values.forEach((value, i) => {
    const truth = full.values[i];
    if (value === undefined || truth === undefined) expect(value).toBe(truth);
    else expect(Math.abs(value - truth)).toBeLessThanOrEqual(1e-12 * Math.max(Math.abs(truth), 1e-300));
  });
}

const everyMeasure = (stages: readonly string[]): readonly string[] => [
  ...stages.flatMap((id) =>
    [
      'utilization',
      'meanOccupancy',
      'meanQueueLength',
      'throughput',
      'backPressureProbability',
      'meanSojournTime',
      'lossProbability',
      'loadPerServer',
    ].map((name) => `${id}.${name}`),
  ),
  'network.throughput',
  'network.meanSojournTime',
  'network.lossRate',
  'network.maxUtilization',
  'network.maxLoad',
  'buffer',
  'servers',
  'cost',
];

describe('quick points of Mercury', () => {
  const mercury = example('mercury-run-2');
  const paths = [
    'disk.interarrival.rate',
    '1b.service.rate',
    '1b.capacity',
    '1a.passProbability',
    '1b.serverCount',
    'inputs',
  ];

  it.each(['auto', 'mm1', 'mm1k', 'mmc', 'mmck'] as const)('are those of the full solver by %s', (method) => {
    const { quick, full } = bothWays(mercury, {
      paths,
      measures: everyMeasure(['pci', '1a', '1b', '2']),
      method,
    });
    expect(quick).toBeDefined();
    let quickly = 0;
    fc.assert(
      fc.property(
        fc.double({ min: 5e7, max: 1.2e8, noNaN: true }),
        fc.double({ min: 3e7, max: 9e7, noNaN: true }),
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0.001, max: 0.05, noNaN: true }),
        fc.integer({ min: 1, max: 3 }),
        fc.double({ min: 0.5, max: 1.3, noNaN: true }),
        (...values) => {
          const found = quick!(values);
          if (!found) return;
          quickly += 1;
          expectSame(found, full(values));
        },
      ),
      { numRuns: examples(40) },
    );
    expect(quickly).toBeGreaterThan(examples(30));
  });

  it('knows stages that nobody asks for: where all are finite an overloaded one holds up the others', () => {
    const { quick, full } = bothWays(mercury, { paths: ['1b.service.rate'], measures: ['2.meanOccupancy'] });
    for (const rate of [30e6, 49e6, 50e6, 80e6]) expectSame(quick!([rate])!, full([rate]));
    // 1b passes 30 M/s of 50 M/s, and so does everything behind it.
    expect(quick!([30e6])!.values[0]! / quick!([49e6])!.values[0]!).toBeLessThan(30 / 49);
  });

  it('leaves to the full solver what makes faults or another method', () => {
    const { quick } = bothWays(mercury, {
      paths: ['1b.capacity', '1b.serverCount'],
      measures: ['1b.utilization'],
    });
    expect(quick!([2, 3])).toBeUndefined();
    expect(quick!([0, 1])).toBeUndefined();
    expect(quick!([Number.POSITIVE_INFINITY, 1])).toBeUndefined();
    expect(quick!([600, 1])).toBeDefined();
  });
});

describe('quick points of random networks', () => {
  const rate = fc.double({ min: 0.5, max: 3, noNaN: true });
  const distribution = fc.oneof(
    rate.map((value) => ({ distribution: 'exponential', rate: value }) as const),
    rate.map((value) => ({ distribution: 'deterministic', mean: 1 / value }) as const),
    rate.map((value) => ({ distribution: 'gamma', rate: value, scv: 0.5 }) as const),
  );
  const stage = fc.record({
    service: distribution,
    capacity: fc.option(fc.integer({ min: 4, max: 300 }), { nil: undefined }),
    serverCount: fc.integer({ min: 1, max: 3 }),
    whenFull: fc.constantFrom('block', 'drop'),
    conversionFactor: fc.constantFrom(1, 1, 2, 0.5),
    passProbability: fc.constantFrom(1, 0.7),
    overdriveRate: fc.constantFrom(0, 0, 0.1),
  });

  it('are those of the full solver, wherever they apply', () => {
    let applied = 0;
    fc.assert(
      fc.property(
        fc.array(stage, { minLength: 1, maxLength: 4 }),
        distribution,
        rate,
        rate,
        (stages, arrivals, first, second) => {
          const scenario = lineOf(stages as unknown as StageNode[], arrivals);
          const paths = ['in.interarrival.rate', 's0.service.rate', 's0.serverCount'];
          const measures = everyMeasure(stages.map((_, i) => `s${i}`));
          for (const method of ['auto', 'mmck', 'mm1'] as const) {
            const { quick, full } = bothWays(scenario, { paths, measures, method });
            for (const values of [
              [first, second, 1],
              [first / 4, second, 2],
            ]) {
              const found = quick?.(values);
              if (!found) continue;
              applied += 1;
              expectSame(found, full(values));
            }
          }
        },
      ),
      { numRuns: examples(60) },
    );
    expect(applied).toBeGreaterThan(examples(100));
  });
});

function lineOf(stages: readonly StageNode[], interarrival: { readonly distribution: string }): Scenario {
  const nodes = [
    { id: 'in', kind: 'source', interarrival },
    ...stages.map((stage, i) => ({ ...stage, id: `s${i}`, kind: 'stage' })),
    { id: 'out', kind: 'sink' },
  ] as unknown as ScenarioNode[];
  const links = nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id }));
  return { ...example('blank'), nodes, links };
}

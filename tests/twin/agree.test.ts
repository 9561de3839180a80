/** The simulator draws the same numbers for the same things as its twin, so all that is counted must be the same. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { drawing, line, router, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import type {
  Scenario,
  ScenarioNode,
  SharedResource,
  SourceNode,
  StageNode,
} from '../../core/scenario/scenario.ts';
import { randomScenario } from '../../verify/random-scenario.ts';
import { compileModel } from '../../workers/simulate/compile-model.ts';
import { forkedWayOf } from '../../workers/simulate/forked-line-run.ts';
import { lineOf } from '../../workers/simulate/line-run.ts';
import { examples } from '../examples.ts';
import { expectSameOutcome, expectSameRecords } from './records-agree.test-support.ts';

/** No event falls on the end of an interval, which the engines count on different sides. */
const runLength = { horizon: 400.1234567, warmup: 30.0123 };

const LAWS: readonly ServiceDistribution[] = [
  { distribution: 'exponential', rate: 1.3 },
  { distribution: 'deterministic', mean: 0.75 },
  { distribution: 'erlang', mean: 0.8, shape: 3 },
  { distribution: 'gamma', mean: 0.8, scv: 2 },
  { distribution: 'hyperexponential', mean: 0.7, scv: 4 },
  { distribution: 'uniform', min: 0.2, max: 1.2 },
  { distribution: 'lognormal', mean: 0.7, scv: 1.5 },
  { distribution: 'weibull', mean: 0.8, shape: 1.5 },
  { distribution: 'pareto', scale: 0.4, shape: 2.5 },
  { distribution: 'phaseType', alpha: [0.5, 0.5], T: [[-2, 1], [0, -1.5]] }, // biome-ignore format: a matrix
  { distribution: 'empirical', edges: [0.1, 0.5, 1.5], weights: [2, 1] },
  { distribution: 'trace', values: [0.3, 1.1, 0.6, 0.9, 0.2] },
];

const distribution = fc.constantFrom(...LAWS);
const places = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined });

const stageArb = fc
  .record({
    service: distribution,
    places,
    drops: fc.boolean(),
    pass: fc.constantFrom(1, 0.7),
    factor: fc.constantFrom(1, 1, 0.4, 2.5),
  })
  .map(
    ({ service, places, drops, pass, factor }): Omit<StageNode, 'id' | 'kind'> => ({
      service,
      ...(places !== undefined && { capacity: places, whenFull: drops ? 'drop' : 'block' }),
      passProbability: pass,
      conversionFactor: factor,
    }),
  );

/** Frames of a length that is no multiple of the intervals'. */
const FRAMES = Array.from({ length: 8 }, (_, i) => (runLength.horizon * i) / 7);

/** Full batches no larger than the stage has places, whose time may depend on their size; or places that are promised. */
const rulesArb = fc
  .record({
    size: fc.integer({ min: 1, max: 4 }),
    timePerElement: fc.constantFrom(0, 0, 0.2),
    promises: fc.boolean(),
  })
  .map(({ size, timePerElement, promises }) => (plain: Partial<StageNode>): Partial<StageNode> => {
    const most = Math.min(size, plain.capacity ?? size);
    return {
      ...(promises && plain.whenFull === 'block' ? { whenFull: 'blockBefore', conversionFactor: 1 } : {}),
      ...(most > 1 ? { bulk: { rule: 'full', size: most } } : {}),
      ...(timePerElement > 0 ? { timePerElement } : {}),
    };
  });

const sourceArb = fc
  .record({ interarrival: distribution, batchSize: fc.constantFrom(1, 1, 3) })
  .map((more): SourceNode => ({ id: 'in', kind: 'source', ...more }));

describe('a line', () => {
  it('gives the same record', () => {
    const scenario = fc
      .tuple(sourceArb, fc.array(stageArb, { minLength: 1, maxLength: 4 }))
      .map(([from, stages]) =>
        line(from, ...stages.map((of, i) => ({ ...of, id: `s${i}`, kind: 'stage' }) as const)),
      );
    fc.assert(
      fc.property(scenario, (of) => void expectSameRecords(of, runLength)),
      { numRuns: examples(120) },
    );
  });

  it('gives the same record where batches are full, places are promised or elements delayed, by its recursion', () => {
    const withRules = fc
      .tuple(
        sourceArb,
        fc.array(fc.tuple(stageArb, rulesArb, fc.constantFrom(false, false, true)), {
          minLength: 1,
          maxLength: 4,
        }),
      )
      .map(([from, stages]) =>
        line(
          from,
          ...stages.map(
            ([of, rules, isDelay], i): ScenarioNode =>
              isDelay
                ? { id: `s${i}`, kind: 'delay', service: of.service }
                : { ...of, ...rules(of), id: `s${i}`, kind: 'stage' },
          ),
        ),
      )
      .filter((of) => !findFaults(of).some(({ severity }) => severity === 'error'));
    let recursions = 0;
    fc.assert(
      fc.property(withRules, (of) => {
        if (lineOf(compileModel(of))) recursions++;
        expectSameOutcome(
          of,
          { seed: 5, replications: 2, frames: { bounds: FRAMES, repeats: false }, ...runLength },
          1,
        );
      }),
      { numRuns: examples(300) },
    );
    expect(recursions).toBeGreaterThan(examples(100));
  });

  it('gives the same record where services need a unit of what they share, by its recursion', () => {
    const sharing = fc.tuple(
      sourceArb,
      fc.array(fc.tuple(stageArb, fc.constantFrom(undefined, 'bus', 'bus', 'port')), {
        minLength: 1,
        maxLength: 5,
      }),
    );
    let recursions = 0;
    fc.assert(
      fc.property(sharing, ([from, stages]) => {
        const of: Scenario = {
          ...line(
            from,
            ...stages.map(([{ service, passProbability, ...more }, resource], i): ScenarioNode => {
              const base = { id: `s${i}`, kind: 'stage', service, passProbability } as const;
              return resource === undefined ? { ...base, ...more } : { ...base, resource };
            }),
          ),
          resources: [{ id: 'bus' }, { id: 'port' }, { id: 'unused' }],
        };
        if (lineOf(compileModel(of)) && stages.some(([, resource]) => resource !== undefined)) recursions++;
        expectSameRecords(of, runLength);
      }),
      { numRuns: examples(400) },
    );
    expect(recursions).toBeGreaterThan(examples(100));
  });

  it('gives the same record where some of its stages are a virtual queue, by its recursion', () => {
    const grouped = fc.tuple(
      sourceArb,
      fc.array(fc.tuple(stageArb, rulesArb, fc.boolean(), fc.boolean()), { minLength: 2, maxLength: 5 }),
    );
    let recursions = 0;
    fc.assert(
      fc.property(grouped, ([from, stages]) => {
        const ids = (isIn: (place: number) => boolean): string[] =>
          stages.flatMap((_, i) => (isIn(i) ? [`s${i}`] : []));
        const groups = [ids((i) => stages[i]![2]), ids((i) => stages[i]![3]), ids(() => true)]
          .filter((members) => members.length > 0)
          .map((members, g) => ({ id: `g${g}`, stages: members }));
        const plain = line(
          from,
          ...stages.map(
            ([of, rules], i): ScenarioNode => ({ ...of, ...rules(of), id: `s${i}`, kind: 'stage' }),
          ),
        );
        const of: Scenario = { ...plain, groups };
        if (findFaults(of).some(({ severity }) => severity === 'error')) return;
        if (lineOf(compileModel(of))) recursions++;
        expectSameOutcome(
          of,
          { seed: 5, replications: 2, frames: { bounds: FRAMES, repeats: false }, ...runLength },
          1,
        );
      }),
      { numRuns: examples(240) },
    );
    expect(recursions).toBeGreaterThan(examples(100));
  });

  it.each<[string, Partial<StageNode>, Partial<SharedResource>]>([
    ['there are two units', {}, { units: 2 }],
    ['units go to the stages in turn', {}, { arbitration: 'roundRobin' }],
    ['a stage that needs one has an end of places', { capacity: 3, whenFull: 'drop' }, {}],
    ['a stage that needs one has two servers', { serverCount: 2 }, {}],
  ])('goes by events where %s', (_, more, bus) => {
    const of: Scenario = {
      ...line(
        source('in', 0.8),
        stage('a', 2, { resource: 'bus' }),
        stage('b', 2, { resource: 'bus', ...more }),
      ),
      resources: [{ id: 'bus', ...bus }],
    };
    expect(lineOf(compileModel(of))).toBeUndefined();
    expectSameRecords(of, runLength);
  });

  it('gives the same record where arrivals come in bursts', () => {
    const bursts: SourceNode = {
      id: 'in',
      kind: 'source',
      interarrival: { distribution: 'onOff', peakRate: 4, meanOnTime: 1, meanOffTime: 3 },
    };
    expectSameRecords(line(bursts, stage('a', 1.5, { capacity: 6 }), stage('b', 1.4)), runLength);
  });

  it('gives the same record when a queue grows for ever', () => {
    expectSameRecords(
      line(source('in', 3), stage('a', 1), stage('b', 0.5, { conversionFactor: 2 })),
      runLength,
    );
  });
});

/** Stages one after the other, some of them forks with such ways between them and their joins. */
type DrawnWay = readonly (ServiceDistribution | readonly DrawnWay[])[];

const wayArb = (depth: number): fc.Arbitrary<DrawnWay> =>
  fc.array(
    depth === 0
      ? distribution
      : fc.oneof(
          { weight: 2, arbitrary: distribution },
          fc.array(wayArb(depth - 1), { minLength: 2, maxLength: 4 }),
        ),
    { minLength: 1, maxLength: 2 },
  );

interface Drawn {
  readonly nodes: readonly ScenarioNode[];
  readonly links: readonly string[];
}

/** Nodes and links of a way from one node to another; ids begin with `id`. */
function drawnWay(way: DrawnWay, from: string, to: string, id: string): Drawn {
  const steps = way.map((step, i) => {
    const here = `${id}${i}`;
    if (!isForked(step)) {
      const only: ScenarioNode = { id: here, kind: 'stage', service: step };
      return { first: here, last: here, nodes: [only], links: [] };
    }
    const [first, last] = [`fork${here}`, `join${here}`];
    const inner = step.map((branch, b) => drawnWay(branch, first, last, `${here}-${b}`));
    return {
      first,
      last,
      nodes: [
        { id: first, kind: 'fork' } as const,
        ...inner.flatMap(({ nodes }) => nodes),
        { id: last, kind: 'join' } as const,
      ],
      links: inner.flatMap(({ links }) => links),
    };
  });
  const stops = [from, ...steps.flatMap(({ first, last }) => [first, last]), to];
  const between = Array.from({ length: way.length + 1 }, (_, i) => `${stops[2 * i]}>${stops[2 * i + 1]}`);
  return {
    nodes: steps.flatMap(({ nodes }) => nodes),
    links: [...steps.flatMap(({ links }) => links), ...between],
  };
}

const isForked = (step: DrawnWay[number]): step is readonly DrawnWay[] => Array.isArray(step);

describe('a line that forks and joins', () => {
  it('gives the same record, by its recursion', () => {
    let recursions = 0;
    fc.assert(
      fc.property(sourceArb, wayArb(2), (from, way) => {
        const { nodes, links } = drawnWay(way, 'in', 'out', 's');
        const of = drawing([from, ...nodes, sink()], links);
        if (forkedWayOf(compileModel(of))) recursions++;
        expectSameRecords(of, runLength);
      }),
      { numRuns: examples(160) },
    );
    expect(recursions).toBeGreaterThan(examples(60));
  });

  it('gives the same record where tasks of one branch wait for those of another for ever', () => {
    const ways = [[LAWS[0]!], [{ distribution: 'exponential', rate: 0.1 } as const]];
    const { nodes, links } = drawnWay([ways], 'in', 'out', 's');
    const of = drawing([source('in', 1), ...nodes, sink()], links);
    expect(forkedWayOf(compileModel(of))).toBeDefined();
    expectSameRecords(of, { horizon: 5000.123, warmup: 30.1 });
  });

  it.each<[string, Scenario]>([
    [
      'the join is left out by one branch',
      drawing(
        [
          source('in', 0.5),
          { id: 'f', kind: 'fork' },
          stage('a', 1),
          stage('b', 1),
          { id: 'j', kind: 'join' },
          sink(),
        ],
        ['in>f', 'f>a', 'f>b', 'f>j', 'a>j', 'b>out', 'j>out'],
      ),
    ],
    [
      'some elements come to the join whole',
      drawing(
        [
          source('in', 0.5),
          router('r'),
          { id: 'f', kind: 'fork' },
          stage('a', 1),
          stage('b', 1),
          stage('c', 1),
          { id: 'j', kind: 'join' },
          sink(),
        ],
        ['in>r', 'r>f:0.5', 'r>c:0.5', 'f>a', 'f>b', 'a>j', 'b>j', 'c>j', 'j>out'],
      ),
    ],
    [
      'a branch loses elements',
      drawing(
        [
          source('in', 0.5),
          { id: 'f', kind: 'fork' },
          stage('a', 1, { passProbability: 0.5 }),
          stage('b', 1, { capacity: 2, whenFull: 'drop' }),
          { id: 'j', kind: 'join' },
          sink(),
        ],
        ['in>f', 'f>a', 'f>b', 'a>j', 'b>j', 'j>out'],
      ),
    ],
  ])('is none, and goes by events, where %s', (_, of) => {
    expect(forkedWayOf(compileModel(of))).toBeUndefined();
    expectSameRecords(of, runLength);
  });
});

/** Four stages with several servers, any of which may send back to the first, which has no bound; two classes; routers. */
const networkArb = fc
  .record({
    stages: fc.array(stageArb, { minLength: 4, maxLength: 4 }),
    servers: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 4 }),
    own: distribution,
    rule: fc.constantFrom('probabilistic', 'roundRobin', 'joinShortestQueue' as const),
    from: sourceArb,
    overdriveRate: fc.constantFrom(0, 0.2),
  })
  .map(({ stages, servers, own, rule, from, overdriveRate }): Scenario => {
    const nodes: ScenarioNode[] = stages.map((of, i) => ({
      ...of,
      id: `s${i}`,
      kind: 'stage',
      serverCount: servers[i]!,
      ...(of.capacity !== undefined && { capacity: of.capacity + servers[i]! }),
      ...(i === 0 && { whenFull: 'drop', conversionFactor: 1 }),
      ...(i === 2 && { byClass: { b: { service: own, passProbability: 0.5, conversionFactor: 1.5 } } }),
      ...(i === 3 && { overdriveRate }),
    }));
    const other: SourceNode = { ...source('in2', 0.3), class: 'b' };
    const scenario = drawing(
      [from, other, ...nodes, router('r', rule), sink()],
      [
        'in>s0',
        'in2>s2',
        's0>r',
        'r>s1',
        'r>s2',
        's1>s3:0.6',
        's1>out:0.4',
        's2>s3',
        's3>s0:0.2',
        's3>out:0.8',
      ],
    );
    const links = scenario.links.map((link) =>
      link.from === 's1' ? { ...link, byClass: { b: link.to === 'out' ? 0.9 : 0.1 } } : link,
    );
    return { ...scenario, links, classes: [{ id: 'a' }, { id: 'b' }] };
  });

describe('a network', () => {
  it('gives the same record', () => {
    fc.assert(
      fc.property(networkArb, (of) => void expectSameRecords(of, runLength)),
      { numRuns: examples(120) },
    );
  });

  it('gives the same record when sources are blocked and share a stage', () => {
    const nodes = [
      source('in', 2, { batchSize: 4 }),
      source('in2', 1),
      stage('a', 1, { capacity: 3, serverCount: 2 }),
      stage('b', 1.2, { capacity: 2, conversionFactor: 3 }),
      sink(),
    ];
    expectSameRecords(drawing(nodes, ['in>a', 'in2>a', 'a>b', 'b>out']), runLength);
  });

  it('gives the same record where a service may take no time', () => {
    const zeros: StageNode = stage('a', 1, {
      capacity: 2,
      whenFull: 'drop',
      service: { distribution: 'trace', values: [0, 1, 0] },
    });
    expectSameRecords(line(source('in', 1, { batchSize: 4 }), zeros, stage('b', 2)), runLength);
  });

  it('gives the same record where many events fall on one instant', () => {
    const count = 12;
    const stages = Array.from({ length: count }, (_, i): StageNode => {
      const byClass = { b: { service: { distribution: 'deterministic', mean: 0.25 } as const } };
      const service = { distribution: 'deterministic', mean: i % 2 === 0 ? 0.5 : 1 } as const;
      return { id: `s${i}`, kind: 'stage', serverCount: 3 + (i % 3), service, byClass };
    });
    const every = { interarrival: { distribution: 'deterministic', mean: 0.5 }, batchSize: 2 } as const;
    const sources: SourceNode[] = [source('in', 1, every), { ...source('in2', 1, every), class: 'b' }];
    const links = stages.flatMap(({ id }, i) => [
      `${id}>${i === count - 1 ? 'out' : `s${i + 1}`}:0.75`,
      `${id}>s${(i * 7) % count}:0.25`,
    ]);
    const scenario = drawing([...sources, ...stages, sink()], ['in>s0', 'in2>s5', ...links]);
    expectSameRecords({ ...scenario, classes: [{ id: 'a' }, { id: 'b' }] }, runLength);
  });

  it('gives the same record where elements take more ways than are told apart', () => {
    const count = 12;
    const stages = Array.from({ length: count }, (_, i) => stage(`s${i}`, 2));
    const links = stages.flatMap(({ id }, i) => [
      `${id}>out:0.2`,
      ...[1, 2, 3, 5, 7].map((far) => `${id}>s${(i + far) % count}:0.16`),
    ]);
    const scenario = drawing([source('in', 4), ...stages, sink()], ['in>s0', ...links]);
    const record = expectSameRecords(scenario, { horizon: 4000.1234567, warmup: 30.0123 });
    expect(record.otherPaths?.count).toBeGreaterThan(1000);
  });
});

/** Stages that lose lose the oldest instead, where that rule may be. */
const losingOldest = (scenario: Scenario): Scenario =>
  scenario.nodes.some(({ kind }) => kind === 'fork')
    ? scenario
    : {
        ...scenario,
        nodes: scenario.nodes.map((node) =>
          node.kind === 'stage' &&
          node.whenFull === 'drop' &&
          node.discipline !== 'PS' &&
          node.preemption === undefined &&
          node.admission !== 'whole'
            ? { ...node, whenFull: 'dropOldest' }
            : node,
        ),
      };

describe('scenarios of all rules', () => {
  const bounds = Array.from({ length: 8 }, (_, i) => (200.1237 * i) / 7);
  const plan = { seed: 7, replications: 2, horizon: 200.1237, warmup: 20.06 };

  it('give the same record, or the same refusal', () => {
    for (let number = 0; number < 60; number++)
      expectSameOutcome(randomScenario(number), { ...plan, frames: { bounds, repeats: false } }, number % 2);
  });

  it('give the same record where frames come round again', () => {
    const frames = { bounds: [0, 3.17, 7.3123, 11.0371], repeats: true };
    for (let number = 60; number < 80; number++)
      expectSameOutcome(randomScenario(number), { ...plan, frames }, 0);
  });

  it('DR2: give the same record where the oldest gives way', () => {
    for (let number = 80; number < 110; number++)
      expectSameOutcome(losingOldest(randomScenario(number)), plan, 0);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { METHOD_NAMES, type MethodName } from '../../../core/measures/methods.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { choiceText } from '../../../core/measures/verdicts.ts';
import { sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { JobClass, Link, Scenario, ScenarioNode, StageNode } from '../../../core/scenario/scenario.ts';
import { examples } from '../../../tests/examples.ts';
import type { SolveAnswer } from '../contract.ts';
import { solveScenario } from '../solve-scenario.ts';

const CLASSES: readonly JobClass[] = [
  { id: 'x', priority: 1 },
  { id: 'y' },
  { id: 'z', closed: { population: 3, start: 'c' } },
];

const rate = fc.constantFrom(0.5, 1, 2, 5);
const distribution = rate.chain((r) =>
  fc.constantFrom(
    { distribution: 'exponential', rate: r } as const,
    { distribution: 'deterministic', rate: r } as const,
    { distribution: 'hyperexponential', rate: r, scv: 3 } as const,
    { distribution: 'pareto', scale: 0.5 / r, shape: 1.5 } as const,
  ),
);

/** A stage with any of the words that a scenario has. */
const words = fc.record({
  service: distribution,
  serverCount: fc.constantFrom(1, 1, 2),
  discipline: fc.constantFrom('FCFS', 'LCFS', 'RSS', 'PS', 'priority' as const),
  more: fc.constantFrom<Partial<StageNode>>(
    {},
    { preemption: 'resume' },
    { resource: 'bus' },
    { byClass: { y: { service: { distribution: 'exponential', rate: 3 }, passProbability: 0.5 } } },
    { byClass: { x: { conversionFactor: 3 } } },
    { capacity: 4 },
    { capacity: 4, whenFull: 'drop' },
    { capacity: 4, whenFull: 'blockBefore' },
    { overdriveRate: 0.3 },
    { passProbability: 0.4 },
    { schedule: { frames: [{ from: 1, service: { distribution: 'exponential', rate: 4 } }], period: 2 } },
    { bulk: { rule: 'upTo', min: 1, max: 2 }, capacity: 8, discipline: 'FCFS' },
  ),
});

const network = fc.record({
  stages: fc.array(words, { minLength: 4, maxLength: 4 }),
  middle: fc.constantFrom<'fork' | 'router' | 'delay'>('fork', 'router', 'delay'),
  routing: fc.constantFrom('probabilistic', 'roundRobin', 'joinShortestQueue', 'broadcast' as const),
  arrivals: fc.constantFrom(0.01, 0.3, 1, 3),
  hasClosed: fc.boolean(),
  back: fc.boolean(),
});

/** Sources x and y into a, a split into b and c, a join (or meeting) at d; class z goes round c and d. */
function drawn({
  stages,
  middle,
  routing,
  arrivals,
  hasClosed,
  back,
}: typeof network extends fc.Arbitrary<infer T> ? T : never): Scenario {
  const [a, b, c, d] = stages.map(({ more, ...rest }, i) => stage('abcd'[i]!, 1, { ...rest, ...more }));
  const split: ScenarioNode =
    middle === 'fork'
      ? { id: 'm', kind: 'fork' }
      : middle === 'router'
        ? { id: 'm', kind: 'router', routing: { rule: routing } }
        : {
            id: 'm',
            kind: 'delay',
            service: { distribution: 'deterministic', mean: 0.3 },
            routing: { rule: routing },
          };
  const meet: ScenarioNode = middle === 'fork' ? { id: 'j', kind: 'join' } : { id: 'j', kind: 'router' };
  const nodes = [
    source('s', arrivals, { class: 'x', schedule: { frames: [{ from: 1 }], period: 2 } }),
    source('t', arrivals, { class: 'y', interarrival: { distribution: 'erlang', rate: arrivals, shape: 3 } }),
    ...[a!, b!, c!, d!],
    split,
    meet,
    sink(),
  ];
  const share = back ? 0.8 : 1;
  const links: Link[] = [
    { from: 's', to: 'a' },
    { from: 't', to: 'a' },
    { from: 'a', to: 'm' },
    { from: 'm', to: 'b' },
    { from: 'm', to: 'c' },
    { from: 'b', to: 'j' },
    { from: 'c', to: 'j', probability: 1, ...(hasClosed && { byClass: { z: 0 } }) },
    ...(hasClosed ? [{ from: 'c', to: 'd', probability: 0, byClass: { z: 1 } }] : []),
    { from: 'j', to: 'd' },
    { from: 'd', to: 'out', probability: share },
    ...(back ? [{ from: 'd', to: 'a', probability: 1 - share }] : []),
    ...(hasClosed ? [{ from: 'd', to: 'c', probability: 0, byClass: { z: 1 } }] : []),
  ];
  return {
    format: 'stagegraph-scenario',
    schemaVersion: 3,
    name: 'any',
    nodes,
    links,
    classes: hasClosed ? CLASSES : CLASSES.slice(0, 2),
    resources: [{ id: 'bus', units: 1 }],
  };
}

function check(answer: SolveAnswer, { nodes }: Scenario): void {
  const bounded = new Set(
    nodes.filter((node) => node.kind === 'stage' && node.capacity !== undefined).map(({ id }) => id),
  );
  for (const [id, measures] of Object.entries(answer.stages)) {
    for (const part of [measures, ...Object.values(measures.byClass ?? {})]) {
      for (const [name, value] of Object.entries(part)) {
        if (typeof value !== 'number') continue;
        expect(Number.isFinite(value) && value >= 0, `${id}.${name} is ${value}`).toBe(true);
        if (/Probability|Fraction|utilization/.test(name))
          expect(value, `${id}.${name}`).toBeLessThan(1 + 1e-9);
      }
    }
    const sum = measures.occupancyDistribution?.reduce((total, p) => total + p, 0) ?? 1;
    expect(Math.abs(sum - 1), id).toBeLessThan(1e-9);
    // All that is offered enters a queue without bound, whether it grows or not.
    if (answer.kind === 'unstable' && !bounded.has(id))
      expect(measures.arrivalRate, id).toBe(measures.offeredRate);
    // The classes together are the stage.
    const parts = Object.values(measures.byClass ?? {}).map(({ throughput }) => throughput ?? 0);
    if (parts.length > 0 && measures.throughput !== undefined) {
      const total = parts.reduce((all, x) => all + x, 0);
      expect(Math.abs(total - measures.throughput), `${id}: classes`).toBeLessThan(1e-9 * (1 + total));
    }
  }
  for (const { factor } of answer.network.ladder ?? []) expect(factor).toBeGreaterThan(0);
  const age = answer.network.meanSojournTime;
  if (age !== undefined) expect(age).toBeGreaterThan(0);
}

/** The chain has tests of its own. */
const ANALYTIC = METHOD_NAMES.filter((method): method is Exclude<MethodName, 'chain'> => method !== 'chain');

/** Methods that take most of these networks; the others refuse most of them. */
const OFTEN: ReadonlySet<MethodName> = new Set([
  'auto',
  'mm1',
  'mm1k',
  'mmc',
  'mmck',
  'qna',
  'linearizer',
  'schweitzer',
]);

/** Class y has a service of its own beside a distribution that is typed by its rate. */
const OWN_SERVICE: typeof network extends fc.Arbitrary<infer T> ? T : never = {
  stages: [
    {
      service: { distribution: 'deterministic', rate: 0.5 },
      serverCount: 1,
      discipline: 'FCFS',
      more: { byClass: { y: { service: { distribution: 'exponential', rate: 3 }, passProbability: 0.5 } } },
    },
    {
      service: { distribution: 'deterministic', rate: 0.5 },
      serverCount: 2,
      discipline: 'FCFS',
      more: { capacity: 4, whenFull: 'drop' },
    },
    { service: { distribution: 'exponential', rate: 0.5 }, serverCount: 2, discipline: 'FCFS', more: {} },
    { service: { distribution: 'exponential', rate: 1 }, serverCount: 1, discipline: 'FCFS', more: {} },
  ],
  middle: 'fork',
  routing: 'probabilistic',
  arrivals: 0.01,
  hasClosed: true,
  back: false,
};

describe('any network with classes, forks, delays, resources, schedules and closed jobs', () => {
  it.each(ANALYTIC)('has an answer in range or a refusal in words under %s', { timeout: 0 }, (method) => {
    let answered = 0;
    fc.assert(
      fc.property(network, (input) => {
        const scenario = drawn(input);
        const outcome = solveScenario(scenario, method);
        if (outcome.kind === 'noAnswer') expect(refusalText(outcome)).toMatch(/^\S.*\.$/s);
        else {
          answered++;
          check(outcome, scenario);
          expect(choiceText(outcome.choice!)).toMatch(/\.$/);
        }
      }),
      { numRuns: examples(80), examples: [[OWN_SERVICE]] },
    );
    if (OFTEN.has(method)) expect(answered).toBeGreaterThan(0);
  });
});

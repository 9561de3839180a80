import { describe, expect, it } from 'vitest';
import type { ClassMeasures, Estimate } from '../../../core/measures/measures.ts';
import { drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type {
  DelayNode,
  JobClass,
  Scenario,
  ScenarioNode,
  StageNode,
} from '../../../core/scenario/scenario.ts';
import { studentQuantile } from '../../numeric/student-t.ts';
import { simulateNow } from '../../simulate/simulate-scenario.ts';

import { solveChain } from './solve-chain.ts';

const REPLICATIONS = 12;
/** From the run's own 95 % interval to 99.99 %. */
const WIDER = studentQuantile(0.99995, REPLICATIONS - 1) / studentQuantile(0.975, REPLICATIONS - 1);

const CLASSES: readonly JobClass[] = [
  { id: 'red', priority: 0 },
  { id: 'blue', priority: 1 },
];

const exponential = (rate: number) => ({ distribution: 'exponential', rate }) as const;
const delay = (id: string, mean: number): DelayNode => ({
  id,
  kind: 'delay',
  service: { distribution: 'exponential', mean },
});

/** Two classes into `a`, on to `b`; blue half as fast. */
function row(a: Partial<StageNode>, b: Partial<StageNode>): Scenario {
  const byClass = { blue: { service: exponential(0.6) } };
  const nodes = [
    source('in', 0.5, { class: 'red' }),
    source('on', 0.4, { class: 'blue' }),
    stage('a', 1.2, { capacity: 5, whenFull: 'drop', byClass, ...a }),
    stage('b', 1, { capacity: 3, ...b }),
    sink(),
  ];
  return { ...drawing(nodes, ['in>a', 'on>a', 'a>b', 'b>out']), classes: CLASSES };
}

const forked: Scenario = drawing(
  [
    source('in', 0.8),
    stage('first', 1.5, { capacity: 4, whenFull: 'drop' }),
    { id: 'split', kind: 'fork' },
    stage('a', 1, { capacity: 2 }),
    stage('b', 1.2, { capacity: 3 }),
    stage('c', 2, { capacity: 2 }),
    { id: 'meet', kind: 'join' },
    sink(),
  ] satisfies ScenarioNode[],
  ['in>first', 'first>split', 'split>a', 'split>b', 'b>c', 'a>meet', 'c>meet', 'meet>out'],
);

const closed: Scenario = {
  ...drawing(
    [
      delay('z', 2),
      stage('a', 1, { serverCount: 2, discipline: 'priority', preemption: 'resume' }),
      stage('b', 0.9, { capacity: 2, discipline: 'PS' }),
    ],
    ['z>a', 'a>b', 'b>z'],
  ),
  classes: [
    { id: 'red', closed: { population: 3, start: 'z' } },
    { id: 'blue', priority: 1, closed: { population: 2, start: 'a' } },
  ],
};

const shared = (arbitration: 'FCFS' | 'roundRobin'): Scenario => ({
  ...drawing(
    [
      source('in', 0.4),
      source('on', 0.5),
      stage('a', 1.5, {
        resource: 'bus',
        serverCount: 2,
        capacity: 5,
        whenFull: 'drop',
        service: { distribution: 'erlang', rate: 1.5, shape: 2 },
      }),
      stage('b', 1.2, {
        resource: 'bus',
        capacity: 4,
        whenFull: 'drop',
        bulk: { rule: 'upTo', min: 1, max: 2 },
      }),
      stage('c', 1.1, { capacity: 2 }),
      sink(),
    ],
    ['in>a', 'on>b', 'a>c', 'b>c', 'c>out'],
  ),
  resources: [{ id: 'bus', arbitration, units: arbitration === 'FCFS' ? 2 : 1 }],
});

const batchesSharing: Scenario = {
  ...line(
    source('in', 1),
    stage('a', 0.45, {
      ...{ resource: 'bus', serverCount: 2, capacity: 14, whenFull: 'drop' },
      bulk: { rule: 'upTo', min: 3, max: 4 },
    }),
    stage('b', 2.5, {
      ...{ resource: 'bus', capacity: 9, whenFull: 'drop' },
      bulk: { rule: 'full', size: 2 },
    }),
  ),
  resources: [{ id: 'bus', units: 1 }],
};

const CASES: readonly (readonly [string, Scenario])[] = [
  ['first come, first served, two servers, blocked by the next', row({ serverCount: 2 }, {})],
  [
    'last come, first served, and random order behind it',
    row({ discipline: 'LCFS' }, { discipline: 'RSS', capacity: 4 }),
  ],
  ['priority', row({ discipline: 'priority' }, { discipline: 'priority' })],
  [
    'priority that interrupts two servers',
    row({ discipline: 'priority', preemption: 'resume', serverCount: 2 }, {}),
  ],
  [
    'processor sharing of two servers that are blocked',
    row({ discipline: 'PS', serverCount: 2 }, { capacity: 2 }),
  ],
  ['tasks that meet again', forked],
  ['two closed classes', closed],
  ['a resource that is asked for', shared('FCFS')],
  ['a resource that goes round', shared('roundRobin')],
  ['a resource that batches of several sizes ask for', batchesSharing],
];

const MEASURES = ['throughput', 'utilization', 'meanOccupancy', 'meanQueueLength'] as const;

describe('what the words mean, in the chain and in the simulator', () => {
  it.each(CASES)('%s', { timeout: 0 }, (_, drawn) => {
    const chain = solveChain(drawn);
    const run = simulateNow(drawn, { seed: 11, replications: REPLICATIONS, horizon: 2000, warmup: 100 });
    if (chain.kind === 'noAnswer' || run.kind === 'noAnswer') throw new Error('no answer');
    let compared = 0;
    const compare = (where: string, of: ClassMeasures<number>, seen: ClassMeasures<Estimate>): void => {
      for (const measure of MEASURES) {
        const [value, estimate] = [of[measure], seen[measure]];
        if (value === undefined || estimate === undefined || value < 1e-3) continue;
        compared++;
        expect(
          Math.abs(value - estimate.mean),
          `${measure} ${where}: ${value}, ${estimate.mean}`,
        ).toBeLessThan(WIDER * estimate.halfWidth + 1e-9);
      }
    };
    for (const [id, measures] of Object.entries(chain.stages)) {
      const seen = run.stages[id]!;
      compare(`at ${id}`, measures, seen);
      for (const [name, part] of Object.entries(measures.byClass ?? {}))
        compare(`of ${name} at ${id}`, part, seen.byClass?.[name] ?? {});
    }
    expect(compared).toBeGreaterThan(5);
  });
});

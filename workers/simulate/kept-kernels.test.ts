/** A kernel that has been used gives the same bits as a new one, whatever ran in it before; and few are kept, and no large ones. */

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { drawing, line, router, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { SimulationPlan } from './contract.ts';
import { giveBack, Kernel, LARGEST_KEPT, MOST_KEPT, takeKernel } from './kernel.ts';
import { openReplication, replicateNow } from './replicate.ts';

const plan: SimulationPlan = {
  ...{ seed: 3, replications: 2, horizon: 100, warmup: 10 },
  frames: { bounds: [0, 17, 60, 100], repeats: false },
};

const lognormal = { distribution: 'lognormal', mean: 0.7, scv: 1.5 } as const;

/** What moves each part of the kernel away from where it began; the second needs several times the memory it begins with. */
const SCENARIOS: readonly Scenario[] = [
  line(source('in', 0.8), stage('a', 1, { capacity: 3 }), stage('b', 1)),
  line(source('in', 90, { batchSize: 3 }), stage('a', 80), stage('b', 1)),
  line(
    source('in', 1, { interarrival: lognormal }),
    stage('a', 1, { service: lognormal, capacity: 4, whenFull: 'drop' }),
    stage('b', 2, { conversionFactor: 1.5, passProbability: 0.8 }),
    stage('c', 2, { service: { distribution: 'deterministic', mean: 0.4 } }),
  ),
  {
    ...drawing(
      [
        source('in', 0.7, { class: 'x', interarrival: lognormal }),
        source('in2', 0.6, { class: 'y', batchSize: 2 }),
        stage('a', 1, { serverCount: 2, capacity: 6, whenFull: 'drop' }),
        router('r', 'joinShortestQueue'),
        stage('b', 0.8, { byClass: { y: { service: lognormal } } }),
        stage('c', 0.6),
        sink(),
      ],
      ['in>a', 'in2>a', 'a>r', 'r>b', 'r>c', 'b>out:0.8', 'b>a:0.2', 'c>out'],
    ),
    classes: [{ id: 'x' }, { id: 'y' }],
  },
  drawing(
    [
      source('in', 3, { batchSize: 4 }),
      source('in2', 1),
      stage('a', 1, { capacity: 5, serverCount: 3 }),
      stage('b', 1.2, { capacity: 2, conversionFactor: 3 }),
      sink(),
    ],
    ['in>a', 'in2>a', 'a>b', 'b>out'],
  ),
  drawing(
    [source('in', 40), router('r', 'roundRobin'), stage('a', 4), stage('b', 30), sink()],
    ['in>r', 'r>a', 'r>b', 'a>out:0.7', 'a>r:0.3', 'b>out'],
  ),
  {
    ...line(
      source('in', 0.8, { interarrival: lognormal }),
      stage('a', 2, { resource: 'bus' }),
      stage('b', 1, { passProbability: 0.8 }),
      stage('c', 2, { resource: 'bus', service: lognormal }),
    ),
    resources: [{ id: 'bus' }],
  },
  {
    ...line(source('in', 0.8), stage('a', 1, { capacity: 3 }), stage('b', 1, { service: lognormal })),
    groups: [{ id: 'both', stages: ['a', 'b'] }],
  },
];

/** All runs after this one begin in new kernels. */
function forgetKept(): void {
  for (let i = 0; i < MOST_KEPT; i++) takeKernel();
}

const recordOf = (scenario: Scenario) => {
  const record = replicateNow(scenario, plan, 1);
  expect(record).toMatchObject({ kind: 'record' });
  return record;
};

const inNewKernels = SCENARIOS.map((scenario) => {
  forgetKept();
  return recordOf(scenario);
});

const expectAsNew = (at: number): void =>
  expect(isDeepStrictEqual(recordOf(SCENARIOS[at]!), inNewKernels[at]), `scenario ${at}`).toBe(true);

const bytesOf = (kernel: Kernel): number => kernel.call.memory.buffer.byteLength;

beforeEach(forgetKept);

describe('a kernel that has been used', () => {
  it('gives the same bits as a new one, whatever ran in it before', () => {
    const place = fc.integer({ min: 0, max: SCENARIOS.length - 1 });
    fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 6 }), (order) => {
        const kernel = new Kernel();
        giveBack(kernel);
        for (const at of order) expectAsNew(at);
        expect(takeKernel()).toBe(kernel);
      }),
      { numRuns: 30 },
    );
  });

  it('gives them after a run that had to ask for more memory, and before one', () => {
    const kernel = new Kernel();
    const bytes = bytesOf(kernel);
    giveBack(kernel);
    for (const at of [0, 1, 0, 1, 3]) expectAsNew(at);
    expect(bytesOf(kernel)).toBeGreaterThan(bytes);
  });

  it.each([0xff, 0x7f, 0x01])('gives them where the memory that was used is full of %i', (byte) => {
    for (const at of SCENARIOS.keys()) {
      const kernel = new Kernel();
      const bytes = LARGEST_KEPT / 8;
      const used = kernel.call.take(bytes);
      new Uint8Array(kernel.call.memory.buffer, used, bytes).fill(byte);
      giveBack(kernel);
      expectAsNew(at);
      expect(takeKernel()).toBe(kernel);
    }
  });
});

describe('kept kernels', () => {
  it('are few', () => {
    const kernels = Array.from({ length: MOST_KEPT + 2 }, () => new Kernel());
    kernels.forEach(giveBack);
    const taken = kernels.map(() => takeKernel());
    expect(taken.filter((kernel) => kernels.includes(kernel))).toHaveLength(MOST_KEPT);
  });

  it('are not large', () => {
    const kernel = new Kernel();
    kernel.call.take(2 * LARGEST_KEPT);
    giveBack(kernel);
    expect(takeKernel()).not.toBe(kernel);
  });

  it('are none that still run or were left in the middle', () => {
    const kernel = new Kernel();
    giveBack(kernel);
    const run = openReplication(SCENARIOS[0]!, plan, 1);
    run.advance(10);
    expect(takeKernel()).not.toBe(kernel);
  });

  it('have one record each', () => {
    const run = openReplication(SCENARIOS[0]!, plan, 1);
    while (run.advance(run.eventsPerLook) !== true);
    run.record();
    expect(() => run.record()).toThrow('recorded once');
  });
});

/** What a run keeps in the kernel does not grow with its horizon. */

import { describe, expect, it } from 'vitest';
import {
  delay,
  drawing,
  fork,
  join,
  line,
  router,
  sink,
  source,
  stage,
} from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { MOST_KEPT, takeKernel } from './kernel.ts';
import { expectNoLarger, runUntil } from './memory.test-support.ts';
import { openReplication } from './replicate.ts';

const HORIZON = 50;
const drops = { capacity: 6, whenFull: 'drop' } as const;

const SCENARIOS: Record<string, Scenario> = {
  line: line(
    source('in', 1.2, { batchSize: 2 }),
    stage('a', 2, drops),
    stage('b', 1.5, { capacity: 4, conversionFactor: 1.5 }),
    stage('c', 1.6, { capacity: 3, passProbability: 0.8 }),
  ),
  'line that forks and joins': drawing(
    [source('in', 0.5), fork('f'), stage('a', 1), stage('b', 1.2), stage('c', 1.1), join('j'), sink()],
    ['in>f', 'f>a', 'f>b', 'a>c', 'b>j', 'c>j', 'j>out'],
  ),
  network: {
    ...drawing(
      [
        source('in', 0.7, { class: 'x' }),
        source('in2', 0.6, { class: 'y' }),
        stage('a', 1, { ...drops, serverCount: 2 }),
        router('r', 'joinShortestQueue'),
        stage('b', 0.8, drops),
        stage('c', 0.6, drops),
        sink(),
      ],
      ['in>a', 'in2>a', 'a>r', 'r>b', 'r>c', 'b>out:0.8', 'b>a:0.2', 'c>out'],
    ),
    classes: [{ id: 'x' }, { id: 'y' }],
  },
};

/** A bounded stage of each kind there is, one behind the other where it may block the one before; jobs that stay; a fork. */
const EVERYTHING: Scenario = {
  ...drawing(
    [
      source('in', 1.1, { batchSize: 2, class: 'x' }),
      source('in2', 0.4, { class: 'y' }),
      stage('lcfs', 2.2, { discipline: 'LCFS', capacity: 9, whenFull: 'drop', serverCount: 2 }),
      stage('urgent', 2.1, { discipline: 'priority', preemption: 'resume', capacity: 8 }),
      stage('shared', 1.9, { discipline: 'PS', capacity: 7 }),
      stage('bulk', 1.1, { bulk: { rule: 'upTo', min: 2, max: 3, timeout: 1.5 }, capacity: 8 }),
      { id: 'split', kind: 'fork' },
      stage('bus1', 1.5, { resource: 'bus', capacity: 3, whenFull: 'drop' }),
      stage('bus2', 1.5, { resource: 'bus', capacity: 3, whenFull: 'drop', conversionFactor: 1.5 }),
      { id: 'both', kind: 'join' },
      stage('before', 0.7, { capacity: 3, whenFull: 'drop', routing: { rule: 'roundRobin' } }),
      stage('last', 0.6, { capacity: 4, whenFull: 'blockBefore', passProbability: 0.9 }),
      delay('think', 3),
      stage('desk', 1),
      sink(),
    ],
    [
      'in>lcfs',
      'in2>lcfs',
      'lcfs>urgent',
      'urgent>shared',
      'shared>bulk',
      'bulk>split',
      'split>bus1',
      'split>bus2',
      'bus1>both',
      'bus2>both',
      'both>before',
      'before>last',
      'before>out',
      'last>out',
      'think>desk',
      'desk>think',
    ],
  ),
  classes: [
    { id: 'x', priority: 1 },
    { id: 'y', priority: 0 },
    { id: 'stays', closed: { population: 5, start: 'think' } },
  ],
  resources: [{ id: 'bus', units: 1, arbitration: 'roundRobin' }],
  groups: [{ id: 'front', stages: ['lcfs', 'urgent', 'shared'] }],
};

/** Each run in a new kernel: memories never become smaller. */
function runAnew(scenario: Scenario, horizon: number) {
  for (let i = 0; i < MOST_KEPT; i++) takeKernel();
  return runUntil(openReplication, scenario, horizon);
}

describe.each(Object.entries({ ...SCENARIOS, 'network of everything': EVERYTHING }))(
  'memory of a %s',
  (_, scenario) => {
    it('is the same after a thousand horizons as after ten, and so is the size of the record', () => {
      const long = runAnew(scenario, 1000 * HORIZON);
      expect(long.kept.bytes).toBeGreaterThan(65_536);
      expectNoLarger(long, runAnew(scenario, 10 * HORIZON));
      for (const node of scenario.nodes) {
        if (node.kind !== 'stage' || node.capacity === undefined) continue;
        const { occupancy, waiting } = long.record.stages[node.id]!;
        expect(Math.max(occupancy.length, waiting.length), node.id).toBeLessThanOrEqual(
          Number(node.capacity) + 1,
        );
      }
    });
  },
);

describe('memory', () => {
  it('is seen to grow where elements come to wait without end', () => {
    const grows = line(source('in', 2), stage('a', 1));
    const bytesAt = (horizon: number): number => runAnew(grows, horizon).kept.bytes;
    expect(bytesAt(100_000)).toBeGreaterThan(bytesAt(1000));
  });
});

/** What a run keeps in the kernel does not grow with its horizon. */

import { describe, expect, it } from 'vitest';
import { drawing, line, router, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { expectNoLarger, runUntil } from '../simulate/memory.test-support.ts';

import { FastReplication, MOST_KEPT, takeKernel } from './fast-replication.ts';
import { runReplicationNow } from './run-replication.ts';

const HORIZON = 50;
const drops = { capacity: 6, whenFull: 'drop' } as const;

const SCENARIOS: Record<string, Scenario> = {
  line: line(
    source('in', 1.2, { batchSize: 2 }),
    stage('a', 2, drops),
    stage('b', 1.5, { capacity: 4, conversionFactor: 1.5 }),
    stage('c', 1.6, { capacity: 3, passProbability: 0.8 }),
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

/** Each run in a new kernel: memories never become smaller. */
function runAnew(scenario: Scenario, horizon: number) {
  for (let i = 0; i < MOST_KEPT; i++) takeKernel();
  return runUntil(runReplicationNow.open, scenario, horizon);
}

describe.each(Object.entries(SCENARIOS))('memory of the compiled engine, a %s', (_, scenario) => {
  it('is the same after a thousand horizons as after ten, and so is the size of the record', () => {
    const long = runAnew(scenario, 1000 * HORIZON);
    expect(long.run).toBeInstanceOf(FastReplication);
    expect(long.kept.bytes).toBeGreaterThan(65_536);
    expectNoLarger(long, runAnew(scenario, 10 * HORIZON));
    for (const { occupancy, waiting } of Object.values(long.record.stages))
      expect(Math.max(occupancy.length, waiting.length)).toBeLessThanOrEqual(drops.capacity + 1);
  });
});

describe('memory of the compiled engine', () => {
  it('is seen to grow where elements come to wait without end', () => {
    const grows = line(source('in', 2), stage('a', 1));
    const bytesAt = (horizon: number): number => runAnew(grows, horizon).kept.bytes;
    expect(bytesAt(100_000)).toBeGreaterThan(bytesAt(1000));
  });
});

/** A detector of changes, not of faults: numbers that a run gave once, which the same seed must give for ever. */

import { describe, expect, it } from 'vitest';
import { drawing, router, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { recordOf } from './records.test-support.ts';

const SCENARIOS: Record<string, readonly [Scenario, Record<string, number>]> = {
  'groups, blocking and disciplines': [
    drawing(
      [
        source('in', 1, { batchSize: 2 }),
        router('r', 'probabilistic'),
        stage('a', 1.5, { discipline: 'RSS', serverCount: 2, capacity: 9, passProbability: 0.8 }),
        stage('b', 1, { discipline: 'PS', capacity: 6, whenFull: 'drop' }),
        stage('c', 2, {
          discipline: 'LCFS',
          capacity: 4,
          bulk: { rule: 'upTo', min: 2, max: 3, timeout: 1.5 },
          conversionFactor: 1.5,
          overdriveRate: 0.1,
        }),
        stage('d', 1.2, { capacity: 8, whenFull: 'blockBefore', admission: 'whole' }),
        sink(),
      ],
      ['in>r', 'r>a:0.6', 'r>b:0.4', 'a>c', 'c>d', 'b>out', 'd>out'],
    ),
    { a: 12403.916360469611, b: 2499.570839499049, c: 7179.331830527866, d: 12124.53388157277 },
  ],
  'a way back': [
    drawing(
      [source('in', 0.4), stage('a', 1.1), stage('b', 1, { routing: { rule: 'roundRobin' } }), sink()],
      ['in>a', 'a>b:0.7', 'a>out:0.3', 'b>a', 'b>out'],
    ),
    { a: 1966.5281013279396, b: 1240.6926655694442 },
  ],
};

describe('N1: a scenario without classes', () => {
  it.each(Object.entries(SCENARIOS))('gives the numbers it always gave: %s', (_, [scenario, totals]) => {
    const { stages } = recordOf(scenario, 2000, { warmup: 100, seed: 7, replication: 1 });
    const seen = Object.entries(stages).map(([id, { sojournTotal }]) => [id, sojournTotal]);
    expect(Object.fromEntries(seen)).toEqual(totals);
  });

  it.each(Object.entries(SCENARIOS))(
    'gives the same with its only class named: %s',
    (_, [scenario, totals]) => {
      const named = { ...scenario, classes: [{ id: 'x', priority: 4 }] };
      const { stages } = recordOf(named, 2000, { warmup: 100, seed: 7, replication: 1 });
      for (const [id, total] of Object.entries(totals)) expect(stages[id]!.sojournTotal).toBe(total);
    },
  );

  it('gives the same under priority as first come, first served', () => {
    const scenario = (discipline: 'FCFS' | 'priority') =>
      drawing(
        [source('in', 0.9), stage('a', 1, { discipline, preemption: 'resume' }), sink()],
        ['in>a', 'a>out'],
      );
    expect(recordOf(scenario('priority'), 2000)).toEqual(recordOf(scenario('FCFS'), 2000));
  });
});

/** Designs and goals in words: names that people gave, labels of the inspector, copies of one name told apart. */
import { describe, expect, it } from 'vitest';
import type { Scenario, StageNode } from '../../core/scenario/scenario.ts';
import { goalLine, readGoal } from '../../core/study/goal-words.ts';
import { designText, goalWords } from './explore-words.ts';

const stage = (id: string, name: string): StageNode => ({
  ...{ kind: 'stage', id, name, unit: 'seed', capacity: 9, position: { x: 0, y: 0 } },
  service: { distribution: 'exponential', rate: 2 },
  byClass: { k1: { passProbability: 0.5 } },
});

const scenario: Scenario = {
  ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'names' },
  nodes: [
    {
      ...{ kind: 'source', id: 'source1', name: 'Requests', position: { x: 0, y: 0 } },
      interarrival: { distribution: 'exponential', rate: 1 },
    },
    stage('stage1', 'Parser'),
    stage('stage2', 'Writer'),
    stage('stage3', 'Writer'),
    { kind: 'sink', id: 'sink1', position: { x: 0, y: 0 } },
  ],
  links: [
    { from: 'source1', to: 'stage1' },
    { from: 'stage1', to: 'stage2' },
    { from: 'stage2', to: 'stage3' },
    { from: 'stage3', to: 'sink1' },
  ],
  classes: [{ id: 'k1', name: 'Gold' }],
};

describe('a design in words', () => {
  it.each([
    ['stage1.capacity', 70, 'Parser: capacity = 70 seeds'],
    ['stage1.capacity', 1, 'Parser: capacity = 1 seed'],
    ['stage1.capacity', Number.POSITIVE_INFINITY, 'Parser: capacity = ∞'],
    ['stage3.serverCount', 2, 'Writer (stage3): servers = 2'],
    ['stage2.service.rate', 2500, 'Writer (stage2): service rate = 2.5 k seeds/s'],
    ['stage1.whenFull', 'drop', 'Parser: when full = Drop'],
    ['stage1.byClass.k1.passProbability', 0.25, 'Parser: pass probability of Gold = 0.25'],
    ['inputs', 1.2, 'load multiplier = 1.2'],
  ])('%s = %s', (path, value, text) => {
    expect(designText(scenario, [{ path, value }])).toBe(text);
  });
});

describe('a goal in words', () => {
  it('names what is sought and what must hold; what was typed is read from names', () => {
    const read = readGoal(scenario, 'smallest K at Writer (stage3) with P_BP ≤ 1e-3 at 1.2 × today’s load');
    if (!read.ok) throw new Error(read.error);
    expect(goalLine(read.value)).toBe(
      'least stage3.capacity with stage3.backPressureProbability <= 0.001 at inputs = 1.2',
    );
    expect(goalWords(scenario, read.value)).toBe(
      'least Writer (stage3): capacity with Writer (stage3): full-queue probability <= 0.001 at load multiplier = 1.2',
    );
  });
});

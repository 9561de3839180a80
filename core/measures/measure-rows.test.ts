import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MEASURES_FILE, measuresPage } from '../../scripts/write-measures.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../scenario/scenario.ts';
import { measureNames } from '../study/goal-names.ts';
import { readGoal } from '../study/goal-words.ts';
import { findMeasure } from '../study/study-measures.ts';
import { MEASURE_KEYS, measureRow, measureWords, STAGE_MEASURES } from './measure-rows.ts';

const scenario: Scenario = {
  ...{ format: SCENARIO_FORMAT, schemaVersion: SCHEMA_VERSION, name: 'One queue' },
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
    { id: 'q', kind: 'stage', service: { distribution: 'exponential', rate: 2 }, capacity: 9 },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'q' },
    { from: 'q', to: 'out' },
  ],
};

describe('the rows of measures', () => {
  it('are written to the reference page (npm run schema)', () => {
    expect(readFileSync(MEASURES_FILE, 'utf8')).toBe(measuresPage());
  });

  it('have distinct words at a stage, so that a goal names one of them', () => {
    const words = STAGE_MEASURES.map((key) => measureWords(key));
    expect(new Set(words).size).toBe(words.length);
    const aliases = MEASURE_KEYS.flatMap((key) => measureRow(key).aliases ?? []);
    expect(new Set(aliases).size).toBe(aliases.length);
  });
});

describe('names in goals', () => {
  it.each([
    ...[
      'P_BP',
      'p_k',
      'pbp',
      'back-pressure',
      'back-pressure probability',
      'full',
      'P full',
      'full probability',
    ],
    'blocking probability',
  ])('takes %s for the blocking probability', (name) => {
    expect(measureNames(scenario, `${name} at q`, undefined)).toEqual(['q.backPressureProbability']);
  });

  it.each([
    ['ρ', 'network.maxUtilization'],
    ['utilisation', 'network.maxUtilization'],
    ['load', 'network.maxUtilization'],
    ['mean sojourn time', 'network.meanSojournTime'],
    ['latency', 'network.meanSojournTime'],
    ['end-to-end latency', 'network.meanSojournTime'],
    ['throughput', 'network.throughput'],
    ['loss rate', 'network.lossRate'],
    ['p99 sojourn', 'network.sojournP99'],
    ['sojourn time, 99 %', 'network.sojournP99'],
    ['places of all queues', 'buffer'],
    ['q: mean occupancy', 'q.meanOccupancy'],
    ['q: number in system', 'q.meanOccupancy'],
    ['q: waiting time, 99.9 %', 'q.waitingP999'],
    ['q: load per server', 'q.loadPerServer'],
  ])('takes %s for %s, in its former words as well', (name, measure) => {
    expect(measureNames(scenario, name, undefined)).toEqual([measure]);
    expect(findMeasure(scenario, measure).ok).toBe(true);
  });

  it('takes a whole goal in former words', () => {
    const goal = readGoal(scenario, 'smallest K at q with back-pressure <= 1e-3');
    expect(goal.ok && goal.value.subjectTo[0]!.measure).toBe('q.backPressureProbability');
  });
});

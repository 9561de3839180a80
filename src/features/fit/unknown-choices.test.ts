import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { boundsOf, matches, unknownChoices } from './UnknownList.tsx';

const scenario: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'line',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 100 }, batchSize: 2 },
    {
      id: 'a',
      kind: 'stage',
      service: { distribution: 'gamma', mean: 0.005, scv: 2 },
      capacity: 9,
      passProbability: 0.5,
    },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'out' },
  ],
};
const choices = unknownChoices(scenario);
const at = (path: string) => choices.find((one) => one.path === path)!;

describe('numbers that may be unknown', () => {
  it('are no whole numbers, and each once', () => {
    const paths = choices.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['in.interarrival.rate', 'a.service.rate', 'a.service.scv']),
    );
    expect(paths).toContain('a.passProbability');
    for (const path of ['a.service.mean', 'a.capacity', 'in.batchSize', 'a.serverCount'])
      expect(paths).not.toContain(path);
  });

  it('come with bounds around what they are now', () => {
    expect(boundsOf(at('a.service.rate'))).toEqual({ path: 'a.service.rate', low: 0.2, high: 200_000 });
    expect(boundsOf(at('a.passProbability'))).toEqual({ path: 'a.passProbability', low: 1e-4, high: 1 });
  });

  it('are found by words in any order', () => {
    expect(matches(at('a.service.rate'), 'rate a')).toBe(true);
    expect(matches(at('a.service.rate'), 'SERV')).toBe(true);
    expect(matches(at('a.service.rate'), 'pass')).toBe(false);
    expect(matches(at('a.service.rate'), ' ')).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { preciseInputs, precisionOf, setPrecision } from './precision-edits.ts';
import { parseScenario } from './read-scenario.ts';
import type { Scenario, StageNode } from './scenario.ts';

const stage: StageNode = {
  id: 's',
  kind: 'stage',
  capacity: 8,
  passProbability: 0.3,
  service: { distribution: 'exponential', factors: { elementsPerClock: 1, clock: 133e6 } },
};
const scenario: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'x',
  nodes: [stage],
  links: [],
};

describe('precisions', () => {
  it('can be given to rates, times, factors and shares, not to counts', () => {
    expect(preciseInputs(stage)).toEqual([
      { field: 'service.factors.elementsPerClock', words: 'elements per clock R', value: 1 },
      { field: 'service.factors.clock', words: 'clock C', value: 133e6 },
      { field: 'passProbability', words: 'pass probability', value: 0.3 },
    ]);
    expect(
      preciseInputs({ id: 'i', kind: 'source', interarrival: { distribution: 'erlang', mean: 2, shape: 3 } }),
    ).toEqual([{ field: 'interarrival.mean', words: 'time between arrivals', value: 2 }]);
    expect(preciseInputs({ id: 'o', kind: 'sink' })).toEqual([]);
  });

  it('are set, changed and taken away; the scenario reads', () => {
    const given = setPrecision(scenario, 's', 'passProbability', 0.05);
    expect(precisionOf(given.precisions, 's', 'passProbability')).toBe(0.05);
    expect(parseScenario(given)).toEqual({ ok: true, value: given });
    expect(setPrecision(given, 's', 'passProbability', 0.05)).toBe(given);
    expect(setPrecision(given, 's', 'passProbability', undefined)).toEqual(scenario);
  });
});

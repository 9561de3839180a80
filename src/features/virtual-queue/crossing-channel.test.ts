import { describe, expect, it } from 'vitest';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../../../core/scenario/scenario.ts';
import type { ReducedQueue } from '../../../workers/measure/contract.ts';
import { crossingChannel, missingChannel } from './crossing-channel.ts';

describe('the bus of a queue', () => {
  const service = { distribution: 'exponential', rate: 1 } as const;
  const scenario: Scenario = {
    ...{ format: SCENARIO_FORMAT, schemaVersion: SCHEMA_VERSION, name: 'crossing' },
    nodes: [
      {
        ...{ id: 'pci', kind: 'stage', bus: 'b', capacity: 512, bulk: { rule: 'full', size: 64 } },
        service: { distribution: 'deterministic', mean: 0.04 },
      },
      { id: 'match', name: 'Match', kind: 'stage', service },
      { id: 'other', kind: 'stage', service },
    ],
    links: [{ from: 'pci', to: 'match' }],
  };
  const bus = { bulkSize: 64, transferTime: 0.04, tailCapacity: 512 };

  it('is that of the crossing with its name, or of the one that leads to its reader', () => {
    expect(crossingChannel(scenario, { id: 'pci' })).toEqual(bus);
    expect(crossingChannel(scenario, { id: 'q7', dest: 'Match' })).toEqual(bus);
  });

  it('is not known where no crossing has to do with it', () => {
    expect(crossingChannel(scenario, { id: 'other' })).toBeUndefined();
  });

  it('fills in only what the file does not say', () => {
    const tail = { id: 't', service: { mean: 0.05 } as NonNullable<ReducedQueue['service']> };
    expect(missingChannel(bus, { id: 'pci' }, undefined)).toEqual(bus);
    expect(missingChannel(bus, { id: 'pci', bulkSize: 32 }, tail)).toEqual({ tailCapacity: 512 });
  });
});

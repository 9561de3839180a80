import { describe, expect, it } from 'vitest';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../../core/scenario/scenario.ts';
import type { ReducedQueue } from '../measure/contract.ts';
import { addedBus, drawnBus } from './drawn-bus.ts';

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
      { id: 'bundle', kind: 'stage', service, bulk: { rule: 'full', size: 8 } },
    ],
    links: [{ from: 'pci', to: 'match' }],
  };
  const bus = { bulkSize: 64, transferTime: 0.04, tailCapacity: 512 };
  const drawn = (...queues: readonly ReducedQueue[]) => drawnBus(scenario, { queues }, queues[0]!.id);
  const added = (...queues: readonly ReducedQueue[]) => addedBus(scenario, { queues }, queues[0]!.id);

  it('is that of the crossing with its name, or of the one that leads to its reader', () => {
    expect(drawn({ id: 'pci' })).toEqual(bus);
    expect(drawn({ id: 'q7', dest: 'Match' })).toEqual(bus);
  });

  it('is the stage of bulks that its tail feeds', () => {
    const tail: ReducedQueue = { id: 't', kind: 'tail', parentId: 'q7', dest: 'bundle' };
    expect(drawn({ id: 'q7', dest: 'other' }, tail)).toEqual({ bulkSize: 8, transferTime: 1 });
  });

  it('is not known where no crossing has to do with it', () => {
    expect(drawn({ id: 'other' })).toBeUndefined();
    expect(added({ id: 'other' })).toBeUndefined();
  });

  it('fills in only what the file does not say', () => {
    const tail: ReducedQueue = {
      ...{ id: 't', kind: 'tail', parentId: 'pci' },
      service: { mean: 0.05 } as NonNullable<ReducedQueue['service']>,
    };
    expect(added({ id: 'pci' })).toEqual(bus);
    expect(added({ id: 'pci', bulkSize: 32 }, tail)).toEqual({ tailCapacity: 512 });
  });
});

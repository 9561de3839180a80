import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFaults } from './faults.ts';
import { addBus, moveToPlatform, patchBus, removeBus, renameBus } from './platform-edits.ts';
import { parseScenario } from './read-scenario.ts';
import type { Platform, Scenario, StageNode } from './scenario.ts';

const onCpu = { distribution: 'exponential', rate: 1e6 } as const;
const onFpga = { distribution: 'deterministic', mean: 1e-7 } as const;

/** A source and two stages on a processor; the second can be on an FPGA behind a bus. */
const pipeline: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'pipeline',
  nodes: [
    {
      id: 'in',
      kind: 'source',
      unit: 'word',
      unitBytes: 8,
      platform: 'cpu',
      interarrival: { distribution: 'exponential', rate: 5e5 },
    },
    { id: 'a', kind: 'stage', unitBytes: 8, platform: 'cpu', service: onCpu, position: { x: 0, y: 0 } },
    {
      id: 'b',
      kind: 'stage',
      platform: 'cpu',
      service: onCpu,
      alternatives: { fpga: onFpga },
      position: { x: 640, y: 80 },
    },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b', probability: 1 },
    { from: 'b', to: 'out' },
  ],
  buses: [
    { id: 'pci', name: 'PCI-X', between: ['cpu', 'fpga'], bytesPerSecond: 8e8, bulkSize: 64, latency: 1e-6 },
  ],
};
const stage = (scenario: Scenario, id: string) =>
  scenario.nodes.find((node) => node.id === id) as StageNode | undefined;
const moved = moveToPlatform(pipeline, 'b', 'fpga');

describe('moveToPlatform', () => {
  it('gives a stage the service of its new platform, and keeps the old one for the way back', () => {
    expect(stage(moved, 'b')).toMatchObject({
      platform: 'fpga',
      service: onFpga,
      alternatives: { cpu: onCpu },
    });
    expect(moveToPlatform(moved, 'b', 'cpu')).toEqual(pipeline);
  });

  it('makes a virtual queue of a link that now crosses a bus: 64 words of 8 bytes take 1 us + 512 B / 0.8 GB/s', () => {
    const bus = stage(moved, 'a to b');
    expect(bus).toMatchObject({
      name: 'PCI-X',
      platform: 'bus',
      bus: 'pci',
      bulk: { rule: 'full', size: 64 },
      position: { x: 320, y: 40 },
    });
    const { service } = bus!;
    expect('mean' in service && service.mean).toBeCloseTo(1.64e-6, 15);
    expect(moved.links).toEqual([
      { from: 'in', to: 'a' },
      { from: 'a', to: 'a to b', probability: 1 },
      { from: 'a to b', to: 'b' },
      { from: 'b', to: 'out' },
    ]);
    expect(moved.groups).toEqual([
      { id: 'a to b queue', name: 'Virtual queue a → b', stages: ['a to b', 'b'] },
    ]);
    expect(findFaults(moved)).toEqual([]);
  });

  it('keeps the service where none is known for the new platform', () => {
    const there = moveToPlatform(pipeline, 'a', 'fpga');
    expect(stage(there, 'a')).toMatchObject({
      platform: 'fpga',
      service: onCpu,
      alternatives: { cpu: onCpu },
    });
  });

  it('gives back a scenario that reads, after any moves; and the first one when all are back', () => {
    const platforms = fc.constantFrom<Platform>('cpu', 'fpga', 'gpu');
    const moves = fc.array(fc.tuple(fc.constantFrom('in', 'a', 'b'), platforms), { maxLength: 8 });
    fc.assert(
      fc.property(moves, (steps) => {
        const after = steps.reduce(
          (current, [id, platform]) => moveToPlatform(current, id, platform),
          pipeline,
        );
        expect(parseScenario(after).ok).toBe(true);
        const back = ['in', 'a', 'b'].reduce((current, id) => moveToPlatform(current, id, 'cpu'), after);
        expect(back.links).toEqual(pipeline.links);
        expect(back.groups).toBeUndefined();
        expect(back.nodes.map(({ id }) => id)).toEqual(['in', 'a', 'b', 'out']);
      }),
    );
  });
});

describe('buses', () => {
  it('lead their crossings', () => {
    const faster = patchBus(moved, 'pci', {
      bytesPerSecond: 5.12e8,
      latency: undefined,
      bulkSize: undefined,
    });
    expect(stage(faster, 'a to b')).toMatchObject({
      service: { distribution: 'deterministic', mean: 1.5625e-8 },
    });
    expect(stage(faster, 'a to b')).not.toHaveProperty('bulk');
    expect(patchBus(moved, 'pci', { between: ['cpu', 'gpu'] }).links).toEqual(pipeline.links);
  });

  it('take their crossings with them', () => {
    const without = removeBus(moved, 'pci');
    expect(without.links).toEqual(pipeline.links);
    expect(without).not.toHaveProperty('buses');
    expect(without).not.toHaveProperty('groups');
    expect(removeBus(moved, 'other')).toBe(moved);
  });

  it('take their crossings along to another id, unless a bus has it', () => {
    const renamed = renameBus(moved, 'pci', 'pcie');
    expect(renamed.ok && stage(renamed.value, 'a to b')?.bus).toBe('pcie');
    expect(renamed.ok && parseScenario(renamed.value).ok).toBe(true);
    const { scenario } = addBus(moved);
    expect(renameBus(scenario, 'bus1', 'pci')).toEqual({ ok: false, error: 'Another bus is called "pci".' });
  });

  it('make crossings of the links that are there when one is added', () => {
    const { scenario, id } = addBus(removeBus(moved, 'pci'));
    expect(id).toBe('bus1');
    expect(stage(scenario, 'a to b')).toMatchObject({ bus: 'bus1' });
  });
});

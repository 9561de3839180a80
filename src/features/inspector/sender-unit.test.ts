import { describe, expect, it } from 'vitest';
import type { Link, Scenario } from '../../../core/scenario/scenario.ts';
import { senderUnit } from './sender-unit.ts';

const service = { distribution: 'exponential', rate: 1 } as const;

function scenarioWith(links: readonly Link[]): Scenario {
  return {
    format: 'stagegraph-scenario',
    schemaVersion: 3,
    name: 'units',
    nodes: [
      { id: 'in', kind: 'source', unit: 'word', interarrival: service },
      { id: 'a', kind: 'stage', unit: 'seed', service },
      { id: 'fork', kind: 'router' },
      { id: 'b', kind: 'stage', service },
    ],
    links,
  };
}

describe('senderUnit', () => {
  it('is the unit of the only sender', () => {
    expect(senderUnit(scenarioWith([{ from: 'in', to: 'a' }]), 'a')).toBe('word');
  });

  it('looks through routers', () => {
    const links = [
      { from: 'in', to: 'fork' },
      { from: 'fork', to: 'b' },
    ];
    expect(senderUnit(scenarioWith(links), 'b')).toBe('word');
  });

  it('is not said where the senders differ, and where there is none', () => {
    const links = [
      { from: 'in', to: 'b' },
      { from: 'a', to: 'b' },
    ];
    expect(senderUnit(scenarioWith(links), 'b')).toBeUndefined();
    expect(senderUnit(scenarioWith([]), 'b')).toBeUndefined();
  });

  it('ends on a cycle of routers', () => {
    const links = [
      { from: 'fork', to: 'b' },
      { from: 'b', to: 'fork' },
      { from: 'a', to: 'fork' },
    ];
    expect(senderUnit(scenarioWith(links), 'b')).toBeUndefined();
  });
});

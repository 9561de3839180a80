import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connect, removeLinks, updateLink } from './edit-links.ts';
import type { Link, Scenario, ScenarioNode } from './scenario.ts';

const receivers = ['b', 'c', 'd', 'e', 'f'];
const nodes: readonly ScenarioNode[] = [
  { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
  { id: 'a', kind: 'stage', name: 'Parser', service: { distribution: 'exponential', rate: 1 } },
  { id: 'r', kind: 'router' },
  { id: 'f', kind: 'fork' },
  { id: 'j', kind: 'join' },
  { id: 'out', kind: 'sink' },
  ...receivers.map(
    (id) => ({ id, kind: 'stage', service: { distribution: 'exponential', rate: 1 } }) as const,
  ),
];
const drawn = (links: readonly Link[]): Scenario => ({
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Fan',
  nodes,
  links,
});
const connected = (scenario: Scenario, from: string, to: string): Scenario => {
  const result = connect(scenario, from, to);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};
const shares = (scenario: Scenario) => scenario.links.map((link) => link.probability);

describe('connect', () => {
  it.each([
    ['out', 'a', 'A sink has no way out. Start the link at a source, a stage or a delay.'],
    ['a', 'in', 'Nothing can flow into a source. End the link at a stage, a delay or a sink.'],
    ['in', 'a', 'in is already linked to Parser.'],
    ['r', 'r', 'A router cannot send to itself.'],
    ['f', 'f', 'A fork cannot send to itself.'],
    ['j', 'j', 'A join cannot send to itself.'],
    ['a', 'ghost', 'There is no node "ghost".'],
    ['ghost', 'a', 'There is no node "ghost".'],
  ])('refuses %s to %s: %s', (from, to, error) => {
    expect(connect(drawn([{ from: 'in', to: 'a' }]), from, to)).toEqual({ ok: false, error });
  });

  it('allows feedback of a stage to itself', () => {
    expect(connected(drawn([]), 'a', 'a').links).toEqual([{ from: 'a', to: 'a' }]);
  });

  it('writes no probability where none is written', () => {
    expect(shares(connected(drawn([{ from: 'a', to: 'b' }]), 'a', 'c'))).toEqual([undefined, undefined]);
  });

  it('gives the new link 1/n and shrinks the others in proportion', () => {
    const before = drawn([
      { from: 'a', to: 'b', probability: 0.2 },
      { from: 'a', to: 'c', probability: 0.8 },
      { from: 'r', to: 'c', probability: 1 },
    ]);
    const after = shares(connected(before, 'a', 'd'));
    expect(after[0]).toBeCloseTo(0.2 * (2 / 3), 12);
    expect(after[1]).toBeCloseTo(0.8 * (2 / 3), 12);
    expect(after[2]).toBe(1);
    expect(after[3]).toBeCloseTo(1 / 3, 12);
  });

  it('keeps the sum at 1 through any sequence of connecting and removing', () => {
    const steps = fc.array(fc.constantFrom(...receivers), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(steps, (targets) => {
        let scenario = drawn([{ from: 'a', to: 'out', probability: 1 }]);
        for (const to of targets) {
          const linked = scenario.links.some((link) => link.to === to);
          scenario = linked ? removeLinks(scenario, [{ from: 'a', to }]) : connected(scenario, 'a', to);
          const sum = scenario.links.reduce((total, link) => total + (link.probability ?? 0), 0);
          expect(sum).toBeCloseTo(1, 10);
          expect(scenario.links.every((link) => (link.probability ?? -1) > 0)).toBe(true);
        }
      }),
    );
  });
});

describe('removeLinks', () => {
  it('scales the shares of each class, and lets go of a class with nothing left', () => {
    const before = drawn([
      { from: 'a', to: 'b', byClass: { web: 0.5, batch: 1 } },
      { from: 'a', to: 'c', byClass: { web: 0.125, batch: 0 } },
      { from: 'a', to: 'd', byClass: { web: 0.375 } },
    ]);
    expect(removeLinks(before, [{ from: 'a', to: 'b' }]).links).toEqual([
      { from: 'a', to: 'c', byClass: { web: 0.25 } },
      { from: 'a', to: 'd', byClass: { web: 0.75 } },
    ]);
  });

  it('touches only senders that lose a link', () => {
    const before = drawn([
      { from: 'a', to: 'b', probability: 0.5 },
      { from: 'a', to: 'c', probability: 0.3 },
      { from: 'a', to: 'd', probability: 0.2 },
      { from: 'r', to: 'b', probability: 0.4 },
    ]);
    const after = removeLinks(before, [{ from: 'a', to: 'b' }]);
    expect(after.links[0]?.probability).toBeCloseTo(0.6, 12);
    expect(after.links[1]?.probability).toBeCloseTo(0.4, 12);
    expect(after.links[2]).toBe(before.links[3]);
  });

  it('goes back to equal shares when only zeros are left', () => {
    const before = drawn([
      { from: 'a', to: 'b', probability: 1 },
      { from: 'a', to: 'c', probability: 0 },
    ]);
    expect(removeLinks(before, [{ from: 'a', to: 'b' }]).links).toEqual([{ from: 'a', to: 'c' }]);
  });

  it('returns the same scenario when there is no such link', () => {
    const before = drawn([{ from: 'a', to: 'b' }]);
    expect(removeLinks(before, [{ from: 'b', to: 'a' }])).toBe(before);
  });
});

describe('updateLink', () => {
  const before = drawn([
    { from: 'a', to: 'b', probability: 0.5 },
    { from: 'a', to: 'c', probability: 0.5 },
  ]);

  it('sets and deletes the probability of one link', () => {
    expect(shares(updateLink(before, { from: 'a', to: 'c' }, { probability: 0.7 }))).toEqual([0.5, 0.7]);
    expect(updateLink(before, { from: 'a', to: 'c' }, { probability: undefined }).links[1]).toEqual({
      from: 'a',
      to: 'c',
    });
  });

  it('returns the same scenario when nothing changes', () => {
    expect(updateLink(before, { from: 'a', to: 'c' }, { probability: 0.5 })).toBe(before);
    expect(updateLink(before, { from: 'a', to: 'c' }, {})).toBe(before);
  });
});

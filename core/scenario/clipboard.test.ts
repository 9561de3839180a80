import { describe, expect, it } from 'vitest';
import { copySelection, paste } from './clipboard.ts';
import { freshId } from './fresh-id.ts';
import { parseScenario } from './read-scenario.ts';
import type { Scenario } from './scenario.ts';

const AT = { x: 0, y: 0 };
const service = { distribution: 'exponential', rate: 1 } as const;
const scenario: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Loop',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 0.5 } },
    { id: '1b', kind: 'stage', service, position: { x: 10, y: 20 } },
    { id: 'stage2', kind: 'stage', service },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: '1b' },
    { from: '1b', to: 'stage2', probability: 0.25 },
    { from: '1b', to: 'out', probability: 0.75 },
    { from: 'stage2', to: '1b' },
  ],
  measurement: { name: 'run', stages: [{ stage: '1b', utilization: 0.4 }] },
};

describe('freshId', () => {
  const taken = new Set(['stage1', 'stage2', '1b', '1b-2', '7']);
  it.each([
    ['free', 'free'],
    ['stage1', 'stage3'],
    ['1b', '1b-3'],
    ['7', '8'],
  ])('turns %s into %s', (wanted, fresh) => expect(freshId(wanted, taken)).toBe(fresh));

  it('stays within 80 characters', () => {
    const long = 'x'.repeat(80);
    expect(freshId(long, new Set([long])).length).toBeLessThanOrEqual(80);
  });
});

describe('copySelection', () => {
  it('copies the nodes and only the links among them, whose shares fill up to 1', () => {
    const fragment = copySelection(scenario, ['1b', 'stage2']);
    expect(fragment.nodes.map((node) => node.id)).toEqual(['1b', 'stage2']);
    expect(fragment.links).toEqual([
      { from: '1b', to: 'stage2', probability: 1 },
      { from: 'stage2', to: '1b' },
    ]);
    expect(JSON.parse(JSON.stringify(fragment))).toEqual(fragment);
  });
});

describe('paste', () => {
  it('gives fresh ids, follows them in the links and moves what has a place', () => {
    const pasted = paste(scenario, copySelection(scenario, ['1b', 'stage2']), { x: 5, y: -5 });
    expect(pasted.ids).toEqual(['1b-2', 'stage3']);
    expect(pasted.scenario.nodes.at(-2)).toMatchObject({ id: '1b-2', position: { x: 15, y: 15 } });
    expect(pasted.scenario.nodes.at(-1)).not.toHaveProperty('position');
    expect(pasted.scenario.links.slice(4)).toEqual([
      { from: '1b-2', to: 'stage3', probability: 1 },
      { from: 'stage3', to: '1b-2' },
    ]);
    expect(pasted.scenario.links.slice(0, 4)).toEqual(scenario.links);
    expect(pasted.scenario.measurement).toBe(scenario.measurement);
  });

  it('keeps ids unique when pasted twice', () => {
    const once = paste(scenario, copySelection(scenario, ['1b']), AT);
    const twice = paste(once.scenario, copySelection(once.scenario, ['1b', '1b-2']), AT);
    const ids = twice.scenario.nodes.map((node) => node.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(twice.ids).toHaveLength(2);
  });
});

it('takes whole virtual queues and input uncertainties along', () => {
  const queue: Scenario = {
    ...scenario,
    groups: [
      { id: 'g', name: 'Both', stages: ['1b', 'stage2'] },
      { id: 'h', stages: ['1b'] },
    ],
    precisions: [{ node: '1b', field: 'service.rate', plusMinus: 0.05 }],
  };
  const part = copySelection(queue, ['stage2']);
  expect([part.groups, part.precisions]).toEqual([undefined, undefined]);
  const pasted = paste(queue, copySelection(queue, ['1b', 'stage2']), AT).scenario;
  expect(pasted.groups?.slice(2)).toEqual([
    { id: 'g-2', name: 'Both 2', stages: ['1b-2', 'stage3'] },
    { id: 'h-2', stages: ['1b-2'] },
  ]);
  expect(pasted.precisions?.slice(1)).toEqual([{ node: '1b-2', field: 'service.rate', plusMinus: 0.05 }]);
  expect(parseScenario(pasted)).toMatchObject({ ok: true });
});

it('numbers the names of copies along the flow, whatever the order in the file', () => {
  const named: Scenario = {
    ...scenario,
    nodes: [
      { id: 'b', kind: 'stage', name: 'Lane 2', service },
      { id: 'a', kind: 'stage', name: 'Lane 1', service },
      { id: 'c', kind: 'stage', name: 'Match', service },
    ],
    links: [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
  };
  const { scenario: after } = paste(named, copySelection(named, ['b', 'a', 'c']), AT);
  expect(after.nodes.slice(3).map(({ name }) => name)).toEqual(['Lane 4', 'Lane 3', 'Match 2']);
  expect(after.links.slice(2)).toEqual([
    { from: 'a-2', to: 'b-2' },
    { from: 'b-2', to: 'c-2' },
  ]);
});

describe('classes and shared resources', () => {
  const rich: Scenario = {
    ...scenario,
    classes: [
      { id: 'web' },
      { id: 'batch', priority: 2 },
      { id: 'user', closed: { population: 4, start: 'd' } },
    ],
    resources: [{ id: 'bus', units: 2 }, { id: 'disk' }],
    groups: [{ id: 'pair', stages: ['1b', 'd'] }],
    nodes: [
      scenario.nodes[0]!,
      { id: '1b', kind: 'stage', service, resource: 'bus', byClass: { batch: { service } } },
      { id: 'd', kind: 'delay', service },
      { id: 'out', kind: 'sink' },
    ],
    links: [
      { from: 'in', to: '1b' },
      { from: '1b', to: 'd', byClass: { user: 1 } },
      { from: '1b', to: 'out', byClass: { web: 1, batch: 1 } },
      { from: 'd', to: '1b' },
    ],
  };
  const blank: Scenario = { ...scenario, nodes: [], links: [] };

  it('are copied where the nodes name them; a closed class stays closed only with its start', () => {
    expect(copySelection(rich, ['1b'])).toMatchObject({
      classes: [{ id: 'batch' }],
      resources: [{ id: 'bus' }],
    });
    expect(copySelection(rich, ['out'])).not.toHaveProperty('classes');
    expect(copySelection(rich, ['1b', 'd']).classes).toEqual(rich.classes!.slice(1));
    expect(copySelection(rich, ['d']).classes).toEqual([rich.classes![2]]);
    expect(copySelection(rich, ['in'])).toMatchObject({
      nodes: [{ class: 'web' }],
      classes: [{ id: 'web' }],
    });
  });

  it('come along to a scenario that lacks them, with the start under its new id', () => {
    const taken: Scenario = {
      ...blank,
      nodes: [{ id: 'd', kind: 'sink' }],
      classes: [{ id: 'batch', priority: 9 }],
    };
    const { scenario: after } = paste(taken, copySelection(rich, ['1b', 'd']), AT);
    expect(after.classes).toEqual([
      { id: 'batch', priority: 9 },
      { id: 'user', closed: { population: 4, start: 'd-2' } },
    ]);
    expect(after.resources).toEqual([{ id: 'bus', units: 2 }]);
    expect(parseScenario(after).ok).toBe(true);
  });

  it('do not rename the nameless class of what is there already', () => {
    expect(paste(scenario, copySelection(rich, ['in']), AT).scenario.classes).toEqual([
      { id: 'class1' },
      { id: 'web' },
    ]);
    expect(paste(blank, copySelection(rich, ['in']), AT).scenario.classes).toEqual([{ id: 'web' }]);
  });

  it('stay as they are when copied within the scenario', () => {
    const { scenario: after } = paste(rich, copySelection(rich, ['1b', 'd']), AT);
    expect(after.classes).toBe(rich.classes);
    expect(after.resources).toBe(rich.resources);
    expect(after.groups?.slice(0, rich.groups!.length)).toEqual(rich.groups);
  });
});

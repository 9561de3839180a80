import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { modelKey } from './model-key.ts';
import { readScenarioText } from './read-scenario.ts';
import type { Scenario } from './scenario.ts';

const read = readScenarioText(readFileSync(new URL('./fixtures/scenario-3.json', import.meta.url), 'utf8'));
if (!read.ok) throw new Error(read.error[0]!.message);
const scenario = read.value;
/** A changed copy of a part of the scenario. */
const changed = <Part extends keyof Scenario>(
  part: Part,
  change: (value: Scenario[Part]) => unknown,
): Scenario => ({ ...scenario, [part]: change(scenario[part]) }) as Scenario;
const ofNode = (id: string, more: object) =>
  changed('nodes', (nodes) => nodes.map((node) => (node.id === id ? { ...node, ...more } : node)));
const distribution = { distribution: 'exponential', rate: 77 };

describe('modelKey', () => {
  it.each<[string, Scenario]>([
    [
      'a population',
      changed('classes', (all) =>
        all!.map((each) => (each.closed ? { ...each, closed: { ...each.closed, population: 4 } } : each)),
      ),
    ],
    ['a priority', changed('classes', (all) => all!.map((each) => ({ ...each, priority: 5 })))],
    ['the order of classes', changed('classes', (all) => all!.toReversed())],
    ['the class of a source', ofNode('nightly', { class: 'query' })],
    ['a resource', changed('resources', (all) => all!.map((each) => ({ ...each, units: 2 })))],
    ['who shares it', ofNode('send', { resource: undefined })],
    ['a group', changed('groups', (all) => all!.map((each) => ({ ...each, stages: ['send'] })))],
    ['a schedule', ofNode('users', { schedule: { frames: [{ from: 1 }] } })],
    ['preemption', ofNode('parse', { preemption: 'none' })],
    ['a service of a class', ofNode('parse', { byClass: { report: { service: distribution } } })],
    ['a delay', ofNode('think', { service: distribution })],
    [
      'a share of a class',
      changed('links', (links) => links.map((link) => ({ ...link, byClass: undefined }))),
    ],
  ])('changes with %s', (_, other) => expect(modelKey(other)).not.toBe(modelKey(scenario)));

  it.each<[string, Scenario]>([
    [
      'names of classes, resources and groups',
      {
        ...scenario,
        classes: scenario.classes!.map((each) => ({ ...each, name: 'x' })),
        resources: scenario.resources!.map((each) => ({ ...each, name: 'y' })),
        groups: scenario.groups!.map((each) => ({ ...each, name: 'z' })),
      },
    ],
    [
      'names and places of nodes',
      changed('nodes', (nodes) => nodes.map((node) => ({ ...node, name: 'x', position: { x: 1, y: 2 } }))),
    ],
    [
      'ways to write numbers',
      {
        ...ofNode('lookup', { typed: { 'service.rate': '1/4 k/s' } }),
        links: scenario.links.map((link) => ({ ...link, typed: { probability: '100 %' } })),
      },
    ],
    [
      'title, notes and measurement',
      { ...scenario, name: 'x', notes: 'y', measurement: { name: 'run', stages: [] } },
    ],
  ])('stays with other %s', (_, other) => expect(modelKey(other)).toBe(modelKey(scenario)));
});

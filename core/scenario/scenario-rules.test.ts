import { describe, expect, it } from 'vitest';
import { parseScenario } from './read-scenario.ts';

const service = { distribution: 'exponential', rate: 1 };
const sound = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'test',
  classes: [{ id: 'web' }, { id: 'user', closed: { population: 3, start: 'think' } }],
  resources: [{ id: 'bus' }],
  groups: [{ id: 'pair', stages: ['a', 'think'] }],
  nodes: [
    { id: 'in', kind: 'source', interarrival: service, class: 'web' },
    { id: 'a', kind: 'stage', service, resource: 'bus', byClass: { web: { passProbability: 0.5 } } },
    { id: 'think', kind: 'delay', service, byClass: { user: { service } } },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'out', byClass: { web: 1 } },
    { from: 'a', to: 'think', byClass: { user: 1 } },
    { from: 'think', to: 'a' },
  ],
};
const messages = (more: object): readonly string[] => {
  const result = parseScenario({ ...sound, ...more });
  return result.ok ? [] : result.error.map(({ message }) => message);
};
const withNode = (id: string, more: object) =>
  messages({ nodes: sound.nodes.map((node) => (node.id === id ? { ...node, ...more } : node)) });

describe('what a scenario names', () => {
  it('exists', () => expect(messages({})).toEqual([]));

  it('has ids of its own', () => {
    expect(messages({ classes: [...sound.classes, { id: 'web' }] })).toEqual([
      'classes[2].id: expected an id of its own, got "web" again, as in classes[0]',
    ]);
    expect(messages({ resources: [{ id: 'bus' }, { id: 'bus' }] })).toEqual([
      'resources[1].id: expected an id of its own, got "bus" again, as in resources[0]',
    ]);
    expect(messages({ groups: [sound.groups[0], sound.groups[0]] })).toEqual([
      'groups[1].id: expected an id of its own, got "pair" again, as in groups[0]',
    ]);
    expect(messages({ groups: [{ id: 'think', stages: ['a'] }] })).toEqual([
      'groups[0].id: expected an id that no node has, got "think" again, as in nodes[2]',
    ]);
  });

  it('are classes where classes are named', () => {
    expect(withNode('in', { class: 'ghost' })).toEqual([
      'nodes[0] "in".class: expected the id of a class, got "ghost"',
    ]);
    expect(withNode('a', { byClass: { ghost: {} } })).toEqual([
      'nodes[1] "a".byClass.ghost: expected the id of a class, got "ghost"',
    ]);
    expect(withNode('think', { byClass: { user: { service }, ghost: { service } } })).toEqual([
      'nodes[2] "think".byClass.ghost: expected the id of a class, got "ghost"',
    ]);
    expect(messages({ links: [{ from: 'in', to: 'a', byClass: { ghost: 1 } }] })).toEqual([
      'links[0] "in" → "a".byClass.ghost: expected the id of a class, got "ghost"',
    ]);
  });

  it('are resources, stages and delays where these are named', () => {
    expect(withNode('a', { resource: 'usb' })).toEqual([
      'nodes[1] "a".resource: expected the id of a resource, got "usb"',
    ]);
    for (const start of ['in', 'ghost']) {
      expect(
        messages({ classes: [{ id: 'web' }, { id: 'user', closed: { population: 1, start } }] }),
      ).toEqual([`classes[1] "user".closed.start: expected the id of a stage or delay, got "${start}"`]);
    }
    expect(messages({ groups: [{ id: 'g', stages: ['a', 'out', 'a'] }] })).toEqual([
      'groups[0] "g".stages[1]: expected the id of a stage or delay, got "out"',
      'groups[0] "g".stages[2]: expected a stage that is not in the group yet, got "a" again',
    ]);
    expect(messages({ groups: [{ id: 'g', stages: [] }] })).toEqual([
      'groups[0] "g".stages: expected at least one stage, got a list of 0 entries',
    ]);
  });

  it('is checked field by field first', () => {
    expect(withNode('a', { byClass: { web: { discipline: 'PS' } } })).toEqual([
      'nodes[1] "a".byClass.web.discipline: expected no field of this name, got "PS"',
    ]);
    expect(withNode('think', { byClass: { web: { passProbability: 1 } } })).toHaveLength(1);
    expect(messages({ classes: [{ id: 'user', closed: { population: -1, start: 'a' } }] })).toEqual([
      'classes[0] "user".closed.population: expected an integer from 0 to 1000000, got -1',
    ]);
    expect(messages({ resources: [{ id: 'bus', units: 0 }] })).toEqual([
      'resources[0] "bus".units: expected an integer >= 1, got 0',
    ]);
    expect(withNode('a', { byClass: { constructor: {} } })).toEqual([
      'nodes[1] "a".byClass.constructor: expected an object of classes, got an empty object',
    ]);
  });

  it('never reaches the prototype of an object', () => {
    const nodes = sound.nodes.map((node) =>
      node.id === 'a' ? { ...node, byClass: JSON.parse('{"__proto__":{"passProbability":0}}') } : node,
    );
    const result = parseScenario({ ...sound, nodes });
    expect(result.ok && result.value.nodes[1]).toEqual({ ...sound.nodes[1], byClass: {} });
    expect(({} as { passProbability?: number }).passProbability).toBeUndefined();
  });
});

describe('schedules', () => {
  const frame = (from: number) => ({ from, service });
  const withSchedule = (schedule: object) => withNode('a', { schedule });

  it('are frames in order, and a period that is longer than they are', () => {
    expect(withSchedule({ frames: [frame(0), frame(2)], period: 2.5 })).toEqual([]);
    expect(withSchedule({ frames: [] })).toEqual([
      'nodes[1] "a".schedule.frames: expected at least one frame, got a list of 0 entries',
    ]);
    expect(withSchedule({ frames: [frame(1), frame(3), frame(3)] })).toEqual([
      'nodes[1] "a".schedule.frames[2].from: expected a time after the frame before, > 3, got 3',
    ]);
    expect(withSchedule({ frames: [frame(1), frame(3)], period: 3 })).toEqual([
      'nodes[1] "a".schedule.period: expected a time after the last frame begins, > 3, got 3',
    ]);
    expect(withNode('in', { schedule: { frames: [{ from: 4 }, { from: 1 }] } })).toEqual([
      'nodes[0] "in".schedule.frames[1].from: expected a time after the frame before, > 4, got 1',
    ]);
  });

  it('hold a service in each frame of a stage, and may hold silence in one of a source', () => {
    expect(withNode('in', { schedule: { frames: [{ from: 4 }] } })).toEqual([]);
    expect(withSchedule({ frames: [{ from: 4 }] })).toHaveLength(1);
    expect(
      withNode('a', { schedule: { frames: [{ from: 0, service: { distribution: 'onOff' } }] } })[0],
    ).toMatch(
      /^nodes\[1\] "a".schedule.frames\[0\].service.distribution: expected exponential, .*got "onOff"$/,
    );
  });
});

import { describe, expect, it } from 'vitest';
import {
  addNode,
  insertBehind,
  insertOnLink,
  moveNodes,
  newNodeId,
  removeNodes,
  removeSelection,
  renameNode,
  updateNode,
} from './edits.ts';
import { linkShares } from './graph.ts';
import type { Scenario, StageNode } from './scenario.ts';

const service = { distribution: 'exponential', rate: 1 } as const;
const tandem: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Tandem',
  nodes: [
    {
      id: 'in',
      kind: 'source',
      interarrival: { distribution: 'exponential', rate: 0.5 },
      position: { x: 0, y: 0 },
    },
    { id: 'a', kind: 'stage', service, capacity: 5, name: 'First' },
    { id: 'b', kind: 'stage', service },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b', probability: 0.25 },
    { from: 'a', to: 'out', probability: 0.75 },
    { from: 'b', to: 'out' },
  ],
  measurement: { name: 'run 1', stages: [{ stage: 'a', utilization: 0.5 }] },
};
const stage = (scenario: Scenario, id: string) => scenario.nodes.find((node) => node.id === id) as StageNode;

describe('addNode', () => {
  it('takes the first free number of the kind and leaves the scenario before as it was', () => {
    const first = addNode(tandem, 'stage', { x: 8, y: 16 });
    const second = addNode(first.scenario, 'stage');
    expect([first.id, second.id]).toEqual(['stage1', 'stage2']);
    expect(newNodeId(second.scenario, 'stage')).toBe('stage3');
    expect(second.scenario.nodes).toHaveLength(6);
    expect(tandem.nodes).toHaveLength(4);
    expect(stage(first.scenario, 'stage1').position).toEqual({ x: 8, y: 16 });
    expect('position' in stage(second.scenario, 'stage2')).toBe(false);
  });

  it('gives a source and a stage that are stable together', () => {
    const { scenario } = addNode(addNode(tandem, 'source').scenario, 'stage');
    const source = scenario.nodes.find((node) => node.id === 'source1');
    expect(source).toMatchObject({
      kind: 'source',
      interarrival: { distribution: 'exponential', rate: 0.8 },
    });
    expect(stage(scenario, 'stage1').service).toEqual({ distribution: 'exponential', rate: 1 });
  });
});

describe('removeNodes', () => {
  it('drops the links at the node and gives their share to the others of the same sender', () => {
    const after = removeNodes(tandem, ['b']);
    expect(after.nodes.map((node) => node.id)).toEqual(['in', 'a', 'out']);
    expect(after.links).toEqual([
      { from: 'in', to: 'a' },
      { from: 'a', to: 'out', probability: 1 },
    ]);
    expect(after.measurement).toBe(tandem.measurement);
  });

  it('returns the same scenario when nothing is removed', () => {
    expect(removeNodes(tandem, ['nobody'])).toBe(tandem);
    expect(removeSelection(tandem, { nodes: [], links: [] })).toBe(tandem);
  });

  it('removes nodes and links of a selection together', () => {
    const after = removeSelection(tandem, { nodes: ['in'], links: [{ from: 'b', to: 'out' }] });
    expect(after.nodes.map((node) => node.id)).toEqual(['a', 'b', 'out']);
    expect(after.links.map((link) => [link.from, link.to])).toEqual([
      ['a', 'b'],
      ['a', 'out'],
    ]);
  });
});

describe('removeSelection of nodes in a line', () => {
  const line: Scenario = {
    ...tandem,
    nodes: [...tandem.nodes, { id: 'c', kind: 'stage', service }],
    links: [
      { from: 'in', to: 'a' },
      { from: 'a', to: 'b', probability: 0.4 },
      { from: 'a', to: 'out', probability: 0.6 },
      { from: 'b', to: 'c' },
      { from: 'c', to: 'out' },
    ],
  };
  const pairs = (ids: readonly string[]) =>
    removeSelection(line, { nodes: ids, links: [] }).links.map(({ from, to, probability }) =>
      [from, to, probability].filter((part) => part !== undefined),
    );

  it('takes one of several that do the same work out, and the others share its work', () => {
    const parallel: Scenario = {
      ...tandem,
      nodes: [...tandem.nodes, { id: 'c', kind: 'stage', service }, { id: 'r', kind: 'router' }],
      links: [
        { from: 'in', to: 'r' },
        { from: 'r', to: 'a', probability: 0.5 },
        { from: 'r', to: 'b', probability: 0.25 },
        { from: 'r', to: 'c', probability: 0.25 },
        ...(['a', 'b', 'c'] as const).map((from) => ({ from, to: 'out' })),
      ],
    };
    const left = (nodes: readonly string[]) =>
      removeSelection(parallel, { nodes, links: [] }).links.filter(({ from }) => from === 'r');
    expect(left(['a'])).toEqual([
      { from: 'r', to: 'b', probability: 0.5 },
      { from: 'r', to: 'c', probability: 0.5 },
    ]);
    expect(left(['b', 'c'])).toEqual([{ from: 'r', to: 'a', probability: 1 }]);
  });

  it('closes the gap, and the sender keeps its probabilities', () => {
    expect(pairs(['b'])).toEqual([
      ['in', 'a'],
      ['a', 'c', 0.4],
      ['a', 'out', 0.6],
      ['c', 'out'],
    ]);
    expect(pairs(['c'])).toEqual([
      ['in', 'a'],
      ['a', 'b', 0.4],
      ['a', 'out', 0.6],
      ['b', 'out'],
    ]);
  });

  it('leaves it open where the way on is not one way, or there already', () => {
    expect(pairs(['a'])).toEqual([
      ['b', 'c'],
      ['c', 'out'],
    ]);
    expect(pairs(['b', 'c'])).toEqual([
      ['in', 'a'],
      ['a', 'out', 1],
    ]);
  });
});

describe('moveNodes', () => {
  it('moves what is named and keeps every other node itself', () => {
    const after = moveNodes(tandem, { b: { x: 3, y: 4 } });
    expect(stage(after, 'b').position).toEqual({ x: 3, y: 4 });
    expect(stage(after, 'a')).toBe(stage(tandem, 'a'));
  });

  it('returns the same scenario when nothing moves', () => {
    expect(moveNodes(tandem, { in: { x: 0, y: 0 }, nobody: { x: 1, y: 1 } })).toBe(tandem);
  });
});

describe('updateNode', () => {
  it('sets and deletes fields, so that an absent field has its default', () => {
    const after = updateNode(tandem, 'a', { capacity: undefined, serverCount: 2 });
    expect(stage(after, 'a').serverCount).toBe(2);
    expect('capacity' in stage(after, 'a')).toBe(false);
    expect(stage(tandem, 'a').capacity).toBe(5);
  });

  it('replaces but never deletes a distribution', () => {
    const distribution = { distribution: 'erlang', mean: 2, shape: 3 } as const;
    expect(stage(updateNode(tandem, 'a', { service: distribution }), 'a').service).toBe(distribution);
    expect(updateNode(tandem, 'a', { service: undefined })).toBe(tandem);
  });

  it('returns the same scenario when nothing changes', () => {
    expect(updateNode(tandem, 'a', { capacity: 5, bulk: undefined })).toBe(tandem);
  });
});

describe('renameNode', () => {
  it('takes links and measurement along', () => {
    const after = renameNode(tandem, 'a', 'z');
    expect(after).toMatchObject({ ok: true, value: { measurement: { stages: [{ stage: 'z' }] } } });
    const links = after.ok ? after.value.links.map((link) => `${link.from}>${link.to}`) : [];
    expect(links).toEqual(['in>z', 'z>b', 'z>out', 'b>out']);
  });

  it('refuses ids that are used, empty or too long', () => {
    expect(renameNode(tandem, 'a', 'b')).toEqual({ ok: false, error: 'Another node is called "b".' });
    expect(renameNode(tandem, 'a', '')).toEqual({ ok: false, error: 'An id needs at least one character.' });
    expect(renameNode(tandem, 'a', 'x'.repeat(81))).toMatchObject({ ok: false });
    expect(renameNode(tandem, 'a', 'a')).toEqual({ ok: true, value: tandem });
  });
});

describe('insertBehind', () => {
  it('takes over every link with its shares, and the rule of choosing', () => {
    const routing = { rule: 'joinShortestQueue' } as const;
    const nodes = tandem.nodes.map((node) => (node.id === 'a' ? ({ ...node, routing } as StageNode) : node));
    const result = insertBehind({ ...tandem, nodes }, 'a', { kind: 'stage' });
    if (!result.ok) throw new Error(result.error);
    const { scenario, id } = result.value;
    expect(scenario.links).toEqual([
      { from: 'in', to: 'a' },
      { from: 'a', to: id },
      ...tandem.links.filter(({ from }) => from === 'a').map((link) => ({ ...link, from: id })),
      ...tandem.links.filter(({ from }) => from === 'b'),
    ]);
    const [before, added] = ['a', id].map((one) => scenario.nodes.find((node) => node.id === one)!);
    expect(before).toEqual(tandem.nodes.find((node) => node.id === 'a'));
    expect(added).toMatchObject({ routing, service });
    const served = nodes.map((node) =>
      node.id === 'out' ? ({ ...node, kind: 'stage', service, serverCount: 3 } as StageNode) : node,
    );
    const all = insertBehind({ ...tandem, nodes: served }, 'a', { kind: 'stage' });
    expect(all.ok && stage(all.value.scenario, all.value.id).service).toEqual({ ...service, rate: 4 });
    expect(insertBehind(tandem, 'out', { kind: 'stage' }).ok).toBe(false);
    expect(insertBehind(tandem, 'a', { kind: 'fork' }).ok).toBe(false);
  });
});

describe('insertOnLink', () => {
  it('keeps the probability on the first half and the order of the links', () => {
    const result = insertOnLink(tandem, { from: 'a', to: 'b' }, { kind: 'stage', position: { x: 1, y: 2 } });
    if (!result.ok) throw new Error(result.error);
    const { scenario, id } = result.value;
    expect(scenario.links).toEqual([
      { from: 'in', to: 'a' },
      { from: 'a', to: id, probability: 0.25 },
      { from: id, to: 'b' },
      { from: 'a', to: 'out', probability: 0.75 },
      { from: 'b', to: 'out' },
    ]);
    const fromA = scenario.links.filter((link) => link.from === 'a');
    expect(linkShares('probabilistic', fromA)).toEqual([0.25, 0.75]);
  });

  it('gives a stage what the next one serves in all, else the one before', () => {
    const nodes = tandem.nodes.map((node) =>
      node.id === 'b'
        ? ({
            ...node,
            service: { distribution: 'deterministic', mean: 0.5 },
            serverCount: 3,
            unit: 'job',
          } as StageNode)
        : node,
    );
    const inserted = (from: string, to: string) => {
      const result = insertOnLink({ ...tandem, nodes }, { from, to }, { kind: 'stage' });
      return result.ok && result.value.scenario.nodes.at(-1);
    };
    const paced = { service: { distribution: 'exponential', rate: 6 }, unit: 'job' };
    expect(inserted('a', 'b')).toMatchObject(paced);
    expect(inserted('b', 'out')).toMatchObject(paced);
    expect(inserted('in', 'a')).toMatchObject({ service });
  });

  it('gives a stage the times of each class, a dataflow stage firings, and one behind a source alone a load of 0.8', () => {
    const exponential = (rate: number) => ({ distribution: 'exponential', rate }) as const;
    const between = (like: Partial<StageNode>, from: string, to: string, interarrival = exponential(0.5)) => {
      const nodes = tandem.nodes.map((node) => {
        if (node.kind === 'source') return { ...node, interarrival, batchSize: 4 };
        return node.id === 'a' ? { ...node, ...like } : node;
      });
      const links = [...tandem.links, { from: 'in', to: 'out' }];
      const result = insertOnLink({ ...tandem, nodes, links } as Scenario, { from, to }, { kind: 'stage' });
      return result.ok && result.value.scenario.nodes.at(-1);
    };
    const byClass = { web: { service: { distribution: 'deterministic', mean: 0.1 } as const, priority: 1 } };
    expect(between({ byClass }, 'in', 'a')).toMatchObject({ byClass: { web: { service: exponential(10) } } });
    const constant = { distribution: 'deterministic', mean: 5 } as const;
    expect(between({ firing: 'everyInput', service: constant }, 'in', 'a')).toMatchObject({
      firing: 'everyInput',
      service: constant,
    });
    expect(between({}, 'in', 'out')).toMatchObject({ service: exponential(2.5) });
  });

  it('takes a delay, and leaves the shares of classes on the first half', () => {
    const links = [{ from: 'a', to: 'b', byClass: { web: 1 } }];
    const result = insertOnLink({ ...tandem, links }, { from: 'a', to: 'b' }, { kind: 'delay' });
    expect(result.ok && result.value.scenario.links).toEqual([
      { from: 'a', to: 'delay1', byClass: { web: 1 } },
      { from: 'delay1', to: 'b' },
    ]);
  });

  it('refuses what cannot pass elements on, and a link that is not there', () => {
    expect(insertOnLink(tandem, { from: 'a', to: 'b' }, { kind: 'sink' })).toEqual({
      ok: false,
      error: 'A sink does not fit on a link: elements must pass through.',
    });
    expect(insertOnLink(tandem, { from: 'b', to: 'a' }, { kind: 'stage' })).toMatchObject({ ok: false });
  });
});

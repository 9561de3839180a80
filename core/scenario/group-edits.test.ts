import { describe, expect, it } from 'vitest';
import { delay, drawing, sink, source, stage } from './drawing.test-support.ts';
import { addNode, removeNodes, renameNode } from './edits.ts';
import { addGroup, patchGroup, removeGroup, renameGroup } from './group-edits.ts';

const plain = drawing([source('in'), stage('a'), stage('b'), delay('d'), sink()], 'in>a a>b b>d d>out');
const grouped = {
  ...plain,
  classes: [{ id: 'web' }, { id: 'user', closed: { population: 2, start: 'd' } }],
  groups: [
    { id: 'pair', stages: ['a', 'b'] },
    { id: 'alone', name: 'One', stages: ['d'] },
  ],
};

describe('edits of groups', () => {
  it('take stages and delays of a selection, in the order of the file', () => {
    const added = addGroup(plain, ['out', 'd', 'a', 'in']);
    expect(added?.scenario.groups).toEqual([{ id: 'group1', stages: ['a', 'd'] }]);
    expect(addGroup(plain, ['in', 'out'])).toBeUndefined();
    const node = renameNode(plain, 'b', 'group1');
    expect(node.ok && addGroup(node.value, ['a'])?.id).toBe('group2');
  });

  it('change name and stages; without stages a group is gone', () => {
    expect(patchGroup(grouped, 'alone', { name: undefined, stages: ['d', 'a'] }).groups?.[1]).toEqual({
      id: 'alone',
      stages: ['d', 'a'],
    });
    expect(patchGroup(grouped, 'alone', { stages: [] }).groups).toEqual([grouped.groups[0]]);
    expect(patchGroup(grouped, 'alone', { name: 'One', stages: undefined })).toBe(grouped);
  });

  it('remove the group and keep its stages', () => {
    const after = removeGroup(removeGroup(grouped, 'pair'), 'alone');
    expect(after.nodes).toBe(grouped.nodes);
    expect('groups' in after).toBe(false);
    expect(removeGroup(grouped, 'ghost')).toBe(grouped);
  });

  it('rename, but not to the id of a node or another group', () => {
    const after = renameGroup(grouped, 'pair', 'bus');
    expect(after.ok && after.value.groups?.map(({ id }) => id)).toEqual(['bus', 'alone']);
    const measured = {
      ...grouped,
      measurement: { name: 'run', stages: [{ stage: 'pair' }, { stage: 'a' }] },
    };
    expect(renameGroup(measured, 'pair', 'bus')).toMatchObject({
      value: { measurement: { stages: [{ stage: 'bus' }, { stage: 'a' }] } },
    });
    for (const taken of ['alone', 'a'])
      expect(renameGroup(grouped, 'pair', taken)).toEqual({
        ok: false,
        error: `Another node or group is called "${taken}".`,
      });
    expect(renameGroup(grouped, 'pair', 'pair')).toEqual({ ok: true, value: grouped });
  });
});

describe('edits of nodes', () => {
  it('are followed by groups and closed classes when a node gets another id', () => {
    const after = renameNode(grouped, 'd', 'think');
    expect(after.ok && after.value.groups?.[1]).toEqual({ id: 'alone', name: 'One', stages: ['think'] });
    expect(after.ok && after.value.classes?.[1]?.closed).toEqual({ population: 2, start: 'think' });
    expect(renameNode(grouped, 'd', 'pair')).toEqual({ ok: false, error: 'A group is called "pair".' });
    const group = { ...plain, groups: [{ id: 'stage1', stages: ['a'] }] };
    expect(addNode(group, 'stage').id).toBe('stage2');
  });

  it('are forgotten by groups, and a closed class without its start is open', () => {
    const after = removeNodes(grouped, ['b', 'd']);
    expect(after.groups).toEqual([{ id: 'pair', stages: ['a'] }]);
    expect(after.classes).toEqual([{ id: 'web' }, { id: 'user' }]);
    expect('groups' in removeNodes(grouped, ['a', 'b', 'd'])).toBe(false);
    expect(removeNodes(grouped, ['a']).classes).toEqual(grouped.classes);
  });
});

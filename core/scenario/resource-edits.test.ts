import { describe, expect, it } from 'vitest';
import { drawing, sink, source, stage } from './drawing.test-support.ts';
import { addResource, patchResource, removeResource, renameResource } from './resource-edits.ts';

const plain = drawing([source('in'), stage('a'), stage('b'), sink()], 'in>a a>b b>out');
const shared = drawing(
  [source('in'), stage('a', 2, { resource: 'bus' }), stage('b', 2, { resource: 'disk' }), sink()],
  'in>a a>b b>out',
  { resources: [{ id: 'bus', units: 2 }, { id: 'disk' }] },
);

describe('edits of shared resources', () => {
  it('add with the first free number', () => {
    const first = addResource(plain);
    expect([first.id, addResource(first.scenario).id]).toEqual(['resource1', 'resource2']);
    expect(first.scenario.resources).toEqual([{ id: 'resource1' }]);
  });

  it('change fields, or give back the same scenario', () => {
    expect(patchResource(shared, 'bus', { units: undefined, arbitration: 'roundRobin' }).resources).toEqual([
      { id: 'bus', arbitration: 'roundRobin' },
      { id: 'disk' },
    ]);
    expect(patchResource(shared, 'bus', { units: 2 })).toBe(shared);
  });

  it('remove with the names that stages have for it', () => {
    const after = removeResource(removeResource(shared, 'bus'), 'disk');
    expect(after).toEqual(plain);
    expect('resources' in after).toBe(false);
    expect(removeResource(shared, 'ghost')).toBe(shared);
  });

  it('rename with the stages', () => {
    const after = renameResource(shared, 'bus', 'pci');
    expect(after.ok && after.value.resources?.[0]).toEqual({ id: 'pci', units: 2 });
    expect(after.ok && after.value.nodes.slice(1, 3)).toEqual([
      stage('a', 2, { resource: 'pci' }),
      stage('b', 2, { resource: 'disk' }),
    ]);
    expect(renameResource(shared, 'bus', 'disk')).toEqual({
      ok: false,
      error: 'Another resource is called "disk".',
    });
    expect(renameResource(shared, 'bus', '')).toMatchObject({ ok: false });
    expect(renameResource(shared, 'bus', 'bus')).toEqual({ ok: true, value: shared });
  });
});

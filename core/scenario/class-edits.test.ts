import { describe, expect, it } from 'vitest';
import { addClass, patchClass, removeClass, renameClass } from './class-edits.ts';
import { delay, drawing, exponential, sink, source, stage } from './drawing.test-support.ts';
import { updateLink } from './edit-links.ts';
import { updateNode } from './edits.ts';
import { findFaults } from './faults.ts';
import { modelKey } from './model-key.ts';
import { parseScenario } from './read-scenario.ts';

const service = exponential(5);
const plain = drawing([source('in'), stage('a'), sink()], 'in>a a>out');
const two = drawing(
  [
    source('in', 1, { class: 'web' }),
    source('nightly', 1, { class: 'batch' }),
    stage('a', 2, { byClass: { web: { passProbability: 0.5 }, batch: { service } } }),
    delay('d', 0.5, { byClass: { batch: { service } } }),
    sink(),
  ],
  'in>a nightly>a a>d:batch=1 a>out:web=1,batch=0 d>out',
  { classes: [{ id: 'web' }, { id: 'batch', name: 'Batch jobs', priority: 2 }] },
);

describe('addClass', () => {
  it('takes the first free number; the first class is what all sources emit', () => {
    const first = addClass(plain);
    expect(first.id).toBe('class1');
    expect(findFaults(first.scenario)).toEqual([]);
    expect(addClass(first.scenario).scenario.classes).toEqual([{ id: 'class1' }, { id: 'class2' }]);
    expect(plain.classes).toBeUndefined();
  });
});

describe('patchClass', () => {
  it('sets and deletes fields of one class', () => {
    const closed = { population: 3, start: 'd' };
    const after = patchClass(two, 'batch', { name: undefined, closed });
    expect(after.classes).toEqual([{ id: 'web' }, { id: 'batch', priority: 2, closed }]);
    expect(patchClass(two, 'batch', { priority: 2 })).toBe(two);
    expect(patchClass(two, 'ghost', { priority: 9 })).toBe(two);
    expect(patchClass(plain, 'ghost', {})).toBe(plain);
  });
});

describe('removeClass', () => {
  it('cleans up wherever the class was named', () => {
    const after = removeClass(two, 'batch');
    expect(after).toEqual(
      drawing(
        [
          source('in', 1, { class: 'web' }),
          source('nightly'),
          stage('a', 2, { byClass: { web: { passProbability: 0.5 } } }),
          delay('d'),
          sink(),
        ],
        'in>a nightly>a a>d a>out:web=1 d>out',
        { classes: [{ id: 'web' }] },
      ),
    );
    expect(parseScenario(after).ok).toBe(true);
  });

  it('leaves no list behind with the last class', () => {
    const { scenario, id } = addClass(plain);
    expect(removeClass(scenario, id)).toEqual(plain);
    expect('classes' in removeClass(scenario, id)).toBe(false);
    expect(removeClass(two, 'ghost')).toBe(two);
    expect(removeClass(plain, 'ghost')).toBe(plain);
  });
});

describe('renameClass', () => {
  it('is followed by sources, stages, delays and links, and back again', () => {
    const there = renameClass(two, 'batch', 'night');
    if (!there.ok) throw new Error(there.error);
    expect(JSON.stringify(there.value.nodes) + JSON.stringify(there.value.links)).not.toContain('"batch"');
    expect(there.value.classes?.[1]).toEqual({ id: 'night', name: 'Batch jobs', priority: 2 });
    expect(parseScenario(there.value).ok).toBe(true);
    const back = renameClass(there.value, 'night', 'batch');
    expect(back.ok && modelKey(back.value)).toBe(modelKey(two));
  });

  it('refuses ids that are used or cannot be', () => {
    expect(renameClass(two, 'web', 'batch')).toEqual({
      ok: false,
      error: 'Another class is called "batch".',
    });
    expect(renameClass(two, 'web', '')).toEqual({ ok: false, error: 'An id needs at least one character.' });
    expect(renameClass(two, 'web', 'constructor')).toEqual({
      ok: false,
      error: '"constructor" cannot be an id.',
    });
    expect(renameClass(two, 'web', 'web')).toEqual({ ok: true, value: two });
  });
});

describe('fields of classes on nodes and links', () => {
  it('are set and deleted like any other', () => {
    const frames = { frames: [{ from: 1 }] };
    const timed = updateNode(two, 'in', { class: 'batch', schedule: frames });
    expect(timed.nodes[0]).toMatchObject({ class: 'batch', schedule: frames });
    expect(updateNode(timed, 'in', { class: 'web', schedule: undefined })).toEqual(two);
    const urgent = updateNode(two, 'a', { discipline: 'priority', preemption: 'resume', resource: 'bus' });
    expect(urgent.nodes[2]).toMatchObject({ discipline: 'priority', preemption: 'resume', resource: 'bus' });
    const after = updateLink(two, { from: 'a', to: 'd' }, { byClass: undefined });
    expect(after.links[2]).toEqual({ from: 'a', to: 'd' });
    expect(updateLink(two, { from: 'd', to: 'out' }, { byClass: { web: 1 } }).links.at(-1)?.byClass).toEqual({
      web: 1,
    });
  });
});

import { describe, expect, it, vi } from 'vitest';
import { LOOP } from './drawn.test-support.ts';
import { graphCommands } from './graph-commands.ts';
import { handleGraphKey, type PressedKey } from './graph-keys.ts';
import { NOTHING_SELECTED, type Selection } from './selection.ts';

const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const two: Selection = { nodes: ['a', 'b'], links: [] };

function press(
  key: Partial<PressedKey>,
  context: { selection?: Selection; focused?: string; readOnly?: boolean; playOrPause?: () => void },
) {
  const { selection = NOTHING_SELECTED, focused, readOnly = false, playOrPause } = context;
  const onSelect = vi.fn();
  const onEdit = vi.fn();
  const rename = vi.fn();
  const commands = graphCommands({
    scenario: LOOP,
    selection,
    onSelect,
    onEdit,
    onMessage: vi.fn(),
    viewCentre: () => ({ x: 0, y: 0 }),
  });
  const nudge = vi.spyOn(commands, 'nudge');
  const handled = handleGraphKey(
    { ...plain, key: '', ...key },
    {
      ...{ selection, focused, readOnly, commands, onSelect, rename },
      links: LOOP.links,
      ...(playOrPause && { playOrPause }),
    },
  );
  return { handled, onSelect, onEdit, rename, nudge };
}

describe('handleGraphKey', () => {
  it('moves the selection by the grid, four times as far with Shift', () => {
    expect(press({ key: 'ArrowLeft' }, { selection: two }).nudge).toHaveBeenCalledWith(['a', 'b'], {
      x: -8,
      y: 0,
    });
    const far = press({ key: 'ArrowDown', shiftKey: true }, { focused: 'in' });
    expect(far.nudge).toHaveBeenCalledWith(['in'], { x: 0, y: 32 });
  });

  it('walks along the flow from nodes to links and on', () => {
    // The node where the walk began may still have the keyboard.
    const walk = (key: string, selection: Selection) =>
      press({ key, altKey: true }, { selection, focused: 'b' }).onSelect.mock.calls[0]?.[0];
    const link = (from: string, to: string) => ({ nodes: [], links: [{ from, to }] });
    const at = (id: string) => ({ nodes: [id], links: [] });
    expect(walk('ArrowRight', at('a'))).toEqual(link('a', 'b'));
    expect(walk('ArrowRight', link('a', 'b'))).toEqual(at('b'));
    expect(walk('ArrowLeft', link('a', 'b'))).toEqual(at('a'));
    expect(walk('ArrowLeft', at('a'))).toEqual(link('in', 'a'));
    expect(walk('ArrowDown', link('b', 'out'))).toEqual(link('b', 'a'));
    expect(walk('ArrowUp', link('b', 'out'))).toEqual(link('b', 'a'));
    expect(walk('ArrowRight', at('out'))).toBeUndefined();
  });

  it('renames the focused node, else the only selected one', () => {
    expect(press({ key: 'F2' }, { focused: 'in', selection: two }).rename).toHaveBeenCalledWith('in');
    expect(press({ key: 'F2' }, { selection: two }).rename).not.toHaveBeenCalled();
    expect(press({ key: 'F2' }, { focused: 'in', readOnly: true }).handled).toBe(false);
  });

  it('leaves letters to the page, where they can be switched off', () => {
    for (const key of ['l', 'a', 'q', 'f', '1'])
      expect(press({ key }, { focused: 'in', selection: two }).handled).toBe(false);
  });

  it('removes on Delete and Backspace, and leaves the keys alone when nothing is selected', () => {
    for (const key of ['Delete', 'Backspace'])
      expect(press({ key }, { selection: two }).onEdit).toHaveBeenCalledOnce();
    expect(press({ key: 'Delete' }, {}).handled).toBe(false);
  });

  it('selects all and nothing', () => {
    const all = press({ key: 'a', ctrlKey: true }, {});
    expect(all.onSelect.mock.calls[0]?.[0].nodes).toEqual(['in', 'a', 'b', 'out']);
    expect(press({ key: 'Escape' }, { selection: two }).onSelect).toHaveBeenCalledWith(NOTHING_SELECTED);
    expect(press({ key: 'Escape' }, {}).handled).toBe(false);
  });

  it('edits nothing when read only', () => {
    for (const key of ['ArrowUp', 'Delete', 'F2']) {
      const { handled, onEdit, rename } = press({ key }, { selection: two, focused: 'a', readOnly: true });
      expect([handled, onEdit.mock.calls, rename.mock.calls]).toEqual([false, [], []]);
    }
  });

  it('plays with the space bar on a node while the drawing is animated, also when read only', () => {
    const playOrPause = vi.fn();
    expect(press({ key: ' ' }, { focused: 'a', readOnly: true, playOrPause }).handled).toBe(true);
    expect(playOrPause).toHaveBeenCalledOnce();
    expect(press({ key: ' ' }, { focused: 'a' }).handled).toBe(false);
    expect(press({ key: ' ' }, { playOrPause }).handled).toBe(false);
  });

  it('leaves other commands of the page to the page', () => {
    expect(press({ key: 'd', ctrlKey: true }, { selection: two }).handled).toBe(false);
    expect(press({ key: 'L', shiftKey: true }, { focused: 'a' }).handled).toBe(false);
    expect(press({ key: 'Tab' }, { selection: two }).handled).toBe(false);
  });
});

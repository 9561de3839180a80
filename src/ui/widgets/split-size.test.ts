import { describe, expect, it } from 'vitest';
import { isPaneState, paneAfterDrag, paneAfterKey } from './SplitPane.tsx';

const range = { initial: 320, min: 280, max: 480 };
const open = { size: 320, folded: false };

describe('a pane', () => {
  it('stays between its smallest and its largest size', () => {
    expect(paneAfterDrag(open, 900, range)).toEqual({ size: 480, folded: false });
    expect(paneAfterDrag(open, 200, range)).toEqual({ size: 280, folded: false });
  });

  it('folds when dragged nearly away, and remembers its size', () => {
    expect(paneAfterDrag(open, 100, range)).toEqual({ size: 320, folded: true });
  });

  it('grows with the arrow that points away from its edge', () => {
    expect(paneAfterKey(open, 'ArrowLeft', { edge: 'right', range })?.size).toBeGreaterThan(320);
    expect(paneAfterKey(open, 'ArrowRight', { edge: 'right', range })?.size).toBeLessThan(320);
    expect(paneAfterKey(open, 'ArrowUp', { edge: 'bottom', range })?.size).toBeGreaterThan(320);
    expect(paneAfterKey(open, 'ArrowUp', { edge: 'right', range })).toBeUndefined();
  });

  it('folds and unfolds by Enter, jumps by Home and End', () => {
    expect(paneAfterKey({ size: 320, folded: true }, 'Enter', { edge: 'left', range })).toEqual(open);
    expect(paneAfterKey(open, 'Home', { edge: 'left', range })?.size).toBe(280);
    expect(paneAfterKey(open, 'End', { edge: 'left', range })?.size).toBe(480);
  });

  it('refuses what is no pane in storage', () => {
    expect(isPaneState({ size: 300, folded: false })).toBe(true);
    expect(isPaneState({ size: '300', folded: false })).toBe(false);
    expect(isPaneState(null)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { commandMatch } from './command.ts';

describe('what is typed into the palette', () => {
  it('meets a command where each word begins one of its own', () => {
    expect(commandMatch('Undo', 'undo')).toBe(1);
    expect(commandMatch('Rename the selected node', 'node ren')).toBe(0.75);
    expect(commandMatch('Align left', 'distribute', ['Draw', 'align distribute arrange'])).toBe(0.5);
    expect(commandMatch('Show worst-case bounds (network calculus)', 'worst case')).toBe(0.75);
    expect(commandMatch('Undo', ' ')).toBe(1);
  });

  it('meets none whose letters only stand somewhere in that order', () => {
    // "u…n…d…o" and "r…e…n…a…m…e" by letters.
    expect(commandMatch('Pin under another model', 'undo')).toBe(0);
    expect(commandMatch('Run the experiment on all machines', 'rename')).toBe(0);
    expect(commandMatch('Undo', 'undo redo')).toBe(0);
  });
});

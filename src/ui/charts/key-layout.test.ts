import { describe, expect, it } from 'vitest';
import { type KeyEntry, keyLayout, SHADES_WIDTH, shadesStart } from './key-layout.ts';

const SIGNS: readonly KeyEntry[] = ['no steady state', 'as drawn'].map((text) => ({ sign: 'drawn', text }));

describe('the keys of a picture', () => {
  it('stand beside each other where there is room, else below', () => {
    const [wide, narrow] = [keyLayout(SIGNS, 600), keyLayout(SIGNS, 140)];
    expect(wide.places.map(({ y }) => y)).toEqual([0, 0]);
    expect(wide.places[1]!.x).toBeGreaterThan(100);
    expect(narrow.places.map(({ x }) => x)).toEqual([0, 0]);
    expect(narrow.height).toBe(2 * wide.height);
  });

  it('have shades under their words where these leave them no room', () => {
    const shades: KeyEntry = {
      sign: 'shades',
      text: 'Match: number in system (orders)',
      least: '0.364',
      most: '63.6',
    };
    const [wide, narrow] = [keyLayout([shades, ...SIGNS], 900), keyLayout([shades, ...SIGNS], 320)];
    expect(wide.places.map(({ isStacked }) => isStacked)).toEqual([false, false, false]);
    expect(narrow.places[0]!.isStacked).toBe(true);
    // What follows stands below both lines.
    expect(narrow.places[1]!.y).toBe(40);
    expect(shadesStart(shades, true) + SHADES_WIDTH + 60).toBeLessThan(320);
  });

  it('take no room where there are none', () => {
    expect(keyLayout([], 600)).toEqual({ places: [], height: 0 });
  });
});

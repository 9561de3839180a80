import { describe, expect, it } from 'vitest';
import { type KeyEntry, keyLayout } from './key-layout.ts';

const SIGNS: readonly KeyEntry[] = ['no steady state', 'as drawn'].map((text) => ({ sign: 'drawn', text }));

describe('the keys of a picture', () => {
  it('stand beside each other where there is room, else below', () => {
    const [wide, narrow] = [keyLayout(SIGNS, 600), keyLayout(SIGNS, 140)];
    expect(wide.places.map(({ y }) => y)).toEqual([0, 0]);
    expect(wide.places[1]!.x).toBeGreaterThan(100);
    expect(narrow.places.map(({ x }) => x)).toEqual([0, 0]);
    expect(narrow.height).toBe(2 * wide.height);
  });

  it('take no room where there are none', () => {
    expect(keyLayout([], 600)).toEqual({ places: [], height: 0 });
  });
});

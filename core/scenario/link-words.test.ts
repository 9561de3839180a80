import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINK_VERSION, linkWords } from './share-link.ts';

const versions = Array.from({ length: LINK_VERSION }, (_, i) => i + 1);

describe.each(versions)('words of a link of version %d', (version) => {
  const { shorten, restore, restoredLength } = linkWords(version)!;

  it('come back as they were, whatever the JSON holds', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(restore(shorten(json))).toBe(json);
        expect(restoredLength(shorten(json))).toBe(json.length);
      }),
    );
  });

  it('come back from text that looks like the words', () => {
    const json = JSON.stringify({ notes: '"capacity":\u0001 {"from":"', nodes: [{ id: 'a', capacity: 3 }] });
    expect(shorten(json).length).toBeLessThan(json.length);
    expect(restore(shorten(json))).toBe(json);
  });
});

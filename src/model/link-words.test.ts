import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restoredLength, restoreWords, shortenWords } from './link-words.ts';

describe('words of a link', () => {
  it('come back as they were, whatever the JSON holds', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(restoreWords(shortenWords(json))).toBe(json);
        expect(restoredLength(shortenWords(json))).toBe(json.length);
      }),
    );
  });

  it('come back from text that looks like the words', () => {
    const json = JSON.stringify({ notes: '"capacity":\u0001 {"from":"', nodes: [{ id: 'a', capacity: 3 }] });
    expect(shortenWords(json).length).toBeLessThan(json.length);
    expect(restoreWords(shortenWords(json))).toBe(json);
  });
});

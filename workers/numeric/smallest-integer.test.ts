import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallestInteger } from './smallest-integer.ts';

describe('the smallest integer at which something holds', () => {
  it('is found from any guess, with few questions', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.nat(1e6),
        fc.nat(1e6),
        fc.integer({ min: 0, max: 3 }),
        (fewest, first, guessed, spare) => {
          const truth = fewest + first;
          const most = truth + spare;
          const guess = Math.min(most, fewest + guessed);
          let asked = 0;
          const holds = (n: number): boolean => {
            asked++;
            expect(n).toBeGreaterThanOrEqual(fewest);
            expect(n).toBeLessThanOrEqual(most);
            return n >= truth;
          };
          expect(smallestInteger({ holds, fewest, most, guess })).toBe(truth);
          expect(asked).toBeLessThanOrEqual(4 + 2 * Math.ceil(Math.log2(2 + Math.abs(truth - guess))));
        },
      ),
    );
  });

  it('is not there where it holds nowhere, and is the first where it holds everywhere', () => {
    expect(smallestInteger({ holds: () => false, fewest: 3, most: 5000 })).toBeUndefined();
    expect(smallestInteger({ holds: () => true, fewest: 3, most: 5000, guess: 4000 })).toBe(3);
  });
});

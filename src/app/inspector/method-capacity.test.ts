import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCapacity } from './method-capacity.ts';

describe('the smallest capacity', () => {
  it('is the first that is enough, proved by its neighbour', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 40 }),
        async (rho, digits, fewest) => {
          const below = 10 ** -digits;
          const share = (K: number): number => rho ** K;
          const found = (await findCapacity({
            fullAt: async (K) => share(K),
            below,
            fewest,
            most: 1e6,
          }))!;
          let truth = fewest;
          while (share(truth) > below) truth++;
          expect(found.capacity).toBe(truth);
          expect(found.share).toBe(share(truth));
          if (truth > fewest) expect(found.withOneLess).toBeGreaterThan(below);
          else expect(found.withOneLess).toBeUndefined();
        },
      ),
    );
  });

  it('is not there when the stage stays full', async () => {
    expect(await findCapacity({ fullAt: async () => 1, below: 0.1, fewest: 3, most: 5000 })).toBeUndefined();
  });
});

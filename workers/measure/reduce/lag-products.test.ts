import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LagProducts, MOST_LAGS } from './gap-recorder.ts';

it('adds up the same as value by value, to the last bit, whenever it is asked', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 700 }),
      fc.nat(700),
      (values, askedAt) => {
        const products = new LagProducts();
        const plain = new Float64Array(MOST_LAGS + 1);
        for (const [i, value] of values.entries()) {
          products.add(value);
          if (i === askedAt) products.all();
          for (let k = 0; k <= Math.min(i, MOST_LAGS); k += 1) plain[k]! += value * values[i - k]!;
        }
        // Adding 0 makes no difference but to the sign of a zero.
        expect(products.all().map((sum) => sum + 0)).toEqual(plain.map((sum) => sum + 0));
      },
    ),
    { numRuns: 200 },
  );
});

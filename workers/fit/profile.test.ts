import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Asking, isBent, type Profiled, profileInterval } from './profile.ts';

type Residuals = (at: readonly number[]) => readonly number[];

function answered<T>(asking: Asking<T>, residuals: Residuals): T {
  let turn = asking.next();
  while (!turn.done) turn = asking.next(residuals(turn.value));
  return turn.value;
}

const around = (at: readonly number[], reach = 50): Profiled => ({
  box: { start: at, low: at.map((x) => x - reach), high: at.map((x) => x + reach) },
  at,
  cost: 0,
  rise: 1.96 ** 2,
});

describe('profileInterval', () => {
  it('is the interval from the covariance where the model is straight', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -0.95, max: 0.95, noNaN: true }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        fc.double({ min: 0.3, max: 3, noNaN: true }),
        (r, s, guess) => {
          // Whitened: x of deviation s, y of deviation 1, correlated by r.
          const residuals: Residuals = ([x, y]) => [x! / s, (y! - (r * x!) / s) / Math.sqrt(1 - r * r)];
          const [low, high] = answered(profileInterval(around([0, 0]), 0, guess * 1.96 * s), residuals);
          expect(low / (-1.96 * s)).toBeCloseTo(1, 1.6);
          expect(high / (1.96 * s)).toBeCloseTo(1, 1.6);
          const direction = [1.96 * s, 1.96 * r];
          expect(answered(isBent(around([0, 0]), direction), residuals)).toBe(false);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is that of the bent coordinate where one is known', () => {
    const residuals: Residuals = ([x]) => [(Math.exp(x!) - 1) / 0.3];
    expect(answered(isBent(around([0]), [1.96 * 0.3]), residuals)).toBe(true);
    const [low, high] = answered(profileInterval(around([0]), 0, 1.96 * 0.3), residuals);
    expect(low).toBeCloseTo(Math.log(1 - 1.96 * 0.3), 1.5);
    expect(high).toBeCloseTo(Math.log(1 + 1.96 * 0.3), 1.5);
  });

  it('ends at the bounds', () => {
    const residuals: Residuals = ([x, y]) => [x! / 10, y!];
    expect(answered(profileInterval(around([0, 0], 1), 0, 19.6), residuals)).toEqual([-1, 1]);
  });
});

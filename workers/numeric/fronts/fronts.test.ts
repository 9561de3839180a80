import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fronts } from './fronts.ts';

/** [from * width + to]: rates of a chain, about a third of them 0; all states lead to the last one. */
function randomRates(width: number, seed: number): Float64Array {
  let state = seed;
  const draw = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  return Float64Array.from({ length: width * width }, (_, at) =>
    draw() < 0.33 && (at + 1) % width !== 0 ? 0 : 10 ** (6 * draw() - 3),
  );
}

/** Elimination of the first `own` states one by one, as W. Grassmann, M. Taksar and D. Heyman 1985 write it. */
function foldPlainly(rates: Float64Array, width: number, own: number): Float64Array {
  const front = rates.slice();
  for (let k = 0; k < own; k++) {
    let out = 0;
    for (let j = k + 1; j < width; j++) out += front[k * width + j]!;
    for (let i = k + 1; i < width; i++) {
      const share = front[i * width + k]! / out;
      front[i * width + k] = share;
      for (let j = k + 1; j < width; j++) front[i * width + j]! += share * front[k * width + j]!;
    }
  }
  return front;
}

const shapes = fc
  .tuple(fc.integer({ min: 1, max: 45 }), fc.integer({ min: 1, max: 45 }), fc.integer({ min: 1, max: 1e6 }))
  .map(([own, rim, seed]) => ({ own, width: own + rim, seed }));

describe('Fronts', () => {
  it('fold as the book says, in every digit, whatever the size: shares, and what is left among the others', () => {
    fc.assert(
      fc.property(shapes, ({ own, width, seed }) => {
        const rates = randomRates(width, seed);
        const rim = width - own;
        const fronts = new Fronts({ widest: width, stacked: rim * rim, kept: own * width });
        fronts.open(own, width).set(rates);
        fronts.fold();
        const left = fronts.open(0, rim);
        const columns = Int32Array.from({ length: rim }, (_, i) => i);
        fronts.takeOver(columns, columns);
        const truth = foldPlainly(rates, width, own);
        let worst = 0;
        const compare = (value: number, exact: number): void => {
          worst = Math.max(worst, exact === 0 ? value : Math.abs(value / exact - 1));
        };
        for (let i = 0; i < width; i++)
          for (let k = 0; k < Math.min(i, own); k++)
            compare(fronts.shares[i * own + k]!, truth[i * width + k]!);
        for (let i = 0; i < rim; i++)
          for (let j = 0; j < rim; j++)
            if (i !== j) compare(left[i * rim + j]!, truth[(i + own) * width + j + own]!);
        expect(worst).toBeLessThan(1e-13);
      }),
      { numRuns: 100 },
    );
  });

  it('take over what was left last, to the columns told, and add it to what is there', () => {
    const fronts = new Fronts({ widest: 7, stacked: 4 + 9, kept: 0 });
    fronts.open(0, 2).set([1, 2, 3, 4]);
    fronts.fold();
    fronts.open(0, 3).set([10, 20, 30, 40, 50, 60, 70, 80, 90]);
    fronts.fold();
    const front = fronts.open(0, 7).fill(0.5);
    const columnOf = Int32Array.of(1, 2, 5, 0, 6);
    fronts.takeOver(Int32Array.of(0, 1, 2), columnOf);
    fronts.takeOver(Int32Array.of(3, 4), columnOf);
    const expected = new Float64Array(49).fill(0.5);
    [1, 2, 5].forEach((i, a) => {
      [1, 2, 5].forEach((j, b) => {
        expected[i * 7 + j]! += 10 * (3 * a + b + 1);
      });
    });
    [0, 6].forEach((i, a) => {
      [0, 6].forEach((j, b) => {
        expected[i * 7 + j]! += 2 * a + b + 1;
      });
    });
    expect([...front]).toEqual([...expected]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  cbrt,
  exp,
  expm1,
  hypot,
  log,
  log1p,
  log2,
  log10,
  pow,
  powerOfTen,
  powerOfTwo,
} from './elementary.ts';
import { atan2, cos, sin } from './trigonometry.ts';

const value = new Float64Array(1);
const pattern = new BigInt64Array(value.buffer);

/** Place of a number among all numbers, so that the difference of two counts the steps between them. */
function placeOf(x: number): bigint {
  value[0] = x;
  return pattern[0]! < 0n ? -(pattern[0]! & 0x7fffffffffffffffn) : pattern[0]!;
}

/** Steps from one number to the other; two that are no numbers are the same. */
function steps(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b))
    return Number.isNaN(a) && Number.isNaN(b) ? 0 : Number.POSITIVE_INFINITY;
  return Math.abs(Number(placeOf(a) - placeOf(b)));
}

/** Pseudorandom numbers, uniform in [0, 1); every run draws the same sequence. */
function evenly(): () => number {
  let state = 1;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    return (Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0) / 4294967296;
  };
}

/** Ranges from which arguments are drawn: near 0 and 1, usual sizes, all exponents with both signs. */
const RANGES: readonly ((even: () => number) => number)[] = [
  (even) => even(),
  (even) => 1 + (even() - 0.5) * 1e-3,
  (even) => 16 * even() - 8,
  (even) => 1500 * even() - 750,
  (even) => (even() - 0.5) * 1e9,
  (even) => (even() < 0.5 ? -1 : 1) * (1 + even()) * 2 ** Math.floor(2098 * even() - 1074),
];

const LIMITS = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  2,
  -2,
  3,
  -3,
  1e300,
  -1e300,
  Number.MIN_VALUE,
  -Number.MIN_VALUE,
  2 ** -1022,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
  709.782712893384,
  709.7827128933841,
  -745.1332191019411,
  -745.1332191019412,
  -708.4,
  -37.5,
  Math.PI,
  Math.PI / 2,
  1647099,
  6381956970095103 * 2 ** 797,
];

const ONE_ARGUMENT = { log, log1p, log2, log10, exp, expm1, sin, cos, cbrt };
const TWO_ARGUMENTS = { pow, atan2, hypot };

/** The engine's function of that name. */
function engines(name: string): (...x: number[]) => number {
  const found: unknown = Reflect.get(Math, name);
  if (typeof found !== 'function') throw new Error(`Math has no ${name}`);
  return (...x) => Number(found(...x));
}

describe('elementary functions', () => {
  // Engines themselves err by about one step, so more than two from theirs is an error of ours.
  for (const [name, ours] of Object.entries(ONE_ARGUMENT))
    it(`${name} is within two steps of the engine's`, () => {
      const theirs = engines(name);
      const even = evenly();
      let worst = 0;
      for (const range of RANGES)
        for (let i = 0; i < 20_000; i++) {
          const x = range(even);
          worst = Math.max(worst, steps(ours(x), theirs(x)));
        }
      expect(worst).toBeLessThanOrEqual(2);
      for (const x of LIMITS) expect(steps(ours(x), theirs(x)), String(x)).toBeLessThanOrEqual(1);
    });

  for (const [name, ours] of Object.entries(TWO_ARGUMENTS))
    it(`${name} is within two steps of the engine's`, () => {
      const theirs = engines(name);
      const even = evenly();
      let worst = 0;
      for (const first of RANGES)
        for (const second of RANGES)
          for (let i = 0; i < 4_000; i++) {
            const [x, y] = [first(even), second(even)];
            worst = Math.max(worst, steps(ours(x, y), theirs(x, y)));
          }
      expect(worst).toBeLessThanOrEqual(2);
      for (const x of LIMITS)
        for (const y of LIMITS) expect(steps(ours(x, y), theirs(x, y)), `${x}, ${y}`).toBeLessThanOrEqual(1);
    });

  it('keeps the sign of zero', () => {
    for (const ours of [log1p, expm1, sin, cbrt]) expect(ours(-0)).toBe(-0);
    for (const x of LIMITS)
      for (const y of LIMITS) {
        expect(Object.is(pow(x, y), -0), `${x} ** ${y}`).toBe(Object.is(x ** y, -0));
        expect(Object.is(atan2(x, y), -0), `${x}, ${y}`).toBe(Object.is(Math.atan2(x, y), -0));
      }
  });

  it('is exact where the value is a number', () => {
    for (let n = -1074; n < 1024; n++) {
      expect(pow(2, n)).toBe(2 ** n);
      expect(powerOfTwo(n)).toBe(2 ** n);
      expect(log2(powerOfTwo(n))).toBe(n);
    }
    for (let n = 0; n <= 22; n++) {
      expect(log10(powerOfTen(n))).toBe(n);
      expect(pow(10, n)).toBe(powerOfTen(n));
    }
    for (let n = 2; n <= 3000; n++) {
      expect(cbrt(n ** 3)).toBe(n);
      expect(pow(n, 3)).toBe(n * n * n);
      expect(pow(n, 0.5)).toBe(Math.sqrt(n));
    }
    expect(powerOfTen(-5)).toBe(1e-5);
    expect(hypot(3, 4)).toBe(5);
    expect(exp(0)).toBe(1);
    expect(exp(1)).toBe(Math.E);
    expect(log(1)).toBe(0);
  });

  // From mpmath with 2,000 bits, not from an engine.
  it('gives the digits that are known', () => {
    const KNOWN: readonly (readonly [number, number])[] = [
      [log(1e10), 23.025850929940457],
      [log(1e-300), -690.7755278982137],
      [log1p(1e-10), 9.999999999500001e-11],
      [log1p(-0.999), -6.907755278982136],
      [log2(10), 3.321928094887362],
      [log10(2), 0.3010299956639812],
      [exp(10), 22026.465794806718],
      [exp(-700), 9.85967654375977e-305],
      [exp(0.1), 1.1051709180756477],
      [expm1(1e-10), 1.00000000005e-10],
      [expm1(-0.3), -0.2591817793182821],
      [pow(1.1, 100), 13780.61233982238],
      [pow(0.999, 5e5), 5.547700296714417e-218],
      [pow(2.5, -300.7), 2.1849393805931422e-120],
      [sin(1e22), -0.8522008497671888],
      [cos(1e22), 0.523214785395139],
      [cos(6381956970095103 * 2 ** 797), -4.687165924254628e-19],
      [sin(1e300), -0.8178819121159085],
      [sin(3), 0.1411200080598672],
      [cos(1.5), 0.0707372016677029],
      [atan2(1, 2), 0.4636476090008061],
      [atan2(-3, -0.1), -1.6041173226731438],
      [cbrt(2), 1.2599210498948732],
    ];
    for (const [computed, known] of KNOWN)
      expect(steps(computed, known), String(known)).toBeLessThanOrEqual(1);
  });
});

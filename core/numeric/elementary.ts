/**
 * Elementary functions with one definition, so that every JavaScript engine gives the same bits: `Math.log` and its like
 * may differ in the last digit from one engine, or version, to the next. They are built of what IEEE 754 and
 * ECMAScript define exactly (+ - * / √, `Math.fround`) and err by less than one unit in the last place (`log2`, `hypot`: two).
 * Limits, infinities and signs of zero are those of `Math`.
 *
 * The algorithms and their constants are those of FDLIBM 5.3 (http://www.netlib.org/fdlibm), under this notice:
 *
 *   Copyright (C) 1993-2004 by Sun Microsystems, Inc. All rights reserved.
 *   Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice is
 *   preserved.
 *
 * Where FDLIBM cuts numbers by writing their words, powers of two are multiplied and single precision is
 * rounded to instead: words that are written one by one and read as one number stall the processor.
 */

const bits = new Float64Array(1);
const words = new Int32Array(bits.buffer);

/** Sign, exponent and the upper 20 bits of the fraction. */
export function highWord(x: number): number {
  bits[0] = x;
  return words[1]!;
}

/** By exact doubling. */
const POWERS_OF_TWO = new Float64Array(2098);
for (let k = 0, power = Number.MIN_VALUE; k < POWERS_OF_TWO.length; k++, power *= 2) POWERS_OF_TWO[k] = power;
/** 2^k for a whole -1074 <= k <= 1023. */
export const powerOfTwo = (k: number): number => POWERS_OF_TWO[k + 1074]!;

/** y 2^k, rounded once, for y near 1 and -1076 <= k <= 1024. */
function scaled(y: number, k: number): number {
  if (k > 1023) return y * 2 * powerOfTwo(k - 1);
  return k >= -1021 ? y * powerOfTwo(k) : y * powerOfTwo(k + 1000) * powerOfTwo(-1000);
}

/** ln 2 in two parts: any exponent times the first is exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** From here on exp overflows; below the other it is zero. */
const EXP_MOST = 709.782712893384;
const EXP_LEAST = -745.1332191019411;

/** High words of 1 and of infinity. */
const ONE = 0x3ff00000;
const INFINITE = 0x7ff00000;

/** log(1 + f) = f - f²/2 + s (f²/2 + R(s²)) with s = f / (2 + f): R, for √½ - 1 < f < √2 - 1. */
function logRemainder(s: number): number {
  const z = s * s;
  const w = z * z;
  const even = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
  const odd =
    z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)));
  return odd + even;
}

/** Natural logarithm. */
export function log(x: number): number {
  let high = highWord(x);
  let normal = x;
  let k = 0;
  if (high < 0x00100000) {
    if (x === 0) return Number.NEGATIVE_INFINITY;
    if (high < 0) return Number.NaN;
    k = -54;
    normal = x * powerOfTwo(54);
    high = highWord(normal);
  }
  if (high >= INFINITE) return x;
  const fraction = high & 0x000fffff;
  // One more where the fraction is above √2: what remains lies about 1.
  const exponent = (high >> 20) - 1023 + ((fraction + 0x95f64) >> 20);
  k += exponent;
  const f = normal * POWERS_OF_TWO[1074 - exponent]! - 1;
  if ((0x000fffff & (2 + fraction)) < 3) return logNear(k, f);
  const s = f / (2 + f);
  const R = logRemainder(s);
  const low = k * LN2_LOW;
  if (((fraction - 0x6147a) | (0x6b851 - fraction)) > 0) {
    const half = 0.5 * f * f;
    return k * LN2_HIGH - (half - (s * (half + R) + low) - f);
  }
  return k * LN2_HIGH - (s * (f - R) - low - f);
}

/** log(2^k (1 + f)) for |f| < 2^-20. */
function logNear(k: number, f: number): number {
  if (f === 0) return k * LN2_HIGH + k * LN2_LOW;
  const R = f * f * (0.5 - (1 / 3) * f);
  return k * LN2_HIGH - (R - k * LN2_LOW - f);
}

/** log(1 + x), exact to the last digits for small x. */
export function log1p(x: number): number {
  const high = highWord(x);
  const size = high & 0x7fffffff;
  if (high < 0 && size >= ONE) return x === -1 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (size < 0x3e200000) return size < 0x3c900000 ? x : x - x * x * 0.5;
  if (size >= INFINITE) return x;
  let k = 0;
  let f = x;
  /** What 1 + x has lost by rounding, relative to it. */
  let lost = 0;
  let fraction = 1;
  if (high >= 0 ? high >= 0x3fda827a : size > 0x3fd2bec4) {
    const u = size < 0x43400000 ? 1 + x : x;
    const highOfU = highWord(u);
    k = (highOfU >> 20) - 1023;
    if (size < 0x43400000) lost = (k > 0 ? 1 - (u - x) : x - (u - 1)) / u;
    fraction = highOfU & 0x000fffff;
    if (fraction >= 0x6a09e) {
      k++;
      fraction = (0x00100000 - fraction) >> 2;
    }
    f = u * POWERS_OF_TWO[1074 - k]! - 1;
  }
  const half = 0.5 * f * f;
  const low = k * LN2_LOW + lost;
  if (fraction === 0)
    return f === 0 ? k * LN2_HIGH + low : k * LN2_HIGH - (half * (1 - (2 / 3) * f) - low - f);
  const s = f / (2 + f);
  return k * LN2_HIGH - (half - (s * (half + logRemainder(s)) + low) - f);
}

/** Logarithm of base 2, exact for powers of two. */
export function log2(x: number): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY) return log(x);
  const isSubnormal = x < powerOfTwo(-1022);
  const normal = isSubnormal ? x * powerOfTwo(54) : x;
  const high = highWord(normal);
  const exponent = (high >> 20) - 1023 + (((high & 0x000fffff) + 0x95f64) >> 20);
  const rest = log(normal * powerOfTwo(-exponent)) * Math.LOG2E;
  return (isSubnormal ? exponent - 54 : exponent) + rest;
}

/** Logarithm of base 10, exact for 1, 10, ..., 1e22. */
export function log10(x: number): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY) return log(x);
  const isSubnormal = x < powerOfTwo(-1022);
  const normal = isSubnormal ? x * powerOfTwo(54) : x;
  const exponent = (highWord(normal) >> 20) - 1023;
  const k = isSubnormal ? exponent - 54 : exponent;
  const n = k < 0 ? k + 1 : k;
  const rest = normal * powerOfTwo(-exponent) * (k < 0 ? 0.5 : 1);
  return n * 3.694239077158931e-13 + Math.LOG10E * log(rest) + n * 0.30102999566361177;
}

/** r (1 - R(r²)), of which exp(r) is 1 + 2 r / (that of it from 2) for |r| < ln(2) / 2. */
function expRemainder(r: number): number {
  const t = r * r;
  return (
    r -
    t *
      (0.16666666666666602 +
        t *
          (-0.0027777777777015593 +
            t * (6.613756321437934e-5 + t * (-1.6533902205465252e-6 + t * 4.1381367970572385e-8))))
  );
}

/** e^x. */
export function exp(x: number): number {
  if (!(x > -708 && x < 709)) return expAtEnds(x);
  if (x === 1) return Math.E;
  const k = Math.floor(Math.LOG2E * x + 0.5);
  return expFraction(x, k) * POWERS_OF_TWO[k + 1074]!;
}

/** e^x / 2^k, near 1. */
function expFraction(x: number, k: number): number {
  const upper = x - k * LN2_HIGH;
  const lower = k * LN2_LOW;
  const r = upper - lower;
  const c = expRemainder(r);
  return 1 - (lower - (r * c) / (2 - c) - upper);
}

/** Where e^x may be no normal number. */
function expAtEnds(x: number): number {
  if (!(x <= EXP_MOST)) return x + Number.POSITIVE_INFINITY;
  if (x < EXP_LEAST) return 0;
  const k = Math.floor(Math.LOG2E * x + 0.5);
  return scaled(expFraction(x, k), k);
}

/** 2^-54: below it e^x - 1 is x. */
const TINY = 5.551115123125783e-17;

/** e^x - 1, exact to the last digits for small x. */
export function expm1(x: number): number {
  if (!(x <= EXP_MOST)) return x + Number.POSITIVE_INFINITY;
  if (x < -39) return -1;
  if (Math.abs(x) < TINY) return x;
  const k = Math.floor(Math.LOG2E * x + 0.5);
  const upper = x - k * LN2_HIGH;
  const lower = k * LN2_LOW;
  const r = upper - lower;
  const lost = upper - r - lower;
  const half = 0.5 * r;
  const square = r * half;
  const r1 =
    1 +
    square *
      (-0.03333333333333313 +
        square *
          (0.0015873015872548146 +
            square *
              (-7.93650757867488e-5 + square * (4.008217827329362e-6 + square * -2.0109921818362437e-7))));
  const t = 3 - r1 * half;
  const q = square * ((r1 - t) / (6 - r * t));
  if (k === 0) return r - (r * q - square);
  const e = r * (q - lost) - lost - square;
  if (k <= -2) return (1 - (e - r)) * POWERS_OF_TWO[k + 1074]! - 1;
  return expm1Above(k, r, e);
}

/** What `expm1` makes of its parts for k = -1 and k > 0. */
function expm1Above(k: number, r: number, e: number): number {
  if (k === -1) return 0.5 * (r - e) - 0.5;
  if (k === 1) return r < -0.25 ? -2 * (e - (r + 0.5)) : 1 + 2 * (r - e);
  if (k > 56) return scaled(1 - (e - r), k) - 1;
  return (k < 20 ? 1 - powerOfTwo(-k) - (e - r) : r - (e + powerOfTwo(-k)) + 1) * powerOfTwo(k);
}

/** 2 / (3 ln 2), ln 2 and log2(3/2), each as a short part and the rest. */
const CP = 0.9617966939259756;
const CP_HIGH = 0.9617967009544373;
const CP_LOW = -7.028461650952758e-9;

const LG2_HIGH = 0.6931471824645996;
const LG2_LOW = -1.904654299957768e-9;
const LOG2_THREE_HALVES_HIGH = 0.5849624872207642;
const LOG2_THREE_HALVES_LOW = 1.350039202129749e-8;

/** x^y as ECMAScript's `**` has it (not a number for 1^∞). */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (y === 1) return x;
  if (y === 2) return x * x;
  if (y === -1) return 1 / x;
  if (y === 0.5 && x >= 0) return Math.sqrt(x === 0 ? 0 : x);
  return x > 0 && x < Number.POSITIVE_INFINITY && Math.abs(y) <= MOST_EXPONENT
    ? positivePower(x, y)
    : limitPower(x, y);
}

/** 2^64: beyond it no number but one next to 1 has a power that is neither zero nor infinite. */
const MOST_EXPONENT = 2 ** 64;

/** Powers of what is zero, infinite, below zero or no number, and to exponents that are huge or no number. */
function limitPower(x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  const size = Math.abs(x);
  if (size === 1 && Math.abs(y) === Number.POSITIVE_INFINITY) return Number.NaN;
  const isOdd = x < 0 || size === 0 ? Math.abs(y) % 2 === 1 : false;
  if (size === 0 || size === Number.POSITIVE_INFINITY || size === 1) {
    if (x < 0 && size === 1 && !Number.isInteger(y)) return Number.NaN;
    const value = y < 0 ? 1 / size : size;
    return isOdd && (x < 0 || Object.is(x, -0)) ? -value : value;
  }
  if (Math.abs(y) > MOST_EXPONENT) return size > 1 === y > 0 ? Number.POSITIVE_INFINITY : 0;
  if (x < 0 && !Number.isInteger(y)) return Number.NaN;
  return isOdd ? -positivePower(size, y) : positivePower(size, y);
}

/** x^y for a finite x > 0 and |y| <= 2^64. */
function positivePower(x: number, y: number): number {
  let normal = x;
  let n = 0;
  if (x < 2.2250738585072014e-308) {
    normal = x * powerOfTwo(53);
    n = -53;
  }
  const high = highWord(normal);
  const fraction = high & 0x000fffff;
  // The fraction is taken relative to 1, 3/2 or 2, whichever is near: 1 for the middle one, and for the last.
  const middle = ((0x3988e - fraction) & (fraction - 0xbb67a)) >>> 31;
  const exponent = (high >> 20) - 1022 - ((fraction - 0xbb67a) >>> 31);
  n += exponent;
  const base = 1 + 0.5 * middle;
  const m = normal * POWERS_OF_TWO[1074 - exponent]!;

  // log2(x) = first + second, the first in single precision so that its products are exact.
  const u = m - base;
  const v = 1 / (m + base);
  const s = u * v;
  const sHigh = Math.fround(s);
  const sum = Math.fround(m + base);
  const sLow = v * (u - sHigh * sum - sHigh * (m - (sum - base)));
  const s2 = s * s;
  const r =
    s2 *
      s2 *
      (0.5999999999999946 +
        s2 *
          (0.4285714285785502 +
            s2 *
              (0.33333332981837743 +
                s2 * (0.272728123808534 + s2 * (0.23066074577556175 + s2 * 0.20697501780033842))))) +
    sLow * (sHigh + s);
  const square = sHigh * sHigh;
  const tHigh = Math.fround(3 + square + r);
  const tLow = r - (tHigh - 3 - square);
  const product = sHigh * tHigh;
  const rest = sLow * tHigh + tLow * s;
  const pHigh = Math.fround(product + rest);
  const pLow = rest - (pHigh - product);
  const zHigh = CP_HIGH * pHigh;
  const zLow = CP_LOW * pHigh + pLow * CP + middle * LOG2_THREE_HALVES_LOW;
  const offset = middle * LOG2_THREE_HALVES_HIGH;
  const first = Math.fround(zHigh + zLow + offset + n);
  const second = zLow - (first - n - offset - zHigh);

  // y log2(x), its whole part and what is left.
  const yHigh = Math.fround(y);
  const lower = (y - yHigh) * first + y * second;
  const upper = yHigh * first;
  const z = lower + upper;
  if (z >= 1024.5) return Number.POSITIVE_INFINITY;
  if (z <= -1075.5) return 0;
  const whole = Math.floor(z + 0.5);
  const near = upper - whole;
  const t = Math.fround(lower + near);
  const a = t * LG2_HIGH;
  const b = (lower - (t - near)) * Math.LN2 + t * LG2_LOW;
  const c = a + b;
  const lost = b - (c - a);
  const d = expRemainder(c);
  const power = 1 - ((c * d) / (d - 2) - (lost + c * lost) - c);
  return whole >= -1021 && whole <= 1023 ? power * POWERS_OF_TWO[whole + 1074]! : scaled(power, whole);
}

const MOST_LISTED = 40;
const POWERS_OF_TEN = /* @__PURE__ */ Array.from({ length: 2 * MOST_LISTED + 1 }, (_, i) =>
  Number(`1e${i - MOST_LISTED}`),
);
/** 10^n for a whole n, correctly rounded, which `pow` does not promise. */
export const powerOfTen = (n: number): number => POWERS_OF_TEN[n + MOST_LISTED] ?? Number(`1e${n}`);

/** Cube root, exact for cubes. */
export function cbrt(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  const size = Math.abs(x);
  // Away from the ends of the range, where the cube of the root would lose digits.
  const scale = size < 1e-150 ? powerOfTwo(-100) : size > 1e150 ? powerOfTwo(100) : 1;
  const near = size / (scale * scale * scale);
  const root = pow(near, 1 / 3);
  const better = root - (root * root * root - near) / (3 * root * root);
  return Math.sign(x) * better * scale;
}

/** √(a² + b² + ...), without overflow on the way. */
export function hypot(...values: readonly number[]): number {
  let most = 0;
  let isUnknown = false;
  for (const value of values) {
    const size = Math.abs(value);
    if (size === Number.POSITIVE_INFINITY) return size;
    if (Number.isNaN(size)) isUnknown = true;
    else if (size > most) most = size;
  }
  if (isUnknown) return Number.NaN;
  if (most === 0) return 0;
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const share = value / most;
    const term = share * share - lost;
    const next = sum + term;
    lost = next - sum - term;
    sum = next;
  }
  return Math.sqrt(sum) * most;
}

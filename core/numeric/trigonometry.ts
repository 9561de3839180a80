/** Sine, cosine and the angle of a point, by the rules, from the source and under the notice of `elementary.ts`. */
import { highWord, powerOfTwo } from './elementary.ts';

/** Parts of π/2 with 33 bits each, and what is left after each. */
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_1_REST = 6.077100506506192e-11;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_2_REST = 2.0222662487959506e-21;
const HALF_PI_3 = 2.0222662487111665e-21;
const HALF_PI_3_REST = 8.4784276603689e-32;

/** What an angle leaves modulo π/2, in two parts, at most π/4 from zero; `reduce` returns the quarter, 0 to 3. */
let angle = 0;
let angleRest = 0;

function reduce(x: number): number {
  const size = Math.abs(x);
  if (size >= 1647099) return reduceFar(x);
  const count = Math.floor(size * 0.6366197723675814 + 0.5);
  const exponent = highWord(size) >> 20;
  let r = size - count * HALF_PI_1;
  let w = count * HALF_PI_1_REST;
  let near = r - w;
  // The more the angle has lost of its leading bits, the more of π is asked for.
  if (exponent - ((highWord(near) >> 20) & 0x7ff) > 16) {
    const before = r;
    w = count * HALF_PI_2;
    r = before - w;
    w = count * HALF_PI_2_REST - (before - r - w);
    near = r - w;
    if (exponent - ((highWord(near) >> 20) & 0x7ff) > 49) {
      const last = r;
      w = count * HALF_PI_3;
      r = last - w;
      w = count * HALF_PI_3_REST - (last - r - w);
      near = r - w;
    }
  }
  angle = x < 0 ? -near : near;
  angleRest = x < 0 ? -(r - near - w) : r - near - w;
  return (x < 0 ? -count : count) & 3;
}

/** Bits of π: as many as the largest number has before its point, and what a fraction asks for. */
const PI_BITS = 1400n;
let pi: bigint | undefined;

/** arctan(1/n) by its series, with PI_BITS bits after the point. */
function arctanOfInverse(n: bigint): bigint {
  let sum = 0n;
  let sign = 1n;
  for (let k = 1n, power = (1n << PI_BITS) / n; power > 0n; k += 2n, power /= n * n, sign = -sign)
    sum += (sign * power) / k;
  return sum;
}

/** Angles so large that π is needed with hundreds of digits (by Machin's formula), in integers. */
function reduceFar(x: number): number {
  pi ??= 16n * arctanOfInverse(5n) - 4n * arctanOfInverse(239n);
  const halfPi = pi >> 1n;
  const isWhole = Number.isInteger(x);
  const size = BigInt(Math.abs(x) * (isWhole ? 1 : powerOfTwo(32))) << (isWhole ? PI_BITS : PI_BITS - 32n);
  const count = (size + (halfPi >> 1n)) / halfPi;
  const rest = (size - count * halfPi) >> (PI_BITS - 300n);
  const near = Number(rest);
  const sign = x < 0 ? -1 : 1;
  angle = sign * near * powerOfTwo(-300);
  angleRest = sign * Number(rest - BigInt(near)) * powerOfTwo(-300);
  return Number(x < 0 ? -count & 3n : count & 3n);
}

/** sin(x + y) for |x| <= π/4 and a y that is small beside it. */
function nearSin(x: number, y: number): number {
  const z = x * x;
  const v = z * x;
  const r =
    0.00833333333332249 +
    z *
      (-0.0001984126982985795 +
        z * (2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
  if (y === 0) return x + v * (-0.16666666666666632 + z * r);
  return x - (z * (0.5 * y - v * r) - y - v * -0.16666666666666632);
}

/** cos(x + y) for |x| <= π/4 and a y that is small beside it. */
function nearCos(x: number, y: number): number {
  const z = x * x;
  const r =
    z *
    (0.0416666666666666 +
      z *
        (-0.001388888888887411 +
          z *
            (2.480158728947673e-5 +
              z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11)))));
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + (z * r - x * y));
}

/** π/4, up to which nothing is taken off. */
const QUARTER_PI = 0.7853981633974483;

/** Sine of x in radians. */
export function sin(x: number): number {
  if (Math.abs(x) <= QUARTER_PI) return Math.abs(x) < powerOfTwo(-27) ? x : nearSin(x, 0);
  if (!Number.isFinite(x)) return Number.NaN;
  const quarter = reduce(x);
  const value = quarter % 2 === 0 ? nearSin(angle, angleRest) : nearCos(angle, angleRest);
  return quarter < 2 ? value : -value;
}

/** Cosine of x in radians. */
export function cos(x: number): number {
  if (Math.abs(x) <= QUARTER_PI) return nearCos(x, 0);
  if (!Number.isFinite(x)) return Number.NaN;
  const quarter = reduce(x);
  const value = quarter % 2 === 0 ? nearCos(angle, angleRest) : nearSin(angle, angleRest);
  return quarter === 1 || quarter === 2 ? -value : value;
}

/** arctan of 1/2, 1, 3/2 and infinity in two parts. */
const ARCTAN_HIGH = [0.4636476090008061, 0.7853981633974483, 0.982793723247329, 1.5707963267948966] as const;
const ARCTAN_LOW = [
  2.2698777452961687e-17, 3.061616997868383e-17, 1.3903311031230998e-17, 6.123233995736766e-17,
] as const;

/** Arctangent of 0 <= x <= 2^60. */
function arctan(x: number): number {
  const high = highWord(x);
  if (high < 0x3fdc0000) return x < powerOfTwo(-29) ? x : x - arctanRemainder(x);
  if (high < 0x3fe60000) return about(0, (2 * x - 1) / (2 + x));
  if (high < 0x3ff30000) return about(1, (x - 1) / (x + 1));
  if (high < 0x40038000) return about(2, (x - 1.5) / (1 + 1.5 * x));
  return about(3, -1 / x);
}

const about = (i: 0 | 1 | 2 | 3, x: number): number =>
  ARCTAN_HIGH[i] - (arctanRemainder(x) - ARCTAN_LOW[i] - x);

/** x - arctan(x) for |x| < 7/16. */
function arctanRemainder(x: number): number {
  const z = x * x;
  const w = z * z;
  const even =
    z *
    (0.3333333333333293 +
      w *
        (0.14285714272503466 +
          w *
            (0.09090887133436507 +
              w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)))));
  const odd =
    w *
    (-0.19999999999876483 +
      w *
        (-0.11111110405462356 +
          w * (-0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916))));
  return x * (even + odd);
}

/** The low part of π. */
const PI_LOW = 1.2246467991473532e-16;

/** Angle of the point (x, y) from the positive x axis, -π to π. */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  const isLeft = x < 0 || Object.is(x, -0);
  const isBelow = y < 0 || Object.is(y, -0);
  const isInfinite = Math.abs(y) === Number.POSITIVE_INFINITY;
  // 0 / 0 is an angle of zero, ∞ / ∞ of π/4, from either side.
  const ratio = y === 0 ? 0 : isInfinite && Math.abs(x) === Number.POSITIVE_INFINITY ? 1 : Math.abs(y / x);
  const steep = arctan(Math.min(ratio, powerOfTwo(60)));
  // What is all but upright is not reflected, which would cost a digit.
  const value = isLeft && ratio < powerOfTwo(60) ? Math.PI - (steep - PI_LOW) : steep;
  return isBelow ? -value : value;
}

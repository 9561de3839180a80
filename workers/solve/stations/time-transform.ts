/**
 * Laplace transforms of times, E e^(-s T), at the points of an Euler inversion (laplace-inversion.ts): s_k = (A + 2 pi i k) / (2 t),
 * k = 0..count-1. What sums of independent times are made of: their transforms are multiplied.
 *
 * Numerics: every form keeps full relative accuracy of the transform itself; its distance from 1 is as accurate as the
 * rounding of 1, which the inversion turns into some 1e-11 of the tail.
 */
import { exp, expm1, log1p } from '../../../core/numeric/elementary.ts';
import { atan2, cos, sin } from '../../../core/numeric/trigonometry.ts';
import { EULER_SHIFT } from '../../numeric/laplace-inversion.ts';

/** Complex numbers at s_k, k = 0, 1, ... */
export interface ComplexSeries {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Undefined where the distribution has no transform that can be worked out. */
export type TimeTransform = (t: number, count: number) => ComplexSeries | undefined;

type Complex = readonly [re: number, im: number];

/** The function at all s_k. */
export function alongSeries(t: number, count: number, at: (s: Complex) => Complex): ComplexSeries {
  const [re, im] = [new Float64Array(count), new Float64Array(count)];
  for (let k = 0; k < count; k++) [re[k], im[k]] = at([EULER_SHIFT / (2 * t), (Math.PI * k) / t]);
  return { re, im };
}

/** 0 with probability 1 - `share`, else exponential: 1 - share s / (rate + s). */
export const exponentialTransform =
  (rate: number, share = 1): TimeTransform =>
  (t, count) =>
    alongSeries(t, count, ([a, b]) => {
      const size = (rate + a) ** 2 + b * b;
      return [1 - (share * (a * (rate + a) + b * b)) / size, -(share * b * rate) / size];
    });

/** Transform of the sum of two independent times. */
export const sumTransform =
  (first: TimeTransform, second: TimeTransform): TimeTransform =>
  (t, count) => {
    const [a, b] = [first(t, count), second(t, count)];
    return a && b && productOf(a, b);
  };

export function productOf(a: ComplexSeries, b: ComplexSeries): ComplexSeries {
  const re = a.re.map((x, k) => x * b.re[k]! - a.im[k]! * b.im[k]!);
  const im = a.re.map((x, k) => x * b.im[k]! + a.im[k]! * b.re[k]!);
  return { re, im };
}

/**
 * Transform of N exponential steps, `more(k)` = P[N > k]: E z^N = 1 - (1 - z) sum of P[N > k] z^k with z = rate /
 * (rate + s).
 */
export function steppedTransform(rate: number, more: (k: number) => number): TimeTransform {
  let known: readonly number[] | undefined | null = null;
  return (t, count) => {
    if (known === null) known = tailsOf(more);
    const tails = known;
    return (
      tails &&
      alongSeries(t, count, (s) => {
        const z = stepOf(s, rate);
        let [x, y] = [0, 0];
        for (let k = tails.length - 1; k >= 0; k--) {
          const up = x * z[0] - y * z[1] + tails[k]!;
          y = x * z[1] + y * z[0];
          x = up;
        }
        const [u, v] = [1 - z[0], -z[1]];
        return [1 - (x * u - y * v), -(x * v + y * u)];
      })
    );
  };
}

/** rate / (rate + s). */
function stepOf([a, b]: Complex, rate: number): Complex {
  const size = (rate + a) ** 2 + b * b;
  return [(rate * (rate + a)) / size, (-rate * b) / size];
}

/** P[N > k] as long as it counts. */
function tailsOf(more: (k: number) => number): readonly number[] | undefined {
  const tails: number[] = [];
  for (let k = 0; ; k++) {
    const tail = more(k);
    if (!(tail > SMALLEST)) return Number.isNaN(tail) ? undefined : tails;
    if (k === MOST_TAILS) return undefined;
    tails.push(tail);
  }
}

const SMALLEST = 1e-17;
const MOST_TAILS = 2 ** 15;

/**
 * The transform of N - `before` steps, `before` = 0 or 1, N = 1..K with P[N = n] proportional to e^(x n):
 * z^(1 - before) times a ratio of two geometric sums, each taken with its largest term as unit, so that any K and x
 * will do.
 */
export const geometricStepsTransform =
  ({ rate, x, K, before }: { rate: number; x: number; K: number; before: 0 | 1 }): TimeTransform =>
  (t, count) => {
    const whole = geometricSum([x, 0], K)[0];
    return alongSeries(t, count, (s) => {
      const z = stepOf(s, rate);
      const [u, v] = [s[0] / rate, s[1] / rate];
      // x + ln z, of which some K are to be taken.
      const w: Complex = [x - log1p(u * (2 + u) + v * v) / 2, -atan2(v, 1 + u)];
      const scale = exp((K - 1) * (Math.max(0, w[0]) - Math.max(0, x))) / whole;
      const [a, b] = geometricSum(w, K);
      const sum: Complex = [a * scale, b * scale];
      return before === 1 ? sum : [sum[0] * z[0] - sum[1] * z[1], sum[0] * z[1] + sum[1] * z[0]];
    });
  };

/** Sum of e^(k w), k = 0..K-1, over the size of its largest term. */
function geometricSum([a, b]: Complex, K: number): Complex {
  const down = Math.abs(a);
  const turn = a > 0 ? -b : b;
  const [x, y] = ratio(expm1Of([-K * down, K * turn]), expm1Of([-down, turn]), K);
  if (a <= 0) return [x, y];
  // From the last term back: e^((K - 1) w) times the sum of e^(-k w).
  const [c, s] = [cos((K - 1) * b), sin((K - 1) * b)];
  return [x * c - y * s, x * s + y * c];
}

/** e^w - 1, without the subtraction. */
function expm1Of([a, b]: Complex): Complex {
  return [expm1(a) * cos(b) - 2 * sin(b / 2) ** 2, exp(a) * sin(b)];
}

/** a / b, or where both are 0 their limit. */
function ratio(a: Complex, b: Complex, limit: number): Complex {
  const size = b[0] ** 2 + b[1] ** 2;
  if (size === 0) return [limit, 0];
  return [(a[0] * b[0] + a[1] * b[1]) / size, (a[1] * b[0] - a[0] * b[1]) / size];
}

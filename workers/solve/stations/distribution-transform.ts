/**
 * The residual time of a distribution seen through its Laplace transform: D(s) = 1 - S_e(s) with S_e(s) = (1 - S(s)) / (s m), the
 * transform of the residual service and m the mean, at the points of an Euler inversion (laplace-inversion.ts).
 *
 * D = E[s X - 1 + e^(-s X)] / (s m), each expectation by closed form or quadrature, with series near s X = 0: D keeps
 * its relative accuracy down to s = 0, where 1 - S_e by subtraction would lose all digits in heavy traffic.
 * Cost: parts times points, one complex product each.
 */

import { distributionMean, type ServiceDistribution } from '../../../core/distributions/index.ts';
import type { FixedPart, UniformPart } from '../../../core/distributions/knowledge.ts';
import { exp, log } from '../../../core/numeric/elementary.ts';
import { atan2, cos, sin } from '../../../core/numeric/trigonometry.ts';
import { EULER_SHIFT } from '../../numeric/laplace-inversion.ts';
import { distributionParts, fixedTimes, type IntegralPart } from './distribution-parts.ts';

/** Complex numbers at s_k, k = 0, 1, ... */
export interface AlongSeries {
  /** D(s_k). */
  readonly re: Float64Array;
  readonly im: Float64Array;
  /** S(s_k), the transform of the distribution itself. */
  readonly distributionRe: Float64Array;
  readonly distributionIm: Float64Array;
}

/** D at s_k = (A + 2 pi i k) / (2 t), k = 0..count-1; undefined for distributions that have no parts. */
export function residualTransform(
  distribution: ServiceDistribution,
  t: number,
  count: number,
): AlongSeries | undefined {
  const parts = distributionParts(distribution, panelWidth(t, count));
  if (!parts) return undefined;
  const zeros = () => new Float64Array(count);
  const target: AlongSeries = { re: zeros(), im: zeros(), distributionRe: zeros(), distributionIm: zeros() };
  for (const part of parts) addPart(target, part, t);
  const mean = distributionMean(distribution);
  for (let k = 0; k < count; k++) {
    const s = point(t, k);
    const size = mean * (s.re * s.re + s.im * s.im);
    const [re, im] = [target.re[k]!, target.im[k]!];
    target.re[k] = (re * s.re + im * s.im) / size;
    target.im[k] = (im * s.re - re * s.im) / size;
  }
  return target;
}

/** At most 8 radians of the fastest point across a panel, as far out as e^(-s X) still counts. */
const panelWidth = (t: number, count: number) => (x: number) =>
  x < 4 * t ? Math.max((8 * t) / (Math.PI * count), x / 1e3) : x;

const point = (t: number, k: number) => ({ re: EULER_SHIFT / (2 * t), im: (Math.PI * k) / t });

function addPart(target: AlongSeries, part: IntegralPart, t: number): void {
  if (part.kind === 'fixed') addFixed(target, part, t);
  else if (part.kind === 'gamma') addGamma(target, part, t);
  else addUniform(target, part, t);
}

/** z - 1 + e^-z with z = s_k x; e^-z turns by the same angle from one k to the next. */
function addFixed(
  { re, im, distributionRe, distributionIm }: AlongSeries,
  { weight, at }: FixedPart,
  t: number,
): void {
  const x = (EULER_SHIFT * at) / (2 * t);
  const angle = (Math.PI * at) / t;
  const first = x < SERIES ? Math.min(re.length, Math.ceil(Math.sqrt(SERIES ** 2 - x * x) / angle)) : 0;
  const [turnRe, turnIm] = [cos(angle), -sin(angle)];
  const start = exp(-x) * weight;
  let a = start * cos(angle * first);
  let b = -start * sin(angle * first);
  addNearZero({ re, im, distributionRe, distributionIm }, { weight, x, angle, first });
  for (let k = first; k < re.length; k++) {
    distributionRe[k]! += a;
    distributionIm[k]! += b;
    re[k]! += weight * (x - 1) + a;
    im[k]! += weight * angle * k + b;
    const turned = a * turnRe - b * turnIm;
    b = a * turnIm + b * turnRe;
    a = turned;
  }
}

/** |z| below which z - 1 + e^-z is taken from its series: above, subtraction leaves 13 digits. */
const SERIES = 0.05;

interface NearZero {
  readonly weight: number;
  readonly x: number;
  readonly angle: number;
  readonly first: number;
}

/** k < first: z^2 / 2 (1 - z / 3 (1 - z / 4 ...)), by Horner. */
function addNearZero(target: AlongSeries, { weight, x, angle, first }: NearZero): void {
  for (let k = 0; k < first; k++) {
    const y = angle * k;
    let [a, b] = [1, 0];
    for (let n = 9; n > 2; n--) [a, b] = [1 - (x * a - y * b) / n, -(x * b + y * a) / n];
    const [u, v] = [(x * x - y * y) / 2, x * y];
    const [re, im] = [u * a - v * b, u * b + v * a];
    target.re[k]! += weight * re;
    target.im[k]! += weight * im;
    target.distributionRe[k]! += weight * (re + 1 - x);
    target.distributionIm[k]! += weight * (im - y);
  }
}

/** Mean of s X - 1 + e^(-s X) over a uniform X; by Gauss points at those k where the closed form would cancel. */
function addUniform(target: AlongSeries, part: UniformPart, t: number): void {
  const { weight, min, max } = part;
  const { re: x } = point(t, 0);
  const close = Math.sqrt(Math.max(0, 1 / (max - min) ** 2 - x * x)) * (t / Math.PI);
  const first = Math.min(target.re.length, Math.ceil(close));
  const cancelling: AlongSeries = {
    re: target.re.subarray(0, first),
    im: target.im.subarray(0, first),
    distributionRe: target.distributionRe.subarray(0, first),
    distributionIm: target.distributionIm.subarray(0, first),
  };
  for (const fixed of first > 0 ? fixedTimes(part, () => max - min) : []) addFixed(cancelling, fixed, t);
  for (let k = first; k < target.re.length; k++) {
    const y = (Math.PI * k) / t;
    const [a, b] = [exp(-x * min), exp(-x * max)];
    const re = a * cos(y * min) - b * cos(y * max);
    const im = b * sin(y * max) - a * sin(y * min);
    const width = (x * x + y * y) * (max - min);
    const [distributionRe, distributionIm] = [(re * x + im * y) / width, (im * x - re * y) / width];
    target.distributionRe[k]! += weight * distributionRe;
    target.distributionIm[k]! += weight * distributionIm;
    target.re[k]! += weight * ((x * (min + max)) / 2 - 1 + distributionRe);
    target.im[k]! += weight * ((y * (min + max)) / 2 + distributionIm);
  }
}

/** s kθ - 1 + (1 + s θ)^-k. */
function addGamma(target: AlongSeries, part: Extract<IntegralPart, { kind: 'gamma' }>, t: number): void {
  const { weight, shape, scale } = part;
  for (let k = 0; k < target.re.length; k++) {
    const s = point(t, k);
    const [x, y] = [s.re * scale, s.im * scale];
    const size = x * x + y * y;
    const fade = exp((-shape * log((1 + x) ** 2 + y * y)) / 2);
    const angle = -shape * atan2(y, 1 + x);
    const [distributionRe, distributionIm] = [fade * cos(angle), fade * sin(angle)];
    target.distributionRe[k]! += weight * distributionRe;
    target.distributionIm[k]! += weight * distributionIm;
    if (size * Math.max(1, shape * shape) < SERIES ** 2) addBinomial(target, k, { weight, shape, x, y });
    else {
      target.re[k]! += weight * (shape * x - 1 + distributionRe);
      target.im[k]! += weight * (shape * y + distributionIm);
    }
  }
}

/** The terms of (1 + u)^-k from u^2 on; each is a twentieth of the last or less. */
function addBinomial(
  { re, im }: AlongSeries,
  k: number,
  { weight, shape, x, y }: { weight: number; shape: number; x: number; y: number },
): void {
  let [a, b] = [-shape * x, -shape * y];
  for (let j = 2; j < 14; j++) {
    const factor = (-shape - j + 1) / j;
    [a, b] = [factor * (a * x - b * y), factor * (a * y + b * x)];
    re[k]! += weight * a;
    im[k]! += weight * b;
  }
}

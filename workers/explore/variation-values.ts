/** From a variation to values of its parameter: those of a grid, and the quantile for a place between 0 and 1. */
import { log, pow } from '../../core/numeric/elementary.ts';
import type { Parameter, ParameterValue } from '../../core/study/parameter.ts';
import type { Distribution, RangeVariation, Variation } from '../../core/study/study.ts';

const DEFAULT_COUNT = 11;

const isInteger = (parameter: Parameter): boolean =>
  parameter.kind === 'number' && parameter.domain.integer === true;

/** The values of a grid in order; undefined for an uncertain input, which has none. */
export function gridValues(
  variation: Variation,
  parameter: Parameter,
): readonly ParameterValue[] | undefined {
  if ('values' in variation) return variation.values.map((value) => asValue(value, parameter));
  if ('distribution' in variation) return undefined;
  const isWhole = isInteger(parameter);
  const range = isWhole
    ? { ...variation, from: Math.ceil(variation.from), to: Math.floor(variation.to) }
    : variation;
  const { from, to, scale } = range;
  if (to < from) return [];
  const count = from === to ? 1 : (variation.count ?? DEFAULT_COUNT);
  const steps = isWhole && scale !== 'log' ? Math.min(count, to - from + 1) : count;
  const values = Array.from({ length: steps }, (_, i) => {
    const value = valueAt(range, steps === 1 ? 0 : i / (steps - 1));
    return isWhole ? Math.round(value) : value;
  });
  return isWhole ? [...new Set(values)] : values;
}

/** The value that a share u of the others lies below, u in (0, 1); integers of a range have equal shares. */
export function quantileOf(variation: Variation, parameter: Parameter): (u: number) => ParameterValue {
  if ('values' in variation) {
    const values = variation.values.map((value) => asValue(value, parameter));
    return (u) => values[Math.min(values.length - 1, Math.floor(u * values.length))]!;
  }
  const isWhole = isInteger(parameter);
  if ('distribution' in variation) {
    const { distribution } = variation;
    return (u) =>
      isWhole ? Math.round(distributionQuantile(distribution, u)) : distributionQuantile(distribution, u);
  }
  if (!isWhole) return (u) => valueAt(variation, u);
  const [first, last] = [Math.ceil(variation.from), Math.floor(variation.to)];
  const wide = { ...variation, from: first, to: last + 1 };
  return (u) => Math.min(last, Math.floor(valueAt(wide, u)));
}

/** Both ends exactly as they are written. */
function valueAt({ from, to, scale }: RangeVariation, share: number): number {
  if (share === 0) return from;
  if (share === 1) return to;
  return scale === 'log' ? from * pow(to / from, share) : from + share * (to - from);
}

const asValue = (value: ParameterValue, { kind }: Parameter): ParameterValue =>
  kind === 'number' && value === 'unbounded' ? Number.POSITIVE_INFINITY : value;

function distributionQuantile(distribution: Distribution, u: number): number {
  switch (distribution.kind) {
    case 'uniform':
      return distribution.min + u * (distribution.max - distribution.min);
    case 'logUniform':
      return distribution.min * pow(distribution.max / distribution.min, u);
    case 'normal':
      return distribution.mean + distribution.deviation * normalQuantile(u);
    case 'triangular':
      return triangularQuantile(distribution, u);
  }
}

function triangularQuantile(
  { min, mode, max }: Extract<Distribution, { kind: 'triangular' }>,
  u: number,
): number {
  const below = (mode - min) / (max - min);
  return u < below
    ? min + Math.sqrt(u * (max - min) * (mode - min))
    : max - Math.sqrt((1 - u) * (max - min) * (max - mode));
}

/**
 * Quantile of the standard normal distribution to about 16 digits, p in (0, 1): rational approximations in three pieces.
 * Source: M. J. Wichura, Algorithm AS 241, Applied Statistics 37 (1988), 477-484, routine PPND16.
 */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(A, r)) / polynomial(B, r);
  }
  const r = Math.sqrt(-log(q < 0 ? p : 1 - p));
  const x =
    r <= 5 ? polynomial(C, r - 1.6) / polynomial(D, r - 1.6) : polynomial(E, r - 5) / polynomial(F, r - 5);
  return q < 0 ? -x : x;
}

/** Coefficients from the constant one on. */
const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);

const A = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
  67265.7709270087, 33430.57558358813, 2509.0809287301227,
];
const B = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
  28729.085735721943, 5226.495278852854,
];
const C = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
  0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
];
const D = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const E = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const F = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
  1.8463183175100548e-5, 1.421511758316446e-7, 2.0442631033899397e-15,
];

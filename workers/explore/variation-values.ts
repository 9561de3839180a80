/** From a variation to values of its parameter: those of a grid, and the quantile for a place between 0 and 1. */
import type { Parameter, ParameterValue } from '../../core/study/parameter.ts';
import type { Distribution, RangeVariation, Variation } from '../../core/study/study.ts';
import { normalQuantile } from './normal-quantile.ts';

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
  return scale === 'log' ? from * (to / from) ** share : from + share * (to - from);
}

const asValue = (value: ParameterValue, { kind }: Parameter): ParameterValue =>
  kind === 'number' && value === 'unbounded' ? Number.POSITIVE_INFINITY : value;

function distributionQuantile(distribution: Distribution, u: number): number {
  switch (distribution.kind) {
    case 'uniform':
      return distribution.min + u * (distribution.max - distribution.min);
    case 'logUniform':
      return distribution.min * (distribution.max / distribution.min) ** u;
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

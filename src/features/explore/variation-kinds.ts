/** The ways in which a parameter may be varied, and each way's first values for a parameter. */
import type { NumberParameter, Parameter } from '../../../core/study/parameter.ts';
import type { Distribution, Variation } from '../../../core/study/study.ts';
import { rangeAround } from './explore-default.ts';

export const VARIATION_KINDS = {
  range: 'Range',
  list: 'List',
  uniform: 'Uniform',
  normal: 'Normal',
  logUniform: 'Log-uniform',
  triangular: 'Triangular',
} as const;
export type VariationKind = keyof typeof VARIATION_KINDS;

export function kindOf(variation: Variation): VariationKind {
  if ('values' in variation) return 'list';
  return 'distribution' in variation ? variation.distribution.kind : 'range';
}

/** So far to both sides of what is drawn. */
const SPREAD = 0.05;

export function firstVariation(parameter: Parameter, kind: VariationKind = 'range'): Variation {
  const { path } = parameter;
  if (parameter.kind === 'choice') return { path, values: parameter.choices };
  if (kind === 'range') return rangeAround(parameter, 11);
  if (kind === 'list') {
    const { from, to } = rangeAround(parameter);
    return { path, values: [...new Set([from, drawnOf(parameter), to])] };
  }
  return { path, distribution: distributionAround(parameter, kind) };
}

function distributionAround(parameter: NumberParameter, kind: Distribution['kind']): Distribution {
  const mean = drawnOf(parameter);
  const [min, max] = [mean * (1 - SPREAD), Math.min(parameter.domain.most, mean * (1 + SPREAD))];
  if (kind === 'normal') return { kind, mean, deviation: mean * (SPREAD / 2) };
  return kind === 'triangular' ? { kind, min, mode: Math.min(mean, max), max } : { kind, min, max };
}

const drawnOf = ({ value }: NumberParameter): number => (Number.isFinite(value) && value !== 0 ? value : 100);

export const DISTRIBUTION_WORDS: Readonly<Record<string, string>> = {
  min: 'least',
  max: 'most',
  mode: 'likeliest',
  mean: 'mean',
  deviation: 'std. deviation',
};

import { describe, expect, it } from 'vitest';
import {
  convertDistribution,
  distributionMean,
  distributionScv,
  FORMS,
  formOf,
  isServiceDistribution,
} from './index.ts';

const start = { distribution: 'exponential', rate: 4e6 } as const;

describe('convertDistribution', () => {
  it.each(FORMS.map(({ form }) => form))('keeps the mean on the way to %s', (form) => {
    const converted = convertDistribution(start, form);
    expect(formOf(converted)).toBe(form);
    expect(distributionMean(converted) / 2.5e-7).toBeCloseTo(1, 9);
  });

  it.each(FORMS.map(({ form }) => form))('keeps the mean on the way back from %s', (form) => {
    const back = convertDistribution(convertDistribution(start, form), 'deterministic');
    expect(distributionMean(back) / 2.5e-7).toBeCloseTo(1, 9);
  });

  it('leaves a distribution of the same form alone', () => {
    const distribution = { distribution: 'gamma', mean: 2, scv: 0.3 } as const;
    expect(convertDistribution(distribution, 'gamma')).toBe(distribution);
  });

  it('keeps the location as it was written', () => {
    const factors = { elementsPerClock: 1, clock: 133e6, divisor: 2 };
    expect(convertDistribution({ distribution: 'exponential', factors }, 'erlang')).toEqual({
      distribution: 'erlang',
      factors,
      shape: 2,
    });
    expect(convertDistribution({ distribution: 'exponential', mean: 0.25 }, 'deterministic')).toEqual({
      distribution: 'deterministic',
      mean: 0.25,
    });
  });

  it('keeps a written scv, within what the new distribution can have', () => {
    expect(convertDistribution({ distribution: 'gamma', rate: 1, scv: 3 }, 'lognormal')).toMatchObject({
      scv: 3,
    });
    expect(
      convertDistribution({ distribution: 'gamma', rate: 1, scv: 0.3 }, 'hyperexponential'),
    ).toMatchObject({ scv: 1 });
  });

  it('gives branches with the scv of balanced means', () => {
    expect(distributionScv(convertDistribution(start, 'hyperexponentialBranches'))).toBeCloseTo(4, 9);
  });

  it('starts from one second where there is no mean to keep', () => {
    expect(convertDistribution({ distribution: 'pareto', scale: 1, shape: 0.8 }, 'exponential')).toEqual({
      distribution: 'exponential',
      rate: 1,
    });
  });
});

describe('kinds of arrivals alone', () => {
  it('are no distributions of services', () => {
    const alone = FORMS.filter(({ form }) => !isServiceDistribution(convertDistribution(start, form)));
    expect(alone.map(({ form }) => form)).toEqual(['map', 'onOff']);
  });
});

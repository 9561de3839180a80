import { describe, expect, it } from 'vitest';
import { lawMean, lawScv } from '../../../core/distributions/law-moments.ts';
import { ARRIVAL_CHOICES, convertLaw, formOf, isServiceLaw, SERVICE_CHOICES } from './law-forms.ts';

const start = { law: 'exponential', rate: 4e6 } as const;

describe('convertLaw', () => {
  it.each(ARRIVAL_CHOICES.map((choice) => choice.value))('keeps the mean on the way to %s', (form) => {
    const converted = convertLaw(start, form);
    expect(formOf(converted)).toBe(form);
    expect(lawMean(converted) / 2.5e-7).toBeCloseTo(1, 9);
  });

  it.each(ARRIVAL_CHOICES.map((choice) => choice.value))('keeps the mean on the way back from %s', (form) => {
    const back = convertLaw(convertLaw(start, form), 'deterministic');
    expect(lawMean(back) / 2.5e-7).toBeCloseTo(1, 9);
  });

  it('leaves a law of the same form alone', () => {
    const law = { law: 'gamma', mean: 2, scv: 0.3 } as const;
    expect(convertLaw(law, 'gamma')).toBe(law);
  });

  it('keeps the location as it was written', () => {
    const factors = { elementsPerClock: 1, clock: 133e6, divisor: 2 };
    expect(convertLaw({ law: 'exponential', factors }, 'erlang')).toEqual({
      law: 'erlang',
      factors,
      shape: 2,
    });
    expect(convertLaw({ law: 'exponential', mean: 0.25 }, 'deterministic')).toEqual({
      law: 'deterministic',
      mean: 0.25,
    });
  });

  it('keeps a written scv, within what the new law can have', () => {
    expect(convertLaw({ law: 'gamma', rate: 1, scv: 3 }, 'lognormal')).toMatchObject({ scv: 3 });
    expect(convertLaw({ law: 'gamma', rate: 1, scv: 0.3 }, 'hyperexponential')).toMatchObject({ scv: 1 });
  });

  it('gives branches with the scv of balanced means', () => {
    expect(lawScv(convertLaw(start, 'hyperexponentialBranches'))).toBeCloseTo(4, 9);
  });

  it('starts from one second where there is no mean to keep', () => {
    expect(convertLaw({ law: 'pareto', scale: 1, shape: 0.8 }, 'exponential')).toEqual({
      law: 'exponential',
      rate: 1,
    });
  });
});

describe('the choices of a stage', () => {
  it('are laws of service only', () => {
    for (const { value } of SERVICE_CHOICES) expect(isServiceLaw(convertLaw(start, value))).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { agreementOf } from './trust-agreement.ts';

describe('agreement', () => {
  it('is told against the simulation where there is one', () => {
    expect(agreementOf(10, { mean: 10.4, halfWidth: 0.5 }, 99)).toEqual({
      agrees: true,
      words: 'within the interval',
    });
    expect(agreementOf(12, { mean: 10, halfWidth: 0.5 }, 12)).toEqual({
      agrees: false,
      words: '+20 % from the simulation',
    });
    expect(agreementOf(4, { mean: 66, halfWidth: 266 }, undefined)?.agrees).toBeUndefined();
    expect(agreementOf(10.01, { mean: 10, halfWidth: 0.001 }, undefined)?.agrees).toBe(true);
  });

  it('is told against the next best method otherwise', () => {
    expect(agreementOf(2, undefined, 4)).toEqual({ agrees: false, words: '−50 % from the next best' });
    expect(agreementOf(2, undefined, 2.001)).toEqual({ agrees: true, words: 'the same' });
    expect(agreementOf(0, undefined, 0)).toEqual({ agrees: true, words: 'the same' });
    expect(agreementOf(1, undefined, 0)?.words).toBe('far from the next best');
  });

  it('is no disagreement inside what the digits leave open', () => {
    expect(agreementOf(368, { mean: 400, halfWidth: 3 }, undefined, [204, 599])?.agrees).toBe(true);
    expect(agreementOf(368, undefined, 1330, [204, 599])?.agrees).toBe(false);
  });

  it('is not told where one side is missing', () => {
    expect(agreementOf(undefined, { mean: 1, halfWidth: 1 }, 1)).toBeUndefined();
    expect(agreementOf(1, undefined, undefined)).toBeUndefined();
  });
});

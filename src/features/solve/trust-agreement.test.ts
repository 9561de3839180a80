import { describe, expect, it } from 'vitest';
import { agreementOf } from './TrustAgreement.tsx';

describe('agreement', () => {
  it('is told against the simulation where there is one', () => {
    expect(agreementOf({ own: 10, simulated: { mean: 10.4, halfWidth: 0.5 }, other: 99 })).toEqual({
      agrees: true,
      words: 'within the interval',
    });
    expect(
      agreementOf({ own: 12, simulated: { mean: 10, halfWidth: 0.5 }, other: 12, isExact: true }),
    ).toEqual({
      agrees: false,
      words: '+20 % from the simulation',
    });
    expect(agreementOf({ own: 4, simulated: { mean: 66, halfWidth: 266 } })?.agrees).toBeUndefined();
    expect(agreementOf({ own: 10.1, simulated: { mean: 10, halfWidth: 0.06 } })).toEqual({
      agrees: undefined,
      words: 'outside the interval, as 1 in 20 is by chance: run longer',
    });
    expect(agreementOf({ own: 10.2, simulated: { mean: 10, halfWidth: 0.06 } })?.agrees).toBe(false);
    expect(agreementOf({ own: 10.01, simulated: { mean: 10, halfWidth: 0.001 } })?.agrees).toBe(true);
  });

  it('is told against the next best method otherwise', () => {
    expect(agreementOf({ own: 2, other: 4 })).toEqual({ agrees: false, words: '−50 % from the alternative' });
    expect(agreementOf({ own: 2, other: 2.001 })).toEqual({ agrees: true, words: 'the same' });
    expect(agreementOf({ own: 0.805, other: 0.812 })).toEqual({
      agrees: true,
      words: '−0.86 % from the alternative',
    });
    expect(agreementOf({ own: 0.805, other: 0.812, isOtherExact: true })?.agrees).toBe(false);
    expect(agreementOf({ own: 0, other: 0 })).toEqual({ agrees: true, words: 'the same' });
    expect(agreementOf({ own: 1, other: 0 })?.words).toBe('far from the alternative');
  });

  it('is no contradiction where an exact answer stands beside an approximation', () => {
    expect(agreementOf({ own: 2, isExact: true, other: 3 })).toEqual({
      agrees: undefined,
      words: 'exact; the alternative is +50 % off',
    });
    expect(agreementOf({ own: 2, isExact: true, other: 2.001 })?.agrees).toBe(true);
    expect(agreementOf({ own: 2, isExact: true, other: 3, isOtherExact: true })?.agrees).toBe(false);
    expect(agreementOf({ own: 2, other: 3, isOtherExact: true })?.agrees).toBe(false);
  });

  it('is no disagreement inside what the digits leave open', () => {
    expect(agreementOf({ own: 368, simulated: { mean: 400, halfWidth: 3 }, span: [204, 599] })?.agrees).toBe(
      true,
    );
    expect(agreementOf({ own: 368, other: 1330, span: [204, 599] })?.agrees).toBe(false);
  });

  it('is not told where one side is missing', () => {
    expect(agreementOf({ own: undefined, simulated: { mean: 1, halfWidth: 1 }, other: 1 })).toBeUndefined();
    expect(agreementOf({ own: 1 })).toBeUndefined();
  });
});

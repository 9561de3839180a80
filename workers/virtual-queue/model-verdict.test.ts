import { describe, expect, it } from 'vitest';
import { judgeModel } from './model-verdict.ts';

/** Shares of one level that differ from run to run, with the measured ones in their middle. */
const replicated = Array.from({ length: 39 }, (_, run) =>
  Float64Array.of(0.48 + 0.001 * run, 0.52 - 0.001 * run),
);
const BASIS = {
  compared: [{ part: 'tail' as const, measured: Float64Array.of(0.5, 0.5), replicated }],
  ...{ wholeMean: 4, gapCount: 10_000, openShare: 0 },
};

describe('what a consistent verdict promises', () => {
  it('is about the whole only where nothing can hide between the ends', () => {
    const [known] = judgeModel({ ...BASIS, isOpenBetween: false }).sentences;
    expect(known).toMatch(/^Consistent .* A prediction that is off by .* would have been noticed\.$/);
    const [open] = judgeModel({ ...BASIS, isOpenBetween: true }).sentences;
    expect(open).not.toContain('A prediction that is off');
    expect(open).toMatch(/Ends that are off by .* noticed; what is on its way between them was not measured/);
  });

  it('is not made where more is on its way between the ends than would have been noticed in them', () => {
    const few = (measured: number) =>
      judgeModel({ ...BASIS, between: { measured, predicted: 0, isReal: true } });
    expect(few(0.3)).toMatchObject({ outcome: 'negligible' });
    expect(few(0.3).sentences[0]).toMatch(
      /^Detectable but negligible: 0.3 elements are .* 7.5 % of the mean/,
    );
    // Chance moves the mean of the ends by as much.
    expect(few(0.001).outcome).toBe('consistent');
    expect(few(1).outcome).toBe('inconsistent');
  });
});

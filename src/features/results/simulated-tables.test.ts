import { describe, expect, it } from 'vitest';
import { apartWords, type WholeRow } from './simulated-tables.ts';

const row = (mean: number, halfWidth: number, solved?: number): WholeRow => ({
  ...{ of: 'Network', owner: 'network', key: 'throughput', value: { mean, halfWidth } },
  ...(solved !== undefined && { solved }),
});

describe('a simulated number beside the analytic one', () => {
  it('agrees inside its interval, may miss by chance beyond it, and contradicts far from it', () => {
    expect(apartWords(row(5.3, 0.1, 5.35))).toBe('✓ within the interval');
    expect(apartWords(row(7.19, 1.65, 5.35))).toMatch(/1 in 20 is by chance/);
    expect(apartWords(row(7.19, 0.1, 5.35))).toBe('✕ contradicts');
  });

  it('says nothing where it knows nothing', () => {
    expect(apartWords(row(7.19, 3, 5.35))).toBe('interval too wide to tell');
    expect(apartWords(row(7.19, 0.1))).toBe(undefined);
    expect(apartWords(row(7.19, Number.NaN, 5))).toBe(undefined);
  });
});

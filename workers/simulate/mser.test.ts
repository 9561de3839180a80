import { describe, expect, it } from 'vitest';
import { openStream } from '../random/random-stream.ts';
import { truncationPoint } from './mser.ts';

const stream = openStream({ seed: 5, replication: 0, node: 'mser', purpose: 'service' });
const noise = (count: number, level = 0): number[] =>
  Array.from({ length: count }, () => level + stream.uniform() - 0.5);

/** White (1997), written as it is defined. */
function bruteForce(series: readonly number[]): number {
  const errors = series.slice(0, Math.floor(0.9 * series.length) + 1).map((_, d) => {
    const rest = series.slice(d);
    const mean = rest.reduce((sum, x) => sum + x, 0) / rest.length;
    return rest.reduce((sum, x) => sum + (x - mean) ** 2, 0) / rest.length ** 2;
  });
  return errors.indexOf(Math.min(...errors));
}

describe('truncationPoint', () => {
  it('is the start with the smallest marginal standard error', () => {
    for (let round = 0; round < 30; round++) {
      const series = [...noise(10 * (round % 5), -1), ...noise(100)];
      expect(truncationPoint(series)).toBe(bruteForce(series));
    }
  });

  it('cuts off a start that lies apart, and no more', () => {
    expect(truncationPoint([...noise(30, -20), ...noise(170)])).toBe(30);
  });

  it('cuts nothing off what stays the same', () => {
    expect(truncationPoint(new Float64Array(200).fill(3))).toBe(0);
  });
});

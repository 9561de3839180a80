import { describe, expect, it } from 'vitest';
import { LatencySketch } from '../../tests/twin/latency-sketch.ts';
import { sketchCount, sketchQuantile } from './latency-sketch.ts';

/** Numbers in 0..1 that fill it evenly, so the tests need no luck. */
const even = (count: number): number[] => Array.from({ length: count }, (_, i) => (i + 0.5) / count);

function sketchOf(values: readonly number[]): LatencySketch {
  const sketch = new LatencySketch(Math.max(...values));
  for (const value of values) sketch.add(value);
  return sketch;
}

/** The smallest value that a share q of the values does not exceed. */
const exactQuantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(q * values.length) - 1]!;

describe('LatencySketch', () => {
  it('gives every percentile to 1 %, from nanoseconds to hours', () => {
    const distributions: Record<string, number[]> = {
      exponential: even(5000).map((u) => -1e-9 * Math.log(u)),
      pareto: even(5000).map((u) => 3600 / u),
      uniform: even(5000),
      spread: even(5000).map((u) => 1e-6 * 10 ** (8 * u)),
    };
    for (const [name, values] of Object.entries(distributions)) {
      const record = sketchOf(values).record();
      expect(sketchCount(record)).toBe(5000);
      for (const q of [0.001, 0.1, 0.5, 0.9, 0.99, 0.999]) {
        const exact = exactQuantile(values, q);
        expect(Math.abs(sketchQuantile(record, q) - exact), `${name} ${q}`).toBeLessThan(0.01 * exact);
      }
    }
  });

  it('does not depend on the order', () => {
    const values = even(3000).map((u) => 10 ** (5 * u));
    expect(sketchOf(values).record()).toEqual(sketchOf([...values].reverse()).record());
  });

  it('counts zeros apart', () => {
    const record = sketchOf([0, 0, 0, 2]).record();
    expect(sketchQuantile(record, 0.75)).toBe(0);
    expect(sketchQuantile(record, 0.8)).toBeCloseTo(2, 1);
    expect(sketchQuantile(sketchOf([0, 0, 1]).record(), 0.5)).toBe(0);
  });

  it('takes what is less than 2^-64 of the horizon for 0, and keeps the rest', () => {
    const record = sketchOf([1e-30, 1e-10, 1e9]).record();
    expect(record.zeros).toBe(1);
    expect(record.counts.length).toBeLessThanOrEqual(4096);
    expect(sketchCount(record)).toBe(3);
    expect(sketchQuantile(record, 0.6) / 1e-10).toBeCloseTo(1, 1);
    expect(sketchQuantile(record, 0.9) / 1e9).toBeCloseTo(1, 1);
  });

  it('forgets when cleared, and says NaN without times', () => {
    const sketch = sketchOf([1, 2, 9]);
    sketch.clear();
    expect(sketchCount(sketch.record())).toBe(0);
    expect(sketchQuantile(sketch.record(), 0.5)).toBeNaN();
    sketch.add(7);
    expect(sketchQuantile(sketch.record(), 0.5)).toBeCloseTo(7, 0);
  });
});

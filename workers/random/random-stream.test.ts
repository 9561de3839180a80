import { describe, expect, it } from 'vitest';
import { openStream, PURPOSES, type Purpose, RandomStream, type StreamName } from './random-stream.ts';

const name: StreamName = { seed: 1, replication: 0, node: 'a', purpose: 'service' };
const first = (stream: RandomStream, count: number): number[] =>
  Array.from({ length: count }, () => stream.word() >>> 0);

describe('RandomStream', () => {
  it('gives the words of the reference implementation from the state 1, 2, 3, 4 (xoshiro128starstar.c, version 1.1)', () => {
    expect(first(new RandomStream([1, 2, 3, 4]), 10)).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });

  it('moves even from the state of zeros', () => {
    const words = first(new RandomStream([0, 0, 0, 0]), 20);
    expect(new Set(words).size).toBeGreaterThan(10);
  });

  it('is uniform on (0, 1): mean and variance at 5 sigma, no end reached', () => {
    const stream = openStream(name);
    const n = 1_000_000;
    let sum = 0;
    let squares = 0;
    let least = 1;
    let most = 0;
    for (let i = 0; i < n; i++) {
      const u = stream.uniform();
      sum += u;
      squares += (u - 0.5) ** 2;
      least = Math.min(least, u);
      most = Math.max(most, u);
    }
    expect(Math.abs(sum / n - 0.5)).toBeLessThan(5 / Math.sqrt(12 * n));
    // Var (U - 1/2)^2 = 1/80 - 1/144.
    expect(Math.abs(squares / n - 1 / 12)).toBeLessThan(5 * Math.sqrt((1 / 80 - 1 / 144) / n));
    expect(least).toBeGreaterThan(0);
    expect(most).toBeLessThan(1);
  });

  it('stays inside (0, 1) at the extreme words', () => {
    const stream = new RandomStream([0, 0, 0, 0]);
    for (const [word, u] of [
      [0, 2 ** -53],
      [-1, 1 - 2 ** -53],
    ] as const) {
      stream.word = () => word;
      expect(stream.uniform()).toBe(u);
    }
  });

  it('draws integers below a count, each as often as the others', () => {
    const stream = openStream(name);
    const counts = [0, 0, 0, 0, 0, 0, 0];
    for (let i = 0; i < 70_000; i++) counts[stream.integerBelow(7)]!++;
    // Chi-squared with 6 degrees of freedom: above 27.9 once in 10 000 times.
    expect(counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)).toBeLessThan(27.9);
  });
});

describe('openStream', () => {
  it('opens the same stream for the same name', () => {
    expect(first(openStream(name), 5)).toEqual(first(openStream({ ...name }), 5));
  });

  it('opens another stream when any part of the name changes', () => {
    const purposes = (Object.keys(PURPOSES) as Purpose[]).map((purpose) => ({ ...name, purpose }));
    const others = [
      { seed: 2 },
      { seed: 4294967295 },
      { replication: 1 },
      { node: 'b' },
      { node: 'aa' },
      { node: '' },
      { part: 'a' },
      { part: 'b' },
    ];
    const names = [...purposes, ...others.map((other) => ({ ...name, ...other }))];
    const starts = names.map((each) => first(openStream(each), 2).join());
    expect(new Set(starts).size).toBe(names.length);
  });

  it('opens unrelated streams for neighbouring names: correlation below 5 sigma', () => {
    const a = openStream(name);
    const b = openStream({ ...name, replication: 1 });
    const n = 100_000;
    let sum = 0;
    for (let i = 0; i < n; i++) sum += (a.uniform() - 0.5) * (b.uniform() - 0.5);
    expect(Math.abs((12 * sum) / n)).toBeLessThan(5 / Math.sqrt(n));
  });
});

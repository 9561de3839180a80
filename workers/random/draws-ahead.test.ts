import { describe, expect, it } from 'vitest';
import { drawExponential, fillExponential } from '../../core/distributions/draws.ts';
import { type ArrivalDistribution, samplerOf } from '../../core/distributions/index.ts';
import { DrawsAhead } from './draws-ahead.ts';
import { openStream } from './random-stream.ts';

const stream = () => openStream({ seed: 4, replication: 1, node: 'ahead', purpose: 'service' });

const LAWS: readonly ArrivalDistribution[] = [
  { distribution: 'exponential', rate: 3 },
  { distribution: 'uniform', min: 1, max: 4 },
  { distribution: 'gamma', mean: 2, scv: 3 },
  { distribution: 'trace', values: [1, 2, 5] },
  { distribution: 'onOff', peakRate: 3, meanOnTime: 2, meanOffTime: 4 },
];

describe('DrawsAhead', () => {
  it.each(LAWS)('gives the times that the sampler gives one by one: $distribution', (distribution) => {
    const oneByOne = samplerOf(distribution, stream());
    const ahead = new DrawsAhead(samplerOf(distribution, stream()));
    for (let i = 0; i < 20_000; i++) expect(ahead.next()).toBe(oneByOne.next());
  });
});

describe('fillExponential', () => {
  it('goes on wherever the stream is, also between two words that a draw would take together', () => {
    for (const words of [0, 1, 127, 128]) {
      const [a, b] = [stream(), stream()];
      for (let i = 0; i < words; i++) expect(a.word()).toBe(b.word());
      const block = new Float64Array(5000);
      fillExponential(a, block, 2);
      for (const time of block) expect(time).toBe(2 * drawExponential(b));
      expect(a.uniform()).toBe(b.uniform());
    }
  });
});

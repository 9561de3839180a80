/** What samples say by themselves, against numbers counted by hand and against tables of Weh (2012). */
import { describe, expect, it } from 'vitest';
import { sampledAgainstTraced } from './sampled-against-traced.ts';
import { filledQueues, samplerTiming } from './sampled-levels.ts';

const sampled = (id: string, time: number[], levels: number[], left = levels.map((_, k) => 10 * k)) => ({
  ...{ id, time: Float64Array.from(time), outCount: Float64Array.from(left) },
  inCount: Float64Array.from(levels, (level, k) => level + left[k]!),
});

describe('the levels of samples', () => {
  it('are those of Weh 2012, table 4: Feed:Chi-X to Market', () => {
    const [feed] = filledQueues([sampled('feed', [0, 1, 2, 3, 4, 5], [14, 92, 10, 0, 0, 0])]);
    expect(feed).toMatchObject({ samples: 6, filled: 3, sum: 116, negative: 0, most: 92 });
    // 14 in the first sample, 50 in the last.
    expect([feed!.enteredBefore, feed!.entered]).toEqual([14, 50 - 14]);
    expect(feed!.mean).toBeCloseTo(116 / 3, 12);
    // Squares of 14, 92, 10 around 38.67 by two: 2141.3.
    expect(feed!.deviation ** 2).toBeCloseTo(
      ((14 - 116 / 3) ** 2 + (92 - 116 / 3) ** 2 + (10 - 116 / 3) ** 2) / 2,
      9,
    );
    expect(feed!.shareError).toBeNaN();
  });

  it('below 0 are counted by themselves and are in no sum', () => {
    const [queue] = filledQueues([sampled('q', [0, 1, 2, 3], [1, -2, 3, 0])]);
    expect(queue).toMatchObject({ filled: 2, sum: 4, mean: (1 + 3) / 2, negative: 1, least: -2 });
  });

  it('have an error that knows that neighbours are alike', () => {
    // Twenty batches of ten samples, every second one full: of independent samples the error would be 0.035.
    const levels = Array.from({ length: 200 }, (_, k) => (Math.floor(k / 10) % 2 === 0 ? 1 : 0));
    const [queue] = filledQueues([
      sampled(
        'q',
        levels.map((_, k) => k),
        levels,
      ),
    ]);
    expect(queue!.share).toBe(0.5);
    expect(queue!.shareError).toBeCloseTo(Math.sqrt((20 * 0.25) / 19 / 20), 12);
  });
});

describe('the sampler', () => {
  it('is told by its own time stamps: period, late rounds and the cost of each queue', () => {
    const starts = [0, 1000, 2010, 2990, 5000];
    const timing = samplerTiming([
      sampled(
        'b',
        starts.map((time) => time + 70),
        [0, 0, 0, 0, 0],
      ),
      sampled('a', starts, [0, 0, 0, 0, 0]),
      sampled(
        'c',
        starts.map((time, k) => time + 100 + k),
        [0, 0, 0, 0, 0],
      ),
    ])!;
    expect(timing.period).toMatchObject({ mean: 1250, median: 1010, most: 2010 });
    expect(timing).toMatchObject({ rounds: 5, late: 1, round: { mean: 102, most: 104 } });
    expect(timing.costs.map(({ id, mean }) => [id, mean])).toEqual([
      ['a', 70],
      ['b', 32],
    ]);
    expect(timing.costUnseen).toBe('c');
  });

  it('is not told where queues have different numbers of samples', () => {
    expect(samplerTiming([sampled('a', [0, 1], [0, 0]), sampled('b', [0], [0])])).toBeUndefined();
  });
});

describe('a sample of several queues', () => {
  const trace = { arrival: Float64Array.from([10, 20, 48]), departure: Float64Array.from([30, 40, 60]) };

  it('differs only where the trace has its level at no time between the first queue and the last', () => {
    // Read at 25 and 35: 2 elements inside at first, then 1.
    const queues = [sampled('a', [25], [1], [0]), sampled('b', [35], [0], [1])];
    const { samples, mismatches, within, listed } = sampledAgainstTraced(queues, trace);
    expect({ samples, mismatches, within }).toEqual({ samples: 1, mismatches: 0, within: 1 });
    expect(listed).toEqual([]);
    const three = [sampled('a', [25], [3], [0]), sampled('b', [35], [0], [1])];
    expect(sampledAgainstTraced(three, trace)).toMatchObject({
      ...{ mismatches: 1, within: 0 },
      listed: [{ sampled: 3, traced: 2, least: 1, most: 2 }],
    });
  });

  it('may take a while itself', () => {
    // At 50 there is one; at 45, within six, there is none.
    const queues = [sampled('a', [50], [0], [3])];
    expect(sampledAgainstTraced(queues, trace)).toMatchObject({ mismatches: 1 });
    expect(sampledAgainstTraced(queues, trace, { window: 6 })).toMatchObject({ mismatches: 0, within: 1 });
  });

  it('has its counts held against those of the trace', () => {
    const queues = [sampled('a', [15, 35, 50], [1, 1, 1], [0, 1, 4])];
    expect(sampledAgainstTraced(queues, trace).countsApart).toEqual({ least: 0, mean: 2 / 3, most: 2 });
  });
});

import { describe, expect, it } from 'vitest';
import type { Bins } from '../measure/contract.ts';
import { openStream } from '../random/random-stream.ts';
import { judged, measuredRun } from './judged.test-support.ts';
import { inGroups, LEAST_IN_FRAME, wideFrames } from './wide-frames.ts';

const exponential = (mean: number) => ({ distribution: 'exponential', mean }) as const;
const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** One bin, with so many times in each frame. */
const counts = (...byFrame: readonly number[]): Bins => ({
  low: Float64Array.of(0),
  high: Float64Array.of(2),
  weight: Float64Array.of(sum(byFrame)),
  byFrame: Float64Array.from(byFrame),
  total: sum(byFrame),
  ...{ mean: 1, variance: 1, min: 0, max: 2 },
});

describe('frames that are wide enough to shuffle within', () => {
  const half = LEAST_IN_FRAME / 2;

  it('are those of the file where each holds enough times', () => {
    expect(wideFrames(3, counts(2 * half, 3 * half, 2 * half))).toEqual([0, 1, 2]);
  });

  it('are those of the file where only the last one holds few', () => {
    expect(wideFrames(5, counts(4 * half, 4 * half, 4 * half, 0, 1))).toEqual([0, 1, 2, 3, 4]);
  });

  it('are neighbours together, and what is left at the end joins the last', () => {
    expect(wideFrames(7, counts(half, half, 0, 2 * half, half, half, 1))).toEqual([0, 2, 4]);
    expect(wideFrames(2, counts(1, 1))).toEqual([0]);
  });

  it('are those of the file where weights are shares, which tell nothing of how many times there were', () => {
    expect(wideFrames(2, counts(0.5, 0.5))).toEqual([0, 1]);
  });

  it('keep what the frames add up to', async () => {
    const plan = { insertions: exponential(1.25), services: exponential(1), elements: 400, seed: 5 };
    const stated = await measuredRun(plan, 40);
    const grouped = inGroups(stated, [0, 7, 31]);
    const [before, after] = [stated.queues[0]!, grouped.queues[0]!];
    expect([...grouped.frames.start]).toEqual([0, 7, 31].map((frame) => stated.frames.start[frame]));
    expect([...grouped.frames.end]).toEqual(
      [6, 30].map((f) => stated.frames.end[f]).concat(stated.frames.end.at(-1)),
    );
    const area = ({ frames }: typeof before): number =>
      sum(frames!.observed.map((seconds, frame) => seconds * (frames!.meanOccupancy[frame]! || 0)));
    expect(area(after)).toBeCloseTo(area(before), 9);
    expect(sum(after.frames!.insertions)).toBe(sum(before.frames!.insertions));
    expect(Math.max(...after.frames!.maxOccupancy)).toBe(Math.max(...before.frames!.maxOccupancy));
    const gaps = before.interInsertion!.all!;
    expect(sum(after.interInsertion!.all!.byFrame!.subarray(0, gaps.low.length))).toBe(
      sum(gaps.byFrame!.subarray(0, 7 * gaps.low.length)),
    );
  });
});

describe('a run in frames of a few elements', () => {
  const outcomeOf = async (plan: Parameters<typeof measuredRun>[0], frames: number) =>
    (await judged(await measuredRun(plan, frames), { replications: 39 })).replays[0]!.verdict.outcome;

  it('is not refused where the model is right', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, seed) =>
        outcomeOf({ insertions: exponential(1.4), services: exponential(1), elements: 120, seed }, 100),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'inconsistent').length).toBeLessThanOrEqual(1);
  });

  it('is not trusted where gaps resemble those before them, whatever the frames', {
    tags: ['long'],
  }, async () => {
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map((seed) => {
        const insertions = { distribution: 'trace', values: similarGaps(2000, seed) } as const;
        return outcomeOf({ insertions, services: exponential(1), elements: 2000, seed }, 100);
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'inconsistent').length).toBeGreaterThanOrEqual(3);
  });
});

/** Lognormal, mean 1.33; their logarithms are an autoregression of order 1 at 0.9. */
function similarGaps(count: number, seed: number): number[] {
  const stream = openStream({ seed, replication: 0, node: 'similar gaps', purpose: 'interarrival' });
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(stream.uniform())) * Math.cos(2 * Math.PI * stream.uniform());
  let z = normal();
  return Array.from({ length: count }, () => {
    z = 0.9 * z + Math.sqrt(1 - 0.81) * normal();
    return 1.33 * Math.exp(0.9 * z - 0.405);
  });
}

import { describe, expect, it } from 'vitest';
import type { ReducedQueue } from '../measure/contract.ts';
import { seenFlush } from './seen-flush.ts';

const counts = (insertions: readonly number[], departures: readonly number[]) =>
  ({
    insertions: Float64Array.from(insertions),
    departures: Float64Array.from(departures),
  }) as unknown as NonNullable<ReducedQueue['frames']>;

/** Inserted into the tail in two frames, out of the tail, out of the head. */
const crossing = (inserted: number, sent: number, read: number) => ({
  queues: [
    { id: 'v', kind: 'virtual', bulkSize: 100 },
    { id: 't', kind: 'tail', parentId: 'v', frames: counts([inserted - 5, 5], [0, sent]) },
    { id: 'h', kind: 'head', parentId: 'v', frames: counts([0, sent], [0, read]) },
  ] as const,
});

describe('a bus that was flushed', () => {
  it('is seen where more came over than whole bulks hold', () => {
    expect(seenFlush(crossing(250, 250, 250), 'v')).toEqual({ moved: 250, whole: 200, bulkSize: 100 });
    expect(seenFlush(crossing(42, 42, 42), 'v')).toEqual({ moved: 42, whole: 0, bulkSize: 100 });
  });

  it('is not seen where whole bulks came over, or none yet', () => {
    expect(seenFlush(crossing(250, 200, 180), 'v')).toBeUndefined();
    expect(seenFlush(crossing(200, 200, 200), 'v')).toBeUndefined();
    expect(seenFlush(crossing(42, 0, 0), 'v')).toBeUndefined();
    // A table that counts gaps has one less of each.
    expect(seenFlush(crossing(199, 199, 199), 'v')).toBeUndefined();
  });

  it('goes by the bulk that is said of it, and needs one', () => {
    expect(seenFlush(crossing(250, 250, 250), 'v', 50)).toBeUndefined();
    expect(seenFlush(crossing(250, 250, 250), 'v', 1)).toBeUndefined();
    const [, tail, head] = crossing(250, 250, 250).queues;
    expect(seenFlush({ queues: [{ id: 'v', kind: 'virtual' }, tail, head] }, 'v')).toBeUndefined();
  });

  it('is not known where the counts contradict each other, or are missing', () => {
    expect(seenFlush(crossing(42, 60, 60), 'v')).toBeUndefined();
    expect(seenFlush(crossing(Number.NaN, 60, 60), 'v')).toBeUndefined();
    expect(seenFlush({ queues: [] }, 'v')).toBeUndefined();
  });
});

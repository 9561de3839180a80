import { describe, expect, it } from 'vitest';
import type { ReducedQueue } from '../measure/contract.ts';
import { reduceText } from '../measure/reduce.test-support.ts';
import { measuredBus, seenFlush } from './measured-bus.ts';

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

describe('the time of a transfer', () => {
  const reduced = async (rows: readonly string[]) => {
    const text = [
      ...[
        '#qtm 1 queues time=ms',
        'queueId,kind,parentId,bulkSize',
        'v,virtual,,4',
        't,tail,v,',
        'h,head,v,',
      ],
      ...['#qtm 1 events time=ms', 'queueId,time,kind,count', ...rows],
    ].join('\n');
    const [queue, tail] = (await reduceText(text)).queues;
    return measuredBus(queue!, tail);
  };
  /** Elements come at `times`; each four of them leave together, at `ends`. */
  const rows = (times: readonly number[], ends: readonly number[]): readonly string[] =>
    [
      ...times.map((time) => [time, `t,${time},I,1`] as const),
      ...ends.map((time) => [time, `t,${time},D,4`] as const),
    ]
      .sort(([a], [b]) => a - b)
      .map(([, row]) => row);

  it('is from when the last of its elements was there, or the transfer before it had ended', async () => {
    // The second transfer fills up while the first goes on; the third waits for its last element.
    const times = [0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22, 30];
    expect(await reduced(rows(times, [13, 23, 40]))).toEqual({
      ...{ bulkSize: 4, isSeen: true },
      transferTime: expect.closeTo(0.01, 9),
    });
  });

  it('is the same where each element of a transfer has a row of its own', async () => {
    const times = [0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22, 30];
    const each = rows(times, [13, 23, 40]).flatMap((row) =>
      row.endsWith('D,4') ? Array.from({ length: 4 }, () => row.replace('D,4', 'D,1')) : [row],
    );
    expect(await reduced(each)).toEqual(await reduced(rows(times, [13, 23, 40])));
  });

  it('is not told where transfers differ much', async () => {
    const times = [0, 1, 2, 3, 100, 101, 102, 103];
    expect(await reduced(rows(times, [13, 163]))).toEqual({
      bulkSize: 4,
      range: [expect.closeTo(0.01, 9), expect.closeTo(0.06, 9)],
    });
  });

  it('is that of the table, where there is one', () => {
    const service = { mean: 0.5 } as NonNullable<ReducedQueue['service']>;
    expect(measuredBus({}, { bulkSize: 2, service })).toEqual({ bulkSize: 2, transferTime: 0.5 });
  });
});

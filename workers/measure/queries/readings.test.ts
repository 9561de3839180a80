/** The bottleneck by construction, and the published peaks of Weh's table 4. */
import { describe, expect, it } from 'vitest';
import { codesOf, eventsCsv, reduceText } from '../reduce.test-support.ts';
import { MeasuredPlaces } from './measured-places.ts';
import { lineOf } from './queries.test-support.ts';
import { bottleneckReading, peakReading } from './study-measurement.ts';

/** Levels of queues at times 0, 1, ... ms. */
const levelsCsv = (levels: Readonly<Record<string, readonly number[]>>): string => {
  const rows = Object.entries(levels).flatMap(([id, column]) =>
    column.map((level, i) => ({ time: i * 1_000_000, row: `${id},${i * 1_000_000},${level}` })),
  );
  const ordered = rows.sort((a, b) => a.time - b.time).map(({ row }) => row);
  return `queue,time_ns,level\n${ordered.join('\n')}\n`;
};
const stages = [
  { id: 'a', capacity: 10 },
  { id: 'b', capacity: 10 },
  { id: 'c', capacity: 10 },
];

describe('the bottleneck', () => {
  const read = async (levels: Readonly<Record<string, readonly number[]>>, of = stages) => {
    const reduced = await reduceText(levelsCsv(levels));
    return bottleneckReading(reduced, new MeasuredPlaces(reduced, lineOf(of)));
  };
  const full = [10, 10, 9, 10, 10, 2, 10, 10];
  const empty = [0, 1, 0, 0, 5, 0, 0, 0];

  it('is the first full queue before an empty one', async () => {
    const found = await read({ a: full, b: full, c: empty });
    expect(found.stage).toBe('b');
    // Seven stretches of 1 ms: b is full in six, c empty in six.
    expect(found.evidence.map((one) => one.full)).toEqual([6 / 7, 6 / 7, 0]);
    expect(found.sentence).toContain(
      'mostly full (85.7 % of the time at or above nine tenths of its capacity 10)',
    );
    expect((await read({ a: full, b: empty, c: full })).stage).toBe('a');
  });

  it('is the last one when all are full, and none when no queue is', async () => {
    const last = await read({ a: full, b: full, c: full });
    expect(last.stage).toBe('c');
    expect(last.sentence).toContain('no queue behind it was measured');
    const none = await read({ a: empty, b: empty, c: empty });
    expect(none.stage).toBeUndefined();
    expect(none.sentence).toContain('not mostly full');
    const unsure = await read({ a: full, b: [5, 5, 5, 5, 5, 5, 5, 5] });
    expect(unsure.stage).toBeUndefined();
    expect(unsure.sentence).toContain('not mostly empty');
  });

  it.each(['pool', 'twoWay', 'latest'])('is no queue that is full by design: %s', async (kind) => {
    const levels = await reduceText(levelsCsv({ a: full, b: full, c: empty }));
    const told = await reduceText(
      `#qtm 1 queues\nqueueId,kind\nb,${kind}\n${eventsCsv(['b,1,D', 'b,2,D', 'b,3,I'])}`,
    );
    // A pool begins full: what leaves it finds nothing there, which is no doubt.
    expect(codesOf(told)).toEqual({ E11: 2 });
    const of = told.queues[0]!.kind!;
    const queues = levels.queues.map((queue) => (queue.id === 'b' ? { ...queue, kind: of } : queue));
    const reduced = { ...levels, queues };
    const found = bottleneckReading(reduced, new MeasuredPlaces(reduced, lineOf(stages)));
    expect(found.stage).toBe('a');
    expect(found.sentence).toContain(`Left out, since its level says nothing of it: b (${kind}).`);
  });

  it('says when the highest level stands for the room', async () => {
    const { sentence } = await read({ a: full, b: empty }, [{ id: 'a' }, { id: 'b' }] as typeof stages);
    expect(sentence).toContain('(no capacity is known)');
  });
});

describe('peaks', () => {
  it('go on downstream as in table 4 of Weh 2012', async () => {
    // One sample period is 1 ms; a period of zeros before.
    const reduced = await reduceText(
      levelsCsv({
        feed: [0, 14, 92, 10, 0, 0, 0, 0],
        worker: [0, 0, 0, 44, 102, 124, 0, 0],
        book: [0, 0, 1, 22, 20, 14, 0, 0],
      }),
    );
    const graph = lineOf([{ id: 'feed' }, { id: 'worker' }, { id: 'book' }]);
    const { peaks, pairs } = peakReading(reduced, new MeasuredPlaces(reduced, graph));
    expect(peaks.map(({ queue, peak }) => [queue, peak.level])).toEqual([
      ['worker', 124],
      ['feed', 92],
      ['book', 22],
    ]);
    const feed = peaks.find(({ queue }) => queue === 'feed')!;
    expect(feed.followers.map(({ queue, peak }) => [queue, peak.level, peak.at])).toEqual([
      ['worker', 124, 0.005],
      ['book', 22, 0.003],
    ]);
    expect(pairs.find(({ from, to }) => from === 'feed' && to === 'worker')).toMatchObject({
      peaks: 1,
      followed: 1,
    });
  });

  it('are not followed by what came before them or much later', async () => {
    const reduced = await reduceText(
      eventsCsv(['b,0,I', 'b,1000,D', 'a,5000,I', 'a,6000,D', 'b,9000000,I', 'b,9001000,D']),
    );
    const graph = lineOf([{ id: 'a' }, { id: 'b' }]);
    const { peaks, pairs } = peakReading(reduced, new MeasuredPlaces(reduced, graph));
    expect(peaks.every(({ followers }) => followers.length === 0)).toBe(true);
    expect(pairs[0]).toMatchObject({ from: 'a', to: 'b', peaks: 1, followed: 0 });
    expect(pairs[0]!.byChance).toBeLessThan(0.01);
  });
});

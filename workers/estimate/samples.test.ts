import { describe, expect, it } from 'vitest';
import { drawExponential } from '../../core/distributions/draws.ts';
import { estimateBusyTime } from './estimate-rate.ts';
import { streamOf } from './micro-benchmark.ts';
import { PeriodBins } from './period-bins.ts';
import { samplesFromCounters } from './samples-from-counters.ts';
import { type QueueEvents, samplesFromEvents } from './samples-from-events.ts';

const LETTERS = 'IDFE';

/** Lines such as "3 I" or "5 D 2 1.5": time, kind, items, blockedFor. */
function eventsOf(...lines: string[]): QueueEvents {
  const cells = lines.map((line) => line.split(' '));
  return {
    time: Float64Array.from(cells, ([time]) => Number(time)),
    kind: Uint8Array.from(cells, ([, kind]) => LETTERS.indexOf(kind!)),
    count: Float64Array.from(cells, ([, , count]) => Number(count ?? 1)),
    blockedFor: Float64Array.from(cells, ([, , , blocked]) => Number(blocked ?? Number.NaN)),
  };
}

const list = (values: ArrayLike<number> | undefined): number[] => Array.from(values ?? []);

describe('PeriodBins', () => {
  it('counts where an operation is done, and spreads its wait over the periods', () => {
    const bins = new PeriodBins({ start: 10, period: 2, periods: 3 });
    bins.add(11, 11, 1);
    bins.add(11.5, 15, 2);
    bins.add(9, 9.5, 7);
    bins.add(16, 99, 7);
    const { time, count, blocked, blockedFor } = bins.columns();
    expect(list(time)).toEqual([12, 14, 16]);
    expect(list(count)).toEqual([1, 0, 2]);
    expect(list(blocked)).toEqual([1, 1, 1]);
    expect(list(blockedFor)).toEqual([0.5, 2, 1]);
  });
});

describe('samplesFromEvents', () => {
  it('goes by blockedFor', () => {
    const events = eventsOf('0 I 9', '1 D', '2 D', '5 D 1 2', '6 D', '7 D');
    const columns = samplesFromEvents(events, { end: 'head', period: 2 });
    expect(list(columns?.count)).toEqual([1, 1, 2]);
    expect(list(columns?.blockedFor)).toEqual([0, 2, 0]);
  });

  it('goes by the last event that found the queue empty or full', () => {
    const events = eventsOf('0 I 2', '1 D', '2 D', '3 E', '5 I', '5 D', '6 D');
    expect(list(samplesFromEvents(events, { end: 'head', period: 5 })?.blockedFor)).toEqual([2]);
    const full = eventsOf('0 I', '1 I', '1.5 F', '4 D', '4 I', '5 I');
    expect(list(samplesFromEvents(full, { end: 'tail', period: 5 })?.blockedFor)).toEqual([2.5]);
  });

  it('else leaves out what begins with nothing to read, or without room', () => {
    const events = eventsOf('0 I 2', '1 D', '2 D', '4 I 2', '5 D', '6 D');
    const head = samplesFromEvents(events, { end: 'head', period: 5 });
    expect(list(head?.count)).toEqual([2]);
    expect(list(head?.blockedFor)).toEqual([3]);
    const tail = samplesFromEvents(eventsOf('0 I', '1 I', '4 D', '4 I', '5 I', '6 I'), {
      ...({ end: 'tail', period: 6, capacity: 2 } as const),
    });
    expect(list(tail?.blockedFor)).toEqual([3 + 1 + 1]);
  });

  it('is nothing without time between operations', () => {
    expect(samplesFromEvents(eventsOf('1 I', '2 I', '3 D'), { end: 'head' })).toBeUndefined();
    expect(samplesFromEvents(eventsOf(), { end: 'tail' })).toBeUndefined();
  });

  it.each(['start', 'end'] as const)(
    'gives the true rate where a departure is the %s of a service',
    (meaning) => {
      const [lambda, mu, items] = [0.6, 1, 40_000];
      const stream = streamOf(1, meaning);
      const lines: [number, string][] = [];
      let [arrival, free] = [0, 0];
      for (let item = 0; item < items; item += 1) {
        arrival += drawExponential(stream) / lambda;
        const start = Math.max(arrival, free);
        free = start + drawExponential(stream) / mu;
        lines.push([arrival, 'I'], [meaning === 'start' ? start : free, 'D']);
      }
      lines.sort(([a], [b]) => a - b);
      const events = eventsOf(...lines.map(([time, kind]) => `${time} ${kind}`));
      const outcome = estimateBusyTime(samplesFromEvents(events, { end: 'head' })!);
      expect('rate' in outcome && Math.abs(outcome.rate / mu - 1)).toBeLessThan(0.03);
    },
  );
});

describe('samplesFromCounters', () => {
  const counters = {
    time: Float64Array.of(0, 1, 2, 3),
    inCount: Float64Array.of(2, 5, 6, 9),
    outCount: Float64Array.of(0, 3, 6, 7),
  };

  it('takes the level at both ends of a period', () => {
    const head = samplesFromCounters(counters, { end: 'head' });
    expect(list(head.count)).toEqual([3, 3, 1]);
    expect(list(head.waiting)).toEqual([2, 2, 0]);
    expect(list(head.blocked)).toEqual([0, 1, 1]);
    const tail = samplesFromCounters(counters, { end: 'tail', capacity: 2 });
    expect(list(tail.count)).toEqual([3, 1, 3]);
    expect(list(tail.waiting)).toEqual([0, 0, 2]);
    expect(list(tail.blocked)).toEqual([1, 1, 1]);
  });

  it('goes on where a counter starts again, and leaves out one that went back', () => {
    const wrapped = {
      ...counters,
      inCount: Float64Array.of(2, 5, 6, 1),
      outCount: Float64Array.of(0, 3, 5, 7),
    };
    expect(list(samplesFromCounters({ ...wrapped, wrap: 8 }, { end: 'tail' }).count)).toEqual([3, 1, 3]);
    expect(list(samplesFromCounters({ ...wrapped, wrap: 8 }, { end: 'head' }).waiting)).toEqual([2, 2, 1]);
    expect(list(samplesFromCounters(wrapped, { end: 'tail' }).count)).toEqual([3, 1]);
  });
});

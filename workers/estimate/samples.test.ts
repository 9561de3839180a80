import { describe, expect, it } from 'vitest';
import { drawExponential, NormalDraws } from '../../core/distributions/draws.ts';
import { someOf } from '../../tests/examples.ts';
import type { RateReport } from './contract.ts';
import { estimateBusyTime, estimateRate } from './estimate-rate.ts';
import { streamOf } from './micro-benchmark.ts';
import { PeriodBins } from './period-bins.ts';
import type { QueueEvents } from './queue-level.ts';
import { samplesFromEvents } from './rate-rows.ts';
import { samplesFromCounters } from './samples-from-counters.ts';
import { eventsInOrder } from './time-order.ts';

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

/** M/M/1 of rates 0.8 and 1: letters and times of what entered and left, in the order of time. */
function singleServer(
  items: number,
  sense: 'start' | 'end' = 'end',
  lambda = 0.8,
  seed = 11,
): [number, string][] {
  const stream = streamOf(seed, 'events');
  const events: [number, string][] = [];
  let [arrival, free] = [0, 0];
  for (let item = 0; item < items; item += 1) {
    arrival += drawExponential(stream) / lambda;
    const start = Math.max(arrival, free);
    free = start + drawExponential(stream);
    events.push([arrival, 'I'], [sense === 'start' ? start : free, 'D']);
  }
  return inOrder(events);
}

const inOrder = (events: [number, string][]) => events.sort(([a], [b]) => a - b);

const reportOf = (events: readonly [number, string][], told: { servers?: number; departure?: 'end' } = {}) =>
  estimateRate(
    samplesFromEvents(eventsInOrder(eventsOf(...events.map((event) => event.join(' ')))), {
      end: 'head',
      ...told,
    })!,
  );

/** Deviation of the true rate, 1, from the estimate in half widths of its interval. */
function halfWidthsOff({ chosen }: RateReport): number {
  if ('refused' in chosen) throw new Error(chosen.refused);
  return Math.abs(1 - chosen.rate) / (chosen.high! - chosen.rate);
}

describe('levels that cannot be believed', () => {
  const events = singleServer(8000);
  const lose = (letter: string, from: number, step = Number.POSITIVE_INFINITY) => {
    let number = -1;
    return events.filter(([, kind]) => {
      if (kind === letter) number += 1;
      return kind !== letter || number < from || (number - from) % step !== 0;
    });
  };

  it.each([80, 800, 4000, 7600])('gives the rate although departure %i is missing, and says so', (at) => {
    const report = reportOf(lose('D', at));
    expect(halfWidthsOff(report)).toBeLessThan(1.3);
    expect(report.warnings[0]).toMatch(
      /^a departure is missing: from (.* after )?the first event on the level falls \d+ times to its lowest, and/,
    );
  });

  it('gives the rate of a server that is mostly idle with three departures in a thousand missing', () => {
    for (const seed of [1, 2, 3, 4]) {
      const seldom = singleServer(8000, 'end', 0.3, seed);
      let departures = 0;
      const report = reportOf(seldom.filter(([, kind]) => kind !== 'D' || ++departures % 333 !== 0));
      expect(halfWidthsOff(report)).toBeLessThan(1.3);
      expect(report.warnings[0]).toMatch(/^\d+ departures are missing/);
    }
  });

  it('gives no rate where insertions are missing too, or rows stand there twice', () => {
    const rows = singleServer(8000, 'end', 0.3);
    const stream = streamOf(1, 'lost');
    const lost = rows.filter(() => drawExponential(stream) > 0.01);
    const twice = rows.flatMap((row) => (drawExponential(stream) < 0.003 ? [row, row] : [row]));
    for (const events of [lost, twice]) {
      const { chosen } = reportOf(events);
      expect('refused' in chosen && chosen.refused).toMatch(
        /^Events are missing, or stand there twice: .* while \d+ departures or more come from an empty queue/,
      );
    }
  });

  it('gives the rate where a stretch of the trace is cut out, and says so', () => {
    const rows = singleServer(8000, 'end', 0.9);
    let level = 0;
    const from = rows.findIndex(([, kind], i) => {
      level += kind === 'I' ? 1 : -1;
      return i > 5000 && level > 4;
    });
    const report = reportOf(rows.filter((_, i) => i <= from || i > from + 1600));
    expect(halfWidthsOff(report)).toBeLessThan(1.3);
    expect(report.warnings.join()).toMatch(/nothing came or left for 848 s while the server had work/);
  });

  it('is told from the first event, whatever the clock counts from', () => {
    const lost = lose('D', 4000);
    const [zero, midnight] = [0, 36_000].map(
      (origin) => reportOf(lost.map(([time, kind]): [number, string] => [time + origin, kind])).warnings[0]!,
    );
    expect(zero).toMatch(/: from [\d,.]+ (s|min|h) after the first event on the level falls/);
    expect(midnight).toBe(zero);
  });

  it('gives the rate with one departure in a thousand missing, and none with one in a hundred', () => {
    const report = reportOf(lose('D', 500, 1000));
    expect(halfWidthsOff(report)).toBeLessThan(1.3);
    expect(report.warnings[0]).toMatch(/^8 departures are missing/);
    const { chosen } = reportOf(lose('D', 50, 100));
    expect('refused' in chosen && chosen.refused).toMatch(
      /never empty, but falls .* departures may be missing, or the server always has work. Its rate is .* record blockedFor/,
    );
  });

  it('gives the rate where a departure and later an insertion is missing', () => {
    const insertion = lose('D', 0, 1)[5000];
    const lost = lose('D', 1000).filter((event) => event !== insertion);
    const report = reportOf(lost);
    expect(halfWidthsOff(report)).toBeLessThan(1.3);
    expect(report.warnings[0]).toMatch(/^a departure is missing/);
  });

  it('gives the rate of a clock of half a service, however rows of one instant stand', () => {
    const coarse = events.map(([time, kind]): [number, string] => [Math.floor(2 * time) / 2, kind]);
    const turned = [...coarse].sort(([a, x], [b, y]) => a - b || x.localeCompare(y));
    expect(turned).not.toEqual(coarse);
    const report = reportOf(turned);
    expect(report).toEqual(reportOf(coarse));
    expect(halfWidthsOff(report)).toBeLessThan(1.3);
  });

  it('gives the rate where an item is taken at the instant of its arrival, or by another clock just before', () => {
    const starts = singleServer(8000, 'start');
    const early = (shift: number) =>
      inOrder(starts.map(([time, kind]) => [kind === 'D' ? time - shift : time, kind]));
    for (const shift of [0, 1e-4, 1e-3]) expect(halfWidthsOff(reportOf(early(shift)))).toBeLessThan(1.3);
  });

  it('leaves a server alone that always has work, and says on what that rests', () => {
    const stream = streamOf(3, 'busy');
    let time = 0;
    const full = Array.from({ length: 2000 }, (): [number, string][] => {
      time += drawExponential(stream);
      return [
        [time, 'D'],
        [time, 'I'],
      ];
    }).flat();
    const start = Array.from({ length: 4 }, (): [number, string] => [0, 'I']);
    for (const busy of [[...start, ...full], singleServer(8000, 'end', 1.3).slice(0, 12_000)]) {
      const report = reportOf(busy);
      expect(halfWidthsOff(report)).toBeLessThan(1.3);
      expect(report.warnings[0]).toMatch(
        /the queue is never empty: the server is taken as busy all the time/,
      );
    }
  });

  it('gives no rate where a paced server may be busy or wait for its next item', () => {
    const paced = Array.from({ length: 500 }, (_, i): [number, string][] => [
      [i, 'I'],
      [i + 0.6, 'D'],
    ]).flat();
    const { chosen } = reportOf(paced.filter((_, i) => i !== 21));
    expect('refused' in chosen && chosen.refused).toMatch(
      /Its rate is 0.998 \/s if it is always busy, and higher if not/,
    );
  });
});

describe('several servers', () => {
  /** Of so many servers of rate 1: what entered and left. */
  const served = (servers: number, lambda: number, seed: number) => {
    const stream = streamOf(seed, 'servers');
    const free = new Float64Array(servers);
    let arrival = 0;
    const events = Array.from({ length: 8000 }, (): [number, string][] => {
      arrival += drawExponential(stream) / lambda;
      const first = free.indexOf(Math.min(...free));
      free[first] = Math.max(arrival, free[first]!) + drawExponential(stream);
      return [
        [arrival, 'I'],
        [free[first]!, 'D'],
      ];
    });
    return inOrder(events.flat());
  };
  const cases = [
    [2, 0.5],
    [2, 0.8],
    [4, 0.5],
    [4, 0.8],
    [500, 0.002],
  ] as const;

  it.each(someOf(cases, 3))('%i of them, %f busy, are not taken for one', (servers, busy) => {
    for (const told of [{}, { departure: 'end' }] as const) {
      const { chosen } = reportOf(served(servers, busy * servers, 3), told);
      expect('refused' in chosen && chosen.refused).toMatch(
        /^Departures follow each other sooner the more is inside: .* column servers of table queues/,
      );
    }
  });

  it.each(someOf(cases.slice(0, 4), 2))(
    '%i of them, %f busy, have their rate where it is said',
    (servers, busy) => {
      for (const seed of [1, 2, 3]) {
        const { chosen } = reportOf(served(servers, busy * servers, seed), { servers });
        if ('refused' in chosen) throw new Error(chosen.refused);
        expect(Math.abs(servers - chosen.rate) / (chosen.high! - chosen.rate)).toBeLessThan(1.3);
      }
    },
  );
});

describe('departures that are declared as ends of services', () => {
  it('are taken for something else where those of an empty stage took another time', () => {
    for (const seed of [1, 2, 3]) {
      // A service of at least 1 and 2 in the mean, which the clock of departures has 0.5 too short.
      const stream = streamOf(seed, 'early');
      let [arrival, free] = [0, 0];
      const events = Array.from({ length: 6000 }, (): [number, string][] => {
        arrival += drawExponential(stream) / 0.2;
        free = Math.max(arrival, free) + 1 + drawExponential(stream);
        return [
          [arrival, 'I'],
          [free - 0.5, 'D'],
        ];
      });
      const { chosen, warnings } = reportOf(inOrder(events.flat()), { departure: 'end' });
      expect(warnings[0]).toMatch(
        /^items that came to an empty stage took 1\.5.* s, others (2|2\.0\d*|1\.9\d*) s/,
      );
      if ('refused' in chosen) throw new Error(chosen.refused);
      expect(chosen.low).toBeLessThan(0.5);
      expect(chosen.high).toBeGreaterThan(0.5);
    }
  });
});

describe('clocks of two ends', () => {
  const senses = ['start', 'end'] as const;
  const seeds = [1, 2, 3, 4, 5, 6];

  /** Every time is read by a clock that goes up and down by so much of a service, that of departures `early` besides. */
  const apart = (sense: 'start' | 'end', { noise = 0, early = 0 }, seed: number, lambda = 0.5) => {
    const normal = new NormalDraws(streamOf(seed, 'clock'));
    const events = singleServer(6000, sense, lambda, seed);
    return reportOf(
      inOrder(events.map(([at, kind]) => [at + noise * normal.next() - (kind === 'D' ? early : 0), kind])),
    );
  };

  describe.each(senses)('%s of service', (sense) => {
    const tags = sense === 'start' ? [] : ['long'];

    it('leave an interval that holds while they are apart by little', { tags }, () => {
      for (const much of [{ noise: 0.02 }, { noise: 0.08 }, { early: 0.05 }])
        for (const seed of seeds) expect(halfWidthsOff(apart(sense, much, seed))).toBeLessThan(1.3);
    });

    it('leave no interval where they are apart by half a service', { tags }, () => {
      for (const seed of seeds)
        for (const lambda of [0.3, 0.8]) {
          const { chosen, warnings } = apart(sense, { noise: 0.5 }, seed, lambda);
          expect(chosen).not.toHaveProperty('low');
          expect(warnings[0]).toMatch(/^items seem to leave before they came, mostly by .*: no interval/);
        }
    });
  });

  it('are not blamed for an insertion that is missing', () => {
    const events = singleServer(8000);
    const insertions = events.filter(([, kind]) => kind === 'I');
    for (const at of [1000, 4000]) {
      const report = reportOf(events.filter((event) => event !== insertions[at]));
      expect(halfWidthsOff(report)).toBeLessThan(1.3);
      expect(report.warnings).toEqual([]);
    }
  });
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

  it('takes an empty queue as idle, half a period for each end, where departures are ends of services', () => {
    const head = samplesFromCounters(counters, { end: 'head', departure: 'end' });
    expect(list(head.blockedFor)).toEqual([0, 0.5, 0.5]);
    expect(list(head.blocked)).toEqual([0, 1, 1]);
    expect(head).not.toHaveProperty('waiting');
    expect(samplesFromCounters(counters, { end: 'tail', capacity: 2, departure: 'end' })).toEqual(
      samplesFromCounters(counters, { end: 'tail', capacity: 2 }),
    );
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

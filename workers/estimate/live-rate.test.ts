/** Rates while rows come in, from servers whose rates and changes are known. */
import { describe, expect, it } from 'vitest';
import { someOf } from '../../tests/examples.ts';
import type { RateColumns } from './contract.ts';
import { estimateRate } from './estimate-rate.ts';
import { type LiveNews, LiveRate } from './live-rate.ts';
import { runTwoThreads } from './micro-benchmark.ts';
import { samplesFromCounters } from './samples-from-counters.ts';

const [MU, PERIOD] = [1e6, 1e-5];

function seenOf(load: number, periods: number, later?: { readonly at: number; readonly rate: number }) {
  return runTwoThreads({
    producer: { times: 'exponential', rate: load * MU },
    consumer: { times: 'exponential', rate: MU, ...(later && { later }) },
    ...{ capacity: 64, period: PERIOD, periods, seed: 7 },
  }).head;
}

interface Told {
  readonly live: LiveRate;
  readonly news: readonly (LiveNews & { readonly at: number })[];
}

function told(columns: RateColumns, knowsTimes = true): Told {
  const live = new LiveRate();
  const news = Array.from(columns.time, (time, i) => {
    const blocked = columns.blocked[i] === 1;
    const blockedFor = blocked && !knowsTimes ? Number.NaN : columns.blockedFor[i]!;
    const one = { time, period: columns.period[i]!, count: columns.count[i]!, blocked, blockedFor };
    return live.push(one).map((each) => ({ ...each, at: time }));
  });
  return { live, news: news.flat() };
}

const phasesOf = ({ news }: Told) => news.flatMap((one) => (one.kind === 'phase' ? [one] : []));

describe('a rate while its periods come in', () => {
  it('holds the known rate and tells of no change where there is none, in bounded memory', () => {
    const seen = told(seenOf(0.7, 6000));
    expect(phasesOf(seen)).toEqual([]);
    const { outcome, kept, from, to } = seen.live.state()!;
    expect(outcome).toMatchObject({ method: 'busy-time' });
    expect('rate' in outcome && Math.abs(outcome.rate / MU - 1)).toBeLessThan(0.02);
    expect(kept).toBeLessThan(2048);
    expect(to - from).toBeCloseTo(6000 * PERIOD, 9);
  });

  it.each(someOf([1, 5], 1))(
    'takes no long service for a change: hyperexponential, %d items in a period',
    (items) => {
      let invented = 0;
      for (let seed = 0; seed < 20; seed += 1) {
        const { head } = runTwoThreads({
          producer: { times: 'exponential', rate: 0.5 * MU },
          consumer: { times: 'hyperexponential', rate: MU },
          ...{ capacity: 1024, period: items / MU, periods: 2000, seed },
        });
        if (phasesOf(told(head)).length > 0) invented += 1;
      }
      expect(invented).toBeLessThanOrEqual(1);
    },
  );

  it('warns as of a file, and so of counters whose services are not exponential', () => {
    const { counters } = runTwoThreads({
      producer: { times: 'exponential', rate: 0.5 * MU },
      consumer: { times: 'hyperexponential', rate: MU },
      ...{ capacity: 1024, period: 1 / MU, periods: 1000, seed: 1 },
    });
    const columns = samplesFromCounters(counters, { end: 'head' });
    const live = new LiveRate();
    for (const [i, time] of columns.time.entries()) {
      const [blocked, blockedFor] = [columns.blocked[i] === 1, columns.blockedFor[i]!];
      live.push(
        { time, period: columns.period[i]!, count: columns.count[i]!, blocked, blockedFor },
        columns.waiting![i],
      );
    }
    const { warnings } = live.state()!;
    expect(warnings).toEqual(estimateRate(columns).warnings);
    expect(warnings).toEqual([
      expect.stringContaining('counters tell the rate of exponential services only'),
    ]);
  });

  it.each([0.5, 0.8, 1.25])('tells when the rate became %d times as high, soon and once', (factor) => {
    const at = 2500 * PERIOD;
    const seen = told(seenOf(0.7, 5000, { at, rate: factor * MU }));
    const [change, ...more] = phasesOf(seen);
    expect(more).toEqual([]);
    expect(Math.abs(change!.phase.to - at) / PERIOD).toBeLessThan(60);
    expect((change!.at - at) / PERIOD).toBeLessThan(1000);
    expect(change!.phase.rate / MU).toBeCloseTo(1, 1);
    const { outcome, from } = seen.live.state()!;
    expect(from).toBe(change!.phase.to);
    expect('rate' in outcome && outcome.rate / (factor * MU)).toBeCloseTo(1, 1);
  });

  it('goes by the censored likelihood, over the last periods, where blocked times are not known', () => {
    const { outcome, kept } = told(seenOf(0.9, 3000), false).live.state()!;
    expect(outcome.method).toBe('censored');
    expect('rate' in outcome && Math.abs(outcome.rate / MU - 1)).toBeLessThan(0.1);
    expect(kept).toBeLessThan(2048);
  });

  it('takes a longer T for the published heuristic where nothing blocks, a short one where most periods would be', {
    tags: ['long'],
  }, () => {
    const lastT = (load: number): number => told(seenOf(load, 3000)).live.state()!.chosen!.period / PERIOD;
    expect(lastT(2)).toBeGreaterThanOrEqual(16);
    expect(lastT(0.5)).toBeLessThanOrEqual(2);
  });
});

/** Counter samples: levels, races, wraps, and what Weh (2012) tabulates. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFault } from './measurement-fault.ts';
import { codesOf, queueOf, reduceText } from './reduce.test-support.ts';
import { sampledAgainstTraced } from './sampled-against-traced.ts';

const counters = (rows: readonly string[], settings = '', before = ''): string =>
  `${before}#qtm 1 counters time=ns ${settings}\nqueueId,timestamp,inCount,outCount\n${rows.join('\n')}\n`;
const shown = async (text: string): Promise<string[]> =>
  (await reduceText(text)).faults.shown.map(describeFault);

describe('counter samples', () => {
  it('give the level that holds until the next sample, and the sums of tables 3 to 7', async () => {
    const reduced = await reduceText(
      counters(['q,0,100,100', 'q,10,104,101', 'q,30,105,105', 'q,40,105,105']),
    );
    const queue = queueOf(reduced, 'q');
    expect(queue.basis).toBe('counters');
    expect([...queue.occupancy!.low]).toEqual([0, 3]);
    expect([...queue.occupancy!.weight].map((time) => Math.round(time * 1e9))).toEqual([20, 20]);
    expect(queue.counters).toEqual({
      ...{ samples: 4, nonZero: 1, zero: 3, negative: 0, mostNegative: 0, levelSum: 3 },
      ...{ inCount: 5, outCount: 5, inBefore: 100, positiveSum: 3 },
      ...{ inTogether: 1, outTogether: 1 },
    });
    expect(queue.frames!.levelSum.reduce((a, b) => a + b)).toBe(3);
  });

  it('with more out than in are counted, explained and taken as 0', async () => {
    const reduced = await reduceText(
      counters(['q,0,5,5', 'q,10,3999,4000', 'q,20,4007,4010', 'q,30,4010,4010']),
    );
    const queue = queueOf(reduced, 'q');
    expect(queue.counters).toMatchObject({ negative: 2, mostNegative: -3, levelSum: -4, positiveSum: 0 });
    expect(queue.occupancy!.max).toBe(0);
    expect(reduced.faults.shown.map(describeFault)).toEqual([
      'f: queue q: in 2 of 4 samples more had left than entered, by up to 3. The counters are read one after the other ' +
        'while the queue works on; such samples count as level 0 [W12]',
    ]);
  });

  it('that go back are left out, unless they wrap as declared', async () => {
    const rows = ['q,0,4294967290,4294967290', 'q,10,4,4294967295', 'q,20,9,7'];
    expect(codesOf(await reduceText(counters(rows)))).toEqual({ E13: 2 });
    const wrapped = await reduceText(counters(rows, 'wrap=2^32'));
    expect(wrapped.faults.counts).toEqual([]);
    expect(queueOf(wrapped, 'q').counters).toMatchObject({ inCount: 15, outCount: 13, levelSum: 7 });
  });

  it('must come in order of time', async () => {
    const faults = await shown(counters(['q,10,1,0', 'q,5,2,0', 'q,10,2,1', 'q,20,2,2']));
    expect(faults).toEqual([
      'f, line 4, timestamp: queue q: this sample is older than the one above it [E13]',
      'f, line 5, timestamp: queue q: two samples at the same time [W13]',
    ]);
  });

  it('above the capacity are a race when what enters between two samples can explain it', async () => {
    const queues = '#qtm 1 queues\nqueueId,capacity\nq,4\n';
    expect(codesOf(await reduceText(counters(['q,0,3,0', 'q,10,8,3'], '', queues)))).toEqual({ W14: 1 });
    expect(codesOf(await reduceText(counters(['q,0,3,0', 'q,10,20,0'], '', queues)))).toEqual({ W14: 1 });
    expect(codesOf(await reduceText(counters(['q,0,30,0', 'q,10,31,29'], '', queues)))).toEqual({ E14: 1 });
  });
});

describe('sampledAgainstTraced', () => {
  const visits = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 90 })), {
    minLength: 1,
    maxLength: 40,
  });

  it('finds nothing where the counters show the trace, and every sample that was made wrong', () => {
    fc.assert(
      fc.property(visits, fc.array(fc.nat(20), { maxLength: 6 }), (made, wrong) => {
        // Arrivals are odd, departures even multiples of 3 plus 1 and 2: no sample falls on one of them.
        const arrival = Float64Array.from(made, ([at]) => at * 3 + 1);
        const departure = Float64Array.from(made, ([at, stay]) => (at + stay) * 3 + 2);
        const time = Float64Array.from({ length: 21 }, (_, sample) => sample * 75);
        const inCount = time.map((t) => arrival.filter((at) => at < t).length);
        const outCount = time.map((t) => departure.filter((at) => at < t).length);
        const [first, last] = [Math.min(...arrival), Math.max(...departure)];
        const inSpan = (sample: number): boolean => time[sample]! >= first && time[sample]! <= last;
        const exact = sampledAgainstTraced([{ id: 'q', time, inCount, outCount }], { arrival, departure });
        expect(exact).toMatchObject({
          mismatches: 0,
          samples: time.filter((_, sample) => inSpan(sample)).length,
        });
        const changed = new Set(wrong.filter(inSpan));
        for (const sample of changed) inCount[sample]! += 1;
        const found = sampledAgainstTraced([{ id: 'q', time, inCount, outCount }], { arrival, departure });
        expect(found.mismatches).toBe(changed.size);
        expect(new Set(found.listed.map((one) => one.time / 75))).toEqual(changed);
      }),
    );
  });

  it('adds the samples of two queues that one trace is of, and counts the control elements', () => {
    // The numbers of Weh 2012, p. 23: 4405 + 5234 departures counted, 9634 traced, 5 control elements.
    const arrival = Float64Array.from({ length: 9634 }, (_, visit) => 10 * visit);
    const departure = arrival.map((at) => at + 5);
    const time = Float64Array.of(7, 96_340);
    const market = {
      id: 'Chi-X',
      time,
      inCount: Float64Array.of(1, 4405),
      outCount: Float64Array.of(1, 4405),
    };
    const other = {
      id: 'BATS',
      time: time.map((at) => at + 1),
      inCount: Float64Array.of(0, 5234),
      outCount: Float64Array.of(0, 5234),
    };
    const found = sampledAgainstTraced([market, other], { arrival, departure });
    expect(found.sampledDepartures - found.tracedDepartures).toBe(5);
    expect(found).toMatchObject({ samples: 1, outside: 1, mismatches: 0 });
  });

  it('lists how long those stayed that the samples did not show', () => {
    const trace = { arrival: Float64Array.of(0, 100, 110), departure: Float64Array.of(50, 190, 150) };
    const samples = {
      id: 'q',
      time: Float64Array.of(20, 120),
      inCount: Float64Array.of(1, 3),
      outCount: Float64Array.of(0, 3),
    };
    const found = sampledAgainstTraced([samples], trace);
    expect(found.listed).toEqual([
      { time: 120, sampled: 0, traced: 2, least: 2, most: 2, durations: [90, 40] },
    ]);
    expect(found.share).toBe(0.5);
    expect(found.meanMismatchDuration).toBe(65);
    expect(found.meanDuration).toBe(60);
  });
});

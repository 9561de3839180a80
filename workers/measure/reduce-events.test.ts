/** Traces: against the long way on random ones, against theory on a long one, and the errors they may have. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bins } from './contract.ts';
import { mm1Trace } from './fixtures/mm1-trace.ts';
import { type Move, naiveQueue } from './fixtures/naive-queue.ts';
import { levelDoubt } from './ledger-doubts.ts';
import { describeFault } from './measurement-fault.ts';
import { bytesOf, codesOf, eventsCsv, queueOf, reduceBytes, reduceText } from './reduce.test-support.ts';
import { measurementOfReduced } from './reduce-measurement.ts';
import { collectTraces } from './trace/collect-trace.ts';

/** Nine insertions, of which eight are kept back for what may belong before them. */
const LATER = Array.from({ length: 9 }, (_, k) => `q,${10 + k},I`).join('\n');

/** Random moves that a queue can make. */
const moves = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 3_000_000 }),
      count: fc.integer({ min: 1, max: 4 }),
      leave: fc.boolean(),
    }),
    {
      minLength: 2,
      maxLength: 120,
    },
  )
  .map((steps) => {
    const made: Move[] = [];
    let [time, level] = [5_000_000, 0];
    for (const { gap, count, leave } of steps) {
      // An insertion after a departure at one instant would be taken before it.
      const kind = leave && level > 0 ? 'D' : 'I';
      time += kind === 'D' ? gap : gap + 1;
      const moved = kind === 'D' ? Math.min(count, level) : count;
      level += kind === 'I' ? moved : -moved;
      made.push({ time, kind, count: moved });
    }
    return made;
  });

const csvOf = (trace: readonly Move[]): string =>
  eventsCsv(
    trace.map(({ time, kind, count }) => `q,${time},${kind},${count}`),
    'queueId,time,kind,count',
  );

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

function expectValues(bins: Bins | undefined, values: readonly number[], unit = 1e9): void {
  expect(bins?.total ?? 0).toBe(values.length);
  if (!bins) return;
  expect(bins.mean).toBeCloseTo(sum(values) / values.length / unit, 9);
  expect(bins.min).toBeCloseTo(Math.min(...values) / unit, 12);
  expect(bins.max).toBeCloseTo(Math.max(...values) / unit, 12);
  bins.low.forEach((low, bin) => {
    const inBin = values.filter(
      (value) => value / unit >= low - 1e-15 && value / unit < bins.high[bin]! - 1e-15,
    );
    expect(inBin.length).toBe(bins.weight[bin]);
  });
}

describe('a trace', () => {
  it('is reduced to what the long way gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        moves,
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 }),
        async (trace, pieces) => {
          const reduced = await reduceBytes(bytesOf(csvOf(trace)), {}, pieces);
          expect(reduced.faults.counts).toEqual([]);
          const queue = queueOf(reduced, 'q');
          const { start, end } = reduced.frames;
          const edges = [...start, end.at(-1)!].map((time) => Math.round(time * 1e9));
          const frameAt = (time: number): number => edges.findLastIndex((edge) => edge <= time);
          const naive = naiveQueue(trace, frameAt, edges);
          naive.levelTime.forEach((times, frame) => {
            times.forEach((time, level) => {
              const bin = queue.occupancy!.low.indexOf(level);
              expect(queue.occupancy!.byFrame![frame * queue.occupancy!.low.length + bin]).toBeCloseTo(
                time / 1e9,
                12,
              );
            });
            expect(queue.frames!.observed[frame]).toBeCloseTo(sum(times.filter(Boolean)) / 1e9, 12);
          });
          expectValues(queue.latency, naive.latencies);
          expectValues(queue.interInsertion?.all, naive.insertGaps);
          expectValues(queue.interDeparture?.all, naive.departGaps);
          expectValues(queue.interDeparture?.nonBlocked, naive.nonBlocked);
          expectValues(queue.interDeparture?.availTime, naive.available);
          expect([...(queue.recentServices ?? [])].map((time) => Math.round(time * 1e9))).toEqual(
            naive.available,
          );
          expectValues(queue.perMillisecond, naive.perMillisecond, 1);
          expect(sum(queue.frames!.insertions)).toBe(
            sum(trace.map(({ kind, count }) => (kind === 'I' ? count : 0))),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('may give insertions and departures one after the other, each in its own order', async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (trace) => {
        const apart = [
          ...trace.filter(({ kind }) => kind === 'I'),
          ...trace.filter(({ kind }) => kind === 'D'),
        ];
        const [mixed, parted] = await Promise.all([reduceText(csvOf(trace)), reduceText(csvOf(apart))]);
        expect(queueOf(parted, 'q')).toEqual(queueOf(mixed, 'q'));
      }),
      { numRuns: 20 },
    );
  });

  it('of an M/M/1 queue has the geometric levels, gaps and latencies of theory', async () => {
    // rho = 0.8, lambda = 0.8/us: P[n] = 0.2 * 0.8^n, L = 4, W = 5 us, service 1 us (Kleinrock 1975, section 3.2).
    const reduced = await reduceBytes(mm1Trace({ count: 400_000, arrivalGap: 1250, service: 1000, seed: 7 }));
    const queue = queueOf(reduced, 'server');
    const { low, weight, total } = queue.occupancy!;
    for (let n = 0; n < 10; n += 1) expect(weight[low.indexOf(n)]! / total).toBeCloseTo(0.2 * 0.8 ** n, 1.6);
    expect(queue.occupancy!.mean).toBeGreaterThan(3.6);
    expect(queue.occupancy!.mean).toBeLessThan(4.4);
    // Little's law holds on every path, up to the ends.
    expect(queue.latency!.mean / (queue.occupancy!.mean * queue.interInsertion!.all!.mean)).toBeCloseTo(1, 2);
    expect(queue.interDeparture!.nonBlocked!.mean).toBeCloseTo(1e-6, 7.5);
    expect(queue.interDeparture!.availTime!.mean).toBeCloseTo(1e-6, 7.5);
    expect(queue.interDeparture!.all!.mean / 1.25e-6).toBeCloseTo(1, 1.5);
    // Burke: departures are Poisson, so gaps are exponential and independent; 4.5 standard errors.
    for (const series of [queue.insertionSeries!, queue.departureSeries!]) {
      expect(series.variance / series.mean ** 2).toBeCloseTo(1, 1);
      for (let k = 1; k <= 50; k += 1)
        expect(Math.abs(series.autocorrelation[k]!)).toBeLessThan(4.5 / Math.sqrt(series.count));
      expect(series.recent).toHaveLength(5000);
    }
    expect(reduced.frames.start.length).toBeGreaterThanOrEqual(60);
    expect(reduced.frames.start.length).toBeLessThanOrEqual(128);
    expect(queue.peaks).toHaveLength(20);
    expect(queue.peaks![0]!.level).toBe(Math.max(...queue.frames!.maxOccupancy));
  });

  it('keeps time stamps since 1970 exact to the nanosecond', async () => {
    const start = 1_700_000_000_123_456_789n;
    const rows = [0n, 7n, 9n, 20n].map((step, index) => `q,${start + step},${index % 2 === 0 ? 'I' : 'D'}`);
    const reduced = await reduceText(eventsCsv(rows));
    expect(reduced.origin).toBe('1700000000');
    const latency = queueOf(reduced, 'q').latency!;
    expect([...latency.low].map((low) => Math.round(low * 1e9))).toEqual([7, 11]);
  });

  it('counts how long writers and readers waited, from the row or since it was seen full or empty', async () => {
    const rows = [
      'q,100,I,',
      'q,150,F,',
      'q,200,D,',
      'q,250,I,',
      'q,300,I,30',
      'q,400,D,',
      'q,450,D,',
      'q,460,E,',
      'q,500,I,',
      'q,520,D,',
    ];
    const reduced = await reduceText(eventsCsv(rows, 'queueId,time,kind,blockedFor'));
    const queue = queueOf(reduced, 'q');
    expect(sum(queue.frames!.writerBlocked)).toBeCloseTo(130e-9, 15);
    expect(sum(queue.frames!.readerBlocked)).toBeCloseTo(60e-9, 15);
    // Only the last of the three gaps is free of blocking.
    expect(queue.interInsertion!.nonBlocked!.total).toBe(1);
    expect(queue.interInsertion!.all!.total).toBe(3);
  });

  it('is cut into the frames that the file declares', async () => {
    const text = `#qtm 1 frames time=us\nframeId,start,end\na,0,1\nb,2,4\n${eventsCsv(['q,500,I', 'q,2500,D', 'q,3000,I', 'q,3500,D'])}`;
    const reduced = await reduceText(text);
    expect([...reduced.frames.start]).toEqual([0, 2e-6]);
    const { frames } = queueOf(reduced, 'q');
    expect([...frames!.observed].map((time) => Math.round(time * 1e9))).toEqual([500, 1500]);
    expect([...frames!.busy].map((time) => Math.round(time * 1e9))).toEqual([500, 1000]);
    expect([...frames!.insertions]).toEqual([1, 1]);
  });

  it('is cut into frames of a chosen length', async () => {
    const reduced = await reduceText(eventsCsv(['q,0,I', 'q,9999,D']), { frameSeconds: 1e-6 });
    expect(reduced.frames.start).toHaveLength(10);
    expect(queueOf(reduced, 'q').occupancy!.byFrame).toHaveLength(10);
  });
});

describe('a trace with errors', () => {
  const faultsOf = async (...rows: string[]): Promise<string[]> =>
    (await reduceText(eventsCsv(['q,1,I', ...rows, 'q,900,D']))).faults.shown
      .filter(({ severity }) => severity === 'error')
      .map(describeFault);

  it.each([
    [
      'a letter in a time',
      'q,1x,I',
      "f, line 4, time: table events: expected an integer >= 0 in the table's time unit, got 1x",
    ],
    ['a negative time', 'q,-5,I', 'line 4, time'],
    ['decimals', 'q,5.5,I', 'line 4, time'],
    [
      'an unknown kind',
      'q,5,X',
      'expected I (insertion), D (departure), F (writer finds it full), E (reader finds it empty), R (place reserved before its insertion) or T (element taken before its departure), got X',
    ],
    ['an empty queue', ',5,I', 'f, line 4, queueId: table events: expected a name, got an empty cell'],
    ['too few cells', 'q,5', 'f, line 4: expected 3 cells as in the header, got 2'],
    ['too many cells', 'q,5,I,9', 'expected 3 cells as in the header, got 4'],
    ['quotes in a cell', 'q"q,5,I\nq"q,6,D', 'text beside a quoted cell'],
    ['a departure from an empty queue', 'q,5,D\nq,6,D\nq,7,I', '[E11]'],
    ['an insertion that goes back by nine places', `${LATER}\nq,5,I`, '[E11]'],
  ])('says what is wrong with %s and reads on', async (_, rows, message) => {
    const faults = await faultsOf(...rows.split('\n'));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(message);
  });

  it.each([
    ['quotes', '"q","5","I"'],
    ['blanks', ' q , 5 , I '],
    ['a plus sign', 'q,+5,I'],
    ['CRLF', 'q,5,I\r'],
    ['empty lines and comments', '\n# a comment\n,,\nq,5,I'],
  ])('takes %s as they are meant', async (_, rows) => {
    const reduced = await reduceText(eventsCsv(['q,1,I', ...rows.split('\n'), 'q,900,D']));
    expect(reduced.faults.counts).toEqual([]);
    expect(queueOf(reduced, 'q').interInsertion!.all!.mean).toBeCloseTo(4e-9, 15);
  });

  it('keeps a thousand faults of a kind and counts all', async () => {
    const bad = Array.from({ length: 2500 }, (_, row) => `q,x${row},I`);
    const reduced = await reduceText(eventsCsv(['q,1,I', ...bad, 'q,5,Z', 'q,9,D']));
    expect(codesOf(reduced)).toEqual({ E01: 2501, W27: 1 });
    expect(reduced.faults.shown).toHaveLength(10 + 1);
    expect(reduced.faults.kept).toHaveLength(1000 + 1);
    expect(queueOf(reduced, 'q').latency!.total).toBe(1);
  });

  it('reads on after a header or a version that is wrong', async () => {
    const text = `#qtm 1 events\nqueueId,kind\nq,I\n#qtm 2 events\nqueueId,time,kind\nq,1,I\n${eventsCsv(['q,1,I', 'q,5,D'])}`;
    const reduced = await reduceText(text);
    expect(codesOf(reduced)).toEqual({ E01: 2 });
    expect(queueOf(reduced, 'q').latency!.total).toBe(1);
  });
});

describe('events that were left out', () => {
  const HEADER = 'queueId,time,kind,count';
  const warningsOf = async (...rows: string[]): Promise<string[]> =>
    (await reduceText(eventsCsv(rows, HEADER))).faults.shown
      .filter(({ code }) => code === 'W27')
      .map(describeFault);

  it('are summed up, since they move all levels behind them', async () => {
    const rows = Array.from({ length: 4000 }, (_, row) => {
      const isLost = row % 200 === 101 || row % 200 === 151;
      return `q,${isLost ? 'NaN' : 10 * row},${row % 2 ? 'D' : 'I'},1`;
    });
    const reduced = await reduceText(eventsCsv(rows, HEADER));
    expect(codesOf(reduced)).toEqual({ E01: 40, W27: 1, W29: 1 });
    // One element for half of the time, and up to 40 more than there are.
    expect(queueOf(reduced, 'q').occupancy!.mean).toBeGreaterThan(15);
    expect(reduced.faults.shown.at(-2)).toMatchObject({ code: 'W27', line: 104 });
    expect(reduced.faults.shown.at(-2)!.message).toMatch(/queue q moved 40 elements.* off by up to 40/);
  });

  it('count what they would have moved, queue by queue', async () => {
    expect(
      await warningsOf('q,1,I,1', 'r,1,I,1', 'q,x,I,3', 'q,-1,D,4', 'r,2,F,7', 'r,x,E,7', 'r,x,D', 'q,8,D,1'),
    ).toEqual([
      expect.stringMatching(/^f, line 5: .*queue q moved 7 elements/),
      expect.stringMatching(/^f, line 9: .*queue r moved 1 element:/),
    ]);
  });

  it('are those out of order too', async () => {
    const later = LATER.split('\n').map((row) => `${row},1`);
    expect(await warningsOf(...later, 'q,5,I,4', 'q,30,D,1')).toEqual([
      expect.stringMatching(/^f, line 12: .*queue q moved 4 elements/),
    ]);
  });

  it('leave no level to be told where they matter beside it', async () => {
    // Ten inside at any time; every row of one kind comes in order, but for an insertion that is 500 rows late.
    const rows = Array.from(
      { length: 4000 },
      (_, k) => `q,${1000 + 10 * k},${k < 10 || k % 2 ? 'I' : 'D'},1`,
    );
    const late = [...rows];
    late.splice(900, 0, ...late.splice(401, 1));
    const reduced = await reduceText(eventsCsv(late, HEADER));
    expect(codesOf(reduced)).toEqual({ E11: 1, W27: 1 });
    // Nine tenths of the time come after it.
    expect(queueOf(reduced, 'q').ledger!.offBy).toBeCloseTo(0.9, 2);
    expect(levelDoubt(queueOf(reduced, 'q'))).toMatch(
      /its mean level of [\d.]+ may be off by up to 0\.9\d?:/,
    );
    const { measurement, warnings } = measurementOfReduced(reduced);
    expect(Object.keys(measurement.stages[0]!).sort()).toEqual([
      ...['arrivalRate', 'halfWidths', 'stage', 'throughput'],
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['W29', 'E11', 'W27']);
    const atTheEnd = [...rows];
    atTheEnd.splice(3999, 0, ...atTheEnd.splice(3980, 1));
    const fine = queueOf(await reduceText(eventsCsv(atTheEnd, HEADER)), 'q');
    expect(fine.ledger!.offBy).toBeLessThan(0.01);
    expect(levelDoubt(fine)).toBeUndefined();
  });

  it.each([
    ['a departure from an empty queue', ['q,1,I,1', 'q,2,D,1', 'q,3,D,1', 'q,4,I,1']],
    ['a row of a queue that has no others', ['q,1,I,1', 'x,x,I,1', 'q,2,D,1']],
    ['the last row, behind which nothing comes', ['q,1,I,1', 'q,2,D,1', 'q,3']],
    ['a row that moves nothing', ['q,1,I,1', 'q,x,F,1', 'q,2,D,1']],
  ])('do not matter to the levels: %s', async (_, rows) => {
    expect(await warningsOf(...rows)).toEqual([]);
  });
});

describe('rows that were swapped with the next', () => {
  const ROWS = Array.from({ length: 2000 }, (_, k) => [
    `q,${100 * k},I`,
    `q,${100 * k + 60 + (k % 7)},D`,
  ]).flat();
  const swapped = (every: number): string[] => {
    const [ins, outs] = ['I', 'D'].map((kind) => ROWS.filter((row) => row.endsWith(kind)));
    for (const rows of [ins!, outs!])
      for (let at = every; at + 1 < rows.length; at += every)
        [rows[at], rows[at + 1]] = [rows[at + 1]!, rows[at]!];
    return [...ins!, ...outs!];
  };

  it('are put in order and told, and change nothing', async () => {
    const [right, mended] = [await reduceText(eventsCsv(ROWS)), await reduceText(eventsCsv(swapped(100)))];
    expect(codesOf(mended)).toEqual({ W28: 1 });
    expect(mended.faults.shown[0]!.message).toContain('38 rows were a few places out of order');
    for (const reduced of [right, mended])
      expect(queueOf(reduced, 'q').latency).toEqual(queueOf(right, 'q').latency);
    expect(queueOf(mended, 'q').occupancy).toEqual(queueOf(right, 'q').occupancy);
  });

  it('are put in order where they are up to eight places late', async () => {
    const late = [...ROWS];
    // Both kinds take turns: sixteen rows are eight of a kind.
    for (let at = 40; at + 17 < late.length; at += 100) late.splice(at + 16, 0, ...late.splice(at, 1));
    const [right, mended] = [await reduceText(eventsCsv(ROWS)), await reduceText(eventsCsv(late))];
    expect(codesOf(mended)).toEqual({ W28: 1 });
    expect(queueOf(mended, 'q').latency).toEqual(queueOf(right, 'q').latency);
    expect(queueOf(mended, 'q').ledger).toEqual(queueOf(right, 'q').ledger);
    const options = { most: 1_000_000, fileName: 'f' };
    const [one, other] = await Promise.all(
      [ROWS, late].map(async (rows) => {
        const read = await collectTraces(new Blob([eventsCsv(rows)]), ['q'], options);
        if (!read.ok) throw new Error(read.error);
        return read.value.traces.get('q');
      }),
    );
    expect(other).toEqual(one);
  });
});

describe('the ledger of a queue', () => {
  const line = (count: number, dropped: (row: number, kind: string) => boolean): string[] =>
    Array.from({ length: count }, (_, k) =>
      ['I', 'D'].flatMap((kind) =>
        dropped(k, kind) ? [] : [`q,${100 * k + (kind === 'D' ? 60 : 0)},${kind}`],
      ),
    ).flat();

  it('says in, out, what found nothing to take, and when it was empty last', async () => {
    const { ledger } = queueOf(await reduceText(eventsCsv(line(300, () => false))), 'q');
    const at = (ns: number) => expect.closeTo(ns / 1e9, 12);
    expect(ledger).toEqual({
      ...{ entered: 300, left: 300, unmatched: 0 },
      ...{ from: at(0), lastEmpty: at(29_960), until: at(29_960) },
    });
  });

  it('names lost departures, and lost insertions', async () => {
    const lostOut = await reduceText(eventsCsv(line(1000, (k, kind) => kind === 'D' && k % 50 === 20)));
    expect(codesOf(lostOut)).toEqual({ W29: 1 });
    expect(lostOut.faults.shown[0]!.message).toMatch(
      /^queue q: of 1,000 elements that came 980 left, 20 \(2 %\) did not, and it was never empty in the last 98 % of the time\./,
    );
    const lostIn = await reduceText(eventsCsv(line(1000, (k, kind) => kind === 'I' && k % 50 === 20)));
    expect(lostIn.faults.shown.at(-1)!.message).toMatch(
      /^queue q: 20 of 1,000 departures \(2 %\) found nothing to take\./,
    );
  });

  /** Without a pattern in what is even and odd (Knuth's multiplicative hash). */
  const scattered = (k: number): number => (Math.imul(k + 1, 2_654_435_761) >>> 0) >>> 7;

  it('tells no level where departures found nothing to take for long, in whatever it was lost', async () => {
    // One inside for 60 % of the time. One row in 37 is lost, insertions and departures by chance.
    const rows = line(2000, () => false);
    const whole = queueOf(await reduceText(eventsCsv(rows)), 'q');
    expect(levelDoubt(whole)).toBeUndefined();
    const gaps = await reduceText(eventsCsv(rows.filter((_, k) => scattered(k) % 37 !== 5)));
    expect(levelDoubt(queueOf(gaps, 'q'))).toMatch(
      /departures found nothing to take, so that its mean level/,
    );
    const { measurement, warnings } = measurementOfReduced(gaps);
    expect(measurement.stages[0]).not.toHaveProperty('meanOccupancy');
    expect(warnings.map(({ code }) => code)).toContain('W29');
    // Three were inside when it began: they are gone after a thousandth of the run, or stay for a tenth of it.
    for (const [every, isTold] of [
      [1, true],
      [66, false],
    ] as const) {
      const first = Array.from({ length: 3 }, (_, k) => `q,${70 + 100 * every * k},D`);
      const late = [...rows, ...first].sort((a, b) => Number(a.split(',')[1]) - Number(b.split(',')[1]));
      const { ledger } = queueOf(await reduceText(eventsCsv(late)), 'q');
      expect(ledger!.unmatched).toBe(3);
      const doubt = levelDoubt(queueOf(await reduceText(eventsCsv(late)), 'q'));
      expect(doubt === undefined).toBe(isTold);
    }
  });

  it('takes a queue that fills and drains as it is', async () => {
    const rows = [...line(400, () => false), ...Array.from({ length: 90 }, (_, k) => `q,${50_000 + k},I`)];
    expect(codesOf(await reduceText(eventsCsv(rows)))).toEqual({});
  });
});

/** Files that once hung a reader, ended it with words of the program, or were taken for numbers: `npm run verify hostile` finds them. */
import { describe, expect, it } from 'vitest';
import { describeFault } from './measurement-fault.ts';
import { readMeasurement } from './read-measurement.ts';
import { reduceText, sourceOf } from './reduce.test-support.ts';
import { reduceMeasurement } from './reduce-measurement.ts';
import { MOST_NAMES } from './stream/name-table.ts';

const json = (document: unknown): string => JSON.stringify(document);
const DIGITS = '9'.repeat(400);
const COUNTS = { queueId: 'q', timestamp: 5, inCount: 3, outCount: 2 };
const SERIES = (metric: object, ...values: unknown[]): string =>
  json({ status: 'success', data: { resultType: 'matrix', result: [{ metric, values }] } });
const SPAN = { traceID: 't', spanID: 's', processID: 'p', startTime: 5, duration: 3 };
const TRACE = (span: object): string =>
  json({ data: [{ traceID: 't', spans: [{ ...SPAN, ...span }], processes: { p: { serviceName: 'a' } } }] });
const HIST = (weight: string, high = '2000'): string =>
  `#qtm 1 hist time=ns\nqueueId,metric,binLow,binHigh,weight\nq,interInsertion,1000,${high},${weight}\n`;
const EVENTS = (head: string, time = '10'): string =>
  `#qtm 1 events ${head}\nqueueId,time,kind\nq,${time},I\n`;

describe('numbers that no time and no count can be are refused by name', () => {
  it.each([
    [
      'a counter of 4e15',
      json({ sampledata: [{ ...COUNTS, inCount: 4e15 }] }),
      /sample 0, inCount: .*15 digits.*inCount is not/,
    ],
    [
      'a counter of 400 digits',
      `{"sampledata": [{"queueId": 1, "timestamp": 1, "inCount": ${DIGITS}, "outCount": 0}]}`,
      /inCount is not/,
    ],
    [
      'a queue that is an object',
      json({ sampledata: [{ ...COUNTS, queueId: { toString: 1 } }] }),
      /queueId is not/,
    ],
    ['a span of 400 digits', TRACE({ startTime: DIGITS }), /a span needs a service, a start and an end/],
    ['a span that lasts an object', TRACE({ duration: { toString: 1 } }), /a span needs/],
    [
      'a name of a series that is a number',
      SERIES({ __name__: 3, queue: 'q' }, [1, '2']),
      /result\[0\]: expected a series with metric, whose labels are texts/,
    ],
    [
      'an edge that is an object',
      SERIES({ __name__: 'x_bucket', le: {} }, [1, '2']),
      /whose labels are texts/,
    ],
    [
      'a counter of 1e308',
      SERIES({ __name__: 'x_total' }, [1, '1e308'], [2, '3']),
      /result\[0\]: expected a time and a count >= 0, got 1 and 1e308/,
    ],
    [
      'a level of 1e308',
      SERIES({ __name__: 'x' }, [1, '1e308']),
      /expected a time and a level >= 0, got 1 and 1e308/,
    ],
    [
      'an edge of 1e308',
      SERIES({ __name__: 'x_bucket', le: '1e308' }, [1, '1'], [2, '3']),
      /as le, got 1e308/,
    ],
    ['a weight of 1e308', HIST('1e308'), /line 3, weight: expected a number of at most 1e19, got 1e308/],
    ['a weight of 1e-320', HIST('1e-320'), /expected 0, or a number of at least 1e-100, got 1e-320/],
    ['a time of 1e308', HIST('5', '1e308'), /binHigh: expected a number of at most/],
    ['a clock that stands', EVENTS('time=cycles clockHz=1e-300'), /clockHz=<number from 1 to 1e12>/],
    ['a clock below 1 Hz', EVENTS('time=cycles clockHz=0.4'), /clockHz=<number from 1 to 1e12>/],
    ['a clock of 1e300 Hz', EVENTS('time=cycles clockHz=1e300'), /clockHz=<number from 1 to 1e12>/],
    ['a time of 400 digits', EVENTS('time=ns', DIGITS), /time: table events: expected an integer >= 0/],
    [
      'a cell that is a list',
      json({ qtm: 1, events: [{ queueId: ['q'], time: 1, kind: 'I' }] }),
      /events\[0\], queueId: .*got a list or an object/,
    ],
    [
      'a version that is an object',
      json({ qtm: { toString: 1 }, events: [{ queueId: 'q' }] }),
      /expected qtm version 1, got none/,
    ],
    [
      'a task at 1e308 s',
      'EID TID QID A D S W STATE PROC OBS_A OBS_D CMP\n1 1 a 1e308 2 1 0 x 1 1 1 1\n',
      /expected a time from 0 to 1e10 s, got 1e308/,
    ],
    [
      'a task at 400 digits',
      `- {arrival: ${DIGITS}, departure: 2, obs: 1, queue: a, state: x, task: 1}\n`,
      /expected a time from 0 to 1e10 s/,
    ],
    [
      'a value of 400 digits',
      `s,0,hist,hist occupancy,O\nd,0,0,0,${DIGITS}\n`,
      /line 2: expected integers >= 0 of at most 15 digits/,
    ],
    [
      'steps beyond 2^31',
      '#qtm 1 tasks time=ns\ntask,step,queue,arrival,departure\n1,9999999999,a,1,2\n',
      /step: expected an integer from 0 to 2147483647/,
    ],
  ])('%s', async (_, text, words) => {
    const read = await reduceMeasurement(sourceOf(new TextEncoder().encode(text)), { fileName: 'f' });
    const faults = read.ok ? read.value.faults.shown : read.error;
    expect(faults.map(describeFault).join('\n')).toMatch(words);
  });

  it('a time a century before the others is read, and the reader comes to its end', async () => {
    const event = (time: number, kind: string, queueId = 'q') => ({ queueId, time, kind });
    const events = [event(4e15, 'I'), event(15, 'I'), event(1600, 'D', 'r'), event(1650, 'D')];
    const read = await reduceText(json({ qtm: 1, time: { unit: 'us' }, events }));
    expect(read.rows).toBe(4);
  });

  it('and those at the edge are read', async () => {
    expect((await reduceText(json({ sampledata: [{ ...COUNTS, inCount: 999_999_999_999_999 }] }))).rows).toBe(
      1,
    );
    expect((await reduceText(HIST('1e19'))).queues[0]!.interInsertion!.all!.total).toBe(1e19);
  });
});

describe('what stands in place of an object is told, and the rest is read', () => {
  const span = { traceId: 't', spanId: 's', startTimeUnixNano: '5', endTimeUnixNano: '9' };
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'a' } }] };
  const scope = { spans: [span] };
  it.each([
    ['a span of OTLP', { resourceSpans: [{ resource, scopeSpans: [{ spans: [span, 7] }] }] }],
    ['a scope of OTLP', { resourceSpans: [{ resource, scopeSpans: [scope, 7] }] }],
    ['a batch of Tempo', { trace: { resourceSpans: [{ resource, scopeSpans: [scope] }, 7] } }],
    [
      'a span of Jaeger',
      { data: [{ traceID: 't', spans: [SPAN, 7], processes: { p: { serviceName: 'a' } } }] },
    ],
    ['a sample', [{ ...COUNTS }, 7]],
    ['a list of samples', [{ sampledata: [COUNTS] }, { sampledata: 7 }]],
  ])('%s', async (_, document) => {
    const read = await reduceText(json(document));
    expect(read.rows).toBe(1);
    expect(read.faults.counts).toMatchObject([{ code: 'E01', count: 1 }]);
    expect(read.faults.shown[0]!.message).toMatch(/a span needs a service|expected a sample/);
  });
});

/** More than a call takes arguments. */
const MANY = 150_000;

describe('files with very many of one thing are read', () => {
  const lines = (row: (n: number) => string): string =>
    Array.from({ length: MANY }, (_, n) => row(n)).join('\n');

  it('queues of one histogram each: those that no scenario has room for are told', {
    tags: ['long'],
  }, async () => {
    const rows = lines((n) => `q${n},service,10,20,5`);
    const read = await reduceText(`#qtm 1 hist time=ns\nqueueId,metric,binLow,binHigh,weight\n${rows}\n`);
    expect(read.queues).toHaveLength(MOST_NAMES);
    expect(read.faults.counts).toEqual([{ code: 'E02', severity: 'error', count: MANY - MOST_NAMES }]);
    expect(read.faults.shown[0]).toMatchObject({ line: MOST_NAMES + 3, value: `q${MOST_NAMES}` });
  });

  it('queues of one number or level each, which are refused', { tags: ['long'] }, () => {
    for (const [head, row] of [
      ['#qtm 1 scalars time=ns\nqueueId,metric,value', (n: number) => `q${n},throughput,5`],
      ['#qtm 1 hist time=ns\nqueueId,metric,binLow,binHigh,weight', (n: number) => `q${n},occupancy,1,1,5`],
    ] as const) {
      const read = readMeasurement(`${head}\n${lines(row)}\n`, 'a.csv');
      expect(read.ok ? [] : read.error[0]).toMatchObject({ code: 'E02', value: `q${MOST_NAMES}` });
    }
  });

  it('levels of many queues up to the highest', () => {
    const rows = Array.from({ length: 51 }, (_, n) => `q${n},occupancy,100000,100000,5`).join('\n');
    const read = readMeasurement(
      `#qtm 1 hist time=ns\nqueueId,metric,binLow,binHigh,weight\n${rows}\n`,
      'a.csv',
    );
    expect(read.ok ? [] : read.error).toMatchObject([{ code: 'E20', message: /more than 5,000,000 levels/ }]);
  });

  it('tables of a few queues each, one below the other', async () => {
    const table = (n: number) => `#qtm 1 queues\nqueueId,kind,parentId\nq${n},virtual,\n`;
    const events = '#qtm 1 events time=ns\nqueueId,time,kind\nq0,5,I\n';
    const read = await reduceText(Array.from({ length: 5_000 }, (_, n) => table(n % 9) + events).join(''));
    expect(read.faults.counts).toMatchObject([
      { code: 'E01', count: 4_991 },
      { code: 'W03', count: 5_000 },
    ]);
  });

  it('levels of one tap of TimeTrial', { tags: ['long'] }, async () => {
    const read = await reduceText(`s,0,hist,hist occupancy,O\n${lines((n) => `d,0,0,${n},1`)}\n`);
    expect(read.queues[0]!.occupancy!.mean).toBeCloseTo((MANY - 1) / 2, 6);
  });
});

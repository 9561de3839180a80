/** Every format: a good file, and the ugly ones. */
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import type { ColumnMapping } from '../contract.ts';
import { describeFault } from '../measurement-fault.ts';
import {
  bytesOf,
  codesOf,
  eventsCsv,
  queueOf,
  reduceBytes,
  reduceText,
  refusalOf,
  sourceOf,
} from '../reduce.test-support.ts';
import { reduceMeasurement } from '../reduce-measurement.ts';
import { unpackedBlob } from '../stream/unpacked-blob.ts';
import { guessMapping, guessMappingOf } from './guess-mapping.ts';
import { parseMapping } from './mapping-shape.ts';
import { rowsOfGroup } from './parquet-pages.ts';
import { sniffFormat } from './sniff-format.ts';

const CSV = eventsCsv(['q,10,I', 'q,15,I', 'q,20,D', 'q,44,D']);
const ROWS = [
  { queueId: 'q', time: 10, kind: 'I' },
  { queueId: 'q', time: '15', kind: 'I', count: null },
  { queueId: 'q', time: 20, kind: 'D' },
  { queueId: 'q', time: 44, kind: 'D' },
];
const lines = (...values: unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n');

describe('QTM as JSON', () => {
  it('and one object per line give the same as CSV', async () => {
    const expected = (await reduceText(CSV)).queues;
    const document = await reduceText(
      JSON.stringify({ qtm: 1, time: { unit: 'ns' }, events: ROWS }, null, 2),
    );
    const perLine = await reduceText(lines({ qtm: 1, table: 'events', time: 'ns' }, ...ROWS));
    expect([document.format, perLine.format]).toEqual(['qtm-json', 'qtm-ndjson']);
    expect(document.queues).toEqual(expected);
    expect(perLine.queues).toEqual(expected);
  });

  it('takes all tables, and several of them', async () => {
    const reduced = await reduceText(
      JSON.stringify({
        ...{ qtm: 1, time: { unit: 'us' }, queues: [{ queueId: 'q', dest: 'parse', capacity: 9 }] },
        ...{ frames: [{ frameId: 0, start: '0', end: '100' }], events: ROWS },
        counters: [{ queueId: 'c', timestamp: 5, inCount: 2, outCount: 1 }],
        scalars: [{ queueId: 'q', metric: 'utilization', value: 0.5 }],
      }),
    );
    expect(reduced.faults.counts).toEqual([]);
    expect(reduced.frames.end[0]).toBeCloseTo(1e-4, 12);
    expect(queueOf(reduced, 'q')).toMatchObject({ dest: 'parse', capacity: 9, stated: { utilization: 0.5 } });
    expect(queueOf(reduced, 'c').counters?.samples).toBe(1);
  });

  it('ends at marks that make no sense, and says where', async () => {
    const [first, ...rest] = ROWS.map((row) => JSON.stringify(row));
    const broken = [
      `{"qtm": 1, "events": [${first},0,"time":1600,"kind":"D"},${rest}]}`,
      `{"qtm": 1, "events": [${first}},${rest}]}`,
      `{"qtm": 1, "events": [${first},"queueId":"q"},${rest}]}`,
    ];
    for (const text of broken) {
      const read = await reduceText(text);
      expect(read.rows).toBe(1);
      expect(read.faults.shown.map(describeFault)).toContainEqual(
        expect.stringMatching(
          /^f, line 1, events\[\d\], column \d+: this JSON is broken: expected .*, got "."; what/,
        ),
      );
    }
    const odd = await reduceText(
      `{"qtm": 1, "events": [${first},{"queueId": NaN},${rest}], "time": {"unit": "us"}}`,
    );
    expect(odd.rows).toBe(4);
    expect(describeFault(odd.faults.shown[0]!)).toBe(
      'f, line 1, events[1], column 72: this JSON is broken: expected a value, got "N"; the element is left out [E01]',
    );
    expect(odd.faults.shown.map(({ code }) => code)).toEqual(['E01', 'W27']);
  });

  it('says where it is broken, and uses what came before', async () => {
    const cut = JSON.stringify({ qtm: 1, events: ROWS }).slice(0, -30);
    const read = await reduceText(cut);
    expect(read.truncated).toBe(true);
    expect(read.rows).toBe(3);
    const odd = await reduceText(
      `{"qtm": 1, "events": [${JSON.stringify(ROWS[0])}, 3, {"queueId": "q", "time": "x", "kind": "I"}, {"queueId": "q", "time": 99, "kind": "D", "colour": 1}]}`,
    );
    expect(odd.faults.shown.map(describeFault)).toEqual([
      'f, events[1]: expected a row with named cells [E01]',
      "f, events[2], time: table events: expected an integer >= 0 in the table's time unit, got x; the row is left out [E01]",
      'f, events[3], colour: column "colour" is not part of table events and is ignored [W01]',
      expect.stringMatching(/^f, events\[1\]: .*a queue that could not be read moved 1 element: .*\[W27\]$/),
      expect.stringMatching(/^f, events\[2\]: .*queue q moved 1 element: .*\[W27\]$/),
    ]);
    expect(await refusalOf('{"qtm": 2, "events": [{"queueId": 1}]}')).toEqual([
      expect.stringContaining('expected qtm version 1, got 2'),
    ]);
    const lineFault = await reduceText(
      `${lines({ qtm: 1, table: 'events' }, ...ROWS)}\n{"queueId": "q", "ti`,
    );
    expect(lineFault.faults.shown.map(({ line }) => line)).toEqual([6]);
  });
});

describe('QTM as JSON, its keys in any order', () => {
  const sorted = (document: object): string =>
    JSON.stringify(Object.fromEntries(Object.entries(document).sort(([a], [b]) => (a < b ? -1 : 1))));
  const DOCUMENT = {
    ...{ qtm: 1, time: { unit: 'us', wrap: '2^32' }, queues: [{ queueId: 'q', capacity: 9 }] },
    frames: [
      { frameId: 0, start: 0, end: 20 },
      { frameId: 1, start: 20, end: 50 },
    ],
    events: ROWS,
    counters: [
      { queueId: 'c', timestamp: 5, inCount: 4294967295, outCount: 1 },
      { queueId: 'c', timestamp: 9, inCount: 3, outCount: 2 },
    ],
  };
  /** More than is looked at to tell the format. */
  const LONG = Array.from({ length: 3000 }, (_, row) => ({
    ...{ queueId: 'q', time: 10 * row, kind: row % 2 ? 'D' : 'I' },
  }));

  it('means the same, also where the keys are sorted', async () => {
    const { queues, frames, faults } = await reduceText(JSON.stringify(DOCUMENT));
    expect(faults.counts).toEqual([]);
    expect(frames.end[1]).toBeCloseTo(5e-5, 12);
    expect(queues.find(({ id }) => id === 'q')!.latency!.mean).toBeCloseTo((10e-6 + 29e-6) / 2, 12);
    const text = sorted(DOCUMENT);
    expect(text.indexOf('"time":{')).toBeGreaterThan(text.indexOf('"events"'));
    expect(await reduceText(text)).toMatchObject({ queues, frames, faults });
  });

  it('is known by its tables when its version comes late', async () => {
    for (const rows of [{ events: LONG }, { counters: LONG.map(counted), events: LONG }]) {
      const text = sorted({ ...rows, qtm: 1, time: { unit: 'ms' } });
      expect(text.slice(0, 65_536)).not.toContain('"qtm"');
      const read = await reduceText(text);
      expect(read.format).toBe('qtm-json');
      expect(queueOf(read, 'q').interInsertion!.all!.mean).toBeCloseTo(0.02, 12);
    }
  });

  it.each([
    ['has no version', { events: LONG }, 'expected qtm version 1, got none'],
    ['is of another version', { events: LONG, qtm: 2 }, 'expected qtm version 1, got 2'],
    ['has an unknown unit', { events: LONG, qtm: 1, time: { unit: 'h' } }, 'expected time=ns, us, ms, s'],
    ['has it and tables', { frames: DOCUMENT.frames, qtm: 2, time: {} }, 'expected qtm version 1, got 2'],
  ])('is refused as a whole when it %s', async (_, document, message) => {
    expect(await refusalOf(JSON.stringify(document))).toEqual([expect.stringContaining(message)]);
  });

  it('says so when it is cut off before its unit of time', async () => {
    const cut = JSON.stringify({ qtm: 1, events: LONG, time: { unit: 's' } }).slice(0, -60);
    const read = await reduceText(cut);
    expect(read.faults.shown.map(({ message }) => message)).toEqual([
      'No "time" came before the end: all times are taken as ns',
      expect.stringMatching(
        /^The JSON ends in the middle: expected .*, got the end; what came before is used$/,
      ),
    ]);
  });

  it('tells how far it is over both times that it is read', async () => {
    const bytes = bytesOf(JSON.stringify({ qtm: 1, events: LONG }));
    const told: number[] = [];
    await reduceMeasurement(sourceOf(bytes, [900]), {
      fileName: 'f',
      onProgress: (progress) => told.push(progress.bytes),
    });
    expect(told.at(-1)).toBe(bytes.length);
    expect([...told].sort((a, b) => a - b)).toEqual(told);
  });

  it('one object per line: each opening line has a unit of its own', async () => {
    const read = await reduceText(
      lines(
        ...[{ qtm: 1, table: 'events', time: 'ns' }, ...ROWS],
        ...[{ qtm: 1, table: 'events', time: 'us' }, ...ROWS.map((row) => ({ ...row, queueId: 'r' }))],
      ),
    );
    expect(queueOf(read, 'q').latency!.mean).toBeCloseTo(19.5e-9, 15);
    expect(queueOf(read, 'r').latency!.mean).toBeCloseTo(19.5e-6, 12);
  });

  function counted({ time }: { time: number }) {
    return { queueId: 'c', timestamp: time, inCount: time, outCount: time };
  }
});

describe('a table of frames below the rows that it would cut', () => {
  const FRAMES = '#qtm 1 frames time=ns\nframeId,start,end\n0,0,20\n1,20,50\n';

  it('is left out with a warning, and above them it is used', async () => {
    const above = await reduceText(FRAMES + CSV);
    expect([above.frames.end.length, codesOf(above)]).toEqual([2, {}]);
    const below = await reduceText(CSV + FRAMES);
    expect(codesOf(below)).toEqual({ W22: 1 });
    expect(below.faults.shown[0]).toMatchObject({ code: 'W22', line: 9 });
    expect((await reduceText(CSV + FRAMES, { frameSeconds: 1e-8 })).faults.counts).toEqual([]);
  });
});

describe('Parquet', () => {
  const column = (name: string, data: unknown[], type?: string) =>
    ({ name, data, ...(type && { type }) }) as never;
  const written = (...columns: never[]): Uint8Array =>
    new Uint8Array(parquetWriteBuffer({ columnData: columns }));

  it('gives the same as CSV, whatever its whole numbers are', async () => {
    const expected = (await reduceText(CSV)).queues;
    for (const time of [ROWS.map(({ time }) => BigInt(time)), ROWS.map(({ time }) => Number(time))]) {
      const bytes = written(
        column('queueId', ['q', 'q', 'q', 'q'], 'STRING'),
        column('time', time),
        column('kind', ['I', 'I', 'D', 'D'], 'STRING'),
      );
      const read = await reduceBytes(bytes);
      expect(read.format).toBe('parquet');
      expect(read.queues).toEqual(expected);
    }
  });

  it('with foreign names is guessed, and dates are times', async () => {
    const at = (ms: number): Date => new Date(1_700_000_000_000 + ms);
    const bytes = written(
      column('enqueue_time', [at(0), at(5), at(20)], 'TIMESTAMP'),
      column('dequeue_time', [at(4), at(9), at(21)], 'TIMESTAMP'),
      column('stage', ['parse', 'parse', 'sort'], 'STRING'),
    );
    const read = await reduceBytes(bytes);
    expect(read.faults.counts).toEqual([]);
    expect(read.mapping?.table).toBe('visits');
    expect(queueOf(read, 'parse').latency?.mean).toBeCloseTo(4e-3, 9);
  });

  const SMALL = written(
    column('queueId', ['q', 'q'], 'STRING'),
    column('time', [3, 8]),
    column('kind', ['I', 'D'], 'STRING'),
  );

  it('gives the same when it is gzipped', async () => {
    const [plain, packed] = [
      await reduceBytes(SMALL),
      await reduceBytes(new Uint8Array(gzipSync(SMALL)), {}, [7]),
    ];
    expect(packed).toMatchObject({ format: 'parquet', queues: plain.queues, rows: 2, truncated: false });
    expect(packed.faults.counts).toEqual([]);
    const cut = new Uint8Array(gzipSync(SMALL)).slice(0, -30);
    expect((await refusalOf(cut)).join()).toMatch(/gzip archive is damaged or cut off \[E20\]/);
  });

  it('is not unpacked beyond what memory holds', async () => {
    const packed = new Uint8Array(gzipSync(new Uint8Array(3 * 1024 ** 2)));
    const breathe = async (): Promise<void> => {};
    const unpacked = await unpackedBlob(sourceOf(packed), packed, { breathe, most: 2 * 1024 ** 2 });
    expect(!unpacked.ok && unpacked.error).toContain('more than 2 MB');
    const whole = await unpackedBlob(sourceOf(packed), packed, { breathe });
    expect(whole.ok && whole.value.size).toBe(3 * 1024 ** 2);
  });

  it('with an unknown unit of time is refused', async () => {
    const bytes = new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          column('queueId', ['q'], 'STRING'),
          column('time', [3]),
          column('kind', ['I'], 'STRING'),
        ],
        kvMetadata: [
          { key: 'qtm', value: 'events' },
          { key: 'time', value: 'h' },
        ],
      }),
    );
    expect(await refusalOf(bytes)).toEqual([expect.stringContaining('expected time=ns, us, ms, s')]);
  });

  describe.each([
    ['in one bit', (byte: number) => [byte ^ 1]],
    ['to the ends of the range', () => [0, 127, 255]],
  ])('that is damaged %s', (_, changed) => {
    it('is refused in words of ours, whichever byte it is, and never fills the memory', {
      tags: ['long'],
    }, async () => {
      const words = column('queueId', [...'qqqrrrqqqrrr'], 'STRING');
      const bytes = written(
        words,
        column('time', [...Array(12).keys()]),
        column('kind', [...'IDIDIDIDIDID'], 'STRING'),
      );
      for (let at = 0; at < bytes.length; at += 1) {
        for (const value of changed(bytes[at]!)) {
          const damaged = Uint8Array.from(bytes);
          damaged[at] = value;
          const read = await reduceMeasurement(sourceOf(damaged), { fileName: 'f' });
          const told = (read.ok ? read.value.faults.shown : read.error).map(describeFault).join();
          if (!read.ok) expect(told).not.toBe('');
          expect(told).not.toMatch(/parquet [a-z]|thrift|undefined|RangeError|annot read/);
        }
      }
      const run = Uint8Array.from(bytes);
      run.fill(255, 4, 40);
      expect((await refusalOf(run)).join()).toMatch(
        /f, row group 0, queueId: The Parquet file is damaged or cut off: /,
      );
    });
  });

  it('that claims more rows than a row group can have is refused before they are given room', () => {
    expect(() => rowsOfGroup({ num_rows: 2n ** 40n, columns: [], total_byte_size: 0n })).toThrow(
      'expected a number of rows up to 16777216, got 1099511627776',
    );
  });

  it('that is cut off is refused with words', async () => {
    const bytes = written(
      column('queueId', ['q'], 'STRING'),
      column('time', [1]),
      column('kind', ['I'], 'STRING'),
    );
    expect((await refusalOf(bytes.slice(0, bytes.length - 20))).join()).toMatch(
      /Parquet file is damaged or cut off.*\[E20\]/,
    );
  });
});

describe('older TimeTrial output', () => {
  const text = [
    's,0,hist,hist occupancy,Occupancy',
    's,1,hist,hist interpush,Bin Number',
    's,2,avg,avg rate,Transfers per Second',
    's,3,hist,hist latency,Nanoseconds',
    's,4,min,min occupancy,Occupancy',
    'd,0,0,0,600',
    'd,0,0,1,300',
    'd,0,1,0,600',
    'd,0,1,3,500',
    'd,1,0,2,90',
    'd,1,1,2,8',
    'd,1,0,10000,2',
    'd,2,0,0,100',
    'd,2,1,1,300',
    'd,4,0,0,7',
  ].join('\n');

  it('gives levels by time, gaps in us, and means over the frames', async () => {
    const read = await reduceText(text);
    expect(read.format).toBe('timetrial');
    expect(queueOf(read, '0').occupancy).toMatchObject({ mean: (300 + 1500) / 2000 });
    expect(queueOf(read, '1').interInsertion!.all).toMatchObject({
      total: 100,
      min: 2e-6,
      max: Number.POSITIVE_INFINITY,
    });
    expect(queueOf(read, '2').stated).toEqual({ arrivalRate: 200 });
    expect(codesOf(read)).toEqual({ W10: 1, W24: 2 });
  });

  it('scales its times when told to', async () => {
    const read = await reduceText(text, { timeScale: 1 / 9 });
    expect(queueOf(read, '1').interInsertion!.all!.min).toBeCloseTo(2e-6 / 9, 12);
  });

  it('survives lines that are wrong', async () => {
    const read = await reduceText(`${text}\r\nd,9,0,0,1\nd,0,0,x,1\ns,5,hist,a name, with a comma,x\nq\n\n`);
    expect(codesOf(read)).toEqual({ E01: 4, W10: 1, W24: 2 });
  });
});

describe('queue samples as Weh exports them', () => {
  const sample = (timestamp: number, inCount: number, outCount: number) => ({
    queueId: 1,
    inCount,
    outCount,
    timestamp,
  });
  const events = [
    { timestamp: 1, sampledata: [sample(99, 3999, 4000), { ...sample(99, 5, 3), queueId: 2 }] },
    { timestamp: 2, sampledata: [sample(199, 4003, 4001), { ...sample(199, 5, 5), queueId: 2 }] },
  ];

  it.each([
    ['a list', JSON.stringify(events, null, 1)],
    ['one object per line', lines(...events)],
    [
      'the dump',
      '[{\n  timestamp = 1\n  sd = {\n    [0] = {\n inCount = 3999\n outCount = 4000\n queueId = 1\n timestamp = 99\n }\n [1] = {\n timestamp = 99\n inCount = 5\n outCount = 3\n queueId = 2\n }\n--\n inCount = 4003\n outCount = 4001\n queueId = 1\n timestamp = 199\n---\n inCount = 5\n outCount = 5\n queueId = 2\n timestamp = 199\n-\n',
    ],
  ])('reads %s', async (_, text) => {
    const read = await reduceText(text);
    expect(read.format).toBe('weh');
    expect(queueOf(read, '1').counters).toMatchObject({
      samples: 2,
      negative: 1,
      mostNegative: -1,
      levelSum: 1,
    });
    expect(queueOf(read, '2').counters).toMatchObject({ samples: 2, nonZero: 1, zero: 1 });
    expect(codesOf(read)).toEqual({ W12: 1 });
  });

  it('keeps time stamps that JSON numbers would round', async () => {
    const at = (timestamp: string, level: number): string =>
      `{"timestamp": 1, "sampledata": [{"queueId": 1, "inCount": ${level}, "outCount": 0, "timestamp": ${timestamp}}]}`;
    const read = await reduceText(
      `[${at('1700000000000000001', 1)}, ${at('1700000000000000020', 2)}, ${at('1700000000000000049', 2)}]`,
    );
    expect([...queueOf(read, '1').occupancy!.weight].map((time) => Math.round(time * 1e9))).toEqual([19, 29]);
  });

  it('names a sample that lacks something', async () => {
    const read = await reduceText(
      JSON.stringify([...events, { sampledata: [{ queueId: 1, inCount: 'x' }] }]),
    );
    expect(codesOf(read)).toEqual({ E01: 1, W12: 1 });
  });
});

describe('tasks of bayes-qnet', () => {
  const table = [
    'EID TID QID A D S W STATE PROC OBS_A OBS_D CMP',
    '0 0 INITIAL 0.0 0.005 0.005 0 INITIAL 0 1 1 1',
    '1 0 WEB2 0.005 0.0062 0.001 0 TIER1 0 1 1 1',
    '2 1 INITIAL 0.0 0.006 0.001 0 INITIAL 0 1 1 1',
    '3 1 WEB2 0.006 0.0075 0.001 0 TIER1 0 1 0 1',
  ].join('\n');
  const yaml =
    '- {arrival: 0.0, departure: 0.005, obs: 1, queue: INITIAL, state: INITIAL, task: 0}\n- !Event\n  arrival: 0.005\n  departure: 0.0062\n  obs: 1\n  queue: WEB2\n  state: TIER1\n  task: 0\n';

  it('reads the table; what was not observed stays open', async () => {
    const { tasks, format } = await reduceText(table);
    expect(format).toBe('bayes-qnet');
    expect(tasks).toMatchObject({
      task: ['0', '0', '1', '1'],
      queue: ['INITIAL', 'WEB2', 'INITIAL', 'WEB2'],
    });
    expect([...tasks!.step]).toEqual([0, 1, 0, 1]);
    expect(tasks!.departure[1]).toBeCloseTo(0.0062, 12);
    expect(tasks!.departure[3]).toBeNaN();
  });

  it('reads the YAML, and reduces a queue that was observed as a whole', async () => {
    const read = await reduceText(yaml);
    expect(read.format).toBe('bayes-qnet');
    expect(read.tasks!.task).toEqual(['0', '0']);
    expect(queueOf(read, 'WEB2').latency!.mean).toBeCloseTo(0.0012, 9);
  });

  it('leaves out rows that are wrong', async () => {
    expect(codesOf(await reduceText(`${table}\n4 2 WEB2 x y 0 0 S 0 1 1 1\n5 2 WEB2`))).toEqual({ E01: 2 });
  });
});

describe('traces of requests', () => {
  const span = (id: string, parent: string, start: number, end: number) => ({
    ...{ traceId: 't', spanId: id, parentSpanId: parent },
    startTimeUnixNano: String(1_700_000_000_000_000_000n + BigInt(start)),
    endTimeUnixNano: String(1_700_000_000_000_000_000n + BigInt(end)),
  });
  const resource = (service: string, ...spans: object[]) => ({
    resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
    scopeSpans: [{ spans }],
  });
  const front = resource('front', span('a', '', 0, 1000), span('b', 'a', 10, 900), span('c', '', 500, 1500));
  const back = resource('back', span('d', 'b', 100, 400));

  it.each([
    ['one document', JSON.stringify({ resourceSpans: [front, back] })],
    ['one object per line', lines({ resourceSpans: [back] }, { resourceSpans: [front] })],
  ])('of OpenTelemetry: a visit per service, not per inner span: %s', async (_, text) => {
    const read = await reduceText(text);
    expect(read.format).toBe('opentelemetry');
    expect(queueOf(read, 'front').latency).toMatchObject({ total: 2, mean: expect.closeTo(1e-6, 12) });
    expect(queueOf(read, 'front').occupancy!.max).toBe(2);
    expect(queueOf(read, 'back').latency).toMatchObject({ total: 1, mean: expect.closeTo(3e-7, 12) });
  });

  it('of Jaeger', async () => {
    const trace = {
      traceID: 't',
      processes: { p1: { serviceName: 'front' }, p2: { serviceName: 'back' } },
      spans: [
        {
          traceID: 't',
          spanID: 'a',
          startTime: 1_700_000_000_000_000,
          duration: 50,
          processID: 'p1',
          references: [],
        },
        {
          traceID: 't',
          spanID: 'b',
          startTime: 1_700_000_000_000_010,
          duration: 20,
          processID: 'p2',
          references: [{ refType: 'CHILD_OF', traceID: 't', spanID: 'a' }],
        },
        { traceID: 't', spanID: 'c', startTime: 'x', duration: 20, processID: 'p2' },
      ],
    };
    const read = await reduceText(JSON.stringify({ data: [trace] }));
    expect(read.format).toBe('jaeger');
    expect(queueOf(read, 'back').latency!.mean).toBeCloseTo(20e-6, 12);
    expect(codesOf(read)).toEqual({ E01: 1 });
  });
});

describe('answers of Prometheus', () => {
  const series = (name: string, labels: object, values: [number, string][]) => ({
    metric: { __name__: name, ...labels },
    values,
  });
  const answer = (...result: object[]): string =>
    JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } });

  it('give latencies from buckets, levels from gauges and rates from counters', async () => {
    const q = { queue: 'parse' };
    const read = await reduceText(
      answer(
        series('wait_seconds_bucket', { ...q, le: '0.1' }, [
          [100, '5'],
          [110, '65'],
          [120, '10'],
        ]),
        series('wait_seconds_bucket', { ...q, le: '0.5' }, [
          [100, '5'],
          [110, '95'],
          [120, '10'],
        ]),
        series('wait_seconds_bucket', { ...q, le: '+Inf' }, [
          [100, '5'],
          [110, '95'],
          [120, '20'],
        ]),
        series('wait_seconds_sum', q, [
          [100, '1'],
          [110, '10'],
        ]),
        series('wait_seconds_count', q, [
          [100, '5'],
          [110, '95'],
        ]),
        series('depth', q, [
          [100.5, '3'],
          [110.5, '0'],
          [120.5, '1'],
        ]),
        series('in_total', q, [
          [100, '0'],
          [110, '500'],
        ]),
      ),
    );
    const queue = queueOf(read, 'parse');
    // 60 + 10 up to 0.1 s; up to 0.5 s 90 + 10, of which 30 above 0.1; the open bucket 90 + 20, of which 10.
    expect([...queue.latency!.weight]).toEqual([70, 30, 10]);
    expect([...queue.latency!.high]).toEqual([0.1, 0.5, Number.POSITIVE_INFINITY]);
    expect(queue.stated).toEqual({ meanSojournTime: 0.1, arrivalRate: 50 });
    expect(queue.occupancy).toMatchObject({ mean: 1.5, total: 20 });
    expect(codesOf(read)).toEqual({ W10: 1 });
  });

  const native = (count: number, sum: number, ...buckets: (readonly [number, string, string, string])[]) => ({
    ...{ count: String(count), sum: String(sum), buckets },
  });

  it('give latencies from native histograms, which restart and become wider', async () => {
    const histograms = [
      [100, native(4, 1, [0, '0.1', '0.2', '4'])],
      [110, native(10, 3, [0, '0.1', '0.2', '6'], [0, '0.2', '0.4', '4'])],
      // Restarted: all of this is new.
      [120, native(5, 1, [3, '-0.001', '0.001', '2'], [0, '0.1', '0.2', '3'])],
      // Two buckets became one.
      [130, native(7, 1.6, [3, '-0.001', '0.001', '2'], [0, '0.1', '0.4', '5'])],
    ];
    const read = await reduceText(
      answer({ metric: { __name__: 'wait_seconds', queue: 'parse' }, histograms }),
    );
    const { latency, stated } = queueOf(read, 'parse');
    expect([...latency!.low]).toEqual([0, 0.1, 0.2]);
    expect([...latency!.high]).toEqual([0.001, 0.2, 0.4]);
    expect([...latency!.weight]).toEqual([2, 2 + 3, 4]);
    // 6 + 5 + 2 values, of 2 + 1 + 0.6 s together.
    expect(stated!.meanSojournTime).toBeCloseTo(3.6 / 13, 12);
    expect(codesOf(read)).toEqual({ W32: 1 });
  });

  it('refuse native histograms that are none, or of times below 0', async () => {
    const histograms = [
      [100, native(1, 1, [0, '0.1', '0.2', '1'])],
      [101, { count: 'many', sum: '1' }],
      [102, native(2, 1, [0, '-3', '-2', '2'])],
      [103, native(3, 1.4, [0, '0.1', '0.2', '3'])],
    ];
    const read = await reduceText(
      answer({ metric: { __name__: 'wait_seconds', queue: 'parse' }, histograms }),
    );
    expect(codesOf(read)).toEqual({ E01: 2 });
    expect([...queueOf(read, 'parse').latency!.weight]).toEqual([2]);
  });

  it('at one time, and the page of a program, count since its start', async () => {
    const vector = JSON.stringify({
      status: 'success',
      data: {
        resultType: 'vector',
        result: [
          { metric: { __name__: 'wait_ms', queue: 'q' }, histogram: [100, native(3, 9, [0, '2', '4', '3'])] },
          { metric: { __name__: 'depth', queue: 'q' }, value: [100, '5'] },
        ],
      },
    });
    const asked = await reduceText(vector);
    expect(queueOf(asked, 'q').stated!.meanSojournTime).toBeCloseTo(0.003, 12);
    expect(codesOf(asked)).toEqual({ W32: 1 });
    const page = await reduceText(
      [
        '# HELP wait_seconds Time in the queue.',
        '# TYPE wait_seconds histogram',
        'wait_seconds_bucket{queue="a \\"b\\"",le="0.1"} 6',
        'wait_seconds_bucket{queue="a \\"b\\"",le="+Inf"} 6 # {trace_id="7"} 0.05',
        'wait_seconds_sum{queue="a \\"b\\""} 0.3',
        'wait_seconds_count{queue="a \\"b\\""} 6 1700000000000',
        'broken line',
        'depth{queue="a \\"b\\""} 5',
      ].join('\n'),
    );
    expect(page.format).toBe('prometheus');
    const queue = queueOf(page, 'a "b"');
    expect([...queue.latency!.weight]).toEqual([6]);
    expect(queue.stated).toEqual({ meanSojournTime: 0.3 / 6 });
    expect(codesOf(page)).toEqual({ E01: 1, W32: 1 });
  });

  const grown = (name: string, labels: object, ...values: number[]) =>
    series(
      name,
      labels,
      values.map((value, i) => [100 + 15 * i, String(value)]),
    );
  const api = (labels: object = {}) => ({ job: 'api', ...labels });

  it('add up over the series of one metric: handlers, codes, instances', async () => {
    const read = await reduceText(
      answer(
        grown('wait_seconds_sum', api({ handler: '/a' }), 0, 10),
        grown('wait_seconds_count', api({ handler: '/a' }), 0, 100),
        grown('wait_seconds_sum', api({ handler: '/b' }), 0, 90),
        grown('wait_seconds_count', api({ handler: '/b' }), 0, 100),
        grown('requests_total', api({ code: '200' }), 0, 150),
        grown('requests_total', api({ code: '500' }), 0, 15),
        grown('depth', api({ pod: '1' }), 5, 7, 9),
        grown('depth', api({ pod: '2' }), 1, 1, 1),
      ),
    );
    const queue = queueOf(read, 'api');
    expect(queue.stated).toEqual({ meanSojournTime: 0.5, arrivalRate: 11 });
    expect(queue.occupancy).toMatchObject({ mean: 7, max: 8 });
    // Both may be those of one queue, told twice; shares of a latency would stay what they are.
    expect(codesOf(read)).toEqual({ W32: 2 });
    expect(read.faults.shown.map(({ message }) => message)).toEqual([
      'queue api: the rates of 2 series of requests_total, told apart by code (200; 500), are added up; where they report the same elements, leave one of them in the file',
      'queue api: the levels of 2 series of depth, told apart by pod (1; 2), are added up; where they report the same elements, leave one of them in the file',
    ]);
    expect(read.rows).toBe(18);
  });

  it('are left out, and named, where it is not known which of them is meant', async () => {
    const read = await reduceText(
      answer(
        // Two times, two counters, two levels; what is neither; a result of rate(); and levels of two clocks.
        grown('wait_seconds_sum', api(), 0, 10),
        grown('wait_seconds_count', api(), 0, 100),
        grown('gc_seconds_sum', api(), 0, 1),
        grown('gc_seconds_count', api(), 0, 100),
        grown('requests_total', api(), 0, 150),
        grown('errors_total', api(), 0, 15),
        grown('depth', api(), 5, 7),
        grown('threads', api(), 5, 7),
        ...[grown('resident_bytes', api(), 5e7, 6e7), grown('up', api(), 1, 1)],
        { metric: api(), values: [[100, '0.42']] },
        ...[grown('job:requests:rate5m', api(), 3, 2.5), grown('request_duration', api(), 1, 2)],
        grown('messages_count', { job: 'b' }, 5, 7),
        grown('depth', { job: 'c', pod: '1' }, 5, 7),
        series('depth', { job: 'c', pod: '2' }, [[107, '5']]),
        grown('size_bytes_sum', { job: 'd' }, 0, 1e6),
        grown('size_bytes_count', { job: 'd' }, 0, 100),
        grown('depth', { job: 'd' }, 3, 3),
      ),
    );
    expect(read.queues.map(({ id }) => id)).toEqual(['d']);
    expect(queueOf(read, 'd').stated).toBeUndefined();
    expect(codesOf(read)).toEqual({ W32: 9 });
    const told = read.faults.shown.map(({ message }) => message).join('\n');
    expect(told).toContain(
      'queue api: 2 metrics could be its latency: wait_seconds, gc_seconds; none is taken',
    );
    expect(told).toMatch(/^series without a name: what a function of Prometheus gave/m);
    expect(told).toMatch(/^resident_bytes, up, size_bytes_sum, size_bytes_count: .*they are left out$/m);
  });

  it('that are wrong are refused with words', async () => {
    expect((await refusalOf('{"data": {"resultType": "scalar", "result": []}}')).join()).toContain(
      'range query',
    );
    const read = await reduceText(
      answer(
        series('depth', {}, [
          [1, '2'],
          [2, 'NaN'],
          [3, '-1'],
          [4, '2'],
        ]),
        { metric: 3 },
      ),
    );
    expect(codesOf(read)).toEqual({ E01: 3 });
  });
});

describe('CSV files with foreign names', () => {
  it('go on where counters start again, after what the mapping says', async () => {
    const counted = [0, 100, 200, 300, 400, 520, 600, 700];
    const text = `ns,came,left\n${counted.map((count, i) => `${1000 * i},${count % 256},${Math.max(0, count - 3) % 256}`).join('\n')}\n`;
    const columns = { timestamp: 'ns', inCount: 'came', outCount: 'left' };
    const mapped = { table: 'counters', columns };
    const told = parseMapping({ ...mapped, wrap: '2^8' });
    if (!told.ok) throw new Error(told.error.join());
    const read = await reduceText(text, { mapping: told.value });
    const { frames } = queueOf(read, 'queue');
    expect(frames!.insertions.reduce((sum, count) => sum + count, 0)).toBe(700);
    expect(codesOf(read)).toEqual({});
    const { wrap: _, ...untold } = told.value;
    const without = await reduceText(text, { mapping: untold });
    expect(without.faults.shown[0]!.message).toContain('say wrap=2^8');
    const wrong = parseMapping({ ...mapped, wrap: 'large' });
    expect(!wrong.ok && wrong.error).toEqual(['wrap: expected a count such as "2^32", got "large"']);
  });

  it.each([
    [
      'ts_ms,queue,event\n1700000000000.5,parse,push\n1700000000001,parse,pop\n',
      { table: 'events', timeUnit: 'ms', separator: ',', kinds: { push: 'I', pop: 'D' } },
    ],
    [
      'Start;End;Stage\n2024-05-03T10:00:00.5Z;2024-05-03T10:00:01Z;parse\n',
      { table: 'visits', timeUnit: 'date', separator: ';' },
    ],
    [
      'timestamp\tenqueued\tdequeued\n1700000000\t10\t9\n',
      { table: 'counters', timeUnit: 's', separator: '\t' },
    ],
    [
      'time,topic,queue depth\n1,orders,4\n',
      { table: 'levels', columns: { time: 'time', level: 'queue depth', queueId: 'topic' } },
    ],
    [
      '1700000000000000000,1700000000000000500\n1700000000000000100,1700000000000000900\n',
      { table: 'visits', header: false, timeUnit: 'ns' },
    ],
    [
      'Queue name;When (ms);What\n"parse";0.5;enter\n"parse";1.25;leave\n',
      {
        ...{ table: 'events', separator: ';', timeUnit: 'ms', kinds: { enter: 'I', leave: 'D' } },
        columns: { queueId: 'Queue name', time: 'When (ms)', kind: 'What' },
      },
    ],
  ])('are guessed: %s', (text, expected) => {
    expect(guessMappingOf(text)).toMatchObject(expected);
  });

  it('are not guessed from nothing', () => {
    expect(guessMapping(['colour', 'taste'], [['red', 'sweet']])).toBeUndefined();
    expect(guessMapping(['time', 'event'], [['1', 'sunrise']])).toBeUndefined();
  });

  it('are read as guessed', async () => {
    const read = await reduceText(
      'ts_ms,queue,event\n1700000000000.5,parse,push\n1700000000001,parse,pop\n1700000000001,parse,dance\n',
    );
    expect(read.mapping?.table).toBe('events');
    expect(queueOf(read, 'parse').latency!.mean).toBeCloseTo(5e-4, 9);
    expect(codesOf(read)).toEqual({ E01: 1 });
  });

  it('are read as told, and what is told wrong is said', async () => {
    const mapping: ColumnMapping = {
      ...{ table: 'visits', separator: ';', header: true, timeUnit: 'date' },
      columns: { arrival: 'von', departure: 'bis' },
    };
    const text =
      'von;bis\n2024-05-03 10:00:00.000000250+02:00;2024-05-03T08:00:00.000001Z\n"2024-05-03 10:00";x\n2024-05-03T08:00:02Z;2024-05-03T08:00:01Z\n';
    const read = await reduceText(text, { mapping });
    expect(queueOf(read, 'queue').latency!.mean).toBeCloseTo(750e-9, 15);
    expect(codesOf(read)).toEqual({ E01: 1, E16: 1 });
    const wrong = { ...mapping, columns: { arrival: 'from' } };
    await expect(reduceText(text, { mapping: wrong })).rejects.toThrow(
      /no column "from".*\n.*which column holds departure/,
    );
  });
});

describe('sniffFormat', () => {
  it('looks past byte order marks and packing', async () => {
    expect((await reduceBytes(new Uint8Array(gzipSync(`\uFEFF${CSV}`)))).format).toBe('qtm-csv');
    expect(sniffFormat('\n  {"resourceSpans": [')).toBe('opentelemetry');
    expect(sniffFormat('{"a": 1}')).toBeUndefined();
    expect((await reduceBytes(bytesOf(`\n\n${CSV}`))).queues).toHaveLength(1);
  });
});

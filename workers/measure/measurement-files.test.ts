/** The ugly side of files: line ends, encodings, quotes, broken JSON, wrong headers. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeText, MAX_FILE_BYTES } from './decode-text.ts';
import { describeFault } from './measurement-fault.ts';
import { readMeasurement, readMeasurementBytes } from './read-measurement.ts';

const STAGES = [{ id: 'a' }, { id: 'b,c', name: 'say "b"' }];
const TEXT = '#qtm 1 scalars time=ns\nqueueId,metric,value\na,occupancy,2\n"b,c",occupancy,3\n';
const EXPECTED = [
  { stage: 'a', meanOccupancy: 2 },
  { stage: 'b,c', meanOccupancy: 3 },
];

const read = (text: string) => {
  const result = readMeasurement(text, 'f', STAGES);
  if (!result.ok) throw new Error(result.error.map(describeFault).join('\n'));
  return result.value;
};
const refusal = (text: string): string[] => {
  const result = readMeasurement(text, 'f', STAGES);
  return result.ok ? [] : result.error.map(describeFault);
};
const utf16 = (text: string, bigEndian: boolean): Uint8Array => {
  const bytes = new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
  return bigEndian ? new Uint8Array(Buffer.from(bytes).swap16()) : bytes;
};
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('CSV', () => {
  it.each([
    ['LF', TEXT],
    ['CRLF', TEXT.replaceAll('\n', '\r\n')],
    ['CR', TEXT.replaceAll('\n', '\r')],
    ['a byte order mark', `\uFEFF${TEXT}`],
    ['no line end at the end', TEXT.trimEnd()],
    ['empty lines and comments', TEXT.replaceAll('\n', '\n\n# a comment, with a comma\n')],
    [
      'commas that a spreadsheet adds',
      TEXT.replaceAll('\n', ',,,\n').replaceAll('2,,,', '2,').concat(',,,,,\n'),
    ],
    ['quotes around everything', TEXT.replace('a,occupancy,2', '"a","occupancy","2"')],
    ['doubled quotes', TEXT.replace('"b,c"', '"say ""b"""')],
    ['spaces around cells', TEXT.replace('a,occupancy,2', ' a , occupancy , 2 ')],
  ])('reads %s', (_, text) => {
    expect(read(text).measurement.stages).toEqual(EXPECTED);
  });

  it('reads several tables in one file, settings and columns in any order', () => {
    const text =
      '#qtm 1 queues time=ns\n#source=a, b\ndest,queueId,note\na,1,"over\ntwo lines"\n' +
      '#qtm 1 scalars time=us\nvalue,metric,queueId\n5,latency,1\n#qtm 1 frames\nframeId,start,end\n';
    expect(read(text).measurement.stages).toEqual([
      { stage: 'a', meanSojournTime: expect.closeTo(5e-6, 15) },
    ]);
  });

  it('keeps the line numbers behind a cell of two lines', () => {
    const text = '#qtm 1 scalars\nqueueId,metric,value,note\na,occupancy,1,"two\nlines"\n\nb,occupancy,1,\n';
    expect(refusal(text)[0]).toMatch(/^f, line 6, queueId: unknown queueId "b"/);
  });

  it('names a column it does not know and reads on', () => {
    const { measurement, warnings } = read(
      '#qtm 1 scalars\nqueueId,metric,value,colour\na,occupancy,2,red\n',
    );
    expect(measurement.stages).toEqual([EXPECTED[0]]);
    expect(warnings.map(describeFault)).toEqual([
      'f, line 2, colour: column "colour" is not part of table scalars and is ignored [W01]',
    ]);
  });

  it('says which tables it leaves out', () => {
    const text = `${TEXT}#qtm 1 counters time=ns\nqueueId,timestamp,inCount,outCount\n1,5,4,4\n1,9,5,4\n`;
    expect(read(text).warnings.map(describeFault)).toEqual([
      'f, line 5: table counters is not read here; 2 rows are left out [W22]',
    ]);
  });

  it.each([
    ['no #qtm line', 'queueId,metric,value\na,occupancy,2', 'f, line 1: expected a first line such as'],
    ['the older output', 's,0,avg,avg occupancy,Occupancy\nd,0,0,0,5', 'older s,/d, output'],
    ['half a #qtm line', '#qtm 1\nqueueId,metric,value', 'f, line 1: expected a first line such as'],
    [
      'a newer version',
      TEXT.replace('qtm 1', 'qtm 2'),
      'expected qtm version 1, got 2; the file was written for a newer',
    ],
    ['an unknown table', TEXT.replace('scalars', 'skalars'), 'table "skalars" is not part of the format'],
    ['an unknown time unit', TEXT.replace('time=ns', 'time=h'), 'got time=h'],
    ['cycles without a clock', TEXT.replace('time=ns', 'time=cycles'), 'clockHz'],
    ['no header', '#qtm 1 scalars time=ns\n', 'f, line 1: table scalars has no header row'],
    [
      'a missing column',
      '#qtm 1 scalars\nqueueId,value\na,2\n',
      'f, line 2, metric: table scalars has no column metric',
    ],
    ['a column twice', '#qtm 1 scalars\nqueueId,metric,value,value\na,occupancy,2,3\n', 'column value twice'],
    [
      'a decimal comma between commas',
      '#qtm 1 scalars\nqueueId,metric,value\na,occupancy,"2,5"\n',
      'write a decimal point, not a comma',
    ],
    [
      'a short row',
      TEXT.replace('a,occupancy,2', 'a,occupancy'),
      'f, line 3: expected 3 cells as in the header, got 2',
    ],
    [
      'a long row',
      TEXT.replace('a,occupancy,2', 'a,occupancy,2,9'),
      'f, line 3: expected 3 cells as in the header, got 4',
    ],
    ['an open quote', TEXT.replace('a,', '"a,'), 'f, line 3: the quote opened in this line is never closed'],
    ['text beside quotes', TEXT.replace('a,', '"a"x,'), 'f, line 3: text beside a quoted cell'],
  ])('refuses %s', (_, text, message) => {
    expect(refusal(text)[0]).toContain(message);
  });
});

describe('JSON', () => {
  const container = {
    qtm: 1,
    time: { unit: 'ns', origin: '0' },
    run: { id: 'r1' },
    queues: [{ queueId: 7, name: 'in', dest: 'a', capacity: null, kind: 'regular' }],
    frames: [{ frameId: 0, start: '0', end: '1000', complete: 1, lost: 0 }],
    hist: [
      {
        queueId: 7,
        frameId: 0,
        metric: 'occupancy',
        weightUnit: 'time',
        binLow: [0, 1],
        binHigh: [0, 1],
        weight: [250, 750],
      },
    ],
    scalars: [{ queueId: 7, frameId: 0, metric: 'throughput', stat: 'mean', value: 12.5 }],
    events: [],
  };

  it('reads the same tables', () => {
    const { measurement, warnings } = read(JSON.stringify(container));
    expect(measurement.stages).toEqual([
      {
        stage: 'a',
        arrivalRate: 12.5,
        meanOccupancy: expect.closeTo(0.75, 12),
        occupancyDistribution: [expect.closeTo(0.25, 12), expect.closeTo(0.75, 12)],
      },
    ]);
    expect(warnings).toEqual([]);
  });

  it('reads one bin a row, and null as the open end of a list', () => {
    const rows = [
      { queueId: 7, metric: 'occupancy', binLow: 0, binHigh: 0, weight: 1 },
      { queueId: 7, metric: 'queueLength', binLow: [0, 1], binHigh: [0, null], weight: [999, 1] },
    ];
    const { measurement } = read(JSON.stringify({ ...container, hist: rows, frames: undefined }));
    expect(measurement.stages[0]).toMatchObject({
      occupancyDistribution: [1],
      queueLengthDistribution: [expect.closeTo(0.999, 12), expect.closeTo(0.001, 12)],
    });
  });

  it('points at the place where a file is cut off', () => {
    expect(refusal('{\n  "qtm": 1,\n  "scalars": [\n')[0]).toMatch(
      /^f, line 4, column 1: this JSON is broken or cut off/,
    );
    expect(refusal('{\n  "qtm": 1,,\n}')[0]).toMatch(/^f, line 2, column 12: this JSON is broken/);
  });

  it.each([
    ['a newer version', { ...container, qtm: 2 }, 'expected qtm version 1, got 2'],
    ['no version', { scalars: [] }, 'expected qtm version 1, got none'],
    ['an unknown time unit', { ...container, time: { unit: 'h' } }, 'expected time=ns'],
    ['a table that is no list', { ...container, scalars: {} }, 'f, scalars: expected a list of rows'],
    [
      'a row that is no object',
      { ...container, scalars: [3] },
      'f, scalars[0]: expected a row with named cells',
    ],
    [
      'lists of different length',
      { ...container, hist: [{ ...container.hist[0], weight: [1] }] },
      'same length',
    ],
    [
      'an object in a cell',
      { ...container, scalars: [{ ...container.scalars[0], value: {} }] },
      'f, scalars[0], value',
    ],
    [
      'a wrong value',
      { ...container, scalars: [{ ...container.scalars[0], value: -2 }] },
      'f, scalars[0], value: expected a number >= 0, got -2',
    ],
    [
      'an unknown queue',
      { ...container, scalars: [{ ...container.scalars[0], queueId: 8 }] },
      'unknown queueId "8"',
    ],
    ['an unknown table', { ...container, skalars: [{}] }, 'table "skalars"'],
  ])('refuses %s', (_, value, message) => {
    expect(refusal(JSON.stringify(value)).join('\n')).toContain(message);
  });
});

describe('bytes', () => {
  it.each([
    ['UTF-8', utf8(TEXT)],
    ['UTF-8 with a mark', utf8(`\uFEFF${TEXT}`)],
    ['UTF-16, little endian', utf16(TEXT, false)],
    ['UTF-16, big endian', utf16(TEXT, true)],
    ['gzip', new Uint8Array(gzipSync(TEXT))],
    ['gzipped UTF-16', new Uint8Array(gzipSync(utf16(TEXT, false)))],
  ])('reads %s', async (_, bytes) => {
    const result = await readMeasurementBytes(bytes, 'f', STAGES);
    expect(result.ok && result.value.measurement.stages).toEqual(EXPECTED);
  });

  it.each([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'not a text file'],
    ['Latin-1', new Uint8Array([...utf8(TEXT), 0xe9, 0x20]), 'not valid UTF-8'],
    ['a cut archive', new Uint8Array(gzipSync(TEXT)).slice(0, 40), 'damaged or cut off'],
    ['a large file', new Uint8Array(MAX_FILE_BYTES + 1), 'larger than 64 MB'],
    [
      'a small archive of a large file',
      new Uint8Array(gzipSync(new Uint8Array(MAX_FILE_BYTES + 1))),
      'larger than 64 MB',
    ],
  ])('refuses %s', async (_, bytes, message) => {
    const result = await decodeText(bytes, 'f');
    expect(result.ok ? '' : result.error).toMatchObject({
      code: 'E20',
      message: expect.stringContaining(message),
    });
  });
});

describe('a file that is read without a scenario', () => {
  it('names its stages itself', () => {
    const text =
      '#qtm 1 scalars time=ns\nqueueId,frameId,metric,stat,value,unit\nparser,,utilization,mean,0.5,\n';
    const result = readMeasurement(text, 'alone.csv');
    expect(result.ok && result.value.measurement.stages).toEqual([{ stage: 'parser', utilization: 0.5 }]);
  });
});

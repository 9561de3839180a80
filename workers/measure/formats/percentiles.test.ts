/** Percentile tables, older logs of HdrHistogram and bpftrace's JSON: as their tools write them, and damaged. */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { codesOf, queueOf, reduceText } from '../reduce.test-support.ts';
import { reduceMeasurement } from '../reduce-measurement.ts';

const fileOf = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const template = (name: string): string => fileOf(`../../../public/measurements/template-${name}`);

async function reduced(text: string, fileName: string, timeUnit?: 'ms') {
  const read = await reduceMeasurement(new Blob([text]), {
    ...{ fileName, options: timeUnit ? { timeUnit } : {} },
  });
  if (!read.ok) throw new Error(read.error.map(({ message }) => message).join('; '));
  return read.value;
}

/**
 * A part of the README of wrk2 (https://github.com/giltene/wrk2, Apache License 2.0): its second table begins where others would go on.
 */
const WRK2 = `  Latency Distribution (HdrHistogram - Recorded Latency)
 50.000%    6.67ms
100.000%   12.50ms

  Detailed Percentile spectrum:
       Value   Percentile   TotalCount 1/(1-Percentile)

       0.921     0.000000            1         1.00
       4.053     0.100000         3951         1.11
       4.935     0.200000         7921         1.25
       5.627     0.300000        11858         1.43
      12.503     1.000000        39500          inf
#[Mean    =        6.602, StdDeviation   =        1.919]
#[Max     =       12.496, Total count    =        39500]
#[Buckets =           27, SubBuckets     =         2048]
----------------------------------------------------------
  39500 requests in 20.00s, 1.08GB read
`;

describe('percentile tables', () => {
  it('of wrk2 are in ms, with the mean and deviation that stand below them', async () => {
    const read = await reduceText(WRK2);
    expect(read.format).toBe('hdr-percentiles');
    expect(codesOf(read)).toEqual({});
    const { latency } = queueOf(read, 'Recorded Latency');
    expect(latency!.total).toBe(39_500);
    expect(latency!.mean).toBeCloseTo(6.602e-3, 12);
    expect(latency!.variance).toBeCloseTo(1.919e-3 ** 2, 12);
    // Between 0.921 and 4.053 ms: 3951 less the first.
    expect([...latency!.weight]).toEqual([1, 3950, 3970, 3937, 27_642]);
    expect(latency!.high[1]).toBeCloseTo(4.053e-3, 12);
  });

  it('of others do not tell their unit: it is asked for, or told by the name of the file', async () => {
    const bare = WRK2.split('\n').slice(5, 13).join('\n');
    await expect(reduceText(bare)).rejects.toThrow('--time-unit');
    expect((await reduced(bare, 'run.hgrm', 'ms')).queues[0]!.latency!.mean).toBeCloseTo(6.602e-3, 12);
    const named = await reduced(bare, 'latency_us.hgrm');
    expect(named.queues[0]!.latency!.mean).toBeCloseTo(6.602e-6, 15);
  });

  it('as CSV, two in a file, and one that goes back', async () => {
    const table =
      '"Value","Percentile","TotalCount","1/(1-Percentile)"\n1.0,0.0,1,1.0\n3.0,0.5,5,2.0\n2.0,0.7,9,3.0\n9.0,1.0,10,Infinity\n';
    const read = await reduced(`${table}#\nnext\n${table}`, 'a_ms.csv');
    expect(read.queues.map(({ id }) => id)).toEqual(['latency', 'latency 2']);
    expect(codesOf(read)).toEqual({ E05: 2 });
    expect([...read.queues[1]!.latency!.weight]).toEqual([1, 4, 5]);
  });
});

describe('logs of HdrHistogram', () => {
  // Counted from the bytes by the description of the encodings, in another language.
  it.each([
    ['v0', 2944, 339_021.9130434783],
    ['v1', 2906, 351_280.6276668961],
  ] as const)('of version %s hold %d times of %d ns on average', async (version, count, mean) => {
    const read = await reduceText(fileOf(`../fixtures/others/hiccup-${version}.hlog`));
    expect(codesOf(read)).toEqual({});
    expect(read.rows).toBe(4);
    const { latency } = queueOf(read, 'latency');
    expect(latency!.total).toBe(count);
    expect(latency!.mean * 1e9).toBeCloseTo(mean, 6);
  });

  it('may hold a count in each of very many places', { tags: ['long'] }, async () => {
    const places = 200_000;
    const header = Buffer.alloc(40);
    header.writeInt32BE(0x1c849303, 0);
    header.writeInt32BE(places, 4);
    header.writeInt32BE(5, 12);
    header.writeBigInt64BE(1n, 16);
    const body = deflateSync(Buffer.concat([header, Buffer.alloc(places, 2)]));
    const packed = Buffer.alloc(8);
    packed.writeInt32BE(0x1c849304, 0);
    packed.writeInt32BE(body.length, 4);
    const line = `4.000,1.000,1.0,${Buffer.concat([packed, body]).toString('base64')}`;
    const read = await reduceText(`#[Histogram log format version 1.3]\n${line}\n`);
    expect(codesOf(read)).toEqual({});
    expect(queueOf(read, 'latency').latency!.total).toBe(places);
  });

  it('whose counts have no width that there is are told', async () => {
    const text = fileOf('../fixtures/others/hiccup-v1.hlog');
    const [head, packed] = [text.slice(0, text.indexOf('HIST')), 'HISTiQAAAAR42mM='];
    await expect(reduceText(`${head}${packed}\n`)).rejects.toThrow('a histogram of version 0, 1 or 2');
  });
});

describe('JSON of bpftrace', () => {
  it('has a queue for each key, and what is no histogram is left aside', async () => {
    const read = await reduceText(template('bpftrace.json'));
    expect(read.format).toBe('printed-histograms');
    expect(codesOf(read)).toEqual({});
    expect(queueOf(read, 'read').latency).toMatchObject({ total: 40, min: 2e-6, max: 16e-6 });
    expect(queueOf(read, 'write').latency!.total).toBe(5);
  });

  it('is read over several lines too, with bins that are open or lie below 0', async () => {
    // As bpftrace's own tests expect it, with a map that tells the unit (https://github.com/bpftrace/bpftrace, Apache License 2.0).
    const text = `{"type": "hist", "data": {
  "@ns": {
    "bpftrace": [
      {"min": 2, "max": 3, "count": 1}
    ], "curl": [
      {"max": -1, "count": 1},
      {"min": 0, "max": 0, "count": 1},
      {"min": 100, "count": 2}
    ]}
}}
`;
    const read = await reduceText(text);
    expect(codesOf(read)).toEqual({ E05: 1 });
    expect(queueOf(read, 'curl').latency).toMatchObject({ total: 3, max: Number.POSITIVE_INFINITY });
    expect(queueOf(read, 'bpftrace').latency!.total).toBe(1);
  });

  it('that is damaged is told by document', async () => {
    const good = '{"type": "hist", "data": {"@us": [{"min": 1, "max": 1, "count": 4}]}}\n';
    const read = await reduceText(
      `${good}{"type": "hist", "data": [1]}\n{"type": "hist" "data"}\n{"type": "hist", "data": {"@us": [{"min": "x", "count": -1}]}}\n`,
    );
    expect(codesOf(read)).toEqual({ E01: 3 });
    expect(queueOf(read, 'us').latency!.total).toBe(4);
    expect(read.faults.kept).toContainEqual(
      expect.objectContaining({
        line: 3,
        column: 17,
        message: expect.stringContaining('expected "," or "}"'),
      }),
    );
  });

  const printed = (key: string, indent?: number): string =>
    JSON.stringify(
      { type: 'hist', data: { '@us': { [key]: [{ min: 1, max: 1, count: 4 }] } } },
      null,
      indent,
    );
  const totals = (read: Awaited<ReturnType<typeof reduceText>>) =>
    Object.fromEntries(read.queues.map(({ id, latency }) => [id, latency?.total]));

  it.each([
    ['behind each other in a line', printed('a') + printed('b')],
    ['with lines between', `${printed('a')}\n\n${printed('b')}\n`],
    ['each over many lines', `${printed('a', 2)}\n${printed('b', 2)}`],
  ])('is read %s', async (_, text) => {
    const read = await reduceText(text);
    expect(codesOf(read)).toEqual({});
    expect(totals(read)).toEqual({ a: 4, b: 4 });
  });

  it('whose document is not closed loses that one alone, and tells where', async () => {
    const read = await reduceText(`${printed('a')}\n${printed('b').slice(0, -1)}\n${printed('c')}\n`);
    expect(codesOf(read)).toEqual({ E01: 1 });
    const message = expect.stringContaining('expected "," or "}", got "{"');
    expect(read.faults.shown[0]).toMatchObject({ line: 3, column: 1, message });
    expect(totals(read)).toEqual({ a: 4, c: 4 });
  });

  it('that is cut off at any byte is told, and what came before is used', async () => {
    for (let length = 1; length < printed('b').length; length += 1) {
      const read = await reduceText(`${printed('a')}\n${printed('b').slice(0, length)}`);
      expect(codesOf(read)).toEqual({ E20: 1 });
      expect(totals(read)).toEqual({ a: 4 });
    }
  });

  it('nested by thousands of levels is refused at its level', async () => {
    const read = await reduceText(`${printed('a')}\n{"type": ${'['.repeat(100_000)}\n${printed('c')}\n`);
    expect(codesOf(read)).toEqual({ E01: 1 });
    expect(read.faults.shown[0]!.message).toContain('at most 500 levels');
    expect(totals(read)).toEqual({ a: 4, c: 4 });
  });

  it('without a unit is refused with what to do', async () => {
    await expect(
      reduceText('{"type": "hist", "data": {"@": [{"min": 1, "max": 1, "count": 4}]}}'),
    ).rejects.toThrow('say it with --time-unit');
  });
});

/** Files as other tools write them, with what they hold counted by hand; and the same files with something wrong. */

import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { codesOf, queueOf, reduceBytes, reduceText } from '../reduce.test-support.ts';
import { measurementOfReduced } from '../reduce-measurement.ts';

const template = (name: string): string =>
  readFileSync(new URL(`../../../public/measurements/template-${name}`, import.meta.url), 'utf8');

describe('Zipkin', () => {
  it('gives a visit for each service and call, also where caller and callee share an id', async () => {
    const read = await reduceText(template('zipkin.json'));
    expect(read.format).toBe('zipkin');
    expect(codesOf(read)).toEqual({});
    expect(queueOf(read, 'front').latency).toMatchObject({ total: 1, mean: expect.closeTo(2.5e-3, 9) });
    expect(queueOf(read, 'store').latency).toMatchObject({ total: 1, mean: expect.closeTo(1.5e-3, 9) });
  });

  it('has the address of a proxy that tells no name', async () => {
    const span = {
      traceId: 'a',
      id: 'a',
      kind: 'SERVER',
      name: 'x',
      timestamp: 5,
      duration: 7,
      localEndpoint: { ipv4: '192.0.2.5' },
    };
    expect((await reduceText(JSON.stringify([span]))).queues.map(({ id }) => id)).toEqual(['192.0.2.5']);
  });

  it('is read as a list of spans, and what lacks a time is told with its place', async () => {
    const spans = JSON.parse(template('zipkin.json'))[0];
    const read = await reduceText(JSON.stringify([...spans, { traceId: 'x', id: 'y', localEndpoint: {} }]));
    expect(codesOf(read)).toEqual({ E01: 1 });
    expect(read.faults.shown[0]).toMatchObject({ path: 'span 3' });
    expect(queueOf(read, 'store').latency!.total).toBe(1);
  });
});

describe('access logs', () => {
  const line = (second: string, rest = '') =>
    `192.0.2.7 - jo [10/Oct/2026:13:55:${second} +0200] "GET /cart?q=\\"x\\" HTTP/1.1" 200 2326${rest}`;
  const agent = ' "https://example.org/" "Mozilla/5.0 (X11)"';

  it('give arrivals, and say that gaps within a second are not known', async () => {
    const read = await reduceText(
      [line('36'), line('36', agent), line('38'), line('39', agent), line('40')].join('\r\n'),
    );
    expect(read.format).toBe('access-log');
    expect(read.origin).toBe(String(Date.UTC(2026, 9, 10, 11, 55, 36) / 1000));
    expect(codesOf(read)).toEqual({ W31: 1 });
    expect(read.faults.shown[0]!.message).toContain('gaps between arrivals');
    const { frames, latency } = queueOf(read, 'requests');
    expect(frames!.insertions.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(latency).toBeUndefined();
  });

  it('give visits where the time of the request stands behind, by itself or by its name', async () => {
    for (const behind of [' 0.250', ' "0.250"', ' rt=0.250', ' request_time=0.250 x']) {
      const read = await reduceText([line('36', agent + behind), line('38', agent + behind)].join('\n'));
      expect(codesOf(read), behind).toEqual({ W31: 1 });
      expect(queueOf(read, 'requests').latency).toMatchObject({
        total: 2,
        mean: expect.closeTo(0.25, 9),
      });
    }
  });

  it('use no whole number as a time, and leave out what is no such line with its place', async () => {
    const read = await reduceText([line('36', `${agent} 250`), 'nonsense', line('37', agent)].join('\n'));
    expect(codesOf(read)).toEqual({ W31: 2, E01: 1 });
    expect(read.faults.shown.find(({ code }) => code === 'E01')).toMatchObject({
      line: 2,
      value: 'nonsense',
    });
    expect(queueOf(read, 'requests').latency).toBeUndefined();
    const mixed = await reduceText([line('36', ' 0.250'), line('37', agent)].join('\n'));
    expect(codesOf(mixed)).toEqual({ W31: 1, E01: 1 });
  });
});

describe('Chrome and Perfetto', () => {
  it('give slices as visits, by thread and by id, and counters as levels', async () => {
    const read = await reduceText(template('chrome-trace.json'));
    expect(read.format).toBe('chrome-trace');
    expect(codesOf(read)).toEqual({});
    const meanOf = (id: string) => queueOf(read, id).latency!.mean;
    expect(meanOf('decode')).toBeCloseTo(250e-6, 12);
    expect(meanOf('render')).toBeCloseTo(400e-6, 12);
    expect(meanOf('request')).toBeCloseTo(1e-3, 12);
    expect(queueOf(read, 'frames').occupancy).toMatchObject({ max: 2, mean: 2 });
  });

  it('tell slices that do not end, do not begin, or have no time', async () => {
    const events = [
      { ph: 'B', name: 'a', ts: 1, pid: 1, tid: 1 },
      { ph: 'E', ts: 5, pid: 1, tid: 2 },
      { ph: 'X', name: 'a', ts: -4, dur: 1, pid: 1, tid: 1 },
      { ph: 'X', name: 'a', ts: 4, dur: 1, pid: 1, tid: 1 },
    ];
    const read = await reduceText(JSON.stringify(events));
    expect(codesOf(read)).toEqual({ E01: 2, W30: 1 });
    expect(read.faults.shown[0]).toMatchObject({ path: 'traceEvents[1]' });
    expect(queueOf(read, 'a').latency!.total).toBe(1);
  });
});

describe('printed histograms', () => {
  it('of bpftrace: a queue for each key, in the unit that the map names', async () => {
    const read = await reduceText(template('bpftrace.txt'));
    expect(read.format).toBe('printed-histograms');
    expect(codesOf(read)).toEqual({});
    const { low, high, weight, total } = queueOf(read, 'read').latency!;
    expect([[...low], [...high], [...weight], total]).toEqual([
      [0, 1e-6, 2e-6, expect.closeTo(1024e-6, 12)],
      [1e-6, 2e-6, 4e-6, expect.closeTo(2048e-6, 12)],
      [2, 4, 10, 4],
      20,
    ]);
    expect(queueOf(read, 'write').latency!.mean).toBeCloseTo(6e-6, 12);
  });

  it('of BCC: bounds are inclusive', async () => {
    const read = await reduceText(template('bcc.txt'));
    expect(codesOf(read)).toEqual({});
    expect(queueOf(read, 'sda').latency).toMatchObject({
      total: 10,
      mean: expect.closeTo((8 * 3 + 2 * 6) / 1e7, 12),
    });
  });

  it('of BCC once in a while are added up', async () => {
    const print = (first: number, second: number) =>
      `\n     msecs               : count     distribution\n         0 -> 1          : ${first}     |****|\n         2 -> 3          : ${second}       |    |\n`;
    const read = await reduceText(
      `Tracing run queue latency... Hit Ctrl-C to end.\n${print(30, 4)}${print(20, 0)}${print(25, 1)}`,
    );
    expect(codesOf(read)).toEqual({});
    expect([...queueOf(read, 'latency').latency!.weight]).toEqual([75, 5]);
  });

  it('whose head stands above the name of the queue keep the rows for themselves', async () => {
    const head = '     usecs               : count     distribution\n';
    const row = '         2 -> 3          : 8        |****************                        |\n';
    const read = await reduceText(`${head}${row}\ndisk = 'sda'\n${row}\ndisk = 'sdb'\n${head}${row}`);
    expect(read.queues.map(({ id, latency }) => [id, latency!.total])).toEqual([
      ['latency', 8],
      ['sdb', 8],
    ]);
    expect(codesOf(read)).toEqual({ E05: 1 });
  });

  it('of bpftrace that only grow are counted from the start, others are added up', async () => {
    const print = (first: number, second: number) =>
      `@usecs: \n[2, 4)                 ${first} |@@@ |\n[4, 8)                 ${second} |@@ |\n\n`;
    const grown = await reduceText(print(3, 4) + print(5, 4));
    expect(codesOf(grown)).toEqual({ W37: 1 });
    expect([...queueOf(grown, 'usecs').latency!.weight]).toEqual([5, 4]);
    const cleared = await reduceText(print(3, 4) + print(5, 1));
    expect(codesOf(cleared)).toEqual({});
    expect([...queueOf(cleared, 'usecs').latency!.weight]).toEqual([8, 5]);
  });

  it('of sampled lengths are levels, where each bin is one', async () => {
    const read = await reduceText(
      'Sampling run queue length... Hit Ctrl-C to end.\n     runqlen       : count     distribution\n        0          : 6     |****|\n        1          : 3      |***|\n        3          : 1      |*|\n',
    );
    expect(codesOf(read)).toEqual({});
    expect(queueOf(read, 'runqlen').occupancy).toMatchObject({ max: 3, mean: expect.closeTo(0.6, 12) });
    const wide = await reduceText('@queue_depth: \n[0]  4 |@@|\n[1]  2 |@|\n[2, 4)  5 |@@@|\n');
    expect(codesOf(wide)).toEqual({ E05: 1 });
    expect(queueOf(wide, 'queue_depth').occupancy!.mean).toBeCloseTo(1 / 3, 12);
  });

  it('without a unit, or with bins that go back, are told', async () => {
    const text = template('bpftrace.txt').replace('@usecs[read]', '@latency[read]');
    const read = await reduceText(text.replace('[4, 8)                 5', '[4, 8) 5 |\n[2, 4) 5'));
    expect(codesOf(read)).toEqual({ E01: 1, E05: 1 });
    expect(read.faults.shown[0]).toMatchObject({ line: 3, value: 'latency' });
    expect(read.queues.map(({ id }) => id)).toEqual(['write']);
  });
});

describe('a table of levels', () => {
  it('is the share of each level', async () => {
    const read = await reduceText(template('levels.csv'));
    expect(read.format).toBe('level-table');
    expect(read.queues[0]!.occupancy).toMatchObject({ max: 3, mean: expect.closeTo(0.75, 12) });
    const wrong = await reduceText(`${template('levels.csv')}2,9\n7,-1\n`);
    expect(codesOf(wrong)).toEqual({ E01: 2 });
    expect(wrong.queues[0]!.occupancy!.mean).toBeCloseTo(0.75, 12);
  });

  it('is of the whole stage, unless somebody says that it counts who waits', async () => {
    const read = await reduceText(template('levels.csv'));
    const measured = (counts?: 'waiting') => {
      const queues = read.queues.map((queue) => ({ ...queue, ...(counts && { counts }) }));
      return measurementOfReduced({ ...read, queues }, [{ id: 'a', name: 'A' }]).measurement.stages;
    };
    const shares = measured()[0]!.occupancyDistribution!;
    const samples = 100;
    const half = measured()[0]!.halfWidths!.meanOccupancy!;
    expect(measured()).toEqual([
      {
        ...{ stage: 'a', meanOccupancy: expect.closeTo(0.75, 12), occupancyDistribution: shares },
        ...{ samples, halfWidths: { meanOccupancy: half } },
      },
    ]);
    expect(measured('waiting')).toEqual([
      {
        ...{ stage: 'a', meanQueueLength: expect.closeTo(0.75, 12), queueLengthDistribution: shares },
        ...{ samples, halfWidths: { meanQueueLength: half } },
      },
    ]);
  });

  it.each([
    'queue,occupancy,fraction',
    'FIFO;Depth;Time (%)',
    'buffer\tn\tprob',
    'Stage,Queue length,Duration [us]',
  ])('is told by other words for the same: %s', async (head) => {
    const between = /[,;\t]/.exec(head)![0];
    const rows = ['a,0,30', 'a,1,10', 'b,2,5'].map((row) => row.replaceAll(',', between));
    const read = await reduceText(`${head}\n${rows.join('\n')}\n`);
    expect(read.queues.map(({ id, occupancy }) => [id, occupancy!.mean])).toEqual([
      ['a', 0.25],
      ['b', 2],
    ]);
  });

  it('may be of several queues, with columns in any order, and come from a spreadsheet', async () => {
    const read = await reduceText(
      '\uFEFFCount;Queue;Occupancy;\r\n2,5;in, 1;0;\r\n7,5;in, 1;1;\r\n4;"out;2";3;\r\n1;;0;\r\n2;x;0;9\r\n;;;\r\n',
    );
    expect(read.format).toBe('level-table');
    expect(read.queues.map(({ id, occupancy }) => [id, occupancy!.mean])).toEqual([
      ['in, 1', 0.75],
      ['out;2', 3],
    ]);
    expect(codesOf(read)).toEqual({ E01: 2 });
    expect(read.faults.shown[0]).toMatchObject({
      line: 5,
      message: expect.stringContaining('expected the name of a queue, an occupancy'),
    });
  });
});

describe('logs of HdrHistogram', () => {
  it('are added up by tag, exact within the digits of the histogram', async () => {
    const read = await reduceText(template('hdr.hlog'));
    expect(read.format).toBe('hdr-log');
    expect(codesOf(read)).toEqual({});
    const { low, weight, total, mean } = queueOf(read, 'latency').latency!;
    expect([[...weight], total]).toEqual([[4, 2, 2], 8]);
    expect(low.map((time) => Math.round(time * 1e9))).toEqual(Float64Array.of(1000, 2500, 69_952));
    expect(mean).toBeCloseTo((4 * 1000 + 2 * 2500 + 2 * 70_000) / 8e9, 7);
    expect(queueOf(read, 'disk').latency!.max * 1e3).toBeCloseTo(123.456789, 0);
  });

  it('whose checksum is another are told with their line and left out', async () => {
    const [, line] = template('hdr.hlog').match(/^(0\.000,.*)$/m) ?? [];
    const [head, packed] = [line!.slice(0, line!.indexOf('HIST')), line!.slice(line!.indexOf('HIST'))];
    const bytes = Buffer.from(packed, 'base64');
    bytes[bytes.length - 1]! ^= 1;
    const read = await reduceText(`${template('hdr.hlog')}${head}${bytes.toString('base64')}\n`);
    expect(codesOf(read)).toEqual({ E01: 1 });
    expect(queueOf(read, 'latency').latency!.total).toBe(8);
  });

  const logged = (body: Uint8Array): string => {
    const packed = deflateSync(body);
    const head = Buffer.alloc(8);
    head.writeInt32BE(0x1c849304, 0);
    head.writeInt32BE(packed.length, 4);
    return `4.000,1.000,1.0,${Buffer.concat([head, packed]).toString('base64')}\n`;
  };

  it('that would unpack to more than a histogram of times are left out, however small they are', {
    tags: ['long'],
  }, async () => {
    const read = await reduceText(template('hdr.hlog') + logged(Buffer.alloc(100_000_000)));
    expect(codesOf(read)).toEqual({ E01: 1 });
    expect(queueOf(read, 'latency').latency!.total).toBe(8);
  });

  it('whose values are shifted, or told apart by other digits, are left out with the reason', async () => {
    const one = (offset: number, digits: number): Buffer => {
      const body = Buffer.alloc(41);
      for (const [at, value] of [0x1c849303, 1, offset, digits].entries()) body.writeInt32BE(value, 4 * at);
      body.writeBigInt64BE(1n, 16);
      body.writeUInt8(2, 40);
      return body;
    };
    const messages = async (body: Buffer): Promise<readonly string[]> =>
      (await reduceText(template('hdr.hlog') + logged(body))).faults.shown.map(({ message }) => message);
    expect(await messages(one(0, 3))).toEqual([]);
    expect(await messages(one(2, 3))).toEqual([expect.stringContaining('a normalizing offset of 2')]);
    expect(await messages(one(0, 1))).toEqual([
      expect.stringContaining('got 1 digits and a lowest value of 1'),
    ]);
  });

  it('are read where only the intervals are there, without a head', async () => {
    const bare = template('hdr.hlog').replace(/^(#|"StartTimestamp).*\n/gm, '');
    expect(bare).not.toContain('#');
    const read = await reduceText(bare);
    expect(read.format).toBe('hdr-log');
    expect(codesOf(read)).toEqual({});
    expect(queueOf(read, 'latency').latency!.total).toBe(8);
    expect((await reduceText(bare.split('\n').slice(-2).join('\n'))).format).toBe('hdr-log');
  });

  it('are read as the library wrote them: the largest value is what the line says', async () => {
    // The first interval of the log that the tests of HdrHistogram read (public domain, CC0).
    const interval =
      'HISTFAAAAEV42pNpmSzMwMCgyAABTBDKT4GBgdnNYMcCBvsPEBEJISEuATEZMQ4uASkhIR4nrxg9v2lMaxhvMekILGZkKmcCAEf2CsI=';
    const read = await reduceText(
      `#[Histogram log format version 1.2]\n"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"\n0.127,1.007,2.769,${interval}\n`,
    );
    expect(codesOf(read)).toEqual({});
    expect(queueOf(read, 'latency').latency!.max * 1e3).toBeCloseTo(2.769, 2);
  });

  it('with places beyond its 63 bits are told with their line and left out', async () => {
    const header = Buffer.alloc(40);
    // Digits 0: every place doubles the one before. 100 empty places, then a count of 1.
    const counts = Buffer.from([0xc7, 0x01, 0x02]);
    header.writeInt32BE(0x1c849303, 0);
    header.writeInt32BE(counts.length, 4);
    header.writeBigInt64BE(1n, 16);
    const body = deflateSync(Buffer.concat([header, counts]));
    const packed = Buffer.alloc(8);
    packed.writeInt32BE(0x1c849304, 0);
    packed.writeInt32BE(body.length, 4);
    const line = `4.000,1.000,1.0,${Buffer.concat([packed, body]).toString('base64')}`;
    const read = await reduceText(`${template('hdr.hlog')}${line}\n`);
    expect(codesOf(read)).toEqual({ E01: 1 });
    expect(queueOf(read, 'latency').latency!.total).toBe(8);
  });

  it('that are cut or of another version are told with their line', async () => {
    const text = template('hdr.hlog');
    const read = await reduceText(`${text}2.000,1.000,0.070,HISTFAAAAEV42pNpmSzM\n3.0,1.0,x,y\n`);
    expect(codesOf(read)).toEqual({ E01: 2 });
    expect(read.faults.shown[0]).toMatchObject({ line: 8 });
    expect(queueOf(read, 'latency').latency!.total).toBe(8);
  });
});

describe('event logs', () => {
  const lengths = (read: Awaited<ReturnType<typeof reduceText>>, id: string) => {
    const { total, mean } = queueOf(read, id).latency!;
    return [total, Number(mean.toFixed(6))];
  };

  it('of XES: an element comes when the step before is complete, and leaves with its own', async () => {
    const read = await reduceText(template('log.xes'));
    expect(read.format).toBe('xes');
    expect(codesOf(read)).toEqual({});
    expect(read.queues.map(({ id }) => id)).toEqual(['A & B', 'check']);
    expect(lengths(read, 'A & B')).toEqual([1, 0]);
    // 60 s after what came before, and 20 s from the start of a case that has nothing before.
    expect(lengths(read, 'check')).toEqual([2, 40]);
  });

  it('of XES with states of their own take each as a complete step, and say so', async () => {
    const text = template('log.xes').replaceAll('value="COMPLETE"', 'value="In Progress"');
    const read = await reduceText(text);
    expect(codesOf(read)).toEqual({ W38: 1 });
    expect(read.faults.shown[0]).toMatchObject({ value: 'In Progress' });
    expect(lengths(read, 'check')).toEqual([2, 40]);
    await expect(reduceText(text.replaceAll('In Progress', 'withdraw'))).rejects.toThrow('holds no rows');
  });

  it('of XES that are cut or lack a time say so, in pieces of any length', async () => {
    const text = template('log.xes');
    const cut = text.slice(0, text.indexOf('</trace>', text.indexOf('173691')));
    const bytes = new TextEncoder().encode(cut.replace('2024-05-03T10:00:20', 'soon'));
    const read = await reduceBytes(bytes, {}, [1, 7]);
    expect(codesOf(read)).toEqual({ E01: 1 });
    expect(read.faults.shown[0]).toMatchObject({ path: 'event 2', value: expect.stringContaining('soon') });
    expect(read.truncated).toBe(true);
    expect(lengths(read, 'check')).toEqual([2, 40]);
  });

  it.each([
    '{"ocel:global-log": {"ocel:version": "1.0"}, "ocel:events": {}, "ocel:objects": {}}',
    '{"objectTypes": [{"name": "order"}], "eventTypes": [], "objects": [], "events": []}',
    '<?xml version="1.0"?><log><object-types><object-type name="order"/></object-types></log>',
    '<log><events><event><list key="omap"/></event></events></log>',
    'ocel:timestamp,ocel:activity,ocel:type:order\n2024-05-03T10:00:00Z,place,"[1]"\n',
  ])('are refused by name where events belong to several objects: %s', async (text) => {
    await expect(reduceText(text)).rejects.toThrow(
      /object-centric event log \(OCEL\).*Choose a type of object/,
    );
  });

  it('as a table: the case is no queue, the activity is', async () => {
    const read = await reduceText(template('event-log.csv'));
    expect(read.mapping).toMatchObject({
      table: 'steps',
      columns: { caseId: 'case:concept:name', queueId: 'concept:name', time: 'time:timestamp' },
    });
    expect([lengths(read, 'register'), lengths(read, 'check')]).toEqual([
      [2, 0],
      [2, 50],
    ]);
    const wrong = await reduceText(
      `${template('event-log.csv')}173691,pay,2024-05-03 09:00:00.0+02:00,complete\n1,2\n`,
      { mapping: read.mapping! },
    );
    expect(codesOf(wrong)).toEqual({ E01: 1, E16: 1 });
    expect(wrong.faults.shown.map(({ line }) => line)).toEqual([7, 6]);
  });
});

describe('a list of arrivals', () => {
  it('is one insertion for each row', async () => {
    const read = await reduceText(template('arrivals.csv'));
    expect(read.mapping).toMatchObject({
      table: 'arrivals',
      columns: { time: 'TIMESTAMP' },
      timeUnit: 'date',
    });
    expect(read.queues[0]!.interInsertion!.all).toMatchObject({
      total: 2,
      mean: expect.closeTo((51.222467 - 46.68059) / 2, 6),
    });
  });

  it('is asked for where another column says more', async () => {
    await expect(reduceText('timestamp,latency_ms\n1700000000,4\n1700000001,5\n')).rejects.toThrow(
      /each row was taken for one arrival, and "latency_ms" is not used/,
    );
  });
});

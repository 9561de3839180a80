/** Files as other tools write them, with what they hold counted by hand; and the same files with something wrong. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesOf, queueOf, reduceText } from '../reduce.test-support.ts';

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

  it('is read as a list of spans, and what lacks a time is told with its place', async () => {
    const spans = JSON.parse(template('zipkin.json'))[0];
    const read = await reduceText(JSON.stringify([...spans, { traceId: 'x', id: 'y', localEndpoint: {} }]));
    expect(codesOf(read)).toEqual({ E01: 1 });
    expect(read.faults.shown[0]).toMatchObject({ path: 'span 3' });
    expect(queueOf(read, 'store').latency!.total).toBe(1);
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mm1Trace } from './fixtures/mm1-trace.ts';
import { reduceBytes, reduceText } from './reduce.test-support.ts';
import { decodeReduced, encodeReduced } from './reduced-json.ts';

const value = (text: string) => {
  const decoded = decodeReduced(text);
  if (!decoded.ok) throw new Error(decoded.error);
  return decoded.value;
};
const trace = reduceBytes(mm1Trace({ count: 500, arrivalGap: 1000, service: 900, seed: 3 }));

describe('a reduced measurement as text', () => {
  it('comes back equal: a trace, counters, tasks', async () => {
    const counters = await reduceText(
      '#qtm 1 counters time=ns\nqueueId,timestamp,inCount,outCount\nq,0,0,0\nq,10,3,1\nq,20,4,5\n',
    );
    for (const reduced of [await trace, counters]) expect(value(encodeReduced(reduced))).toEqual(reduced);
  });

  it('keeps every number bit by bit', async () => {
    const reduced = await trace;
    const odd = fc.oneof(fc.double(), fc.constantFrom(-0, 0, Number.NaN, Number.POSITIVE_INFINITY, 1e-320));
    fc.assert(
      fc.property(fc.array(odd), fc.integer({ min: 0, max: 5 }), (numbers, copies) => {
        const start = Float64Array.from(numbers.flatMap((number) => Array(copies + 1).fill(number)));
        const queue = { ...reduced.queues[0]!, stated: { meanOccupancy: numbers[0] ?? Number.NaN } };
        const { frames: _, ...rest } = queue;
        const {
          occupancy,
          latency,
          service,
          bulk,
          perMillisecond,
          interInsertion,
          interDeparture,
          ...plain
        } = rest;
        const odder = { ...reduced, frames: { start, end: start }, queues: [plain] };
        const back = value(encodeReduced(odder));
        const expected = start.map((x) => (Number.isNaN(x) ? Number.NaN : x));
        expect(Buffer.from(back.frames.start.buffer).equals(Buffer.from(expected.buffer))).toBe(true);
        expect(back.queues[0]).toEqual(plain);
      }),
    );
  });

  it('is a small part of what the trace was', { tags: ['long'] }, async () => {
    const reduced = await reduceBytes(mm1Trace({ count: 400_000, arrivalGap: 1000, service: 500, seed: 3 }));
    expect(encodeReduced(reduced).length).toBeLessThan(reduced.bytes / 15);
  });

  it('refuses what is damaged, with a sentence', async () => {
    const text = encodeReduced(await trace);
    const refusal = (broken: string): string => {
      const decoded = decodeReduced(broken);
      return decoded.ok ? '' : decoded.error;
    };
    expect(refusal(text.slice(0, -10))).toContain('cut off or changed');
    expect(refusal('{"qtm":1}')).toBe('This is no saved measurement.');
    expect(refusal(text.replace('"version":1', '"version":9'))).toContain('has version 9');
    expect(refusal(text.replace('"id":"server"', '"name":"server"'))).toContain('a queue has no id');
    expect(refusal(text.replace(/"observed":\{"f64":"[^"]*"\}/, '"observed":{"f64":"1 2"}'))).toContain(
      'queue server',
    );
    expect(
      refusal(text.replace(/"observed":\{"f64":"[^"]*"\}/, '"observed":{"f64":"0*900000000"}')),
    ).toContain('more than 45,000,000 numbers');
    expect(refusal(text.replace(/"observed":\{"f64":"[^"]*"\}/, '"observed":{"f64":"1 x"}'))).toContain(
      'damaged',
    );
    for (const part of ['frames', 'interInsertion', 'interDeparture', 'occupancy', 'peaks']) {
      const file = JSON.parse(text);
      const { queues } = file.reduced;
      expect(queues[0], part).toHaveProperty(part);
      queues[0][part] = part === 'peaks' ? [null] : null;
      expect(refusal(JSON.stringify(file)), part).toContain('does not fit together');
    }
  });
});

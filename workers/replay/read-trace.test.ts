import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalFrames, tracedLevels } from '../measure/trace/traced-levels.ts';
import { meanSojournTime, readTrace, servicesOf } from './read-trace.ts';

const PLAIN = { isOutOfTurn: false, isCut: false, outOfOrder: 0 };
const traceOf = (arrivals: readonly number[], departures: readonly number[]) =>
  readTrace({
    ...{ arrivals: Float64Array.from(arrivals), departures: Float64Array.from(departures) },
    ...PLAIN,
  });

/** Whole seconds in ns, in growing order. */
const times = fc
  .array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 40 })
  .map((list) => list.sort((a, b) => a - b).map((time) => time * 1e9));

describe('a trace', () => {
  it('has services from max(arrival, departure before)', () => {
    const trace = traceOf([0, 1e9, 5e9], [2e9, 4e9, 6e9]);
    expect(servicesOf(trace)).toEqual(Float64Array.of(2, 2, 1));
    expect(meanSojournTime(trace)).toBeCloseTo((2 + 3 + 1) / 3, 12);
    expect(servicesOf({ ...trace, isOutOfTurn: true })).toBeUndefined();
  });

  it('leaves out what leaves an empty queue', () => {
    const trace = traceOf([3e9, 4e9], [1e9, 5e9, 6e9, 7e9]);
    expect([trace.fromEmpty, trace.departures, trace.duration]).toEqual([2, Float64Array.of(2, 3), 3]);
  });

  it('has levels by hand', () => {
    // 1 inside in 0..1, 2 in 1..2, 1 in 2..4, none in 4..5, 1 in 5..6
    const { shares, meanByFrame, occupancy } = tracedLevels(
      traceOf([0, 1e9, 5e9], [2e9, 4e9, 6e9]),
      equalFrames(6, 3),
    );
    Array.from(shares).forEach((share, n) => {
      expect(share).toBeCloseTo([1 / 6, 4 / 6, 1 / 6][n]!, 12);
    });
    expect(Array.from(meanByFrame)).toEqual([1.5, 1, 0.5]);
    expect(occupancy.mean).toBeCloseTo(1, 12);
  });

  it('obeys Little: the area under its level is the sum of the times inside', () => {
    fc.assert(
      fc.property(times, times, fc.integer({ min: 1, max: 7 }), (arrivals, wanted, frames) => {
        const trace = traceOf(arrivals, wanted);
        fc.pre(trace.duration > 0);
        const { occupancy, meanByFrame, shares } = tracedLevels(trace, equalFrames(trace.duration, frames));
        const area = Array.from(trace.arrivals).reduce(
          (sum, arrival, i) => sum + (trace.departures[i] ?? trace.duration) - arrival,
          0,
        );
        expect(occupancy.mean * trace.duration).toBeCloseTo(area, 8);
        const framed = meanByFrame.reduce((sum, mean) => sum + mean, 0) / frames;
        expect(framed).toBeCloseTo(occupancy.mean, 9);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
        const byFrame = occupancy.byFrame!;
        occupancy.weight.forEach((weight, level) => {
          let sum = 0;
          for (let f = 0; f < frames; f += 1) sum += byFrame[f * occupancy.weight.length + level]!;
          expect(sum).toBeCloseTo(weight, 9);
        });
      }),
    );
  });
});

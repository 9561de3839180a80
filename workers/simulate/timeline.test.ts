import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { recordOf } from './records.test-support.ts';
import { equalFrames, INTERVALS } from './stage-timelines.ts';

describe('W2: the intervals of a replication', () => {
  it('end exactly at the horizon, whatever it is', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (horizon) => {
        const { bounds } = equalFrames(INTERVALS, horizon);
        expect(bounds.at(-1)).toBe(horizon);
        expect(bounds).toEqual([...bounds].sort((a, b) => a - b));
      }),
    );
  });

  it('are all known, also where the horizon times their number is rounded', () => {
    for (const horizon of [1543.6730774152586, 7831.633117239538]) {
      expect((horizon * INTERVALS) / INTERVALS).toBeGreaterThan(horizon);
      const { a } = recordOf(line(source('in', 0.5), stage('a', 1)), horizon).stages;
      expect(a!.occupancySeries.every(Number.isFinite)).toBe(true);
    }
  });
});

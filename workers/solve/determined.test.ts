import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from '../../core/measures/measure-rows.ts';
import type { SolveAnswer, StageAnswer } from './contract.ts';
import { isOpen, isUndetermined, openSpan } from './determined.ts';

const MEASURES = [
  'meanQueueLength',
  'meanOccupancy',
  'utilization',
  'backPressureProbability',
  'fullProbability',
  'lossProbability',
  'meanSojournTime',
  'meanWaitingTime',
] as const;

const measure = fc.constantFrom(...MEASURES);
/** Sums of these are exact. */
const size = fc.integer({ min: 0, max: 1e9 }).map((parts) => parts / 1024);

describe('a measure is open', () => {
  it('beyond a factor of 2 between its ends, and not at it', () => {
    expect(isOpen('meanQueueLength', [5, 10])).toBe(false);
    expect(isOpen('meanQueueLength', [5, 10.000_001])).toBe(true);
    expect(isOpen('meanQueueLength', [204, 599])).toBe(true);
    expect(isOpen('meanQueueLength', [98, Number.POSITIVE_INFINITY])).toBe(true);
  });

  it('by that alone where its upper end matters, whatever the ends are', () => {
    fc.assert(
      fc.property(measure, size, size, (key, low, wide) => {
        const high = low + wide;
        expect(isOpen(key, [low, high])).toBe(wide > low && high > leastOf(key));
      }),
    );
  });

  it('never where both ends read the same, and always where a wider interval holds an open one', () => {
    fc.assert(
      fc.property(measure, size, size, size, size, (key, low, wide, below, above) => {
        expect(isOpen(key, [low, low])).toBe(false);
        const inner: Span = [low, low + wide];
        const outer: Span = [Math.max(0, low - below), low + wide + above];
        if (isOpen(key, inner)) expect(isOpen(key, outer)).toBe(true);
      }),
    );
  });

  it('not where a queue stays short or a share negligible, whichever end is true', () => {
    expect(isOpen('meanQueueLength', [0.01, 0.1])).toBe(false);
    expect(isOpen('meanQueueLength', [0.01, 0.11])).toBe(true);
    expect(isOpen('backPressureProbability', [1e-9, 1e-3])).toBe(false);
    expect(isOpen('backPressureProbability', [1e-9, 2e-3])).toBe(true);
    expect(isOpen('meanSojournTime', [1e-9, 3e-9])).toBe(true);
  });

  it('not where a wait is as short as its queue: 10 /s waiting 0.01 s are 0.1 elements', () => {
    const stage = (throughput: number) =>
      ({ throughput, spans: { meanWaitingTime: [0.002, 0.01] } }) as unknown as StageAnswer;
    expect(openSpan(stage(10), 'meanWaitingTime')).toBeUndefined();
    expect(openSpan(stage(11), 'meanWaitingTime')).toEqual([0.002, 0.01]);
  });
});

const leastOf = (key: (typeof MEASURES)[number]): number =>
  key.endsWith('Time') ? 0 : key.startsWith('mean') ? 0.1 : 1e-3;

describe('the interval in place of a number', () => {
  it('is there only where the number is open', () => {
    const stage = {
      spans: { meanQueueLength: [7.6, 8.7], meanOccupancy: [8, 17] },
    } as unknown as StageAnswer;
    expect(openSpan(stage, 'meanQueueLength')).toBeUndefined();
    expect(openSpan(stage, 'meanOccupancy')).toEqual([8, 17]);
    expect(openSpan(stage, 'utilization')).toBeUndefined();
    expect(openSpan(undefined, 'utilization')).toBeUndefined();
  });

  it('stands for a stage that the answer calls not determined', () => {
    const answer = { verdicts: [{ code: 'not-determined', severity: 'warning', stage: 'a', message: '' }] };
    expect(isUndetermined(answer as unknown as SolveAnswer, 'a')).toBe(true);
    expect(isUndetermined(answer as unknown as SolveAnswer, 'b')).toBe(false);
  });
});

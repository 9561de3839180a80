import { describe, expect, it } from 'vitest';
import { answerTo, codesAt, messageOf } from './fixtures/answer.ts';
import { line, source, stage } from './fixtures/drawing.ts';

describe('precision spans', () => {
  it('spans what the last digits leave open: 0.980 of 1.00', () => {
    const answer = answerTo(line(source('s', 0.98), stage('a', 1)));
    // Loads between 0.9795 / 1.005 and 0.9805 / 0.995.
    const queueAt = (rho: number) => (rho * rho) / (1 - rho);
    const [low, high] = answer.stages.a!.spans!.meanQueueLength!;
    expect(low).toBeCloseTo(queueAt(0.9795 / 1.005), 9);
    expect(high).toBeCloseTo(queueAt(0.9805 / 0.995), 9);
  });

  it('says nothing at light load, where the span is small', () => {
    const answer = answerTo(line(source('s', 0.3), stage('a', 1)));
    expect(answer.stages.a!.spans).toBeUndefined();
    expect(codesAt(answer, 'a')).toEqual([]);
  });

  it('says nothing where enough digits were typed', () => {
    const answer = answerTo(line(source('s', 0.98123456789), stage('a', 1.0000000001)));
    expect(answer.stages.a!.spans).toBeUndefined();
  });

  it('reaches without limit where the heavier end saturates an unbounded stage', () => {
    const answer = answerTo(line(source('s', 0.998), stage('a', 1)));
    expect(answer.stages.a!.spans!.meanQueueLength![1]).toBe(Number.POSITIVE_INFINITY);
    expect(answer.stages.a!.spans!.backPressureProbability).toBeUndefined();
    expect(messageOf(answer, 'not-determined')).toContain(
      'up without limit; most of the doubt is in the service rate of a.',
    );
  });

  it('reaches to the last place where it saturates a finite stage that blocks', () => {
    const answer = answerTo(line(source('s', 0.998), stage('a', 1, { capacity: 50 })));
    expect(answer.stages.a!.spans!.meanQueueLength![1]).toBe(49);
    expect(answer.stages.a!.spans!.meanOccupancy![1]).toBe(50);
  });

  it('tells that a stage may not be saturated after all', () => {
    const answer = answerTo(line(source('s', 1.001), stage('a', 1)));
    expect(answer.kind).toBe('unstable');
    expect(codesAt(answer, 'a')).toEqual(['saturated', 'not-determined']);
  });

  it('counts whole conversion factors and whole elements per clock as exact', () => {
    const service = { law: 'exponential', factors: { elementsPerClock: 16, clock: 100.001 } } as const;
    const exact = answerTo(line(source('s', 98.7654321), stage('a', 1, { service, conversionFactor: 16 })));
    expect(exact.stages.a!.spans).toBeUndefined();
    const inexact = answerTo(
      line(source('s', 98.7654321), stage('a', 1, { service, conversionFactor: 15.9 })),
    );
    expect(inexact.stages.a!.spans!.meanQueueLength).toBeDefined();
  });

  it('reads a rate of bytes with the digits of the bytes', () => {
    // 90 250 000 elements of 8 bytes are 722e6 bytes: three digits, not four.
    const drawn = (unitBytes?: number) =>
      line(source('s', 90_250_000, unitBytes ? { unitBytes } : {}), stage('a', 91_234_567));
    expect(answerTo(drawn()).stages.a!.spans).toBeUndefined();
    expect(answerTo(drawn(8)).stages.a!.spans!.meanQueueLength).toBeDefined();
  });
});

/** Points that decide, against exact chains. */
import { describe, expect, it } from 'vitest';
import type { Study } from '../../core/study/study.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import type { DecidedPoint } from './contract.ts';
import { decidePoints } from './decide-points.ts';
import { blockingLine, mercury, set, studyOf } from './study.test-support.ts';

const decided = (study: Study, points: readonly number[]): readonly DecidedPoint[] => {
  const answer = decidePoints(study, points);
  if ('kind' in answer) throw new Error(answer.faults.join('\n'));
  return answer;
};

describe('points that decide', () => {
  const study = studyOf({
    scenario: blockingLine,
    vary: [{ path: 'b.capacity', values: [6, 9, 12] }],
    measures: ['a.blockedFraction', 'b.meanOccupancy', 'buffer'],
  });

  it('are simulated where the method approximates them, and nearer to the exact chain than the method', () => {
    const told: number[] = [];
    const answer = decidePoints(study, [2, 0], (some) => told.push(some.length));
    if ('kind' in answer) throw new Error(answer.faults.join('\n'));
    expect(told).toEqual([1, 2]);
    expect(answer.map(({ point }) => point)).toEqual([2, 0]);
    for (const { point, values, halfWidths, known, solved } of answer) {
      expect(known).toEqual(['simulated', 'simulated', 'exact']);
      const K = [6, 9, 12][point]!;
      const exact = solveScenario(set(blockingLine, { 'b.capacity': K }), 'chain', false);
      if (exact.kind === 'noAnswer') throw new Error(exact.code);
      const truth = [exact.stages.a!.blockedFraction!, exact.stages.b!.meanOccupancy!];
      for (const [i, value] of truth.entries()) {
        expect(Math.abs(values[i]! - value)).toBeLessThan(2 * halfWidths[i]!);
        expect(solved[i]).not.toBe(values[i]);
      }
      expect(Math.abs(values[0]! - truth[0]!)).toBeLessThan(Math.abs(solved[0]! - truth[0]!));
      expect(values[2]).toBe(50 + K);
    }
  }, 60_000);

  it('stay as the method has them that was asked for', () => {
    const [point] = decided({ ...study, answer: { by: 'solve', method: 'blocking' } }, [1]);
    expect(point!.known).toEqual(['approximate', 'approximate', 'exact']);
    expect(point!.values).toEqual(point!.solved);
    expect(point!.halfWidths).toEqual([undefined, undefined, undefined]);
  });

  it('keep the interval where the inputs leave a queue open', { tags: ['long'] }, () => {
    const [point] = decided(studyOf({ vary: [{ path: '1b.capacity', values: [600] }] }), [0]);
    const [low, high] = point!.open[0]!;
    const answer = solveScenario(mercury, 'auto', false);
    if (answer.kind === 'noAnswer') throw new Error(answer.code);
    expect([low, high]).toEqual(answer.stages['1b']!.spans!.meanOccupancy);
    expect(point!.halfWidths[0]).toBeUndefined();
  });
});

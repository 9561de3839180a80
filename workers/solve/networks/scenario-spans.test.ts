import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { inputText } from '../../../core/measures/verdicts.ts';
import { drawing, line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { InputPrecision, Scenario } from '../../../core/scenario/scenario.ts';
import { codesAt } from '../fixtures/answer.ts';

import { solveScenario } from '../solve-scenario.ts';

function answerOf(drawn: Scenario) {
  const outcome = solveScenario(drawn, 'auto');
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

/** Six jobs between two stages. */
const circle = (a: number, b: number, precisions: readonly InputPrecision[] = []): Scenario => ({
  ...drawing([stage('a', a), stage('b', b)], ['a>b', 'b>a']),
  classes: [{ id: 'jobs', closed: { population: 6, start: 'a' } }],
  precisions,
});
const known = (node: string, plusMinus: number) => ({ node, field: 'service.rate', plusMinus });

describe('what the precision of inputs leaves open in a closed network', () => {
  it('has its ends where the stage is slow and the other fast, and the other way round', () => {
    const { stages } = answerOf(circle(1, 1, [known('a', 0.1), known('b', 0.2)]));
    const at = (a: number, b: number) => answerOf(circle(a, b)).stages.a!.meanOccupancy!;
    const [low, high] = stages.a!.spans!.meanOccupancy!;
    expect(low).toBeCloseTo(at(1.1, 0.8), 12);
    expect(high).toBeCloseTo(at(0.9, 1.2), 12);
    expect(stages.a!.dominatedBy).toEqual({
      node: 'b',
      name: 'b',
      input: 'serviceRate',
      stated: 0.2,
    });
  });

  it('says that a queue is not determined', () => {
    const answer = answerOf(circle(1, 1, [known('a', 0.3), known('b', 0.3)]));
    expect(codesAt(answer, 'a')).toContain('not-determined');
    expect(answerOf(circle(1, 1, [known('a', 0), known('b', 0)])).stages.a!.spans).toBeUndefined();
  });

  it('is left out, and said to be, where it takes too many solutions', () => {
    const ids = Array.from({ length: 12 }, (_, i) => `s${i}`);
    const ring = drawing(
      ids.map((id) => stage(id, 1)),
      ids.map((id, i) => `${id}>${ids[(i + 1) % ids.length]}`),
    );
    const answer = answerOf({ ...ring, classes: [{ id: 'jobs', closed: { population: 3, start: 's0' } }] });
    expect(answer.verdicts.map(({ code }) => code)).toContain('precision-left-out');
  });
});

describe('what the precision of inputs leaves open in a small Markov chain', () => {
  it('is that of the chain at the ends of its inputs', () => {
    const tandem = (rate: number, precisions: readonly InputPrecision[] = []) => ({
      ...line(
        source('s', rate),
        stage('a', 1, { capacity: 4, whenFull: 'drop' }),
        stage('b', 1, { capacity: 4 }),
      ),
      precisions: [...precisions, known('a', 0), known('b', 0)],
    });
    const answer = answerOf(tandem(0.8, [{ node: 's', field: 'interarrival.rate', plusMinus: 0.25 }]));
    expect(answer.solvedBy).toBe('chain');
    const at = (rate: number) => answerOf(tandem(rate)).stages.b!.meanOccupancy!;
    const [low, high] = answer.stages.b!.spans!.meanOccupancy!;
    expect(low).toBeCloseTo(at(0.6), 10);
    expect(high).toBeCloseTo(at(1), 10);
  });

  it('is that of its ends as well where there are more states, or a queue without limit', () => {
    const precisions = [
      { node: 's', field: 'interarrival.rate', plusMinus: 0.1 },
      known('a', 0),
      known('b', 0),
    ];
    const tandems = [
      (rate: number) =>
        line(
          source('s', rate),
          stage('a', 1, { capacity: 12, whenFull: 'drop' }),
          stage('b', 1, { capacity: 12 }),
        ),
      (rate: number) => line(source('s', rate), stage('a', 1.1), stage('b', 1, { capacity: 3 })),
    ];
    for (const tandem of tandems) {
      const answer = answerOf({ ...tandem(0.5), precisions });
      expect(answer.solvedBy).toBe('chain');
      for (const id of ['a', 'b']) {
        const at = (rate: number) => answerOf(tandem(rate)).stages[id]!.meanOccupancy!;
        const [low, high] = answer.stages[id]!.spans!.meanOccupancy!;
        expect(low).toBeCloseTo(at(0.45), 9);
        expect(high).toBeCloseTo(at(0.55), 9);
      }
      expect(inputText(answer.stages.a!.dominatedBy!)).toBe('the arrival rate of s (± 10 % as stated)');
    }
  });

  it('has no upper end where the heavier end has no steady state', () => {
    const drawn = line(source('s', 0.5), stage('a', 1), stage('b', 1, { capacity: 2 }));
    const precisions = [{ node: 's', field: 'interarrival.rate', plusMinus: 0.9 }];
    const answer = answerOf({ ...drawn, precisions });
    expect(answer.stages.a!.spans!.meanQueueLength![1]).toBe(Number.POSITIVE_INFINITY);
    expect(codesAt(answer, 'a')).toContain('not-determined');
  });
});

/** Lines of constant times whose answers are known by hand. */
import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { verdictText } from '../../../core/measures/verdicts.ts';
import { drawing, line, router, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';
import { solveScenario } from '../solve-scenario.ts';

const every = (mean: number) => ({ distribution: 'deterministic', mean }) as const;
const clock = (mean: number) => source('in', 1, { interarrival: every(mean) });
const fixed = (id: string, mean: number, more: Partial<Omit<StageNode, 'id' | 'kind'>> = {}) =>
  stage(id, 1, { service: every(mean), ...more });

function answerOf(scenario: Scenario): SolveAnswer {
  const answer = solveScenario(scenario, 'auto');
  if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
  return answer;
}

describe('constant times', () => {
  it('count what goes from a source to a sink through no queue, which takes no time', () => {
    const scenario = drawing(
      [clock(1), router('turns', 'roundRobin'), fixed('a', 1), sink('out')],
      'in>turns turns>a turns>out a>out',
    );
    // Every other element is served, for 1 s.
    expect(answerOf(scenario).network).toMatchObject({ throughput: 1, meanSojournTime: 0.5 });
  });

  it('10, 8 and 9 leave 0.8 and 0.9 in the stages, and no queue', () => {
    const answer = answerOf(line(clock(10), fixed('a', 8), fixed('b', 9)));
    expect(answer).toMatchObject({ kind: 'answer', exact: true, solvedBy: 'selfTimed' });
    expect(answer.stages.a).toMatchObject({ meanOccupancy: 0.8, meanQueueLength: 0, utilization: 0.8 });
    expect(answer.stages.b).toMatchObject({ meanOccupancy: 0.9, meanQueueLength: 0, meanSojournTime: 9 });
    expect(answer.network).toMatchObject({ throughput: 0.1, meanSojournTime: 17 });
    expect(answer.verdicts.map(verdictText)).toEqual([
      'All times are constant: the schedule repeats every 10 s after the first 38 s, with 1 element to the sinks; none takes longer than 17 s from entry to sink.',
      'in sets the pace: each of its starts waits for nothing but its last one.',
    ]);
  });

  it('a slow last stage blocks all others and names itself', () => {
    const answer = answerOf(line(clock(1), fixed('a', 2, { capacity: 2 }), fixed('b', 5, { capacity: 3 })));
    expect(answer.stages.b).toMatchObject({ utilization: 1, meanOccupancy: 3, fullProbability: 1 });
    expect(answer.stages.a).toMatchObject({ utilization: 0.4, blockedFraction: 0.6, meanOccupancy: 2 });
    expect(answer.verdicts.map(verdictText)).toContain(
      'b sets the pace: each of its starts waits for nothing but its last one.',
    );
  });

  it('times that are no multiples of each other have a tick: 1/3 and 0.3 s', () => {
    const answer = answerOf(
      line(source('in', 1, { interarrival: { distribution: 'deterministic', rate: 3 } }), fixed('a', 0.3)),
    );
    expect(answer.stages.a?.meanOccupancy).toBeCloseTo(0.9, 14);
  });

  it('a stage that returns every second element to itself serves each twice on average', () => {
    const answer = answerOf(
      drawing([clock(10), fixed('a', 4, { routing: { rule: 'roundRobin' } }), sink()], 'in>a a>a a>out'),
    );
    expect(answer.stages.a?.utilization).toBeCloseTo(0.8, 14);
    expect(answer.network.throughput).toBeCloseTo(0.1, 14);
  });

  it('leave random models to other methods, which name what is random', () => {
    const random = line(clock(10), stage('a', 1));
    expect(solveScenario(random, 'auto')).toMatchObject({ kind: 'answer', solvedBy: 'auto' });
    const refusal = solveScenario(random, 'selfTimed');
    if (refusal.kind !== 'noAnswer') throw new Error('solved');
    expect(refusalText(refusal)).toContain('exponential');
    const filtered = solveScenario(line(clock(10), fixed('a', 2, { passProbability: 0.5 })), 'selfTimed');
    if (filtered.kind !== 'noAnswer') throw new Error('solved');
    expect(refusalText(filtered)).toContain('a random share is filtered out');
  });

  it('a queue that grows is told at once', () => {
    expect(solveScenario(line(clock(2), fixed('a', 3)), 'selfTimed')).toMatchObject({
      code: 'queueGrows',
      facts: { name: 'a' },
    });
  });

  it('a ring that fills up locks, and the wait is named', () => {
    const ring = drawing(
      [
        clock(1),
        fixed('a', 1, { capacity: 1 }),
        fixed('b', 1, { capacity: 1, routing: { rule: 'roundRobin' } }),
        sink(),
      ],
      'in>a a>b b>a b>out',
    );
    const outcome = solveScenario(ring, 'auto');
    if (outcome.kind !== 'noAnswer') throw new Error('solved');
    expect(refusalText(outcome)).toBe(
      'Deadlock: "a" waits for free slots in "b" (1 of 1 taken, 1 more needed), "b" waits for free slots in "a" (1 of 1 taken, 1 more needed).',
    );
  });
});

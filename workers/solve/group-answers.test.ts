import { describe, expect, it } from 'vitest';
import type { MethodName } from '../../core/measures/methods.ts';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { SolveAnswer } from './contract.ts';

import { solveScenario } from './solve-scenario.ts';

function answerTo(drawn: Scenario, method: MethodName): SolveAnswer {
  const outcome = solveScenario(drawn, method, false);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

const pair = (drawn: Scenario, ...stages: string[]): Scenario => ({
  ...drawn,
  groups: [{ id: 'both', stages }],
});

describe('virtual queues in an answer', () => {
  const tandem = line(
    source('in', 0.9),
    stage('a', 1, { capacity: 6, whenFull: 'drop' }),
    stage('b', 1, { capacity: 4 }),
  );

  it('are the sums of their stages by every method, and agree with the distribution of the chain', () => {
    for (const method of ['chain', 'blocking', 'auto', 'mm1k', 'mmck'] as const) {
      const { groups, stages } = answerTo(pair(tandem, 'a', 'b'), method);
      const { meanOccupancy, occupancyDistribution } = groups!.both!;
      expect(meanOccupancy).toBeCloseTo(stages.a!.meanOccupancy! + stages.b!.meanOccupancy!, 10);
      expect(occupancyDistribution !== undefined).toBe(method === 'chain' || method === 'auto');
      if (!occupancyDistribution) continue;
      expect(occupancyDistribution.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
      expect(occupancyDistribution.reduce((sum, p, n) => sum + n * p, 0)).toBeCloseTo(meanOccupancy, 10);
    }
  });

  it('of one stage have its distribution; with a queue that grows without end there is none', () => {
    const one = answerTo(pair(line(source('in', 0.5), stage('a', 1)), 'a'), 'mm1');
    expect(one.groups!.both!.occupancyDistribution).toEqual(one.stages.a!.occupancyDistribution);
    const endless = line(source('in', 0.9), stage('a', 1), stage('b', 0.5));
    expect(answerTo(pair(endless, 'a', 'b'), 'mm1').groups).toEqual({});
    expect(answerTo(tandem, 'mm1k').groups).toBeUndefined();
  });

  it('span what their stages span together', () => {
    const drawn = pair(line(source('in', 0.99), stage('a', 1), stage('b', 1)), 'a', 'b');
    const { stages, groups } = answerTo(drawn, 'auto');
    const [low, high] = stages.a!.spans!.meanOccupancy!;
    expect(groups!.both!.span).toEqual([2 * low, 2 * high]);
  });

  it('are the same jobs in a closed ring, by mean values and by the chain', () => {
    const ring: Scenario = {
      ...drawing([stage('a', 1), stage('b', 2), stage('c', 3)], ['a>b', 'b>c', 'c>a']),
      classes: [{ id: 'jobs', closed: { population: 5, start: 'a' } }],
    };
    const [byMva, byChain] = (['mva', 'chain'] as const).map((method) =>
      answerTo(pair(ring, 'a', 'c'), method),
    );
    expect(byMva!.groups!.both!.meanOccupancy).toBeCloseTo(byChain!.groups!.both!.meanOccupancy, 10);
    expect(byMva!.stages.b!.meanOccupancy! + byMva!.groups!.both!.meanOccupancy).toBeCloseTo(5, 10);
  });
});

import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { findFaults } from '../../core/scenario/faults.ts';
import type { Scenario, StageNode } from '../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../solve/contract.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import { at, level } from './claims.test-support.ts';
import { answerOf, expectTheory } from './theory.test-support.ts';

const oldest = { whenFull: 'dropOldest' } as const;

function chainOf(scenario: Scenario): SolveAnswer {
  const answer = solveScenario(scenario, 'chain');
  if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
  return answer;
}

/** P[n] of M/M/c/K, whoever is lost: a full stage stays full when one comes. */
function occupancyOf(lambda: number, mu: number, c: number, K: number): readonly number[] {
  const weights = [1];
  for (let n = 1; n <= K; n++) weights.push((weights[n - 1]! * lambda) / (mu * Math.min(n, c)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/**
 * Mean wait of those that are served in M/M/c/K, first come first served, whose oldest are pushed out: a newcomer is followed
 * through the states (its place j in line, those behind it), which it leaves forwards only: a service ends or the first
 * is pushed out.
 */
function meanWaitOfServed(lambda: number, mu: number, c: number, K: number): number {
  const rate = lambda + c * mu;
  const follow = (j: number, behind: number): { served: number; time: number } => {
    const afterService = j === 1 ? { served: 1, time: 0 } : follow(j - 1, behind);
    const isFull = c + j + behind === K;
    const afterArrival = !isFull
      ? follow(j, behind + 1)
      : j === 1
        ? { served: 0, time: 0 }
        : follow(j - 1, behind + 1);
    const served = (c * mu * afterService.served + lambda * afterArrival.served) / rate;
    const time = (served + c * mu * afterService.time + lambda * afterArrival.time) / rate;
    return { served, time };
  };
  let served = 0;
  let time = 0;
  occupancyOf(lambda, mu, c, K).forEach((p, n) => {
    const seen = n < c ? { served: 1, time: 0 } : follow(Math.min(n + 1, K) - c, 0);
    served += p * seen.served;
    time += p * seen.time;
  });
  return time / served;
}

describe('DR2: dropOldest', () => {
  it.each([
    { lambda: 1.2, mu: 1, c: 1, K: 5 },
    { lambda: 2.5, mu: 1, c: 2, K: 4 },
  ])(
    'M/M/$c/$K: occupancy and loss of drop, and the waits of those that are served',
    ({ lambda, mu, c, K }) => {
      const p = occupancyOf(lambda, mu, c, K);
      const scenario = line(source('in', lambda), stage('a', mu, { ...oldest, serverCount: c, capacity: K }));
      expectTheory(scenario, { horizon: 4000, warmup: 200 }, [
        ...p.map((value, n) => level('a', n, value)),
        at('a', 'lossProbability', p[K]!),
        at('a', 'meanWaitingTime', meanWaitOfServed(lambda, mu, c, K)),
      ]);
      const { a } = chainOf(scenario).stages;
      for (const [n, value] of p.entries()) expect(a!.occupancyDistribution![n]).toBeCloseTo(value, 10);
      expect(a!.lossProbability).toBeCloseTo(p[K]!, 10);
      expect(a!.meanWaitingTime).toBeUndefined();
    },
  );

  it('loses the newcomer where nobody waits', () => {
    const full = { serverCount: 2, capacity: 2 };
    const dropping = line(source('in', 3), stage('a', 1, { ...full, whenFull: 'drop' }));
    const request = { horizon: 500, replications: 3, seed: 4 };
    const lost = (scenario: Scenario) => answerOf(scenario, request).stages.a!.lossProbability!.mean;
    expect(lost(line(source('in', 3), stage('a', 1, { ...full, ...oldest })))).toBe(lost(dropping));
  });

  it.each([
    ['FCFS', 1],
    ['LCFS', 1],
    ['priority', 1],
    ['priority', 2],
  ] as const)(
    'several classes, %s with %i servers: simulated as the chain has it',
    (discipline, serverCount) => {
      const classes = [
        { id: 'urgent', priority: 0 },
        { id: 'plain', priority: 1 },
      ];
      const scenario = drawing(
        [
          source('u', 0.6, { class: 'urgent' }),
          source('p', 1, { class: 'plain' }),
          stage('a', 1, { ...oldest, discipline, serverCount, capacity: 4, byClass: { plain: {} } }),
          sink(),
        ],
        'u>a p>a a>out',
        { classes },
      );
      const { a } = chainOf(scenario).stages;
      const claims = classes.flatMap(({ id }) =>
        (['lossProbability', 'throughput', 'meanOccupancy'] as const).map((measure) => ({
          what: `${measure} of ${id}`,
          value: a!.byClass![id]![measure]!,
          of: (result: ReturnType<typeof answerOf>) => result.stages.a!.classes![id]![measure],
        })),
      );
      expectTheory(scenario, { horizon: 3000, warmup: 100 }, claims);
      // A newcomer never pushes out a more urgent one.
      if (discipline === 'priority')
        expect(a!.byClass!.urgent!.lossProbability).toBeLessThan(a!.byClass!.plain!.lossProbability! / 5);
    },
  );

  it.each([
    ['batches of arrivals', { capacity: 4 }, 3],
    ['bulk service', { capacity: 4, bulk: { rule: 'full', size: 2 } }, 1],
    ['random service', { capacity: 4, discipline: 'RSS' }, 1],
    ['native elements', { capacity: 5, conversionFactor: 3 }, 1],
  ] as const)('%s: simulated as the chain has it', (_, more, batchSize) => {
    const scenario = line(source('in', 0.7, { batchSize }), stage('a', 1, { ...oldest, ...more }));
    const { a } = chainOf(scenario).stages;
    expectTheory(scenario, { horizon: 3000, warmup: 100 }, [
      at('a', 'lossProbability', a!.lossProbability!),
      at('a', 'meanOccupancy', a!.meanOccupancy!),
    ]);
  });

  it('pushes out behind a stage that feeds it, and senders never wait', () => {
    const scenario = line(
      source('in', 0.8),
      stage('a', 1, { capacity: 6 }),
      stage('b', 0.7, { ...oldest, capacity: 3 }),
    );
    const { a, b } = chainOf(scenario).stages;
    expect(a!.blockedFraction).toBe(0);
    expectTheory(scenario, { horizon: 3000, warmup: 100 }, [
      at('b', 'lossProbability', b!.lossProbability!),
      at('b', 'meanOccupancy', b!.meanOccupancy!),
    ]);
  });

  const codes = (more: Partial<StageNode>): readonly string[] =>
    findFaults(line(source('in'), stage('a', 2, { ...oldest, capacity: 4, ...more }))).map(
      ({ code }) => code,
    );

  it('is a fault where it says nothing, or not who leaves', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ discipline: 'PS' })).toEqual(['drop-oldest-processor-sharing']);
    expect(codes({ admission: 'whole' })).toEqual(['drop-oldest-whole']);
    expect(codes({ discipline: 'priority', preemption: 'resume' })).toContain('drop-oldest-preemption');
    const forked = drawing(
      [
        source('in'),
        { id: 'f', kind: 'fork' },
        stage('a', 2, { ...oldest, capacity: 4 }),
        stage('b', 2),
        { id: 'j', kind: 'join' },
        sink(),
      ],
      'in>f f>a f>b a>j b>j j>out',
    );
    expect(findFaults(forked).map(({ code }) => code)).toContain('drop-oldest-tasks');
  });
});

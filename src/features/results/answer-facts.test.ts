import { describe, expect, it } from 'vitest';
import type { Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import { latencyTail } from '../../../workers/explore/solved-percentiles.ts';
import { example } from '../../../workers/explore/study.test-support.ts';
import { solveScenario } from '../../../workers/solve/solve-scenario.ts';
import { factsOf, type LatencyP99 } from './answer-facts.ts';

function facts(slug: string): Readonly<Record<string, string>> {
  const scenario = example(slug);
  const answer = solveScenario(scenario, 'auto');
  if (answer.kind === 'noAnswer') throw new Error(slug);
  return Object.fromEntries(factsOf(scenario, answer).map(({ name, value }) => [name, value]));
}

describe('factsOf', () => {
  it('tells the rounds of jobs that go around, of which none reaches a sink', () => {
    // 60 users: 8 s of thought and 0.5 s and more of service in 9.09 s.
    expect(facts('interactive-users')).toEqual({
      Throughput: '6.6 /s',
      'Mean cycle time': '9.09 s',
      Bottleneck: 'Application',
    });
  });

  it('tells how many saturate together', () => {
    expect(facts('laplace')).toMatchObject({
      Bottleneck: 'Walk 1 and 7 more',
      'Servers saturate at': 'load × 1.111',
    });
    expect(facts('mercury-run-2').Bottleneck).toBe('1b Hash lookup');
  });

  it('tells of no headroom where queues are finite, and how much is lost or held back already', () => {
    // M/M/1/3 at ρ = 0.8: (1 - ρ) ρ^3 / (1 - ρ^4) = 17.3 %.
    expect(factsOfQueue({ capacity: 3, whenFull: 'drop' })).toMatchObject({
      'Saturates first': 'Desk',
      'Servers saturate at': 'load × 1.25',
      'Lost now': '17.3 %',
    });
    // The source waits with one more: (1 - ρ) ρ^4 / (1 - ρ^5).
    expect(factsOfQueue({ capacity: 3, whenFull: 'block' })).toMatchObject({
      Bottleneck: 'Desk',
      'Servers saturate at': 'load × 1.25',
      'Blocked now': '12.2 %',
    });
    // ρ^40 and more: nothing that anybody would see.
    expect(factsOfQueue({ capacity: 40, whenFull: 'drop' })).toMatchObject({
      Bottleneck: 'Desk',
      'Servers saturate at': 'load × 1.25',
    });
    expect(factsOfQueue({})).toMatchObject({ Bottleneck: 'Desk', Headroom: 'load × 1.25' });
  });

  it('tells the p99 and how it is known, or why nobody knows it', () => {
    expect(factsOfQueue({}, { value: 0.0125, trust: 'exact' }).p99).toBe('12.5 ms');
    expect(factsOfQueue({}, { unknown: 'Only means are known.' }).p99).toBe('–');
  });
});

function factsOfQueue(rules: Partial<StageNode>, p99?: LatencyP99): Readonly<Record<string, string>> {
  const position = { x: 0, y: 0 };
  const scenario: Scenario = {
    ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'queue' },
    nodes: [
      {
        ...{ kind: 'source', id: 's', name: 'Calls', position },
        interarrival: { distribution: 'exponential', rate: 80 },
      },
      {
        ...{ kind: 'stage', id: 'q', name: 'Desk', position },
        service: { distribution: 'exponential', rate: 100 },
        ...rules,
      },
      { kind: 'sink', id: 'out', position },
    ],
    links: [
      { from: 's', to: 'q' },
      { from: 'q', to: 'out' },
    ],
  };
  const answer = solveScenario(scenario, 'auto');
  if (answer.kind === 'noAnswer') throw new Error(answer.reason);
  return Object.fromEntries(factsOf(scenario, answer, p99).map(({ name, value }) => [name, value]));
}

describe('the p99 of the whole', () => {
  it('is that of the closed form', () => {
    // M/M/1: the response time is exponential, with rate μ - λ.
    const scenario = example('timetrial-mm1-08');
    const answer = solveScenario(scenario, 'auto');
    if (answer.kind === 'noAnswer') throw new Error(answer.reason);
    const { meanSojournTime = Number.NaN } = answer.network;
    expect(latencyTail(scenario, answer)).toEqual({
      kind: 'p99',
      value: expect.closeTo(Math.log(100) * meanSojournTime, 12),
      exact: true,
    });
  });
});

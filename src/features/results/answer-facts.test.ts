import { describe, expect, it } from 'vitest';
import { example } from '../../../workers/explore/study.test-support.ts';
import { solveScenario } from '../../../workers/solve/solve-scenario.ts';
import { factsOf } from './answer-facts.ts';

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
    expect(facts('laplace')).toMatchObject({ Bottleneck: 'Walk 1 and 7 more', Headroom: 'load × 1.111' });
    expect(facts('mercury-run-2').Bottleneck).toBe('1b Hash lookup');
  });
});

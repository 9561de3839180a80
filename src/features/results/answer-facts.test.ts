import { describe, expect, it } from 'vitest';
import { delay, drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import { latencyTail } from '../../../workers/explore/solved-percentiles.ts';
import { example } from '../../../workers/explore/study.test-support.ts';
import type { SolveAnswer, SolveOutcome } from '../../../workers/solve/contract.ts';
import { solveScenario } from '../../../workers/solve/solve-scenario.ts';
import { factsOf, type LatencyP99 } from './answer-facts.ts';
import { hinderedFactor, saturatedAnswer, saturationFact } from './saturation.ts';

function facts(slug: string): Readonly<Record<string, string>> {
  const scenario = example(slug);
  return Object.fromEntries(factsOf(scenario, solved(scenario)).map(({ name, value }) => [name, value]));
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

  it('tells what gets through at saturation where queues are finite', async () => {
    // Two equal servers without a place between them: 2/3 of what each could do (Hunt 1956).
    const place = { capacity: 1, whenFull: 'block' } as const;
    const pair = line(source('s', 10), stage('a', 90, place), stage('b', 90, place));
    const now = solved(pair);
    const factor = hinderedFactor(pair, now);
    expect(factor).toBe(now.saturationFactor);
    const saturated = await saturatedAnswer(pair, factor!, asSolved);
    if (typeof saturated === 'string') throw new Error(saturated);
    expect(saturated.exact).toBe(true);
    expect(saturated.network.throughput! / 60).toBeCloseTo(1, 2);
    expect(saturationFact(now, saturated)).toMatchObject({
      trust: 'exact',
      value: expect.stringMatching(/^60(\.0)? \/s \(× 6/),
    });
    expect(saturationFact(now, 'asked').value).toBe('…');
    // One place that loses what finds it taken: λμ / (λ + μ), which comes near μ slowly.
    const lossy = line(source('s', 5), stage('a', 10, { capacity: 1, whenFull: 'drop' }));
    const most = await saturatedAnswer(lossy, 2, asSolved);
    expect(typeof most === 'string' ? most : saturationFact(solved(lossy), most).value).toMatch(
      /^10 \/s \(× 3 *\)/,
    );
    // Without finite queues the servers alone tell.
    const open = line(source('s', 10), stage('a', 90));
    expect(hinderedFactor(open, solved(open))).toBeUndefined();
  });

  it('tells of no saturation where some of the input passes no stage', async () => {
    const past = drawing(
      [source('s', 10), stage('a', 90, { capacity: 3 }), source('t', 1), delay('d'), sink()],
      's>a a>out t>d d>out',
    );
    const now = solved(past);
    const factor = hinderedFactor(past, now);
    expect(factor).toBe(now.saturationFactor);
    expect(await saturatedAnswer(past, factor!, asSolved)).toBe('More gets through, the more comes in.');
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
  return Object.fromEntries(factsOf(scenario, solved(scenario), p99).map(({ name, value }) => [name, value]));
}

const asSolved = async (scenario: Scenario): Promise<SolveOutcome> => solveScenario(scenario, 'auto');

function solved(scenario: Scenario): SolveAnswer {
  const answer = solveScenario(scenario, 'auto');
  if (answer.kind === 'noAnswer') throw new Error(answer.reason);
  return answer;
}

describe('the p99 of the whole', () => {
  it('is that of the closed form', () => {
    // M/M/1: the response time is exponential, with rate μ - λ.
    const scenario = example('timetrial-mm1-08');
    const answer = solved(scenario);
    const { meanSojournTime = Number.NaN } = answer.network;
    expect(latencyTail(scenario, answer)).toEqual({
      kind: 'p99',
      value: expect.closeTo(Math.log(100) * meanSojournTime, 12),
      exact: true,
    });
  });
});

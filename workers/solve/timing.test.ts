/** Services that depend on the number in the stage, on the size of their batch, or that overlap: solved exactly or refused by name. */

import { describe, expect, it } from 'vitest';
import { METHOD_NAMES, type MethodName } from '../../core/measures/methods.ts';
import { refusalText } from '../../core/measures/refusals.ts';
import { delay, drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario, StageNode } from '../../core/scenario/scenario.ts';
import type { SolveAnswer } from './contract.ts';
import { solveScenario } from './solve-scenario.ts';

function answerOf(scenario: Scenario, method: MethodName = 'auto'): SolveAnswer {
  const outcome = solveScenario(scenario, method);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

/** Users who think, a server whose speed changes with its load, and another with two servers. */
const closed = (population: number, speeds: readonly number[], more: Partial<StageNode> = {}): Scenario => ({
  ...drawing(
    [
      delay('think', 2),
      stage('cpu', 3, { speeds, ...more }),
      stage('disk', 1.1, { serverCount: 2, speeds: [1, 0.9, 1.3] }),
    ],
    ['think>cpu', 'cpu>disk:0.6', 'cpu>think:0.4', 'disk>cpu'],
  ),
  classes: [{ id: 'user', closed: { population, start: 'think' } }],
});

describe('closed networks with load-dependent stations', () => {
  it('by convolution are as their Markov chain', () => {
    const scenario = closed(12, [1, 1.7, 2.2, 1.4, 0.8]);
    const known = answerOf(scenario, 'chain');
    const answer = answerOf(scenario, 'convolution');
    expect(answer.exact).toBe(true);
    for (const id of ['cpu', 'disk']) {
      const [a, b] = [answer.stages[id]!, known.stages[id]!];
      expect(a.meanOccupancy).toBeCloseTo(b.meanOccupancy!, 9);
      expect(a.throughput).toBeCloseTo(b.throughput!, 9);
      expect(a.utilization).toBeCloseTo(b.utilization!, 9);
      expect(a.meanQueueLength).toBeCloseTo(b.meanQueueLength!, 9);
      b.occupancyDistribution!.forEach((p, n) => {
        expect(a.occupancyDistribution![n] ?? 0).toBeCloseTo(p, 9);
      });
    }
  });

  it('are told by themselves where the chain is out of reach', () => {
    const answer = answerOf(closed(400, [1, 1.7, 2.2, 1.4, 0.8]));
    expect(answer).toMatchObject({ method: 'auto', solvedBy: 'convolution', exact: true });
    const jobs = ['think', 'cpu', 'disk'].reduce((sum, id) => sum + answer.stages[id]!.meanOccupancy!, 0);
    expect(jobs).toBeCloseTo(400, 6);
    // The last speed of the first is the limit.
    expect(answer.stages.cpu!.throughput).toBeCloseTo(3 * 0.8, 6);
  });

  it('speeds of 1, 2, 3 are three servers', () => {
    const three = answerOf(closed(30, [1], { serverCount: 3 }), 'convolution');
    const one = answerOf(closed(30, [1, 2, 3]), 'convolution');
    expect(one.stages.cpu!.meanOccupancy).toBeCloseTo(three.stages.cpu!.meanOccupancy!, 10);
  });

  it('of two classes keep the product form', () => {
    const two: Scenario = {
      ...closed(1, [1, 1.5, 0.7]),
      classes: [
        { id: 'user', closed: { population: 3, start: 'think' } },
        { id: 'batch', closed: { population: 4, start: 'cpu' } },
      ],
    };
    const known = answerOf(two, 'chain');
    const answer = answerOf(two, 'convolution');
    for (const id of ['user', 'batch'])
      expect(answer.stages.cpu!.byClass![id]!.meanOccupancy).toBeCloseTo(
        known.stages.cpu!.byClass![id]!.meanOccupancy!,
        9,
      );
  });

  it.each(['mva', 'linearizer', 'schweitzer'] as const)('are refused by name by %s', (method) => {
    const outcome = solveScenario(closed(5, [1, 2]), method);
    expect(outcome).toMatchObject({ kind: 'noAnswer', code: 'kindNotSupported', stage: 'cpu' });
  });

  it('are refused where somebody comes from outside', () => {
    const { nodes, links, classes, ...rest } = closed(200, [1, 2]);
    const open: Scenario = {
      ...rest,
      nodes: [...nodes, source('in', 0.1, { class: 'guest' }), sink()],
      links: [
        ...links.filter(({ from }) => from !== 'cpu'),
        { from: 'in', to: 'cpu' },
        { from: 'cpu', to: 'disk', probability: 0.6, byClass: { user: 0.6, guest: 0 } },
        { from: 'cpu', to: 'think', probability: 0.4, byClass: { user: 0.4, guest: 0 } },
        { from: 'cpu', to: 'out', probability: 0, byClass: { user: 0, guest: 1 } },
      ],
      classes: [...classes!, { id: 'guest' }],
    };
    expect(solveScenario(open, 'auto')).toMatchObject({ kind: 'noAnswer', code: 'kindNotSupported' });
  });
});

describe('what an analytic method does not know', () => {
  const CASES: readonly (readonly [string, Partial<StageNode>, string])[] = [
    ['speeds', { speeds: [1, 2] }, 'speed by number in stage'],
    ['pipelines', { pipelineLatency: 4 }, 'pipeline latency'],
    ['batch times', { bulk: { rule: 'upTo', min: 1, max: 4, timePerElement: 0.2 } }, 'time per element'],
  ];

  it.each(CASES)('is named: %s', (_, more, words) => {
    const scenario = line(source('in', 0.5), stage('a', 1, more));
    for (const method of METHOD_NAMES) {
      if (method === 'auto' || method === 'chain' || method === 'selfTimed') continue;
      const outcome = solveScenario(scenario, method);
      expect(outcome.kind, method).toBe('noAnswer');
      if (outcome.kind === 'noAnswer' && outcome.code === 'kindNotSupported')
        expect(refusalText(outcome)).toContain(words);
    }
  });

  it('is solved by the chain by itself, where there is one', () => {
    for (const [, more] of CASES) {
      const outcome = solveScenario(
        line(source('in', 0.5), stage('a', 1, { ...more, capacity: 20 })),
        'auto',
      );
      if (more.pipelineLatency === undefined)
        expect(outcome).toMatchObject({ exact: true, solvedBy: 'chain' });
      else expect(outcome).toMatchObject({ kind: 'noAnswer', code: 'kindNotSupported', stage: 'a' });
    }
  });
});

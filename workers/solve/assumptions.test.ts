import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { effectText } from '../../core/measures/verdicts.ts';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { answerTo } from './fixtures/answer.ts';

import { mercuryScenario } from './fixtures/mercury.ts';
import { openNetwork } from './networks/open-network.ts';
import { solveBlocking } from './networks/solve-blocking.ts';

const broken = (answer: ReturnType<typeof answerTo>, id: string) =>
  (answer.stages[id]!.assumptions ?? []).filter(({ holds }) => !holds).map(({ code }) => code);

describe('what a model assumes', () => {
  it('is not told where the answer is exact', () => {
    expect(answerTo(line(source('s', 0.8), stage('a', 1))).stages.a!.assumptions).toBeUndefined();
  });

  it('is crossed out where the drawing says otherwise, with direction and size', () => {
    const drawn = line(
      source('s', 1),
      stage('a', 2, { service: { distribution: 'deterministic', rate: 2 }, capacity: 9 }),
    );
    const { assumptions } = answerTo(drawn, 'mm1k').stages.a!;
    const service = assumptions!.find(({ code }) => code === 'service')!;
    expect(service).toMatchObject({ facts: { asDrawn: false }, holds: false });
    expect(effectText(service)).toMatch(
      /M\/M\/1\/K assumes; the real queue is shorter, about 0\.5 times .* \(0\.\d+ elements fewer\)/,
    );
    expect(assumptions!.find(({ code }) => code === 'steady')!.holds).toBe(true);
  });

  it('is no exponential service where the model follows the drawn one', () => {
    const service = { distribution: 'deterministic', mean: 0.5 } as const;
    const ranked = {
      ...drawing(
        [
          source('u', 0.4, { class: 'urgent', interarrival: { distribution: 'deterministic', rate: 0.4 } }),
          source('r', 0.4, { class: 'rest' }),
          stage('a', 2, { discipline: 'priority', service }),
          sink(),
        ],
        ['u>a', 'r>a', 'a>out'],
      ),
      classes: [
        { id: 'urgent', priority: 0 },
        { id: 'rest', priority: 1 },
      ],
    };
    const bulk = { rule: 'full', size: 4, timeout: 9 } as const;
    const inBatches = line(source('s', 1), stage('a', 2, { service, bulk }));
    for (const drawn of [ranked, inBatches]) {
      const { assumptions } = answerTo(drawn, 'auto').stages.a!;
      expect(assumptions!.find(({ code }) => code === 'service')).toMatchObject({
        facts: { asDrawn: true },
        holds: true,
      });
    }
  });

  it('names groups of 16 and blocking in run 2 of Mercury', () => {
    const answer = answerTo(mercuryScenario('2'));
    expect(broken(answer, '1a')).toEqual(['singles', 'blocking']);
    // What is left out of a stage tells on those behind it.
    expect(broken(answer, '2')).toEqual(['arrivals', 'singles']);
    expect(answer.stages['2']!.doubtful).toBe(true);
  });

  it('names feedback, schedules, shared resources and correlated arrivals', () => {
    const loop = drawing(
      [source('s', 1), stage('a', 9, { service: { distribution: 'deterministic', rate: 9 } }), sink()],
      ['s>a', 'a>a:0.5', 'a>out:0.5'],
    );
    expect(broken(answerTo(loop), 'a')).toContain('feedback');
    const frames = [{ from: 1, interarrival: { distribution: 'exponential', rate: 3 } }] as const;
    const changing = line(
      source('s', 1, { schedule: { period: 2, frames } }),
      stage('a', 9, { capacity: 3 }),
    );
    expect(broken(answerTo(changing), 'a')).toContain('steady');
    const shared = {
      ...line(source('s', 1), stage('a', 9, { resource: 'bus' })),
      resources: [{ id: 'bus' }],
    };
    expect(broken(answerTo(shared), 'a')).toContain('resource');
    const onOff = { distribution: 'onOff', peakRate: 4, meanOnTime: 5, meanOffTime: 15 } as const;
    const bursty = line(source('s', 1, { interarrival: onOff }), stage('a', 3));
    expect(broken(answerTo(bursty, 'mmc'), 'a')).toEqual(['arrivals']);
  });

  it('is told by the decomposition by blocking, with what the digits leave open', () => {
    const drawn = line(source('s', 0.99), stage('a', 1.2), stage('b', 1, { capacity: 40 }));
    const answer = solveBlocking(openNetwork(drawn));
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    expect(broken(answer, 'a')).toEqual(['blocking']);
    expect(broken(answer, 'b')).toEqual([]);
    const { spans, dominatedBy, meanQueueLength } = answer.stages.b!;
    expect(spans!.meanQueueLength![0]).toBeLessThan(meanQueueLength!);
    expect(spans!.meanQueueLength![1]).toBeGreaterThan(meanQueueLength!);
    expect(dominatedBy).toEqual({ node: 'b', name: 'b', input: 'serviceRate' });
  });
});

import { describe, expect, it } from 'vitest';
import type { ArrivalDistribution, ServiceDistribution } from '../../../core/distributions/index.ts';
import { line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { answerTo, codesAt, messageOf } from '../fixtures/answer.ts';

import { solveMmck } from '../stations/mmck.ts';

const erlang: ServiceDistribution = { distribution: 'erlang', mean: 1, shape: 3 };
const lognormal: ServiceDistribution = { distribution: 'lognormal', mean: 1, scv: 2 };
const regular: ArrivalDistribution = { distribution: 'erlang', rate: 0.9, shape: 4 };
const drop = { capacity: 5, whenFull: 'drop' } as const;

/** A stage that loses, and one behind it. */
const lossy = (extra: Parameters<typeof stage>[2], arrivals: Parameters<typeof source>[2] = {}) =>
  line(source('s', 0.9, arrivals), stage('a', 1, { ...drop, ...extra }), stage('b', 2));

describe('stages that lose, with distributions of their own', () => {
  it.each([
    ['Erlang services', lossy({ service: erlang })],
    ['Erlang arrivals', lossy({}, { interarrival: regular })],
    ['batches of three', lossy({}, { batchSize: 3 })],
    ['two servers with Erlang services', lossy({ service: erlang, serverCount: 2 })],
  ])('have with %s what the Markov chain has, and hand on what they carry', (_, drawn) => {
    const found = answerTo(drawn).stages.a!;
    const exact = answerTo(drawn, 'chain').stages.a!;
    expect(found.exact).toBe(true);
    for (const key of ['meanOccupancy', 'lossProbability', 'throughput', 'fullProbability'] as const)
      expect(Math.abs(found[key]! / exact[key]! - 1), key).toBeLessThan(1e-8);
    expect(answerTo(drawn).stages.b!.offeredRate).toBeCloseTo(found.outputRate!, 12);
  });

  it('are M/M/c/K under mmck all the same, flows included', () => {
    const { a, b } = answerTo(lossy({ service: erlang }), 'mmck').stages;
    const queue = solveMmck({ lambda: 0.9, mu: 1, c: 1, K: 5 });
    expect(a!.throughput).toBeCloseTo(queue.arrivalRate, 12);
    expect(b!.offeredRate).toBeCloseTo(queue.arrivalRate, 12);
  });

  it('say what they take for granted where nothing is exact', () => {
    const answer = answerTo(lossy({ service: lognormal, serverCount: 2 }));
    expect(codesAt(answer, 'a')).toEqual(['taken-for-granted']);
    expect(messageOf(answer, 'taken-for-granted')).toBe(
      'At a, its service times are approximated by phase-type fits (up to 16 phases, the mean matched, and the variance where that many phases can have it).',
    );
    expect(answer.stages.a!.exact).toBe(false);
    expect(answer.stages.a!.assumptions!.some(({ holds }) => !holds)).toBe(true);
  });
});

describe('processor sharing', () => {
  it.each([{}, { serverCount: 2 }, drop, { ...drop, serverCount: 2 }])(
    'has the occupancy of exponential services, whatever the distribution: %o',
    (extra) => {
      const shared = line(
        source('s', 0.9),
        stage('a', 1, { ...extra, service: lognormal, discipline: 'PS' }),
      );
      const plain = line(source('s', 0.9), stage('a', 1, extra));
      const [found, truth] = [answerTo(shared), answerTo(plain)];
      expect(found).toMatchObject({ exact: true, verdicts: [] });
      expect(found.stages.a!.meanOccupancy).toBeCloseTo(truth.stages.a!.meanOccupancy!, 12);
      expect(found.stages.a!.lossProbability).toBeCloseTo(truth.stages.a!.lossProbability!, 12);
      expect(found.stages.a!.meanQueueLength).toBeUndefined();
    },
  );
});

describe('percentiles of times', () => {
  it('are those of the exponential distribution in M/M/1, and absent where only means are asked for', () => {
    const drawn = line(source('s', 0.8), stage('a', 1));
    const { sojournPercentiles, waitingPercentiles } = answerTo(drawn).stages.a!;
    expect(sojournPercentiles!.p99).toBeCloseTo(Math.log(100) / 0.2, 9);
    expect(waitingPercentiles!.p50).toBeCloseTo(Math.log(0.8 / 0.5) / 0.2, 9);
    expect(
      answerTo(line(source('s', 0.8), stage('a', 1, { discipline: 'RSS' }))).stages.a,
    ).not.toHaveProperty('waitingPercentiles');
  });
});

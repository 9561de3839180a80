/** Classes, paths, groups, resources, rounds and frames, against closed forms and against each other. */

import { describe, expect, it } from 'vitest';
import type { Estimate } from '../../core/measures/measures.ts';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, line, router, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { SimulationRequest, SimulationResult } from './contract.ts';
import { planRun } from './plan-run.ts';
import type { ReplicationRecord } from './records.ts';
import { replicateNow } from './replicate.ts';
import { answerOf } from './theory.test-support.ts';

/** Within 4.5 standard errors of a run of 20 replications (half width = 2.09 of them). */
function expectNear(estimate: Estimate | null | undefined, value: number, what = ''): void {
  expect(estimate, what).toBeTruthy();
  expect(Math.abs(estimate!.mean - value), `${what}: ${estimate!.mean} for ${value}`).toBeLessThan(
    2.15 * estimate!.halfWidth + 1e-12,
  );
}

const run = (scenario: Scenario, request: SimulationRequest): SimulationResult =>
  answerOf(scenario, { replications: 20, ...request });

function recordOf(scenario: Scenario, request: SimulationRequest): ReplicationRecord {
  const plan = planRun(scenario, request);
  if ('kind' in plan) throw new Error(refusalText(plan));
  const record = replicateNow(scenario, plan, 0);
  if (record.kind === 'noAnswer') throw new Error(refusalText(record));
  return record;
}

const total = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

describe('a group of stages', () => {
  const tandem: Scenario = {
    ...line(source('in', 0.5), stage('a', 1), stage('b', 0.8)),
    groups: [{ id: 'both', stages: ['a', 'b'] }],
  };

  it('holds the sum of two independent queues (Jackson): the convolution of two geometric distributions', () => {
    const { groups } = run(tandem, { horizon: 20_000 });
    const [ra, rb] = [0.5, 0.625];
    expectNear(groups!.both!.meanOccupancy, ra / (1 - ra) + rb / (1 - rb));
    for (const n of [0, 1, 2, 5]) {
      const ways = Array.from({ length: n + 1 }, (_, k) => ra ** k * rb ** (n - k));
      expectNear(groups!.both!.occupancyDistribution![n], (1 - ra) * (1 - rb) * total(ways), `P[${n}]`);
    }
  });

  it('has the sum of the integrals of its stages, all the time', () => {
    const { groups, stages, duration } = recordOf(tandem, { horizon: 1000 });
    expect(groups!.both!.occupancyTime).toBeCloseTo(stages.a!.occupancyTime + stages.b!.occupancyTime, 6);
    expect(total(groups!.both!.occupancy)).toBeCloseTo(duration, 6);
  });
});

describe('classes', () => {
  const shared: Scenario = {
    ...drawing(
      [source('x', 0.2, { class: 'red' }), source('y', 0.4, { class: 'blue' }), stage('a', 1), sink()],
      ['x>a', 'y>a', 'a>out'],
    ),
    classes: [{ id: 'red' }, { id: 'blue' }],
  };

  it('wait alike in an M/M/1 queue, and hold it in the proportion of their rates', () => {
    const { stages, classes } = run(shared, { horizon: 20_000 });
    for (const [id, rate] of [
      ['red', 0.2],
      ['blue', 0.4],
    ] as const) {
      const at = stages.a!.classes![id]!;
      expectNear(at.arrivalRate, rate, `rate of ${id}`);
      expectNear(at.meanSojournTime, 1 / (1 - 0.6), `W of ${id}`);
      expectNear(at.meanWaitingTime, 0.6 / (1 - 0.6), `Wq of ${id}`);
      expectNear(at.meanOccupancy, rate / (1 - 0.6), `N of ${id}`);
      expectNear(at.sojournPercentiles!.p90, Math.log(10) / (1 - 0.6), `p90 of ${id}`);
      expectNear(classes![id]!.throughput, rate, `throughput of ${id}`);
      expectNear(classes![id]!.meanSojournTime, 1 / (1 - 0.6), `time of ${id}`);
    }
  });

  it('add up to the stage', () => {
    const { stages, classes, sinkArrivals } = recordOf(shared, { horizon: 3000 });
    const { a } = stages;
    for (const sum of ['offered', 'entered', 'served', 'output', 'lost'] as const)
      expect(total(a!.classes!.map((of) => of[sum]))).toBe(a![sum]);
    for (const sum of ['occupancyTime', 'sojournTotal', 'waitTotal'] as const)
      expect(total(a!.classes!.map((of) => of[sum]))).toBeCloseTo(a![sum], 6);
    expect(total(classes!.map(({ arrivals }) => arrivals.count))).toBe(sinkArrivals);
  });

  it('closed: one job goes round in the time of its delay and its service', () => {
    const closed: Scenario = {
      ...drawing(
        [{ id: 'think', kind: 'delay', service: { distribution: 'exponential', mean: 3 } }, stage('a', 1)],
        ['think>a', 'a>think'],
      ),
      classes: [{ id: 'job', closed: { population: 1, start: 'think' } }],
    };
    const { classes, stages } = run(closed, { horizon: 4000 });
    expectNear(classes!.job!.throughput, 1 / 4, 'rounds');
    expectNear(classes!.job!.meanRoundTime, 4, 'round time');
    expectNear(stages.think!.meanOccupancy, 3 / 4, 'thinking');
    expect(stages.think).not.toHaveProperty('utilization');
  });
});

describe('paths', () => {
  const split = drawing(
    [
      source('in', 1),
      router('way', 'probabilistic'),
      stage('a', 2),
      stage('b', 2),
      sink(),
      { id: 'end', kind: 'sink' },
    ],
    ['in>way', 'way>a:0.3', 'way>b:0.7', 'a>out', 'b>end:0.5', 'b>b:0.5'],
  );

  it('are told apart with their shares and times; a second visit is no other path', () => {
    const { paths, sinks } = run(split, { horizon: 10_000 });
    // b is visited twice on average: offered 1.4 of 2.
    expect(paths!.map(({ source: from, stages }) => [from, ...stages!].join(' '))).toEqual(['in b', 'in a']);
    expectNear(paths![0]!.share, 0.7);
    expectNear(paths![0]!.meanSojournTime, 2 / (2 - 1.4));
    expectNear(paths![1]!.meanSojournTime, 1 / (2 - 0.3));
    expectNear(sinks!.end!.throughput, 0.7);
  });

  it('add up to all arrivals', () => {
    const { paths, sinkArrivals, sinkSojournTotal, sinks } = recordOf(split, { horizon: 1000 });
    expect(total(paths.map(({ count }) => count))).toBe(sinkArrivals);
    expect(total(paths.map((path) => path.total))).toBeCloseTo(sinkSojournTotal, 6);
    expect(total(Object.values(sinks))).toBe(sinkArrivals);
  });
});

describe('a shared resource', () => {
  it('is in use as long as the services that hold it', () => {
    const bus: Scenario = {
      ...line(source('in', 0.5), stage('a', 2, { resource: 'bus' }), stage('b', 4, { resource: 'bus' })),
      resources: [{ id: 'bus', units: 2 }],
    };
    const { resources, stages } = recordOf(bus, { horizon: 1000 });
    expect(resources!.bus).toBeCloseTo(stages.a!.servingTime + stages.b!.servingTime, 6);
    expectNear(run(bus, { horizon: 4000 }).resources!.bus!.utilization, (0.25 + 0.125) / 2);
  });
});

describe('frames', () => {
  // So many servers that nobody ever waits: M/M/oo, whose mean is exactly mean arrivals filtered by exp(-t).
  const many = stage('a', 1, { serverCount: 60 });

  it('follow the start-up of M/M/oo: N(t) = lambda (1 - exp(-t))', () => {
    const { frames } = run(line(source('in', 5), many), {
      horizon: 10,
      warmup: 5,
      frameLength: 1,
      replications: 60,
    });
    expect(frames!.bounds).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const meanTo = (t: number): number => 5 * (t - 1 + Math.exp(-t));
    for (const [i, estimate] of frames!.stages.a!.meanOccupancy.entries())
      expectNear(estimate, meanTo(i + 1) - meanTo(i), `frame ${i}`);
    expectNear(frames!.stages.a!.utilization![9], (meanTo(10) - meanTo(9)) / 60);
    for (const rate of frames!.stages.a!.offeredRate) expectNear(rate, 5);
  });

  it('are those of one period where schedules repeat, and skip the warm-up', () => {
    const onOff = source('in', 9, {
      schedule: {
        frames: [{ from: 0, interarrival: { distribution: 'exponential', rate: 9 } }, { from: 1 }],
        period: 3,
      },
    });
    const scenario: Scenario = { ...line(onOff, many), groups: [{ id: 'g', stages: ['a'] }] };
    const { frames, plan, verdicts } = run(scenario, { horizon: 300 });
    expect(plan).toMatchObject({ course: { period: 3 }, warmup: 30 });
    expect(frames!.bounds).toEqual([0, 1, 3]);
    // The periodic solution of N' = lambda(t) - N with lambda = 9 for 1 s and 0 for 2 s.
    const high = (9 * (1 - Math.exp(-1))) / (1 - Math.exp(-3));
    const offTime = high * (1 - Math.exp(-2));
    expectNear(frames!.stages.a!.meanOccupancy[1], offTime / 2, 'off');
    expectNear(frames!.stages.a!.meanOccupancy[0], 9 - offTime, 'on');
    expectNear(frames!.stages.a!.offeredRate[0], 9);
    expect(frames!.stages.a!.offeredRate[1]).toEqual({ mean: 0, halfWidth: 0 });
    for (const i of [0, 1])
      expect(frames!.groups.g!.meanOccupancy[i]!.mean).toBeCloseTo(
        frames!.stages.a!.meanOccupancy[i]!.mean,
        9,
      );
    expect(verdicts.map(({ code }) => code)).toEqual([]);
  });

  it('make a run whose schedule has no period a transient, and say so', () => {
    const later = source('in', 1, {
      schedule: { frames: [{ from: 4, interarrival: { distribution: 'exponential', rate: 8 } }] },
    });
    const { frames, plan, verdicts } = run(line(later, many), { replications: 40 });
    expect(plan).toMatchObject({ course: 'transient', warmup: 0, horizon: 8 });
    expect(frames!.bounds).toEqual([0, 4, 8]);
    expectNear(frames!.stages.a!.meanOccupancy[0], (4 - 1 + Math.exp(-4)) / 4);
    expect(verdicts.map(({ code }) => code)).toEqual(['transient']);
  });

  it('add up to the sums of the run', () => {
    const { stages } = recordOf(line(source('in', 0.9), stage('a', 1)), {
      horizon: 700,
      warmup: 0,
      frameLength: 30,
    });
    const { frames, ...sums } = stages.a!;
    expect(total(frames!.times)).toBeCloseTo(700, 9);
    expect(total(frames!.offered)).toBe(sums.offered);
    expect(total(frames!.served)).toBe(sums.served);
    expect(total(frames!.occupancyTime)).toBeCloseTo(sums.occupancyTime, 6);
    expect(total(frames!.servingTime)).toBeCloseTo(sums.servingTime, 6);
  });
});

describe('what else a result has', () => {
  const result = run(line(source('in', 0.8), stage('a', 1, { capacity: 4, whenFull: 'drop' })), {
    horizon: 4000,
  });

  it('the distribution of those who wait: that of the occupancy, one server less', () => {
    const { occupancyDistribution: n, waitingDistribution: w } = result.stages.a!;
    expect(w![0]!.mean).toBeCloseTo(n![0]!.mean + n![1]!.mean, 9);
    for (const k of [1, 2, 3]) expect(w![k]!.mean).toBeCloseTo(n![k + 1]!.mean, 9);
    expect(total(w!.map(({ mean }, k) => k * mean))).toBeCloseTo(result.stages.a!.meanQueueLength!.mean, 9);
  });

  it('the intervals as they close in, the last point being the answer', () => {
    expect(result.convergence.map(({ replications }) => replications)).toEqual(
      Array.from({ length: 19 }, (_, i) => i + 2),
    );
    expect(result.convergence.at(-1)!.meanOccupancy.a).toEqual(result.stages.a!.meanOccupancy);
    expect(result.intervalMethod).toBe('independentReplications');
  });

  it('the start-up, smoothed, and where MSER-5 would cut', () => {
    const { interval, meanOccupancy, cut } = result.stages.a!.startUp!;
    expect(interval).toBe(20);
    expect(meanOccupancy.length).toBe(188);
    expect(meanOccupancy[0]).toBeLessThan(meanOccupancy[100]!);
    expect(cut / interval).toBe(Math.round(cut / interval));
  });
});

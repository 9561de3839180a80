import { describe, expect, it } from 'vitest';
import {
  type ArrivalDistribution,
  distributionRate,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import { modelAssumptionText } from '../../../core/measures/verdicts.ts';
import { line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import { answerTo } from '../fixtures/answer.ts';
import { mean, relativeError, total } from '../fixtures/distribution.ts';
import { fitClasses } from './fit-classes.ts';
import { fitStation } from './fit-station.ts';
import { isSaturated, type Queue } from './queue.ts';
import { queuePercentiles } from './queue-percentiles.ts';
import type { StationCase } from './station-case.ts';
import { percentilesOf } from './time-distribution.ts';

const caseOf = (
  lambda: number,
  extra: Partial<StageNode> = {},
  stream?: StationCase['stream'],
): StationCase => {
  const drawn = stage('a', 1, extra as Record<string, never>);
  return { stage: drawn, lambda, mu: distributionRate(drawn.service), ...(stream ? { stream } : {}) };
};
function queueOf(stationCase: StationCase): Queue {
  const { queue } = fitStation(stationCase);
  if (isSaturated(queue)) throw new Error('saturated');
  return queue;
}

const erlang: ServiceDistribution = { distribution: 'erlang', mean: 1, shape: 2 };
const constant: ServiceDistribution = { distribution: 'deterministic', mean: 1 };
const lognormal: ServiceDistribution = { distribution: 'lognormal', mean: 1, scv: 2 };
const regular: ArrivalDistribution = { distribution: 'erlang', rate: 0.5, shape: 3 };
const drop = { capacity: 8, whenFull: 'drop' } as const;

describe('the method of a stage', () => {
  it('is the exact one where there is one', () => {
    const given: readonly (readonly [StationCase, string])[] = [
      [caseOf(0.5), 'M/M/1'],
      [caseOf(0.5, drop), 'M/M/1/K'],
      [caseOf(1.5, { serverCount: 2 }), 'M/M/c'],
      [caseOf(1.5, { serverCount: 2, ...drop }), 'M/M/c/K'],
      [caseOf(0.5, { service: constant }), 'M/D/1'],
      [caseOf(1.5, { service: constant, serverCount: 2 }), 'M/D/c'],
      [caseOf(0.5, { service: lognormal }), 'M/G/1'],
      [caseOf(0.5, { service: lognormal, ...drop }), 'M/G/1/K'],
      [caseOf(0.5, { service: erlang }), 'M/G/1'],
      [
        caseOf(0.5, {
          service: {
            distribution: 'phaseType',
            alpha: [1, 0],
            T: [
              [-2, 1],
              [0, -2],
            ],
          },
        }),
        'M/PH/1',
      ],
      [caseOf(1.5, { service: erlang, serverCount: 2, ...drop }), 'M/PH/c/K'],
      [caseOf(0.5, {}, { distribution: regular, batch: 1 }), 'G/M/1'],
      [caseOf(0.5, { service: erlang }, { distribution: regular, batch: 1 }), 'PH/PH/1'],
      [
        caseOf(
          0.5,
          { service: erlang },
          { distribution: { distribution: 'onOff', peakRate: 2, meanOnTime: 1, meanOffTime: 3 }, batch: 1 },
        ),
        'MAP/PH/1',
      ],
      [caseOf(0.5, {}, { distribution: constant, batch: 1 }), 'G/M/1'],
      [caseOf(0.5, {}, { distribution: { distribution: 'exponential', rate: 0.1 }, batch: 5 }), 'M^[X]/M/1'],
      [caseOf(1.5, { service: lognormal, serverCount: 2, discipline: 'PS' }), 'M/G/2-PS'],
      [caseOf(1.5, { bulk: { rule: 'upTo', min: 2, max: 3 } }), 'M/M^[2,b]/1'],
    ];
    for (const [stationCase, model] of given) {
      const { queue, assumptions } = fitStation(stationCase);
      expect(queue.model).toBe(model);
      expect(assumptions, model).toEqual([]);
      if (isSaturated(queue)) throw new Error('saturated');
      const p = queue.distribution!()!;
      expect(Math.abs(total(p) - 1), model).toBeLessThan(1e-11);
      expect(relativeError(mean(p), queue.meanOccupancy), model).toBeLessThan(1e-8);
    }
  });

  it('says what it takes for granted where there is none', () => {
    const said = (stationCase: StationCase) =>
      fitStation(stationCase).assumptions.map(modelAssumptionText).join('; ');
    expect(said(caseOf(0.5, { service: lognormal }, { distribution: regular, batch: 1 }))).toMatch(
      /means and variances of its arrivals and services are used; whatever their distributions, the mean wait is between [\d.]+ and [\d.]+ s$/,
    );
    expect(said(caseOf(0.9, { capacity: 3, service: erlang }))).toMatch(
      /^arrivals that find it full \(\d+ % of the time\) are modelled to leave and come again, not to wait at their sender/,
    );
    expect(said(caseOf(0.5, { bulk: { rule: 'full', size: 2, timeout: 1 } }))).toBe(
      'its flush timeout is approximated by phases, and the age of what a full batch leaves behind by that of as many Poisson arrivals; simulated queues are within 5 % of this',
    );
    expect(said(caseOf(0.5, { ...drop, capacity: 2, bulk: { rule: 'full', size: 2, timeout: 1 } }))).toBe(
      'the model lets a batch wait without a timeout; one waits up to 1 s for its batch, not 2 s',
    );
    expect(said(caseOf(2, { serverCount: 2, service: erlang, bulk: { rule: 'full', size: 2 } }))).toBe(
      'only the means and variances of its arrivals and services are used; simulated queues are within a third of this',
    );
    expect(said(caseOf(0.5, { ...drop, service: lognormal, serverCount: 2 }))).toBe(
      'its service times are approximated by phase-type fits (up to 16 phases, the mean matched, and the variance where that many phases can have it)',
    );
    const bursts: ArrivalDistribution = { distribution: 'hyperexponential', rate: 0.5, scv: 7 };
    const bulk = { rule: 'full', size: 2 } as const;
    expect(said(caseOf(0.5, { bulk, service: constant }, { distribution: bursts, batch: 1 }))).toBe(
      'only the means and variances of its arrivals and services are used; simulated queues are within a third of this',
    );
  });

  it('takes a stage whose places let less through than its servers do as one that loses the rest', () => {
    // Six to a service and seven places: at most seven in two services.
    const bulk = { rule: 'upTo', min: 1, max: 6 } as const;
    const { queue, assumptions } = fitStation(caseOf(4.6, { bulk, capacity: 7 }));
    if (isSaturated(queue)) throw new Error('saturated');
    expect(queue.arrivalRate).toBeLessThan(3.5);
    expect(assumptions.map(modelAssumptionText).join()).toMatch(/^its capacity lets less through/);
  });

  it('takes a stage that is seldom full as one with room for all, and says nothing', () => {
    const bulk = { rule: 'full', size: 64 } as const;
    const bus = caseOf(15.7, { bulk, service: constant, capacity: 512 });
    const { queue, assumptions, exact } = fitStation(bus);
    if (isSaturated(queue)) throw new Error('saturated');
    expect(assumptions).toEqual([]);
    expect(exact).toBe(false);
    // 63 / 2 that wait for the batch, and those in transfer.
    expect(queue.meanOccupancy).toBeCloseTo(31.5 + 15.7, 3);
    expect(queue.tail!(512)).toBeLessThan(1e-6);
  });

  it('gives times for first come, first served alone', () => {
    expect(queueOf(caseOf(0.5)).waitingTime).toBeDefined();
    for (const discipline of ['LCFS', 'RSS', 'PS', 'priority'] as const)
      expect(queueOf(caseOf(0.5, { discipline })).waitingTime).toBeUndefined();
  });

  it('agrees with the Markov chain of the same drawing', () => {
    const arrivals: ArrivalDistribution = { distribution: 'hyperexponential', rate: 0.8, scv: 4 };
    const drawn = line(
      source('s', 0.8, { interarrival: arrivals }),
      stage('a', 1, { service: erlang, ...drop }),
    );
    const truth = answerTo(drawn, 'chain').stages.a!;
    const found = queueOf(caseOf(0.8, { service: erlang, ...drop }, { distribution: arrivals, batch: 1 }));
    expect(relativeError(found.meanOccupancy, truth.meanOccupancy!)).toBeLessThan(1e-9);
    expect(relativeError(found.lossProbability!, truth.lossProbability!)).toBeLessThan(1e-9);
  });

  it('has no NaN at the ends of the domain', () => {
    for (const service of [erlang, constant, lognormal, { distribution: 'exponential', rate: 1 } as const]) {
      for (const rho of [1e-9, 0.5, 1 - 1e-9, 1, 1e3, 1e6]) {
        for (const capacity of [1, 64, 2000]) {
          const queue = queueOf(caseOf(rho, { service, capacity, whenFull: 'drop' }));
          const label = `${service.distribution} ${rho} ${capacity}`;
          expect(queue.meanOccupancy, label).toBeGreaterThan(0);
          expect(queue.meanOccupancy, label).toBeLessThanOrEqual(capacity * (1 + 1e-12));
          expect(queue.utilization, label).toBeLessThanOrEqual(1 + 1e-12);
          expect(Math.abs(total(queue.distribution!()!) - 1), label).toBeLessThan(3e-12);
        }
      }
    }
  });
});

describe('times of classes', () => {
  const classes = [
    { id: 'a', rate: 0.3, service: constant, priority: 0 },
    { id: 'b', rate: 0.2, service: lognormal, priority: 1 },
  ];

  it('follow Cobham, and the rule of preemption', () => {
    const times = fitClasses(stage('s', 1, { discipline: 'priority' }), classes)!;
    const R = (0.3 + 0.2 * 3) / 2;
    expect(times.a!.waiting).toBeCloseTo(R / 0.7, 13);
    expect(times.b!.waiting).toBeCloseTo(R / (0.7 * 0.5), 13);
    const interrupted = fitClasses(stage('s', 1, { discipline: 'priority', preemption: 'resume' }), classes)!;
    expect(interrupted.a!.waiting).toBeCloseTo(0.15 / 0.7, 13);
  });

  it('are in proportion to the service under sharing', () => {
    const times = fitClasses(stage('s', 1, { discipline: 'PS' }), classes)!;
    expect(times.a!.sojourn).toBeCloseTo(2, 12);
  });

  it('are left out where classes do not count or no method fits', () => {
    expect(fitClasses(stage('s', 1), classes)).toBeUndefined();
    expect(fitClasses(stage('s', 1, { discipline: 'priority', serverCount: 2 }), classes)).toBeUndefined();
  });
});

describe('percentiles of a fitted station', () => {
  it('agree between the phases and the inversion of the same distribution', () => {
    const gamma: ServiceDistribution = { distribution: 'gamma', mean: 1, scv: 0.5 };
    const phases: ServiceDistribution = {
      distribution: 'phaseType',
      alpha: [1, 0],
      T: [
        [-2, 2],
        [0, -2],
      ],
    };
    const [a, b] = [queueOf(caseOf(0.8, { service: phases })), queueOf(caseOf(0.8, { service: gamma }))];
    const [one, other] = [percentilesOf(a.sojournTime!()!), percentilesOf(b.sojournTime!()!)];
    for (const p of ['p50', 'p90', 'p99', 'p999'] as const)
      expect(relativeError(one[p], other[p])).toBeLessThan(1e-6);
  });

  it('are absent where no distribution of the time is known', () => {
    expect(queuePercentiles(queueOf(caseOf(0.5, { discipline: 'LCFS' })))).toEqual({});
    expect(
      queuePercentiles(queueOf(caseOf(0.5, { service: { distribution: 'pareto', scale: 0.4, shape: 1.6 } }))),
    ).toEqual({});
    expect(Object.keys(queuePercentiles(queueOf(caseOf(0.5))))).toEqual([
      'waitingPercentiles',
      'sojournPercentiles',
    ]);
  });
});

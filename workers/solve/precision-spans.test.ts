import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputText } from '../../core/measures/verdicts.ts';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { isUndetermined, openSpan } from './determined.ts';
import { answerTo, codesAt, messageOf } from './fixtures/answer.ts';

import { mercuryScenario } from './fixtures/mercury.ts';

describe('precision spans', () => {
  it('spans what the last digits leave open: 0.980 of 1.00', () => {
    const answer = answerTo(line(source('s', 0.98), stage('a', 1)));
    // Loads between 0.9795 / 1.005 and 0.9805 / 0.995.
    const queueAt = (rho: number) => (rho * rho) / (1 - rho);
    const [low, high] = answer.stages.a!.spans!.meanQueueLength!;
    expect(low).toBeCloseTo(queueAt(0.9795 / 1.005), 9);
    expect(high).toBeCloseTo(queueAt(0.9805 / 0.995), 9);
  });

  it('says nothing at light load, where the span is small', () => {
    const answer = answerTo(line(source('s', 0.3), stage('a', 1)));
    expect(answer.stages.a!.spans).toBeUndefined();
    expect(codesAt(answer, 'a')).toEqual([]);
  });

  it('says nothing where enough digits were typed', () => {
    const answer = answerTo(line(source('s', 0.98123456789), stage('a', 1.0000000001)));
    expect(answer.stages.a!.spans).toBeUndefined();
  });

  it('reaches without limit where the heavier end saturates an unbounded stage', () => {
    const answer = answerTo(line(source('s', 0.998), stage('a', 1)));
    expect(answer.stages.a!.spans!.meanQueueLength![1]).toBe(Number.POSITIVE_INFINITY);
    expect(answer.stages.a!.spans!.backPressureProbability).toBeUndefined();
    expect(messageOf(answer, 'not-determined')).toMatch(
      /it lies anywhere above [\d.]+, mostly due to the service rate of a\.$/,
    );
  });

  it('reaches to the last place where it saturates a finite stage that blocks', () => {
    const answer = answerTo(line(source('s', 0.998), stage('a', 1, { capacity: 50 })));
    expect(answer.stages.a!.spans!.meanQueueLength![1]).toBe(49);
    expect(answer.stages.a!.spans!.meanOccupancy![1]).toBe(50);
  });

  it('tells that a stage may not be saturated after all', () => {
    const answer = answerTo(line(source('s', 1.001), stage('a', 1)));
    expect(answer.kind).toBe('unstable');
    expect(codesAt(answer, 'a')).toEqual(['saturated', 'not-determined']);
  });

  it('holds the time that a batch takes to fill, which is longest where least comes', () => {
    const waitAt = (lambda: number, mu: number) =>
      answerTo(line(source('s', lambda), stage('a', mu, { bulk: { rule: 'full', size: 4 } }))).stages.a!
        .meanWaitingTime!;
    const answer = answerTo({
      ...line(source('s', 0.5), stage('a', 1, { bulk: { rule: 'full', size: 4 } })),
      precisions: [
        { node: 's', field: 'interarrival.rate', plusMinus: 0.4 },
        { node: 'a', field: 'service.rate', plusMinus: 0.2 },
      ],
    });
    const [low, high] = answer.stages.a!.spans!.meanWaitingTime!;
    expect(high).toBeCloseTo(waitAt(0.3, 0.8), 9);
    expect(low).toBeCloseTo(waitAt(0.7, 1.2), 9);
  });

  it('spans the queue of a stage that serves some classes first, not that of one in order of arrival', () => {
    const classes = [
      { id: 'urgent', priority: 0 },
      { id: 'rest', priority: 1 },
    ];
    const service = { distribution: 'exponential', mean: 1.0 } as const;
    const urgent = { distribution: 'deterministic', mean: 0.2 } as const;
    const drawn: Scenario = {
      ...drawing(
        [
          source('u', 1.1, { class: 'urgent' }),
          source('r', 0.55, { class: 'rest' }),
          stage('a', 1, {
            discipline: 'priority',
            service,
            byClass: { urgent: { service: urgent } },
          }),
          sink(),
        ],
        ['u>a', 'r>a', 'a>out'],
      ),
      classes,
      precisions: ['u', 'r'].map((node) => ({ node, field: 'interarrival.rate', plusMinus: 0.1 })),
    };
    // Cobham (1954): what is in service on arrival, over what the classes at least as urgent leave of the server.
    const queueAt = (scale: number) => {
      const [first, second] = [1.1 * scale, 0.55 * scale];
      const inService = (first * 0.2 ** 2 + second * 2) / 2;
      const left = 1 - first * 0.2;
      return first * (inService / left) + second * (inService / left / (left - second));
    };
    const { meanQueueLength, spans } = answerTo(drawn).stages.a!;
    expect(meanQueueLength).toBeCloseTo(queueAt(1), 9);
    expect(spans!.meanQueueLength![0]).toBeCloseTo(queueAt(0.9), 9);
    expect(spans!.meanQueueLength![1]).toBeCloseTo(queueAt(1.1), 9);
  });

  it('holds the services of classes that are served first as well as they are known', () => {
    const drawn = (mean: number): Scenario => ({
      ...drawing(
        [
          source('u', 0.6, { class: 'urgent' }),
          source('r', 0.3, { class: 'rest' }),
          stage('a', 1, { discipline: 'priority', service: { distribution: 'exponential', mean } }),
          sink(),
        ],
        ['u>a', 'r>a', 'a>out'],
      ),
      classes: [
        { id: 'urgent', priority: 0 },
        { id: 'rest', priority: 1 },
      ],
      precisions: [
        ...['u', 'r'].map((node) => ({ node, field: 'interarrival.rate', plusMinus: 0 })),
        { node: 'a', field: 'service.mean', plusMinus: 0.05 },
      ],
    });
    const queueAt = (mean: number) => answerTo(drawn(mean)).stages.a!.meanQueueLength!;
    const [low, high] = answerTo(drawn(0.9)).stages.a!.spans!.meanQueueLength!;
    expect(low).toBeCloseTo(queueAt(0.9 * 0.95), 9);
    expect(high).toBeCloseTo(queueAt(0.9 * 1.05), 9);
  });

  it('says nothing of a queue that is next to none at both ends', () => {
    const belt = stage('a', 10, { serverCount: 30, capacity: 1000 });
    expect(answerTo(line(source('s', 9), belt)).stages.a!.spans?.meanQueueLength).toBeUndefined();
  });

  it('lets a stage that loses protect the one behind it by being slow', () => {
    const drawn = (rate: number, a: number) =>
      line(source('s', rate), stage('a', a, { capacity: 2, whenFull: 'drop' }), stage('b', 2));
    const loadAt = (rate: number, a: number) => answerTo(drawn(rate, a)).stages.b!.utilization!;
    const precisions = [
      { node: 's', field: 'interarrival.rate', plusMinus: 0.3 },
      { node: 'a', field: 'service.rate', plusMinus: 0.5 },
      { node: 'b', field: 'service.rate', plusMinus: 0 },
    ];
    const [low, high] = answerTo({ ...drawn(2, 1), precisions }).stages.b!.spans!.utilization!;
    expect(low).toBeCloseTo(loadAt(1.4, 0.5), 9);
    expect(high).toBeCloseTo(loadAt(2.6, 1.5), 9);
  });

  it('counts whole expansion factors and whole elements per clock as exact', () => {
    const service = {
      distribution: 'exponential',
      factors: { elementsPerClock: 16, clock: 100.001 },
    } as const;
    const exact = answerTo(line(source('s', 98.7654321), stage('a', 1, { service, conversionFactor: 16 })));
    expect(exact.stages.a!.spans).toBeUndefined();
    const inexact = answerTo(
      line(source('s', 98.7654321), stage('a', 1, { service, conversionFactor: 15.9 })),
    );
    expect(inexact.stages.a!.spans!.meanQueueLength).toBeDefined();
  });

  it('reads a rate of bytes with the digits of the bytes', () => {
    // 90 250 000 elements of 8 bytes are 722e6 bytes: three digits, not four.
    const drawn = (unitBytes?: number) =>
      line(source('s', 90_250_000, unitBytes ? { unitBytes } : {}), stage('a', 91_234_567));
    expect(answerTo(drawn()).stages.a!.spans).toBeUndefined();
    expect(answerTo(drawn(8)).stages.a!.spans!.meanQueueLength).toBeDefined();
  });
});

describe('precisions that the user states', () => {
  const drawn = line(source('s', 0.98), stage('a', 1, { name: 'Hash' }));
  const plusMinus = (width: number) => [
    { node: 's', field: 'interarrival.rate', plusMinus: width },
    { node: 'a', field: 'service.rate', plusMinus: width },
  ];

  it('take the place of the digits, 0 among them', () => {
    const queueAt = (rho: number) => (rho * rho) / (1 - rho);
    const stated = answerTo({ ...drawn, precisions: plusMinus(0.004) }).stages.a!;
    expect(stated.spans!.meanQueueLength![0]).toBeCloseTo(queueAt((0.98 * 0.996) / 1.004), 9);
    expect(stated.spans!.meanQueueLength![1]).toBeCloseTo(queueAt((0.98 * 1.004) / 0.996), 9);
    expect(answerTo({ ...drawn, precisions: plusMinus(0) }).stages.a!.spans).toBeUndefined();
  });

  it('are named with the input that dominates, and in the verdict', () => {
    const answer = answerTo({
      ...drawn,
      precisions: [{ node: 'a', field: 'service.rate', plusMinus: 0.05 }],
    });
    expect(answer.stages.a!.dominatedBy).toEqual({
      node: 'a',
      name: 'Hash',
      input: 'serviceRate',
      stated: 0.05,
    });
    expect(messageOf(answer, 'not-determined')).toMatch(
      /^The queue of Hash is sensitive to the stated input uncertainty:/,
    );
  });

  it('move times of services the other way than rates, and whole factors that are exact without', () => {
    const timed = line(
      source('s', 0.5),
      stage('a', 1, { service: { distribution: 'exponential', mean: 1 }, conversionFactor: 1 }),
    );
    const precisions = [
      { node: 's', field: 'interarrival.rate', plusMinus: 0 },
      { node: 'a', field: 'service.mean', plusMinus: 0.2 },
      { node: 'a', field: 'conversionFactor', plusMinus: 0.5 },
    ];
    const [low, high] = answerTo({ ...timed, precisions }).stages.a!.spans!.utilization!;
    expect(low).toBeCloseTo(0.5 * 0.8 * 0.5, 12);
    expect(high).toBeCloseTo(0.5 * 1.2 * 1.5, 12);
  });

  it('make Mercury’s run 2 determined, where every rate of the load of 1b is known to 0.01 %', () => {
    const run = mercuryScenario('2');
    const precisions = [
      ['disk', 'interarrival.rate'],
      ['pci', 'service.rate'],
      ['1a', 'service.rate'],
      ['1a', 'passProbability'],
      ['1b', 'service.rate'],
    ].map(([node, field]) => ({ node: node!, field: field!, plusMinus: 1e-4 }));
    expect(codesAt(answerTo(run, 'mm1k'), '1b')).toContain('not-determined');
    const answer = answerTo({ ...run, precisions }, 'mm1k');
    expect(codesAt(answer, '1b')).not.toContain('not-determined');
    const [low, high] = answer.stages['1b']!.spans!.meanQueueLength!;
    expect(low).toBeGreaterThan(300);
    expect(high).toBeLessThan(450);
    expect(inputText(answer.stages['1b']!.dominatedBy!)).toContain('(± 0.01 % as stated)');
  });
});

describe('what is not determined', () => {
  it('is not an M/M/1 at 0.9 of 1: its queue of 8.1 is between 7.6 and 8.6 for all that is typed alike', () => {
    const answer = answerTo(line(source('s', 0.9), stage('a', 1)));
    const queueAt = (rho: number) => (rho * rho) / (1 - rho);
    const [low, high] = answer.stages.a!.spans!.meanQueueLength!;
    expect(low).toBeCloseTo(queueAt(0.8995 / 1.005), 9);
    expect(high).toBeCloseTo(queueAt(0.9005 / 0.995), 9);
    expect(isUndetermined(answer, 'a')).toBe(false);
    expect(openSpan(answer.stages.a, 'meanQueueLength')).toBeUndefined();
  });

  it('is a stage exactly where the interval of its queue is open, by every method', () => {
    const rate = fc.double({ min: 0.3, max: 0.999, noNaN: true });
    const plusMinus = fc.double({ min: 0, max: 0.2, noNaN: true });
    const capacity = fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined });
    const method = fc.constantFrom('auto', 'mm1', 'mm1k', 'qna');
    fc.assert(
      fc.property(rate, plusMinus, capacity, method, (lambda, width, K, by) => {
        const drawn = line(source('s', lambda), stage('a', 1, K === undefined ? {} : { capacity: K }));
        const precisions = [{ node: 's', field: 'interarrival.rate', plusMinus: width }];
        const answer = answerTo({ ...drawn, precisions }, by);
        const { a } = answer.stages;
        if (a!.meanQueueLength === undefined) return;
        expect(isUndetermined(answer, 'a')).toBe(openSpan(a, 'meanQueueLength') !== undefined);
      }),
    );
  });

  it('comes in at the precision at which the ends of an M/M/1 are 2 apart', () => {
    // rho = 0.8: N_Q = 3.2. Bisect the precision of the arrivals at which the upper end is twice the lower.
    const queueAt = (rho: number) => (rho * rho) / (1 - rho);
    let [inside, outside] = [0, 0.2];
    for (let i = 0; i < 60; i++) {
      const width = (inside + outside) / 2;
      if (queueAt(0.8 * (1 + width)) > 2 * queueAt(0.8 * (1 - width))) outside = width;
      else inside = width;
    }
    const answerAt = (width: number) =>
      answerTo({
        ...line(source('s', 0.8), stage('a', 1)),
        precisions: [
          { node: 's', field: 'interarrival.rate', plusMinus: width },
          { node: 'a', field: 'service.rate', plusMinus: 0 },
        ],
      });
    expect(isUndetermined(answerAt(inside * (1 - 1e-9)), 'a')).toBe(false);
    expect(isUndetermined(answerAt(outside * (1 + 1e-9)), 'a')).toBe(true);
  });
});

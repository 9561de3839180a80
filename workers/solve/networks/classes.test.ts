import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { verdictText } from '../../../core/measures/verdicts.ts';
import { drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { JobClass, Link, Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';

import { solveOpen } from '../solve-by-formulas.ts';
import { openNetwork } from './open-network.ts';

const TWO: readonly JobClass[] = [{ id: 'red' }, { id: 'blue' }];
const red = { class: 'red' };
const blue = { class: 'blue' };

function answerTo(drawn: Scenario, classes: readonly JobClass[] = TWO): SolveAnswer {
  const answer = solveOpen(openNetwork({ ...drawn, classes }), 'auto');
  if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
  return answer;
}

const withLinks = (drawn: Scenario, more: readonly Link[]): Scenario => ({
  ...drawn,
  links: [...drawn.links, ...more],
});

describe('flows of several classes', () => {
  it('filters, converts and routes each class its own way', () => {
    const drawn = withLinks(
      drawing(
        [
          source('r', 4, red),
          source('b', 6, blue),
          stage('a', 100, { byClass: { red: { passProbability: 0.5 }, blue: { conversionFactor: 2 } } }),
          stage('x', 100),
          stage('y', 100),
          sink(),
        ],
        ['r>a', 'b>a', 'x>out', 'y>out'],
      ),
      [
        { from: 'a', to: 'x', byClass: { red: 1, blue: 0.25 } },
        { from: 'a', to: 'y', byClass: { blue: 0.75 } },
      ],
    );
    const { stages, network } = answerTo(drawn);
    expect(stages.a!.byClass).toMatchObject({ red: { offeredRate: 4 }, blue: { offeredRate: 12 } });
    expect(stages.a!.byClass!.red!.outputRate).toBeCloseTo(2, 12);
    expect(stages.x!.byClass!.red!.offeredRate).toBeCloseTo(2, 12);
    expect(stages.x!.byClass!.blue!.offeredRate).toBeCloseTo(3, 12);
    expect(stages.y!.byClass).toHaveProperty('blue');
    expect(stages.y!.byClass).not.toHaveProperty('red');
    expect(network.throughput).toBeCloseTo(14, 12);
  });

  it('returns each class as often as it does', () => {
    const drawn = withLinks(
      drawing([source('r', 1, red), source('b', 1, blue), stage('a', 100), sink()], ['r>a', 'b>a']),
      [
        { from: 'a', to: 'a', byClass: { red: 0.5, blue: 0.75 } },
        { from: 'a', to: 'out', byClass: { red: 0.5, blue: 0.25 } },
      ],
    );
    const { byClass } = answerTo(drawn).stages.a!;
    expect(byClass!.red!.offeredRate).toBeCloseTo(2, 12);
    expect(byClass!.blue!.offeredRate).toBeCloseTo(4, 12);
  });

  it('takes from each class its share of what a stage loses, and of what comes behind', () => {
    const drawn = drawing(
      [
        source('r', 1, red),
        source('b', 3, blue),
        stage('a', 2, { capacity: 1, whenFull: 'drop' }),
        stage('z', 50, { byClass: { blue: { service: { distribution: 'exponential', rate: 10 } } } }),
        source('extra', 3, red),
        sink(),
      ],
      ['r>a', 'b>a', 'a>z', 'extra>z', 'z>out'],
    );
    const { stages } = answerTo(drawn);
    // M/M/1/1: 4 * 2 / (4 + 2) pass, a quarter of them red.
    expect(stages.z!.byClass!.red!.offeredRate).toBeCloseTo(3 + 1 / 3, 10);
    expect(stages.z!.byClass!.blue!.offeredRate).toBeCloseTo(1, 10);
    expect(stages.z!.utilization).toBeCloseTo((3 + 1 / 3) / 50 + 1 / 10, 10);
    expect(stages.a!.byClass!.blue!.lossRate).toBeCloseTo(2, 10);
  });
});

describe('a stage that serves some classes first and is offered more than it can do', () => {
  const classes = [
    { id: 'red', priority: 0 },
    { id: 'blue', priority: 1 },
    { id: 'grey', priority: 2 },
  ];
  const slow = (preemption: 'none' | 'resume'): Scenario =>
    drawing(
      [
        source('r', 0.2, red),
        source('b', 0.3, blue),
        source('g', 2, { class: 'grey' }),
        stage('a', 1, {
          discipline: 'priority',
          preemption,
          byClass: { grey: { service: { distribution: 'exponential', rate: 2 } } },
        }),
        stage('z', 3),
        sink(),
      ],
      ['r>a', 'b>a', 'g>a', 'a>z', 'z>out'],
    );

  // The first two never see the third: M/M/1 of 0.2, then a class beneath it (Kleinrock 1976, section 3.6); half of the server is left.
  it('lets the stable ones through with the times that they have, and the rest of its pace to the last', () => {
    const { kind, stages, links } = answerTo(slow('resume'), classes);
    expect(kind).toBe('unstable');
    expect(stages.a!.byClass).toMatchObject({ red: { throughput: 0.2 }, blue: { throughput: 0.3 } });
    expect(stages.a!.byClass!.red!.meanOccupancy).toBeCloseTo(0.25, 12);
    expect(stages.a!.byClass!.blue!.meanOccupancy).toBeCloseTo(0.75, 12);
    expect(stages.a!.byClass!.grey!.throughput).toBeCloseTo(1, 12);
    expect(stages.a!.byClass!.grey).not.toHaveProperty('meanOccupancy');
    expect(stages.a!.outputRate).toBeCloseTo(1.5, 12);
    expect(links.find(({ from }) => from === 'a')!.rate).toBeCloseTo(1.5, 12);
    for (const [id, rate] of Object.entries({ red: 0.2, blue: 0.3, grey: 1 })) {
      expect(stages.a!.byClass![id]!.outputRate).toBeCloseTo(rate, 12);
      expect(stages.z!.byClass![id]!.offeredRate).toBeCloseTo(rate, 12);
    }
  });

  // Cobham 1954: the server is never idle; what is left of a service under way is 0.5 of the first two, 0.25 of the third.
  it('without interruption lets the stable ones wait for a service of the last', () => {
    const { byClass } = answerTo(slow('none'), classes).stages.a!;
    const residual = 0.2 + 0.3 + 0.5 * 0.5;
    expect(byClass!.red!.meanWaitingTime).toBeCloseTo(residual / 0.8, 12);
    expect(byClass!.blue!.meanWaitingTime).toBeCloseTo(residual / (0.8 * 0.5), 12);
  });
});

describe('product form of open classes (Baskett, Chandy, Muntz & Palacios 1975)', () => {
  const rates = { byClass: { blue: { service: { distribution: 'exponential', rate: 5 } } } } as const;

  it('first come, first served with one rate: exact, all wait alike', () => {
    const drawn = drawing(
      [source('r', 2, red), source('b', 1, blue), stage('a', 5), stage('c', 4, { serverCount: 2 }), sink()],
      ['r>a', 'b>a', 'a>c', 'c>out'],
    );
    const { stages, exact } = answerTo(drawn);
    expect(exact).toBe(true);
    expect(stages.a!.byClass!.red!.meanSojournTime).toBeCloseTo(0.5, 12);
    expect(stages.a!.byClass!.red!.meanOccupancy).toBeCloseTo(1, 12);
    expect(stages.a!.occupancyDistribution![3]).toBeCloseTo(0.4 * 0.6 ** 3, 12);
  });

  it('first come, first served with two rates: M/G/1 of the mixture at the first stage, nothing behind it', () => {
    const drawn = drawing(
      [source('r', 2, red), source('b', 1, blue), stage('a', 10, rates), stage('c', 9), sink()],
      ['r>a', 'b>a', 'a>c', 'c>out'],
    );
    const { stages, exact } = answerTo(drawn);
    // rho = 0.2 + 0.2; E[S^2] lambda / 2 = 2 * 0.01 + 1 * 0.04 = 0.06.
    const Wq = 0.06 / 0.6;
    expect(stages.a).toMatchObject({ exact: true });
    expect(stages.a!.byClass!.red!.meanWaitingTime).toBeCloseTo(Wq, 12);
    expect(stages.a!.byClass!.blue!.meanSojournTime).toBeCloseTo(Wq + 0.2, 12);
    expect(stages.c!.exact).toBe(false);
    expect(exact).toBe(false);
  });

  it('processor sharing with any distributions: exact, each in proportion to its work', () => {
    const drawn = drawing(
      [
        source('r', 2, red),
        source('b', 1, blue),
        stage('a', 10, { ...rates, discipline: 'PS' }),
        { id: 'd', kind: 'delay', service: { distribution: 'deterministic', mean: 2 } },
        stage('c', 9),
        sink(),
      ],
      ['r>a', 'b>a', 'a>d', 'd>c', 'c>out'],
    );
    const { stages, exact, network } = answerTo(drawn);
    expect(exact).toBe(true);
    expect(stages.a!.byClass!.red!.meanSojournTime).toBeCloseTo(0.1 / 0.6, 12);
    expect(stages.a!.byClass!.blue!.meanSojournTime).toBeCloseTo(0.2 / 0.6, 12);
    expect(stages.d!.meanOccupancy).toBeCloseTo(6, 12);
    expect(stages.d!.occupancyDistribution![6]).toBeCloseTo((Math.exp(-6) * 6 ** 6) / 720, 12);
    const L = ['a', 'd', 'c'].reduce((sum, id) => sum + stages[id]!.meanOccupancy!, 0);
    expect(network.meanSojournTime).toBeCloseTo(L / 3, 11);
  });

  it('gives each its time where some go first, the stage itself exactly, nothing behind it (Cobham 1954)', () => {
    const drawn = drawing(
      [
        source('r', 2, red),
        source('b', 1, blue),
        stage('a', 5, { discipline: 'priority' }),
        stage('c', 9),
        sink(),
      ],
      ['r>a', 'b>a', 'a>c', 'c>out'],
    );
    const ranked = answerTo(drawn, [
      { id: 'red', priority: 0 },
      { id: 'blue', priority: 1 },
    ]);
    // R = 3 * (2 / 25) / 2; W_red = R / (1 - 0.4), W_blue = R / (0.6 * 0.4).
    expect(ranked.stages.a!.byClass!.red!.meanWaitingTime).toBeCloseTo(0.12 / 0.6, 12);
    expect(ranked.stages.a!.byClass!.blue!.meanWaitingTime).toBeCloseTo(0.12 / 0.24, 12);
    // Both classes have one distribution, so the mean over all does not depend on the order.
    expect(ranked.stages.a!.meanOccupancy).toBeCloseTo(1.5, 12);
    expect(ranked.stages.a!.exact).toBe(true);
    expect(ranked.stages.c!.exact).toBe(false);
    expect(answerTo(drawn).exact).toBe(true);
  });

  it('says so where ranks have no method: several servers, two distributions', () => {
    const drawn = drawing(
      [
        source('r', 2, red),
        source('b', 1, blue),
        stage('a', 5, {
          ...rates,
          byClass: { blue: { service: { distribution: 'exponential', rate: 3 } } },
          discipline: 'priority',
          serverCount: 2,
        }),
        sink(),
      ],
      ['r>a', 'b>a', 'a>out'],
    );
    const { verdicts, stages } = answerTo(drawn, [
      { id: 'red', priority: 0 },
      { id: 'blue', priority: 1 },
    ]);
    expect(verdicts.map(({ code }) => code)).toContain('priority-ignored');
    expect(stages.a!.byClass!.red!.meanWaitingTime).toBeUndefined();
  });
});

describe('what else a steady model must say', () => {
  it('takes frames that repeat with their mean, and of others the last', () => {
    const interarrival = { distribution: 'exponential', rate: 1 } as const;
    const burst = { from: 3, interarrival: { distribution: 'exponential', rate: 5 } } as const;
    const repeating = line(
      source('s', 1, { interarrival, schedule: { frames: [burst], period: 4 } }),
      stage('a', 9),
    );
    expect(answerTo(repeating).stages.a!.offeredRate).toBeCloseTo(2, 12);
    expect(answerTo(repeating).exact).toBe(false);
    expect(answerTo(repeating).verdicts[0]!.code).toBe('schedule-averaged');
    const lasting = line(source('s', 1, { schedule: { frames: [burst] } }), stage('a', 9));
    expect(answerTo(lasting).stages.a!.offeredRate).toBeCloseTo(5, 12);
    const ending = line(source('s', 1, { schedule: { frames: [{ from: 3 }] } }), stage('a', 9));
    expect(answerTo(ending).stages.a!.meanOccupancy).toBe(0);
  });

  const onBus = { resource: 'bus' };
  const shared = (rate: number): Scenario => ({
    ...line(source('s', rate), stage('a', 10, onBus), stage('b', 8), stage('c', 5, onBus)),
    resources: [{ id: 'bus' }],
  });

  it('lets a shared resource saturate first, and ladders to the stages behind it', () => {
    const { network, saturationFactor, verdicts } = answerTo(shared(2));
    expect(saturationFactor).toBeCloseTo(1 / (0.2 + 0.4), 12);
    expect(network.ladder!.map(({ stage: id, resource }) => resource ?? id)).toEqual(['bus', 'c', 'b', 'a']);
    expect(network.ladder![1]!.inputRate).toBeCloseTo(5, 12);
    expect(verdicts.map(({ code }) => code)).toContain('resource-ignored');
  });

  it('says that a resource is asked for too much', () => {
    const answer = answerTo(shared(4));
    expect(answer).toMatchObject({ kind: 'unstable', unstable: { stage: 'c' } });
    expect(verdictText(answer.verdicts[0]!)).toBe(
      'bus is overloaded by the stages that share it: offered utilization 1.2, no steady state; the network is stable below 0.833 times the present input.',
    );
  });

  it('ladders past a stage that loses, which then passes all', () => {
    const { network } = answerTo(
      line(source('s', 1), stage('a', 2, { capacity: 2, whenFull: 'drop' }), stage('b', 1.9)),
      [],
    );
    const [first, second] = network.ladder!;
    expect(first).toMatchObject({ stage: 'a' });
    expect(second!.factor).toBeCloseTo(1.9, 8);
  });
});

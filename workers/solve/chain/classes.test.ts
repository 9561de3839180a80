import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../../core/distributions/index.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { JobClass, Scenario, ScenarioNode, StageNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';

import { randomScenario } from './random-chain.test-support.ts';
import { solveChain } from './solve-chain.ts';

function chainOf(drawn: Scenario): SolveAnswer {
  const outcome = solveChain(drawn);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

const exponential = (rate: number): ServiceDistribution => ({ distribution: 'exponential', rate });
const CLASSES: readonly JobClass[] = [
  { id: 'red', priority: 0 },
  { id: 'blue', priority: 1 },
];

/** Two Poisson classes into one stage. */
function twoClasses(
  lambda: readonly [number, number],
  services: readonly [ServiceDistribution, ServiceDistribution],
  more: Partial<StageNode>,
): Scenario {
  const one = stage('a', 1, {
    ...more,
    byClass: { red: { service: services[0] }, blue: { service: services[1] } },
  });
  const nodes = [
    source('in', lambda[0], { class: 'red' }),
    source('on', lambda[1], { class: 'blue' }),
    one,
    sink(),
  ];
  return { ...drawing(nodes, ['in>a', 'on>a', 'a>out']), classes: CLASSES };
}

describe('two classes, one server', () => {
  const lambda = [0.3, 0.2] as const;
  const mu = [2, 0.9] as const;
  const services = [exponential(mu[0]), exponential(mu[1])] as const;
  const loads = lambda.map((rate, k) => rate / mu[k]!);
  const rho = loads[0]! + loads[1]!;
  /** Mean work found of the service under way. */
  const residual = lambda.reduce((sum, rate, k) => sum + rate / mu[k]! ** 2, 0);

  it.each(['FCFS', 'LCFS', 'RSS'] as const)(
    '%s with K places: classes are as if drawn at the start of service, M/H2/1/K',
    (discipline) => {
      const K = 7;
      const mixed = chainOf(twoClasses(lambda, services, { capacity: K, whenFull: 'drop', discipline }))
        .stages.a!;
      const distribution: ServiceDistribution = {
        distribution: 'hyperexponential',
        probabilities: [0.6, 0.4],
        rates: [...mu],
      };
      const drawn = chainOf(
        line(source('in', 0.5), stage('a', 1, { service: distribution, capacity: K, whenFull: 'drop' })),
      );
      mixed.occupancyDistribution!.forEach((p, n) => {
        expect(p).toBeCloseTo(drawn.stages.a!.occupancyDistribution![n]!, 12);
      });
      const { red, blue } = mixed.byClass!;
      expect(red!.meanQueueLength! / mixed.meanQueueLength!).toBeCloseTo(0.6, 10);
      expect(red!.meanWaitingTime).toBeCloseTo(blue!.meanWaitingTime!, 10);
      expect(red!.lossProbability).toBeCloseTo(mixed.lossProbability!, 12);
      expect(red!.utilization! * mu[0]).toBeCloseTo(red!.throughput!, 12);
    },
  );

  it('priority without interruption (Cobham 1954)', () => {
    const { red, blue } = chainOf(twoClasses(lambda, services, { discipline: 'priority' })).stages.a!
      .byClass!;
    expect(red!.meanWaitingTime).toBeCloseTo(residual / (1 - loads[0]!), 7);
    expect(blue!.meanWaitingTime).toBeCloseTo(residual / (1 - loads[0]!) / (1 - rho), 7);
  });

  it('priority that interrupts: the urgent class does not see the other (Bolch et al. 2006, section 6.7)', () => {
    const drawn = twoClasses(lambda, services, { discipline: 'priority', preemption: 'resume' });
    const { red, blue } = chainOf(drawn).stages.a!.byClass!;
    expect(red!.meanSojournTime).toBeCloseTo(1 / (mu[0] - lambda[0]), 7);
    const truth = 1 / mu[1] / (1 - loads[0]!) + residual / (1 - loads[0]!) / (1 - rho);
    expect(blue!.meanSojournTime).toBeCloseTo(truth, 7);
  });

  it('equal priorities are one line, whether or not services can be interrupted', () => {
    const equal = (more: Partial<StageNode>) => {
      const drawn = twoClasses(lambda, services, { capacity: 6, whenFull: 'drop', ...more });
      return chainOf({ ...drawn, classes: [{ id: 'red' }, { id: 'blue' }] }).stages.a!;
    };
    const fcfs = equal({});
    for (const more of [{}, { preemption: 'resume' } as const])
      expect(equal({ discipline: 'priority', ...more }).meanOccupancy).toBeCloseTo(fcfs.meanOccupancy!, 12);
  });

  it.each([exponential(0.9), { distribution: 'hyperexponential', rate: 0.9, scv: 3 } as const])(
    'processor sharing: rho_k / (1 - rho), whatever the distribution (%o)',
    (distribution) => {
      const { byClass } = chainOf(twoClasses(lambda, [services[0], distribution], { discipline: 'PS' }))
        .stages.a!;
      expect(byClass!.red!.meanOccupancy).toBeCloseTo(loads[0]! / (1 - rho), 6);
      expect(byClass!.blue!.meanOccupancy).toBeCloseTo(loads[1]! / (1 - rho), 6);
    },
  );
});

describe('processor sharing', () => {
  it('of two servers holds as many as M/M/2/K', () => {
    const one = (discipline: 'PS' | 'FCFS') =>
      chainOf(
        line(source('in', 1.5), stage('a', 1, { discipline, serverCount: 2, capacity: 9, whenFull: 'drop' })),
      ).stages.a!;
    one('PS').occupancyDistribution!.forEach((p, n) => {
      expect(p).toBeCloseTo(one('FCFS').occupancyDistribution![n]!, 12);
    });
    expect(one('PS').utilization).toBeCloseTo(one('FCFS').utilization!, 12);
  });

  it('PS2: a finished element that is blocked takes a server: one server in front of one place is as FCFS', () => {
    const row = (discipline: 'PS' | 'FCFS') =>
      chainOf(
        line(
          source('in', 0.9),
          stage('a', 1, { discipline, capacity: 5, whenFull: 'drop' }),
          stage('b', 1, { capacity: 2 }),
        ),
      );
    expect(row('PS').network.throughput).toBeCloseTo(row('FCFS').network.throughput!, 12);
    expect(row('PS').stages.a!.blockedFraction).toBeCloseTo(row('FCFS').stages.a!.blockedFraction!, 12);
  });
});

/** One Poisson source that is never blocked, since two blocked ones go on longer than one; no batches of several classes. */
function plain(drawn: Scenario): Scenario {
  const entered = new Set(
    drawn.links.flatMap(({ from, to }) => (from === 'in' || from === 'split' ? [to] : [])),
  );
  const nodes = drawn.nodes.map((node) => {
    if (node.kind === 'source')
      return { ...node, interarrival: { distribution: 'exponential', rate: 0.7 } } as const;
    if (node.kind !== 'stage') return node;
    const { bulk: _, overdriveRate: __, ...rest } = node;
    return { ...rest, whenFull: entered.has(node.id) ? ('drop' as const) : ('block' as const) };
  });
  return { ...drawn, nodes };
}

/** Half of the arrivals are of another class. */
function inTwoClasses(drawn: Scenario): Scenario {
  const nodes = drawn.nodes.flatMap((node): readonly ScenarioNode[] => {
    if (node.kind !== 'source') return [node];
    const half = { ...node, interarrival: { distribution: 'exponential', rate: 0.35 } } as const;
    return [
      { ...half, class: 'red' },
      { ...half, id: 'on', class: 'blue' },
    ];
  });
  const more = drawn.links.flatMap((link) => (link.from === 'in' ? [{ ...link, from: 'on' }] : []));
  return { ...drawn, classes: CLASSES, nodes, links: [...drawn.links, ...more] };
}

describe('classes that differ in name only', () => {
  it.each([1, 21])(
    'are together what one class is, with blocking, groups, filters and phases, from seed %i',
    (first) => {
      let compared = 0;
      for (let seed = first; seed < first + 20; seed++) {
        const drawn = plain(randomScenario(seed));
        const answer = solveChain(inTwoClasses(drawn), { maxStates: 1500 });
        if (answer.kind === 'noAnswer') continue;
        compared++;
        for (const [id, one] of Object.entries(chainOf(drawn).stages)) {
          const two = answer.stages[id]!;
          for (const measure of ['meanOccupancy', 'throughput', 'lossRate', 'blockedFraction'] as const)
            expect(two[measure], `${measure} of ${id}, seed ${seed}`).toBeCloseTo(one[measure]!, 9);
          const sum = Object.values(two.byClass!).reduce((total, part) => total + part.meanOccupancy!, 0);
          expect(sum).toBeCloseTo(two.meanOccupancy!, 10);
        }
      }
      expect(compared).toBeGreaterThan(0);
    },
  );

  it('go where their links say, and are filtered as they say', () => {
    const nodes = [
      source('in', 0.4, { class: 'red' }),
      source('on', 0.2, { class: 'blue' }),
      stage('a', 2, { byClass: { blue: { passProbability: 0.5 } }, capacity: 6, whenFull: 'drop' }),
      stage('b', 1, { capacity: 4, whenFull: 'drop' }),
      stage('c', 1, { capacity: 4, whenFull: 'drop' }),
      sink(),
    ];
    const drawn = drawing(nodes, ['in>a', 'on>a', 'b>out', 'c>out']);
    const { stages, links, network } = chainOf({
      ...drawn,
      classes: CLASSES,
      links: [
        ...drawn.links,
        { from: 'a', to: 'b', byClass: { red: 1, blue: 0 } },
        { from: 'a', to: 'c', byClass: { blue: 1, red: 0 } },
      ],
    });
    expect(stages.b!.byClass!.blue).toBeUndefined();
    expect(links.find(({ to }) => to === 'b')!.rate).toBeCloseTo(stages.a!.byClass!.red!.throughput!, 12);
    expect(links.find(({ to }) => to === 'c')!.rate).toBeCloseTo(
      stages.a!.byClass!.blue!.throughput! / 2,
      12,
    );
    expect(network.byClass!.red!.throughput).toBeCloseTo(stages.b!.throughput!, 12);
  });
});

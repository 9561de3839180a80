import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../../core/distributions/index.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { verdictText } from '../../../core/measures/verdicts.ts';
import { drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { DelayNode, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import { findRoot } from '../../numeric/find-root.ts';
import type { SolveAnswer } from '../contract.ts';

import { solveChain } from './solve-chain.ts';

function chainOf(drawn: Scenario, erlangStandIn = 16): SolveAnswer {
  const outcome = solveChain(drawn, { erlangStandIn });
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

const delay = (id: string, mean: number): DelayNode => ({
  id,
  kind: 'delay',
  service: { distribution: 'exponential', mean },
});

/** Mean value analysis of one closed class (Reiser & Lavenberg 1980): demands of queues, think time Z. */
function meanValues(demands: readonly number[], Z: number, jobs: number) {
  let queues = demands.map(() => 0);
  let X = 0;
  for (let n = 1; n <= jobs; n++) {
    const times = demands.map((D, i) => D * (1 + queues[i]!));
    X = n / (Z + times.reduce((sum, R) => sum + R, 0));
    queues = times.map((R) => X * R);
  }
  return { X, queues };
}

describe('closed populations', () => {
  it.each([1, 2, 5, 12])('%i jobs between a delay and two stages: mean value analysis', (population) => {
    const drawn: Scenario = {
      ...drawing(
        [delay('think', 4), stage('a', 1), stage('b', 2)],
        ['think>a', 'a>b', 'b>think:0.6', 'b>a:0.4'],
      ),
      classes: [{ id: 'job', closed: { population, start: 'think' } }],
    };
    const { stages, network } = chainOf(drawn);
    const { X, queues } = meanValues([1 / 0.6, 0.5 / 0.6], 4, population);
    expect(network.byClass!.job!.throughput).toBeCloseTo(X, 10);
    expect(network.byClass!.job!.meanSojournTime).toBeCloseTo(population / X, 9);
    expect(stages.a!.meanOccupancy).toBeCloseTo(queues[0]!, 9);
    expect(stages.b!.meanOccupancy).toBeCloseTo(queues[1]!, 9);
    expect(stages.think!.meanOccupancy).toBeCloseTo(4 * X, 9);
    expect(stages.think!.utilization).toBeUndefined();
  });

  it('two closed classes under processor sharing: exact mean value analysis of both', () => {
    const at = (red: number, blue: number) => ({
      service: { distribution: 'exponential', rate: red } as const,
      discipline: 'PS' as const,
      byClass: { blue: { service: { distribution: 'exponential', rate: blue } as const } },
    });
    const drawn: Scenario = {
      ...drawing([stage('a', 1, at(1, 2)), stage('b', 1, at(3, 0.8))], ['a>b', 'b>a']),
      classes: [
        { id: 'red', closed: { population: 2, start: 'a' } },
        { id: 'blue', closed: { population: 3, start: 'b' } },
      ],
    };
    const demands = [
      [1, 1 / 3],
      [1 / 2, 1 / 0.8],
    ] as const;
    const known = new Map<string, readonly number[]>();
    /** Mean jobs at each stage, with r red and b blue. */
    const queues = (r: number, b: number): readonly number[] => {
      const key = `${r} ${b}`;
      const before = known.get(key);
      if (before || r + b === 0) return before ?? [0, 0];
      const sum = [0, 0];
      for (const [k, n] of [r, b].entries()) {
        if (n === 0) continue;
        const seen = k === 0 ? queues(r - 1, b) : queues(r, b - 1);
        const times = demands[k]!.map((D, i) => D * (1 + seen[i]!));
        const X = n / (times[0]! + times[1]!);
        times.forEach((R, i) => {
          sum[i]! += X * R;
        });
      }
      known.set(key, sum);
      return sum;
    };
    const { stages } = chainOf(drawn);
    expect(stages.a!.meanOccupancy).toBeCloseTo(queues(2, 3)[0]!, 10);
    expect(stages.b!.meanOccupancy).toBeCloseTo(queues(2, 3)[1]!, 10);
    expect(stages.a!.byClass!.red!.meanOccupancy! + stages.b!.byClass!.red!.meanOccupancy!).toBeCloseTo(
      2,
      10,
    );
  });

  it('a closed class behind the backs of an open one: preemptive priority makes it see nothing', () => {
    const drawn: Scenario = {
      ...drawing(
        [
          source('in', 0.3, { class: 'open' }),
          stage('a', 1, {
            discipline: 'priority',
            preemption: 'resume',
            byClass: { open: { service: { distribution: 'exponential', rate: 2 } } },
          }),
          delay('z', 3),
          sink(),
        ],
        ['in>a', 'z>a'],
      ),
      classes: [
        { id: 'open', priority: 1 },
        { id: 'job', priority: 0, closed: { population: 3, start: 'z' } },
      ],
    };
    const links = [
      ...drawn.links,
      { from: 'a', to: 'z', byClass: { job: 1, open: 0 } },
      { from: 'a', to: 'out', byClass: { open: 1, job: 0 } },
    ];
    const { network, stages } = chainOf({ ...drawn, links });
    expect(network.byClass!.job!.throughput).toBeCloseTo(meanValues([1], 3, 3).X, 9);
    expect(stages.a!.byClass!.open!.throughput).toBeCloseTo(0.3, 8);
  });
});

describe('forks and joins', () => {
  const forked = (lambda: number): Scenario => {
    const nodes: ScenarioNode[] = [
      source('in', lambda),
      { id: 'split', kind: 'fork' },
      stage('a', 1),
      stage('b', 1),
      { id: 'meet', kind: 'join' },
      sink(),
    ];
    return drawing(nodes, ['in>split', 'split>a', 'split>b', 'a>meet', 'b>meet', 'meet>out']);
  };

  it.each([0.3, 0.6])(
    'two equal M/M/1 in parallel, load %f: (12 - rho) / 8 times one of them (Nelson & Tantawi 1988)',
    (rho) => {
      const { network, stages } = chainOf(forked(rho));
      expect(network.throughput).toBeCloseTo(rho, 8);
      expect(stages.a!.meanOccupancy).toBeCloseTo(rho / (1 - rho), 6);
      expect(network.meanSojournTime).toBeCloseTo((12 - rho) / 8 / (1 - rho), 6);
    },
  );

  it('a fork behind a stage of one place: it keeps its server until both tasks have room', () => {
    // One job at a time: 1 / mu of a, then the longer of two.
    const nodes: ScenarioNode[] = [
      source('in', 1e9),
      stage('first', 2, { capacity: 1 }),
      { id: 'split', kind: 'fork' },
      stage('a', 1, { capacity: 1 }),
      stage('b', 1, { capacity: 1 }),
      { id: 'meet', kind: 'join' },
      sink(),
    ];
    const links = ['in>first', 'first>split', 'split>a', 'split>b', 'a>meet', 'b>meet', 'meet>out'];
    const { network, stages } = chainOf(drawing(nodes, links));
    expect(stages.a!.throughput).toBeCloseTo(network.throughput!, 10);
    expect(stages.b!.throughput).toBeCloseTo(network.throughput!, 10);
    // States: tasks may start one by one, so it is faster than waiting for both, slower than one branch alone.
    const alone = chainOf(
      line(source('in', 1e9), stage('first', 2, { capacity: 1 }), stage('a', 1, { capacity: 1 })),
    );
    expect(network.throughput).toBeLessThan(alone.network.throughput!);
    expect(network.throughput).toBeGreaterThan(1 / (1 / 2 + 3 / 2));
  });
});

describe('shared resources', () => {
  it.each(['FCFS', 'roundRobin'] as const)(
    'one unit for two stages of the same speed, %s: together M/M/1',
    (arbitration) => {
      const nodes = [
        source('in', 0.3),
        source('on', 0.3),
        stage('a', 1, { resource: 'bus' }),
        stage('b', 1, { resource: 'bus' }),
        sink(),
      ];
      const drawn: Scenario = {
        ...drawing(nodes, ['in>a', 'on>b', 'a>out', 'b>out']),
        resources: [{ id: 'bus', arbitration }],
      };
      const { stages } = chainOf(drawn);
      expect(stages.a!.meanOccupancy! + stages.b!.meanOccupancy!).toBeCloseTo(0.6 / 0.4, 6);
      expect(stages.a!.meanOccupancy).toBeCloseTo(stages.b!.meanOccupancy!, 7);
    },
  );

  it('round robin with different speeds keeps the conservation law (Kleinrock 1976, 3.4)', () => {
    const nodes = [
      source('in', 0.2),
      source('on', 0.3),
      stage('a', 2, { resource: 'bus' }),
      stage('b', 0.9, { resource: 'bus' }),
      sink(),
    ];
    for (const arbitration of ['FCFS', 'roundRobin'] as const) {
      const { stages } = chainOf({
        ...drawing(nodes, ['in>a', 'on>b', 'a>out', 'b>out']),
        resources: [{ id: 'bus', arbitration }],
      });
      const loads = [0.2 / 2, 0.3 / 0.9] as const;
      const rho = loads[0] + loads[1];
      const held = loads[0] * stages.a!.meanWaitingTime! + loads[1] * stages.b!.meanWaitingTime!;
      expect(held).toBeCloseTo((rho * (0.2 / 4 + 0.3 / 0.81)) / (1 - rho), 6);
    }
  });

  it('two units for two stages with one server each are no limit', () => {
    const nodes = [
      source('in', 0.5),
      stage('a', 1, { resource: 'bus', capacity: 5, whenFull: 'drop' }),
      sink(),
    ];
    const free = chainOf({ ...drawing(nodes, ['in>a', 'a>out']), resources: [{ id: 'bus', units: 2 }] });
    const none = chainOf(line(source('in', 0.5), stage('a', 1, { capacity: 5, whenFull: 'drop' })));
    expect(free.stages.a!.meanOccupancy).toBeCloseTo(none.stages.a!.meanOccupancy!, 12);
  });
});

describe('virtual queues', () => {
  it('are the sum of their stages: two M/M/1 in a row hold n with (n + 1) (1 - rho)^2 rho^n', () => {
    const drawn = line(source('in', 0.4), stage('a', 1), stage('b', 1), stage('c', 3));
    const { groups } = chainOf({ ...drawn, groups: [{ id: 'both', stages: ['a', 'b'] }] });
    expect(groups!.both!.meanOccupancy).toBeCloseTo(2 * (0.4 / 0.6), 7);
    groups!.both!.occupancyDistribution!.slice(0, 8).forEach((p, n) => {
      expect(p).toBeCloseTo((n + 1) * 0.36 * 0.4 ** n, 8);
    });
  });
});

describe('delays', () => {
  it('of an open network are Poisson, and hold back nothing', () => {
    const { stages, network } = chainOf(line(source('in', 2), delay('z', 1.5), stage('a', 4)));
    expect(stages.z!.meanOccupancy).toBeCloseTo(3, 7);
    expect(stages.z!.occupancyDistribution![0]).toBeCloseTo(Math.exp(-3), 7);
    expect(network.meanSojournTime).toBeCloseTo(1.5 + 1 / 2, 6);
  });
});

describe('constant times between arrivals', () => {
  const drawn = line(
    source('in', 0.5, { name: 'Clock', interarrival: { distribution: 'deterministic', rate: 0.5 } }),
    stage('a', 1),
  );
  /** D/M/1: sigma = exp(-(1 - sigma) / rho), N_G = rho / (1 - sigma). */
  const sigma = findRoot((x) => x - Math.exp(-2 * (1 - x)), 0, 0.9);

  it('are stood in for by Erlang phases: the line through two answers leads to D/M/1', () => {
    const [k, m] = [16, 32].map((phases) => chainOf(drawn, phases));
    const { exact, verdicts } = k!;
    expect(exact).toBe(false);
    expect(verdicts[0]).toMatchObject({
      code: 'erlang-stand-in',
      stage: 'in',
      facts: { name: 'Clock', of: 'arrivals', phases: 16 },
    });
    const limit = 2 * m!.stages.a!.meanOccupancy! - k!.stages.a!.meanOccupancy!;
    expect(Math.abs(limit / (0.5 / (1 - sigma)) - 1)).toBeLessThan(1e-3);
  });
});

describe('deterministic services', () => {
  it('are stood in for by Erlang phases, and told where that leads: M/D/1 is linear in the variability', () => {
    const drawn = line(
      source('in', 0.5),
      stage('a', 1, { service: { distribution: 'deterministic', rate: 1 } }),
    );
    const { exact, verdicts, stages } = chainOf(drawn);
    expect(exact).toBe(false);
    expect(stages.a!.exact).toBe(false);
    expect(stages.a!.meanOccupancy).toBeCloseTo(0.5 + (0.25 * (1 + 1 / 16)) / 2 / 0.5, 6);
    expect(verdicts[0]).toMatchObject({ code: 'erlang-stand-in', stage: 'a' });
    // 0.5 + 0.25 / 2 / 0.5
    expect(verdictText(verdicts[0]!)).toContain(
      'with 16 phases and 0.7578 with 32, which extrapolates to about 0.75.',
    );
    expect(verdicts[1]).toMatchObject({ code: 'erlang-moves', stage: 'a' });
    expect(verdictText(verdicts[1]!)).toBe('With 32 phases no number in system moves by more than 1 % (a).');
  });

  it('take as many phases as asked for: Erlang services of that shape', () => {
    const drawn = (service: ServiceDistribution) =>
      line(source('in', 0.5), stage('a', 1, { service, capacity: 6, whenFull: 'drop' }));
    for (const phases of [1, 3, 8]) {
      const standIn = chainOf(drawn({ distribution: 'deterministic', rate: 1 }), phases);
      const erlang = chainOf(drawn({ distribution: 'erlang', rate: 1, shape: phases }));
      expect(standIn.stages.a!.meanOccupancy).toBeCloseTo(erlang.stages.a!.meanOccupancy!, 12);
      expect(verdictText(standIn.verdicts[0]!)).toContain(`with ${phases} phases and`);
      expect(verdictText(standIn.verdicts[0]!)).toContain(`with ${2 * phases}, which extrapolates to`);
    }
  });

  it('of a bus that serves in bulk: an exponential one holds seven times as much as one of eight phases', () => {
    const bus = {
      service: { distribution: 'deterministic', rate: 0.3 },
      bulk: { rule: 'full', size: 4 },
      capacity: 150,
      whenFull: 'drop',
    } as const;
    const drawn = line(
      source('in', 1),
      stage('bus', 0.3, bus),
      stage('end', 1.3, { capacity: 8, admission: 'whole' }),
    );
    const asked = (erlangStandIn: number): SolveAnswer => {
      // Too few for twice as many phases: beside eight there are four.
      const outcome = solveChain(drawn, { erlangStandIn, maxStates: 11_500 });
      if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
      return outcome;
    };
    const held = ({ stages }: SolveAnswer): number => stages.bus!.meanOccupancy! + stages.end!.meanOccupancy!;
    const eight = asked(8);
    expect(held(asked(1))).toBeCloseTo(84.9194, 4);
    expect(held(eight)).toBeCloseTo(12.2274, 4);
    expect(verdictText(eight.verdicts[0]!)).toMatch(
      /with 8 phases and [\d.]+ with 4, which extrapolates to about/,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { drawing, exponential, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import {
  RING,
  RING_BY_LOAD,
  RING_OF_TWO_SERVERS,
  type SwitchedCase,
  truthOf,
} from '../../simulate/switched-networks.test-support.ts';
import type { SolveAnswer } from '../contract.ts';
import { solveScenario } from '../solve-scenario.ts';

function solved(scenario: Scenario, method: Parameters<typeof solveScenario>[1] = 'auto'): SolveAnswer {
  const answer = solveScenario(scenario, method);
  if (answer.kind === 'noAnswer') throw new Error(answer.code);
  return answer;
}

/** Asks hit or miss; misses go to the disk, and two in five of them ask again. */
const cache = (cpu: Partial<StageNode> = {}): Scenario =>
  drawing(
    [
      source('in', 1.2, { class: 'ask' }),
      source('sure', 0.3, { class: 'hit' }),
      stage('cpu', 2, cpu),
      { id: 'cache', kind: 'router', classSwitch: { ask: { hit: 0.75, miss: 0.25 } } },
      stage('disk', 0.5),
      { id: 'found', kind: 'router', classSwitch: { miss: { ask: 0.4, hit: 0.6 } } },
      sink(),
    ],
    'in>cpu sure>cpu cpu>cache cache>out:hit=1 cache>disk:miss=1 disk>found found>cpu:ask=1 found>out:hit=1',
    { classes: [{ id: 'ask' }, { id: 'hit' }, { id: 'miss' }] },
  );
/** Asks at the CPU: 1.2 + 0.4 * 0.25 of them come back. */
const asks = 1.2 / (1 - 0.1);

describe('open classes that switch', () => {
  it('have the flows of the traffic equations by class', () => {
    const answer = solved(cache());
    const { cpu, disk } = answer.stages;
    expect(cpu!.byClass!.ask!.throughput).toBeCloseTo(asks, 12);
    expect(cpu!.byClass!.hit!.throughput).toBeCloseTo(0.3, 12);
    expect(cpu!.byClass!.miss).toBeUndefined();
    expect(disk!.throughput).toBeCloseTo(asks / 4, 12);
    expect(answer.network.throughput).toBeCloseTo(1.5, 12);
    const rate = (from: string, to: string) =>
      answer.links.find((link) => link.from === from && link.to === to)!.rate;
    expect(rate('cache', 'out')).toBeCloseTo(0.75 * asks + 0.3, 12);
    expect(rate('found', 'cpu')).toBeCloseTo(0.1 * asks, 12);
  });

  it('have a product form where every class is served alike: M/M/1 at each stage', () => {
    const { exact, stages, network } = solved(cache());
    const L = (load: number) => load / (1 - load);
    const [cpu, disk] = [L((asks + 0.3) / 2), L(asks / 4 / 0.5)];
    expect(stages.cpu!.meanOccupancy).toBeCloseTo(cpu, 10);
    expect(stages.disk!.meanOccupancy).toBeCloseTo(disk, 10);
    expect(network.meanSojournTime).toBeCloseTo((cpu + disk) / 1.5, 10);
    expect(exact).toBe(true);
  });

  it('share a processor each by its own service, which is exact as well (BCMP type 2)', () => {
    const { stages } = solved(cache({ discipline: 'PS', byClass: { hit: { service: exponential(6) } } }));
    const load = asks / 2 + 0.3 / 6;
    expect(stages.cpu!.meanOccupancy).toBeCloseTo(load / (1 - load), 10);
    expect(stages.cpu!.byClass!.hit!.meanOccupancy).toBeCloseTo(0.05 / (1 - load), 10);
  });

  it('are taken by the methods of networks, which keep their flows', () => {
    for (const method of ['qna', 'mm1'] as const) {
      const answer = solved(cache(), method);
      expect(answer.network.throughput).toBeCloseTo(1.5, 6);
      expect(answer.stages.disk!.throughput).toBeCloseTo(asks / 4, 6);
    }
  });

  it('have no answer where more comes back than leaves', () => {
    const endless = (factor: number) =>
      drawing(
        [
          source('in', 1, { class: 'x' }),
          stage('a', 9, { byClass: { y: { conversionFactor: factor } } }),
          { id: 'r', kind: 'router', classSwitch: { x: { y: 1 }, y: { x: 0.5, y: 0.5 } } },
          sink(),
        ],
        'in>a a>r r>a:x=0.5,y=0.5 r>out:x=0.5,y=0.5',
        { classes: [{ id: 'x' }, { id: 'y' }] },
      );
    expect(solved(endless(1)).stages.a!.throughput).toBeCloseTo(2, 12);
    expect(solveScenario(endless(4), 'mm1')).toMatchObject({ kind: 'noAnswer', code: 'loopWithoutLimit' });
  });

  it('are held back by finite stages: the decomposition keeps their flows', () => {
    const finite = cache({ capacity: 12 });
    const answer = solved(finite, 'blocking');
    expect(answer.network.throughput).toBeLessThan(1.5);
    expect(answer.network.throughput).toBeGreaterThan(1.4);
    expect(answer.stages.disk!.throughput! / answer.stages.cpu!.throughput!).toBeCloseTo(
      asks / 4 / (asks + 0.3),
      4,
    );
  });
});

describe('closed classes that switch', () => {
  /** By station and class, against all states written out. */
  const check = (network: SwitchedCase, answer: SolveAnswer, digits = 9) => {
    const truth = truthOf(network);
    const classes = network.scenario.classes!.map(({ id }) => id);
    network.stations.forEach((id, i) => {
      classes.forEach((r, k) => {
        const of = answer.stages[id]!.byClass?.[r];
        expect(of?.meanOccupancy ?? 0).toBeCloseTo(truth.occupancy[i]![k]!, digits);
        expect(of?.throughput ?? 0).toBeCloseTo(truth.throughput[i]![k]!, digits);
      });
    });
    return truth;
  };

  it.each(['mva', 'convolution', 'productForm'] as const)('have a product form by chains: %s', (method) => {
    for (const network of [RING, RING_OF_TWO_SERVERS]) {
      const answer = solved(network.scenario, method);
      expect(answer.exact).toBe(true);
      const truth = check(network, answer);
      const starts = [truth.throughput[0]![0]!, truth.throughput[1]![1]!, truth.throughput[2]![2]!];
      ['idle', 'busy', 'done'].forEach((id, r) => {
        expect(answer.network.byClass![id]!.throughput).toBeCloseTo(starts[r]!, 9);
        expect(answer.network.byClass![id]!.meanSojournTime).toBeUndefined();
      });
    }
  });

  it('have one with service by load', () => {
    check(RING_BY_LOAD, solved(RING_BY_LOAD.scenario, 'convolution'));
  });

  it('are exact without a choice, at any population', () => {
    const { scenario } = RING;
    const many = {
      ...scenario,
      classes: scenario.classes!.map((each) =>
        each.id === 'idle' ? { ...each, closed: { population: 400, start: 'think' } } : each,
      ),
    };
    const answer = solved(many);
    expect(answer.exact).toBe(true);
    const total = Object.values(answer.stages).reduce((sum, { meanOccupancy }) => sum + meanOccupancy!, 0);
    expect(total).toBeCloseTo(401, 6);
    // The CPU is what holds all up: every visit to it is one service of 1/3 s.
    expect(answer.stages.cpu!.utilization! + answer.stages.disk!.utilization!).toBeGreaterThan(1);
    expect(Math.max(answer.stages.cpu!.utilization!, answer.stages.disk!.utilization!)).toBeCloseTo(1, 3);
  });

  it('are approximated where classes are served in order at rates of their own', () => {
    const network: SwitchedCase = {
      ...RING,
      scenario: {
        ...RING.scenario,
        nodes: RING.scenario.nodes.map((node) =>
          node.id === 'disk' && node.kind === 'stage' ? { ...node, discipline: 'FCFS' as const } : node,
        ),
      },
      network: {
        ...RING.network,
        stations: RING.network.stations.map((station, i) =>
          i === 2 ? { ...station, order: 'FCFS' } : station,
        ),
      },
    };
    const answer = solved(network.scenario, 'linearizer');
    const truth = truthOf(network);
    expect(answer.exact).toBe(false);
    expect(answer.stages.disk!.meanOccupancy! / truth.occupancy[2]!.reduce((a, b) => a + b)).toBeCloseTo(
      1,
      1,
    );
    expect(answer.stages.disk!.byClass!.busy!.meanOccupancy! / truth.occupancy[2]![1]!).toBeCloseTo(1, 1);
    expect(solved(network.scenario).solvedBy).toBe('chain');
  });

  it('go on beside open classes', () => {
    const { scenario } = RING;
    const mixed: Scenario = {
      ...scenario,
      classes: [...scenario.classes!, { id: 'guest' }],
      nodes: [...scenario.nodes, source('in', 0.6, { class: 'guest' }), sink()],
      links: [
        ...scenario.links.map((link) =>
          link.from === 'cpu' ? { ...link, byClass: { idle: 1, busy: 1, done: 1 } } : link,
        ),
        { from: 'in', to: 'cpu' },
        { from: 'cpu', to: 'out', byClass: { guest: 1 } },
      ],
    };
    // Guests take a fifth of the CPU, which closed jobs feel as a slower one (product form).
    const slower = solved({
      ...scenario,
      nodes: scenario.nodes.map((node) =>
        node.id === 'cpu' && node.kind === 'stage' ? { ...node, service: exponential(3 - 0.6) } : node,
      ),
    });
    const answer = solved(mixed, 'productForm');
    expect(answer.network.byClass!.busy!.throughput).toBeCloseTo(
      slower.network.byClass!.busy!.throughput!,
      9,
    );
    expect(answer.stages.disk!.meanOccupancy).toBeCloseTo(slower.stages.disk!.meanOccupancy!, 9);
  });

  it('are refused where jobs may come to different ends', () => {
    const scenario = drawing(
      [
        stage('a'),
        { id: 'r', kind: 'router', classSwitch: { x: { y: 0.5, z: 0.5 } } },
        stage('b'),
        stage('c'),
      ],
      'a>r r>b:y=1 r>c:z=1 b>b:y=1 c>c:z=1',
      {
        classes: [
          { id: 'x', closed: { population: 2, start: 'a' } },
          { id: 'y', closed: { population: 0, start: 'b' } },
          { id: 'z', closed: { population: 0, start: 'c' } },
        ],
      },
    );
    expect(solveScenario(scenario, 'productForm')).toMatchObject({
      kind: 'noAnswer',
      code: 'closedClassLost',
    });
  });
});

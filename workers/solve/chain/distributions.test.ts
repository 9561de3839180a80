import { describe, expect, it } from 'vitest';
import { drawing, line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';

import { chainSize } from './chain-size.ts';
import { randomScenario } from './random-chain.test-support.ts';
import { solveChain } from './solve-chain.ts';

const solved = Array.from({ length: 150 }, (_, i) => i + 1).flatMap((seed) => {
  const scenario = randomScenario(seed);
  const answer = solveChain(scenario, { maxStates: 2000 });
  return answer.kind === 'noAnswer' ? [] : [{ seed, scenario, answer }];
});

describe('distributions that every chain keeps', () => {
  it('looked at enough of them', () => expect(solved.length).toBeGreaterThan(100));

  it.each(solved)('seed $seed: probabilities, shares of time, flows and Little', ({ answer }) => {
    for (const measures of Object.values(answer.stages)) {
      const { occupancyDistribution, utilization, blockedFraction, starvedFraction } = measures;
      expect(occupancyDistribution!.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 11);
      expect(utilization! + blockedFraction! + starvedFraction!).toBeCloseTo(1, 12);
      expect(measures.offeredRate! - measures.lossRate!).toBeCloseTo(measures.arrivalRate!, 11);
      expect(measures.arrivalRate! * measures.meanSojournTime!).toBeCloseTo(measures.meanOccupancy!, 11);
      expect(measures.meanQueueLength).toBeLessThanOrEqual(measures.meanOccupancy!);
    }
    expectFlows(answer);
  });
});

/** What enters a node leaves it, as far as it is not lost, filtered or made by conversion. */
function expectFlows({ stages, links, network }: SolveAnswer): void {
  const into = (id: string) =>
    links.filter(({ to }) => to === id).reduce((sum, link) => sum + link.receivedRate, 0);
  const outOf = (id: string) =>
    links.filter(({ from }) => from === id).reduce((sum, { rate }) => sum + rate, 0);
  for (const [id, { offeredRate, outputRate }] of Object.entries(stages)) {
    expect(outOf(id)).toBeCloseTo(outputRate!, 11);
    expect(into(id)).toBeLessThanOrEqual(offeredRate! + 1e-11);
  }
  expect(into('out')).toBeCloseTo(network.throughput!, 11);
}

describe('utilization', () => {
  it('is served elements times mean service time per server', () => {
    for (const { scenario, answer, seed } of solved) {
      for (const node of scenario.nodes) {
        if (node.kind !== 'stage' || node.bulk || !('rate' in node.service)) continue;
        const { throughput, utilization } = answer.stages[node.id]!;
        const load = throughput! / node.service.rate! / node.serverCount!;
        expect(utilization, `${node.id}, seed ${seed}`).toBeCloseTo(load, 11);
      }
    }
  });
});

describe('the size of a chain', () => {
  it('is what counting by hand gives: n1 of 0..5, n2 of 0..3, and blocked with n1 >= 1 and n2 = 3', () => {
    const tandem = line(
      source('in', 1),
      stage('a', 1, { capacity: 5, whenFull: 'drop' }),
      stage('b', 1, { capacity: 3 }),
    );
    expect(chainSize(tandem)).toMatchObject({ states: 6 * 4 + 5, isExact: true, fits: true });
  });

  it('is estimated where it is large, without building it', () => {
    const wide = line(source('in', 1), ...['a', 'b', 'c'].map((id) => stage(id, 2, { capacity: 999 })));
    expect(chainSize(wide)).toMatchObject({ states: 1e9, isExact: false, fits: false });
  });

  it('of a closed population: ways to share the jobs out', () => {
    const ring: Scenario = {
      ...drawing([stage('a', 1), stage('b', 2), stage('c', 3)], ['a>b', 'b>c', 'c>a']),
      classes: [{ id: 'job', closed: { population: 20, start: 'a' } }],
    };
    expect(chainSize(ring)).toMatchObject({ states: (22 * 21) / 2, isExact: true });
    const many = { ...ring, classes: [{ id: 'job', closed: { population: 2000, start: 'a' } }] };
    expect(chainSize(many)).toMatchObject({ states: (2002 * 2001) / 2, isExact: false });
  });
});

import { describe, expect, it } from 'vitest';
import type { ArrivalLaw } from '../../../src/model/law.ts';
import { lawRate } from '../../../src/model/law-moments.ts';
import type { StageNode } from '../../../src/model/scenario.ts';
import { stage } from '../fixtures/drawing.ts';
import type { StationCase } from './fit-station.ts';
import { smallestCapacity } from './smallest-capacity.ts';

const caseOf = (
  lambda: number,
  extra: Partial<StageNode> = {},
  stream?: StationCase['stream'],
): StationCase => {
  const drawn = stage('a', 1, extra as Record<string, never>);
  return { stage: drawn, lambda, mu: lawRate(drawn.service), ...(stream ? { stream } : {}) };
};

const drop = { capacity: 8, whenFull: 'drop' } as const;

describe('the smallest capacity', () => {
  it('is where the full probability first is low enough', () => {
    const found = smallestCapacity(caseOf(0.5, { capacity: 1, whenFull: 'drop' }), 1e-6)!;
    // (1 - rho) rho^K / (1 - rho^(K+1)) <= 1e-6 first at K = 19.
    expect(found).toMatchObject({ capacity: 19, model: 'M/M/1/K', assumptions: [] });
    expect(found.fullProbability).toBeLessThanOrEqual(1e-6);
    expect(found.withOneLess).toBeGreaterThan(1e-6);
  });

  it('proves itself by its neighbour for every kind of station', () => {
    const given: readonly StationCase[] = [
      caseOf(0.9, { ...drop, service: { law: 'lognormal', mean: 1, scv: 2 } }),
      caseOf(2.5, { ...drop, serverCount: 3 }),
      caseOf(0.9, { capacity: 4 }),
      caseOf(
        0.7,
        { ...drop, service: { law: 'erlang', mean: 1, shape: 2 } },
        { law: { law: 'onOff', peakRate: 2, meanOnTime: 5, meanOffTime: 9 }, batch: 1 },
      ),
      caseOf(0.5, drop, { law: { law: 'exponential', rate: 0.125 }, batch: 4 }),
    ];
    for (const stationCase of given) {
      const { fullProbability, withOneLess, capacity } = smallestCapacity(stationCase, 1e-4)!;
      expect(fullProbability).toBeLessThanOrEqual(1e-4);
      expect(withOneLess!).toBeGreaterThan(1e-4);
      expect(capacity).toBeGreaterThan(4);
    }
  });

  it('is the number of servers where that is enough, and refused where no place helps', () => {
    expect(smallestCapacity(caseOf(1e-9, drop), 0.01)).toMatchObject({ capacity: 1 });
    expect(smallestCapacity(caseOf(2, drop), 0.01, 10_000)).toBeUndefined();
    // Bursts of a hundred thousand: the chain of phases is given up before the probability is low enough.
    const bursts: ArrivalLaw = { law: 'onOff', peakRate: 2, meanOnTime: 5000, meanOffTime: 5000 };
    expect(smallestCapacity(caseOf(0.99, drop, { law: bursts, batch: 1 }), 1e-6)).toBeUndefined();
  });
});

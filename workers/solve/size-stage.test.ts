import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';

import { mercuryScenario } from './fixtures/mercury.ts';
import { sizeStage } from './size-stage.ts';
import { solveScenario } from './solve-scenario.ts';

describe('the smallest capacity of a stage', () => {
  it('is that of the truncated geometric distribution for M/M/1/K with losses', () => {
    const drawn = line(source('s', 0.7), stage('a', 1, { whenFull: 'drop' }));
    const full = (K: number) => (0.3 * 0.7 ** K) / (1 - 0.7 ** (K + 1));
    for (const below of [0.2, 1e-3, 1e-9]) {
      const found = sizeStage(drawn, { stage: 'a', below });
      if (found.kind !== 'capacity') throw new Error(refusalText(found));
      let truth = 1;
      while (full(truth) > below) truth++;
      expect(found.capacity).toBe(truth);
      expect(found.fullProbability).toBeCloseTo(full(truth), 12);
      if (truth > 1) expect(found.withOneLess).toBeGreaterThan(below);
    }
  });

  it.each(['auto', 'mm1k'] as const)('is what the answers of the scenario say, by %s', (method) => {
    const drawn = mercuryScenario('1');
    const found = sizeStage(drawn, { stage: '2', below: 1e-6, method });
    if (found.kind !== 'capacity') throw new Error(refusalText(found));
    const at = (capacity: number) => {
      const nodes = drawn.nodes.map((node) =>
        node.id === '2' && node.kind === 'stage' ? { ...node, capacity } : node,
      );
      const answer = solveScenario({ ...drawn, nodes }, method);
      return answer.kind === 'noAnswer' ? 1 : answer.stages['2']!.backPressureProbability!;
    };
    expect(at(found.capacity)).toBeLessThanOrEqual(1e-6);
    expect(at(found.capacity - 1)).toBeGreaterThan(1e-6);
  });

  it('is 19 for M/M/1/K at half load and one in a million', () => {
    // (1 - rho) rho^K / (1 - rho^(K+1)) <= 1e-6 first at K = 19.
    const drawn = line(source('s', 0.5), stage('a', 1, { capacity: 1, whenFull: 'drop' }));
    expect(sizeStage(drawn, { stage: 'a', below: 1e-6 })).toMatchObject({
      capacity: 19,
      model: 'M/M/1/K',
      exact: true,
      broken: [],
    });
  });

  it('proves itself by its neighbour for every kind of station, and is the number of servers where that is enough', () => {
    const drop = { capacity: 8, whenFull: 'drop' } as const;
    const onOff = { distribution: 'onOff', peakRate: 2, meanOnTime: 5, meanOffTime: 9 } as const;
    const given: readonly Scenario[] = [
      line(
        source('s', 0.9),
        stage('a', 1, { ...drop, service: { distribution: 'lognormal', mean: 1, scv: 2 } }),
      ),
      line(source('s', 2.5), stage('a', 1, { ...drop, serverCount: 3 })),
      line(source('s', 0.9), stage('a', 1, { capacity: 4 })),
      line(
        source('s', 1, { interarrival: onOff }),
        stage('a', 1, { ...drop, service: { distribution: 'erlang', mean: 1, shape: 2 } }),
      ),
      line(source('s', 0.125, { batchSize: 4 }), stage('a', 1, drop)),
    ];
    for (const drawn of given) {
      const found = sizeStage(drawn, { stage: 'a', below: 1e-4, method: 'auto' });
      if (found.kind !== 'capacity') throw new Error(refusalText(found));
      expect(found.fullProbability).toBeLessThanOrEqual(1e-4);
      expect(found.withOneLess!).toBeGreaterThan(1e-4);
      expect(found.capacity).toBeGreaterThan(4);
    }
    const light = line(source('s', 1e-9), stage('a', 1, { ...drop, serverCount: 3 }));
    expect(sizeStage(light, { stage: 'a', below: 0.01 })).toMatchObject({ capacity: 3 });
  });

  it('refuses a stage that receives too much, and one that is not there', () => {
    const drawn = line(source('s', 2), stage('a', 1));
    expect(sizeStage(drawn, { stage: 'a', below: 0.1, method: 'mm1k' })).toMatchObject({
      kind: 'noAnswer',
      reason: 'unstable',
      facts: { load: 2 },
    });
    expect(sizeStage(drawn, { stage: 'x', below: 0.1 })).toMatchObject({ kind: 'noAnswer' });
  });

  it.each([1.5, 2, 5])(
    'says how much is offered also where the method shows what gets through: %s',
    (rate) => {
      const behind = line(source('s', rate), stage('a', 10, { capacity: 9 }), stage('b', 1, { capacity: 5 }));
      for (const [drawn, id] of [
        [line(source('s', rate), stage('a', 1, { capacity: 5 })), 'a'],
        [behind, 'b'],
      ] as const)
        expect(sizeStage(drawn, { stage: id, below: 0.1 })).toMatchObject({
          reason: 'unstable',
          facts: { load: rate },
        });
    },
  );

  it('gives the reason of a method that does not apply', () => {
    const servers = { whenFull: 'drop', serverCount: 200_000 } as const;
    const drawn = line(source('s', 0.5), stage('a', 1, servers));
    expect(sizeStage(drawn, { stage: 'a', below: 0.1, method: 'blocking' })).toMatchObject({
      code: 'blockingDoesNotApply',
      facts: { because: { code: 'servers' } },
    });
  });
});

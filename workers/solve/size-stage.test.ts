import { describe, expect, it } from 'vitest';
import { line, source, stage } from './fixtures/drawing.ts';
import { mercuryScenario } from './fixtures/mercury.ts';
import { sizeStage } from './size-stage.ts';
import { solveScenario } from './solve-scenario.ts';

describe('the smallest capacity of a stage', () => {
  it('is that of the truncated geometric law for M/M/1/K with losses', () => {
    const drawn = line(source('s', 0.7), stage('a', 1, { whenFull: 'drop' }));
    const full = (K: number) => (0.3 * 0.7 ** K) / (1 - 0.7 ** (K + 1));
    for (const below of [0.2, 1e-3, 1e-9]) {
      const found = sizeStage(drawn, { stage: 'a', below });
      if (found.kind !== 'capacity') throw new Error(found.message);
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
    if (found.kind !== 'capacity') throw new Error(found.message);
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

  it('refuses a stage that receives too much, and one that is not there', () => {
    const drawn = line(source('s', 2), stage('a', 1));
    expect(sizeStage(drawn, { stage: 'a', below: 0.1, method: 'mm1k' })).toMatchObject({
      kind: 'noAnswer',
      reason: 'unstable',
      message: expect.stringContaining('offered 2 times what its servers can do'),
    });
    expect(sizeStage(drawn, { stage: 'x', below: 0.1 })).toMatchObject({ kind: 'noAnswer' });
  });
});

import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { examples } from '../../../tests/examples.ts';
import { randomNetwork, scenarioFrom } from '../chain/random-chain.test-support.ts';
import { solveChain } from '../chain/solve-chain.ts';
import type { SolveAnswer } from '../contract.ts';
import { type ExactPart, PRECISION_MEASURES } from './contract.ts';
import { solveExactPart } from './solve-exact-part.ts';

function chainOf(scenario: Scenario): SolveAnswer | undefined {
  const answer = solveChain(scenario, { maxStates: 5_000 });
  return answer.kind === 'noAnswer' ? undefined : answer;
}

/** Behind all that leaves the network: a stage that may stay outside of any part. */
function withTail(scenario: Scenario, tail: { readonly rate: number; readonly capacity?: number }): Scenario {
  const { rate, ...extra } = tail;
  return {
    ...scenario,
    nodes: [...scenario.nodes, stage('tail', rate, extra)],
    links: [
      ...scenario.links.map((link) => (link.to === 'out' ? { ...link, to: 'tail' } : link)),
      { from: 'tail', to: 'out' },
    ],
  };
}

/** Largest relative difference of a mean of the part from the same mean of the whole scenario's chain. */
function farthest({ stages }: ExactPart, whole: SolveAnswer): number {
  const pairs = Object.entries(stages).flatMap(([id, measures]) =>
    PRECISION_MEASURES.map((measure) => [measures[measure] ?? 0, whole.stages[id]![measure] ?? 0] as const),
  );
  return Math.max(...pairs.map(([part, all]) => Math.abs(part - all) / Math.max(1e-3, Math.abs(all))));
}

describe('the chain of a part', () => {
  it('gives what the chain of the whole scenario gives: random networks before a stage without bound', () => {
    let compared = 0;
    for (let seed = 1; compared < examples(50); seed++) {
      const drawn = withTail(scenarioFrom(randomNetwork(seed)), { rate: 40 });
      const whole = chainOf(drawn);
      if (!whole) continue;
      const part = solveExactPart(drawn, { stages: ['s0'], neverFull: [] });
      if (part.kind === 'noAnswer') throw new Error(`${seed}: ${refusalText(part)}`);
      expect(part.stages).not.toHaveProperty('tail');
      expect(part.edge).toEqual([]);
      expect(farthest(part, whole), `network ${seed}`).toBeLessThan(1e-9);
      compared++;
    }
  });

  it('gives it to the share of time that a stage behind it is full', { tags: ['long'] }, () => {
    let compared = 0;
    for (let seed = 1; compared < 10; seed++) {
      const drawn = withTail(scenarioFrom(randomNetwork(seed)), { rate: 6, capacity: 12 });
      const whole = chainOf(drawn);
      const full = whole?.stages.tail?.fullProbability ?? 1;
      if (!whole || full > 1e-4) continue;
      const stages = Object.keys(whole.stages).filter((id) => id !== 'tail');
      const part = solveExactPart(drawn, { stages, neverFull: ['tail'] });
      if (part.kind === 'noAnswer') throw new Error(`${seed}: ${refusalText(part)}`);
      expect(part.edge.map(({ stage }) => stage)).toEqual(['tail']);
      expect(farthest(part, whole), `network ${seed}`).toBeLessThan(1e-9 + 100 * full);
      compared++;
    }
  });

  it('is refused beyond 100,000 states, and where a distribution has no phases', () => {
    const huge = line(source('in', 1), stage('a', 2, { capacity: 1000 }), stage('b', 2, { capacity: 1000 }));
    expect(solveExactPart(huge, { stages: ['a'], neverFull: [] })).toMatchObject({ reason: 'unsupported' });
    const fixed = line(
      source('in', 1),
      stage('a', 2, { service: { distribution: 'deterministic', mean: 0.5 }, capacity: 9 }),
    );
    expect(solveExactPart(fixed, { stages: ['a'], neverFull: [] })).toMatchObject({ reason: 'unsupported' });
  });
});

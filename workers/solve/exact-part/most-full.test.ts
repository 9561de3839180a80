import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { solveChain } from '../chain/solve-chain.ts';

import { mostFull } from './solve-exact-part.ts';

function fullShare(drawn: Scenario, id: string): number {
  const answer = solveChain(drawn);
  if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
  return answer.stages[id]!.fullProbability!;
}

const rate = fc.double({ min: 0.5, max: 3, noNaN: true });

describe('the share of time that a stage is full at most', () => {
  it('is that of an M/M/1 queue but for one place', () => {
    const drawn = line(source('in', 1), stage('a', 2, { capacity: 20 }));
    expect(mostFull(drawn, 'a')).toBeCloseTo(0.5 ** 19, 12);
  });

  it('is no smaller than that of the exact chain, whatever the stages before and behind it', () => {
    fc.assert(
      fc.property(
        fc.record({
          before: rate,
          rates: fc.array(rate, { minLength: 1, maxLength: 3 }),
          capacity: fc.integer({ min: 2, max: 9 }),
          pass: fc.double({ min: 0.3, max: 1, noNaN: true }),
          servers: fc.integer({ min: 1, max: 2 }),
        }),
        ({ before, rates, capacity, pass, servers }) => {
          const next = rates.map((speed, i) =>
            stage(`n${i}`, 2 * speed, { capacity: i === 0 ? capacity : 2, passProbability: pass }),
          );
          const drawn = line(
            source('in', 1.2),
            stage('a', before / 2, { capacity: 4, serverCount: servers, passProbability: pass }),
            ...next,
          );
          const bound = mostFull(drawn, 'n0');
          // Infinite where the line is slower than all that can come.
          expect(bound ?? 1).toBeGreaterThanOrEqual(fullShare(drawn, 'n0'));
        },
      ),
      { numRuns: 60, seed: 7 },
    );
  });

  it('holds when all senders are fast, where it is nearly reached', () => {
    const drawn = line(source('in', 50), stage('a', 1, { capacity: 3 }), stage('b', 2, { capacity: 8 }));
    const bound = mostFull(drawn, 'b')!;
    const share = fullShare(drawn, 'b');
    expect(bound).toBeGreaterThan(share);
    expect(bound).toBeLessThan(5 * share);
  });

  it('is not known of other distributions, groups, feedback, and of a line slower than what can come', () => {
    const before = stage('a', 1, { capacity: 4 });
    const bulk = { rule: 'full', size: 2 } as const;
    const unknown = [
      line(source('in', 1), stage('a', 1, { bulk, capacity: 4 }), stage('b', 9, { capacity: 5 })),
      line(source('in', 1), before, stage('b', 9, { capacity: 5, conversionFactor: 2 })),
      line(
        source('in', 1),
        before,
        stage('b', 9, { capacity: 5, service: { distribution: 'erlang', mean: 0.1, shape: 2 } }),
      ),
      line(source('in', 1), before, stage('b', 0.9, { capacity: 5 })),
      drawing(
        [source('in', 1), before, stage('b', 9, { capacity: 5 }), sink()],
        ['in>a', 'a>b', 'b>b:0.2', 'b>out:0.8'],
      ),
    ];
    for (const drawn of unknown) expect(mostFull(drawn, 'b')).toBeUndefined();
  });
});

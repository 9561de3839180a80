import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { DelayNode, Scenario } from '../../core/scenario/scenario.ts';
import type { SizeQuestion } from './contract.ts';

import { sizeStage } from './size-stage.ts';
import { solveScenario } from './solve-scenario.ts';

describe('what has no balance of flows', () => {
  const wire = (id: string): DelayNode => ({
    id,
    kind: 'delay',
    service: { distribution: 'exponential', rate: 1 },
  });
  /** Three tasks of each element, of which half come back: nothing on the way limits them. */
  const multiplying = drawing(
    [
      source('in', 1),
      { id: 'r', kind: 'router' },
      { id: 'f', kind: 'fork' },
      ...['x', 'y', 'z'].map(wire),
      { id: 'q', kind: 'router', routing: { rule: 'joinShortestQueue' } },
      sink(),
    ],
    ['in>r', 'r>f', 'f>x', 'f>y', 'f>z', 'x>q', 'y>q', 'z>q', 'q>r', 'q>out'],
  );

  it.each(['auto', 'mm1', 'mm1k', 'qna', 'productForm'] as const)('%s', (method) => {
    expect(solveScenario(multiplying, method)).toMatchObject({
      reason: 'unstable',
      code: 'loopWithoutLimit',
    });
  });
});

describe('no smallest capacity', () => {
  const refusal = (drawn: Scenario, question: SizeQuestion): string => {
    const outcome = sizeStage(drawn, question);
    return outcome.kind === 'noAnswer' ? `${outcome.reason}: ${refusalText(outcome)}` : 'answered';
  };
  const bus = (more: Parameters<typeof stage>[2] = {}) => stage('a', 1, { name: 'Bus', ...more });
  /** The chain of both is small up to 76 places in the second. */
  const tandem = line(source('in', 0.9), bus({ capacity: 60 }), stage('b', 1, { name: 'Cache' }));

  it.each<[string, Scenario, SizeQuestion]>([
    ['unsupported: There is no stage x.', tandem, { stage: 'x', below: 0.1 }],
    [
      'unstable: No capacity of Bus up to 1,000,000 brings P_BP to 0.1 or less: its offered utilization is 2.',
      line(source('in', 2), bus()),
      { stage: 'a', below: 0.1, method: 'mm1k' },
    ],
    [
      // (1 - rho) rho^K is still about 1e-6 at K = 10^6.
      'unstable: No capacity of Bus up to 1,000,000 brings P_BP to 1e-9 or less: it stays full more often than that.',
      line(source('in', 1 - 1e-7), bus({ whenFull: 'drop' })),
      { stage: 'a', below: 1e-9 },
    ],
    [
      'unsupported: At K = 77 of Cache the best method changes from Markov chain of the whole scenario to two-node decomposition (blocking), so that the probabilities are not comparable; choose a method by name.',
      tandem,
      { stage: 'b', below: 7e-5 },
    ],
  ])('%s', (message, drawn, question) => expect(refusal(drawn, question)).toBe(message));
});

import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';

import type { TransientRequest } from './contract.ts';
import { solveTransient } from './solve-transient.ts';

const refusal = (drawn: Scenario, request: TransientRequest): string => {
  const outcome = solveTransient(drawn, request);
  return outcome.kind === 'noAnswer' ? `${outcome.reason}: ${refusalText(outcome)}` : 'answered';
};

const one = (more: Parameters<typeof stage>[2] = {}): Scenario =>
  line(source('in', 1, { name: 'Disk' }), stage('a', 2, { name: 'Bus', ...more }));

describe('what is not followed is refused in words, by the names drawn', () => {
  const wide = line(source('in', 1), stage('a', 2, { capacity: 999 }), stage('b', 2, { capacity: 999 }));

  it.each<[string, Scenario, TransientRequest]>([
    [
      'unsupported: "Bus" has no capacity, so it cannot be full at the start; give numbers.',
      one(),
      { from: 'full' },
    ],
    ['unsupported: There is no stage "x" to start with elements in it.', one(), { from: { x: 2 } }],
    ['unsupported: The network never holds 9 in "Bus" at once.', one({ capacity: 3 }), { from: { a: 9 } }],
    [
      'unsupported: The chain has more than 200,000 states (about 1,000,000); simulate over time instead.',
      wide,
      { until: 1 },
    ],
    [
      'unsupported: With 9,000,000 in "Bus" at the start the chain has about 9,000,000 states, and 200,000 can be followed; start with fewer elements.',
      one(),
      { from: { a: 9_000_000 } },
    ],
    [
      'unsupported: "Bus" changes over time, so the chain has no steady state; simulate instead.',
      one({ schedule: { frames: [{ from: 5, service: { distribution: 'exponential', rate: 3 } }] } }),
      { until: 1 },
    ],
  ])('%s', (message, drawn, request) => expect(refusal(drawn, request)).toBe(message));

  it('more than can be followed', () => {
    expect(refusal(one({ capacity: 3 }), { until: 1e15 })).toBe(
      'unsupported: Until 1000000000000000 s something happens up to 3e+15 times in 5 states, too much to follow; take a shorter time.',
    );
  });

  it('a queue that grows for ever, unless it is said until when', () => {
    const growing = line(source('in', 3), stage('a', 2));
    expect(refusal(growing, {})).toBe(
      'unsupported: There is no steady state, or it is too far away; give the time to follow the network for.',
    );
    expect(solveTransient(growing, { until: 1 }).kind).toBe('transient');
  });

  it('a drawing with faults, in the words of the first', () => {
    expect(refusal(drawing([source('in', 1), stage('a', 1), sink()], ['in>a']), { until: 1 })).toMatch(
      /^invalid: .*\.$/,
    );
  });
});

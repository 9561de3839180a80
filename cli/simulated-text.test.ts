import { describe, expect, it } from 'vitest';
import { refusalText } from '../core/measures/refusals.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { simulateNow } from '../workers/simulate/simulate-scenario.ts';
import { solveExactPart } from '../workers/solve/exact-part/solve-exact-part.ts';
import { resultText } from './simulate.ts';

/** `a` is near saturation and forgets its start slowly; `b` never fills. */
const scenario: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'slow',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 0.99 } },
    { id: 'a', kind: 'stage', service: { distribution: 'exponential', rate: 1 }, capacity: 60 },
    { id: 'b', kind: 'stage', service: { distribution: 'exponential', rate: 5 }, capacity: 60 },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'out' },
  ],
};

function textFor(precision: number): string {
  const request = { horizon: 4000, warmup: 1000, precision };
  const outcome = simulateNow(scenario, request, solveExactPart);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return resultText(scenario, outcome);
}

describe('a simulation as text', () => {
  it('marks means that are known from an exact chain, with the simulated ones beside them', () => {
    const text = textFor(0.02);
    const [row] = text.split('\n').filter((line) => line.startsWith('a '));
    expect(row!.match(/ exact/g)).toHaveLength(4);
    expect(text).toMatch(/^b .* ± [\d.]+ %/m);
    expect(text).toMatch(/^a .* 27\.3 exact; simulated \d+(\.\d)? ± [\d.]+ % /m);
    expect(text).toContain('note: The means of "a" are known from the exact chain of this part');
    expect(text).not.toContain('the precision takes about');
  });

  it('has the percentiles of the times from end to end, of all elements and of each path', () => {
    const known = String.raw`( +\d\S* s ± [\d.]+ %){4,5}$`;
    const text = textFor(0.5);
    expect(text).toMatch(/^Path +Share +Throughput( +latency){4,5}$/m);
    expect(text).toMatch(new RegExp(`^All elements .*${known}`, 'm'));
    expect(text).toMatch(new RegExp(`^a → b +1 ± 0 +–${known}`, 'm'));
  });

  it('has no such table where the replications are enough', () => {
    expect(textFor(0.5)).not.toContain('exact');
  });
});

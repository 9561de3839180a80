import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';

import { solveExactPart } from './solve-exact-part.ts';

const refusal = (drawn: Scenario): string => {
  const outcome = solveExactPart(drawn, { stages: ['a'], neverFull: [] });
  return outcome.kind === 'noAnswer' ? `${outcome.reason}: ${refusalText(outcome)}` : 'answered';
};

const disk = source('in', 1, { name: 'Disk' });
const bus = (rate: number, more: Parameters<typeof stage>[2] = {}) =>
  stage('a', rate, { name: 'Bus', ...more });
const tail = stage('b', 9, { name: 'Cache' });

describe('a part without a chain is refused in words, by the names drawn', () => {
  const tied = 'unsupported: Forks or closed classes tie these stages to all others.';
  const forked = drawing(
    [disk, { id: 'f', kind: 'fork' }, bus(2), tail, { id: 'j', kind: 'join' }, sink()],
    ['in>f', 'f>a', 'f>b', 'a>j', 'b>j', 'j>out'],
  );
  const closed: Scenario = {
    ...drawing([bus(2), tail], ['a>b', 'b>a']),
    classes: [{ id: 'k', closed: { population: 3, start: 'a' } }],
  };

  it.each<[string, Scenario]>([
    [tied, forked],
    [tied, closed],
    [
      'unstable: The queue of "Bus" grows without end: more arrives than it passes on.',
      line(disk, bus(0.5), tail),
    ],
    [
      'unsupported: Lognormal service at "Bus" has no finite chain; use Erlang phases or a phase type.',
      line(disk, bus(2, { service: { distribution: 'lognormal', rate: 2, scv: 2 } }), tail),
    ],
    [
      'unsupported: The chain may have more than 100,000 states (about 1,000,000); simulate instead, or use an analytic method (method auto).',
      line(disk, bus(2, { capacity: 999 }), stage('b', 2, { capacity: 999 })),
    ],
  ])('%s', (message, drawn) => expect(refusal(drawn)).toBe(message));
});

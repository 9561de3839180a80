import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';

import { solveBounds } from './solve-bounds.ts';

const refusal = (drawn: Scenario): string => {
  const outcome = solveBounds(drawn);
  return outcome.kind === 'noAnswer' ? `${outcome.reason}: ${refusalText(outcome)}` : 'answered';
};

const fixed = (mean: number) => ({ distribution: 'deterministic', mean }) as const;
const disk = source('in', 1, { name: 'Disk', interarrival: fixed(1) });
const bus = (mean: number, more: Parameters<typeof stage>[2] = {}) =>
  stage('a', 1, { name: 'Bus', service: fixed(mean), ...more });

describe('what has no bound is refused in words, by the names drawn', () => {
  const cyclic = drawing(
    [disk, bus(0.1), stage('b', 1, { name: 'Cache', service: fixed(0.1) }), sink()],
    ['in>a', 'a>b', 'b>a:0.5', 'b>out:0.5'],
  );
  const closed: Scenario = {
    ...drawing([{ id: 'z', kind: 'delay', service: fixed(1) }, bus(0.1)], ['z>a', 'a>z']),
    classes: [{ id: 'jobs', name: 'Batch jobs', closed: { population: 3, start: 'z' } }],
  };
  const joined = drawing(
    [
      disk,
      { id: 'split', kind: 'fork' },
      bus(0.1),
      stage('b', 1, { service: fixed(0.1) }),
      { id: 'meet', kind: 'join', name: 'Merge' },
      sink(),
    ],
    ['in>split', 'split>a', 'split>b', 'a>meet', 'b>meet', 'meet>out'],
  );
  const shared: Scenario = { ...line(disk, bus(0.5, { resource: 'r' })), resources: [{ id: 'r' }] };

  it.each<[string, Scenario]>([
    [
      'unsupported: Arrivals from "Disk" are exponential: any number may arrive at once, so there is no deterministic bound; set a minimum inter-arrival time, or a trace.',
      line(source('in', 1, { name: 'Disk' }), bus(0.5)),
    ],
    [
      'unsupported: Services at "Bus" are exponential: one may take any time, so there is no deterministic bound; set a longest service time (deterministic, uniform, a histogram), or a trace.',
      line(disk, stage('a', 2, { name: 'Bus' })),
    ],
    [
      'unstable: "Bus" can receive more than it serves in the worst case, so its queue has no bound.',
      line(disk, bus(1.5)),
    ],
    [
      'unsupported: The overdrive of "Bus" is Poisson, so any number may arrive at once.',
      line(disk, bus(0.5, { overdriveRate: 0.1 })),
    ],
    ['unsupported: There is a cycle ("Bus" → "Cache" → "Bus"), and bounds do not support cycles.', cyclic],
    ['unsupported: Class "Batch jobs" is closed, and bounds support jobs from sources only.', closed],
    [
      'unsupported: "Merge" is a join, which is not supported by worst-case bounds; use the Markov chain or simulate instead.',
      joined,
    ],
    [
      'unsupported: "Bus" changes over time, and bounds support constant distributions only.',
      line(disk, bus(0.5, { schedule: { frames: [{ from: 5, service: fixed(0.2) }] } })),
    ],
    ['unsupported: "Bus" waits for a shared resource, and bounds do not support shared resources.', shared],
  ])('%s', (message, drawn) => expect(refusal(drawn)).toBe(message));

  it('a drawing with faults, in the words of the first', () => {
    expect(refusal(drawing([disk, bus(0.5), sink()], ['in>a']))).toMatch(/^invalid: .*\.$/);
  });
});

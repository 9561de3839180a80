import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';

import { chainSize } from './chain-size.ts';
import { solveChain } from './solve-chain.ts';

const refusal = (drawn: Scenario, maxStates?: number): string => {
  const outcome = solveChain(drawn, { ...(maxStates !== undefined && { maxStates }) });
  return outcome.kind === 'noAnswer' ? `${outcome.reason}: ${refusalText(outcome)}` : 'answered';
};

type More = Parameters<typeof stage>[2];
const disk = (more: Parameters<typeof source>[2] = {}) => source('in', 0.3, { name: 'Disk', ...more });
const cpu = (more: More = {}) => stage('a', 2, { name: 'Processor', ...more });
const cache = (more: More = {}) => stage('b', 2, { name: 'Cache', ...more });

describe('what has no chain', () => {
  const choosing = (rule: 'roundRobin' | 'joinShortestQueue' | 'broadcast'): Scenario =>
    drawing([disk({ routing: { rule } }), cpu(), cache(), sink()], ['in>a', 'in>b', 'a>out', 'b>out']);
  const random = 'unsupported: The chain supports probabilistic routing only, and "Disk" has';

  it.each<[string, Scenario]>([
    [`${random} round robin.`, choosing('roundRobin')],
    [`${random} join the shortest queue.`, choosing('joinShortestQueue')],
    [`${random} broadcast.`, choosing('broadcast')],
    [
      'unsupported: "Disk" changes over time, so the chain has no steady state; simulate instead.',
      line(disk({ schedule: { frames: [{ from: 5 }] } }), cpu()),
    ],
    [
      'unsupported: Gamma arrivals from "Disk" have no finite chain; use Erlang phases or a phase type.',
      line(disk({ interarrival: { distribution: 'gamma', rate: 1, scv: 0.3 } }), cpu()),
    ],
    [
      'unsupported: Uniform arrivals from "Disk" have no finite chain; use Erlang phases or a phase type.',
      line(disk({ interarrival: { distribution: 'uniform', min: 0, max: 1 } }), cpu({ serverCount: 2 })),
    ],
    [
      'unsupported: Lognormal service at "Processor" has no finite chain; use Erlang phases or a phase type.',
      line(disk(), cpu({ service: { distribution: 'lognormal', rate: 2, scv: 2 } })),
    ],
    [
      'unsupported: Erlang service at "Processor" has 5000 phases, and a chain supports at most 1000.',
      line(disk(), cpu({ service: { distribution: 'erlang', rate: 2, shape: 5000 } })),
    ],
    [
      'unsupported: The flush timeout of "Processor" has no finite chain.',
      line(disk(), cpu({ bulk: { rule: 'full', size: 3, timeout: 1 } })),
    ],
    [
      'unsupported: The expansion factor 1.5 of "Processor" is not a whole number.',
      line(disk(), cpu({ conversionFactor: 1.5 })),
    ],
    [
      'unsupported: The expansion factor 0.5 of "Processor" is not a whole number.',
      line(disk(), cpu({ conversionFactor: 0.5 })),
    ],
    [
      'unsupported: "Cache" reserves slots before service, but one element becomes more than its capacity.',
      drawing(
        [disk(), cpu(), cache({ capacity: 4, whenFull: 'blockBefore', conversionFactor: 5 }), sink()],
        ['in>a', 'a>b:0.5', 'a>out:0.5', 'b>out'],
      ),
    ],
    [
      'unsupported: Servers, batches, classes and phases make the states of the chain too large; simulate instead, or use an analytic method (method auto).',
      line(disk(), cpu({ serverCount: 3000, capacity: 3000 }), cache({ capacity: 9 })),
    ],
  ])('%s', (message, drawn) => expect(refusal(drawn)).toBe(message));

  it('a single link needs no routing rule', () => {
    expect(refusal(line(disk(), cpu({ routing: { rule: 'roundRobin' } })))).toBe('answered');
  });

  it('a drawing with faults', () => {
    expect(refusal(drawing([source('in', 1), stage('a', 1), sink()], ['in>a']))).toContain('invalid: ');
  });
});

describe('too many states', () => {
  const wide = line(source('in', 1), stage('a', 2, { capacity: 999 }), stage('b', 2, { capacity: 999 }));

  it('says how many are allowed, how many there are and what remains', () => {
    expect(refusal(wide, 20_000)).toBe(
      'unsupported: The chain has more than 20,000 states (about 1,000,000); simulate instead, or use an analytic method (method auto).',
    );
  });

  it('is known without exploring, when only a quick answer is wanted', () => {
    expect(solveChain(wide, { maxStates: 3000, isQuick: true })).toMatchObject({
      kind: 'noAnswer',
      reason: 'unsupported',
    });
  });

  it('is told at once where cut queues alone would need about as many, and their cuts mostly grow', () => {
    const drawn = line(
      source('in', 8),
      stage('bus', 0.25, {
        bulk: { rule: 'full', size: 64 },
        service: { distribution: 'erlang', mean: 4, shape: 16 },
      }),
      stage('server', 10),
    );
    const outcome = solveChain(drawn);
    expect(outcome.kind === 'noAnswer' && refusalText(outcome)).toMatch(
      /^The chain has about \d{3},\d{3} states where unbounded queues are cut off as early as possible, and more in the end; it needs a capacity at "bus"; /,
    );
    expect(chainSize(drawn)).toMatchObject({ fits: false });
  });

  it('also where servers, batches and phases make one state too large', () => {
    const large = line(
      source('in', 1),
      stage('a', 2, { serverCount: 3000, capacity: 3000 }),
      stage('b', 2, { capacity: 9 }),
    );
    expect(refusal(large)).toContain('too large; simulate instead');
  });
});

describe('no steady state', () => {
  it('deadlock of a ring of full stages, with the circle', () => {
    const ring = drawing(
      [source('in', 1), stage('a', 2, { capacity: 3 }), stage('b', 2, { capacity: 3 }), sink()],
      ['in>a', 'a>b', 'b>a:0.5', 'b>out:0.5'],
    );
    expect(refusal(ring)).toBe(
      'deadlock: Deadlock sooner or later: "a" waits for "b", "b" waits for "a"; each is full and can let nothing leave.',
    );
  });

  it('no deadlock where one stage of the ring drops', () => {
    const ring = drawing(
      [
        source('in', 1),
        stage('a', 2, { capacity: 3, whenFull: 'drop' }),
        stage('b', 2, { capacity: 3 }),
        sink(),
      ],
      ['in>a', 'a>b', 'b>a:0.5', 'b>out:0.5'],
    );
    expect(refusal(ring)).toBe('answered');
  });

  it('a group that never fits', () => {
    const drawn = line(source('in', 1, { batchSize: 5 }), stage('a', 2, { capacity: 4, admission: 'whole' }));
    expect(refusal(drawn)).toBe(
      'stuck: Stuck sooner or later: stage "a" never has enough free slots for the group that waits for it.',
    );
  });

  it('more arrives than can be served', () => {
    expect(refusal(line(source('in', 2), stage('a', 1, { name: 'Bus' })))).toContain(
      'unstable: The queue of "Bus" grows without end',
    );
  });

  it('a queue in front of a stage that blocks it grows at 0.8, though its own server takes 1; at 0.5 it does not', () => {
    // Two servers without places between them pass 2/3 (above).
    const blocked = (lambda: number) =>
      line(source('in', lambda), stage('a', 1), stage('b', 1, { capacity: 1 }));
    expect(refusal(blocked(0.8))).toContain('unstable: The queue of "a" grows without end');
    expect(refusal(blocked(0.5))).toBe('answered');
  });
});

it('says in words that rates are too far apart for a balance, without a number that is none', () => {
  const drawn = line(
    source('s', 1e-200),
    stage('a', 1, { capacity: 5, serverCount: 2 }),
    stage('b', 0.3, { capacity: 40, serverCount: 3 }),
  );
  const outcome = solveChain(drawn);
  expect(outcome).toMatchObject({
    kind: 'noAnswer',
    code: 'outOfBalance',
  });
  expect(JSON.stringify(outcome)).not.toMatch(/NaN|Infinity/);
});

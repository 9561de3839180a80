import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/model/scenario.ts';
import { line, scenario, sink, source, stage } from '../fixtures/drawing.ts';
import { chainSize } from './chain-size.ts';
import { solveChain } from './solve-chain.ts';

const refusal = (drawn: Scenario, maxStates?: number): string => {
  const outcome = solveChain(drawn, { ...(maxStates !== undefined && { maxStates }) });
  return outcome.kind === 'noAnswer' ? `${outcome.reason}: ${outcome.message}` : 'answered';
};

const one = (more: Parameters<typeof stage>[2]): Scenario => line(source('in', 1), stage('a', 2, more));

/** Two classes, of which one is more urgent, at one stage. */
const twoClasses = (more: Parameters<typeof stage>[2]): Scenario => ({
  ...scenario(
    [source('in', 0.3, { class: 'red' }), source('on', 0.3, { class: 'blue' }), stage('a', 2, more), sink()],
    ['in>a', 'on>a', 'a>out'],
  ),
  classes: [{ id: 'red' }, { id: 'blue', priority: 1 }],
});

describe('what has no chain is refused by name', () => {
  it.each([
    [
      line(source('in', 1, { interarrival: { law: 'gamma', rate: 1, scv: 0.3 } }), stage('a', 2)),
      'Gamma arrivals from "in" have no finite chain; use Erlang phases or a phase type.',
    ],
    [one({ name: 'Bus', bulk: { rule: 'full', size: 3, timeout: 1 } }), 'The flush timeout of "Bus"'],
    [one({ name: 'Bus', conversionFactor: 1.5 }), 'The conversion factor 1.5 of "Bus" is not'],
    [
      twoClasses({ name: 'Bus', bulk: { rule: 'full', size: 2 } }),
      'Several classes are served in bulk at "Bus"',
    ],
    [one({ service: { law: 'lognormal', rate: 2, scv: 2 } }), 'Lognormal service at "a" has no finite chain'],
    [
      one({ service: { law: 'erlang', rate: 2, shape: 5000 } }),
      'Erlang service at "a" has 5000 phases, too many',
    ],
    [
      line(source('in', 1, { interarrival: { law: 'uniform', min: 0, max: 1 } }), stage('a', 3)),
      'Uniform arrivals from "in" have no finite chain',
    ],
    [one({ bulk: { rule: 'full', size: 3, timeout: 1 } }), 'The flush timeout of "a"'],
    [one({ conversionFactor: 1.5 }), 'The conversion factor 1.5 of "a" is not a whole number.'],
    [one({ conversionFactor: 0.5 }), 'The conversion factor 0.5 of "a" is not a whole number.'],
    [
      line(source('in', 1, { schedule: { frames: [{ from: 5 }] } }), stage('a', 2)),
      '"in" changes over time, so the chain has no steady state',
    ],
    [
      twoClasses({ bulk: { rule: 'full', size: 2 } }),
      'Several classes are served in bulk at "a"; the chain takes one class there.',
    ],
    [
      twoClasses({
        discipline: 'priority',
        preemption: 'resume',
        service: { law: 'erlang', rate: 2, shape: 2 },
      }),
      'Services at "a" that can be interrupted must be exponential for the chain',
    ],
    [
      {
        ...scenario(
          [
            source('in', 1),
            stage('a', 2, { resource: 'bus' }),
            stage('b', 2, { capacity: 2, whenFull: 'blockBefore' }),
            sink(),
          ],
          ['in>a', 'a>b', 'b>out'],
        ),
        resources: [{ id: 'bus' }],
      },
      '"a" asks for places before service; the chain takes that with one class',
    ],
    [
      scenario(
        [
          source('in', 1),
          { id: 'split', kind: 'fork' },
          stage('a', 2, { serverCount: 2 }),
          stage('b', 2),
          { id: 'meet', kind: 'join' },
          sink(),
        ],
        ['in>split', 'split>a', 'split>b', 'a>meet', 'b>meet', 'meet>out'],
      ),
      'The chain takes forks whose branches are lines of stages with one FCFS server each',
    ],
    [
      scenario(
        [source('in', 1, { routing: { rule: 'roundRobin' } }), stage('a', 1), stage('b', 1), sink()],
        ['in>a', 'in>b', 'a>out', 'b>out'],
      ),
      '"in" has round robin',
    ],
    [
      scenario(
        [source('in', 1, { routing: { rule: 'broadcast' } }), stage('a', 2), stage('b', 2), sink()],
        ['in>a', 'in>b', 'a>out', 'b>out'],
      ),
      '"in" has broadcast',
    ],
  ])('case %#', (drawn, message) => {
    expect(refusal(drawn)).toContain(`unsupported: `);
    expect(refusal(drawn)).toContain(message);
  });

  it('a single link needs no routing rule', () => {
    expect(refusal(one({ routing: { rule: 'roundRobin' } }))).toBe('answered');
  });

  it('a drawing with faults', () => {
    expect(refusal(scenario([source('in', 1), stage('a', 1), sink()], ['in>a']))).toContain('invalid: ');
  });
});

describe('too many states', () => {
  const wide = line(source('in', 1), stage('a', 2, { capacity: 999 }), stage('b', 2, { capacity: 999 }));

  it('says how many are allowed, how many there are and what remains', () => {
    expect(refusal(wide, 20_000)).toBe(
      'unsupported: The chain has more than 20,000 states (about 1,000,000); simulate instead, or take the formulas (method auto).',
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
      stage('bus', 0.25, { bulk: { rule: 'full', size: 64 }, service: { law: 'deterministic', mean: 4 } }),
      stage('server', 10),
    );
    const outcome = solveChain(drawn);
    expect(outcome.kind === 'noAnswer' && outcome.message).toMatch(
      /^The chain has some \d{3},\d{3} states where unbounded queues are cut off as close as can be, and more in the end; give "bus" a capacity, /,
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
    const ring = scenario(
      [source('in', 1), stage('a', 2, { capacity: 3 }), stage('b', 2, { capacity: 3 }), sink()],
      ['in>a', 'a>b', 'b>a:0.5', 'b>out:0.5'],
    );
    expect(refusal(ring)).toBe(
      'deadlock: Deadlock sooner or later: "a" waits for "b", "b" waits for "a". Each is full and can let nothing go.',
    );
  });

  it('no deadlock where one stage of the ring drops', () => {
    const ring = scenario(
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
      'stuck: Stuck sooner or later: stage "a" never has room for the group that waits for it.',
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

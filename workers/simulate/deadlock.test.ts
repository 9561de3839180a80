import { describe, expect, it } from 'vitest';
import { type NoAnswer, refusalText } from '../../core/measures/refusals.ts';
import { drawing, line, router, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { FollowedReplication } from './followed-replication.ts';
import { replicateNow } from './replicate.ts';

function refusalOf(scenario: Scenario): NoAnswer {
  const outcome = replicateNow(scenario, { seed: 1, replications: 2, horizon: 1e5, warmup: 0 }, 0);
  if (outcome.kind === 'record') throw new Error('The run came to its end.');
  return outcome;
}

describe('D1: deadlocks', () => {
  it('names a stage that waits for itself', () => {
    const scenario = drawing(
      [source('in', 1), stage('a', 1, { capacity: 2 }), sink()],
      ['in>a', 'a>a:0.5', 'a>out:0.5'],
    );
    const refusal = refusalOf(scenario);
    expect(refusal).toMatchObject({ reason: 'deadlock', stage: 'a' });
    expect(refusalText(refusal)).toMatch(
      /^Deadlock at [\d.]+ s: "a" waits for "a"; each is full and can let nothing leave\.$/,
    );
  });

  it('is found where it is there from the start', () => {
    const promising = { capacity: 2, whenFull: 'blockBefore' } as const;
    const classes = ['a', 'b'].map((start) => ({ id: `of-${start}`, closed: { population: 2, start } }));
    const ring = drawing([stage('a', 1, promising), stage('b', 1, promising)], ['a>b', 'b>a'], { classes });
    expect(refusalOf(ring)).toMatchObject({ reason: 'deadlock', facts: { at: 0 } });
    const followed = new FollowedReplication(ring, 1);
    expect(followed.advance(1, 100)).toBe(true);
    expect(followed.halted).toMatchObject({ reason: 'deadlock', facts: { at: 0 } });
  });

  it('names the circle of stages, and leaves out those that only wait for it', () => {
    const nodes = [
      source('in', 2),
      stage('first', 2, { capacity: 3 }),
      stage('a', 1, { capacity: 1 }),
      stage('b', 1, { capacity: 2 }),
      sink(),
    ];
    const scenario = drawing(nodes, ['in>first', 'first>a', 'a>b', 'b>a:0.5', 'b>out:0.5']);
    const refusal = refusalOf(scenario);
    expect(refusal.reason).toBe('deadlock');
    expect(['"a" waits for "b", "b" waits for "a"', '"b" waits for "a", "a" waits for "b"']).toContain(
      refusalText(refusal)
        .replace(/^.* s: /, '')
        .replace(/; each.*$/, ''),
    );
  });

  it('is found while another part of the network goes on', () => {
    const nodes = [
      source('in', 1),
      source('other', 5),
      stage('a', 1, { capacity: 1 }),
      stage('b', 1, { capacity: 1 }),
      stage('free', 9),
      sink(),
    ];
    const scenario = drawing(nodes, ['in>a', 'a>b', 'b>a:0.5', 'b>out:0.5', 'other>free', 'free>out']);
    const refusal = refusalOf(scenario);
    expect(refusal.reason).toBe('deadlock');
    expect(Number(/at ([\d.]+) s/.exec(refusalText(refusal))![1])).toBeLessThan(1000);
  });

  it('is found with blocking before service and with processor sharing', () => {
    const before = { capacity: 1, whenFull: 'blockBefore' } as const;
    const shared = { capacity: 2, discipline: 'PS' } as const;
    for (const kind of [before, shared]) {
      const nodes = [source('in', 2), stage('a', 1, kind), stage('b', 1, kind), sink()];
      const refusal = refusalOf(drawing(nodes, ['in>a', 'a>b', 'b>a:0.9', 'b>out:0.1']));
      expect(refusal.reason).toBe('deadlock');
      expect(refusalText(refusal)).toContain('"a" waits for "b"');
    }
  });

  it('is not cried where one of two branches still moves', () => {
    // b sends half of its elements out; while one of its two servers works there is hope.
    const nodes = [
      source('in', 0.1),
      stage('a', 1, { capacity: 40 }),
      stage('b', 1, { serverCount: 2, capacity: 40 }),
      sink(),
    ];
    const scenario = drawing(nodes, ['in>a', 'a>b', 'b>a:0.5', 'b>out:0.5']);
    expect(replicateNow(scenario, { seed: 1, replications: 2, horizon: 1e4, warmup: 0 }, 0).kind).toBe(
      'record',
    );
  });
});

describe('D1: deadlocks with shared resources and joins', () => {
  const constant = (mean: number) => ({ service: { distribution: 'deterministic', mean } }) as const;

  it('is not cried where somebody waits for a unit of a shared resource only', () => {
    // From 1 on c has the bus for 20 s. a is full, and its server waits for the bus; b's element wants back into a.
    const drawn = drawing(
      [
        source('in', 1, { interarrival: { distribution: 'trace', values: [0.1, 2, 0.1, 1000] } }),
        source('other', 1, { interarrival: { distribution: 'trace', values: [1, 1000] } }),
        stage('a', 1, { capacity: 2, resource: 'bus', ...constant(0.5), routing: { rule: 'roundRobin' } }),
        stage('b', 1, { capacity: 2, ...constant(4) }),
        stage('c', 1, { resource: 'bus', ...constant(20) }),
        sink(),
      ],
      ['in>a', 'a>b', 'a>out', 'b>a', 'other>c', 'c>out'],
    );
    const scenario = { ...drawn, resources: [{ id: 'bus' }] };
    const record = replicateNow(scenario, { seed: 1, replications: 2, horizon: 100, warmup: 0 }, 0);
    expect(record).toMatchObject({ kind: 'record', stages: { b: { blockedTime: 21.5 - 4.6 } } });
  });

  it('names the circle behind a join: the last task waits for room that only it could make', () => {
    const nodes = [
      source('in', 2),
      { id: 'f', kind: 'fork' } as const,
      stage('a', 1, { capacity: 2 }),
      stage('b', 50),
      { id: 'j', kind: 'join' } as const,
      stage('c', 1, { capacity: 1 }),
      sink(),
    ];
    const links = ['in>f', 'f>a', 'f>b', 'a>j', 'b>j', 'j>c', 'c>f:0.5', 'c>out:0.5'];
    const refusal = refusalOf(drawing(nodes, links));
    expect(refusal.reason).toBe('deadlock');
    expect(refusalText(refusal)).toMatch(
      /"a" waits for "c", "c" waits for "a"|"c" waits for "a", "a" waits for "c"/,
    );
  });
});

describe('D2: stuck', () => {
  it('names the stage that never has room for a group', () => {
    const nodes = [
      source('in', 1, { batchSize: 2 }),
      router('hop', 'probabilistic'),
      stage('a', 1, { capacity: 3, admission: 'whole', bulk: { rule: 'full', size: 3 } }),
      sink(),
    ];
    const refusal = refusalOf(drawing(nodes, ['in>hop', 'hop>a', 'a>out']));
    expect(refusal).toMatchObject({ reason: 'stuck', stage: 'a' });
    expect(refusalText(refusal)).toContain('never has enough free slots for the group');
  });

  it('E4: events that follow each other without time passing', { tags: ['long'] }, () => {
    const values = [...new Array<number>(1_100_000).fill(0), 1];
    const scenario = line(
      source('in', 1, { interarrival: { distribution: 'trace', values } }),
      stage('a', 1),
    );
    expect(refusalText(refusalOf(scenario))).toMatch(/^Stuck at .* without time passing\.$/);
  });

  it('E5: nothing is ever completed', () => {
    const slow = line(
      source('in', 1),
      stage('a', 1, { service: { distribution: 'deterministic', mean: 1e6 }, capacity: 1 }),
    );
    const refusal = refusalOf(slow);
    expect(refusal.reason).toBe('stuck');
    expect(refusalText(refusal)).toBe(
      'Nothing was completed between 0 s and the horizon of 100000 s; make the run longer.',
    );
  });
});

describe('refusals', () => {
  it('says the first fault of an invalid scenario', () => {
    const refusal = refusalOf(line(source('in', 1), stage('a', 1, { capacity: 1, serverCount: 2 })));
    expect(refusal).toMatchObject({ reason: 'invalid', stage: 'a' });
  });
});

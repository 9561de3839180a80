import { describe, expect, it } from 'vitest';
import {
  delay,
  drawing,
  faultsOf,
  fork,
  join,
  messagesOf,
  router,
  sink,
  source,
  stage,
} from './drawing.test-support.ts';
import type { JobClass, Scenario, ScenarioNode, StageNode } from './scenario.ts';
import { startingPlaces } from './starting-places.ts';

const users = (population: number, start = 'think'): JobClass => ({
  id: 'user',
  closed: { population, start },
});
/** Users think, then are served at "a". */
const terminals = (more: Partial<StageNode> = {}, classes: readonly JobClass[] = [users(5)]): Scenario =>
  drawing([delay('think'), stage('a', 2, more)], 'think>a a>think', { classes });
const ring = (nodes: readonly ScenarioNode[], links: string, classes = [users(2, 'a')]) =>
  drawing(nodes, links, { classes });

describe('closed classes', () => {
  it('need neither source nor sink', () => {
    expect(faultsOf(terminals())).toEqual([]);
    expect(faultsOf(drawing([stage('a')], 'a>a', { classes: [users(1, 'a')] }))).toEqual([]);
  });

  it('need what open classes need where there is a source', () => {
    const mixed = drawing([source('in'), stage('a'), delay('think')], 'in>a a>think think>a', {
      classes: [{ id: 'web' }, users(2)],
    });
    expect(faultsOf(mixed)).toEqual(['warning no-sink-reached a', 'warning no-sink-reached think']);
  });

  it('may share stages with open ones', () => {
    const mixed = drawing(
      [source('in'), stage('a', 2, { capacity: 9 }), delay('think'), sink()],
      'in>a a>think:user=1 think>a a>out:web=1',
      { classes: [{ id: 'web' }, users(2)] },
    );
    expect(faultsOf(mixed)).toEqual([]);
  });

  it('reach what lies on their way only', () => {
    const nodes = [stage('a'), stage('b'), stage('c')];
    expect(faultsOf(ring(nodes, 'a>b:user=1 b>a a>c:user=0 c>a'))).toEqual(['warning unreached c']);
  });

  it('must not leave', () => {
    const out = drawing([delay('think'), stage('a'), sink()], 'think>a a>think:0.9 a>out:0.1', {
      classes: [users(5)],
    });
    expect(messagesOf(out, 'closed-reaches-sink')).toEqual([
      'Class "user" is closed: its jobs must not leave through sink "out".',
    ]);
    expect(faultsOf(out)).toEqual(['error closed-reaches-sink out']);
    const into = drawing(
      [delay('think'), source('in'), stage('a'), sink()],
      'think>in:user=1 in>a a>out:web=1 a>think:user=1',
      {
        classes: [{ id: 'web' }, users(5)],
      },
    );
    expect(faultsOf(into)).toContain('error closed-reaches-source in');
  });

  it('must stay as many as they are', () => {
    expect(messagesOf(terminals({ passProbability: 0.9 }), 'closed-filtered')).toEqual([
      'Class "user" is closed: stage "a" filters some of its jobs out; their pass probability must be 1.',
    ]);
    expect(faultsOf(terminals({ passProbability: 0.9, byClass: { user: { passProbability: 1 } } }))).toEqual(
      [],
    );
    expect(faultsOf(terminals({ byClass: { user: { conversionFactor: 2 } } }))).toEqual([
      'error closed-converted a',
    ]);
    expect(faultsOf(terminals({ whenFull: 'drop', capacity: 3 }))).toEqual(['error closed-dropped a']);
    expect(faultsOf(terminals({ whenFull: 'drop' }))).toEqual([]);
    const copying = [stage('a', 2, { routing: { rule: 'broadcast' } }), stage('b'), stage('c')];
    expect(messagesOf(ring(copying, 'a>b a>c b>a c>a'), 'closed-copied')).toEqual([
      'Class "user" is closed: stage "a" sends copies along its links, so that its jobs multiply.',
    ]);
  });

  it('must find back', () => {
    const nodes = [stage('a'), stage('b'), stage('c'), stage('d')];
    const trapped = ring(nodes, 'a>b:0.5 a>a:0.5 b>c c>d d>c');
    expect(messagesOf(trapped, 'closed-no-return')).toEqual([
      'Class "user" is closed: its jobs cannot come back from "c" to its start "a".',
      'Class "user" is closed: its jobs cannot come back from "d" to its start "a".',
    ]);
    expect(faultsOf(ring(nodes, 'a>b b>c c>d'))).toEqual(['error no-way-out d']);
  });

  it('must find a place in the stages that they come to', () => {
    const two = [users(2, 'a'), { id: 'probe', closed: { population: 3, start: 'a' } }];
    const places = [stage('a', 2, { capacity: 4 }), stage('b', 2, { capacity: 1 })];
    // They fill the ring, and lock at once.
    expect(faultsOf(drawing(places, 'a>b b>a', { classes: two }))).toEqual(['warning deadlock-possible a']);
    const crowded = drawing(places, 'a>b b>a', { classes: [users(6, 'a')] });
    expect(messagesOf(crowded, 'closed-no-room')).toEqual([
      'Class "user" is closed: of its 6 jobs 1 find no free slot in the stages that they visit; enlarge a capacity, or use fewer jobs.',
    ]);
    expect(faultsOf(drawing([places[0]!, delay('d')], 'a>d d>a', { classes: two }))).toEqual([]);
  });

  it('are at their start as far as it has room, then along their links, nearest first, not in a fork', () => {
    const nodes = [
      stage('a', 1, { capacity: 2 }),
      fork('f'),
      stage('x'),
      stage('y'),
      join('j'),
      stage('b', 1, { capacity: 3 }),
      delay('c'),
    ];
    const classes = [users(6, 'a'), { id: 'probe', closed: { population: 2, start: 'b' } }];
    const scenario = drawing(nodes, 'a>f f>x f>y x>j y>j j>b b>c c>a', { classes });
    expect(Object.fromEntries(startingPlaces(scenario))).toEqual({
      user: [
        { node: 'a', count: 2 },
        { node: 'b', count: 3 },
        { node: 'c', count: 1 },
      ],
      probe: [{ node: 'c', count: 2 }],
    });
  });

  it('may be split and joined, but not split for good', () => {
    const nodes = [stage('a'), fork('f'), stage('x'), stage('y'), join('j')];
    expect(faultsOf(ring(nodes, 'a>f f>x f>y x>j y>j j>a'))).toEqual([]);
    const apart = ring(nodes.slice(0, 4), 'a>f f>x f>y x>a y>a');
    expect(messagesOf(apart, 'closed-forked')).toEqual([
      'Class "user" is closed: tasks of fork "f" come back to its start without a join, so that its jobs multiply.',
    ]);
    // One of the two links comes to no join.
    expect(faultsOf(ring(nodes, 'a>f f>x f>y x>j y>a j>a'))).toEqual(['error closed-forked f']);
  });

  it('do not make the rates of their cycles a fault', () => {
    const growing = terminals({ conversionFactor: 3, byClass: { user: { conversionFactor: 1 } } });
    expect(faultsOf(growing)).toEqual([]);
  });
});

describe('rings of closed classes that can lock', () => {
  const finite = (capacities: readonly number[], links: string, population: number) =>
    ring(
      [...capacities.map((capacity, i) => stage('abcd'[i]!, 2, { capacity })), router('r')].slice(
        0,
        links.includes('r') ? undefined : capacities.length,
      ),
      links,
      [users(population, 'a')],
    );

  it('hold enough jobs to fill the smallest ring (Kundu & Akyildiz 1989)', () => {
    expect(faultsOf(finite([3, 4], 'a>b b>a', 3))).toEqual([]);
    // 7 jobs of 11 places; a ring of one stage with 2 places; the inner ring of 3 places.
    expect(faultsOf(finite([7, 4], 'a>b b>a', 7))).toEqual([]);
    expect(faultsOf(finite([7, 2], 'a>r r>b b>a b>b', 2))).toEqual(['warning deadlock-possible a']);
    expect(faultsOf(finite([7, 2], 'a>r r>b b>a b>b', 1))).toEqual([]);
    expect(faultsOf(finite([9, 2, 1], 'a>b b>c c>b c>a', 3))).toEqual(['warning deadlock-possible a']);
    expect(faultsOf(finite([9, 2, 1], 'a>b b>c c>b c>a', 2))).toEqual([]);
  });

  it('may lock with fewer when batches or tasks move, or open jobs come', () => {
    const bulk = (more: Partial<StageNode>) =>
      ring([stage('a', 2, { capacity: 7, ...more }), stage('b', 2, { capacity: 4 })], 'a>b b>a', [
        users(2, 'a'),
      ]);
    expect(faultsOf(bulk({}))).toEqual([]);
    expect(faultsOf(bulk({ bulk: { rule: 'full', size: 2 } }))).toEqual(['warning deadlock-possible a']);
    const open = drawing(
      [source('in'), stage('a', 2, { capacity: 7 }), stage('b', 2, { capacity: 4 }), sink()],
      'in>a a>b b>a:user=1 b>out:web=1',
      { classes: [{ id: 'web' }, users(2, 'a')] },
    );
    expect(faultsOf(open)).toEqual(['warning deadlock-possible a']);
  });

  it('are not closed by links that no class takes', () => {
    const nodes = [stage('a', 2, { capacity: 1 }), stage('b', 2, { capacity: 1 }), delay('d')];
    expect(faultsOf(ring(nodes, 'a>b b>d:user=1 b>a:user=0 d>a', [users(1, 'a')]))).toEqual([]);
  });
});

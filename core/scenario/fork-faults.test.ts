import { describe, expect, it } from 'vitest';
import {
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
import type { ScenarioNode, StageNode } from './scenario.ts';

const ends = [source('in'), sink()];
const drawn = (nodes: readonly ScenarioNode[], links: string) => drawing([...ends, ...nodes], links);
const pair = (x: Partial<StageNode> = {}) => [fork('f'), stage('x', 2, x), stage('y'), join('j')];
const JOINED = 'in>f f>x f>y x>j y>j j>out';

describe('forks and joins', () => {
  it('are sound in pairs, nested, and forks also without a join', () => {
    expect(faultsOf(drawn(pair(), JOINED))).toEqual([]);
    expect(faultsOf(drawn(pair().slice(0, 3), 'in>f f>x f>y x>out y>out'))).toEqual([]);
    const nested = [...pair(), fork('g'), stage('u'), stage('v'), join('k')];
    expect(faultsOf(drawn(nested, 'in>f f>x f>y x>g g>u g>v u>k v>k k>j y>j j>out'))).toEqual([]);
  });

  it('miss the fork of a join', () => {
    expect(messagesOf(drawn([stage('x'), join('j')], 'in>x x>j j>out'), 'join-without-fork')).toEqual([
      'Join "j": no fork leads to it, so there are no tasks to put together.',
    ]);
  });

  it('split something', () => {
    expect(faultsOf(drawn([fork('f'), stage('x')], 'in>f f>x x>out'))).toEqual(['warning fork-single f']);
  });

  it('need tasks that stay what they are', () => {
    expect(messagesOf(drawn(pair({ conversionFactor: 2 }), JOINED), 'fork-converted')).toEqual([
      'Stage "x": it stands between a fork and its join and has an expansion factor other than 1; the join could not tell the tasks apart.',
    ]);
    const copying = pair({ routing: { rule: 'broadcast' } });
    expect(faultsOf(drawn(copying, `${JOINED} x>out`))).toEqual(['error fork-copied x']);
    // A task may be filtered out on the way.
    expect(faultsOf(drawn(pair({ passProbability: 0.5 }), JOINED))).toEqual([]);
  });

  it('let conversions stand before the fork, behind the join, and where no join follows', () => {
    const outside = [
      stage('before', 2, { conversionFactor: 2 }),
      ...pair(),
      stage('behind', 2, { conversionFactor: 0.5 }),
    ];
    expect(faultsOf(drawn(outside, 'in>before before>f f>x f>y x>j y>j j>behind behind>out'))).toEqual([]);
    // g and k are a pair; the tasks of f come to no join.
    const open = [
      fork('f'),
      stage('x', 2, { conversionFactor: 2 }),
      stage('y'),
      fork('g'),
      stage('u'),
      stage('v'),
      join('k'),
    ];
    expect(faultsOf(drawn(open, 'in>f f>x f>y x>g y>out g>u g>v u>k v>k k>out'))).toEqual([]);
  });

  it('find what stands between the outer pair, around the inner one', () => {
    const nested = [
      ...pair(),
      fork('g'),
      stage('u'),
      stage('v'),
      join('k'),
      stage('w', 2, { conversionFactor: 3 }),
    ];
    expect(faultsOf(drawn(nested, 'in>f f>x f>y x>g g>u g>v u>k v>k k>w w>j y>j j>out'))).toEqual([
      'error fork-converted w',
    ]);
  });

  it('take no time, so a ring of them has no order', () => {
    const ring = [fork('f'), stage('x'), join('j'), router('r')];
    expect(messagesOf(drawn(ring, 'in>f f>x f>j j>r r>f x>out r>out'), 'zero-time-cycle')).toEqual([
      'Routers, forks and joins pass elements around without any stage between them ("f" → "j" → "r" → "f"); this takes no time and has no order.',
    ]);
    expect(faultsOf(drawn([fork('f'), stage('x')], 'in>f f>x f>f x>out'))).toContain(
      'error fork-self-loop f',
    );
  });

  it('are seen through by rings that can lock', () => {
    const nodes = [
      stage('a', 2, { capacity: 3 }),
      fork('f'),
      stage('x', 2, { capacity: 3 }),
      stage('y'),
      join('j'),
    ];
    const links = 'in>a a>f f>x f>y x>j y>j j>a:0.5 j>out:0.5';
    expect(faultsOf(drawn(nodes, links))).toEqual(['warning deadlock-possible a']);
  });
});

import { describe, expect, it } from 'vitest';
import { drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';

import { findPart } from './solve-exact-part.ts';

const partOf = (drawn: Scenario, stages: readonly string[], neverFull: readonly string[] = []) =>
  findPart(drawn, { stages, neverFull });
const nodesOf = (...asked: Parameters<typeof partOf>) => partOf(...asked)?.scenario.nodes.map(({ id }) => id);
const kindsOf = (...asked: Parameters<typeof partOf>) =>
  partOf(...asked)?.scenario.nodes.map(({ id, kind }) => `${id} ${kind}`);

const tandem = line(
  source('in', 1),
  stage('a', 2, { capacity: 5 }),
  stage('b', 2, { capacity: 5 }),
  stage('c', 2, { capacity: 5 }),
);

describe('a part', () => {
  it('takes in who can hold it up, and ends where a stage was never full', () => {
    expect(kindsOf(tandem, ['a'], ['c'])).toEqual(['in source', 'a stage', 'b stage', 'c sink']);
    expect(partOf(tandem, ['a'], ['c'])!.edge).toEqual(['c']);
    expect(nodesOf(tandem, ['a'], ['b'])).toEqual(['in', 'a', 'b']);
    expect(nodesOf(tandem, ['a'])).toEqual(['in', 'a', 'b', 'c', 'out']);
    expect(partOf(tandem, ['a'])!.edge).toEqual([]);
  });

  it('ends before stages without bound and those that drop, and these are no edge', () => {
    for (const next of [stage('b', 2), stage('b', 2, { capacity: 3, whenFull: 'drop' })]) {
      const drawn = line(source('in', 1), stage('a', 2, { capacity: 5 }), next);
      expect(kindsOf(drawn, ['a'])).toEqual(['in source', 'a stage', 'b sink']);
      expect(partOf(drawn, ['a'])!.edge).toEqual([]);
    }
  });

  it('never ends before places that are promised, or groups that enter as a whole', () => {
    for (const extra of [{ whenFull: 'blockBefore' }, { admission: 'whole' }] as const) {
      const drawn = line(source('in', 1), stage('a', 2), stage('b', 2, { capacity: 9, ...extra }));
      expect(nodesOf(drawn, ['a'], ['b'])).toEqual(['in', 'a', 'b', 'out']);
    }
  });

  it('has in it all that feeds it, also what comes back, and all that share a resource with it', () => {
    const loop = drawing(
      [source('in', 1), source('other', 1), stage('a', 9), stage('b', 9), stage('c', 9), sink()],
      ['in>a', 'other>b', 'a>b', 'b>a:0.3', 'b>c:0.7', 'c>out'],
    );
    expect(nodesOf(loop, ['a'])).toEqual(['in', 'other', 'a', 'b', 'c']);
    const bus = {
      ...line(
        source('in', 1),
        stage('a', 9, { resource: 'bus' }),
        stage('b', 9),
        stage('c', 9, { resource: 'bus' }),
      ),
      resources: [{ id: 'bus' }],
    };
    expect(nodesOf(bus, ['a'])).toEqual(['in', 'a', 'b', 'c', 'out']);
  });

  it('sees through routers who can hold it up', () => {
    const drawn = drawing(
      [
        source('in', 1),
        stage('a', 9),
        { id: 'r', kind: 'router' },
        stage('b', 9, { capacity: 4 }),
        stage('c', 9),
        sink(),
      ],
      ['in>a', 'a>r', 'r>b', 'r>c', 'b>out', 'c>out'],
    );
    expect(nodesOf(drawn, ['a'], ['b'])).toEqual(['in', 'a', 'r']);
    expect(partOf(drawn, ['a'], ['b'])!.edge).toEqual(['b']);
    expect(nodesOf(drawn, ['a'])).toEqual(['in', 'a', 'r', 'b', 'c', 'out']);
  });

  it('is none where closed jobs or tasks of a fork go through it', () => {
    const closed = { ...tandem, classes: [{ id: 'jobs', closed: { population: 3, start: 'a' } }] };
    expect(partOf(closed, ['a'])).toBeUndefined();
    const forked = drawing(
      [
        source('in', 1),
        { id: 'f', kind: 'fork' },
        stage('a', 9),
        stage('b', 9),
        { id: 'j', kind: 'join' },
        sink(),
      ],
      ['in>f', 'f>a', 'f>b', 'a>j', 'b>j', 'j>out'],
    );
    expect(partOf(forked, ['a'])).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { Link, Scenario } from '../../../core/scenario/scenario.ts';
import { makeSharesEqual, scaleShares, setShare, sumOfShares } from './share-edits.ts';

function scenarioWith(links: readonly Link[]): Scenario {
  return { format: 'stagegraph-scenario', schemaVersion: 3, name: 'shares', nodes: [], links };
}

const three: readonly Link[] = [
  { from: 'a', to: 'x' },
  { from: 'a', to: 'y' },
  { from: 'a', to: 'z' },
  { from: 'b', to: 'x' },
];

describe('setShare', () => {
  it('splits the rest equally where no share was written', () => {
    const { links } = setShare(scenarioWith(three), { from: 'a', to: 'y' }, 0.5);
    expect(links.map((link) => link.probability)).toEqual([0.25, 0.5, 0.25, undefined]);
  });

  const sharesAfter = (shares: readonly number[], share: number) => {
    const written = shares.map((probability, to): Link => ({ from: 'a', to: String(to), probability }));
    return setShare(scenarioWith(written), { from: 'a', to: '0' }, share).links.map(
      (link) => link.probability,
    );
  };

  it('gives the rest to the only other link, and to others that are alike', () => {
    expect(sharesAfter([0.9, 0.1], 0.75)).toEqual([0.75, 0.25]);
    expect(sharesAfter([1, 0, 0], 0.5)).toEqual([0.5, 0.25, 0.25]);
  });

  it('is the same whatever was typed or dragged on the way', () => {
    // As it is typed: 1, then 1/4.
    const typed = setShare(
      setShare(scenarioWith(three), { from: 'a', to: 'y' }, 1),
      { from: 'a', to: 'y' },
      0.25,
    );
    expect(typed).toEqual(setShare(scenarioWith(three), { from: 'a', to: 'y' }, 0.25));
  });

  it('leaves written shares of others alone that differ, or where the sum was not 1', () => {
    expect(sharesAfter([0.5, 0.3, 0.2], 0.4)).toEqual([0.4, 0.3, 0.2]);
    expect(sharesAfter([0.9, 0.3], 0.6)).toEqual([0.6, 0.3]);
  });
});

describe('scaleShares', () => {
  it('makes the sum 1 and keeps the proportions', () => {
    const written = scenarioWith([
      { from: 'a', to: 'x', probability: 0.9 },
      { from: 'a', to: 'y', probability: 0.3 },
    ]);
    const scaled = scaleShares(written, 'a');
    expect(sumOfShares(scaled, 'a')).toBeCloseTo(1, 12);
    expect(scaled.links[0]!.probability! / scaled.links[1]!.probability!).toBeCloseTo(3, 12);
  });

  it('falls back to equal shares when all are 0', () => {
    const zeros = scenarioWith([
      { from: 'a', to: 'x', probability: 0 },
      { from: 'a', to: 'y', probability: 0 },
    ]);
    expect(scaleShares(zeros, 'a').links).toEqual([
      { from: 'a', to: 'x' },
      { from: 'a', to: 'y' },
    ]);
  });
});

describe('makeSharesEqual', () => {
  it('removes the written shares of that sender only', () => {
    const written = scenarioWith([
      { from: 'a', to: 'x', probability: 1 },
      { from: 'b', to: 'x', probability: 1 },
    ]);
    expect(makeSharesEqual(written, 'a').links).toEqual([
      { from: 'a', to: 'x' },
      { from: 'b', to: 'x', probability: 1 },
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lightestCycle } from './deadlock-faults.ts';

/** All simple cycles, by walking every path. */
function byEnumeration(
  next: ReadonlyMap<string, readonly string[]>,
  weightOf: (node: string) => number,
): number {
  let lightest = Number.POSITIVE_INFINITY;
  const walk = (start: string, node: string, path: ReadonlySet<string>, weight: number): void => {
    for (const follower of next.get(node)!) {
      if (follower === start) lightest = Math.min(lightest, weight);
      else if (!path.has(follower))
        walk(start, follower, new Set([...path, follower]), weight + weightOf(follower));
    }
  };
  for (const node of next.keys()) walk(node, node, new Set([node]), weightOf(node));
  return lightest;
}

describe('lightestCycle', () => {
  it('weighs what the lightest of all cycles does', () => {
    const size = 6;
    const links = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 16 });
    fc.assert(
      fc.property(links, fc.array(fc.nat(5), { minLength: size, maxLength: size }), (pairs, weights) => {
        const next = new Map(
          weights.map((_, i) => [
            String(i),
            pairs.filter(([from]) => from === i).map(([, to]) => String(to)),
          ]),
        );
        const weightOf = (node: string) => weights[Number(node)]!;
        expect(lightestCycle(next, new Set(next.keys()), weightOf)).toBe(byEnumeration(next, weightOf));
      }),
      { numRuns: 500 },
    );
  });
});

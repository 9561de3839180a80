import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solveSmall } from '../../../core/numeric/small-linear.ts';
import { type Gain, solveTraffic } from './traffic-equations.ts';

const external = (...values: number[]) => Float64Array.from(values);

describe('solveTraffic', () => {
  it('passes forward what has no way back', () => {
    const links: Gain[][] = [
      [
        { to: 1, gain: 0.5 },
        { to: 2, gain: 3 },
      ],
      [{ to: 2, gain: 1 }],
      [],
    ];
    expect([...solveTraffic({ links, external: external(2, 1, 0) })!]).toEqual([2, 2, 8]);
  });

  it('visits 1 / (1 - r) times where r returns', () => {
    expect(solveTraffic({ links: [[{ to: 0, gain: 0.75 }]], external: external(2) })![0]).toBeCloseTo(8, 14);
  });

  it('refuses loops that return all or more', () => {
    const loop = (gain: number): Gain[][] => [[{ to: 1, gain: 2 }], [{ to: 0, gain }]];
    expect(solveTraffic({ links: loop(0.5), external: external(1, 0) })).toBeUndefined();
    expect(solveTraffic({ links: loop(0.7), external: external(1, 0) })).toBeUndefined();
    expect(solveTraffic({ links: loop(0.4), external: external(1, 0) })![0]).toBeCloseTo(5, 12);
  });

  it('agrees with dense elimination on random graphs, and keeps small flows', () => {
    const gain = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true }));
    const graph = fc.integer({ min: 1, max: 12 }).chain((n) =>
      fc.record({
        gains: fc.array(fc.array(gain, { minLength: n, maxLength: n }), { minLength: n, maxLength: n }),
        input: fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: n, maxLength: n }),
      }),
    );
    fc.assert(
      fc.property(graph, ({ gains, input }) => {
        // Rows that sum to 0.9 at most always balance.
        const rows = gains.map((row) => {
          const sum = row.reduce((total, g) => total + g, 0);
          return row.map((g) => (sum > 0.9 ? (0.9 * g) / sum : g));
        });
        const links = rows.map((row) => row.map((g, to) => ({ to, gain: g })));
        const x = solveTraffic({ links, external: Float64Array.from(input) })!;
        const transposed = rows.map((_, j) => rows.map((row, i) => (i === j ? 1 : 0) - row[j]!));
        const dense = solveSmall(transposed, input)!;
        for (const [j, value] of dense.entries())
          expect(Math.abs(x[j]! - value)).toBeLessThan(1e-11 * (1 + value));
      }),
    );
  });

  it('solves a chain of 20,000 nodes that all send back', () => {
    const n = 20_000;
    const links = Array.from({ length: n }, (_, i): Gain[] => [
      ...(i + 1 < n ? [{ to: i + 1, gain: 0.5 }] : []),
      ...(i > 0 ? [{ to: i - 1, gain: 0.4 }] : []),
    ]);
    const b = new Float64Array(n);
    b[0] = 1;
    const x = solveTraffic({ links, external: b })!;
    for (const i of [0, 1, 500])
      expect(x[i]! - (b[i]! + 0.5 * (x[i - 1] ?? 0) + 0.4 * x[i + 1]!)).toBeCloseTo(0, 13);
  });
});

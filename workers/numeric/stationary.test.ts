import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bandOrder, bandwidthOf } from './band-order.ts';
import { closedClasses } from './closed-classes.ts';
import { solveGth } from './gth.ts';
import { neighboursOf } from './neighbours.ts';
import { dissect } from './nested-dissection.ts';
import { type SparseMatrix, submatrix, transposed } from './sparse-matrix.ts';
import { balanceError, planElimination, solveSparseGth, solveStationary } from './stationary.ts';
import { solveStationaryIteratively } from './stationary-sparse.ts';

function sparse(size: number, entries: readonly (readonly [number, number, number])[]): SparseMatrix {
  const rows = Array.from({ length: size }, (_, i) => entries.filter(([row]) => row === i));
  const starts = [0];
  for (const row of rows) starts.push(starts.at(-1)! + row.length);
  return {
    size,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(rows.flat(), ([, column]) => column),
    values: Float64Array.from(rows.flat(), ([, , value]) => value),
  };
}

/** n customers come at rate `up`, go at rate `down`. */
const birthDeath = (levels: number, up: number, down: number): SparseMatrix =>
  sparse(
    levels,
    Array.from({ length: levels - 1 }, (_, n) => [[n, n + 1, up] as const, [n + 1, n, down] as const]).flat(),
  );

/** Two independent birth-death chains side by side: the probabilities are products. */
function grid(side: number, up: number, down: number): SparseMatrix {
  const starts = [0];
  const columns: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [Math.floor(i / side), i % side];
    const moves = [
      [x > 0, i - side, down],
      [y > 0, i - 1, down],
      [y < side - 1, i + 1, up],
      [x < side - 1, i + side, up],
    ] as const;
    for (const [exists, to, rate] of moves) {
      if (!exists) continue;
      columns.push(to);
      values.push(rate);
    }
    starts.push(columns.length);
  }
  return {
    size: side * side,
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  };
}

const geometric = (levels: number, rho: number): number[] => {
  const weights = Array.from({ length: levels }, (_, n) => rho ** n);
  const total = weights.reduce((sum, x) => sum + x, 0);
  return weights.map((x) => x / total);
};

describe('solveGth', () => {
  it.each([0.01, 0.5, 1, 2, 50])('is right in every digit of a birth-death chain, load %f', (rho) => {
    const chain = birthDeath(150, rho, 1);
    const pi = solveGth(chain, bandOrder(chain));
    for (const [n, p] of geometric(150, rho).entries()) expect(pi[n]! / p).toBeCloseTo(1, 10);
  });

  it('takes weights beyond the range of doubles: 0.001^n for n to 200', () => {
    const order = Int32Array.from({ length: 200 }, (_, n) => 199 - n);
    const pi = solveGth(birthDeath(200, 0.001, 1), { order, bandwidth: 1 });
    expect(pi[0]).toBeCloseTo(0.999, 12);
    expect(pi[2]! / pi[1]!).toBeCloseTo(0.001, 12);
  });

  it('solves the example of two cycles by hand: 0 > 1 > 2 > 0 and 0 > 2, pi = (2, 1, 3) / 6', () => {
    const rates = sparse(3, [
      [0, 1, 1],
      [0, 2, 2],
      [1, 2, 2],
      [2, 0, 2],
    ]);
    const pi = solveGth(rates, bandOrder(rates));
    for (const [i, p] of [2 / 6, 1 / 6, 3 / 6].entries()) expect(pi[i]).toBeCloseTo(p, 15);
  });
});

const eliminate = (rates: SparseMatrix): Float64Array =>
  solveSparseGth(rates, planElimination(neighboursOf(rates)));

describe('solveSparseGth', () => {
  it.each([0.01, 0.5, 1, 2, 50])('is right in every digit of a birth-death chain, load %f', (rho) => {
    const pi = eliminate(birthDeath(150, rho, 1));
    for (const [n, p] of geometric(150, rho).entries()) expect(pi[n]! / p).toBeCloseTo(1, 10);
  });

  it.each([0.3, 1, 1.4])('is right in every digit of two independent chains of 70 levels, load %f', (rho) => {
    const pi = eliminate(grid(70, rho, 1));
    const single = geometric(70, rho);
    pi.forEach((p, i) => {
      expect(p / (single[Math.floor(i / 70)]! * single[i % 70]!)).toBeCloseTo(1, 9);
    });
  });

  it('agrees with elimination in a band on chains drawn at random', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 120 }), fc.integer({ min: 1, max: 1e6 }), (size, seed) => {
        const rates = randomChain(size, seed);
        const truth = solveGth(rates, bandOrder(rates));
        eliminate(rates).forEach((p, i) => {
          expect(p / truth[i]!).toBeCloseTo(1, 9);
        });
      }),
      { numRuns: 60 },
    );
  });
});

/** A ring, so that all states reach each other, and as many other moves at random. */
function randomChain(size: number, seed: number): SparseMatrix {
  let state = seed;
  const draw = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const entries = Array.from({ length: size }, (_, i) => [
    [i, (i + 1) % size, 0.1 + draw()] as const,
    [i, (i + 1 + Math.floor(draw() * (size - 1))) % size, 10 ** (4 * draw() - 2)] as const,
  ]).flat();
  return sparse(
    size,
    entries.filter(([from, to]) => from !== to),
  );
}

describe('dissect', () => {
  it('puts every state in one block, and entries only between blocks of which one is above the other', () => {
    const neighbours = neighboursOf(grid(40, 1, 1));
    const blocks = dissect(neighbours);
    const blockOf = new Map(
      blocks.flatMap(({ states }, block) => [...states].map((state) => [state, block])),
    );
    expect(blockOf.size).toBe(1600);
    expect(blocks.reduce((sum, { states }) => sum + states.length, 0)).toBe(1600);
    const above = (block: number): number[] => (block < 0 ? [] : [block, ...above(blocks[block]!.parent)]);
    for (let state = 0; state < 1600; state++) {
      for (let k = neighbours.starts[state]!; k < neighbours.starts[state + 1]!; k++) {
        const [from, to] = [blockOf.get(state)!, blockOf.get(neighbours.list[k]!)!];
        expect(above(from).includes(to) || above(to).includes(from)).toBe(true);
      }
    }
  });
});

describe('solveStationaryIteratively', () => {
  it.each([0.5, 0.95, 1, 1.3])(
    'gives the products of two independent chains of 60 levels, load %f',
    (rho) => {
      const rates = grid(60, rho, 1);
      const { pi, residual } = solveStationaryIteratively(rates, bandOrder(rates).order, 1e-14);
      expect(residual).toBeLessThanOrEqual(1e-14);
      const single = geometric(60, rho);
      for (let i = 0; i < pi.length; i++)
        expect(Math.abs(pi[i]! - single[Math.floor(i / 60)]! * single[i % 60]!)).toBeLessThan(1e-12);
    },
  );

  it('agrees with elimination where rates differ by a million', () => {
    const rates = grid(25, 1, 1);
    const stiff = { ...rates, values: rates.values.map((rate, k) => rate * (k % 7 === 0 ? 1e6 : 1)) };
    const exact = solveGth(stiff, bandOrder(stiff));
    const { pi } = solveStationaryIteratively(stiff, bandOrder(stiff).order, 1e-16);
    for (let i = 0; i < pi.length; i++) expect(Math.abs(pi[i]! - exact[i]!)).toBeLessThan(1e-9);
  });
});

describe('solveStationary', () => {
  it('gives the one state of a chain that does not move', () => {
    expect([...solveStationary(sparse(1, [])).pi]).toEqual([1]);
  });

  it('takes weights beyond the range of doubles: 0.1^n for n to 1200', () => {
    const { pi } = solveStationary(birthDeath(1201, 0.1, 1));
    expect(pi[0]).toBeCloseTo(0.9, 14);
    expect(pi[200]! / pi[199]!).toBeCloseTo(0.1, 12);
  });

  it('gives every digit of 90,000 states', () => {
    const rates = grid(300, 0.9, 1);
    const { pi, residual } = solveStationary(rates);
    expect(residual).toBeLessThan(1e-15);
    const single = geometric(300, 0.9);
    expect(pi[0]! / single[0]! ** 2).toBeCloseTo(1, 9);
    expect(pi.at(-1)! / single[299]! ** 2).toBeCloseTo(1, 9);
  });

  it('iterates where elimination would take too long, and tells how well: all 2^15 ways of 15 switches', {
    tags: ['long'],
  }, () => {
    const rates = switches(15);
    const { pi, residual } = solveStationary(rates);
    expect(residual).toBeLessThan(1e-13);
    expect(balanceError(rates, pi)).toBeLessThan(1e-13);
    expect(pi.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    expect(pi[0]).toBeCloseTo((2 / 3) ** 15, 10);
  });
});

/** Each goes on at rate 1 and off at rate 2. */
function switches(count: number): SparseMatrix {
  const size = 2 ** count;
  const columns = new Int32Array(size * count);
  const values = new Float64Array(size * count);
  for (let state = 0; state < size; state++) {
    for (let bit = 0; bit < count; bit++) {
      columns[state * count + bit] = state ^ (1 << bit);
      values[state * count + bit] = (state >> bit) & 1 ? 2 : 1;
    }
  }
  return { size, starts: Int32Array.from({ length: size + 1 }, (_, i) => i * count), columns, values };
}

describe('bandOrder', () => {
  it('brings a shuffled chain back into a line', () => {
    const n = 101;
    const place = (i: number) => (i * 37) % n;
    const shuffled = sparse(
      n,
      Array.from({ length: n - 1 }, (_, i) => [
        [place(i), place(i + 1), 1] as const,
        [place(i + 1), place(i), 2] as const,
      ]).flat(),
    );
    const { order, bandwidth } = bandOrder(shuffled);
    expect(bandwidth).toBe(1);
    expect(bandwidthOf(shuffled, order)).toBe(1);
    expect(new Set(order).size).toBe(n);
  });
});

describe('closedClasses', () => {
  it('finds the sets that are never left: 0 leads to {1, 2} and to 4; 3 leads to 0', () => {
    const rates = sparse(5, [
      [0, 1, 1],
      [0, 4, 1],
      [1, 2, 1],
      [2, 1, 1],
      [3, 0, 1],
    ]);
    expect(
      closedClasses(rates)
        .map((members) => [...members])
        .sort(),
    ).toEqual([[1, 2], [4]]);
  });

  it('takes an irreducible chain as one, however deep', () => {
    const [only, ...others] = closedClasses(ring(100_000));
    expect(only!.length).toBe(100_000);
    expect(others).toEqual([]);
  });
});

const ring = (size: number): SparseMatrix => ({
  size,
  starts: Int32Array.from({ length: size + 1 }, (_, i) => i),
  columns: Int32Array.from({ length: size }, (_, i) => (i + 1) % size),
  values: new Float64Array(size).fill(1),
});

describe('sparse matrices', () => {
  const matrix = sparse(3, [
    [0, 1, 5],
    [0, 2, 7],
    [2, 0, 3],
  ]);

  it('transpose twice to themselves', () => expect(transposed(transposed(matrix))).toEqual(matrix));

  it('give the part of a set of states', () => {
    const part = submatrix(matrix, Int32Array.of(0, 2));
    expect([[...part.starts], [...part.columns], [...part.values]]).toEqual([
      [0, 1, 2],
      [1, 0],
      [7, 3],
    ]);
  });
});

describe('a page whose policy forbids WebAssembly', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('gets the same probabilities, and is told when they would take too long', async () => {
    const forbidden = function Module() {
      throw new EvalError('Refused to compile WebAssembly');
    };
    vi.stubGlobal('WebAssembly', { Module: forbidden });
    vi.resetModules();
    const { stationaryWithin } = await import('./stationary.ts');
    const chain = birthDeath(400, 0.9, 1);
    const { pi } = solveStationary(chain);
    const plain = stationaryWithin(chain, Number.POSITIVE_INFINITY);
    if (typeof plain === 'number') throw new Error('too much work');
    plain.pi.forEach((p, n) => {
      expect(p).toBeCloseTo(pi[n]!, 14);
    });
    expect(stationaryWithin(chain, 10)).toBe(2000);
  });
});

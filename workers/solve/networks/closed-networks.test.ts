import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearizer, schweitzer } from './approximate-mva.ts';
import { closedChain } from './closed-chain.test-support.ts';
import { type ClosedModel, type ClosedSolution, type ClosedStation, demand } from './closed-model.ts';
import { convolution } from './convolution.ts';
import { exactMva } from './exact-mva.ts';

const DELAY = Number.POSITIVE_INFINITY;

const station = (demands: readonly number[], servers = 1): ClosedStation => ({
  visits: demands.map(() => 1),
  times: demands,
  servers,
});

const EXACT = [
  ['mean value analysis', exactMva],
  ['convolution', (model: ClosedModel) => convolution(model)!],
] as const;

/** |a - b| relative to b. */
const near = (a: number, b: number, tolerance = 1e-9) =>
  expect(Math.abs(a - b), `${a} for ${b}`).toBeLessThan(tolerance * Math.max(Math.abs(b), 1e-12));

describe.each(EXACT)('closed networks by %s', (_, solve) => {
  it('is the truncated geometric distribution for two stations in a ring', () => {
    const [N, rho] = [25, 0.8];
    const { throughput, occupancy } = solve({ populations: [N], stations: [station([rho]), station([1])] });
    const weights = Array.from({ length: N + 1 }, (__, n) => rho ** n);
    const total = weights.reduce((sum, w) => sum + w, 0);
    near(occupancy[0]![0]!, weights.reduce((sum, w, n) => sum + n * w, 0) / total);
    near(throughput[0]!, 1 - rho ** N / total);
  });

  it('is the machine repair model: c repairers, N machines', () => {
    const [N, c, Z, S] = [12, 3, 10, 2];
    // P[n broken] ~ N! / (N - n)! (S / Z)^n / (work of n).
    const weights = [1];
    for (let n = 1; n <= N; n++) weights.push((weights[n - 1]! * (N - n + 1) * S) / (Z * Math.min(n, c)));
    const total = weights.reduce((sum, w) => sum + w, 0);
    const broken = weights.reduce((sum, w, n) => sum + n * w, 0) / total;
    const model = { populations: [N], stations: [station([Z], DELAY), station([S], c)] };
    const { throughput, occupancy, distribution } = solve(model);
    near(occupancy[1]![0]!, broken);
    near(throughput[0]!, (N - broken) / Z);
    distribution?.(1).forEach((p, n) => {
      near(p, weights[n]! / total);
    });
  });

  it('keeps every job: sum of occupancies, Little for every class', () => {
    const model = {
      populations: [3, 0, 5],
      stations: [station([1, 2, 0.5]), station([0.4, 1, 2], 2), station([3, 1, 0], DELAY)],
    };
    const { throughput, occupancy } = solve(model);
    model.populations.forEach((N, r) => {
      near(occupancy.reduce((sum, row) => sum + row[r]!, 0) + 1, N + 1);
    });
    expect(throughput[1]).toBe(0);
    near(occupancy[2]![0]!, 3 * throughput[0]!);
  });

  it('needs no room for 4 classes of 20 jobs at 10 stations to overflow', () => {
    const stations = Array.from({ length: 10 }, (__, i) =>
      station([0.1 + i / 50, 0.2 + ((i * 7) % 10) / 30, 0.15 + ((i * 3) % 10) / 40, 0.1]),
    );
    const { throughput } = solve({ populations: [20, 20, 20, 20], stations });
    // The reference is the other algorithm's.
    const reference = [1.0284271123460276, 0.6264829678633558, 0.8264751913574254, 2.247191011235955];
    throughput.forEach((X, r) => {
      near(X, reference[r]!, 1e-12);
    });
  });
});

describe('algorithms for closed networks against each other', () => {
  const model = fc.integer({ min: 1, max: 3 }).chain((R) =>
    fc.record({
      populations: fc
        .array(fc.integer({ min: 0, max: 5 }), { minLength: R, maxLength: R })
        .filter((N) => N.some((n) => n > 0)),
      stations: fc.array(
        fc.record({
          visits: fc.array(fc.constantFrom(0.5, 1, 2), { minLength: R, maxLength: R }),
          times: fc.array(fc.double({ min: 0.01, max: 5, noNaN: true }), { minLength: R, maxLength: R }),
          servers: fc.constantFrom(1, 1, 1, 2, 3, DELAY),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  );

  it('convolution gives what mean value analysis gives, and distributions with its means', () => {
    fc.assert(
      fc.property(model, (drawn) => {
        const [a, b] = [exactMva(drawn), convolution(drawn)!];
        drawn.populations.forEach((_, r) => {
          near(a.throughput[r]!, b.throughput[r]!, 1e-8);
        });
        drawn.stations.forEach((_, i) => {
          const total = b.occupancy[i]!.reduce((sum, L) => sum + L, 0);
          expect(Math.abs(a.occupancy[i]!.reduce((sum, L) => sum + L, 0) - total)).toBeLessThan(1e-7);
          const distribution = b.distribution!(i);
          expect(Math.abs(distribution.reduce((sum, p) => sum + p, 0) - 1)).toBeLessThan(1e-10);
          expect(Math.abs(distribution.reduce((sum, p, n) => sum + n * p, 0) - total)).toBeLessThan(
            1e-9 * (1 + total),
          );
        });
      }),
      { numRuns: 200 },
    );
  });

  it('has the throughputs of the Markov chain written out state by state', () => {
    const drawn: ClosedModel = {
      populations: [2, 3],
      stations: [station([0.7, 0.7]), station([1.1, 0.4]), station([2, 1], DELAY), station([0.9, 1.3], 2)],
    };
    const chain = closedChain(drawn);
    for (const [, solve] of EXACT) compare(solve(drawn), chain, 1e-10);
  });

  it('estimates: linearizer within 1 %, schweitzer within 15 %, for one server each', () => {
    const single = model.map(({ populations, stations }) => ({
      populations: populations.map((N) => N + 2),
      stations: stations.map((drawn) => ({ ...drawn, servers: drawn.servers > 3 ? DELAY : 1 })),
    }));
    let [worstL, worstS] = [0, 0];
    fc.assert(
      fc.property(single, (drawn) => {
        const exact = exactMva(drawn).throughput;
        const [L, S] = [linearizer(drawn).throughput, schweitzer(drawn).throughput];
        exact.forEach((X, r) => {
          worstL = Math.max(worstL, Math.abs(L[r]! / X - 1));
          worstS = Math.max(worstS, Math.abs(S[r]! / X - 1));
        });
      }),
      { numRuns: 150, seed: 5 },
    );
    expect(worstL).toBeLessThan(0.01);
    expect(worstS).toBeLessThan(0.15);
    expect(worstL).toBeLessThan(worstS);
  });

  it('estimates at the bounds of 10,000 jobs: the bottleneck is always busy', () => {
    const large = {
      populations: [6000, 4000],
      stations: [station([1, 1]), station([0.5, 0.4]), station([20, 30], DELAY)],
    };
    for (const solve of [linearizer, schweitzer]) {
      const { throughput, occupancy } = solve(large);
      near(throughput[0]! + throughput[1]!, 1, 1e-3);
      near(
        occupancy.reduce((sum, row) => sum + row[0]! + row[1]!, 0),
        10_000,
      );
    }
  });

  it('waits for the rest of a regular service only half as long', () => {
    const ring = (scv: number): ClosedModel => ({
      populations: [8],
      stations: [{ ...station([1]), scv: [scv] }, station([3], DELAY)],
    });
    const [regular, exponential, varied] = [0, 1, 4].map((scv) => linearizer(ring(scv)).throughput[0]!);
    near(
      exponential!,
      linearizer({ ...ring(1), stations: [station([1]), station([3], DELAY)] }).throughput[0]!,
    );
    expect(regular).toBeGreaterThan(exponential!);
    expect(varied).toBeLessThan(exponential!);
    expect(regular).toBeLessThanOrEqual(1);
  });
});

function compare(
  a: ClosedSolution,
  b: Pick<ClosedSolution, 'throughput' | 'occupancy'>,
  tolerance: number,
): void {
  b.throughput.forEach((X, r) => {
    near(a.throughput[r]!, X, tolerance);
  });
  b.occupancy.forEach((row, i) => {
    row.forEach((L, r) => {
      near(a.occupancy[i]![r]!, L, tolerance);
    });
  });
}

it('takes demands as visits times mean services', () => {
  expect(demand({ visits: [2], times: [0.25], servers: 1 }, 0)).toBe(0.5);
});

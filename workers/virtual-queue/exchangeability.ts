/**
 * Whether a measured occupancy looks like one more replication of the model: a Monte-Carlo test. Occupancies are so strongly
 * autocorrelated that the usual tests for two samples reject right models in 30 to 100 % of the cases; runs as a whole are
 * independent, whatever goes on within them.
 * **Test**: of R replications and the measured run, each run's distance to the mean of all others is taken. If the model is right
 * the R + 1 runs are exchangeable, and p = (number of runs at least as far out as the measured one) / (R + 1) is at most alpha with
 * probability at most alpha (Barnard 1963; Besag & Diggle, Appl. Statist. 26 (1977) 327). The measured run is among the
 * others of each replication, which is what makes that exact.
 * **Parts**: a run's distance of all parts together is its largest one in units of that part's mean over the runs.
 */
import { log2 } from '../../core/numeric/elementary.ts';
import type { PartDistances, PartTest, QueuePart } from './contract.ts';
import { meanOfShares } from './level-record.ts';

/** What share of the replications is `chance` above. */
const CHANCE = 0.95;
/** Least scale of the mean level: distances are in units of at least this. */
const LEAST_SCALE = 0.002;
const DISTANCES = ['wasserstein', 'kolmogorovSmirnov', 'jensenShannon'] as const;

export interface ComparedPart {
  readonly part: QueuePart;
  /** Shares of time by level. */
  readonly measured: Float64Array;
  readonly replicated: readonly Float64Array[];
}

/** `parts` is not empty, and all have the same number R >= 1 of replications. */
export function testExchangeability(parts: readonly ComparedPart[]): {
  readonly p: number;
  readonly tests: readonly PartTest[];
} {
  const all = parts.map(distancesToOthers);
  const runs = all[0]!.wasserstein.length;
  const together = new Float64Array(runs);
  for (const [index, { wasserstein }] of all.entries()) {
    // Where no replication differs from the others, as of a tail whose insertions are given, rounding is all that is left.
    const least = LEAST_SCALE * Math.max(1, meanOfShares(parts[index]!.measured));
    const scale = Math.max(least, sumOf(wasserstein) / runs);
    wasserstein.forEach((distance, run) => {
      together[run] = Math.max(together[run]!, distance / scale);
    });
  }
  return { p: shareAsFar(together), tests: parts.map((part, index) => testOf(part, all[index]!)) };
}

/** By run, the measured one last. */
type RunDistances = Readonly<Record<(typeof DISTANCES)[number], Float64Array>>;

function distancesToOthers({ measured, replicated }: ComparedPart): RunDistances {
  const runs = [...replicated, measured];
  const sum = new Float64Array(Math.max(...runs.map(({ length }) => length)));
  for (const shares of runs) for (let n = 0; n < shares.length; n += 1) sum[n]! += shares[n]!;
  const others = new Float64Array(sum.length);
  const found = runs.map((shares) => {
    for (let n = 0; n < sum.length; n += 1) others[n] = (sum[n]! - (shares[n] ?? 0)) / (runs.length - 1);
    return shareDistances(shares, others);
  });
  const column = (name: keyof PartDistances) => Float64Array.from(found, (distances) => distances[name]);
  return {
    wasserstein: column('wasserstein'),
    kolmogorovSmirnov: column('kolmogorovSmirnov'),
    jensenShannon: column('jensenShannon'),
  };
}

/**
 * Distances of two distributions over levels: sum and maximum of |F - G|, and the Jensen-Shannon divergence in
 * bits.
 */
export function shareDistances(p: Float64Array, q: Float64Array): PartDistances {
  let difference = 0;
  let wasserstein = 0;
  let kolmogorovSmirnov = 0;
  let jensenShannon = 0;
  const levels = Math.max(p.length, q.length);
  for (let n = 0; n < levels; n += 1) {
    const a = p[n] ?? 0;
    const b = q[n] ?? 0;
    difference += a - b;
    const gap = Math.abs(difference);
    wasserstein += gap;
    if (gap > kolmogorovSmirnov) kolmogorovSmirnov = gap;
    if (a > 0) jensenShannon += (a / 2) * log2((2 * a) / (a + b));
    if (b > 0) jensenShannon += (b / 2) * log2((2 * b) / (a + b));
  }
  return { wasserstein, kolmogorovSmirnov, jensenShannon: Math.max(0, jensenShannon) };
}

function testOf({ part, measured, replicated }: ComparedPart, distances: RunDistances): PartTest {
  const predicted = meanShares(replicated);
  const found = shareDistances(measured, predicted);
  const each = (number: (column: Float64Array) => number): PartDistances => ({
    wasserstein: number(distances.wasserstein),
    kolmogorovSmirnov: number(distances.kolmogorovSmirnov),
    jensenShannon: number(distances.jensenShannon),
  });
  return {
    part,
    distances: found,
    chance: each((column) => quantile(column.subarray(0, -1), CHANCE)),
    p: each(shareAsFar),
    relative: found.wasserstein / Math.max(1, meanOfShares(predicted)),
  };
}

/** Share of the runs, the last one included, that are at least as far out as the last one. */
function shareAsFar(distances: Float64Array): number {
  const last = distances.at(-1)!;
  return distances.filter((distance) => distance >= last).length / distances.length;
}

export function meanShares(runs: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(Math.max(...runs.map(({ length }) => length)));
  for (const shares of runs) for (let n = 0; n < shares.length; n += 1) mean[n]! += shares[n]! / runs.length;
  return mean;
}

/** The smallest value that at least the share p of the values does not exceed. */
export function quantile(values: Float64Array, p: number): number {
  return quantileOfSorted(values.toSorted(), p);
}

/** `quantile` of values that are in ascending order. */
export const quantileOfSorted = (sorted: Float64Array, p: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))]!;

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

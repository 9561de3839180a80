import { err, ok } from '../base/result.ts';
import { log } from '../numeric/elementary.ts';
import { poissonWeights } from '../numeric/poisson-weights.ts';
import { dot, type Matrix, solveSmall } from '../numeric/small-linear.ts';
import { cumulativeShares, drawExponential, indexAt, type RandomStream, type Sampler } from './draws.ts';
import {
  type DistributionKnowledge,
  remembered,
  type ServiceTimes,
  scaledBy,
  tidy,
  total,
} from './knowledge.ts';
import {
  allEqual,
  exitRates,
  isSquare,
  isUsable,
  movesBeside,
  movesRelation,
  NEVER,
  negated,
  normalized,
  ones,
  phaseExit,
  slack,
} from './phases.ts';
import { differs, isZero, movesFault, short, squareFault } from './table-faults.ts';
import { andThen, formatHalves, halvesOf } from './table-text.ts';

/** Absorption time of a Markov chain that starts in `alpha` and moves by the sub-generator `T` (1/s). */
export interface PhaseTypeDistribution {
  readonly distribution: 'phaseType';
  readonly alpha: readonly number[];
  readonly T: Matrix;
}

/** E X = alpha (-T)^-1 1, E X^2 = 2 alpha (-T)^-2 1. Infinite mean when some phase is never left. */
const moments = remembered(({ alpha, T }: PhaseTypeDistribution) => {
  const first = solveSmall(negated(T), ones(alpha.length));
  const second = first && solveSmall(negated(T), first);
  if (!first || !second) return NEVER;
  const mean = dot(alpha, first);
  return { mean, scv: (2 * dot(alpha, second)) / mean ** 2 - 1 };
});

export const PHASE_TYPE: DistributionKnowledge<PhaseTypeDistribution> = {
  label: 'Phase type',
  hint: 'time until a small Markov chain ends',
  name: 'phase type',
  parameters: [],
  lists: { alpha: 'shares', T: 'matrix' },
  relations: [
    {
      expected: 'as many rows and columns as alpha',
      at: 'T',
      holds: ({ alpha, T }) => isSquare(T, alpha.length),
    },
    movesRelation('T'),
    {
      expected: 'rows with sums <= 0',
      at: 'T',
      holds: ({ T }) => T.every((row) => total(row) <= slack(row)),
    },
    {
      expected: 'an end that every phase leads to',
      at: 'T',
      holds: (distribution) => isUsable(moments(distribution).mean),
    },
  ],
  table: {
    label: 'Start | rates (1/s)',
    help: 'One line per phase: the chance to start in it, a |, then its row of rates in 1/s, minus the rate of leaving on the diagonal.',
    lines: ({ alpha }) => alpha.length,
    format: ({ alpha, T }) =>
      formatHalves(
        alpha.map((start) => [start]),
        T,
      ),
    parse: (text) =>
      andThen(halvesOf(text, 'the chance to start here'), ({ left, right: T }) => {
        if (left.some((row) => row.length !== 1)) return err('Expected one number before each |.');
        const alpha = left.map((row) => row[0]!);
        if (alpha.some((start) => start < 0) || differs(total(alpha), 1))
          return err(`Expected chances to start of at least 0 that sum to 1, got ${short(total(alpha))}.`);
        const fault = squareFault(T, 'after each |') ?? movesFault(T);
        if (fault) return err(fault);
        if (T.every((row) => isZero(total(row), row)))
          return err('Expected a phase whose row sums below 0: it is the way out.');
        return ok({ distribution: 'phaseType', alpha, T });
      }),
  },
  /** Erlang-2 as a chain. */
  start: ({ mean }) => {
    const rate = tidy(2 / mean);
    return {
      distribution: 'phaseType',
      alpha: [1, 0],
      T: [
        [-rate, rate],
        [0, -rate],
      ],
    };
  },
  moments,
  isPoisson: ({ T }) => allEqual(exitRates(T)),
  mayBeZero: ({ alpha }) => total(alpha) < 1,
  faster: (distribution, factor) => ({
    ...distribution,
    T: distribution.T.map((row) => scaledBy(row, factor)),
  }),
};

export const PHASE_TYPE_TIMES: ServiceTimes<PhaseTypeDistribution> = {
  sampler,
  functions: (distribution) => {
    const ticks = new Ticks(distribution);
    return {
      cdf: (x) => (x <= 0 ? 0 : 1 - ticks.tail(x)),
      tail: (x) => (x <= 0 ? 1 : ticks.tail(x)),
      logDensity: (x) => (x < 0 ? Number.NEGATIVE_INFINITY : log(ticks.density(x))),
    };
  },
  phases: ({ alpha, T }) => {
    const largest = Math.max(...T.map((row, i) => Math.abs(row[i]!)));
    return {
      start: normalized(alpha),
      moves: T.map(movesBeside),
      // What rounding leaves of a row that should sum to 0 is no end of service.
      ends: T.map((row) => -total(row)).map((rate) => (rate > 1e-13 * largest ? rate : 0)),
    };
  },
};

/** A missing mass of alpha is an atom at 0. */
function sampler({ alpha, T }: PhaseTypeDistribution, stream: RandomStream): Sampler {
  // Case number `phases` means absorbed, here and below.
  const start = cumulativeShares([...alpha, Math.max(0, 1 - total(alpha))]);
  const exits = T.map((row, phase) =>
    phaseExit([...row.map((x, other) => (other === phase ? 0 : x)), Math.max(0, -total(row))]),
  );
  return {
    next: () => {
      let time = 0;
      let phase = indexAt(start, stream.uniform());
      while (phase < exits.length) {
        const exit = exits[phase]!;
        time += drawExponential(stream) / exit.rate;
        phase = indexAt(exit.cumulative, stream.uniform());
      }
      return time;
    },
  };
}

const ERROR = 1e-13;
const MOST_TICKS = 1e6;

/**
 * Tail and density at x >= 0 s: with the clock q = max -T[i][i] and P = I + T / q, P[X > x] = sum over k of
 * e^(-qx) (qx)^k / k! alpha P^k 1, and the density has alpha P^k t, t = -T 1, in the place of alpha P^k 1. Nothing is
 * subtracted. Error below 1e-13; cost sqrt(q x) per point after q x products of a row and the matrix, once; for q x beyond
 * a million 0 is returned.
 * Source: A. Jensen, Markoff chains as an aid in the study of Markoff processes, Skand. Aktuarietidskr. 36 (1953).
 */
class Ticks {
  private readonly clock: number;
  private readonly exits: readonly number[];
  private row: readonly number[];
  private readonly alive: number[] = [];
  private readonly leaving: number[] = [];

  constructor(private readonly distribution: PhaseTypeDistribution) {
    this.clock = Math.max(...distribution.T.map((row, i) => -row[i]!));
    this.exits = exitRates(distribution.T);
    this.row = distribution.alpha;
  }

  tail = (x: number): number => Math.min(1, this.weighted(x, this.alive));
  density = (x: number): number => this.weighted(x, this.leaving);

  private weighted(x: number, values: readonly number[]): number {
    if (this.clock * x > MOST_TICKS) return 0;
    const { left, weights } = poissonWeights(this.clock * x, ERROR);
    this.walkTo(left + weights.length);
    return weights.reduce((sum, weight, i) => sum + weight * values[left + i]!, 0);
  }

  private walkTo(count: number): void {
    const { T } = this.distribution;
    while (this.alive.length < count) {
      const { row, clock } = this;
      this.alive.push(row.reduce((sum, p) => sum + p, 0));
      this.leaving.push(row.reduce((sum, p, i) => sum + p * this.exits[i]!, 0));
      this.row = row.map((p, j) =>
        Math.max(0, p + row.reduce((sum, q, i) => sum + q * T[i]![j]!, 0) / clock),
      );
    }
  }
}

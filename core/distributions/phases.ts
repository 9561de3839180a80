/**
 * Distributions as phases that a Markov chain can follow, and the moments of what moves through them. Rates are 1/s, times s.
 * Source: M. Neuts, Matrix-Geometric Solutions in Stochastic Models (1981), chapter 2; D. Lucantoni, Stochastic Models 7
 * (1991); G. Latouche and V. Ramaswami, Introduction to Matrix Analytic Methods (1999), chapters 2 and 3.
 */
import { type Matrix, solveSmall, timesVector, transpose } from '../numeric/small-linear.ts';
import { cumulativeShares, drawExponential, indexAt, type RandomStream, type Sampler } from './draws.ts';
import {
  type ArrivalPhases,
  type Moments,
  type PhaseMove,
  type Relation,
  type ServicePhases,
  total,
} from './knowledge.ts';

/** A Markovian arrival process: phases move by D0 without and by D1 with an arrival (1/s). */
export interface MarkovianArrivals {
  readonly D0: Matrix;
  readonly D1: Matrix;
}

export const branchPhases = (probabilities: readonly number[], rates: readonly number[]): ServicePhases => ({
  start: normalized(probabilities),
  moves: rates.map(() => []),
  ends: rates,
});

/** Each end of a time is an arrival, and the next time starts at once. */
export const renewals = ({ start, moves, ends }: ServicePhases): ArrivalPhases => ({
  first: start.findIndex((p) => p > 0),
  moves: moves.map((inner, phase) => [
    ...inner.map((move) => ({ ...move, arrives: false })),
    ...start.flatMap((p, to) =>
      p * ends[phase]! > 0 ? [{ rate: p * ends[phase]!, to, arrives: true }] : [],
    ),
  ]),
});

export function markovianPhases(arrivals: MarkovianArrivals): ArrivalPhases {
  const shares = stationaryPhases(arrivals);
  return {
    first: Math.max(0, shares?.findIndex((share) => share > 1e-12) ?? 0),
    moves: arrivals.D0.map((row, from) => [
      ...movesBeside(row, from).map((move) => ({ ...move, arrives: false })),
      ...arrivals.D1[from]!.flatMap((rate, to) => (rate > 0 ? [{ rate, to, arrives: true }] : [])),
    ]),
  };
}

/** Moves from a phase to the others. */
export const movesBeside = (row: readonly number[], from: number): PhaseMove[] =>
  row.flatMap((rate, to) => (to !== from && rate > 0 ? [{ rate, to }] : []));

export const normalized = (weights: readonly number[]): readonly number[] => {
  const sum = total(weights);
  return weights.map((p) => p / sum);
};

/** No end is ever reached. */
export const NEVER: Moments = { mean: Number.POSITIVE_INFINITY, scv: Number.NaN };

/** pi (D0 + D1) = 0 with sum 1; undefined when the phases fall apart into sets that do not reach each other. */
export function stationaryPhases({ D0, D1 }: MarkovianArrivals): readonly number[] | undefined {
  const equations = transpose(D0.map((row, i) => row.map((x, j) => x + D1[i]![j]!)));
  equations[equations.length - 1] = ones(D0.length);
  return solveSmall(equations, [...ones(D0.length - 1).map(() => 0), 1]);
}

/** Arrivals per second while in each phase. */
export const arrivalRates = ({ D1 }: MarkovianArrivals): readonly number[] =>
  timesVector(D1, ones(D1.length));

/** Absorptions per second from each phase of the sub-generator. */
export const exitRates = (T: Matrix): readonly number[] => timesVector(negated(T), ones(T.length));

/** After every arrival the phases are the same mixture: the rows of D1 that are not 0 are multiples of each other. */
export function isRenewal(arrivals: MarkovianArrivals): boolean {
  const rates = arrivalRates(arrivals);
  const after = arrivals.D1.map((row, i) => row.map((x) => x / rates[i]!)).filter((_, i) => rates[i]! > 0);
  return after.every((row) => row.every((x, j) => Math.abs(x - after[0]![j]!) <= 1e-12));
}

export function allEqual(values: readonly number[]): boolean {
  const largest = Math.max(...values.map(Math.abs));
  return values.every((x) => Math.abs(x - values[0]!) <= 1e-12 * largest);
}

/** Times between the arrivals of a process that starts in its stationary phase. */
export function markovianSampler(arrivals: MarkovianArrivals, stream: RandomStream): Sampler {
  const { D0, D1 } = arrivals;
  const phases = D0.length;
  // Cases 0 .. m-1: move without an arrival; m .. 2m-1: move with one.
  const exits = D0.map((row, phase) =>
    phaseExit([...row.map((x, other) => (other === phase ? 0 : x)), ...D1[phase]!]),
  );
  // Without a stationary phase (a set of phases that is never reached again) it starts in the first.
  const start = stationaryPhases(arrivals)?.map((share) => Math.max(0, share)) ?? [1];
  let phase = indexAt(cumulativeShares(start), stream.uniform());
  return {
    next: () => {
      let time = 0;
      for (;;) {
        const exit = exits[phase]!;
        time += drawExponential(stream) / exit.rate;
        const move = indexAt(exit.cumulative, stream.uniform());
        phase = move % phases;
        if (move >= phases) return time;
      }
    },
  };
}

/** One phase ends at `rate`, then comes case k by its share; the cases are numbered by the caller. */
export interface PhaseExit {
  readonly rate: number;
  readonly cumulative: Float64Array;
}

export function phaseExit(weights: readonly number[]): PhaseExit {
  const rate = total(weights);
  return { rate, cumulative: rate > 0 ? cumulativeShares(weights) : new Float64Array(0) };
}

/** As many rows and columns. */
export const isSquare = (rows: Matrix, size: number): boolean =>
  rows.length === size && rows.every((row) => row.length === size);

/** No rate off the diagonal is below 0. */
export const movesRelation = <Key extends string>(key: Key): Relation<{ readonly [K in Key]: Matrix }> => ({
  expected: 'values >= 0 outside the diagonal',
  at: key,
  holds: (distribution) => distribution[key].every((row, i) => row.every((x, j) => i === j || x >= 0)),
});

/** Rates typed with ten digits cancel only this exactly. */
export const slack = (row: readonly number[]): number =>
  1e-9 * row.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);

/** Can a rate be told from this mean? */
export const isUsable = (mean: number): boolean =>
  mean > 0 && Number.isFinite(mean) && Number.isFinite(1 / mean);

export const negated = (matrix: Matrix): Matrix => matrix.map((row) => row.map((x) => -x));
export const ones = (n: number): number[] => new Array<number>(n).fill(1);

import { err, ok } from '../base/result.ts';
import { dot, type Matrix, solveSmall } from '../numeric/small-linear.ts';
import {
  type DistributionKnowledge,
  type DistributionTimes,
  remembered,
  scaledBy,
  tidy,
  total,
} from './knowledge.ts';
import {
  allEqual,
  arrivalRates,
  isRenewal,
  isSquare,
  isUsable,
  markovianPhases,
  markovianSampler,
  movesRelation,
  NEVER,
  negated,
  ones,
  slack,
  stationaryPhases,
} from './phases.ts';
import { isZero, movesFault, short, squareFault } from './table-faults.ts';
import { andThen, formatHalves, halvesOf } from './table-text.ts';

/** Markovian arrival process: phases move by D0 without and by D1 with an arrival (1/s). Arrivals only. */
export interface MapDistribution {
  readonly distribution: 'map';
  readonly D0: Matrix;
  readonly D1: Matrix;
}

/** Stationary time between arrivals: E X = 1 / (pi D1 1), E X^2 = 2 pi (-D0)^-1 1 / (pi D1 1), pi the phases at any time. */
const moments = remembered((distribution: MapDistribution) => {
  const phases = stationaryPhases(distribution);
  const toArrival = solveSmall(negated(distribution.D0), ones(distribution.D0.length));
  if (!phases || !toArrival) return NEVER;
  const rate = dot(phases, arrivalRates(distribution));
  return { mean: 1 / rate, scv: 2 * rate * dot(phases, toArrival) - 1 };
});

const isPoisson = (distribution: MapDistribution): boolean => allEqual(arrivalRates(distribution));

export const MAP: DistributionKnowledge<MapDistribution> = {
  label: 'Markovian arrivals',
  hint: 'correlated arrivals, by two matrices',
  name: 'MAP',
  arrivalsOnly: true,
  parameters: [],
  lists: { D0: 'matrix', D1: 'matrix' },
  relations: [
    { expected: 'as many columns as rows', at: 'D0', holds: ({ D0 }) => isSquare(D0, D0.length) },
    {
      expected: 'as many rows and columns as D0',
      at: 'D1',
      holds: ({ D0, D1 }) => isSquare(D1, D0.length),
    },
    movesRelation('D0'),
    { expected: 'values >= 0', at: 'D1', holds: ({ D1 }) => D1.every((row) => row.every((x) => x >= 0)) },
    {
      expected: 'rows that sum to 0 together with the rows of D0',
      at: 'D1',
      holds: ({ D0, D1 }) => D0.every((row, i) => Math.abs(total(row) + total(D1[i]!)) <= slack(row)),
    },
    {
      expected: 'arrivals that go on for ever from every phase',
      at: 'D1',
      holds: (distribution) => isUsable(moments(distribution).mean),
    },
  ],
  table: {
    label: 'D0 | D1 (1/s)',
    help: 'One line per phase: rates of moves without an arrival, a |, rates of moves with one; each line sums to 0.',
    lines: ({ D0 }) => D0.length,
    format: ({ D0, D1 }) => formatHalves(D0, D1),
    parse: (text) =>
      andThen(halvesOf(text, 'the moves without an arrival'), ({ left: D0, right: D1 }) => {
        const fault = squareFault(D0, 'before each |') ?? squareFault(D1, 'after each |') ?? movesFault(D0);
        if (fault) return err(fault);
        if (D1.flat().some((rate) => rate < 0)) return err('Expected rates of at least 0 after each |.');
        if (D1.flat().every((rate) => rate === 0))
          return err('Expected a rate above 0 after a |: nothing arrives.');
        const sums = D0.map((row, i) => total(row) + total(D1[i]!));
        const open = D0.findIndex((row, i) => !isZero(sums[i]!, row));
        if (open >= 0) return err(`Expected line ${open + 1} to sum to 0, got ${short(sums[open]!)}.`);
        return ok({ distribution: 'map', D0, D1 });
      }),
  },
  /** Half of the time three times as fast as the other half, ten mean arrivals between changes. */
  start: ({ mean }) => {
    const [fast, slow, change] = [tidy(1.5 / mean), tidy(0.5 / mean), tidy(0.1 / mean)];
    return {
      distribution: 'map',
      D0: [
        [-tidy(fast + change), change],
        [change, -tidy(slow + change)],
      ],
      D1: [
        [fast, 0],
        [0, slow],
      ],
    };
  },
  moments,
  isPoisson,
  /** Not where it is a renewal process: then every arrival leaves the same phases behind. */
  isCorrelated: (distribution) => !isPoisson(distribution) && !isRenewal(distribution),
  faster: ({ D0, D1 }, factor) => ({
    distribution: 'map',
    D0: D0.map((row) => scaledBy(row, factor)),
    D1: D1.map((row) => scaledBy(row, factor)),
  }),
};

export const MAP_TIMES: DistributionTimes<MapDistribution> = {
  sampler: markovianSampler,
  arrivalPhases: markovianPhases,
};

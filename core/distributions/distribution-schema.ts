/** Reads distributions of times from JSON; what each parameter means is told in `distribution.ts`. */
import * as z from 'zod/mini';
import { LIMITS } from '../base/limits.ts';
import {
  fields,
  finite,
  integerAtLeast,
  listed,
  nonNegative,
  nonNegativeNumbers,
  numbersWhere,
  positive,
  probabilities,
  relation,
  sumsToOne,
} from '../base/schema-fields.ts';
import type { Location, MapDistribution, PhaseTypeDistribution } from './distribution.ts';
import { distributionMean, locationRate } from './distribution-moments.ts';

const factors = fields({
  elementsPerClock: positive,
  clock: positive,
  divisor: z.optional(positive),
  multiplier: z.optional(positive),
});

const location = { rate: z.optional(positive), mean: z.optional(positive), factors: z.optional(factors) };

const given = (place: Location) =>
  [place.rate, place.mean, place.factors].filter((value) => value !== undefined);
const isUsable = (value: number) => value > 0 && Number.isFinite(value) && Number.isFinite(1 / value);

const oneLocation = relation<Location>(
  'exactly one of rate, mean and factors',
  [],
  (distribution) => given(distribution).length === 1,
);
const usableRate = relation<Location>('a rate and a mean that are finite and above 0', [], (distribution) =>
  isUsable(locationRate(distribution)),
);

const scvAtLeast = (least: number) =>
  z
    .number({ error: `a number >= ${least}` })
    .check(z.gte(least, { error: `a number >= ${least}`, abort: true }));

const exponential = fields({ distribution: z.literal('exponential'), ...location }).check(
  oneLocation,
  usableRate,
);
const deterministic = fields({ distribution: z.literal('deterministic'), ...location }).check(
  oneLocation,
  usableRate,
);
const erlang = fields({
  distribution: z.literal('erlang'),
  shape: integerAtLeast(1, 1_000_000),
  ...location,
}).check(oneLocation, usableRate);
const gamma = fields({ distribution: z.literal('gamma'), scv: positive, ...location }).check(
  oneLocation,
  usableRate,
);
const lognormal = fields({ distribution: z.literal('lognormal'), scv: positive, ...location }).check(
  oneLocation,
  usableRate,
);
const weibull = fields({ distribution: z.literal('weibull'), shape: positive, ...location }).check(
  oneLocation,
  usableRate,
);
const hyperexponential = fields({
  distribution: z.literal('hyperexponential'),
  scv: scvAtLeast(1),
  ...location,
}).check(oneLocation, usableRate);
const hyperexponentialBranches = fields({
  distribution: z.literal('hyperexponential'),
  probabilities,
  rates: numbersWhere('a number > 0', (rate) => rate > 0),
}).check(
  relation(`at most ${LIMITS.phases} branches`, ['rates'], ({ rates }) => rates.length <= LIMITS.phases),
  relation(
    'as many values as probabilities',
    ['rates'],
    (distribution) => distribution.rates.length === distribution.probabilities.length,
  ),
  relation('probabilities that sum to 1', ['probabilities'], (distribution) =>
    sumsToOne(distribution.probabilities),
  ),
);

const uniform = fields({ distribution: z.literal('uniform'), min: nonNegative, max: positive }).check(
  relation('a number above min', ['max'], ({ min, max }) => max > min),
);
const pareto = fields({ distribution: z.literal('pareto'), scale: positive, shape: positive });

const empirical = fields({
  distribution: z.literal('empirical'),
  edges: nonNegativeNumbers,
  weights: nonNegativeNumbers,
}).check(
  relation('increasing values', ['edges'], ({ edges }) =>
    edges.every((edge, i) => i === 0 || edge > edges[i - 1]!),
  ),
  relation(
    'one value less than edges',
    ['weights'],
    (distribution) => distribution.weights.length === distribution.edges.length - 1,
  ),
  relation('weights that are not all 0', ['weights'], ({ weights }) => weights.some((weight) => weight > 0)),
);
const trace = fields({ distribution: z.literal('trace'), values: nonNegativeNumbers }).check(
  relation('values that are not all 0', ['values'], ({ values }) => values.some((value) => value > 0)),
);

const matrix = phases(phases(finite, 'values'), 'rows');

function phases<Item extends z.ZodMiniType>(item: Item, name: string) {
  const expected = `a list of 1 to ${LIMITS.phases} ${name}`;
  const params = { error: expected, abort: true };
  return z.array(item, expected).check(z.minLength(1, params), z.maxLength(LIMITS.phases, params));
}

type Rows = readonly (readonly number[])[];
const isSquare = (rows: Rows, size: number) =>
  rows.length === size && rows.every((row) => row.length === size);
const offDiagonal = (rows: Rows) => rows.flatMap((row, i) => row.filter((_, j) => i !== j));
const sum = (row: readonly number[]) => row.reduce((total, x) => total + x, 0);
/** Rates typed with ten digits cancel only this exactly. */
const slack = (row: readonly number[]) =>
  1e-9 * row.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);

const phaseType = fields({ distribution: z.literal('phaseType'), alpha: probabilities, T: matrix }).check(
  relation<PhaseTypeDistribution>('as many rows and columns as alpha', ['T'], ({ alpha, T }) =>
    isSquare(T, alpha.length),
  ),
  relation<PhaseTypeDistribution>('probabilities that sum to 1', ['alpha'], ({ alpha }) => sumsToOne(alpha)),
  relation<PhaseTypeDistribution>('values >= 0 outside the diagonal', ['T'], ({ T }) =>
    offDiagonal(T).every((x) => x >= 0),
  ),
  relation<PhaseTypeDistribution>('rows with sums <= 0', ['T'], ({ T }) =>
    T.every((row) => sum(row) <= slack(row)),
  ),
  relation<PhaseTypeDistribution>('an end that every phase leads to', ['T'], (distribution) =>
    isUsable(distributionMean(distribution)),
  ),
);

const map = fields({ distribution: z.literal('map'), D0: matrix, D1: matrix }).check(
  relation<MapDistribution>('as many columns as rows', ['D0'], ({ D0 }) => isSquare(D0, D0.length)),
  relation<MapDistribution>('as many rows and columns as D0', ['D1'], ({ D0, D1 }) =>
    isSquare(D1, D0.length),
  ),
  relation<MapDistribution>('values >= 0 outside the diagonal', ['D0'], ({ D0 }) =>
    offDiagonal(D0).every((x) => x >= 0),
  ),
  relation<MapDistribution>('values >= 0', ['D1'], ({ D1 }) => D1.every((row) => row.every((x) => x >= 0))),
  relation<MapDistribution>('rows that sum to 0 together with the rows of D0', ['D1'], ({ D0, D1 }) =>
    D0.every((row, i) => Math.abs(sum(row) + sum(D1[i]!)) <= slack(row)),
  ),
  relation<MapDistribution>('arrivals that go on for ever from every phase', ['D1'], (distribution) =>
    isUsable(distributionMean(distribution)),
  ),
);

const onOff = fields({
  distribution: z.literal('onOff'),
  peakRate: positive,
  idleRate: z.optional(nonNegative),
  meanOnTime: positive,
  meanOffTime: positive,
});

const independent = [
  exponential,
  deterministic,
  erlang,
  gamma,
  uniform,
  lognormal,
  weibull,
  pareto,
  phaseType,
  empirical,
  trace,
] as const;

/** The distributions of service times by name. */
export const SERVICE_LAWS = [
  ...independent.map((schema) => schema.shape.distribution.def.values[0]!),
  'hyperexponential',
];
const ARRIVAL_LAWS = [...SERVICE_LAWS, 'map', 'onOff'];

const either = { error: 'a hyperexponential distribution, with scv or with probabilities and rates' };
const hyperexponentials = [hyperexponential, hyperexponentialBranches] as const;

export const serviceDistributionSchema = z.union(
  [z.discriminatedUnion('distribution', independent, { error: listed(SERVICE_LAWS) }), ...hyperexponentials],
  either,
);

export const arrivalDistributionSchema = z.union(
  [
    z.discriminatedUnion('distribution', [...independent, map, onOff], { error: listed(ARRIVAL_LAWS) }),
    ...hyperexponentials,
  ],
  either,
);

/** Reads laws of times from JSON; what each parameter means is told in `law.ts`. */
import * as z from 'zod/mini';
import type { Location, MapLaw, PhaseTypeLaw } from './law.ts';
import { lawMean, locationRate } from './law-moments.ts';
import {
  fields,
  finite,
  integerAtLeast,
  LIMITS,
  listed,
  nonNegative,
  nonNegativeNumbers,
  numbersWhere,
  positive,
  probabilities,
  relation,
  sumsToOne,
} from '../base/schema-fields.ts';

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
  (law) => given(law).length === 1,
);
const usableRate = relation<Location>('a rate and a mean that are finite and above 0', [], (law) =>
  isUsable(locationRate(law)),
);

const scvAtLeast = (least: number) =>
  z
    .number({ error: `a number >= ${least}` })
    .check(z.gte(least, { error: `a number >= ${least}`, abort: true }));

const exponential = fields({ law: z.literal('exponential'), ...location }).check(oneLocation, usableRate);
const deterministic = fields({ law: z.literal('deterministic'), ...location }).check(oneLocation, usableRate);
const erlang = fields({ law: z.literal('erlang'), shape: integerAtLeast(1, 1_000_000), ...location }).check(
  oneLocation,
  usableRate,
);
const gamma = fields({ law: z.literal('gamma'), scv: positive, ...location }).check(oneLocation, usableRate);
const lognormal = fields({ law: z.literal('lognormal'), scv: positive, ...location }).check(
  oneLocation,
  usableRate,
);
const weibull = fields({ law: z.literal('weibull'), shape: positive, ...location }).check(
  oneLocation,
  usableRate,
);
const hyperexponential = fields({
  law: z.literal('hyperexponential'),
  scv: scvAtLeast(1),
  ...location,
}).check(oneLocation, usableRate);
const hyperexponentialBranches = fields({
  law: z.literal('hyperexponential'),
  probabilities,
  rates: numbersWhere('a number > 0', (rate) => rate > 0),
}).check(
  relation(`at most ${LIMITS.phases} branches`, ['rates'], ({ rates }) => rates.length <= LIMITS.phases),
  relation(
    'as many values as probabilities',
    ['rates'],
    (law) => law.rates.length === law.probabilities.length,
  ),
  relation('probabilities that sum to 1', ['probabilities'], (law) => sumsToOne(law.probabilities)),
);

const uniform = fields({ law: z.literal('uniform'), min: nonNegative, max: positive }).check(
  relation('a number above min', ['max'], ({ min, max }) => max > min),
);
const pareto = fields({ law: z.literal('pareto'), scale: positive, shape: positive });

const empirical = fields({
  law: z.literal('empirical'),
  edges: nonNegativeNumbers,
  weights: nonNegativeNumbers,
}).check(
  relation('increasing values', ['edges'], ({ edges }) =>
    edges.every((edge, i) => i === 0 || edge > edges[i - 1]!),
  ),
  relation('one value less than edges', ['weights'], (law) => law.weights.length === law.edges.length - 1),
  relation('weights that are not all 0', ['weights'], ({ weights }) => weights.some((weight) => weight > 0)),
);
const trace = fields({ law: z.literal('trace'), values: nonNegativeNumbers }).check(
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

const phaseType = fields({ law: z.literal('phaseType'), alpha: probabilities, T: matrix }).check(
  relation<PhaseTypeLaw>('as many rows and columns as alpha', ['T'], ({ alpha, T }) =>
    isSquare(T, alpha.length),
  ),
  relation<PhaseTypeLaw>('probabilities that sum to 1', ['alpha'], ({ alpha }) => sumsToOne(alpha)),
  relation<PhaseTypeLaw>('values >= 0 outside the diagonal', ['T'], ({ T }) =>
    offDiagonal(T).every((x) => x >= 0),
  ),
  relation<PhaseTypeLaw>('rows with sums <= 0', ['T'], ({ T }) => T.every((row) => sum(row) <= slack(row))),
  relation<PhaseTypeLaw>('an end that every phase leads to', ['T'], (law) => isUsable(lawMean(law))),
);

const map = fields({ law: z.literal('map'), D0: matrix, D1: matrix }).check(
  relation<MapLaw>('as many columns as rows', ['D0'], ({ D0 }) => isSquare(D0, D0.length)),
  relation<MapLaw>('as many rows and columns as D0', ['D1'], ({ D0, D1 }) => isSquare(D1, D0.length)),
  relation<MapLaw>('values >= 0 outside the diagonal', ['D0'], ({ D0 }) =>
    offDiagonal(D0).every((x) => x >= 0),
  ),
  relation<MapLaw>('values >= 0', ['D1'], ({ D1 }) => D1.every((row) => row.every((x) => x >= 0))),
  relation<MapLaw>('rows that sum to 0 together with the rows of D0', ['D1'], ({ D0, D1 }) =>
    D0.every((row, i) => Math.abs(sum(row) + sum(D1[i]!)) <= slack(row)),
  ),
  relation<MapLaw>('arrivals that go on for ever from every phase', ['D1'], (law) => isUsable(lawMean(law))),
);

const onOff = fields({
  law: z.literal('onOff'),
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

/** The laws of service times by name. */
export const SERVICE_LAWS = [
  ...independent.map((schema) => schema.shape.law.def.values[0]!),
  'hyperexponential',
];
const ARRIVAL_LAWS = [...SERVICE_LAWS, 'map', 'onOff'];

const either = { error: 'a hyperexponential law, with scv or with probabilities and rates' };
const hyperexponentials = [hyperexponential, hyperexponentialBranches] as const;

export const serviceLawSchema = z.union(
  [z.discriminatedUnion('law', independent, { error: listed(SERVICE_LAWS) }), ...hyperexponentials],
  either,
);

export const arrivalLawSchema = z.union(
  [
    z.discriminatedUnion('law', [...independent, map, onOff], { error: listed(ARRIVAL_LAWS) }),
    ...hyperexponentials,
  ],
  either,
);

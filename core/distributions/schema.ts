/** Reads distributions of times from JSON: the schema of each kind is made from its rows, lists and relations. */
import * as z from 'zod/mini';
import { domainText, type NumberDomain } from '../base/number-domain.ts';
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
import { type ArrivalDistribution, FORMS, type ServiceDistribution } from './index.ts';
import {
  type DistributionKnowledge,
  type ListKind,
  type Location,
  MOST_PHASES,
  type ParameterRow,
} from './knowledge.ts';
import { locationRate } from './location.ts';
import { isUsable } from './phases.ts';

/** A relation among fields. Each field was checked by its own schema before, so the value has the type of its rows. */
const among = <T>(expected: string, path: string[], holds: (value: T) => boolean) =>
  relation<unknown>(expected, path, (value) => holds(value as T));

type Lists = Readonly<Record<string, readonly number[]>>;
type Numbers = Readonly<Record<string, number>>;

const factors = fields({
  elementsPerClock: positive,
  clock: positive,
  divisor: z.optional(positive),
  multiplier: z.optional(positive),
});

const location = { rate: z.optional(positive), mean: z.optional(positive), factors: z.optional(factors) };

const given = (place: Location) =>
  [place.rate, place.mean, place.factors].filter((value) => value !== undefined);

const located = [
  among<Location>('exactly one of rate, mean and factors', [], (place) => given(place).length === 1),
  among<Location>('a rate and a mean that are finite and above 0', [], (place) =>
    isUsable(locationRate(place)),
  ),
];

/** A number of the domain; `most` counts for integers only. */
function numberOf(domain: NumberDomain) {
  if (domain.integer) return integerAtLeast(domain.least, domain.most);
  if (domain.least === 0) return domain.isOpen ? positive : nonNegative;
  const expected = domainText(domain);
  return z.number({ error: expected }).check(z.gte(domain.least, { error: expected, abort: true }));
}

function rowSchema({ domain, whenAbsent }: ParameterRow) {
  return whenAbsent === undefined ? numberOf(domain) : z.optional(numberOf(domain));
}

/** A number that is too small against another of the same distribution. */
const order = ({ key, above, atLeast }: ParameterRow) => [
  ...(above === undefined
    ? []
    : [among<Numbers>(`a number above ${above}`, [key], (values) => values[key]! > values[above]!)]),
  ...(atLeast === undefined
    ? []
    : [among<Numbers>(`a number >= ${atLeast}`, [key], (values) => values[key]! >= values[atLeast]!)]),
];

function perPhase<Item extends z.ZodMiniType>(item: Item, name: string) {
  const expected = `a list of 1 to ${MOST_PHASES} ${name}`;
  const params = { error: expected, abort: true };
  return z.array(item, expected).check(z.minLength(1, params), z.maxLength(MOST_PHASES, params));
}

const LISTS = {
  shares: probabilities,
  positive: numbersWhere('a number > 0', (value) => value > 0),
  nonNegative: nonNegativeNumbers,
  matrix: perPhase(perPhase(finite, 'values'), 'rows'),
} satisfies Record<ListKind, z.ZodMiniType>;

const listRelations = (lists: Readonly<Record<string, ListKind>>) =>
  Object.entries(lists).flatMap(([key, kind]) =>
    kind === 'shares'
      ? [among<Lists>('probabilities that sum to 1', [key], (values) => sumsToOne(values[key]!))]
      : [],
  );

function formSchema(kind: string, knowledge: DistributionKnowledge<ArrivalDistribution>) {
  const { parameters, lists = {}, relations = [], isLocated } = knowledge;
  const shape = {
    distribution: z.literal(kind),
    ...Object.fromEntries(parameters.map((row) => [row.key, rowSchema(row)])),
    ...Object.fromEntries(Object.entries(lists).map(([key, list]) => [key, LISTS[list]])),
    ...(isLocated && location),
  };
  return fields(shape).check(
    ...(isLocated ? located : []),
    ...parameters.flatMap(order),
    ...listRelations(lists),
    ...relations.map(({ expected, at, holds }) => among<ArrivalDistribution>(expected, [at], holds)),
  );
}

const forms = FORMS.map(({ kind, knowledge }) => ({
  kind,
  knowledge,
  schema: formSchema(kind, knowledge),
  /** The kind has other forms too, which its name alone does not tell apart. */
  isOneOfSeveral: FORMS.filter((other) => other.kind === kind).length > 1,
}));

/** A kind is found by its name, its forms by trial. */
function eitherOf(kinds: readonly string[]) {
  const own = forms.filter(({ kind }) => kinds.includes(kind));
  const several = own.filter(({ isOneOfSeveral }) => isOneOfSeveral);
  const [first, ...others] = own.flatMap(({ schema, isOneOfSeveral }) => (isOneOfSeveral ? [] : [schema]));
  const byName = z.discriminatedUnion('distribution', [first!, ...others], { error: listed(kinds) });
  const ways = several.map(({ knowledge: { parameters, lists = {} } }) =>
    [...parameters.map(({ key }) => key), ...Object.keys(lists)].join(' and '),
  );
  const error = `a ${several[0]!.kind} distribution, with ${ways.join(' or with ')}`;
  return z.union([byName, ...several.map(({ schema }) => schema)], { error });
}

const isSplit = (kind: string) => forms.some((form) => form.kind === kind && form.isOneOfSeveral);

/** Names of the kinds, those of several forms last. */
const kindsOf = (wanted: (knowledge: DistributionKnowledge<ArrivalDistribution>) => boolean) => {
  const kinds = new Set(forms.flatMap(({ kind, knowledge }) => (wanted(knowledge) ? [kind] : [])));
  return [...kinds].sort((a, b) => Number(isSplit(a)) - Number(isSplit(b)));
};

const serviceKinds = kindsOf(({ arrivalsOnly }) => !arrivalsOnly);
const arrivalKinds = [...serviceKinds, ...kindsOf(({ arrivalsOnly }) => arrivalsOnly === true)];

// What a schema made from rows lets through has the type whose rows they are; schema.test.ts tries every kind.
export const serviceDistributionSchema = eitherOf(
  serviceKinds,
) as unknown as z.ZodMiniType<ServiceDistribution>;
export const arrivalDistributionSchema = eitherOf(
  arrivalKinds,
) as unknown as z.ZodMiniType<ArrivalDistribution>;

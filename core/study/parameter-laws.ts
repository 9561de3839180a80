/** Parameters of a law of times. Rate and mean are parameters of every law that has a mean; setting one keeps the shape. */
import type { ArrivalLaw, Location } from '../distributions/law.ts';
import { lawMean, lawRate } from '../distributions/law-moments.ts';
import { COUNT, type Domain, type Field, NON_NEGATIVE, POSITIVE, RANK, type Rank } from './parameter.ts';
import type { Dimension } from '../quantities/quantity.ts';

type LawField = Field<ArrivalLaw>;

export function lawFields(law: ArrivalLaw): readonly LawField[] {
  return [...placeFields(law), ...factorFields(law), ...shapeFields(law)];
}

function placeFields(law: ArrivalLaw): readonly LawField[] {
  const [rate, mean] = [lawRate(law), lawMean(law)];
  if (!(mean > 0 && mean < Number.POSITIVE_INFINITY)) return [];
  return [
    {
      ...numberField({ tail: ['rate'], words: 'rate', dimension: 'rate', value: rate }),
      rank: RANK.place,
      counts: true,
      write: (now, value) => lawWithRate(now, Number(value)),
    },
    {
      ...numberField({ tail: ['mean'], words: 'mean time', dimension: 'time', value: mean }),
      rank: RANK.place,
      write: (now, value) => lawWithMean(now, Number(value)),
    },
  ];
}

/** The law at another rate. It stays stated by its mean where it was; first principles give way to the rate. */
export function lawWithRate(law: ArrivalLaw, rate: number): ArrivalLaw {
  if (!isLocated(law)) return faster(law, rate / lawRate(law));
  const stated = withoutFactors(law);
  return stated.mean === undefined ? { ...stated, rate } : { ...stated, mean: 1 / rate };
}

/** The law with another mean. It stays stated by its rate where it was. */
function lawWithMean(law: ArrivalLaw, mean: number): ArrivalLaw {
  if (!isLocated(law)) return faster(law, lawMean(law) / mean);
  const stated = withoutFactors(law);
  return stated.rate === undefined ? { ...stated, mean } : { ...stated, rate: 1 / mean };
}

/** All times divided by `factor`. */
export function faster(law: ArrivalLaw, factor: number): ArrivalLaw {
  if (isLocated(law)) {
    if (law.rate !== undefined) return { ...law, rate: law.rate * factor };
    if (law.mean !== undefined) return { ...law, mean: law.mean / factor };
    return lawWithRate(law, lawRate(law) * factor);
  }
  switch (law.law) {
    case 'hyperexponential':
      return { ...law, rates: times(law.rates, factor) };
    case 'uniform':
      return { ...law, min: law.min / factor, max: law.max / factor };
    case 'pareto':
      return { ...law, scale: law.scale / factor };
    case 'phaseType':
      return { ...law, T: law.T.map((row) => times(row, factor)) };
    case 'empirical':
      return { ...law, edges: times(law.edges, 1 / factor) };
    case 'trace':
      return { ...law, values: times(law.values, 1 / factor) };
    case 'map':
      return {
        ...law,
        D0: law.D0.map((row) => times(row, factor)),
        D1: law.D1.map((row) => times(row, factor)),
      };
    case 'onOff':
      return {
        ...law,
        peakRate: law.peakRate * factor,
        ...(law.idleRate !== undefined && { idleRate: law.idleRate * factor }),
        meanOnTime: law.meanOnTime / factor,
        meanOffTime: law.meanOffTime / factor,
      };
  }
}

const times = (values: readonly number[], factor: number) => values.map((value) => value * factor);

type Located = Extract<ArrivalLaw, Location>;
const isLocated = (law: ArrivalLaw): law is Located => 'rate' in law || 'mean' in law || 'factors' in law;

/** A copy that leaves out keys is an order of magnitude slower than one that does not, which points of a study feel. */
function withoutFactors(law: Located): Located {
  if (law.factors === undefined) return law;
  const { factors: _, ...stated } = law;
  return stated;
}

/** First principles, factor by factor. */
function factorFields(law: ArrivalLaw): readonly LawField[] {
  if (!('factors' in law) || law.factors === undefined) return [];
  const { elementsPerClock, clock, divisor = 1, multiplier = 1 } = law.factors;
  const field = (name: string, words: string, value: number, dimension: Dimension = 'number'): LawField => ({
    ...numberField({ tail: ['factors', name], words, dimension, value }),
    write: (now, given) =>
      'factors' in now && now.factors ? { ...now, factors: { ...now.factors, [name]: Number(given) } } : now,
  });
  return [
    field('elementsPerClock', 'elements per clock', elementsPerClock),
    field('clock', 'clock', clock, 'frequency'),
    field('divisor', 'divisor', divisor),
    field('multiplier', 'multiplier', multiplier),
  ];
}

function shapeFields(law: ArrivalLaw): readonly LawField[] {
  switch (law.law) {
    case 'erlang':
      return [own('shape', 'phases', law.shape, 'count', { ...COUNT, most: 1_000_000 })];
    case 'gamma':
    case 'lognormal':
      return [own('scv', 'variability (scv)', law.scv)];
    case 'hyperexponential':
      return 'scv' in law
        ? [own('scv', 'variability (scv)', law.scv, 'number', { ...NON_NEGATIVE, least: 1 })]
        : [];
    case 'weibull':
      return [own('shape', 'shape', law.shape)];
    case 'pareto':
      return [own('scale', 'smallest time', law.scale, 'time'), own('shape', 'shape', law.shape)];
    case 'uniform':
      return [
        own('min', 'shortest time', law.min, 'time', NON_NEGATIVE),
        own('max', 'longest time', law.max, 'time'),
      ];
    case 'onOff':
      return [
        own('peakRate', 'rate in bursts', law.peakRate, 'rate'),
        own('idleRate', 'rate between bursts', law.idleRate ?? 0, 'rate', NON_NEGATIVE),
        own('meanOnTime', 'mean length of bursts', law.meanOnTime, 'time'),
        own('meanOffTime', 'mean time between bursts', law.meanOffTime, 'time'),
      ];
    default:
      return [];
  }
}

function own(
  name: string,
  words: string,
  value: number,
  dimension: Dimension = 'number',
  domain: Domain = POSITIVE,
): LawField {
  return {
    ...numberField({ tail: [name], words, dimension, value, domain }),
    write: (law, given) => ({ ...law, [name]: given }) as ArrivalLaw,
  };
}

export interface NumberFacts {
  readonly tail: readonly string[];
  readonly words: string;
  readonly dimension: Dimension;
  readonly value: number;
  readonly domain?: Domain;
  readonly rank?: Rank;
}

/** A number of something, but for how it is written. */
export const numberField = ({
  tail,
  words,
  dimension,
  value,
  domain = POSITIVE,
  rank = RANK.shape,
}: NumberFacts) => ({
  tail,
  words,
  value,
  rank,
  type: { kind: 'number', dimension, domain } as const,
});

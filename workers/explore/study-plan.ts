/** A study made ready: its columns, and the values of its inputs at any point. Refuses what is wrong with it as a whole. */
import { METHOD_NAMES, type MethodName } from '../../core/measures/methods.ts';
import { log2, powerOfTwo } from '../../core/numeric/elementary.ts';
import type { ParameterHandle, ParameterValue } from '../../core/study/parameter.ts';
import { findParameter, type Setting } from '../../core/study/parameters.ts';
import type { Sampling, Study, Variation } from '../../core/study/study.ts';
import { findMeasure, type StudyMeasure } from '../../core/study/study-measures.ts';
import { philox4x32 } from '../random/philox.ts';
import type { InputColumn, StudyFaults, StudyTable } from './contract.ts';
import { MOST_SOBOL_DIMENSIONS, MOST_SOBOL_POINTS, sobolSequence } from './sobol.ts';
import { studyKey } from './study-key.ts';
import { gridValues, quantileOf } from './variation-values.ts';

export interface StudyPlan {
  readonly kind: 'plan';
  readonly study: Study;
  readonly table: StudyTable;
  readonly measures: readonly StudyMeasure[];
  readonly handles: readonly ParameterHandle[];
  /** The values of the inputs at a point, which may lie outside their domains. */
  valuesAt(point: number): ParameterValue[];
}

/** More than a double tells apart. */
const MOST_POINTS = Number.MAX_SAFE_INTEGER;

export function planStudy(study: Study): StudyPlan | StudyFaults {
  const faults: string[] = [];
  const handles = found(study.vary, faults, ({ path }) => findParameter(study.scenario, path));
  const measures = found(study.measures, faults, (name) => findMeasure(study.scenario, name));
  faults.push(...repeated(handles.map(({ parameter }) => parameter.path)), ...methodFaults(study));
  if (faults.length === 0) faults.push(...samplingFaults(study, handles));
  if (faults.length > 0) return { kind: 'faults', faults };
  const { points, valuesAt } = pointsOf(study, handles);
  if (points > MOST_POINTS)
    return { kind: 'faults', faults: ['The grid has more designs than can be numbered.'] };
  const table: StudyTable = {
    kind: 'table',
    key: studyKey(study),
    points,
    inputs: handles.map(inputColumn),
    measures: measures.map(({ source: _, ...column }) => column),
    intervals: study.answer?.by === 'simulate',
  };
  return { kind: 'plan', study, table, measures, handles, valuesAt };
}

function found<Entry, Value>(
  entries: readonly Entry[],
  faults: string[],
  find: (
    entry: Entry,
  ) => { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: string },
): readonly Value[] {
  return entries.flatMap((entry) => {
    const result = find(entry);
    if (result.ok) return [result.value];
    faults.push(result.error);
    return [];
  });
}

const repeated = (paths: readonly string[]): readonly string[] =>
  paths.filter((path, i) => paths.indexOf(path) !== i).map((path) => `${path} is varied twice.`);

function methodFaults({ answer }: Study): readonly string[] {
  if (answer?.by !== 'solve' || answer.method === undefined || isMethod(answer.method)) return [];
  return [`answer.method: expected one of ${METHOD_NAMES.join(', ')}, got ${answer.method}.`];
}

export const isMethod = (name: string): name is MethodName => METHOD_NAMES.some((method) => method === name);

function samplingFaults(
  { vary, sampling = { kind: 'grid' } }: Study,
  handles: readonly ParameterHandle[],
): string[] {
  const faults: string[] = [];
  vary.forEach((variation, i) => {
    const { parameter } = handles[i]!;
    const range = rangeFault(variation);
    if (range !== undefined) faults.push(`${parameter.path}: ${range}`);
    else if (parameter.kind === 'choice' && !('values' in variation))
      faults.push(
        `${parameter.path} is a choice: list its values, such as ${parameter.choices.slice(0, 2).join(', ')}.`,
      );
    else if (sampling.kind === 'grid') {
      const values = gridValues(variation, parameter);
      if (values === undefined)
        faults.push(
          `${parameter.path} has a distribution, which a grid cannot walk through: sample at random or by Sobol's sequence.`,
        );
      else if (values.length === 0) faults.push(emptyRange(parameter.path));
    } else if (hasNoInteger(variation) && parameter.kind === 'number' && parameter.domain.integer)
      faults.push(emptyRange(parameter.path));
  });
  if (sampling.kind === 'sobol') {
    if (vary.length > MOST_SOBOL_DIMENSIONS)
      faults.push(
        `Sobol's sequence is known here for ${MOST_SOBOL_DIMENSIONS} inputs, not ${vary.length}: take a Latin hypercube.`,
      );
    if (sampling.points > MOST_SOBOL_POINTS) faults.push("Sobol's sequence has 2^32 points here.");
  }
  return faults;
}

/** A study file refuses these as well; here they may come from a command line. */
function rangeFault(variation: Variation): string | undefined {
  if (!('from' in variation)) return undefined;
  const { from, to, count = 1 } = variation;
  if (!Number.isFinite(from) || !Number.isFinite(to))
    return 'a range has two finite ends; what is without bound is listed, as in 10,20,unbounded.';
  if (count > MOST_IN_RANGE)
    return `a range has at most ${MOST_IN_RANGE.toLocaleString('en')} values on a grid, not ${count.toLocaleString('en')}; a sample, such as sobol:${count}, takes as many as you like.`;
  return undefined;
}

const MOST_IN_RANGE = 1_000_000;

const hasNoInteger = (variation: Variation): boolean =>
  'from' in variation && Math.floor(variation.to) < Math.ceil(variation.from);

const emptyRange = (path: string): string => `${path}: its range holds no whole number.`;

function pointsOf({ vary, sampling = { kind: 'grid' } }: Study, handles: readonly ParameterHandle[]) {
  if (sampling.kind === 'grid') {
    const values = vary.map((variation, i) => gridValues(variation, handles[i]!.parameter)!);
    const points = values.reduce((product, list) => product * list.length, 1);
    return { points, valuesAt: (point: number) => combinationAt(values, point) };
  }
  const place = placesOf(sampling, vary.length);
  const quantiles = vary.map((variation, i) => quantileOf(variation, handles[i]!.parameter));
  return {
    points: sampling.points,
    valuesAt: (point: number) => quantiles.map((quantile, i) => quantile(place(point, i))),
  };
}

/** The last list changes fastest. */
function combinationAt(values: readonly (readonly ParameterValue[])[], point: number): ParameterValue[] {
  const found: ParameterValue[] = new Array(values.length);
  let rest = point;
  for (let i = values.length - 1; i >= 0; i--) {
    const list = values[i]!;
    found[i] = list[rest % list.length]!;
    rest = Math.floor(rest / list.length);
  }
  return found;
}

function inputColumn({ parameter }: ParameterHandle): InputColumn {
  const { path, words } = parameter;
  if (parameter.kind === 'choice')
    return { path, words, choices: parameter.choices, labels: parameter.labels };
  const { dimension, unit } = parameter;
  return { path, words, dimension, ...(unit !== undefined && { unit }) };
}

export const settingsOf = (
  handles: readonly ParameterHandle[],
  values: readonly ParameterValue[],
): readonly Setting[] => handles.map((handle, i) => ({ handle, value: values[i]! }));

/**
 * The points of a study: how many there are, and the place of each in every variation. A point is a function of the
 * study and its number alone, so any worker anywhere makes the same one. Places lie in (0, 1), of grids they are numbers
 * of values.
 *
 * Latin hypercube (M. McKay, R. Beckman, W. Conover 1979): of n points one in each n-th of every variation, which of them
 * by a keyed permutation, where inside it by chance. Sobol: sobol.ts. Monte Carlo: independent places.
 */

/** The place of a point in a variation. */
type PlaceOf = (point: number, variation: number) => number;

const DEFAULT_SEED = 1;

export function placesOf(sampling: Exclude<Sampling, { kind: 'grid' }>, variations: number): PlaceOf {
  const { seed = DEFAULT_SEED } = sampling;
  switch (sampling.kind) {
    case 'sobol': {
      const shift =
        sampling.seed === undefined
          ? []
          : Array.from({ length: variations }, (_, d) => philox4x32([d, 0, 0, SHIFT], [seed, 0])[0]);
      return sobolSequence(variations, shift);
    }
    case 'latinHypercube': {
      const { points } = sampling;
      const strata = Array.from({ length: variations }, (_, d) =>
        keyedPermutation(points, philox4x32([d, 0, 0, STRATA], [seed, 0])),
      );
      return (point, variation) => (strata[variation]!(point) + uniform(seed, point, variation)) / points;
    }
    case 'monteCarlo':
      return (point, variation) => uniform(seed, point, variation);
  }
}

/** What the counter's last word says that the bits are for: never renumber. */
const [PLACE, SHIFT, STRATA] = [0, 1, 2];

/** 52 bits, inside (0, 1): of one block of bits for each pair of variations. */
function uniform(seed: number, point: number, variation: number): number {
  const block = philox4x32([point >>> 0, Math.floor(point / 2 ** 32), variation >>> 1, PLACE], [seed, 0]);
  const at = (variation & 1) * 2;
  return ((block[at as 0 | 2]! >>> 6) * 0x4000000 + (block[(at + 1) as 1 | 3]! >>> 6) + 0.5) * 2 ** -52;
}

/**
 * A permutation of 0 ... size - 1 that is not stored: any value of it by its place, at once, for sizes up to 2^48. Four
 * rounds of a Feistel network (M. Luby, C. Rackoff 1988) over the next even number of bits, gone around until the value
 * lies inside (J. Black, P. Rogaway, Ciphers with arbitrary finite domains, 2002).
 */
export function keyedPermutation(size: number, keys: readonly [number, number, number, number]) {
  const half = Math.max(1, Math.ceil(log2(Math.max(2, size)) / 2));
  const side = powerOfTwo(half);
  const once = (value: number): number => {
    let [left, right] = [Math.floor(value / side), value % side];
    for (const key of keys) [left, right] = [right, (left ^ (mixed(right ^ key) % side)) >>> 0];
    return left * side + right;
  };
  return (place: number): number => {
    let value = once(place);
    while (value >= size) value = once(value);
    return value;
  };
}

/** All bits of a word into all others (A. Appleby's finalizer of MurmurHash3). */
function mixed(word: number): number {
  let x = word ^ (word >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

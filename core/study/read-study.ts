/** Reads a study from what a file, a link or another program hands over. The scenario in it may be of an older version. */

import * as z from 'zod/mini';
import { LIMITS } from '../base/limits.ts';
import { err, ok, type Result } from '../base/result.ts';
import {
  fields,
  finite,
  integerAtLeast,
  listOf,
  nameUpTo,
  nonNegative,
  oneOf,
  positive,
  relation,
  textUpTo,
} from '../base/schema-fields.ts';
import { faultOf, faultsOfIssues, type InputFault, inputFault, isObject } from '../scenario/input-fault.ts';
import { parseJson } from '../scenario/json-position.ts';
import { MAX_TEXT, parseScenario } from '../scenario/read-scenario.ts';
import { scenarioSchema } from '../scenario/schema.ts';
import { MOST_VARIANTS } from '../scenario/variants.ts';
import { MEASUREMENT_FORMAT, MOST_BASELINES, STUDY_FORMAT, STUDY_VERSION, type Study } from './study.ts';

type ReadResult = Result<Study, readonly InputFault[]>;

/** The study in JSON text; a byte order mark is ignored. */
export function readStudyText(text: string): ReadResult {
  if (text.length > MAX_TEXT)
    return err([faultOf('', `a text of at most ${MAX_TEXT / 1e6} MB`, `${text.length / 1e6} MB`)]);
  const json = parseJson(text.replace(/^\ufeff/, ''));
  if (json.ok) return parseStudy(json.value);
  const { line, column, found } = json.error;
  return err([faultOf(`line ${line}, column ${column}`, 'JSON', found)]);
}

/** Is it meant as a study, whatever its faults? */
export const isStudy = (input: unknown): boolean => isObject(input) && input.format === STUDY_FORMAT;

/** The study in a parsed document. The input is not changed. */
export function parseStudy(input: unknown): ReadResult {
  if (!isObject(input) || Array.isArray(input))
    return err([inputFault(input, [], 'a study, which is a JSON object')]);
  if (input.format !== STUDY_FORMAT) return err([inputFault(input, ['format'], `"${STUDY_FORMAT}"`)]);
  const version = input.schemaVersion;
  if (typeof version === 'number' && version > STUDY_VERSION) {
    const fault = inputFault(input, ['schemaVersion'], `a version up to ${STUDY_VERSION}`);
    const message = `This study has schemaVersion ${version}; this Stagegraph reads up to ${STUDY_VERSION}. Open it with a newer Stagegraph.`;
    return err([{ ...fault, message }]);
  }
  const scenario = parseScenario(input.scenario);
  if (!scenario.ok) return err(scenario.error.map(inScenario));
  const variants = currentIn(input, 'variants');
  if (!variants.ok) return variants;
  const baselines = currentIn(input, 'baselines');
  if (!baselines.ok) return baselines;
  const current = { ...input, scenario: scenario.value, ...variants.value, ...baselines.value };
  const read = studySchema.safeParse(current);
  // The scenario was read by itself, and the rest agrees with the type field by field.
  return read.success ? ok(read.data as Study) : err(faultsOfIssues(current, read.error.issues));
}

type ListName = 'variants' | 'baselines';

/** The list with its scenarios as they are written today; nothing where it is no list, which the schema says. */
function currentIn(
  input: Record<string, unknown>,
  name: ListName,
): Result<Partial<Record<ListName, readonly unknown[]>>, readonly InputFault[]> {
  const list = input[name];
  if (!Array.isArray(list)) return ok({});
  const read = list.map((entry, i) => withScenario(entry, `${name}[${i}]`));
  const faults = read.flatMap((each) => (each.ok ? [] : each.error));
  return faults.length > 0 ? err(faults) : ok({ [name]: read.map((each) => each.ok && each.value) });
}

/** What holds no scenario is left to the schema. */
function withScenario(entry: unknown, place: string): Result<unknown, readonly InputFault[]> {
  if (!isObject(entry) || !isObject(entry.scenario)) return ok(entry);
  const read = parseScenario(entry.scenario);
  if (read.ok) return ok({ ...entry, scenario: read.value });
  return err(
    read.error.map(inScenario).map(({ path, expected, got }) => faultOf(`${place}.${path}`, expected, got)),
  );
}

function inScenario({ path, expected, got }: InputFault): InputFault {
  return faultOf(path === '' ? 'scenario' : `scenario.${path}`, expected, got);
}

/** Entries of one list of a study. */
const MOST_LISTED = 1_000;
const MOST_MEASUREMENTS = 16;
/** Points of one study: as many as are told apart by a number without rounding, and no less than anybody waits for. */
const MOST_POINTS = 1e12;

const path = nameUpTo(1_000);
const points = integerAtLeast(1, MOST_POINTS);
const seed = z.optional(integerAtLeast(0, 2 ** 32 - 1));

const value = z.union([z.number(), z.string()], { error: 'a number or a word' });

const list = fields({ path, values: listOf(value, 100_000).check(z.minLength(1, 'at least one value')) });

const range = fields({
  path,
  from: finite,
  to: finite,
  count: z.optional(integerAtLeast(1, 1_000_000)),
  scale: z.optional(oneOf(['linear', 'log'])),
}).check(
  relation('a number >= from; the range is reversed', ['to'], ({ from, to }) => to >= from),
  relation('a number > 0 with scale log', ['from'], ({ from, scale }) => scale !== 'log' || from > 0),
);

const above = relation<{ min: number; max: number }>(
  'a number above min',
  ['max'],
  ({ min, max }) => max > min,
);
const distribution = z.discriminatedUnion(
  'kind',
  [
    fields({ kind: z.literal('uniform'), min: finite, max: finite }).check(above),
    fields({ kind: z.literal('logUniform'), min: positive, max: positive }).check(above),
    fields({ kind: z.literal('normal'), mean: finite, deviation: positive }),
    fields({ kind: z.literal('triangular'), min: finite, mode: finite, max: finite }).check(
      above,
      relation('a number from min to max', ['mode'], ({ min, mode, max }) => mode >= min && mode <= max),
    ),
  ],
  { error: 'uniform, logUniform, normal or triangular' },
);
const uncertain = fields({ path, distribution });

const sampling = z.discriminatedUnion(
  'kind',
  [
    fields({ kind: z.literal('grid') }),
    fields({ kind: z.literal('latinHypercube'), points, seed }),
    fields({ kind: z.literal('sobol'), points, seed }),
    fields({ kind: z.literal('monteCarlo'), points, seed }),
  ],
  { error: 'grid, latinHypercube, sobol or monteCarlo' },
);

const answer = z.discriminatedUnion(
  'by',
  [
    fields({ by: z.literal('solve'), method: z.optional(nameUpTo(LIMITS.name)) }),
    fields({
      by: z.literal('simulate'),
      seed,
      replications: z.optional(integerAtLeast(2, 100_000)),
      horizon: z.optional(positive),
      warmup: z.optional(nonNegative),
      precision: z.optional(positive),
    }),
  ],
  { error: 'solve or simulate' },
);

const prices = {
  buffer: z.optional(nonNegative),
  server: z.optional(nonNegative),
  stage: z.optional(nonNegative),
};
const costs = fields({
  ...prices,
  byPlatform: z.optional(
    fields({
      cpu: z.optional(fields(prices)),
      fpga: z.optional(fields(prices)),
      gpu: z.optional(fields(prices)),
      bus: z.optional(fields(prices)),
    }),
  ),
});

const goal = fields({
  find: oneOf(['least', 'largest']),
  of: path,
  over: z.optional(
    listOf(
      fields({ path, from: finite, to: finite }).check(
        relation('a number >= from; the range is reversed', ['to'], ({ from, to }) => to >= from),
      ),
      MOST_LISTED,
    ),
  ),
  subjectTo: listOf(
    fields({ measure: path, is: oneOf(['<', '<=', '>', '>=']), value: finite }),
    MOST_LISTED,
  ).check(z.minLength(1, 'at least one constraint')),
  at: z.optional(listOf(fields({ path, value }), MOST_LISTED)),
});

const variantName = nameUpTo(LIMITS.name);
type VariantNames = readonly { readonly name: string; readonly from?: string | undefined }[];
const differentNames = (what: string) =>
  relation<VariantNames>(
    `${what} of different names`,
    [],
    (list) => new Set(list.map(({ name }) => name)).size === list.length,
  );
const variants = listOf(
  fields({ name: variantName, from: z.optional(variantName), scenario: scenarioSchema }),
  MOST_VARIANTS,
).check(
  differentNames('variants'),
  relation<VariantNames>('variants that each grew from an earlier one', [], (list) =>
    list.every(({ from }, i) => from === undefined || list.slice(0, i).some(({ name }) => name === from)),
  ),
);

const baselines = listOf(fields({ name: nameUpTo(1_000), scenario: scenarioSchema }), MOST_BASELINES).check(
  differentNames('baselines'),
);

/** What is inside a measurement is checked when it is opened: one that is damaged leaves the study as it is. */
const savedMeasurement = fields({
  format: z.literal(MEASUREMENT_FORMAT, { error: `"${MEASUREMENT_FORMAT}"` }),
  version: integerAtLeast(1, 1_000_000),
  reduced: z.unknown(),
});

const savedNumbers = listOf(
  z.nullable(z.union([finite, z.literal('unbounded')], { error: 'a number, "unbounded" or null' })),
  MOST_LISTED,
);
const results = fields({
  key: nameUpTo(LIMITS.name),
  points: listOf(
    fields({
      point: integerAtLeast(0, MOST_POINTS),
      status: oneOf(['answer', 'unstable', 'invalid', 'noAnswer']),
      reason: z.optional(textUpTo(LIMITS.notes)),
      inputs: savedNumbers,
      values: savedNumbers,
      halfWidths: z.optional(savedNumbers),
    }),
    100_000,
  ),
});

export const studySchema = fields({
  format: z.literal(STUDY_FORMAT, { error: `"${STUDY_FORMAT}"` }),
  schemaVersion: z.literal(STUDY_VERSION, { error: String(STUDY_VERSION) }),
  name: nameUpTo(LIMITS.name),
  notes: z.optional(textUpTo(LIMITS.notes)),
  scenario: scenarioSchema,
  vary: listOf(z.union([list, range, uncertain], { error: 'values, a range or a distribution' }), 64),
  sampling: z.optional(sampling),
  answer: z.optional(answer),
  measures: listOf(path, MOST_LISTED),
  costs: z.optional(costs),
  goals: z.optional(listOf(goal, MOST_LISTED)),
  variants: z.optional(variants),
  baselines: z.optional(baselines),
  results: z.optional(results),
  measurements: z.optional(listOf(savedMeasurement, MOST_MEASUREMENTS)),
});

/** What the schema lets through, but for scenarios, which are compared by themselves. */
type Read = ReadonlyDeep<Omit<z.output<typeof studySchema>, 'scenario' | 'variants' | 'baselines'>>;
type Written = Omit<Study, 'scenario' | 'variants' | 'baselines'>;

// Compiles only while schema and types say the same.
const agree: [Read] extends [Written] ? ([Written] extends [Read] ? true : false) : false = true;
void agree;

type ReadonlyDeep<T> = T extends object ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> } : T;

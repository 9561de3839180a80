/** Reads a study from what a file, a link or another program hands over. The scenario in it may be of an older version. */
import { err, ok, type Result } from '../base/result.ts';
import { faultOf, faultsOfIssues, type InputFault, inputFault, isObject } from '../scenario/input-fault.ts';
import { findJsonError } from '../scenario/json-position.ts';
import { MAX_TEXT, parseScenario } from '../scenario/read-scenario.ts';
import { STUDY_FORMAT, STUDY_VERSION, type Study } from './study.ts';
import { studySchema } from './study-schema.ts';

type ReadResult = Result<Study, readonly InputFault[]>;

/** The study in JSON text; a byte order mark is ignored. */
export function readStudyText(text: string): ReadResult {
  if (text.length > MAX_TEXT)
    return err([faultOf('', `a text of at most ${MAX_TEXT / 1e6} MB`, `${text.length / 1e6} MB`)]);
  try {
    return parseStudy(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch (reason) {
    if (!(reason instanceof SyntaxError)) throw reason;
    const { line, column, found } = findJsonError(text) ?? { line: 1, column: 1, found: 'something else' };
    return err([faultOf(`line ${line}, column ${column}`, 'JSON', found)]);
  }
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

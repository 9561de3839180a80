/** Reads a scenario from what a file, a link or another program hands over. Nothing that comes in is trusted. */
import { err, ok, type Result } from '../base/result.ts';
import {
  faultOf,
  faultsOfIssues,
  type InputFault,
  inputFault,
  isObject,
  unknownFields,
} from './input-fault.ts';
import { findJsonError } from './json-position.ts';
import { migrateScenario } from './migrate.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from './scenario.ts';
import { scenarioFaults } from './scenario-rules.ts';
import { scenarioSchema } from './schema.ts';
import { sizeFault } from './size-limits.ts';

/** Characters of text that are parsed at all. */
export const MAX_TEXT = 20_000_000;
/** Faults that are listed; a last entry counts the rest. */
const MAX_FAULTS = 20;

type ReadResult = Result<Scenario, readonly InputFault[]>;

/** The scenario in JSON text; a byte order mark is ignored. Faults are in the order of the file. */
export function readScenarioText(text: string): ReadResult {
  if (text.length > MAX_TEXT) {
    return refuse(
      faultOf('', `a text of at most ${MAX_TEXT / 1e6} MB`, `${(text.length / 1e6).toFixed(1)} MB`),
    );
  }
  const json = parseJson(text.replace(/^\ufeff/, ''));
  return json.ok ? parseScenario(json.value) : refuse(json.error);
}

function parseJson(text: string): Result<unknown, InputFault> {
  try {
    return ok(JSON.parse(text));
  } catch {
    const { line, column, found } = findJsonError(text) ?? { line: 1, column: 1, found: 'something else' };
    return err(faultOf(`line ${line}, column ${column}`, 'JSON', found));
  }
}

/** The scenario in a parsed document of this or an older version. The input is not changed. */
export function parseScenario(input: unknown): ReadResult {
  if (!isObject(input) || Array.isArray(input))
    return refuse(inputFault(input, [], 'a scenario, which is a JSON object'));
  if (input.format !== SCENARIO_FORMAT) return refuse(inputFault(input, ['format'], `"${SCENARIO_FORMAT}"`));
  const version = input.schemaVersion ?? 0;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0) {
    return refuse(inputFault(input, ['schemaVersion'], `an integer from 0 to ${SCHEMA_VERSION}`));
  }
  const oversize = sizeFault(input);
  if (oversize) return refuse(oversize);
  if (version > SCHEMA_VERSION) return refuse(newerVersion(input, version));
  return check(migrateScenario(input, version));
}

function check(current: unknown): ReadResult {
  const read = scenarioSchema.safeParse(current);
  if (!read.success) return err(cut(faultsOfIssues(current, read.error.issues)));
  const faults = scenarioFaults(read.data);
  return faults.length > 0 ? err(cut(faults)) : ok(read.data);
}

const refuse = (fault: InputFault): ReadResult => err([fault]);

function newerVersion(input: Readonly<Record<PropertyKey, unknown>>, version: number): InputFault {
  const read = scenarioSchema.safeParse({ ...input, schemaVersion: SCHEMA_VERSION });
  const unknown = unknownFields(input, read.error?.issues ?? []);
  const names = unknown.length > 5 ? [...unknown.slice(0, 5), '…'] : unknown;
  const fields = names.length === 0 ? '' : ` Fields it does not know: ${names.join(', ')}.`;
  return {
    path: 'schemaVersion',
    expected: `a version up to ${SCHEMA_VERSION}`,
    got: String(version),
    message: `This file has schemaVersion ${version}; this Stagegraph reads up to ${SCHEMA_VERSION}. Open it with a newer Stagegraph.${fields}`,
  };
}

function cut(faults: readonly InputFault[]): readonly InputFault[] {
  if (faults.length <= MAX_FAULTS) return faults;
  const rest = faults.length - MAX_FAULTS;
  const message = `… and ${rest} more ${rest === 1 ? 'fault' : 'faults'}`;
  return [...faults.slice(0, MAX_FAULTS), { path: '', expected: '', got: '', message }];
}

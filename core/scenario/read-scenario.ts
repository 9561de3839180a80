/** Reads a scenario from what a file, a link or another program hands over. Nothing that comes in is trusted. */

import { assert } from '../base/assert.ts';
import { LIMITS } from '../base/limits.ts';
import { err, ok, type Result } from '../base/result.ts';
import { formatNumber } from '../quantities/quantity.ts';
import {
  faultOf,
  faultsOfIssues,
  type InputFault,
  type InputPath,
  inputFault,
  isObject,
  unknownFields,
} from './input-fault.ts';
import { parseJson } from './json-position.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from './scenario.ts';
import { scenarioFaults } from './scenario-rules.ts';
import { scenarioSchema } from './schema.ts';

/**
 * Brings scenarios of older versions to the current one, one step after the other, before anything is checked. A step
 * only moves and renames; it gets whatever stood in the file, leaves alone what it does not understand, and never
 * changes its input. To add one: raise SCHEMA_VERSION, append a step here, add a fixture of the old version.
 */

type Raw = Readonly<Record<string, unknown>>;

interface Migration {
  readonly from: number;
  /** What it does, in a few words. */
  readonly name: string;
  readonly up: (raw: Raw) => Raw;
}

export const MIGRATIONS: readonly Migration[] = [
  {
    from: 0,
    name: 'long names: servers becomes serverCount, p becomes probability',
    up: (raw) => ({
      ...raw,
      nodes: eachEntry(raw.nodes, (node) => renamed(node, 'servers', 'serverCount')),
      links: eachEntry(raw.links, (link) => renamed(link, 'p', 'probability')),
    }),
  },
  {
    from: 1,
    name: 'classes, resources, groups, schedules, delays, forks and joins: all new, so nothing moves',
    up: (raw) => raw,
  },
  {
    from: 2,
    name: 'what a time is drawn from is called its distribution, no longer its law',
    up: (raw) => ({ ...raw, nodes: eachEntry(raw.nodes, withDistributions) }),
  },
];

assertContiguous(MIGRATIONS, SCHEMA_VERSION);

/** Brings a scenario to the current version. `from`: the version of `raw`, an integer from 0 to the current one. */
export function migrateScenario(raw: Raw, from: number): Raw {
  assert(Number.isInteger(from) && from >= 0 && from <= SCHEMA_VERSION, `version ${from} can be migrated`);
  return MIGRATIONS.slice(from).reduce<Raw>(
    (current, step) => ({ ...step.up(current), schemaVersion: step.from + 1 }),
    raw,
  );
}

/** Throws unless the steps lead from 0 to `last` without a gap. */
export function assertContiguous(steps: readonly Migration[], last: number): void {
  steps.forEach((step, i) => {
    assert(step.from === i, `migration ${i} starts at version ${i}, not ${step.from}`);
  });
  assert(steps.length === last, `migrations reach version ${last}, not ${steps.length}`);
}

/** The times of a node: between arrivals, of its services, by frame, by class and by platform. */
const withDistributions = (node: Raw): Raw =>
  changed(timesOf(node), {
    schedule: (schedule) =>
      isEntry(schedule) ? changed(schedule, { frames: (frames) => eachEntry(frames, timesOf) }) : schedule,
    byClass: (byClass) => eachField(byClass, (one) => (isEntry(one) ? timesOf(one) : one)),
    alternatives: (alternatives) => eachField(alternatives, named),
  });

const timesOf = (entry: Raw): Raw => changed(entry, { interarrival: named, service: named });

const named = (time: unknown): unknown => (isEntry(time) ? renamed(time, 'law', 'distribution') : time);

type Change = (value: unknown) => unknown;

const isEntry = (input: unknown): input is Raw => isObject(input) && !Array.isArray(input);

/** The entry with those of its fields changed that it has. */
const changed = (entry: Raw, changes: Readonly<Record<string, Change>>): Raw =>
  Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      Object.hasOwn(changes, key) ? changes[key]!(value) : value,
    ]),
  );

const eachField = (record: unknown, change: Change): unknown =>
  isEntry(record)
    ? Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
    : record;

const eachEntry = (list: unknown, change: (entry: Raw) => Raw): unknown =>
  Array.isArray(list) ? list.map((entry: unknown) => (isEntry(entry) ? change(entry) : entry)) : list;

/** Leaves an entry alone that has both names: which one is meant cannot be known, and the old one is refused later. */
function renamed(entry: Raw, before: string, after: string): Raw {
  if (!Object.hasOwn(entry, before) || Object.hasOwn(entry, after)) return entry;
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [key === before ? after : key, value]),
  );
}

/** Characters of text that are parsed at all. */
export const MAX_TEXT = 20_000_000;
/** Faults that are listed; a last entry counts the rest. */
const MAX_FAULTS = 20;

type ReadResult = Result<Scenario, readonly InputFault[]>;

/** The scenario in JSON text; a byte order mark is ignored. Faults are in the order of the file. */
export function readScenarioText(text: string): ReadResult {
  if (text.length > MAX_TEXT) {
    return refuse(
      faultOf('', `a text of at most ${MAX_TEXT / 1e6} MB`, `${formatNumber(text.length / 1e6)} MB`),
    );
  }
  const json = parseJson(text.replace(/^\ufeff/, ''));
  if (json.ok) return parseScenario(json.value);
  const { line, column, found } = json.error;
  return refuse(faultOf(`line ${line}, column ${column}`, 'JSON', found));
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
  const message = `… and ${rest} more ${rest === 1 ? 'error' : 'errors'}`;
  return [...faults.slice(0, MAX_FAULTS), { path: '', expected: '', got: '', message }];
}

/** Refuses oversized documents by counting, before anything is read closely. */

/** Only lists of numbers may be longer than this. */
const LONG_LIST = Math.max(LIMITS.nodes, LIMITS.links);
const DEPTH = 12;

/** The first reason why `input` is too large to be read, or undefined. */
function sizeFault(input: unknown): InputFault | undefined {
  return tooMany(input, 'nodes', LIMITS.nodes) ?? tooMany(input, 'links', LIMITS.links) ?? bulkFault(input);
}

function tooMany(input: unknown, name: 'nodes' | 'links', most: number): InputFault | undefined {
  const list = isObject(input) ? input[name] : undefined;
  if (!Array.isArray(list) || list.length <= most) return undefined;
  return faultOf(name, `at most ${most} ${name}`, `${list.length}`);
}

/** Walks every value once, with a list of its own in place of the call stack. */
function bulkFault(input: unknown): InputFault | undefined {
  const waiting: { readonly value: unknown; readonly path: InputPath }[] = [{ value: input, path: [] }];
  let values = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    if (!isObject(value)) continue;
    if (path.length > DEPTH) return faultOf('', `at most ${DEPTH} levels of lists and objects`, 'more');
    const isLong = Array.isArray(value) && value.length > LONG_LIST;
    if (isLong) {
      const fault = longListFault(input, path, value);
      if (fault) return fault;
    }
    const keys = Object.keys(value);
    values += keys.length;
    if (values > 2 * LIMITS.values) return faultOf('', `at most ${2 * LIMITS.values} values in all`, 'more');
    if (isLong) continue;
    for (const key of keys)
      waiting.push({ value: value[key], path: [...path, Array.isArray(value) ? Number(key) : key] });
  }
  return undefined;
}

function longListFault(input: unknown, path: InputPath, list: readonly unknown[]): InputFault | undefined {
  if (list.length > LIMITS.values)
    return inputFault(input, path, `a list of at most ${LIMITS.values} entries`);
  const bad = list.findIndex((value) => typeof value !== 'number');
  return bad < 0 ? undefined : inputFault(input, [...path, bad], 'a number');
}

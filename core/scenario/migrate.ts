/**
 * Brings scenarios of older versions to the current one, one step after the other, before anything is checked. A step
 * only moves and renames; it gets whatever stood in the file, leaves alone what it does not understand, and never
 * changes its input. To add one: raise SCHEMA_VERSION, append a step here, add a fixture of the old version.
 */
import { assert } from '../base/assert.ts';
import { isObject } from './input-fault.ts';
import { SCHEMA_VERSION } from './scenario.ts';

type Raw = Readonly<Record<string, unknown>>;

export interface Migration {
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

/** The same scenario in the words of the current version. `from`: the version of `raw`, an integer from 0 to the current one. */
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

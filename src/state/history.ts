/**
 * Every version of the open scenario, as a tree. Scenarios are immutable: a step back is the version before, and an edit
 * after a step back begins another branch, so that nothing is lost by undoing. Versions may have names.
 */
import type { Scenario } from '../../core/scenario/scenario.ts';

/** Grows with age: a version is younger than the one it grew from. */
export type VersionId = number;

export interface Version {
  readonly id: VersionId;
  /** The version that it grew from, or the nearest one before that is still kept. */
  readonly parent?: VersionId;
  readonly scenario: Scenario;
  /** What was done to get here, in words. */
  readonly label: string;
}

export interface Step {
  /** Where the step leads. */
  readonly version: VersionId;
  /** What it takes back, or does again. */
  readonly label: string;
}

export interface History {
  readonly present: Scenario;
  /** Version of the present. */
  readonly at: VersionId;
  /** Oldest first. */
  readonly versions: ReadonlyMap<VersionId, Version>;
  readonly names: ReadonlyMap<VersionId, string>;
  /** Where undo leads, the nearest last: the way that was gone, over switches between branches too. */
  readonly past: readonly Step[];
  /** What was undone, the next redo last. */
  readonly future: readonly Step[];
  /** Edits with the same gesture make one version; absent after undo and when a gesture ends. */
  readonly gesture?: string;
}

/** The oldest ones without a name go first. */
const MOST_VERSIONS = 301;

export const startHistory = (scenario: Scenario): History => ({
  present: scenario,
  at: 0,
  versions: new Map([[0, { id: 0, scenario, label: 'As opened' }]]),
  names: new Map(),
  past: [],
  future: [],
});

/** An edit that changes nothing (returns the same object) makes no version. */
export function applyEdit(
  history: History,
  label: string,
  edit: (scenario: Scenario) => Scenario,
  gesture?: string,
): History {
  const { at, versions, names } = history;
  const present = edit(history.present);
  if (present === history.present) return history;
  if (gesture !== undefined && gesture === history.gesture && !names.has(at)) {
    const version = { ...versions.get(at)!, scenario: present };
    return { ...history, present, versions: new Map(versions).set(at, version) };
  }
  const id = nextId(versions);
  const version = { id, parent: at, scenario: present, label };
  return bounded({
    ...{ present, at: id, names, gesture },
    versions: new Map(versions).set(id, version),
    past: lastOf([...history.past, { version: at, label }]),
    future: [],
  });
}

export function endGesture(history: History): History {
  return history.gesture === undefined ? history : { ...history, gesture: undefined };
}

export function undo(history: History): History {
  const step = history.past.at(-1);
  if (!step) return history;
  const back = { version: history.at, label: step.label };
  return arrived(history, step.version, history.past.slice(0, -1), [...history.future, back]);
}

export function redo(history: History): History {
  const step = nextStep(history);
  if (!step) return history;
  const back = { version: history.at, label: step.label };
  return arrived(history, step.version, [...history.past, back], history.future.slice(0, -1));
}

/** What redo does: again what was undone, else on along the youngest branch. */
export function nextStep({ future, versions, at }: History): Step | undefined {
  const undone = future.at(-1);
  if (undone) return undone;
  const child = [...versions.values()].findLast(({ parent }) => parent === at);
  return child && { version: child.id, label: child.label };
}

/** Any version becomes the present, as one step that undo takes back. */
export function switchTo(history: History, id: VersionId): History {
  const version = history.versions.get(id);
  if (!version || id === history.at) return history;
  const label = `Switch to ${history.names.get(id) ?? version.label}`;
  return arrived(history, id, [...history.past, { version: history.at, label }], []);
}

export const nextId = (versions: History['versions']): VersionId => ([...versions.keys()].at(-1) ?? -1) + 1;

const lastOf = (steps: readonly Step[]): readonly Step[] => steps.slice(-MOST_VERSIONS);

function arrived(history: History, at: VersionId, past: readonly Step[], future: readonly Step[]): History {
  const present = history.versions.get(at)!.scenario;
  return { ...history, at, present, past: lastOf(past), future, gesture: undefined };
}

/** Forgets the oldest versions beyond what is kept; those that grew from one go on from the one before it. */
export function bounded(history: History): History {
  if (history.versions.size - history.names.size <= MOST_VERSIONS) return history;
  const old = [...history.versions.values()].find(({ id }) => !history.names.has(id) && id !== history.at)!;
  const versions = new Map(history.versions);
  versions.delete(old.id);
  for (const version of versions.values())
    if (version.parent === old.id) versions.set(version.id, { ...version, parent: old.parent });
  const behind = (steps: readonly Step[]): readonly Step[] =>
    steps.slice(steps.findLastIndex(({ version }) => version === old.id) + 1);
  return bounded({ ...history, versions, past: behind(history.past), future: behind(history.future) });
}

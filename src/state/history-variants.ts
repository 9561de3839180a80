/** Named versions in the history: naming, what the library and files keep of them, and their way back. */
import type { Scenario } from '../../core/scenario/scenario.ts';
import { MOST_VARIANTS, type Variant } from '../../core/scenario/variants.ts';
import { bounded, type History, nextId, startHistory, type VersionId } from './history.ts';

export interface KeptVariants {
  readonly variants?: readonly Variant[];
  /** The variant that the scenario is, or grew from. */
  readonly from?: string;
}

/** A history that begins with what was kept of another. */
export function restoreHistory(scenario: Scenario, { variants = [], from }: KeptVariants): History {
  const { versions, names } = planted(variants, new Map(), new Map());
  const parent = from === undefined ? undefined : idOf(names, from);
  const same = parent === undefined ? undefined : versions.get(parent);
  const isVariant = same !== undefined && isEqual(same.scenario, scenario);
  const at = isVariant ? same.id : nextId(versions);
  const present = isVariant ? same.scenario : scenario;
  if (!isVariant) versions.set(at, { id: at, ...(same && { parent }), scenario, label: 'As opened' });
  return { ...startHistory(present), at, versions, names };
}

/** A name for the version, or none; the same history where another has it already or there are too many. */
export function nameVersion(history: History, id: VersionId, name: string | undefined): History {
  const names = new Map(history.names);
  names.delete(id);
  if (name !== undefined) {
    if (idOf(names, name) !== undefined || names.size >= MOST_VARIANTS) return history;
    names.set(id, name);
  }
  return bounded({ ...history, names, gesture: undefined });
}

/** Variants from elsewhere beside those that are here; of the same name, the one that is here stays. What is just open may be one of them. */
export function addVariants(history: History, variants: readonly Variant[]): History {
  if (history.versions.size === 1 && history.names.size === 0) {
    const same = variants.find(({ scenario }) => isEqual(scenario, history.present));
    return variants.length === 0 ? history : restoreHistory(history.present, { variants, from: same?.name });
  }
  const room = Math.max(0, MOST_VARIANTS - history.names.size);
  const known = new Set(history.names.values());
  const added = variants.filter(({ name }) => !known.has(name)).slice(0, room);
  if (added.length === 0) return history;
  return bounded({ ...history, ...planted(added, history.versions, history.names) });
}

/** The variants become those of elsewhere: a name that is not there is taken away, though the version stays in the tree. */
export function followVariants(history: History, variants: readonly Variant[]): History {
  const names = new Map<VersionId, string>();
  for (const { name, scenario } of variants) {
    const own = idOf(history.names, name);
    // Where a name moved to another version, that version may already be here, unnamed.
    const same = [...(own === undefined ? [] : [own]), ...history.versions.keys()].find(
      (id) => !names.has(id) && isEqual(history.versions.get(id)!.scenario, scenario),
    );
    if (same !== undefined) names.set(same, name);
  }
  const isSame =
    names.size === history.names.size && [...names].every(([id, name]) => history.names.get(id) === name);
  return addVariants(isSame ? history : bounded({ ...history, names, gesture: undefined }), variants);
}

/** The named versions, oldest first; the same list until a name changes. */
export function variantsOf({ names, versions }: History): readonly Variant[] {
  const before = knownVariants.get(names);
  if (before) return before;
  const variants = [...versions.values()].flatMap(({ id, parent, scenario }): Variant[] => {
    const name = names.get(id);
    if (name === undefined) return [];
    const from = nearestName({ names, versions }, parent);
    return [{ name, ...(from !== undefined && { from }), scenario }];
  });
  knownVariants.set(names, variants);
  return variants;
}

/** The variant that the present is, or grew from. */
export const originOf = (history: History): string | undefined => nearestName(history, history.at);

const knownVariants = new WeakMap<History['names'], readonly Variant[]>();

function nearestName(
  { names, versions }: Pick<History, 'names' | 'versions'>,
  start: VersionId | undefined,
): string | undefined {
  for (let id = start; id !== undefined; id = versions.get(id)?.parent)
    if (names.has(id)) return names.get(id);
  return undefined;
}

const isEqual = (a: Scenario, b: Scenario): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

const idOf = (names: History['names'], name: string): VersionId | undefined =>
  [...names].find(([, each]) => each === name)?.[0];

/** Variants as versions, each below the one that it grew from. */
function planted(variants: readonly Variant[], before: History['versions'], beforeNames: History['names']) {
  const [versions, names] = [new Map(before), new Map(beforeNames)];
  for (const { name, from, scenario } of variants) {
    const id = nextId(versions);
    const parent = from === undefined ? undefined : idOf(names, from);
    versions.set(id, { id, ...(parent !== undefined && { parent }), scenario, label: name });
    names.set(id, name);
  }
  return { versions, names };
}

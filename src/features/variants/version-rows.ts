/** The tree of versions as rows of a list with lanes beside it: what has a name, the present, and where branches begin and end. */
import type { History, VersionId } from '../../state/history.ts';

export interface VersionRow {
  readonly id: VersionId;
  readonly name?: string;
  /** What was done to get there. */
  readonly label: string;
  /** 0 is the oldest line; a branch beside it stands one further to the right. */
  readonly lane: number;
  /** Row of the version before, if any. */
  readonly parent?: number;
  /** Versions between the two that have no row. */
  readonly skipped: number;
  readonly isPresent: boolean;
}

/** Each branch under the version that it leaves, older ones first; the youngest goes on in the same lane. */
export function versionRows(history: History): readonly VersionRow[] {
  const { versions, names, at } = history;
  const children = new Map<VersionId | undefined, VersionId[]>();
  for (const { id, parent } of versions.values()) children.set(parent, [...(children.get(parent) ?? []), id]);
  const isShown = (id: VersionId): boolean => {
    const ways = children.get(id)?.length ?? 0;
    return names.has(id) || id === at || ways !== 1 || versions.get(id)!.parent === undefined;
  };
  const rows: VersionRow[] = [];
  // Not by recursion: a line may be as long as the history.
  const waiting: Omit<VersionRow, 'name' | 'label' | 'isPresent'>[] = [];
  const put = (ids: readonly VersionId[], from: Pick<VersionRow, 'lane' | 'parent' | 'skipped'>): void => {
    const youngest = ids.at(-1);
    const places = ids.map((id) => ({ ...from, id, lane: id === youngest ? from.lane : from.lane + 1 }));
    waiting.push(...places.reverse());
  };
  put(children.get(undefined) ?? [], { lane: 0, skipped: 0 });
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { id, ...place } = next;
    const followers = children.get(id) ?? [];
    if (!isShown(id)) {
      put(followers, { ...place, skipped: place.skipped + 1 });
      continue;
    }
    const name = names.get(id);
    const { label } = versions.get(id)!;
    rows.push({ id, ...(name !== undefined && { name }), label, ...place, isPresent: id === at });
    put(followers, { lane: place.lane, parent: rows.length - 1, skipped: 0 });
  }
  return rows;
}

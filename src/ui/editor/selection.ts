/** What is selected on the drawing. */
import type { LinkEnds } from '../../../core/scenario/edit-links.ts';
import type { NodeId } from '../../../core/scenario/scenario.ts';

export interface Selection {
  readonly nodes: readonly NodeId[];
  readonly links: readonly LinkEnds[];
}

export const NOTHING_SELECTED: Selection = { nodes: [], links: [] };

/** One string per link, for the library's edge ids. */
export const linkKey = (ends: LinkEnds): string => JSON.stringify([ends.from, ends.to]);

interface SelectChange {
  readonly id: string;
  readonly selected: boolean;
}

/** The selected nodes after some were selected or left, in the order they were chosen. */
export function changeNodes(nodes: readonly NodeId[], changes: readonly SelectChange[]): readonly NodeId[] {
  const touched = new Set(changes.map((change) => change.id));
  const added = changes.filter((change) => change.selected).map((change) => change.id);
  return [...nodes.filter((id) => !touched.has(id)), ...added];
}

/** Applies selection changes to links, which are named by {@link linkKey}. */
export function changeLinks(
  selected: readonly LinkEnds[],
  changes: readonly SelectChange[],
  all: readonly LinkEnds[],
): readonly LinkEnds[] {
  const keys = new Set(changeNodes(selected.map(linkKey), changes));
  return all.filter((link) => keys.has(linkKey(link))).map(({ from, to }) => ({ from, to }));
}

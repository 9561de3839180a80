/** How large a pane may be, and what keys and drags make of its size. Pixels. */

export interface SizeRange {
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

/** What is remembered of a pane. */
export interface PaneState {
  readonly size: number;
  readonly folded: boolean;
}

/** At which side of the whole the sized pane stands. */
export type Edge = 'left' | 'right' | 'top' | 'bottom';

const KEY_STEP = 16;

export const clampSize = (size: number, { min, max }: SizeRange): number =>
  Math.min(Math.max(size, min), max);

/** +1 where moving right or down makes the pane larger. */
export const growth = (edge: Edge): 1 | -1 => (edge === 'left' || edge === 'top' ? 1 : -1);

export const isRow = (edge: Edge): boolean => edge === 'left' || edge === 'right';

/** Dragged well below its smallest size, the pane folds; it comes back with the size it had. */
export function paneAfterDrag(before: PaneState, wanted: number, range: SizeRange): PaneState {
  if (wanted < range.min / 2) return { ...before, folded: true };
  return { size: clampSize(wanted, range), folded: false };
}

/** The state after a key on the separator; undefined when the key means nothing there. */
export function paneAfterKey(
  before: PaneState,
  key: string,
  { edge, range }: PaneKeys,
): PaneState | undefined {
  if (key === 'Enter') return { ...before, folded: !before.folded };
  if (key === 'Home') return { size: range.min, folded: false };
  if (key === 'End') return { size: range.max, folded: false };
  const direction = isRow(edge) ? { ArrowLeft: -1, ArrowRight: 1 }[key] : { ArrowUp: -1, ArrowDown: 1 }[key];
  if (direction === undefined) return undefined;
  return { size: clampSize(before.size + direction * growth(edge) * KEY_STEP, range), folded: false };
}

export interface PaneKeys {
  readonly edge: Edge;
  readonly range: SizeRange;
}

export function isPaneState(value: unknown): value is PaneState {
  if (typeof value !== 'object' || value === null || !('size' in value) || !('folded' in value)) return false;
  return Number.isFinite(value.size) && typeof value.folded === 'boolean';
}

/** A node kind on its way from the palette to the drawing, by drag and drop. */
import type { NodeKind } from '../../../core/scenario/scenario.ts';

export const KINDS: readonly NodeKind[] = ['source', 'stage', 'delay', 'router', 'fork', 'join', 'sink'];

/** While dragging only the types can be read, so the kind is in the type. */
const PREFIX = 'application/x-stagegraph-';

export function startPaletteDrag(transfer: DataTransfer, kind: NodeKind): void {
  transfer.setData(PREFIX + kind, kind);
  transfer.effectAllowed = 'copy';
}

/** The kind being dragged; undefined when something else is. */
export const draggedKind = (transfer: DataTransfer): NodeKind | undefined =>
  KINDS.find((kind) => transfer.types.includes(PREFIX + kind));

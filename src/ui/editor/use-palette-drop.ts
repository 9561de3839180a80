import { type DragEvent, useState } from 'react';
import type { LinkEnds } from '../../../core/scenario/edit-links.ts';
import type { Link, NodeKind, Position } from '../../../core/scenario/scenario.ts';
import { fitsOnLink, type GraphCommands } from './graph-commands.ts';
import { linkKey } from './selection.ts';

interface PaletteDropInput {
  readonly links: readonly Link[];
  readonly commands: GraphCommands;
  readonly toDrawing: (point: Position) => Position;
  readonly readOnly: boolean;
}

/** Dropping a palette node on the drawing adds it; dropping one that elements pass through on a link puts it into the link. */
export function usePaletteDrop({ links, commands, toDrawing, readOnly }: PaletteDropInput) {
  const [target, setTarget] = useState<LinkEnds>();
  const underneath = (event: DragEvent) => {
    const key = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((element) => element.closest('.react-flow__edge'))
      ?.closest('.react-flow__edge')
      ?.getAttribute('data-id');
    return links.find((link) => linkKey(link) === key);
  };
  return {
    target,
    onDragOver(event: DragEvent) {
      const kind = draggedKind(event.dataTransfer);
      if (!kind || readOnly) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setTarget(fitsOnLink(kind) ? underneath(event) : undefined);
    },
    onDragLeave: () => setTarget(undefined),
    onDrop(event: DragEvent) {
      const kind = draggedKind(event.dataTransfer);
      if (!kind || readOnly) return;
      event.preventDefault();
      const at = toDrawing({ x: event.clientX, y: event.clientY });
      const link = fitsOnLink(kind) ? underneath(event) : undefined;
      setTarget(undefined);
      if (link) commands.insert(kind, link, at);
      else commands.add(kind, at);
    },
  };
}

export const KINDS: readonly NodeKind[] = ['source', 'stage', 'delay', 'router', 'fork', 'join', 'sink'];

/** While dragging only the types can be read, so the kind is in the type. */
const PREFIX = 'application/x-stagegraph-';

export function startPaletteDrag(transfer: DataTransfer, kind: NodeKind): void {
  transfer.setData(PREFIX + kind, kind);
  transfer.effectAllowed = 'copy';
}

/** The kind being dragged; undefined when something else is. */
const draggedKind = (transfer: DataTransfer): NodeKind | undefined =>
  KINDS.find((kind) => transfer.types.includes(PREFIX + kind));

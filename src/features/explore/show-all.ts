/** Keeps the whole drawing in sight where the tab changed what it has, or the room for it. */
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { graphHandle } from '../../ui/editor/graph-handle.ts';
import { isCrowded } from './mapping-moves.ts';

/** Crossings that came or went with a change: laid out anew where one has no room. */
export function showAllOf(before: Scenario, after: Scenario): void {
  if (before.nodes.length === after.nodes.length) return;
  if (isCrowded(after)) void graphHandle.current?.layout();
  else requestAnimationFrame(() => graphHandle.current?.fitView());
}

/** Height of the buttons over the lower edge of the drawing, px. */
const BUTTONS = 72;

/** Where the drawer that grew hides stages that were all in sight, or pushes them under the buttons, they are brought back. */
export function showHidden(): void {
  const drawing = document.querySelector('.drawing');
  if (!drawing) return;
  const { top, bottom, left, right } = drawing.getBoundingClientRect();
  const boxes = [...drawing.querySelectorAll('.react-flow__node')].map((node) =>
    node.getBoundingClientRect(),
  );
  const wasAll = boxes.every((box) => box.top >= top && box.left >= left && box.right <= right);
  if (wasAll && boxes.some((box) => box.bottom > bottom - BUTTONS)) graphHandle.current?.fitView();
}

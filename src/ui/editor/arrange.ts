/** Selected nodes in a row, in a column, or at equal distances: new places for them. */
import type { NodeId, Position } from '../../../core/scenario/scenario.ts';
import { type Box, GRID, middleOfBox, onGrid } from './node-size.ts';

export type Arrangement = 'row' | 'column' | 'spreadAcross' | 'spreadDown';

/**
 * In a row and in a column by the middles, at that of the first box; spread: equal gaps between the outermost. None covers
 * another: what has no room moves on along the line.
 */
export function arranged(
  boxes: ReadonlyMap<NodeId, Box>,
  arrangement: Arrangement,
): Readonly<Record<NodeId, Position>> {
  switch (arrangement) {
    case 'row':
      return inLine(boxes, 'y', 'height');
    case 'column':
      return inLine(boxes, 'x', 'width');
    case 'spreadAcross':
      return spread(boxes, 'x', 'width');
    case 'spreadDown':
      return spread(boxes, 'y', 'height');
  }
}

/** Between two that would touch. */
const LEAST_GAP = 2 * GRID;

type Axis = 'x' | 'y';
type Extent = 'width' | 'height';

function inLine(boxes: ReadonlyMap<NodeId, Box>, axis: Axis, extent: Extent) {
  const [first] = boxes.values();
  if (!first) return {};
  const middle = middleOfBox(first)[axis];
  const [along, length] = axis === 'y' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  let free = Number.NEGATIVE_INFINITY;
  return Object.fromEntries(
    inOrder(boxes, along).map(([id, box]) => {
      // What stood above each other would lie on each other.
      const start = Math.max(box[along], free);
      free = start + box[length] + LEAST_GAP;
      return [id, place(box, { [axis]: onGrid(middle - box[extent] / 2), [along]: start })];
    }),
  );
}

function spread(boxes: ReadonlyMap<NodeId, Box>, axis: Axis, extent: Extent) {
  const all = inOrder(boxes, axis);
  const [first, last] = [all[0]?.[1], all.at(-1)?.[1]];
  if (!first || !last) return {};
  const taken = all.reduce((sum, [, box]) => sum + box[extent], 0);
  const room = last[axis] + last[extent] - first[axis] - taken;
  const gap = Math.max(LEAST_GAP, room / Math.max(1, all.length - 1));
  let at = first[axis];
  return Object.fromEntries(
    all.map(([id, box]) => {
      const placed = place(box, { [axis]: onGrid(at) });
      at += box[extent] + gap;
      return [id, placed];
    }),
  );
}

/** Along a line and then across it. */
const inOrder = (boxes: ReadonlyMap<NodeId, Box>, axis: Axis) =>
  [...boxes].sort(
    ([, a], [, b]) => a[axis] - b[axis] || a[axis === 'x' ? 'y' : 'x'] - b[axis === 'x' ? 'y' : 'x'],
  );

const place = ({ x, y }: Box, moved: Partial<Position>): Position => ({ x, y, ...moved });

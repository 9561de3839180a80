/** Selected nodes in a row, in a column, or at equal distances: new places for them. */
import type { NodeId, Position } from '../../../core/scenario/scenario.ts';
import { type Box, middleOfBox, onGrid } from './node-size.ts';

export type Arrangement = 'row' | 'column' | 'spreadAcross' | 'spreadDown';

/** In a row and in a column by the middles, at that of the first box; spread: equal gaps between the outermost. */
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

type Axis = 'x' | 'y';
type Extent = 'width' | 'height';

function inLine(boxes: ReadonlyMap<NodeId, Box>, axis: Axis, extent: Extent) {
  const [first] = boxes.values();
  if (!first) return {};
  const middle = middleOfBox(first)[axis];
  return Object.fromEntries(
    [...boxes].map(([id, box]) => [id, { x: box.x, y: box.y, [axis]: onGrid(middle - box[extent] / 2) }]),
  );
}

function spread(boxes: ReadonlyMap<NodeId, Box>, axis: Axis, extent: Extent) {
  const inOrder = [...boxes].sort(([, a], [, b]) => a[axis] - b[axis]);
  const [first, last] = [inOrder[0]?.[1], inOrder.at(-1)?.[1]];
  if (!first || !last) return {};
  const taken = inOrder.reduce((sum, [, box]) => sum + box[extent], 0);
  const gap = (last[axis] + last[extent] - first[axis] - taken) / Math.max(1, inOrder.length - 1);
  let at = first[axis];
  return Object.fromEntries(
    inOrder.map(([id, box]) => {
      const place = { x: box.x, y: box.y, [axis]: onGrid(at) };
      at += box[extent] + gap;
      return [id, place];
    }),
  );
}

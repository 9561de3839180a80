/** Sizes of the pictures of nodes, in pixels of the drawing: multiples of the grid, so that handles line up. */
import type { NodeKind, Position } from '../../../core/scenario/scenario.ts';

/** Nodes snap to this grid. */
export const GRID = 8;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const NODE_SIZE: Readonly<Record<NodeKind, Size>> = {
  source: { width: 176, height: 80 },
  stage: { width: 240, height: 112 },
  delay: { width: 208, height: 80 },
  router: { width: 64, height: 64 },
  fork: { width: 48, height: 96 },
  join: { width: 48, height: 96 },
  sink: { width: 136, height: 64 },
};

export const onGrid = (value: number): number => Math.round(value / GRID) * GRID;

/** Where the upper left corner goes when the middle of the node is at `point`. */
export const centredAt = (kind: NodeKind, point: Position): Position => ({
  x: onGrid(point.x - NODE_SIZE[kind].width / 2),
  y: onGrid(point.y - NODE_SIZE[kind].height / 2),
});

export interface Box extends Position, Size {}

export const boxOf = (kind: NodeKind, position: Position): Box => ({ ...position, ...NODE_SIZE[kind] });

export const middleOfBox = (box: Box): Position => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** The smallest box around all; empty at the origin when there is none. */
export function boxAround(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** The shapes of nodes in still pictures. */
import type { NodeKind, Position } from '../../../core/scenario/scenario.ts';
import type { NodeView } from './node-data.ts';
import { CLOCK_AT, CLOCK_SIGN, FORK_SIGN, JOIN_SIGN, outlinePath } from './node-outline.ts';
import type { Box } from './node-size.ts';
import { line, type Mark } from './picture-marks.ts';

/** The outline of a node kind in its box, a stage's edge in the colour of its platform. */
export function outlineMarks({ node, bottleneck }: NodeView, box: Box, heavy: number): Mark[] {
  const shape: Mark = {
    tag: 'path',
    fill: 'surface',
    stroke: bottleneck ? 'text' : 'border-strong',
    attributes: { d: outlinePath(node.kind, box), strokeWidth: bottleneck ? heavy * 3 : heavy },
  };
  if (node.kind !== 'stage') return [shape];
  const edge: Mark = {
    tag: 'rect',
    fill: node.platform ? `platform-${node.platform}` : 'border-strong',
    attributes: { x: box.x, y: box.y + 1, width: 5 * heavy, height: box.height - 2, rx: 2 },
  };
  return [shape, edge];
}

/** What is drawn inside a node without a queue. */
const SIGNS: Partial<Record<NodeKind, { readonly path: string; readonly at?: Position }>> = {
  delay: { path: CLOCK_SIGN, at: CLOCK_AT },
  fork: { path: FORK_SIGN },
  join: { path: JOIN_SIGN },
};

export function signMarks(kind: NodeKind, box: Box): Mark[] {
  const sign = SIGNS[kind];
  if (!sign) return [];
  const { x, y } = sign.at ?? { x: box.width / 2, y: box.height / 2 };
  const transform = `translate(${box.x + x} ${box.y + y})`;
  return [line(sign.path, 'text-muted', { transform, strokeWidth: 1.75 })];
}

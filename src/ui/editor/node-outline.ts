/** Outlines of the kinds of nodes in their boxes, and the signs inside, for the drawing and for still pictures. */
import type { NodeKind } from '../../../core/scenario/scenario.ts';
import type { Box } from './node-size.ts';

/** Rounded where elements only leave or only arrive; a diamond chooses, a wedge opens for tasks or closes behind them. */
export function outlinePath(kind: NodeKind, box: Box): string {
  switch (kind) {
    case 'router':
      return diamond(box);
    case 'fork':
      return wedge(box, WEDGE, 1);
    case 'join':
      return wedge(box, 1, WEDGE);
    case 'delay':
      return rounded(box, box.height / 2, box.height / 2);
    case 'source':
      return rounded(box, CORNER, box.height / 2);
    case 'sink':
      return rounded(box, box.height / 2, CORNER);
    case 'stage':
      return rounded(box, CORNER, CORNER);
  }
}

const CORNER = 6;
/** Height of a wedge's narrow side, as a share of the wide one. */
const WEDGE = 0.4;

const diamond = ({ x, y, width, height }: Box): string =>
  `M${x + width / 2},${y} l${width / 2},${height / 2} l${-width / 2},${height / 2} l${-width / 2},${-height / 2} Z`;

function wedge({ x, y, width, height }: Box, left: number, right: number): string {
  const middle = y + height / 2;
  const [half, other] = [(left * height) / 2, (right * height) / 2];
  return `M${x},${middle - half} L${x + width},${middle - other} V${middle + other} L${x},${middle + half} Z`;
}

function rounded({ x, y, width, height }: Box, left: number, right: number): string {
  return (
    `M${x + left},${y} H${x + width - right} A${right},${right} 0 0 1 ${x + width},${y + right} V${y + height - right} ` +
    `A${right},${right} 0 0 1 ${x + width - right},${y + height} H${x + left} A${left},${left} 0 0 1 ${x},${y + height - left} ` +
    `V${y + left} A${left},${left} 0 0 1 ${x + left},${y} Z`
  );
}

/** Around the middle of the node. */
export const FORK_SIGN = 'M-14,0 H-2 M14,-20 L-2,0 L14,20 M-2,0 H14';
export const JOIN_SIGN = 'M14,0 H2 M-14,-20 L2,0 L-14,20 M2,0 H-14';
/** A clock around its own middle, and where that is in the box of a delay. */
export const CLOCK_SIGN = 'M0,-16 A16,16 0 1 0 0,16 A16,16 0 1 0 0,-16 Z M0,-10 V0 L7,4';
export const CLOCK_AT = { x: 32, y: 40 } as const;

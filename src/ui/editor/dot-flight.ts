/** The line that a moving element follows: along its links, and straight across what lies between them. */
import type { Link } from '../../../core/scenario/scenario.ts';
import { linkPath } from './link-path.ts';
import type { Box } from './node-size.ts';

/** Nothing when an end of a link is not drawn. */
export function flightPath(links: readonly Link[], boxes: ReadonlyMap<string, Box>): string | undefined {
  const parts: string[] = [];
  for (const { from, to } of links) {
    const sender = boxes.get(from);
    const receiver = boxes.get(to);
    if (!sender || !receiver) return undefined;
    const start = { x: sender.x + sender.width, y: sender.y + sender.height / 2 };
    const end = { x: receiver.x, y: receiver.y + receiver.height / 2 };
    const { path } = linkPath(start, end);
    parts.push(`${parts.length === 0 ? path : `L${path.slice(1)}`} L${end.x},${end.y}`);
  }
  return parts.length === 0 ? undefined : parts.join(' ');
}

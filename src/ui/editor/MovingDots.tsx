import { ViewportPortal } from '@xyflow/react';
import { use, useEffect, useRef } from 'react';
import type { Link } from '../../../core/scenario/scenario.ts';
import type { AnimatedMove } from '../../../workers/animate/contract.ts';

import type { FlowNode } from './flow-nodes.ts';
import { linkEnds, linkPath } from './link-path.ts';
import type { Ways } from './link-ways.ts';
import { LiveContext } from './live.ts';
import { type Box, boxOf } from './node-size.ts';
import { linkKey } from './selection.ts';

interface MovingDotsProps {
  readonly links: readonly Link[];
  /** As they are drawn now. */
  readonly nodes: readonly FlowNode[];
  readonly ways: Ways;
}

/** Time that a dot takes for one link, and between dots that set out together on the same way, ms. */
const FLIGHT = 420;
const BEHIND = 70;
const MOST_DOTS = 150;
/** Classes beyond these share the marks of the first. */
export const DOT_KINDS = 6;

/** Elements that move along the links, each seen for a moment. Drawn without React: they come and go too fast for it. */
export function MovingDots({ links, nodes, ways }: MovingDotsProps) {
  const live = use(LiveContext);
  const layer = useRef<HTMLDivElement>(null);
  const drawn = useRef({ links, nodes, ways });
  useEffect(() => {
    drawn.current = { links, nodes, ways };
  });
  useEffect(() => {
    if (!live || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let shown = live.moves();
    return live.subscribe(() => {
      const moves = live.moves();
      if (moves === shown) return;
      shown = moves;
      if (layer.current && moves.length > 0) fly(moves, drawn.current, layer.current);
    });
  }, [live]);
  return (
    <ViewportPortal>
      <div ref={layer} className="g-dots" aria-hidden="true" />
    </ViewportPortal>
  );
}

function fly(
  moves: readonly AnimatedMove[],
  { links, nodes, ways }: MovingDotsProps,
  layer: HTMLElement,
): void {
  const boxes = new Map(nodes.map(({ id, data, position }) => [id, boxOf(data.node.kind, position)]));
  const ahead = new Map<string, number>();
  for (const move of moves) {
    if (layer.childElementCount >= MOST_DOTS) return;
    const path = flightPath(
      move.links.flatMap((link) => links[link] ?? []),
      boxes,
      ways,
    );
    if (path === undefined) continue;
    const before = ahead.get(path) ?? 0;
    ahead.set(path, before + 1);
    const dot = dotOf(move);
    dot.style.offsetPath = `path("${path}")`;
    layer.append(dot);
    const flight = dot.animate([{ offsetDistance: '0%' }, { offsetDistance: '100%' }], {
      duration: FLIGHT * Math.min(3, move.links.length),
      delay: BEHIND * before,
      fill: 'both',
      easing: 'ease-in-out',
    });
    flight.onfinish = () => dot.remove();
  }
}

/** A dot with the marks of its class; where several move together, with their number. */
function dotOf({ jobClass, count }: AnimatedMove): HTMLElement {
  const dot = document.createElement('span');
  dot.className = 'g-dot';
  dot.dataset.kind = String(jobClass % DOT_KINDS);
  if (count > 1) dot.textContent = String(count);
  return dot;
}

/**
 * The line that a moving element follows: along its links, and straight across what lies between them. Nothing when an
 * end of a link is not drawn.
 */
export function flightPath(
  links: readonly Link[],
  boxes: ReadonlyMap<string, Box>,
  ways: Ways = new Map(),
): string | undefined {
  const parts: string[] = [];
  for (const link of links) {
    const sender = boxes.get(link.from);
    const receiver = boxes.get(link.to);
    if (!sender || !receiver) return undefined;
    const { start, end } = linkEnds(sender, receiver);
    const { path } = linkPath(start, end, ways.get(linkKey(link)));
    parts.push(`${parts.length === 0 ? path : `L${path.slice(1)}`} L${end.x},${end.y}`);
  }
  return parts.length === 0 ? undefined : parts.join(' ');
}

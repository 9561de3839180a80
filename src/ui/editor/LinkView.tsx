import { EdgeLabelRenderer, type EdgeProps, type ReactFlowState, useStore } from '@xyflow/react';
import { memo, useState } from 'react';
import { assert } from '../../../core/base/assert.ts';
import { detailOf, screenPixel } from './detail.ts';
import { countText, percentText } from './figure-text.ts';
import type { FlowEdge } from './flow-edges.ts';
import { ARROW, arrowHead, type LinkPath, linkPath, overSender, wordHeight } from './link-path.ts';
import { useLiveLink } from './live.ts';

interface LinkWordsProps {
  readonly view: NonNullable<FlowEdge['data']>['view'];
  readonly line: LinkPath;
  readonly start: LinkPath['label'];
  /** Its rate is asked for, also where the drawing is too small or too full for those of all links. */
  readonly showsRate: boolean;
  /** Tokens in its FIFO at this moment of the animation. */
  readonly tokens: number | undefined;
}

/** Most links whose rates are shown all at once. */
const MOST_RATES = 40;
const hasRoomForRates = ({ edges }: ReactFlowState): boolean => edges.length <= MOST_RATES;

/** Whether the drawing is so small that links show no words but the fill of their FIFOs. */
const isDrawnSmall = (state: ReactFlowState): boolean => detailOf(state).startsWith('small');

/** How much higher words and names are where a pixel of the screen is twice one of the drawing. */
const GROWTH = 25;

/** Offset of each word from the line, pixels: the first stands above it, the others below. */
const BELOW = [-8, 18, 32, 46, 60];

/** What stands at a link, above all links: its share where the sender has a choice, its rate, its FIFO, what it crosses. */
function LinkWords({ view, line, start, showsRate, tokens }: LinkWordsProps) {
  const { choice, choiceOfAll, crossing, critical } = view;
  const fill = tokens === undefined ? view.fill : `${countText(tokens)} / ${view.depth}`;
  const hasRoom = useStore(hasRoomForRates);
  const isSmall = useStore(isDrawnSmall);
  const pixel = useStore(screenPixel);
  const rate = showsRate || hasRoom ? view.rate : undefined;
  if (!choice && !choiceOfAll && !rate && !fill && !crossing && !critical) return null;
  const { x } = line.label;
  const heightOf = (word: string, offset: number): number => {
    // The pixel is rounded up in steps; a word that just fits should not leave its line.
    const room = line.room / Math.max(1, pixel - 0.06);
    const height = wordHeight(word, { ...line, room }, offset, choice);
    return height + Math.sign(height - line.label.y - offset) * GROWTH * (pixel - 1);
  };
  const below = (...above: readonly unknown[]) => BELOW[above.filter(Boolean).length]!;
  return (
    <EdgeLabelRenderer>
      <svg className="g-link-words" data-stale={view.stale || undefined} aria-hidden="true">
        {choice && (
          <text className="g-link-label" x={x} y={heightOf(choice, -8)}>
            {choice}
          </text>
        )}
        {choiceOfAll && (
          <text className="g-link-label" {...overSender(start)} style={{ textAnchor: 'end' }}>
            {choiceOfAll}
          </text>
        )}
        {rate && (
          <text
            className="g-link-label g-link-rate"
            data-shown={showsRate || undefined}
            x={x}
            y={heightOf(rate, below(choice))}
          >
            {rate}
          </text>
        )}
        {fill && (
          <text
            className="g-link-label g-link-fill"
            x={x}
            y={heightOf(fill, isSmall ? below() : below(choice, rate))}
          >
            {fill}
          </text>
        )}
        {crossing && (
          <text
            className="g-link-crossing"
            x={x}
            y={heightOf(crossing, Math.max(18, below(choice, rate, fill)))}
          >
            {crossing}
          </text>
        )}
        {critical && (
          <text
            className="g-link-label"
            x={x}
            y={heightOf(critical, below(choice, rate, fill, crossing) + 4)}
          >
            ⟳ {critical}
          </text>
        )}
      </svg>
    </EdgeLabelRenderer>
  );
}

/** The library measures from the outer side of a handle; links begin and end at the node itself. */
const HANDLE_RADIUS = 6;
const BAR_HALF = 9;
/** Stroke of the least flow, and how much wider the largest is, pixels. */
const THINNEST_FLOW = 2;
const FLOW_MORE = 9;

/** How much wider the double edge of a link on the critical cycle is. */
const CASING = 8;

const CROSS_HALF = 7;
const cross = ({ x, y }: LinkPath['label']): string =>
  [1, -1]
    .map((up) => `M${x - CROSS_HALF},${y - up * CROSS_HALF} L${x + CROSS_HALF},${y + up * CROSS_HALF}`)
    .join(' ');

/** A link: as wide as the log of its rate, its share where the sender has a choice, a bar where it is held up. */
export const LinkView = memo(function LinkView({ data, ...at }: EdgeProps<FlowEdge>) {
  assert(data, 'a link is drawn with its data');
  const { view, way } = data;
  const start = { x: at.sourceX - HANDLE_RADIUS, y: at.sourceY };
  const end = { x: at.targetX + HANDLE_RADIUS - 1, y: at.targetY };
  const line = linkPath(start, end, way);
  const { path } = line;
  const [isPointedAt, pointAt] = useState(false);
  const barX = end.x - ARROW - 6;
  const live = useLiveLink(view.from, view.to);
  const blocked = live ? Number(live.blocked) : (view.blocked ?? 0);
  return (
    <g
      className="g-link"
      data-crossing={view.crossing !== undefined || undefined}
      data-stale={view.stale || undefined}
      data-fault={view.fault !== undefined || undefined}
      onPointerEnter={() => pointAt(true)}
      onPointerLeave={() => pointAt(false)}
    >
      <title>{view.label}</title>
      {view.critical !== undefined && (
        <>
          <path className="g-link-critical" d={path} style={{ strokeWidth: view.width + CASING }} />
          <path className="g-link-casing" d={path} style={{ strokeWidth: view.width + CASING - 3 }} />
        </>
      )}
      <path className="react-flow__edge-path" d={path} style={{ strokeWidth: view.width }} />
      <path className="g-link-head" d={arrowHead(end, view.width)} />
      <path
        className="react-flow__edge-interaction"
        d={path}
        strokeWidth={20}
        fill="none"
        strokeOpacity={0}
      />
      {live && live.flow > 0 && (
        <path className="g-flow" d={path} style={{ strokeWidth: THINNEST_FLOW + FLOW_MORE * live.flow }} />
      )}
      {blocked > 0 && (
        <g className="g-link-blocked">
          <title>
            {live ? 'Blocked: full now.' : `Its receiver is full ${percentText(blocked)} of the time.`}
          </title>
          <path d={`M${barX},${end.y - BAR_HALF} V${end.y + BAR_HALF}`} strokeWidth={2 + 3 * blocked} />
        </g>
      )}
      {view.fault !== undefined && <path className="g-link-fault" d={cross(line.label)} />}
      <LinkWords
        {...{ view, line, start }}
        showsRate={isPointedAt || at.selected === true}
        tokens={live?.tokens}
      />
    </g>
  );
});

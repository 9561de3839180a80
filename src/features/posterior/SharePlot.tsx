/** Shares of the time of tasks over time: service solid, waiting hatched, their intervals as bands; under it the bottleneck. */

import type { KeyboardEvent, PointerEvent } from 'react';
import { useId, useMemo } from 'react';
import { type AxisSpec, axisText } from '../../ui/charts/axis.ts';
import { estimateTextWidth, fitText } from '../../ui/charts/text-size.ts';
import { shareText } from './posterior-text.ts';
import type { ShareColumn } from './share-areas.ts';
import { layerName, type ShareLayer } from './share-areas.ts';
import { SHARE_HEIGHT, type ShareLayout, STRIP_HEIGHT, shareLayout } from './share-layout.ts';

interface SharePlotProps extends Omit<ShareCursorProps, 'layout'> {
  readonly title: string;
  readonly layers: readonly ShareLayer[];
  readonly axis: AxisSpec;
  readonly width: number;
}

const TICKS = [0, 0.25, 0.5, 0.75, 1];

export function SharePlot(props: SharePlotProps) {
  const { title, columns, layers, axis, width } = props;
  const layout = useMemo(() => shareLayout(columns, layers, axis, width), [columns, layers, axis, width]);
  const hatch = useId();
  return (
    <svg
      className="chart-svg posterior-shares"
      width={width}
      height={layout.height}
      viewBox={`0 0 ${width} ${layout.height}`}
      aria-label={title}
    >
      <HatchPatterns id={hatch} layers={layers} />
      <g transform={`translate(${layout.left} ${10})`}>
        {layout.legend.map(({ layer, x, y }) => (
          <g key={layerName(layer)} transform={`translate(${x} ${y})`}>
            <ShareSwatch hatch={hatch} layer={layer} />
            <text x={18} dy="0.32em">
              {layerName(layer)}
            </text>
          </g>
        ))}
      </g>
      <text x={0} y={layout.top - 10} className="chart-axis-title">
        share of the time of tasks (%)
      </text>
      <g transform={`translate(${layout.left} ${layout.top})`}>
        {TICKS.map((share) => (
          <g key={share} transform={`translate(0 ${layout.yOf(share)})`}>
            <line className="chart-grid" x2={layout.plotWidth} />
            <text x={-8} dy="0.32em" textAnchor="end">
              {100 * share}
            </text>
          </g>
        ))}
        {columns.map((column) => (
          <ShareStack key={column.window.from} {...{ column, layout, hatch }} />
        ))}
        <TrueTops columns={columns} layout={layout} />
        <BottleneckStrip columns={columns} layout={layout} />
        <TimeAxis layout={layout} axis={axis} />
        <ShareCursor {...props} layout={layout} />
      </g>
    </svg>
  );
}

const TimeAxis = ({ layout, axis }: { readonly layout: ShareLayout; readonly axis: AxisSpec }) => (
  <g transform={`translate(0 ${layout.axisTop})`}>
    {layout.xTicks.map(({ at, text }) => (
      <g key={text} transform={`translate(${at} 0)`}>
        <line className="chart-axis" y2={4} />
        <text y={17} textAnchor="middle">
          {text}
        </text>
      </g>
    ))}
    <text x={layout.plotWidth / 2} y={34} textAnchor="middle" className="chart-axis-title">
      {axisText(axis)}
    </text>
  </g>
);

/** Under the shares: in which state tasks most probably waited longest, stretch by stretch. */

interface BottleneckStripProps {
  readonly columns: readonly ShareColumn[];
  readonly layout: ShareLayout;
}

function BottleneckStrip({ columns, layout }: BottleneckStripProps) {
  return (
    <g transform={`translate(0 ${layout.stripTop})`}>
      <text x={0} y={-6} className="chart-axis-title">
        bottleneck: where tasks waited longest
      </text>
      {columns.map(({ window: { from, to, bottleneck } }) => {
        const left = layout.xOf(from);
        const width = layout.xOf(to) - left;
        const text = bottleneck ? nameFor(bottleneck.state, width - 6) : '–';
        return (
          <g key={from} transform={`translate(${left} 0)`} data-bottleneck={bottleneck?.state}>
            <rect className="posterior-strip" width={width} height={STRIP_HEIGHT}>
              <title>
                {bottleneck
                  ? `${bottleneck.state}, probability ${shareText(bottleneck.probability)}`
                  : 'nobody waited'}
              </title>
            </rect>
            <text x={width / 2} y={STRIP_HEIGHT / 2} dy="0.34em" textAnchor="middle" pointerEvents="none">
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Cut where it is too long, left out where nothing of it would be read. */
const nameFor = (name: string, width: number): string =>
  width < estimateTextWidth('WW…') && width < estimateTextWidth(name) ? '' : fitText(name, width);

/** The stretch of time that is looked at: pressed, or moved by arrows. */

interface ShareCursorProps {
  readonly columns: readonly ShareColumn[];
  readonly layout: ShareLayout;
  /** Number of the window that is looked at. */
  readonly chosen: number;
  readonly onChoose: (column: number) => void;
  /** What is read off it, as a sentence. */
  readonly reading: string;
}

function ShareCursor({ columns, layout, chosen, onChoose, reading }: ShareCursorProps) {
  const last = columns.length - 1;
  const { from, to } = columns[chosen]!.window;
  const choose = (next: number): void => onChoose(Math.min(last, Math.max(0, next)));
  const columnAt = (event: PointerEvent<SVGRectElement>): number => {
    const bounds = event.currentTarget.getBoundingClientRect();
    return Math.floor(((event.clientX - bounds.left) / bounds.width) * columns.length);
  };
  const handleKey = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = {
      ArrowRight: chosen + 1,
      ArrowUp: chosen + 1,
      ArrowLeft: chosen - 1,
      ArrowDown: chosen - 1,
      Home: 0,
      End: last,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  return (
    <g data-export="skip">
      <rect
        className="posterior-shares__chosen"
        x={layout.xOf(from)}
        width={layout.xOf(to) - layout.xOf(from)}
        height={layout.axisTop}
      />
      <rect
        className="chart-pointer"
        width={layout.plotWidth}
        height={SHARE_HEIGHT}
        role="slider"
        tabIndex={0}
        aria-label="Stretch of time looked at"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen}
        aria-valuetext={reading}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          choose(columnAt(event));
        }}
        onPointerMove={(event) => event.buttons === 1 && choose(columnAt(event))}
        onKeyDown={handleKey}
      />
    </g>
  );
}

/** The layers of one stretch of time with the bands of their intervals; and over them what is true, where that is known. */

interface StackProps {
  readonly column: ShareColumn;
  readonly layout: ShareLayout;
  readonly hatch: string;
}

function ShareStack({ column: { window, pieces }, layout, hatch }: StackProps) {
  const left = layout.xOf(window.from);
  const width = layout.xOf(window.to) - left;
  const box = (from: number, to: number) => ({
    x: left,
    width,
    y: layout.yOf(to),
    height: Math.max(0, layout.yOf(from) - layout.yOf(to)),
  });
  return (
    <g>
      {pieces.map(({ layer, base, top }) => (
        <g key={layerName(layer)} className={shareClass(layer)} data-layer={layerName(layer)}>
          <rect className="posterior-shares__ground" {...box(base, top)} />
          {layer.part === 'waiting' && <rect fill={`url(#${hatch}-${layer.number})`} {...box(base, top)} />}
        </g>
      ))}
      {/* The last top is 1: there is nothing to be unsure of. */}
      {pieces.slice(0, -1).map(({ layer, top, low, high }) => (
        <g key={layerName(layer)}>
          <rect className="posterior-shares__band" {...box(low, high)} />
          <line
            className="posterior-shares__top"
            x1={left}
            x2={left + width}
            y1={layout.yOf(top)}
            y2={layout.yOf(top)}
          />
        </g>
      ))}
    </g>
  );
}

/** Tops of the layers as they truly are, where that is known. */
function TrueTops({
  columns,
  layout,
}: {
  readonly columns: readonly ShareColumn[];
  readonly layout: ShareLayout;
}) {
  const lines = columns.flatMap(({ window, truth }) =>
    truth
      .slice(0, -1)
      .map((top) => `M${layout.xOf(window.from)},${layout.yOf(top)}H${layout.xOf(window.to)}`),
  );
  if (lines.length === 0) return null;
  const text = 'true, of all tasks';
  return (
    <g className="chart-baseline" data-series="true">
      <path className="posterior-shares__truth" d={lines.join('')} />
      <text className="chart-name" x={layout.plotWidth} y={-10} textAnchor="end">
        {text}
      </text>
      <path
        className="posterior-shares__truth"
        d={`M${layout.plotWidth - estimateTextWidth(text) - 26},-14h16`}
      />
    </g>
  );
}

/** How a layer of shares looks: a colour for its state; solid for service, hatched for waiting. */

const COLOURS = 5;

const shareClass = ({ number, part }: ShareLayer): string =>
  `posterior-state-${number % COLOURS} posterior-${part}`;

interface HatchPatternsProps {
  readonly id: string;
  readonly layers: readonly ShareLayer[];
}

function HatchPatterns({ id, layers }: HatchPatternsProps) {
  return (
    <defs>
      {layers
        .filter(({ part }) => part === 'waiting')
        .map((layer) => (
          <pattern
            key={layer.number}
            id={`${id}-${layer.number}`}
            className={shareClass(layer)}
            width={6}
            height={6}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect className="posterior-shares__ink" width={2} height={6} />
          </pattern>
        ))}
    </defs>
  );
}

const ShareSwatch = ({ hatch, layer }: { readonly hatch: string; readonly layer: ShareLayer }) => (
  <g className={shareClass(layer)}>
    <rect className="posterior-shares__ground" y={-6} width={14} height={12} />
    {layer.part === 'waiting' && (
      <rect fill={`url(#${hatch}-${layer.number})`} y={-6} width={14} height={12} />
    )}
    <rect className="posterior-shares__frame" y={-6} width={14} height={12} />
  </g>
);

/** Shares of the time of tasks over time: service solid, waiting hatched, their intervals as bands; under it the bottleneck. */
import { type ScaleLinear, scaleLinear } from 'd3';
import { useId } from 'react';
import { shareText } from '../../../workers/posterior/posterior-words.ts';
import { type AxisSpec, axisText, linearTicks, tickCount } from '../../ui/charts/axis.ts';
import { keyLayout } from '../../ui/charts/key-layout.ts';
import { Cursor, Plot, plotBox, steppedTo } from '../../ui/charts/Plot.tsx';
import { estimateTextWidth, fitText } from '../../ui/charts/text-size.ts';
import { isWithheld, layerName, type ShareColumn, type ShareLayer } from './share-areas.ts';

interface SharePlotProps {
  readonly title: string;
  readonly columns: readonly ShareColumn[];
  readonly layers: readonly ShareLayer[];
  readonly axis: AxisSpec;
  readonly width: number;
  /** Number of the window that is looked at. */
  readonly chosen: number;
  readonly onChoose: (column: number) => void;
  /** What is read off it, as a sentence. */
  readonly reading: string;
}

const SHARE_HEIGHT = 240;
/** Under the shares: which state held tasks up. */
const STRIP_TOP = SHARE_HEIGHT + 22;
const STRIP_HEIGHT = 18;

export function SharePlot({
  title,
  columns,
  layers,
  axis,
  width,
  chosen,
  onChoose,
  reading,
}: SharePlotProps) {
  const hatch = useId();
  const box = plotBox(width, STRIP_TOP + STRIP_HEIGHT, { top: 32 });
  const layout: ShareLayout = {
    plotWidth: box.width,
    xOf: scaleLinear([columns[0]!.window.from, columns.at(-1)!.window.to], [0, box.width]),
    yOf: scaleLinear([0, 1], [SHARE_HEIGHT, 0]),
  };
  const { xOf } = layout;
  const last = columns.length - 1;
  const { from, to } = columns[chosen]!.window;
  const keys = keyLayout(
    layers.map((layer) => ({
      ...{ sign: 'swatch', text: layerName(layer) },
      swatch: <ShareSwatch hatch={hatch} layer={layer} />,
    })),
    width,
  );
  return (
    <Plot
      {...{ title, width, box, keys }}
      className="posterior-shares"
      x={{ title: axisText(axis), ticks: linearTicks(xOf, axis, tickCount(box.width)) }}
      y={{ title: 'share of the time of tasks (%)', ticks: linearTicks(layout.yOf, { divisor: 0.01 }, 5) }}
    >
      <HatchPatterns id={hatch} layers={layers} />
      {columns.map((column) => (
        <ShareStack key={column.window.from} {...{ column, layout, hatch }} />
      ))}
      <TrueTops columns={columns} layout={layout} />
      <BottleneckStrip columns={columns} layout={layout} />
      <rect
        className="posterior-shares__chosen"
        data-export="skip"
        x={xOf(from)}
        width={xOf(to) - xOf(from)}
        height={box.height}
      />
      <Cursor
        width={box.width}
        height={SHARE_HEIGHT}
        label="Stretch of time looked at"
        least={0}
        most={last}
        now={chosen}
        text={reading}
        moves="press"
        onMove={(at) => at && onChoose(Math.min(last, Math.floor((at.x / box.width) * columns.length)))}
        onStep={(step) => onChoose(steppedTo(step, chosen, 0, last))}
      />
    </Plot>
  );
}

interface ShareLayout {
  readonly plotWidth: number;
  readonly xOf: ScaleLinear<number, number>;
  readonly yOf: ScaleLinear<number, number>;
}

/** Under the shares: in which state tasks most probably waited longest, stretch by stretch. */

interface BottleneckStripProps {
  readonly columns: readonly ShareColumn[];
  readonly layout: ShareLayout;
}

function BottleneckStrip({ columns, layout }: BottleneckStripProps) {
  const unknown = columns.some(({ window }) => isWithheld(window)) ? 'withheld' : 'no task waited';
  return (
    <g transform={`translate(0 ${STRIP_TOP})`}>
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
                  : unknown}
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
          {!Number.isNaN(low) && <rect className="posterior-shares__band" {...box(low, high)} />}
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

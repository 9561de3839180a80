/** Arrival and service curve of a stage, with the backlog as the upright and the delay as the level gap between them. */

import { scaleLinear } from 'd3';
import { plural } from '../../../core/base/plural.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { TimeUnit } from '../../../core/quantities/quantity-format.ts';
import type { Table } from '../../../core/quantities/table.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { RateLatency, StageBounds, TokenBucket } from '../../../workers/bounds/contract.ts';
import { axisText, linearTicks, tickCount, valueText } from '../../ui/charts/axis.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { type KeyEntry, keyLayout } from '../../ui/charts/key-layout.ts';
import { formatNumber } from '../../ui/charts/number-label.ts';
import { Plot, plotBox, StopCursor } from '../../ui/charts/Plot.tsx';
import { estimateTextWidth, LABEL_HEIGHT } from '../../ui/charts/text-size.ts';
import { timeAxis } from '../results/time-axis.ts';

interface BoundsCurvesProps {
  readonly stage: StageNode;
  readonly bounds: StageBounds;
  readonly timeUnit: TimeUnit | undefined;
  readonly fileName: string;
}

const HEIGHT = 220;
const SERVED = 'served at least';
/** So close to the service curve that a name beside it would be taken for that curve's. */
const GONE: KeyEntry = {
  sign: 'swatch',
  text: 'gone at the latest',
  swatch: (
    <g className="chart-baseline">
      <path className="chart-line" d="M0 0H16" />
    </g>
  ),
};
/** Places where the cursor reads the curves. */
const STOPS = 60;

export function BoundsCurves({ stage, bounds, timeUnit, fileName }: BoundsCurvesProps) {
  const picture = curvePicture(bounds);
  if (!picture) return null;
  return (
    <ChartFrame
      title={`${nameOf(stage)}: arrival and service curves`}
      fileName={fileName}
      table={tableOf(picture, bounds)}
    >
      {({ width }) => <CurvesPlot {...{ picture, bounds, stage, timeUnit, width }} />}
    </ChartFrame>
  );
}

interface CurvesPlotProps extends Pick<BoundsCurvesProps, 'stage' | 'bounds' | 'timeUnit'> {
  readonly picture: CurvePicture;
  readonly width: number;
}

function CurvesPlot({ picture, bounds, stage, timeUnit, width }: CurvesPlotProps) {
  const { end, top, arrivals, service, backlog, delay } = picture;
  const axis = timeAxis('within any time', end, timeUnit);
  const box = plotBox(width, HEIGHT);
  const plotWidth = box.width;
  const x = scaleLinear([0, end], [0, plotWidth]);
  const y = scaleLinear([0, 1.05 * top], [HEIGHT, 0]);
  const pathOf = (points: readonly CurvePoint[]): string =>
    `M${points.map(({ t, n }) => `${x(t)},${y(n)}`).join('L')}`;
  const longest = bounds.delay === undefined ? '' : formatQuantity(bounds.delay, 'time', { timeUnit });
  const unit = stage.unit === undefined ? 'elements' : plural(stage.unit);
  const words = `At most ${bounds.backlog} ${unit} inside${longest === '' ? '' : `, each for at most ${longest}`}.`;
  // Under the line, which is lowest where the name begins; where that is under the axis, over both lines.
  const under = y(servedAt(bounds.service!, x.invert(plotWidth - estimateTextWidth(SERVED)))) + LABEL_HEIGHT;
  const nameY = under < HEIGHT - 4 ? under : y(1 + servedAt(bounds.service!, end)) - 6;
  const stops = Array.from({ length: STOPS + 1 }, (_, i) => {
    const t = (i * end) / STOPS;
    const [come, served] = [arrivalsAt(bounds.arrivals, t), servedAt(bounds.service!, t)];
    const text = `${valueText(t, axis)}: ${formatNumber(come)} can have come, ${formatNumber(served)} served at least`;
    return { x: x(t), text };
  });
  return (
    <Plot
      {...{ width, box }}
      title={words}
      x={{ title: axisText(axis), ticks: linearTicks(x, axis, tickCount(plotWidth)) }}
      y={{ title: unit, ticks: linearTicks(y, {}, 5) }}
      {...(delay && { keys: keyLayout([GONE], width) })}
    >
      <g className="chart-model">
        <path className="chart-line" d={pathOf(arrivals)} />
      </g>
      <g className="chart-simulation">
        <path className="chart-line bounds__service" d={pathOf(service)} />
      </g>
      <path
        className="bounds__gap"
        d={`M${x(backlog.t)},${y(backlog.from)}V${y(backlog.to)}m-4,0h8m-8,${y(backlog.from) - y(backlog.to)}h8`}
      />
      <text
        className="chart-name bounds__name"
        x={x(backlog.t) + 7}
        y={(y(backlog.from) + y(backlog.to)) / 2}
        dy="0.32em"
      >
        {bounds.backlog} inside
      </text>
      {delay && (
        <>
          <g className="chart-baseline">
            <path className="chart-line" d={pathOf(picture.whole)} />
          </g>
          <path
            className="bounds__gap"
            d={`M${x(delay.from)},${y(delay.n)}H${x(delay.to)}m0,-4v8m${x(delay.from) - x(delay.to)},-8v8`}
          />
          <text
            className="chart-name bounds__name"
            x={x((delay.from + delay.to) / 2)}
            y={y(delay.n) - 6}
            textAnchor="middle"
          >
            {longest}
          </text>
        </>
      )}
      <g className="chart-model">
        <text
          className="chart-name"
          x={plotWidth}
          y={y(arrivalsAt(bounds.arrivals, end)) - 6}
          textAnchor="end"
        >
          can have come
        </text>
      </g>
      <g className="chart-simulation">
        <text className="chart-name" x={plotWidth} y={nameY} textAnchor="end">
          {SERVED}
        </text>
      </g>
      <StopCursor {...{ box, stops }} />
    </Plot>
  );
}

/** At all corners of both lines. */
function tableOf({ arrivals, service, backlog }: CurvePicture, bounds: StageBounds): Table {
  const times = [...new Set([...arrivals, ...service].map(({ t }) => t).concat(backlog.t))].sort(
    (a, b) => a - b,
  );
  return {
    columns: [{ label: 'time', unit: 's' }, { label: 'can have come' }, { label: 'served at least' }],
    rows: times.map((t) => [t, arrivalsAt(bounds.arrivals, t), servedAt(bounds.service!, t)]),
  };
}

/** The picture behind a bound: how many can have come, how many are served at least, and the largest gaps between. */

interface CurvePoint {
  readonly t: number;
  readonly n: number;
}

interface CurvePicture {
  /** Last time, s, and most elements that are drawn. */
  readonly end: number;
  readonly top: number;
  /** Corners of the lines. */
  readonly arrivals: readonly CurvePoint[];
  readonly service: readonly CurvePoint[];
  /** When elements have left whole: the service curve, one element earlier. */
  readonly whole: readonly CurvePoint[];
  /** Where most are inside: from the service curve up to the arrivals. */
  readonly backlog: { readonly t: number; readonly from: number; readonly to: number };
  /** Where the stay is longest, from coming to going; absent where more than these curves makes it so. */
  readonly delay?: { readonly n: number; readonly from: number; readonly to: number };
}

/** The smallest of the buckets; none come in no time. */
const arrivalsAt = (buckets: readonly TokenBucket[], t: number): number =>
  Math.min(...buckets.map(({ rate, burst }) => burst + rate * t));

const servedAt = ({ rate, latency }: RateLatency, t: number): number => Math.max(0, rate * (t - latency));

export function curvePicture({ arrivals, service, delay }: StageBounds): CurvePicture | undefined {
  if (!service) return undefined;
  const corners = cornersOf(arrivals);
  const gap = (t: number): number => arrivalsAt(arrivals, t) - servedAt(service, t);
  const widest = largestBy([service.latency, ...corners], gap);
  const longest = largestBy(corners, (t) => arrivalsAt(arrivals, t) / service.rate - t);
  const last = Math.max(widest, longest + (delay ?? 0), service.latency, ...corners);
  const end = 1.5 * last || 1;
  const n = arrivalsAt(arrivals, longest);
  // An element has left whole when the curve is past the one before it.
  const out = service.latency + (n - 1) / service.rate;
  const isOfCurves = delay !== undefined && Math.abs(out - longest - delay) <= 1e-6 * delay;
  return {
    end,
    top: Math.max(arrivalsAt(arrivals, end), servedAt(service, end)),
    arrivals: [...corners, end].map((t) => ({ t, n: arrivalsAt(arrivals, t) })),
    service: [0, service.latency, end].map((t) => ({ t, n: servedAt(service, t) })),
    whole: [service.latency, end].map((t) => ({ t, n: 1 + servedAt(service, t) })),
    backlog: { t: widest, from: servedAt(service, widest), to: arrivalsAt(arrivals, widest) },
    ...(isOfCurves && { delay: { n, from: longest, to: longest + delay } }),
  };
}

/** 0, and where the next bucket becomes the smaller; buckets come by falling rate. */
const cornersOf = (buckets: readonly TokenBucket[]): readonly number[] => [
  0,
  ...buckets.slice(1).map((bucket, i) => {
    const before = buckets[i]!;
    return (bucket.burst - before.burst) / (before.rate - bucket.rate);
  }),
];

const largestBy = (times: readonly number[], value: (t: number) => number): number =>
  times.reduce((best, t) => (value(t) > value(best) ? t : best));

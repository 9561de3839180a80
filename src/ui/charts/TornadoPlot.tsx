import './surface.css';
import { extent, scaleLinear } from 'd3';
import { type AxisSpec, axisText, valueText } from './axis.ts';
import type { KeyLayout } from './key-layout.ts';
import { PictureKey } from './PictureKey.tsx';
import { pressable } from './pressable.ts';
import { estimateTextWidth, fitText } from './text-size.ts';

export interface TornadoBar {
  readonly id: string;
  readonly name: string;
  readonly low: TornadoEnd;
  readonly high: TornadoEnd;
}

export interface TornadoEnd {
  /** The input, as text. */
  readonly input: string;
  /** Absent where there is no answer. */
  readonly value: number | undefined;
  readonly reason?: string | undefined;
  /** Pointed at, or with the keyboard's focus. */
  readonly onLook?: (() => void) | undefined;
  readonly onLeave?: (() => void) | undefined;
  readonly onPick?: (() => void) | undefined;
}

interface TornadoPlotProps {
  readonly title: string;
  readonly value: AxisSpec;
  /** At what is drawn. */
  readonly middle: number | undefined;
  readonly bars: readonly TornadoBar[];
  readonly width: number;
  /** What marks mean. */
  readonly keys: KeyLayout;
}

const ROW = 34;
const TOP = 26;
const NAMES = 0.28;
/** Beside the bars, for their ends' inputs. */
const LEAST_SIDE = 40;

/** What each input alone does to a measure, the largest effect on top. */
export function TornadoPlot({ title, value: axis, middle, bars, width, keys }: TornadoPlotProps) {
  const names = Math.min(220, Math.max(90, width * NAMES));
  const side = Math.max(LEAST_SIDE, ...bars.flatMap(({ low, high }) => [low, high].map(endWidth)));
  const left = names + side;
  const plotWidth = Math.max(60, width - left - side);
  const drawn = TOP + bars.length * ROW + 40;
  const height = drawn + keys.height;
  const known = bars.flatMap(({ low, high }) => [low.value, high.value, middle]).filter(isKnown);
  const [least = 0, most = 1] = extent(known);
  const x = scaleLinear(least === most ? [least - 1, most + 1] : [least, most], [0, plotWidth]);
  const bottom = bars.length * ROW;
  return (
    <svg
      className="chart-svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-label={title}
    >
      <g transform={`translate(${left} ${TOP})`}>
        {bars.map((bar, i) => (
          <Bar key={bar.id} bar={bar} middle={middle} x={x} left={left} names={names} top={i * ROW} />
        ))}
        {middle !== undefined && (
          <>
            <line className="chart-tornado-middle" x1={x(middle)} x2={x(middle)} y1={-4} y2={bottom} />
            <text x={x(middle)} y={-10} textAnchor={anchorAt(x(middle), plotWidth)} className="chart-muted">
              {`as drawn: ${valueText(middle, axis)}`}
            </text>
          </>
        )}
        <line className="chart-axis" x2={plotWidth} y1={bottom} y2={bottom} />
        {x.ticks(Math.max(2, plotWidth / 100)).map((tick) => (
          <text key={tick} x={x(tick)} y={bottom + 16} textAnchor="middle">
            {valueText(tick, { ...axis, unit: '' })}
          </text>
        ))}
        <text x={plotWidth / 2} y={bottom + 33} textAnchor="middle" className="chart-axis-title">
          {axisText(axis)}
        </text>
      </g>
      <PictureKey layout={keys} y={drawn} />
    </svg>
  );
}

/** Away from the nearer end of the plot. */
const anchorAt = (x: number, width: number): 'start' | 'middle' | 'end' =>
  x < width / 4 ? 'start' : x > (3 * width) / 4 ? 'end' : 'middle';

const endText = ({ input, value }: TornadoEnd): string => (isKnown(value) ? input : `✕ ${input}`);
const endWidth = (end: TornadoEnd): number => estimateTextWidth(endText(end)) + 10;

const isKnown = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value);

interface BarProps {
  readonly bar: TornadoBar;
  readonly middle: number | undefined;
  readonly x: (value: number) => number;
  readonly left: number;
  /** Width of the names. */
  readonly names: number;
  readonly top: number;
}

/** An end without an answer is at the middle, and says why. */
function Bar({ bar: { name, low, high }, middle, x, left, names, top }: BarProps) {
  const ends = [low, high]
    .map((end) => ({ ...end, at: isKnown(end.value) ? end.value : middle }))
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  const [first, last] = ends;
  return (
    <g transform={`translate(0 ${top})`}>
      <text x={-left} y={ROW / 2} dy="0.32em">
        {fitText(name, names)}
        <title>{name}</title>
      </text>
      {first?.at !== undefined && last?.at !== undefined && (
        <>
          <rect
            className="chart-tornado-bar"
            x={x(first.at)}
            y={6}
            width={Math.max(1, x(last.at) - x(first.at))}
            height={ROW - 14}
          />
          <EndText end={first} x={x(first.at) - 6} anchor="end" />
          <EndText end={last} x={x(last.at) + 6} anchor="start" />
        </>
      )}
    </g>
  );
}

interface EndProps {
  readonly end: TornadoEnd;
  readonly x: number;
  readonly anchor: 'start' | 'end';
}

function EndText({ end, x, anchor }: EndProps) {
  const { value, reason, onLook, onLeave, onPick } = end;
  const known = isKnown(value);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button wherever it can be picked
    <text
      {...pressable(onPick)}
      onPointerEnter={onLook}
      onPointerLeave={onLeave}
      onFocus={onLook}
      onBlur={onLeave}
      x={x}
      y={ROW / 2}
      dy="0.32em"
      textAnchor={anchor}
      className={[known ? '' : 'chart-tornado-refused', onPick ? 'chart-tornado-end' : ''].join(' ')}
    >
      {endText(end)}
      {!known && <title>{reason ?? 'no answer'}</title>}
    </text>
  );
}

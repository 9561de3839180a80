import { extent, scaleLinear } from 'd3';
import { type AxisSpec, axisText, linearTicks, tickCount, valueText } from './axis.ts';
import { keyLayout } from './key-layout.ts';
import { pressable } from './pressable.ts';
import { RowsPlot } from './RowsPlot.tsx';
import { estimateTextWidth } from './text-size.ts';
import './surface.css';

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
}

const ROW = 34;
const TOP = 26;
const NAMES = 0.28;
/** Beside the bars, for their ends' inputs. */
const LEAST_SIDE = 40;

/** What each input alone does to a measure, the largest effect on top. */
export function TornadoPlot({ title, value: axis, middle, bars, width }: TornadoPlotProps) {
  const nameWidth = Math.min(220, Math.max(90, width * NAMES));
  const ends = bars.flatMap(({ low, high }) => [low, high]);
  const side = Math.max(LEAST_SIDE, ...ends.map(endWidth));
  const left = nameWidth + side;
  const plotWidth = Math.max(60, width - left - side);
  const known = [...ends.map(({ value }) => value), middle].filter(isKnown);
  const [least = 0, most = 1] = extent(known);
  const x = scaleLinear(least === most ? [least - 1, most + 1] : [least, most], [0, plotWidth]);
  const refused = ends.some(({ value }) => !isKnown(value));
  return (
    <RowsPlot
      {...{ title, width, nameWidth, left, plotWidth }}
      rows={bars}
      head={TOP}
      rowHeight={ROW}
      axis={{ title: axisText(axis), ticks: linearTicks(x, axis, tickCount(plotWidth, 100)) }}
      wordsOf={({ name, low, high }) =>
        `${name}: ${[low, high].map((end) => effectOf(end, axis)).join('; ')}`
      }
      keys={keyLayout(refused ? [{ sign: 'refused', text: 'no solution at this end' }] : [], width)}
      marksOf={(bar) => <BarMarks {...{ bar, middle, x, axis }} />}
    >
      {middle !== undefined && (
        <>
          <line
            className="chart-tornado-middle"
            x1={x(middle)}
            x2={x(middle)}
            y1={TOP - 4}
            y2={TOP + bars.length * ROW}
          />
          <text
            x={x(middle)}
            y={TOP - 10}
            textAnchor={anchorAt(x(middle), plotWidth)}
            className="chart-muted"
          >
            {`as drawn: ${valueText(middle, axis)}`}
          </text>
        </>
      )}
    </RowsPlot>
  );
}

/** Away from the nearer end of the plot. */
const anchorAt = (x: number, width: number): 'start' | 'middle' | 'end' =>
  x < width / 4 ? 'start' : x > (3 * width) / 4 ? 'end' : 'middle';

/** What the measure is at one end. */
const effectOf = ({ input, value, reason = 'no solution' }: TornadoEnd, axis: AxisSpec): string =>
  `${input} gives ${isKnown(value) ? valueText(value, axis) : reason}`;

const endText = ({ input, value }: TornadoEnd): string => (isKnown(value) ? input : `✕ ${input}`);
const endWidth = (end: TornadoEnd): number => estimateTextWidth(endText(end)) + 10;

const isKnown = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value);

interface BarProps {
  readonly bar: TornadoBar;
  readonly middle: number | undefined;
  readonly x: (value: number) => number;
  readonly axis: AxisSpec;
}

/** An end without an answer is at the middle, and says why. */
function BarMarks({ bar: { low, high }, middle, x, axis }: BarProps) {
  const [first, last] = [low, high]
    .map((end) => ({ ...end, at: isKnown(end.value) ? end.value : middle }))
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  if (first?.at === undefined || last?.at === undefined) return null;
  return (
    <>
      <rect
        className="chart-tornado-bar"
        x={x(first.at)}
        y={6}
        width={Math.max(1, x(last.at) - x(first.at))}
        height={ROW - 14}
      />
      <EndText end={first} x={x(first.at) - 6} anchor="end" words={effectOf(first, axis)} />
      <EndText end={last} x={x(last.at) + 6} anchor="start" words={effectOf(last, axis)} />
    </>
  );
}

interface EndProps {
  readonly end: TornadoEnd;
  readonly x: number;
  readonly anchor: 'start' | 'end';
  /** Read aloud where it can be picked. */
  readonly words: string;
}

function EndText({ end, x, anchor, words }: EndProps) {
  const { value, reason, onLook, onLeave, onPick } = end;
  const known = isKnown(value);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button wherever it can be picked
    <text
      {...pressable(onPick)}
      aria-label={onPick && words}
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
      {!known && <title>{reason ?? 'no solution'}</title>}
    </text>
  );
}

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
  /** The input as text for a chart that is too narrow for all of it. */
  readonly short?: string;
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
/** Narrower, and bars say nothing: then the inputs have no unit. */
const LEAST_PLOT = 120;

/** What each input alone does to a measure, the largest effect on top. */
export function TornadoPlot({ title, value: axis, middle, bars, width }: TornadoPlotProps) {
  const nameWidth = Math.min(220, Math.max(90, width * NAMES));
  const ends = bars.flatMap(({ low, high }) => [low, high]);
  const sideOf = (isShort: boolean): number =>
    Math.max(LEAST_SIDE, ...ends.map((end) => estimateTextWidth(endText(end, isShort)) + 10));
  const isShort = width - nameWidth - 2 * sideOf(false) < LEAST_PLOT;
  const side = sideOf(isShort);
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
      marksOf={(bar) => <BarMarks {...{ bar, middle, x, axis, isShort }} />}
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

function endText({ input, short = input, value }: TornadoEnd, isShort: boolean): string {
  const shown = isShort ? short : input;
  return isKnown(value) ? shown : `✕ ${shown}`;
}

const isKnown = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value);

interface BarProps {
  readonly bar: TornadoBar;
  readonly middle: number | undefined;
  readonly x: (value: number) => number;
  readonly axis: AxisSpec;
  readonly isShort: boolean;
}

/** An end without an answer is at the middle, and says why. */
function BarMarks({ bar: { low, high }, middle, x, axis, isShort }: BarProps) {
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
      <EndText {...{ end: first, isShort }} x={x(first.at) - 6} anchor="end" words={effectOf(first, axis)} />
      <EndText {...{ end: last, isShort }} x={x(last.at) + 6} anchor="start" words={effectOf(last, axis)} />
    </>
  );
}

interface EndProps {
  readonly end: TornadoEnd;
  readonly isShort: boolean;
  readonly x: number;
  readonly anchor: 'start' | 'end';
  /** Read aloud where it can be picked. */
  readonly words: string;
}

function EndText({ end, isShort, x, anchor, words }: EndProps) {
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
      {endText(end, isShort)}
      {!known && <title>{reason ?? 'no solution'}</title>}
    </text>
  );
}

/** The drawing of rows of lines over a common x axis, with one crosshair through all of them. */
import { useId, useMemo, useState } from 'react';
import { type AxisSpec, axisText, type Tick, valueText } from './axis.ts';
import { keyLayout } from './key-layout.ts';
import {
  HEAD_GAP,
  type LineCurve,
  type LineInput,
  type LineLayout,
  lineLayout,
  namedOf,
  namesWidth,
  type RowLayout,
  rowTitle,
} from './line-layout.ts';
import { type LineCross, type LineMark, middleOf, pointAt, type XRange } from './line-series.ts';
import { formatNumber } from './number-label.ts';
import { PictureKey } from './PictureKey.tsx';
import { BottomAxis, Cursor, Drawing, LeftAxis, type PlotPoint, steppedTo } from './Plot.tsx';
import { pressable } from './pressable.ts';
import { SeriesSwatch, seriesClass } from './SeriesSwatch.tsx';
import { estimateTextWidth, fitText } from './text-size.ts';

interface LinePlotProps extends LineInput {
  readonly title: string;
  readonly limits: XRange;
  /** Through all rows. */
  readonly marks: readonly LineMark[];
  /** A part of the x axis in a darker shade: what is not counted. */
  readonly shaded?: (XRange & { readonly text: string }) | undefined;
  readonly selected?: string | undefined;
  readonly onSelect?: ((id: string) => void) | undefined;
  readonly onRange: (range: XRange | undefined) => void;
  readonly onCross?: ((cross: LineCross | undefined) => void) | undefined;
  readonly onPick?: ((cross: LineCross) => void) | undefined;
}

/** More readings than this make no sentence. */
const MOST_SAID = 6;
const KEY_STEPS = 50;
/** A title of fewer pixels tells nothing. */
const LEAST_TITLE = 48;

/** Over short spans the share in %: numbers such as 2e-7 are no values of a slider to assistive software. */
const sliderValue = (at: number, { from, to }: XRange): number =>
  to - from < 1e-3 ? Math.round((100 * (at - from)) / (to - from || 1)) : Number(at.toFixed(6));

export function LinePlot(props: LinePlotProps) {
  const { title, rows, x: axis, range, limits, width, rowHeight, fromZero, logY, marks, shaded } = props;
  const { onRange, onCross, onPick } = props;
  const [x, setX] = useState<number>();
  const clipId = useId();
  const layout = useMemo(
    () => lineLayout({ rows, x: axis, range, width, rowHeight, fromZero, logY: logY === true }),
    [rows, axis, range, width, rowHeight, fromZero, logY],
  );
  const { left, plotWidth } = layout;
  const top = layout.rows[0]?.top ?? 0;
  const bottom = (layout.rows.at(-1)?.top ?? 0) + rowHeight;
  const cross = x === undefined ? undefined : crossingOf(layout, x);
  const here = x ?? range.from;
  /** `y`: pixels from the top of the first row. */
  const crossAt = (at: number, y: number): LineCross => {
    const place = layout.rows.findLast((row) => row.top - top <= y) ?? layout.rows[0]!;
    return { x: crossingOf(layout, at), row: place.row.id };
  };
  const look = (at: number | undefined, y = 0) => {
    setX(at);
    onCross?.(at === undefined ? undefined : crossAt(at, y));
  };
  const pick = (at: PlotPoint | undefined) =>
    onPick?.(at ? crossAt(layout.xAt(at.x), at.y) : crossAt(here, 0));
  const readings = layout.rows.map((place) => (cross === undefined ? [] : readingsOf(place, cross)));
  const bare = layout.rows.map((place) => (cross === undefined ? [] : readingsOf(place, cross, '')));
  const crossText = cross === undefined ? '' : valueText(cross, axis, 4);
  // The place that is read stands among them.
  const isBeside = ({ at, text }: Tick): boolean =>
    cross === undefined ||
    Math.abs(at - layout.xOf(cross)) > (estimateTextWidth(crossText) + estimateTextWidth(text)) / 2 + 6;
  const swatch = <rect className="chart-shade chart-shade-sign" y={-5} width={16} height={10} />;
  const keys = keyLayout(shaded ? [{ sign: 'swatch', text: shaded.text, swatch }] : [], width);
  return (
    <Drawing {...{ title, width }} height={layout.height + keys.height}>
      <clipPath id={clipId}>
        <rect y={-2} width={plotWidth} height={rowHeight + 4} />
      </clipPath>
      <g transform={`translate(${left} 0)`}>
        {shaded && <LineShade {...{ shaded, layout, top }} height={bottom - top} />}
        {layout.rows.map((place, i) => (
          <LineRowMarks
            key={place.row.id}
            place={place}
            layout={layout}
            clip={`url(#${clipId})`}
            selected={place.row.id === props.selected}
            reading={cross === undefined ? undefined : { at: crossText, parts: readings[i]!, bare: bare[i]! }}
            onSelect={props.onSelect}
          />
        ))}
        <g transform={`translate(0 ${top})`}>
          {marks.map((mark) => (
            <MarkLine key={`${mark.kind} ${mark.x}`} mark={mark} layout={layout} height={bottom - top} />
          ))}
        </g>
        <BottomAxis
          ticks={layout.xTicks.filter(isBeside)}
          title={axisText(axis)}
          width={plotWidth}
          y={bottom}
        />
        {cross !== undefined && (
          <g data-export="skip" transform={`translate(${layout.xOf(cross)} 0)`}>
            <text className="chart-name" y={bottom + 17} textAnchor="middle">
              {crossText}
            </text>
            <line className="chart-cross" y1={top} y2={bottom} />
          </g>
        )}
        <g transform={`translate(0 ${top})`}>
          <Cursor
            width={plotWidth}
            height={bottom - top}
            label="Crosshair"
            least={sliderValue(range.from, range)}
            most={sliderValue(range.to, range)}
            now={sliderValue(here, range)}
            text={sentenceOf(layout, axis, cross, readings)}
            moves="follow"
            onMove={(at) => look(at && layout.xAt(at.x), at?.y)}
            onStep={(step) => look(steppedTo(step, here, range.from, range.to, lengthOf(range) / KEY_STEPS))}
            onPick={onPick && pick}
            zoom={{
              onDrag: (from, to) => onRange({ from: layout.xAt(from), to: layout.xAt(to) }),
              onScale: (factor) => onRange(scaled(range, here, factor, limits)),
              onAll: () => onRange(undefined),
            }}
          />
        </g>
      </g>
      <PictureKey layout={keys} y={layout.height} />
    </Drawing>
  );
}

const lengthOf = ({ from, to }: XRange): number => to - from;

/** The place of the nearest point, so that the line stands where the numbers are from. */
function crossingOf({ rows }: LineLayout, x: number): number {
  const curve = rows.flatMap(({ curves }) => curves).find(({ points }) => points.length > 0);
  const point = curve && pointAt(curve.points, x);
  return point ? middleOf(point) : x;
}

/** What the crosshair reads of each curve of a row, with its name where there are several. */
function readingsOf({ row, curves }: RowLayout, x: number, unit = row.value.unit): readonly string[] {
  const nothing = row.voids?.find(({ from, to }) => from <= x && x <= to);
  const read = curves.filter(({ guide }) => !guide);
  return read.map(({ name, points }) => {
    const point = pointAt(points, x);
    if (point?.y === undefined) return nothing?.text ?? 'not observed';
    const { y, low, high } = point;
    const { divisor = 1 } = row.value;
    const half =
      low === undefined || high === undefined ? '' : ` ± ${formatNumber((high - low) / 2 / divisor)}`;
    const text = `${formatNumber(y / divisor, 4)}${half}${unit === '' ? '' : ` ${unit}`}`;
    return read.length > 1 ? `${name} ${text}` : text;
  });
}

/** What the crosshair reads in a row: where, and of each curve, with its unit and without. */
interface Reading {
  readonly at: string;
  readonly parts: readonly string[];
  readonly bare: readonly string[];
}

/** In one line with its units; where that has no room without them, and in two lines where there are two. */
function linesOf({ at, parts, bare }: Reading, room: number, isTwo: boolean): readonly string[] {
  const [full, short] = [parts, bare].map((texts) => `${at}: ${texts.join(', ')}`) as [string, string];
  if (estimateTextWidth(full) <= room) return [full];
  if (!isTwo || bare.length < 2 || estimateTextWidth(short) <= room) return [short];
  const half = Math.floor(bare.length / 2);
  return [`${at}: ${bare.slice(0, half).join(', ')},`, bare.slice(half).join(', ')];
}

function sentenceOf(
  { rows }: LineLayout,
  axis: AxisSpec,
  cross: number | undefined,
  readings: readonly (readonly string[])[],
): string {
  if (cross === undefined) return axisText(axis);
  const said = rows.slice(0, MOST_SAID).map(({ row }, i) => `${row.name} ${readings[i]!.join(', ')}`.trim());
  return `${axis.title} ${valueText(cross, axis, 4)}: ${said.join('; ')}`;
}

interface LineShadeProps {
  readonly shaded: XRange & { readonly text: string };
  readonly layout: LineLayout;
  readonly top: number;
  readonly height: number;
  /** Its text stands in it where there is room. */
  readonly named?: boolean;
}

/** A part of the x axis in a darker shade. */
function LineShade({ shaded, layout, top, height, named }: LineShadeProps) {
  const left = Math.max(0, layout.xOf(shaded.from));
  const right = Math.min(layout.plotWidth, layout.xOf(shaded.to));
  if (right <= left) return null;
  return (
    <>
      <rect className="chart-shade" x={left} y={top} width={right - left} height={height}>
        <title>{shaded.text}</title>
      </rect>
      {named && estimateTextWidth(shaded.text) + 8 <= right - left && (
        <text
          className="chart-void-text"
          x={(left + right) / 2}
          y={top + height / 2}
          dy="0.32em"
          textAnchor="middle"
        >
          {shaded.text}
        </text>
      )}
    </>
  );
}

interface LineRowMarksProps {
  readonly place: RowLayout;
  readonly layout: LineLayout;
  readonly clip: string;
  readonly selected: boolean;
  readonly reading: Reading | undefined;
  readonly onSelect?: ((id: string) => void) | undefined;
}

/** One row: its name over its axis, and its lines with their intervals. */
function LineRowMarks({ place, layout, clip, selected, reading, onSelect }: LineRowMarksProps) {
  const { row, top, ticks, curves } = place;
  return (
    <g transform={`translate(0 ${top})`}>
      <RowHead {...{ place, layout, selected, reading, onSelect }} />
      <LeftAxis ticks={ticks} width={layout.plotWidth} />
      {row.voids?.map((nothing) => (
        <LineShade
          key={nothing.from}
          shaded={nothing}
          layout={layout}
          top={0}
          height={layout.rowHeight}
          named
        />
      ))}
      <line className="chart-axis" x2={layout.plotWidth} y1={layout.rowHeight} y2={layout.rowHeight} />
      <g clipPath={clip}>
        {curves.map(({ key, kind, nth, name, line, band, bars }) => (
          <g key={key} className={seriesClass(kind, nth)} data-series={name}>
            {bars !== '' && <path className="chart-bars" d={bars} />}
            {band !== '' && <path className="chart-band" d={band} />}
            <path className="chart-line" d={line} />
          </g>
        ))}
      </g>
      {row.marks?.map((mark) => (
        <MarkLine
          key={`${mark.kind} ${mark.x}`}
          mark={mark}
          layout={layout}
          height={layout.rowHeight}
          named
        />
      ))}
    </g>
  );
}

function RowHead({ place, layout, selected, reading, onSelect }: Omit<LineRowMarksProps, 'clip'>) {
  const { row, curves } = place;
  const { left, plotWidth, head, isNamedBelow } = layout;
  const named = namedOf(curves);
  const room = left + plotWidth;
  const lines = reading ? linesOf(reading, room, isNamedBelow) : [];
  const beside = isNamedBelow ? 0 : namesWidth(named);
  const free = room - (lines[0] === undefined ? beside : estimateTextWidth(lines[0])) - HEAD_GAP;
  const name = free < LEAST_TITLE ? '' : fitText(rowTitle(row), free);
  return (
    <g transform={`translate(0 ${-head + 16})`} data-selected={selected || undefined} className="chart-row">
      <text
        x={-left}
        className={onSelect && 'chart-row-pick'}
        {...pressable(onSelect && (() => onSelect(row.id)), selected)}
      >
        <tspan className="chart-row-name">{name}</tspan>
      </text>
      {lines.map((line, i) => (
        <text
          key={line}
          x={plotWidth}
          y={16 * i}
          textAnchor="end"
          data-export="skip"
          {...(estimateTextWidth(line) > room && { textLength: room, lengthAdjust: 'spacingAndGlyphs' })}
        >
          {line}
        </text>
      ))}
      {lines.length > 1 ? null : isNamedBelow ? (
        <g transform="translate(0 16)">
          <Names curves={named} end={Math.min(plotWidth, namesWidth(named) - left)} />
        </g>
      ) : (
        reading === undefined && <Names curves={named} end={plotWidth} />
      )}
    </g>
  );
}

/** Which line is which, at the right end of the row's head. */
function Names({ curves, end }: { readonly curves: readonly LineCurve[]; readonly end: number }) {
  const startOf = (index: number) => end - namesWidth(curves.slice(index));
  return curves.map(({ key, kind, nth, name }, i) => (
    <g key={key} className={seriesClass(kind, nth)}>
      <SeriesSwatch kind={kind} nth={nth} x={startOf(i)} y={-4} />
      <text className="chart-name" x={startOf(i) + 19}>
        {name}
      </text>
    </g>
  ));
}

interface MarkLineProps {
  readonly mark: LineMark;
  readonly layout: LineLayout;
  readonly height: number;
  /** Whether its text stands beside it. */
  readonly named?: boolean;
}

/** An upright line with a hint; nothing where it lies outside what is shown. */
function MarkLine({ mark, layout, height, named }: MarkLineProps) {
  const x = layout.xOf(mark.x);
  if (x < -0.5 || x > layout.plotWidth + 0.5) return null;
  const end = x + estimateTextWidth(mark.text) + 6 > layout.plotWidth;
  return (
    <g className={`chart-mark-${mark.kind}`} transform={`translate(${x} 0)`}>
      <line y2={height}>
        <title>{mark.text}</title>
      </line>
      {named && (
        <text className="chart-name" x={end ? -4 : 4} y={11} textAnchor={end ? 'end' : 'start'}>
          {mark.text}
        </text>
      )}
    </g>
  );
}

/** `range` with its length multiplied around `x`, inside the limits; undefined: all of them. */
function scaled(range: XRange, x: number, factor: number, limits: XRange): XRange | undefined {
  const from = Math.max(limits.from, x - (x - range.from) * factor);
  const to = Math.min(limits.to, x + (range.to - x) * factor);
  return from <= limits.from && to >= limits.to ? undefined : { from, to };
}

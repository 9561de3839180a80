import { LineShade } from './LineAxis.tsx';
import { type LineCurve, type LineLayout, ROW_HEAD, type RowLayout } from './line-layout.ts';
import { axisText, type LineMark } from './line-series.ts';
import { pressable } from './pressable.ts';
import { SeriesSwatch, seriesClass } from './SeriesSwatch.tsx';
import { estimateTextWidth, fitText } from './text-size.ts';

interface LineRowMarksProps {
  readonly place: RowLayout;
  readonly layout: LineLayout;
  readonly clip: string;
  readonly selected: boolean;
  /** What the crosshair reads in this row. */
  readonly reading: string | undefined;
  readonly onSelect?: ((id: string) => void) | undefined;
}

/** One row: its name over its axis, and its lines with their intervals. */
export function LineRowMarks({ place, layout, clip, selected, reading, onSelect }: LineRowMarksProps) {
  const { row, top, ticks, curves } = place;
  return (
    <g transform={`translate(0 ${top})`}>
      <RowHead {...{ place, layout, selected, reading, onSelect }} />
      {ticks.map(({ at, text }) => (
        <g key={text} transform={`translate(0 ${at})`}>
          <line className="chart-grid" x2={layout.plotWidth} />
          <text x={-8} dy="0.32em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
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
  const title = row.name === '' ? axisText(row.value) : `${row.name} · ${axisText(row.value)}`;
  const named = curves.filter(({ name }, i) => curves.findIndex((one) => one.name === name) === i);
  const right = reading === undefined ? widthOf(named) : estimateTextWidth(reading);
  const name = fitText(title, layout.left + layout.plotWidth - right - 20);
  return (
    <g
      transform={`translate(0 ${-ROW_HEAD + 16})`}
      data-selected={selected || undefined}
      className="chart-row"
    >
      <text
        x={-layout.left}
        className={onSelect && 'chart-row-pick'}
        {...pressable(onSelect && (() => onSelect(row.id)), selected)}
      >
        <tspan className="chart-row-name">{name}</tspan>
      </text>
      {reading !== undefined && (
        <text x={layout.plotWidth} textAnchor="end" data-export="skip">
          {reading}
        </text>
      )}
      {reading === undefined && named.length > 1 && <Names curves={named} end={layout.plotWidth} />}
    </g>
  );
}

const widthOf = (curves: readonly LineCurve[]): number =>
  curves.reduce((sum, { name }) => sum + estimateTextWidth(name) + 30, 0);

/** Which line is which, at the right end of the row's head. */
function Names({ curves, end }: { readonly curves: readonly LineCurve[]; readonly end: number }) {
  const startOf = (index: number) => end - widthOf(curves.slice(index));
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
export function MarkLine({ mark, layout, height, named }: MarkLineProps) {
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

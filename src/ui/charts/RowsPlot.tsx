/** The frame of charts with a name in front of each row: names, rows that can be pressed, one axis below them, and what is read. */
import { Fragment, type ReactNode, useState } from 'react';
import { symbolParts } from '../widgets/Subscripts.tsx';
import type { Tick } from './axis.ts';
import type { KeyLayout } from './key-layout.ts';
import { PictureKey } from './PictureKey.tsx';
import { BottomAxis, Drawing, FOOT } from './Plot.tsx';
import { pressable } from './pressable.ts';
import { fitLines, LABEL_HEIGHT } from './text-size.ts';

interface PlotRow {
  readonly id: string;
  readonly name: string;
  /** Written where the name is long. */
  readonly label?: string;
}

interface RowsPlotProps<Row extends PlotRow> {
  readonly title: string;
  readonly rows: readonly Row[];
  /** Pixels: of the drawing, over the first row, and of one row. */
  readonly width: number;
  readonly head: number;
  readonly rowHeight: number;
  readonly nameWidth: number;
  /** Where the plot begins, and how wide it is. */
  readonly left: number;
  readonly plotWidth: number;
  readonly axis: { readonly title: string; readonly ticks: readonly Tick[] };
  readonly keys?: KeyLayout;
  readonly isSelected?: (row: Row) => boolean;
  readonly onSelect?: ((id: string) => void) | undefined;
  /** A row with its numbers as a sentence, read under the drawing while it is pointed at or has the keyboard's focus. */
  readonly wordsOf: (row: Row) => string;
  /** The marks of a row, from the left end of the plot and the top of the row. */
  readonly marksOf: (row: Row) => ReactNode;
  /** Over all rows, from the left end of the plot and the top of the drawing. */
  readonly children?: ReactNode;
}

export function RowsPlot<Row extends PlotRow>(props: RowsPlotProps<Row>) {
  const { title, rows, width, head, rowHeight, nameWidth, left, plotWidth, axis, keys } = props;
  const { isSelected = () => false, onSelect, wordsOf, marksOf, children } = props;
  const [looked, setLooked] = useState<string>();
  const read = rows.find(({ id }) => id === looked);
  const leave = (): void => setLooked(undefined);
  const linesOf = ({ name, label = name }: Row): readonly string[] =>
    fitLines(label, nameWidth - 4, Math.floor((rowHeight - 4) / LABEL_HEIGHT));
  const bottom = head + rows.length * rowHeight;
  return (
    <>
      <Drawing {...{ title, width }} height={bottom + FOOT + (keys?.height ?? 0)}>
        <g transform={`translate(${left} 0)`}>
          <BottomAxis {...axis} width={plotWidth} y={bottom} gridFrom={head} />
        </g>
        {rows.map((row, i) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: a button wherever it can be picked; the rest is read
          <g
            key={row.id}
            className="chart-row"
            data-selected={isSelected(row) || undefined}
            transform={`translate(0 ${head + i * rowHeight})`}
            onPointerEnter={() => setLooked(row.id)}
            onPointerLeave={leave}
            onFocus={() => setLooked(row.id)}
            onBlur={leave}
            aria-label={onSelect && wordsOf(row)}
            {...pressable(onSelect && (() => onSelect(row.id)), isSelected(row))}
          >
            {/* The whole row is pointed at, not its letters alone. */}
            <rect className="chart-row-ground" x={1} y={1} width={width - 2} height={rowHeight - 2} rx={4} />
            {linesOf(row).map((line, at, lines) => (
              <text
                key={line}
                className="chart-row-name"
                x={8}
                y={rowHeight / 2 + (at - (lines.length - 1) / 2) * LABEL_HEIGHT}
                dy="0.34em"
              >
                <Lowered text={line} />
                <title>{row.name}</title>
              </text>
            ))}
            <g transform={`translate(${left} 0)`}>{marksOf(row)}</g>
          </g>
        ))}
        <g transform={`translate(${left} 0)`}>{children}</g>
        {keys && <PictureKey layout={keys} y={bottom + FOOT} />}
      </Drawing>
      <p className="chart-reading" aria-hidden="true">
        {read && wordsOf(read)}
      </p>
    </>
  );
}

/** N_Q as N with a lowered Q, as `Subscripts` writes it outside of pictures; as large, or it could not be read. */
const Lowered = ({ text }: { readonly text: string }) =>
  symbolParts(text).map(({ above, below }, i, parts) => (
    <Fragment key={above}>
      <tspan dy={parts[i - 1]?.below ? '-3' : undefined}>{above}</tspan>
      {below && <tspan dy="3">{below}</tspan>}
    </Fragment>
  ));

import { type ReactNode, useMemo, useState } from 'react';
import { ChartFrame } from './ChartFrame.tsx';
import { LinePlot } from './LinePlot.tsx';
import {
  type AxisSpec,
  type LineCross,
  type LineMark,
  type LineRow,
  wholeRange,
  type XRange,
} from './line-series.ts';
import { lineTable } from './line-table.ts';
import { useChartSize } from './use-chart-size.ts';

interface LineChartProps {
  readonly title: string;
  readonly fileName: string;
  readonly x: AxisSpec;
  readonly rows: readonly LineRow[];
  readonly marks?: readonly LineMark[];
  readonly shaded?: XRange & { readonly text: string };
  /** Pixels of one row's plot. */
  readonly rowHeight?: number;
  /** The value axes begin at 0; default true. */
  readonly fromZero?: boolean;
  readonly logY?: boolean;
  readonly selected?: string | undefined;
  readonly onSelect?: (id: string) => void;
  /** What the crosshair reads: x, and the row that the pointer is in; the first by keyboard. */
  readonly onCross?: (cross: LineCross | undefined) => void;
  /** A click without a drag, or Enter. */
  readonly onPick?: (cross: LineCross) => void;
  readonly toolbar?: ReactNode;
  /** Said in place of the picture when there is nothing to draw. */
  readonly empty: string;
}

const NO_MARKS: readonly LineMark[] = [];

/** Lines with their intervals in rows over one x axis: drag to zoom into all rows, double click to go back. */
export function LineChart(props: LineChartProps) {
  const { title, fileName, x, rows, marks = NO_MARKS, rowHeight = 180, fromZero = true } = props;
  const { logY = false } = props;
  const [zoom, setZoom] = useState<XRange>();
  const [ref, { width }] = useChartSize<HTMLDivElement>();
  const limits = useMemo(() => wholeRange(rows, x), [rows, x]);
  const table = useMemo(() => lineTable(rows, x), [rows, x]);
  // A zoom of an earlier run may lie beyond this one.
  const range = zoom && limits && zoom.to <= limits.to ? zoom : limits;
  return (
    <ChartFrame
      title={title}
      fileName={fileName}
      table={table}
      toolbar={
        <>
          {props.toolbar}
          {range !== limits && (
            <button type="button" className="chart-button" onClick={() => setZoom(undefined)}>
              Reset zoom
            </button>
          )}
        </>
      }
    >
      <div ref={ref} className="chart-stage">
        {limits && range ? (
          <LinePlot
            {...{ title, x, rows, marks, rowHeight, fromZero, logY, width, range, limits }}
            shaded={props.shaded}
            selected={props.selected}
            onSelect={props.onSelect}
            onRange={setZoom}
            onCross={props.onCross}
            onPick={props.onPick}
          />
        ) : (
          <p className="chart-empty">{props.empty}</p>
        )}
      </div>
    </ChartFrame>
  );
}

/** The picture of one end: samples, how often they were blocked, and the published method as it converges. */
import { useMemo, useState } from 'react';
import type { RatePicture as Picture } from '../../../workers/estimate/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { LinePlot } from '../../ui/charts/LinePlot.tsx';
import type { XRange } from '../../ui/charts/line-series.ts';
import { useChartSize } from '../../ui/charts/use-chart-size.ts';
import { timeAxis } from '../results/time-axis.ts';
import { convergenceMarks, courseRows, wholeTime } from './course-rows.ts';
import { courseTable } from './course-table.ts';

const ROW_HEIGHT = 120;
/** On the page; the file of the export has all of them. */
const MOST_LISTED = 300;

export function RatePicture({ picture }: { readonly picture: Picture }) {
  const { name, timeUnit } = useScenario();
  const [zoom, setZoom] = useState<XRange>();
  const [ref, { width }] = useChartSize<HTMLDivElement>();
  const limits = useMemo(() => wholeTime(picture), [picture]);
  const range = zoom && zoom.to <= limits.to ? zoom : limits;
  const rows = useMemo(() => courseRows(picture, { range, columns: width }), [picture, range, width]);
  const marks = useMemo(() => convergenceMarks(picture, range), [picture, range]);
  const table = useMemo(() => courseTable(picture, range, MOST_LISTED), [picture, range]);
  const x = timeAxis('time since the first sample', limits.to, timeUnit);
  return (
    <ChartFrame
      title="Samples and what they give"
      fileName={`${name} rate of ${picture.end.queue}`}
      table={table}
      fullTable={() => courseTable(picture, limits, Number.POSITIVE_INFINITY)}
      toolbar={
        range !== limits && (
          <button type="button" className="chart-button" onClick={() => setZoom(undefined)}>
            Reset zoom
          </button>
        )
      }
    >
      <div ref={ref} className="chart-stage rate-picture">
        <LinePlot
          title={`Samples of ${picture.end.queue}`}
          {...{ x, rows, marks, width, range, limits }}
          rowHeight={ROW_HEIGHT}
          fromZero
          onRange={setZoom}
        />
      </div>
    </ChartFrame>
  );
}

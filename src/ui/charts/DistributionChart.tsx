import { useMemo, useState } from 'react';
import { ChartFrame } from './ChartFrame.tsx';
import { ChartToggles } from './ChartToggles.tsx';
import { DistributionPlot } from './DistributionPlot.tsx';
import { binGrid } from './distribution-bins.ts';
import {
  type DistributionSeries,
  type DistributionView,
  type LevelRange,
  naturalRange,
  supportEnd,
} from './distribution-series.ts';
import { distributionTable } from './distribution-table.ts';

interface DistributionChartProps {
  readonly title: string;
  /** Unit of the levels, as written on the axis: "seeds". */
  readonly unit: string;
  readonly series: readonly DistributionSeries[];
  /** Why there is nothing to draw, where it is not for the method. */
  readonly absent?: string | undefined;
  /** K, marked by a vertical line. */
  readonly capacity?: number | undefined;
  /** The most elements that there ever are, marked too. */
  readonly bound?: number | undefined;
  /** What is counted; "occupancy" when absent. */
  readonly quantity?: string;
  /** Pixels; follows the width when absent. */
  readonly height?: number;
  /** Start of the names of exported files. */
  readonly fileName?: string;
}

const VIEWS = [
  { value: 'pmf', text: 'Histogram', label: 'Probability of each occupancy' },
  { value: 'cdf', text: 'CDF', label: 'Probability of at most this occupancy' },
  { value: 'tail', text: 'CCDF', label: 'Probability of at least this occupancy' },
] as const;

/** How much of the time a stage holds how many elements: model, simulation and measurement over one another. */
export function DistributionChart(props: DistributionChartProps) {
  const { title, unit, capacity, bound, quantity = 'occupancy', fileName = 'distribution' } = props;
  const [view, setView] = useState<DistributionView>('pmf');
  const [log, setLog] = useState(false);
  const [allLevels, setAllLevels] = useState(false);
  const [zoom, setZoom] = useState<LevelRange>();

  const series = useMemo(() => props.series.filter(({ values }) => values.length > 0), [props.series]);
  const support = useMemo(
    () => supportEnd(series, Math.max(capacity ?? 0, bound ?? 0)),
    [series, capacity, bound],
  );
  const natural = useMemo(() => naturalRange(series, { capacity, log }), [series, capacity, log]);
  const range = useMemo(
    () => shownRange({ zoom, natural, support, allLevels }),
    [zoom, natural, support, allLevels],
  );
  const table = useMemo(
    () => distributionTable(series, { grid: binGrid(range, support), view, quantity, unit }),
    [series, range, support, view, quantity, unit],
  );
  const everyLevel = () => {
    const grid = binGrid({ from: 0, to: support }, support, Number.POSITIVE_INFINITY);
    return distributionTable(series, { grid, view, quantity, unit });
  };
  const toggles = [
    { text: 'Log', label: 'Logarithmic fractions', pressed: log, onToggle: () => setLog(!log) },
    ...(support > natural.to
      ? [
          {
            text: 'Full range',
            label: 'Show the full range',
            pressed: allLevels,
            onToggle: () => setAllLevels(!allLevels),
          },
        ]
      : []),
  ];

  if (series.length === 0) {
    return (
      <p className="chart-empty">
        {props.absent ??
          'This method gives no distribution of this stage. Press Run to simulate it, or drop a measurement file on the page.'}
      </p>
    );
  }
  return (
    <ChartFrame
      title={title}
      fileName={fileName}
      table={table}
      fullTable={everyLevel}
      height={props.height}
      toolbar={
        <ChartToggles legend="View" options={VIEWS} value={view} onChange={setView} toggles={toggles} />
      }
      onShowAll={zoom && (() => setZoom(undefined))}
    >
      {(size) => (
        <DistributionPlot
          {...size}
          {...{ title, quantity, unit, series, view, log, range, support, capacity, bound }}
          onRange={setZoom}
        />
      )}
    </ChartFrame>
  );
}

interface RangeChoice {
  readonly zoom: LevelRange | undefined;
  readonly natural: LevelRange;
  readonly support: number;
  readonly allLevels: boolean;
}

/** The zoom wins while its levels still exist: an edit may have made the stage smaller. */
function shownRange({ zoom, natural, support, allLevels }: RangeChoice): LevelRange {
  if (zoom && zoom.to <= support) return zoom;
  return allLevels ? { from: 0, to: Math.max(natural.to, support) } : natural;
}

import { memo } from 'react';
import { binGrid, binSeries } from './distribution-bins.ts';
import { type DistributionSeries, naturalRange, supportEnd } from './distribution-series.ts';
import { levelAxis } from './level-axis.ts';
import { SeriesMarks } from './SeriesMarks.tsx';
import { shapeFor } from './series-path.ts';
import './charts.css';

interface MiniDistributionProps {
  readonly model?: ArrayLike<number> | undefined;
  readonly simulation?: ArrayLike<number> | undefined;
  readonly measured?: ArrayLike<number> | undefined;
  readonly capacity?: number | undefined;
  /** Pixels, 96 by 22 when absent. */
  readonly width?: number;
  readonly height?: number;
}

const KINDS = ['measured', 'simulation', 'model'] as const;

/** Occupancy in miniature for a stage on the graph: lines over measured bars, no axes; the numbers stand beside it. */
export const MiniDistribution = memo(function MiniDistribution(props: MiniDistributionProps) {
  const { capacity, width = 96, height = 22 } = props;
  const series = KINDS.flatMap((kind): DistributionSeries[] => {
    const values = props[kind];
    return values && values.length > 0 ? [{ kind, name: kind, values }] : [];
  });
  const range = naturalRange(series, { capacity, log: false });
  const grid = binGrid(range, supportEnd(series, capacity), Math.floor(width / 2));
  const levels = levelAxis(range, width);
  const binned = series.map((one) => binSeries(one, grid, 'pmf'));
  const peak = Math.max(0, ...binned.flatMap(({ heights }) => heights.middle));
  const yOf = (fraction: number) => height - 1 - (peak > 0 ? fraction / peak : 0) * (height - 3);
  return (
    <svg
      className="chart-svg chart-mini"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {series.map(({ kind, name }, i) => (
        <SeriesMarks
          key={kind}
          bottom={height - 1}
          curve={{
            ...{ key: kind, kind, name, nth: 0, binned: binned[i]!, band: [] },
            shape: shapeFor(grid.firsts.length, width),
            marks: grid.firsts.map((first, bin) => ({
              left: levels.xOf(first - 0.5),
              right: levels.xOf(grid.lasts[bin]! + 0.5),
              y: yOf(binned[i]!.heights.middle[bin]!),
            })),
          }}
        />
      ))}
      <line className="chart-axis" x2={width} y1={height - 0.5} y2={height - 0.5} />
    </svg>
  );
});

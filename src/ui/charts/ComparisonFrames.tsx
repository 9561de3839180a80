import { useMemo } from 'react';
import { ChartFrame } from './ChartFrame.tsx';
import { CELL_HEAD, type ComparedFrame, frameGrid } from './comparison-frames.ts';
import { formatNumber } from './number-label.ts';
import { Drawing } from './Plot.tsx';

interface ComparisonFramesProps {
  readonly title: string;
  readonly fileName: string;
  readonly unit: string;
  /** P[n] of the model. */
  readonly predicted: ArrayLike<number>;
  readonly frames: readonly ComparedFrame[];
}

/** The measured levels of each frame under the same prediction, in small. */
export function ComparisonFrames({ title, fileName, unit, predicted, frames }: ComparisonFramesProps) {
  const table = useMemo(
    () => ({
      columns: [
        { label: 'frame' },
        { label: 'measured mean', unit },
        { label: 'Wasserstein distance', unit },
      ],
      rows: frames.map(({ frame, mean, wasserstein }) => [frame, mean, wasserstein]),
    }),
    [frames, unit],
  );
  return (
    <ChartFrame title={title} fileName={fileName} table={table}>
      {({ width }) => <Frames {...{ title, unit, predicted, frames, width }} />}
    </ChartFrame>
  );
}

interface FramesProps extends Omit<ComparisonFramesProps, 'fileName'> {
  readonly width: number;
}

function Frames({ title, unit, predicted, frames, width }: FramesProps) {
  const { cell, cells, height, to } = useMemo(
    () => frameGrid(predicted, frames, width),
    [predicted, frames, width],
  );
  return (
    <Drawing {...{ width, height }} role="img" title={`${title}. The table holds the numbers.`}>
      {cells.map(({ frame: { frame, mean, wasserstein }, x, y, fill, outline, line }) => (
        <g key={frame} transform={`translate(${x} ${y})`}>
          <title>{`Frame ${frame}: mean ${mean} ${unit}, ${wasserstein} ${unit} from the prediction`}</title>
          <text y={11}>frame {frame}</text>
          <text className="chart-muted" y={24}>
            mean {formatNumber(mean)}, W1 {formatNumber(wasserstein)}
          </text>
          <g transform={`translate(0 ${CELL_HEAD})`}>
            <g className="chart-series chart-measured">
              <path className="chart-fill" d={fill} />
              <path className="chart-line" d={outline} />
            </g>
            <g className="chart-series chart-model">
              <path className="chart-line" d={line} />
            </g>
            <line className="chart-axis" x2={cell.width} y1={cell.height} y2={cell.height} />
            <text className="chart-muted" x={0} y={cell.height + 12}>
              0
            </text>
            <text className="chart-muted" x={cell.width} y={cell.height + 12} textAnchor="end">
              {to} {unit}
            </text>
          </g>
        </g>
      ))}
    </Drawing>
  );
}

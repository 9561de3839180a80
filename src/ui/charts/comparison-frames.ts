/** Numbers of the small pictures frame by frame: all on the same axes, so that they can be held against each other. */
import { binGrid, binSeries } from './distribution-bins.ts';
import { type DistributionSeries, naturalRange, supportEnd } from './distribution-series.ts';
import { levelAxis } from './level-axis.ts';
import { filledPath, linePath, type Mark, shapeFor } from './series-path.ts';

export interface ComparedFrame {
  /** Number of the frame. */
  readonly frame: number;
  /** P[n] measured in this frame. */
  readonly shares: ArrayLike<number>;
  readonly mean: number;
  /** From the prediction, elements. */
  readonly wasserstein: number;
}

export interface FrameCell {
  readonly frame: ComparedFrame;
  readonly x: number;
  readonly y: number;
  /** Fill of the measured levels; the stroke of the prediction. */
  readonly fill: string;
  readonly outline: string;
  readonly line: string;
}

export interface FrameGridLayout {
  readonly cell: { readonly width: number; readonly height: number };
  readonly height: number;
  /** Highest level that is drawn. */
  readonly to: number;
  readonly cells: readonly FrameCell[];
}

const LEAST_WIDTH = 150;
const GAP = 14;
const PLOT_HEIGHT = 56;
/** Over each picture: two lines of words. */
export const CELL_HEAD = 30;
const ROW = CELL_HEAD + PLOT_HEIGHT + 16;

export function frameGrid(
  predicted: ArrayLike<number>,
  frames: readonly ComparedFrame[],
  width: number,
): FrameGridLayout {
  const columns = Math.max(1, Math.min(frames.length, Math.floor((width + GAP) / (LEAST_WIDTH + GAP))));
  const cellWidth = Math.floor((width + GAP) / columns) - GAP;
  const model: DistributionSeries = { kind: 'model', name: 'predicted', values: predicted };
  const measured = frames.map(
    ({ shares }): DistributionSeries => ({ kind: 'measured', name: 'measured', values: shares }),
  );
  const range = naturalRange([model, ...measured], { log: false });
  const grid = binGrid(range, supportEnd([model, ...measured]), Math.floor(cellWidth / 2));
  const levels = levelAxis(range, cellWidth);
  const heightsOf = (series: DistributionSeries) => binSeries(series, grid, 'pmf').heights.middle;
  const bars = measured.map(heightsOf);
  const modelHeights = heightsOf(model);
  const peak = [modelHeights, ...bars].reduce((most, one) => Math.max(most, ...one), 0);
  const marksOf = (heights: readonly number[]): Mark[] =>
    grid.firsts.map((first, bin) => ({
      left: levels.xOf(first - 0.5),
      right: levels.xOf(grid.lasts[bin]! + 0.5),
      y: PLOT_HEIGHT * (1 - (peak > 0 ? heights[bin]! / peak : 0)),
    }));
  const line = linePath(marksOf(modelHeights), shapeFor(grid.firsts.length, cellWidth));
  return {
    cell: { width: cellWidth, height: PLOT_HEIGHT },
    height: Math.ceil(frames.length / columns) * ROW,
    to: range.to,
    cells: frames.map((frame, i) => {
      const marks = marksOf(bars[i]!);
      return {
        ...{ frame, x: (i % columns) * (cellWidth + GAP), y: Math.floor(i / columns) * ROW, line },
        ...{ fill: filledPath(marks, PLOT_HEIGHT), outline: linePath(marks, 'steps') },
      };
    }),
  };
}

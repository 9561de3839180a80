/** A measure over two inputs: where cells, ticks and contours stand. Axes go by place, so that lists and choices fit too. */
import { contours, scaleLinear, ticks } from 'd3';
import type { Tick } from './axis.ts';
import { formatNumber } from './number-label.ts';
import { type PlotBox, plotBox } from './Plot.tsx';

export interface SurfaceAxis {
  readonly title: string;
  /** One text for each place. */
  readonly texts: readonly string[];
  /** Given: the numbers behind the texts, in the unit that is written. Where their steps are equal, ticks stand at round ones. */
  readonly numbers?: readonly number[];
}

/** What a cell is. refused: there is a point, but no value. missing: not made yet. */
export const CELL = { value: 0, refused: 1, missing: 2 } as const;

/** Cells row by row from below: entry `row * columns + column`. */
export interface Surface {
  readonly x: SurfaceAxis;
  readonly y: SurfaceAxis;
  readonly values: Float64Array;
  /** Entries of CELL. */
  readonly states: Uint8Array;
}

export interface SurfaceScale {
  readonly least: number;
  readonly most: number;
  readonly log: boolean;
}

export interface SurfaceLayout {
  readonly box: PlotBox;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
}

/** Pixels of a letter in an axis. */
const LETTER = 6.2;

export function surfaceLayout({ x, y }: Surface, width: number, plotHeight: number): SurfaceLayout {
  const longest = y.texts.reduce((most, text) => Math.max(most, text.length), 0);
  const left = Math.min(140, Math.max(40, Math.round(longest * LETTER) + 14));
  const box = plotBox(width, plotHeight, { left, top: 24, right: 12 });
  const cellWidth = box.width / Math.max(1, x.texts.length);
  const cellHeight = plotHeight / Math.max(1, y.texts.length);
  const widest = x.texts.reduce((most, text) => Math.max(most, text.length), 0) * LETTER + 14;
  return {
    ...{ box, cellWidth, cellHeight },
    xTicks: ticksOf(x, box.width / widest, (place) => (place + 0.5) * cellWidth),
    yTicks: ticksOf(y, plotHeight / 22, (place) => plotHeight - (place + 0.5) * cellHeight),
  };
}

const MOST_ROUND = 8;

/** As many as there is room for: at round numbers between the places, else at places from the first on. */
function ticksOf(
  { texts, numbers }: SurfaceAxis,
  room: number,
  at: (place: number) => number,
): readonly Tick[] {
  if (numbers && texts.length > room && hasEqualSteps(numbers)) {
    const [first = 0, last = 1] = [numbers[0], numbers.at(-1)];
    const placeOf = (value: number): number => ((value - first) / (last - first)) * (numbers.length - 1);
    return ticks(first, last, Math.min(MOST_ROUND, room)).map((value) => ({
      at: at(placeOf(value)),
      text: formatNumber(value, 4),
    }));
  }
  const step = Math.max(1, Math.ceil(texts.length / Math.max(1, Math.floor(room))));
  return texts.flatMap((text, place) => (place % step === 0 && text !== '' ? [{ at: at(place), text }] : []));
}

function hasEqualSteps(numbers: readonly number[]): boolean {
  const step = (numbers.at(-1)! - numbers[0]!) / (numbers.length - 1);
  return step > 0 && numbers.every((value, i) => Math.abs(value - numbers[0]! - i * step) < step / 1000);
}

/** Undefined where no cell has a value. */
export function surfaceScale(surfaces: readonly Surface[], wantsLog: boolean): SurfaceScale | undefined {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { values } of surfaces) {
    for (const value of values) {
      if (!Number.isFinite(value) || (wantsLog && value <= 0)) continue;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  return least <= most ? { least, most, log: wantsLog } : undefined;
}

/** 0 .. 1. */
export function shareOf({ least, most, log }: SurfaceScale, value: number): number {
  if (most === least) return 0.5;
  if (!log) return (value - least) / (most - least);
  return value <= 0 ? 0 : Math.log(value / least) / Math.log(most / least);
}

export interface Contour {
  readonly text: string;
  readonly path: string;
  /** Where its number stands; absent where it has no room. */
  readonly label?: { readonly x: number; readonly y: number };
}

const CONTOURS = 6;
/** Pixels that the numbers of two contours keep apart. */
const LABEL = { width: 40, height: 14 };
/** Where along its contour a number may stand, the best place first. */
const LABEL_SHARES = [1 / 2, 1 / 3, 2 / 3, 1 / 5, 4 / 5, 1 / 10, 9 / 10];
/** Cells along an axis that a contour needs. */
const LEAST_CELLS = 4;

interface ContourWords {
  readonly format?: (value: number) => string;
  /** Cell of the scenario as it is drawn, whose frame no number covers. */
  readonly drawn?: number | undefined;
}

/** Lines of equal value at round numbers. `format` writes the numbers. */
export function contoursOf(
  { x, y, values, states }: Surface,
  scale: SurfaceScale,
  layout: SurfaceLayout,
  { format = formatNumber, drawn }: ContourWords = {},
): readonly Contour[] {
  const [columns, rows] = [x.texts.length, y.texts.length];
  if (columns < LEAST_CELLS || rows < LEAST_CELLS || scale.least === scale.most) return [];
  const { cellWidth, cellHeight, box } = layout;
  const lines = contours().size([columns, rows]).thresholds(levelsOf(scale))(
    Array.from(values, (value, cell) => (states[cell] === CELL.value ? value : Number.NaN)),
  );
  const hasValue = (column: number, row: number): boolean =>
    column >= 0 &&
    row >= 0 &&
    column < columns &&
    row < rows &&
    states[row * columns + column] === CELL.value;
  // A contour ends where there is no value on one of its sides.
  const inside = ([px, py]: readonly number[]): boolean =>
    [-0.55, 0.55].every((right) =>
      [-0.55, 0.55].every((up) => hasValue(Math.floor(px! + right), Math.floor(py! + up))),
    );
  const placed = ([px, py]: readonly number[]) => ({ x: px! * cellWidth, y: box.height - py! * cellHeight });
  const isOverCell = (label: { readonly x: number; readonly y: number }): boolean =>
    drawn !== undefined &&
    Math.abs(label.x - ((drawn % columns) + 0.5) * cellWidth) < (cellWidth + LABEL.width) / 2 &&
    Math.abs(label.y - (box.height - (Math.floor(drawn / columns) + 0.5) * cellHeight)) <
      (cellHeight + LABEL.height) / 2;
  const labelled: { readonly x: number; readonly y: number }[] = [];
  const hasRoom = (label: { readonly x: number; readonly y: number }): boolean =>
    isInside(label, layout.box) &&
    !isOverCell(label) &&
    labelled.every(({ x, y }) => Math.abs(label.x - x) > LABEL.width || Math.abs(label.y - y) > LABEL.height);
  return lines.flatMap(({ value, coordinates }) => {
    const runs = coordinates.flat().flatMap((ring) => splitRuns(ring, inside));
    const longest = runs.reduce((most, run) => (run.length > most.length ? run : most), [] as number[][]);
    if (longest.length < 2) return [];
    const path = runs.map((run) => `M${run.map(placed).map(pair).join('L')}`).join('');
    const label = LABEL_SHARES.map((share) => placed(longest[Math.floor(longest.length * share)]!)).find(
      hasRoom,
    );
    if (!label) return [{ text: format(value), path }];
    labelled.push(label);
    return [{ text: format(value), path, label }];
  });
}

const pair = ({ x, y }: { readonly x: number; readonly y: number }): string =>
  `${x.toFixed(1)} ${y.toFixed(1)}`;

const isInside = ({ x, y }: { readonly x: number; readonly y: number }, box: PlotBox): boolean =>
  x > 24 && x < box.width - 24 && y > 10 && y < box.height - 10;

const levelsOf = ({ least, most, log }: SurfaceScale): number[] => {
  if (!log) return scaleLinear([least, most], [0, 1]).ticks(CONTOURS);
  const decades = Math.log10(most / least);
  const step = Math.max(1, Math.round(decades / CONTOURS));
  const leads = decades < 2 ? [1, 2, 5] : decades < 5 ? [1, 3] : [1];
  const first = Math.floor(Math.log10(least));
  const levels = Array.from({ length: 40 }, (_, i) => leads.map((lead) => lead * 10 ** (first + i * step)))
    .flat()
    .filter((level) => level > least && level < most);
  return levels.length > 1 ? levels : scaleLinear([least, most], [0, 1]).ticks(CONTOURS);
};

/** A ring runs along the edges of the field too, where there is no contour. */
function splitRuns(ring: readonly number[][], inside: (point: readonly number[]) => boolean): number[][][] {
  const runs: number[][][] = [];
  let run: number[][] = [];
  for (const point of ring) {
    if (inside(point)) run.push(point);
    else {
      if (run.length > 1) runs.push(run);
      run = [];
    }
  }
  if (run.length > 1) runs.push(run);
  return runs;
}

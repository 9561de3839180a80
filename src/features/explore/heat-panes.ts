/** The pictures of a heat map, one for each value of a third input, and what their marks mean. */

import { formatNumber } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { findParameter } from '../../../core/study/parameters.ts';
import { type PointColumn, pointText, STATUS_WORDS } from '../../../workers/explore/explore-words.ts';
import type { KeyEntry } from '../../ui/charts/key-layout.ts';
import { CELL, type Surface, type SurfaceAxis, type SurfaceScale } from '../../ui/charts/surface-layout.ts';
import { type ExploredPoints, measureOf, statusOf } from './explore-points.ts';
import { type GridAxis, middlePlaces, nearestPlace, pointAt } from './grid-axes.ts';
import { axisOf, titleOf } from './point-columns.ts';

import type { ShownPoints } from './use-points.ts';

export interface HeatPane {
  readonly id: number;
  /** The value of the third input; empty without one. */
  readonly words: string;
  readonly surface: Surface;
  /** Point of each cell. */
  readonly pointOf: (cell: number) => number;
  /** Cell of the scenario that is varied. */
  readonly drawn: number | undefined;
}

interface PaneColumns {
  readonly scenario: Scenario;
  readonly x: PointColumn;
  readonly y: PointColumn;
  readonly measure: PointColumn;
  readonly facet: PointColumn | undefined;
}

/** Small multiples at most. */
const MOST_PANES = 12;

export function heatPanes(
  { points }: ShownPoints,
  axes: readonly GridAxis[],
  { scenario, x, y, measure, facet }: PaneColumns,
): readonly HeatPane[] {
  // What is neither along an axis nor over panes stands in its middle.
  const middle = middlePlaces(axes);
  const pane = (places: readonly number[], isDrawn: boolean) => {
    const { cellNear, ...slice } = sliceOf(points, measure, { axes, x, y, places });
    const drawn = isDrawn ? cellNear(drawnValue(scenario, x), drawnValue(scenario, y)) : undefined;
    return { ...slice, drawn };
  };
  if (!facet) return [{ id: 0, words: '', ...pane(middle, true) }];
  const { values } = axes[facet.place]!;
  const drawn = nearestPlace(values, drawnValue(scenario, facet));
  const step = Math.ceil(values.length / MOST_PANES);
  return values.flatMap((value, place) => {
    if (place % step !== 0) return [];
    const words = `${facet.words} ${pointText(facet, value)}`;
    return [{ id: place, words, ...pane(middle.with(facet.place, place), place === drawn) }];
  });
}

/** A choice is drawn at the number of its word. */
function drawnValue(scenario: Scenario, { name, choices }: PointColumn): number {
  const found = findParameter(scenario, name);
  if (!found.ok) return Number.NaN;
  const { parameter } = found.value;
  return parameter.kind === 'number' ? parameter.value : (choices?.indexOf(parameter.value) ?? -1);
}

interface Shades {
  readonly scale: SurfaceScale;
  readonly measure: PointColumn;
  readonly format: (value: number) => string;
}

export function keysOf(
  shown: ShownPoints,
  panes: readonly HeatPane[],
  shades: Shades | undefined,
): readonly KeyEntry[] {
  const hatched = refusalWords(shown, panes);
  return [
    ...(shades
      ? [
          {
            ...{ sign: 'shades' as const, text: titleOf(shades.measure) },
            least: shades.format(shades.scale.least),
            most: shades.format(shades.scale.most),
          },
        ]
      : []),
    ...(hatched === '' ? [] : [{ sign: 'hatch' as const, text: hatched }]),
    ...(panes.some(({ drawn }) => drawn !== undefined)
      ? [{ sign: 'drawn' as const, text: 'current design' }]
      : []),
  ];
}

/** What is said of the hatched cells; empty where there is none. */
function refusalWords({ points }: ShownPoints, panes: readonly HeatPane[]): string {
  const words = new Set<string>();
  for (const { surface, pointOf } of panes)
    surface.states.forEach((state, cell) => {
      if (state !== CELL.refused) return;
      const status = statusOf(points, pointOf(cell)) ?? 'noAnswer';
      words.add(status === 'answer' ? 'not known' : STATUS_WORDS[status]);
    });
  return [...words].join(', ');
}

/** A measure of a grid over two of its inputs: all other inputs at one place each. */

interface SliceAxes {
  readonly axes: readonly GridAxis[];
  readonly x: PointColumn;
  readonly y: PointColumn;
  /** Places along all axes; those of x and y do not count. */
  readonly places: readonly number[];
}

interface Slice {
  readonly surface: Surface;
  /** Point of each cell. */
  readonly pointOf: (cell: number) => number;
  /** Cell of the point that has these values of x and y nearest. */
  readonly cellNear: (x: number, y: number) => number | undefined;
}

export function sliceOf(points: ExploredPoints, measure: PointColumn, slice: SliceAxes): Slice {
  const { axes, x, y, places } = slice;
  const [across, up] = [axes[x.place]!, axes[y.place]!];
  const [columns, rows] = [across.values.length, up.values.length];
  const first = pointAt(axes, places.with(x.place, 0).with(y.place, 0));
  const pointOf = (cell: number): number =>
    first + (cell % columns) * across.stride + Math.floor(cell / columns) * up.stride;
  const values = new Float64Array(columns * rows);
  const states = new Uint8Array(columns * rows);
  for (let cell = 0; cell < values.length; cell++) {
    const point = pointOf(cell);
    const status = statusOf(points, point);
    values[cell] = measureOf(points, point, measure.place);
    const hasValue = status === 'answer' && !Number.isNaN(values[cell]);
    states[cell] = status === undefined ? CELL.missing : hasValue ? CELL.value : CELL.refused;
  }
  return {
    surface: { x: surfaceAxis(x, across), y: surfaceAxis(y, up), values, states },
    pointOf,
    cellNear: (atX, atY) => {
      const [column, row] = [nearestPlace(across.values, atX), nearestPlace(up.values, atY)];
      return column === undefined || row === undefined ? undefined : row * columns + column;
    },
  };
}

function surfaceAxis(column: PointColumn, { values }: GridAxis): SurfaceAxis {
  const largest = values.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, value) : most), 0);
  const { title, unit, divisor = 1 } = axisOf(column, largest);
  const text = (value: number): string => {
    if (Number.isNaN(value)) return '';
    if (column.choices) return pointText(column, value);
    return formatNumber(value / divisor);
  };
  return {
    title: unit === '' ? title : `${title} (${unit})`,
    texts: values.map(text),
    ...(!column.choices && { numbers: values.map((value) => value / divisor) }),
  };
}

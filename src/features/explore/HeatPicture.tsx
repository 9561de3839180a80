/** A measure over two varied inputs; over a third in small multiples, a picture for each of its values. */
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { formatNumber } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { findParameter } from '../../../core/study/parameters.ts';
import type { Study } from '../../../core/study/study.ts';
import { type PointColumn, pointText, STATUS_WORDS } from '../../../workers/explore/explore-words.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { type KeyEntry, type KeyLayout, keyLayout } from '../../ui/charts/key-layout.ts';
import { PictureKey } from '../../ui/charts/PictureKey.tsx';
import { Drawing, drawingHeight } from '../../ui/charts/Plot.tsx';
import { SurfaceMap } from '../../ui/charts/SurfaceMap.tsx';
import {
  CELL,
  type Surface,
  type SurfaceAxis,
  type SurfaceScale,
  surfaceLayout,
  surfaceScale,
} from '../../ui/charts/surface-layout.ts';
import { type ExploredPoints, measureOf, statusOf } from './explore-points.ts';
import { type GridAxis, middlePlaces, nearestPlace, pointAt } from './grid-axes.ts';
import { heldWords } from './held-inputs.ts';
import { loadPoint } from './load-point.ts';
import { useLookAtPoint } from './look-at.ts';
import { PointReadout } from './PointReadout.tsx';
import { axisOf, titleOf } from './point-columns.ts';
import { firstRows, tableOf } from './point-table.ts';
import { pointWords, sentenceOf } from './point-words.ts';
import { usePlotSize } from './use-plot-size.ts';
import type { ShownPoints } from './use-points.ts';

interface HeatPictureProps {
  readonly study: Study;
  readonly shown: ShownPoints;
  readonly axes: readonly GridAxis[];
  readonly x: PointColumn;
  readonly y: PointColumn;
  readonly measure: PointColumn;
}

const SMALL = 170;
const LEAST_WIDTH = 280;

export function HeatPicture({ study, shown, axes, x, y, measure }: HeatPictureProps) {
  const [chosenLog, setLog] = useState<boolean>();
  const [point, setPoint] = useState<number>();
  useLookAtPoint(shown.points, point);
  const [ref, { width, height }] = usePlotSize<HTMLDivElement>();
  const facet = shown.inputs.find(({ place }) => place !== x.place && place !== y.place);
  const panes = useMemo(
    () => heatPanes(shown, axes, { scenario: study.scenario, x, y, measure, facet }),
    [shown, axes, study.scenario, x, y, measure, facet],
  );
  const surfaces = useMemo(() => panes.map(({ surface }) => surface), [panes]);
  const log = chosenLog ?? spansDecades(surfaces);
  const scale = useMemo(() => surfaceScale(surfaces, log), [surfaces, log]);
  const format = useMemo(() => (value: number) => pointText(measure, value, 3), [measure]);
  const table = useMemo(() => firstRows(shown), [shown]);
  const across = panes.length > 1 ? Math.max(1, Math.min(panes.length, Math.floor(width / LEAST_WIDTH))) : 1;
  const title = `${measure.words} over ${x.words} and ${y.words}${heldWords(shown, axes, [x, y, facet])}`;
  const paneWidth = Math.floor(width / across) - (across > 1 ? 8 : 0);
  const keys = useMemo(
    () => keyLayout(keysOf(shown, panes, scale && { scale, measure, format }), width),
    [shown, panes, scale, measure, format, width],
  );
  const plotHeight = panes.length > 1 ? SMALL : height;
  const mapOf = ({ words, surface, pointOf, drawn }: HeatPane) => (
    <SurfaceMap
      surface={surface}
      scale={scale}
      title={words === '' ? title : `${title}, ${words}`}
      width={paneWidth}
      plotHeight={plotHeight}
      cell={cellOfPoint(surface.values.length, pointOf, point)}
      cellText={point === undefined ? title : sentenceOf(pointWords(shown.points, shown.columns, point))}
      drawn={drawn}
      format={format}
      onCell={(at) => setPoint(at === undefined ? undefined : pointOf(at))}
      onPick={(at) => loadPoint(shown.points, pointOf(at))}
    />
  );
  return (
    <ChartFrame
      title={title}
      fileName={`${study.name} ${measure.words}`}
      table={table}
      fullTable={() => tableOf(shown)}
      toolbar={
        <button type="button" className="chart-button" aria-pressed={log} onClick={() => setLog(!log)}>
          log
        </button>
      }
    >
      <div ref={ref} className="explore-panes">
        <SmallMultiples
          title={title}
          across={across}
          paneWidth={paneWidth}
          paneHeight={drawingHeight(surfaceLayout(panes[0]!.surface, paneWidth, plotHeight).box)}
          panes={panes.map((pane) => ({ id: pane.id, words: pane.words, picture: mapOf(pane) }))}
          keys={keys}
        />
      </div>
      <PointReadout shown={shown} point={point} />
    </ChartFrame>
  );
}

/** Shades go by ratios where a measure spans more than this. */
const WIDE = 50;

function spansDecades(surfaces: readonly Surface[]): boolean {
  const scale = surfaceScale(surfaces, false);
  return scale !== undefined && scale.least > 0 && scale.most / scale.least > WIDE;
}

function cellOfPoint(cells: number, pointOf: (cell: number) => number, point: number | undefined) {
  if (point === undefined) return undefined;
  for (let cell = 0; cell < cells; cell++) if (pointOf(cell) === point) return cell;
  return undefined;
}

/** Pictures beside each other as one drawing with its key, so that they leave the page together. */

interface Pane {
  readonly id: number;
  /** What it is a picture of. */
  readonly words: string;
  readonly picture: ReactNode;
}

interface SmallMultiplesProps {
  readonly title: string;
  readonly panes: readonly Pane[];
  /** Panes in a row. */
  readonly across: number;
  readonly paneWidth: number;
  readonly paneHeight: number;
  /** What their shades and marks mean. */
  readonly keys: KeyLayout;
}

const GAP = 8;
const NAME = 18;
const KEY_GAP = 4;

function SmallMultiples({ title, panes, across, paneWidth, paneHeight, keys }: SmallMultiplesProps) {
  const width = across * (paneWidth + GAP) - GAP;
  // A single one has no name.
  const name = panes.length > 1 ? NAME : 0;
  const drawn = Math.ceil(panes.length / across) * (name + paneHeight + GAP) - GAP;
  const height = drawn + KEY_GAP + keys.height;
  return (
    <Drawing {...{ title, width, height }}>
      {panes.map(({ id, words, picture }, i) => {
        const [x, y] = [(i % across) * (paneWidth + GAP), Math.floor(i / across) * (name + paneHeight + GAP)];
        return (
          <Fragment key={id}>
            {name > 0 && (
              <text className="chart-name" x={x} y={y + name - 5}>
                {words}
              </text>
            )}
            <g transform={`translate(${x} ${y + name})`}>{picture}</g>
          </Fragment>
        );
      })}
      <PictureKey layout={keys} y={drawn + KEY_GAP} />
    </Drawing>
  );
}

/** The pictures of a heat map, one for each value of a third input, and what their marks mean. */

interface HeatPane {
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

function heatPanes(
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

function keysOf(
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

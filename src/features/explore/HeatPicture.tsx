/** A measure over two varied inputs; over a third in small multiples, a picture for each of its values. */

import { Fragment, type ReactNode, useMemo, useState } from 'react';
import type { Study } from '../../../core/study/study.ts';
import { type PointColumn, pointText } from '../../../workers/explore/explore-words.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { type KeyLayout, keyLayout } from '../../ui/charts/key-layout.ts';
import { PictureKey } from '../../ui/charts/PictureKey.tsx';
import { Drawing, drawingHeight } from '../../ui/charts/Plot.tsx';
import { SurfaceMap } from '../../ui/charts/SurfaceMap.tsx';
import { type Surface, surfaceLayout, surfaceScale } from '../../ui/charts/surface-layout.ts';
import type { GridAxis } from './grid-axes.ts';
import { type HeatPane, heatPanes, keysOf } from './heat-panes.ts';
import { heldWords } from './held-inputs.ts';
import { loadPoint } from './load-point.ts';
import { useLookAtPoint } from './look-at.ts';
import { PointReadout } from './PointReadout.tsx';

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
      fileName={`${study.name} ${measure.name}`}
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

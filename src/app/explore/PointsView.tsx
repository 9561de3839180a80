/** The points of the study: pictures of them, and their table. */
import { useMemo } from 'react';
import type { Study } from '../../model/study.ts';
import {
  type ExplorePicture,
  type ExploreView,
  setExploreView,
  useExplore,
} from '../../state/explore-store.ts';
import { ChoiceField } from '../../widgets/ChoiceField.tsx';
import { Disclosure } from '../../widgets/Disclosure.tsx';
import { CurvePicture } from './CurvePicture.tsx';
import { type GridAxis, gridAxes } from './grid-axes.ts';
import { HeatPicture } from './HeatPicture.tsx';
import { ParallelPicture } from './ParallelPicture.tsx';
import { PointExports } from './PointExports.tsx';
import { PointTable } from './PointTable.tsx';
import { columnNamed, type PointColumn } from './point-columns.ts';
import { pointCount } from './point-count.ts';
import { RunBar } from './RunBar.tsx';
import { ScatterPicture } from './ScatterPicture.tsx';
import { TornadoPicture } from './TornadoPicture.tsx';
import { type ShownPoints, useShownPoints } from './use-points.ts';

const PICTURES: Readonly<Record<ExplorePicture, string>> = {
  curve: 'Curve',
  heat: 'Heat map',
  scatter: 'Scatter and front',
  parallel: 'Parallel coordinates',
  tornado: 'Sensitivities',
};

export function PointsView({ study }: { readonly study: Study }) {
  const shown = useShownPoints();
  const view = useExplore((state) => state.view);
  const axes = useMemo(() => shown && gridAxes(shown.points, study.vary), [shown, study.vary]);
  if (!shown || shown.inputs.length === 0) return <RunBar />;
  const possible = picturesOf(shown, axes);
  const picture = view.picture && possible.includes(view.picture) ? view.picture : possible[0]!;
  return (
    <>
      <RunBar />
      <div className="explore-fields">
        <ChoiceField
          label="Picture"
          as="list"
          value={picture}
          choices={possible.map((value) => ({ value, label: PICTURES[value] }))}
          onChange={(next) => setExploreView({ picture: next })}
        />
        <PictureColumns picture={picture} shown={shown} view={view} />
      </div>
      <Picture {...{ study, shown, axes, view, picture }} />
      <Disclosure title="Points" remember="explore-points" summary={pointCount(shown.points.table.points)}>
        <PointExports study={study} shown={shown} />
        <PointTable shown={shown} />
      </Disclosure>
    </>
  );
}

/** The best first. */
function picturesOf(
  { inputs, measures }: ShownPoints,
  axes: readonly GridAxis[] | undefined,
): readonly ExplorePicture[] {
  const grid: ExplorePicture[] = !axes ? [] : inputs.length > 1 ? ['heat', 'curve'] : ['curve'];
  return [...grid, ...(measures.length > 0 ? (['scatter'] as const) : []), 'parallel', 'tornado'];
}

interface PictureProps {
  readonly study: Study;
  readonly shown: ShownPoints;
  readonly axes: readonly GridAxis[] | undefined;
  readonly view: ExploreView;
  readonly picture: ExplorePicture;
}

function Picture({ study, shown, axes, view, picture }: PictureProps) {
  const { x, y, measure, against, third } = chosen(shown, view);
  if (picture === 'heat' && axes) return <HeatPicture {...{ study, shown, axes, x, y, measure }} />;
  if (picture === 'curve' && axes) return <CurvePicture {...{ study, shown, axes, x, measure }} />;
  if (picture === 'scatter') return <ScatterPicture {...{ study, shown, third }} x={against} y={measure} />;
  if (picture === 'tornado') return <TornadoPicture {...{ study, shown, measure }} />;
  return <ParallelPicture {...{ study, shown }} />;
}

function chosen({ inputs, measures, columns }: ShownPoints, view: ExploreView) {
  const x = columnNamed(inputs, view.x);
  const others = inputs.filter(({ name }) => name !== x.name);
  const measure = columnNamed(measures, view.measure);
  const rest = columns.filter(({ name }) => name !== measure.name);
  const second = rest.findIndex(({ kind }) => kind === 'measure');
  const against = columnNamed(rest, view.against, Math.max(0, second));
  return {
    ...{ x, measure, against },
    y: columnNamed(others.length > 0 ? others : inputs, view.y),
    third: rest.find(({ name }) => name === view.third && name !== against.name),
  };
}

/** No column is called so. */
const NONE = '-';

interface ColumnsProps {
  readonly picture: ExplorePicture;
  readonly shown: ShownPoints;
  readonly view: ExploreView;
}

function PictureColumns({ picture, shown, view }: ColumnsProps) {
  const { x, y, measure, against, third } = chosen(shown, view);
  const has = (...pictures: ExplorePicture[]): boolean => pictures.includes(picture);
  return (
    <>
      {has('heat', 'curve', 'scatter', 'tornado') && (
        <ColumnField
          label="Measure"
          value={measure}
          columns={shown.measures}
          onChange={(name) => setExploreView({ measure: name })}
        />
      )}
      {has('scatter') && (
        <ColumnField
          label="Against"
          value={against}
          columns={shown.columns}
          onChange={(name) => setExploreView({ against: name })}
        />
      )}
      {has('scatter') && (
        <ChoiceField
          label="In shades"
          as="list"
          value={third?.name ?? NONE}
          choices={[
            { value: NONE, label: 'nothing' },
            ...shown.columns
              .filter(({ name }) => name !== measure.name && name !== against.name)
              .map(({ name, words }) => ({ value: name, label: words })),
          ]}
          onChange={(name) => setExploreView({ third: name === NONE ? undefined : name })}
        />
      )}
      {has('heat', 'curve') && shown.inputs.length > 1 && (
        <ColumnField
          label="Along x"
          value={x}
          columns={shown.inputs}
          onChange={(name) => setExploreView({ x: name })}
        />
      )}
      {has('heat') && shown.inputs.length > 2 && (
        <ColumnField
          label="Along y"
          value={y}
          columns={shown.inputs.filter(({ name }) => name !== x.name)}
          onChange={(name) => setExploreView({ y: name })}
        />
      )}
    </>
  );
}

interface ColumnFieldProps {
  readonly label: string;
  readonly value: PointColumn;
  readonly columns: readonly PointColumn[];
  readonly onChange: (name: string) => void;
}

function ColumnField({ label, value, columns, onChange }: ColumnFieldProps) {
  return (
    <ChoiceField
      label={label}
      as="list"
      value={value.name}
      choices={columns.map(({ name, words }) => ({ value: name, label: words }))}
      onChange={onChange}
    />
  );
}

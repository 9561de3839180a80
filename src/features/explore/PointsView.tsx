/** The points of the study: pictures of them, and their table. */

import { useMemo, useState } from 'react';
import { plural } from '../../../core/base/plural.ts';
import type { Table } from '../../../core/quantities/table.ts';
import type { Study } from '../../../core/study/study.ts';
import { type PointColumn, pointText } from '../../../workers/explore/explore-words.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { ParallelPlot } from '../../ui/charts/ParallelPlot.tsx';
import { type Brush, isBrushed } from '../../ui/charts/parallel-layout.ts';
import { copyLink, saveCsv, saveParquet } from '../../ui/saving.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { DownloadIcon, ShareIcon } from '../../ui/widgets/icons.tsx';
import { Refused } from '../../ui/widgets/Refused.tsx';
import { CurvePicture } from './CurvePicture.tsx';
import { madeCount } from './explore-points.ts';
import { type ExplorePicture, type ExploreView, setExploreView, useExplore } from './explore-store.ts';
import { type GridAxis, gridAxes } from './grid-axes.ts';
import { HeatPicture } from './HeatPicture.tsx';
import { loadPoint } from './load-point.ts';
import { useLookAtPoint } from './look-at.ts';
import { chosenColumns, isSampled, PictureColumns } from './PictureColumns.tsx';
import { PointReadout } from './PointReadout.tsx';
import { PointTable } from './PointTable.tsx';
import { axisOf, cellOf } from './point-columns.ts';
import { pointCount } from './point-count.ts';
import { firstRows, tableOf } from './point-table.ts';
import { RunBar } from './RunBar.tsx';
import { ScatterPicture } from './ScatterPicture.tsx';
import { SpreadPicture } from './SpreadPicture.tsx';
import { saveStudy, studyLink } from './study-files.ts';
import { TornadoPicture } from './TornadoPicture.tsx';
import { usePlotSize } from './use-plot-size.ts';
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
  if (study.vary.length === 0)
    return (
      <EmptyState title="Nothing is varied">
        Choose a field under “Vary”: any number of the scenario, a policy, a platform.
      </EmptyState>
    );
  if (!shown || shown.inputs.length === 0) return <RunBar />;
  if (madeCount(shown.points) === 0) return <NothingMade study={study} />;
  const possible = picturesOf(shown, axes);
  const picture = view.picture && possible.includes(view.picture) ? view.picture : possible[0]!;
  const spread = isSampled(study) && (
    <Disclosure title="Spread" remember="explore-spread">
      <SpreadPicture {...{ study, shown }} measure={chosenColumns(shown, view).measure} />
    </Disclosure>
  );
  // With random inputs the spread is the answer and stands first; in an evenly filled space it comes second.
  const isUncertain = study.sampling?.kind === 'monteCarlo';
  return (
    <>
      <RunBar />
      <div className="explore-fields">
        <ChoiceField
          label="Chart"
          as="list"
          value={picture}
          choices={possible.map((value) => ({ value, label: PICTURES[value] }))}
          onChange={(next) => setExploreView({ picture: next })}
        />
        <PictureColumns {...{ study, picture, shown, view }} />
      </div>
      {isUncertain && spread}
      <Picture {...{ study, shown, axes, view, picture }} />
      {!isUncertain && spread}
      <Disclosure title="Designs" remember="explore-points" summary={pointCount(shown.points.table.points)}>
        <PointExports study={study} shown={shown} />
        <PointTable shown={shown} />
      </Disclosure>
    </>
  );
}

function NothingMade({ study }: { readonly study: Study }) {
  return (
    <>
      <RunBar />
      <EmptyState title="No design is made yet">
        “Explore” computes them. Results are kept after a pause, a cancel or a reload.
      </EmptyState>
      <div className="explore-exports">
        <StudyExports study={study} />
      </div>
    </>
  );
}

/** Charts that fit the study, the most telling first. */
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
  const { x, y, measure, against, third } = chosenColumns(shown, view);
  if (picture === 'heat' && axes) return <HeatPicture {...{ study, shown, axes, x, y, measure }} />;
  if (picture === 'curve' && axes) return <CurvePicture {...{ study, shown, axes, x, measure }} />;
  if (picture === 'scatter') return <ScatterPicture {...{ study, shown, third }} x={against} y={measure} />;
  if (picture === 'tornado') return <TornadoPicture {...{ study, shown, measure }} />;
  return <ParallelPicture {...{ study, shown }} />;
}

/** The points and the study as files. */

const LEFT_OUT =
  'The designs would make the link too long: they are computed again when it is opened. The study file contains them.';

function PointExports({ study, shown }: { readonly study: Study; readonly shown: ShownPoints }) {
  return (
    <div className="explore-exports">
      <TableFiles name={`${study.name} designs`} table={() => tableOf(shown)} />
      <StudyExports study={study} />
    </div>
  );
}

function StudyExports({ study }: { readonly study: Study }) {
  const [refusal, setRefusal] = useState<{ readonly says: string; readonly address?: string }>();
  const copy = async (): Promise<void> => {
    setRefusal(undefined);
    try {
      const { address, leavesPointsOut } = await studyLink(study);
      const says = await copyLink(address, 'Copied', leavesPointsOut ? LEFT_OUT : undefined);
      if (says !== undefined) setRefusal({ says, address });
    } catch (reason) {
      setRefusal({
        says: `There is no link to the study: ${reason instanceof Error ? reason.message : reason}`,
      });
    }
  };
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={<DownloadIcon size={14} />}
        onClick={() => void saveStudy(study)}
      >
        Study file
      </Button>
      <Button size="small" variant="quiet" icon={<ShareIcon size={14} />} onClick={() => void copy()}>
        Copy link to the study
      </Button>
      {refusal && (
        <Refused says={refusal.says}>
          {refusal.address !== undefined && (
            <input
              className="w-input"
              aria-label="Link to the study"
              readOnly
              value={refusal.address}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Refused>
      )}
    </>
  );
}

interface ParallelPictureProps {
  readonly study: Study;
  readonly shown: ShownPoints;
}

/** Pixels that an axis needs. */
const GAP = 96;

/** What an axis counts or counts in a second, where that has a name. */
function axisUnit({ dimension, unit = '' }: PointColumn): { readonly unit?: string } {
  if (unit === '' || (dimension !== 'count' && dimension !== 'capacity' && dimension !== 'rate')) return {};
  return { unit: `in ${plural(unit)}${dimension === 'rate' ? '/s' : ''}` };
}

/** All inputs and measures side by side; what lies in all brushes is counted. */
function ParallelPicture({ study, shown }: ParallelPictureProps) {
  const [brushes, setBrushes] = useState<readonly Brush[]>([]);
  const [point, setPoint] = useState<number>();
  useLookAtPoint(shown.points, point);
  const [ref, { width, height }] = usePlotSize<HTMLDivElement>();
  const count = shown.points.table.points;
  const columns = useMemo(
    () =>
      shown.columns.map((column) => ({
        name: column.name,
        title: column.words,
        values: Float64Array.from({ length: count }, (_, point) => cellOf(shown.points, column, point)),
        ...axisUnit(column),
        format: (value: number, digits = 3) => pointText({ ...column, unit: '' }, value, digits),
        whole: axisOf(column, 1).whole === true || column.choices !== undefined,
      })),
    [shown, count],
  );
  const kept = useMemo(() => {
    let sum = 0;
    for (let point = 0; point < count; point++) if (isBrushed(columns, brushes, point)) sum += 1;
    return sum;
  }, [columns, brushes, count]);
  const table = useMemo(() => firstRows(shown), [shown]);
  return (
    <ChartFrame
      title="All inputs and measures"
      fileName={`${study.name} parallel`}
      table={table}
      fullTable={() => tableOf(shown)}
      toolbar={
        brushes.length === 0 ? (
          <span className="panel__note">Drag along an axis to keep a part of it.</span>
        ) : (
          <>
            <span className="panel__note">{pointCount(kept)} in the brushes</span>
            <button type="button" className="chart-button" onClick={() => setBrushes([])}>
              Clear
            </button>
          </>
        )
      }
    >
      <div ref={ref} className="explore-scroll">
        <ParallelPlot
          title="All inputs and measures"
          columns={columns}
          points={count}
          brushes={brushes}
          onBrushes={setBrushes}
          width={Math.max(width, columns.length * GAP)}
          plotHeight={height}
          point={point}
          onPoint={setPoint}
          onPick={(picked) => loadPoint(shown.points, picked)}
        />
      </div>
      <PointReadout shown={shown} point={point} />
    </ChartFrame>
  );
}

interface TableFilesProps {
  /** Name of the files without extension. */
  readonly name: string;
  readonly table: () => Table;
}

/** A table as files: one button each. */
function TableFiles({ name, table }: TableFilesProps) {
  const looks = { size: 'small', variant: 'quiet', icon: <DownloadIcon size={14} /> } as const;
  return (
    <>
      <Button {...looks} onClick={() => saveCsv(name, table())}>
        CSV
      </Button>
      <Button {...looks} onClick={() => void saveParquet(name, table())}>
        Parquet
      </Button>
    </>
  );
}

/** The points of the study: pictures of them, and their table. */
import { useMemo } from 'react';
import type { Study } from '../../../core/study/study.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { CurvePicture } from './CurvePicture.tsx';
import { madeCount } from './explore-points.ts';
import { type ExplorePicture, type ExploreView, setExploreView, useExplore } from './explore-store.ts';
import { type GridAxis, gridAxes } from './grid-axes.ts';
import { HeatPicture } from './HeatPicture.tsx';
import { ParallelPicture } from './ParallelPicture.tsx';
import { chosenColumns, isSampled, PictureColumns } from './PictureColumns.tsx';
import { PointExports, StudyExports } from './PointExports.tsx';
import { PointTable } from './PointTable.tsx';
import { pointCount } from './point-count.ts';
import { RunBar } from './RunBar.tsx';
import { ScatterPicture } from './ScatterPicture.tsx';
import { SpreadPicture } from './SpreadPicture.tsx';
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
  // Of inputs at random the spread is the answer; of a space that is filled evenly it comes second.
  const isUncertain = study.sampling?.kind === 'monteCarlo';
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
        <PictureColumns {...{ study, picture, shown, view }} />
      </div>
      {isUncertain && spread}
      <Picture {...{ study, shown, axes, view, picture }} />
      {!isUncertain && spread}
      <Disclosure title="Points" remember="explore-points" summary={pointCount(shown.points.table.points)}>
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
      <EmptyState title="No point is made yet">
        “Explore” makes them. What is made stays, also after a pause, a cancel or a reload.
      </EmptyState>
      <div className="explore-exports">
        <StudyExports study={study} />
      </div>
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
  const { x, y, measure, against, third } = chosenColumns(shown, view);
  if (picture === 'heat' && axes) return <HeatPicture {...{ study, shown, axes, x, y, measure }} />;
  if (picture === 'curve' && axes) return <CurvePicture {...{ study, shown, axes, x, measure }} />;
  if (picture === 'scatter') return <ScatterPicture {...{ study, shown, third }} x={against} y={measure} />;
  if (picture === 'tornado') return <TornadoPicture {...{ study, shown, measure }} />;
  return <ParallelPicture {...{ study, shown }} />;
}

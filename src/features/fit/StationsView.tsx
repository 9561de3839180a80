/** Which model of a queue and its servers explains the measured levels of one stage. */
import { useEffect, useMemo } from 'react';
import type { StageMeasurement } from '../../../core/measurement/measurement.ts';
import { isStage } from '../../../core/scenario/scenario.ts';
import { useScenario } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { nodeTitle } from '../results/node-title.ts';
import { chooseStation, setAsModelled, useFits } from './fit-store.ts';
import { fitStation, stationKey } from './fitting.ts';
import { stationRequest } from './put-station.ts';
import { RunState } from './RunState.tsx';
import { StationFits } from './StationFits.tsx';

const NONE: readonly StageMeasurement[] = [];

export function StationsView() {
  const { measurement } = useScenario();
  const measured = useMemo(
    () => (measurement?.stages ?? NONE).filter(({ occupancyDistribution }) => occupancyDistribution),
    [measurement],
  );
  const chosen = useFits((fits) => fits.station);
  const selected = useSession((session) => session.selection.nodes);
  const stage =
    measured.find((one) => one.stage === chosen) ??
    measured.find((one) => selected.includes(one.stage)) ??
    measured[0];
  return stage ? <Station stages={measured} measured={stage} /> : <NoLevels />;
}

function NoLevels() {
  return (
    <EmptyState title="No levels of a stage were measured">
      A histogram of levels, counters, or a trace of insertions and departures tells how much of the time a
      stage held how many elements. Dropped on the page, it is held against the models of one station: M/M/1,
      M/G/1, G/M/1, M/M/c/K and others.
    </EmptyState>
  );
}

interface StationProps {
  readonly stages: readonly StageMeasurement[];
  readonly measured: StageMeasurement;
}

const SEARCHED = [
  { value: 'modelled', label: 'As in the model' },
  { value: 'searched', label: 'Searched for' },
] as const;

function Station({ stages, measured }: StationProps) {
  const scenario = useScenario();
  const asModelled = useFits((fits) => fits.asModelled);
  const run = useFits((fits) => fits.stations);
  const stage = scenario.nodes.filter(isStage).find(({ id }) => id === measured.stage);
  const request = useMemo(
    () => stationRequest(measured, asModelled ? stage : undefined),
    [measured, asModelled, stage],
  );
  // The stage is an object of its own after every edit, and what is asked stays the same.
  const key = request && stationKey(measured.stage, request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is asked
  useEffect(() => {
    if (request) void fitStation(measured.stage, request);
  }, [key]);
  if (!request) return null;
  const { answer } = run;
  return (
    <>
      <div className="fits__source">
        <ChoiceField
          label="Stage"
          as="list"
          value={measured.stage}
          choices={stages.map((one) => ({ value: one.stage, label: nodeTitle(scenario, one.stage) }))}
          onChange={chooseStation}
        />
        <ChoiceField
          label="Servers and places"
          value={asModelled ? 'modelled' : 'searched'}
          choices={SEARCHED}
          onChange={(value) => setAsModelled(value === 'modelled')}
        />
      </div>
      <RunState
        run={run}
        name="stations"
        label="Fitting models of one station"
        onAgain={() => void fitStation(measured.stage, request, true)}
      />
      {answer && (
        <StationFits
          key={stationKey(answer.stage, answer.request)}
          answer={answer}
          stale={stationKey(answer.stage, answer.request) !== key}
        />
      )}
    </>
  );
}

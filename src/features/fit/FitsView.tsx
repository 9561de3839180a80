/** From what was measured to distributions, models of stations, and unknown numbers of the whole scenario. */

import { useEffect, useMemo } from 'react';
import { err } from '../../../core/base/result.ts';
import type { Measurement, StageMeasurement } from '../../../core/measurement/measurement.ts';
import { formatFull, formatQuantity, parseQuantity } from '../../../core/quantities/quantity.ts';
import { formatNumber } from '../../../core/quantities/quantity-format.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import { isStage } from '../../../core/scenario/scenario.ts';
import { quantityWords } from '../../../workers/fit/fit-words.ts';
import { useScenario } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { PlayIcon } from '../../ui/widgets/icons.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { FileSection } from '../estimate/FileSection.tsx';
import { useFaults } from '../results/answers.ts';
import { nodeTitle } from '../results/node-title.ts';
import { CalibrationResult } from './CalibrationResult.tsx';
import { DistributionsView } from './DistributionsView.tsx';
import {
  chooseStation,
  type FitView,
  setAsModelled,
  setCalibrateBy,
  setError,
  showFits,
  useFits,
} from './fit-store.ts';
import { calibrationRun, stationKey, stationRun } from './fitting.ts';
import { openTimes } from './open-times.ts';
import { stationRequest } from './put-station.ts';
import { RunState } from './RunState.tsx';
import { StationFits } from './StationFits.tsx';
import { withValues } from './take-values.ts';
import { UnknownList } from './UnknownList.tsx';
import './fits.css';

const VIEWS: readonly { readonly value: FitView; readonly text: string; readonly label: string }[] = [
  { value: 'distributions', text: 'Distributions', label: 'Which distribution do these times follow?' },
  { value: 'stations', text: 'Stations', label: 'Which model explains the levels of one stage?' },
  {
    value: 'calibration',
    text: 'Calibration',
    label: 'Numbers that nobody wrote down, from all measurements',
  },
];

export default function FitsView() {
  const view = useFits((fits) => fits.view);
  return (
    <FileSection label="Fits" className="fits" onFile={(file) => void openTimes(file)}>
      <ChartToggles legend="What is fitted" options={VIEWS} value={view} onChange={showFits} />
      {view === 'distributions' && <DistributionsView />}
      {view === 'stations' && <StationsView />}
      {view === 'calibration' && <CalibrationView />}
    </FileSection>
  );
}

const NONE: readonly StageMeasurement[] = [];

/** Which model of a queue and its servers explains the measured levels of one stage. */
function StationsView() {
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
  const { answer, answerKey } = stationRun.use();
  const stage = scenario.nodes.filter(isStage).find(({ id }) => id === measured.stage);
  const request = useMemo(
    () => stationRequest(measured, asModelled ? stage : undefined),
    [measured, asModelled, stage],
  );
  // The stage is an object of its own after every edit, and what is asked stays the same.
  const key = request && stationKey({ stage: measured.stage, request });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is asked
  useEffect(() => {
    if (request) void stationRun.follow({ stage: measured.stage, request });
  }, [key]);
  if (!request) return null;
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
        run={stationRun}
        label="Fitting models of one station"
        onAgain={() => void stationRun.ask({ stage: measured.stage, request })}
      />
      {answer && <StationFits key={answerKey} answer={answer} stale={answerKey !== key} />}
    </>
  );
}

const MODELS = [
  { value: 'auto', label: 'Analytic' },
  { value: 'simulation', label: 'Simulation' },
] as const;

/** Unknown numbers of the scenario, fitted to everything that was measured. */
function CalibrationView() {
  const { measurement } = useScenario();
  return measurement ? <Calibration measurement={measurement} /> : <NothingMeasured />;
}

function NothingMeasured() {
  return (
    <EmptyState title="Nothing was measured yet">
      Drop a file with rates, utilizations, mean levels or histograms of the stages on the page. Numbers of
      the model that nobody wrote down are then searched for, until it predicts what was measured.
    </EmptyState>
  );
}

function Calibration({ measurement }: { readonly measurement: Measurement }) {
  const scenario = useScenario();
  const { unknowns, error, calibrateBy } = useFits();
  const run = calibrationRun.use();
  const { progress } = run;
  const isFaulty = useFaults().some(({ severity }) => severity === 'error');
  const start = (): void => void calibrationRun.ask(scenario);
  const calibrated = run.answer;
  return (
    <div className="panel--split fits__split fits__calibration">
      <div className="panel__table">
        <UnknownList />
        <div className="fits__put">
          <QuantityField
            label="Error of each"
            help="Standard error of every measured quantity, relative. What is off by more than three of them counts less."
            value={error}
            format={(value) => formatQuantity(value, 'probability')}
            formatFull={(value) => formatFull(value, 'probability')}
            parse={parseShare}
            onChange={(value) => value !== undefined && setError(value)}
          />
          <ChoiceField
            label="Model"
            help="Formulas answer at once. Where none applies, or finite queues, batches or priorities make them rough, the model is simulated: seconds for one or two numbers, minutes for five."
            value={calibrateBy}
            choices={MODELS}
            onChange={setCalibrateBy}
          />
          <Button
            variant="primary"
            icon={<PlayIcon />}
            disabled={unknowns.length === 0 || isFaulty || run.status === 'running'}
            onClick={start}
          >
            Calibrate
          </Button>
          {isFaulty && <span className="panel__note">The scenario has faults: correct them first.</span>}
          {unknowns.length === 0 && <span className="panel__note">Choose at least one number.</span>}
        </div>
        <MeasuredList measurement={measurement} />
      </div>
      <div className="panel__table">
        <RunState
          run={calibrationRun}
          label="Calibrating"
          fraction={progress && progress.done / progress.starts}
          detail={
            progress &&
            `${progress.done} of ${progress.starts} searches, ${progress.solved} models answered${
              Number.isFinite(progress.cost) ? `, off by ${formatNumber(progress.cost)}` : ''
            }`
          }
          onAgain={start}
        />
        {calibrated && (
          <CalibrationResult
            calibrated={calibrated}
            standing={
              modelKey(withValues(calibrated.scenario, calibrated.answer.parameters)) === modelKey(scenario)
                ? 'taken'
                : modelKey(calibrated.scenario) === modelKey(scenario) &&
                    calibrated.scenario.measurement === measurement
                  ? 'fresh'
                  : 'stale'
            }
          />
        )}
      </div>
    </div>
  );
}

function parseShare(text: string) {
  const value = parseQuantity(text, 'probability');
  return value.ok && !(value.value > 0 && value.value < 1)
    ? err('Expected more than 0 and less than 1.')
    : value;
}

/** The measured quantities that a calibration uses. */
function MeasuredList({ measurement }: { readonly measurement: Measurement }) {
  const scenario = useScenario();
  const stages = measurement.stages.filter(({ stage }) => scenario.nodes.some(({ id }) => id === stage));
  const count = stages.reduce((sum, stage) => sum + quantitiesOf(stage).length, 0);
  return (
    <Disclosure title="What was measured" summary={`${count} quantities, ${measurement.name}`}>
      <ul className="fits__measured">
        {stages.map((stage) => (
          <li key={stage.stage}>
            <strong>{nodeTitle(scenario, stage.stage)}</strong>: {quantitiesOf(stage).join(', ')}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

function quantitiesOf({ stage: _, ...quantities }: StageMeasurement): readonly string[] {
  return Object.entries(quantities).flatMap(([key, value]) =>
    value === undefined ? [] : [quantityWords(key)],
  );
}

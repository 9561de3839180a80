/** From what was measured to distributions, models of stations, and unknown numbers of the whole scenario. */
import './fits.css';
import { useEffect, useMemo, useState } from 'react';
import { plural } from '../../../core/base/plural.ts';
import { err } from '../../../core/base/result.ts';
import { distributionMean } from '../../../core/distributions/index.ts';
import type { Measurement, StageMeasurement } from '../../../core/measurement/measurement.ts';
import { formatFull, formatQuantity, parseQuantity } from '../../../core/quantities/quantity.ts';
import { formatNumber } from '../../../core/quantities/quantity-format.ts';
import { asMeasured } from '../../../core/scenario/measured-model.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import { isStage, type StageNode } from '../../../core/scenario/scenario.ts';
import type { CalibratedParameter, StationFit } from '../../../workers/fit/contract.ts';
import {
  PROFILED,
  quantityWords,
  residualColumns,
  stationColumns,
  stationName,
  valueColumns,
} from '../../../workers/fit/fit-words.ts';
import { editDocument, useScenario } from '../../state/document-store.ts';
import { useOutdated } from '../../state/outdated.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { ChartToggles } from '../../ui/charts/ChartToggles.tsx';
import { DistributionChart } from '../../ui/charts/DistributionChart.tsx';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { PlayIcon } from '../../ui/widgets/icons.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { FileSection } from '../estimate/FileSection.tsx';
import { useFaults } from '../results/answers.ts';
import { nodeTitle } from '../results/node-title.ts';
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
import { type Calibrated, calibrationRun, type StationAnswer, stationKey, stationRun } from './fitting.ts';
import { openTimes } from './open-times.ts';
import { stationRefusal, stationRequest, withStation, withValues } from './puts.ts';
import { RunState, Sentences } from './RunState.tsx';
import { UnknownList } from './UnknownList.tsx';

const VIEWS: readonly { readonly value: FitView; readonly text: string; readonly label: string }[] = [
  { value: 'distributions', text: 'Distributions', label: 'Which distribution do these times follow?' },
  { value: 'stations', text: 'Queue models', label: 'Which model explains the occupancy of one stage?' },
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
      <ChartToggles legend="Task" options={VIEWS} value={view} onChange={showFits} />
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
    <EmptyState title="No occupancy of a stage was measured">
      Drop an occupancy histogram, counters, or a trace of arrivals and departures on the page. It is compared
      with the models of one station: M/M/1, M/G/1, G/M/1, M/M/c/K and others.
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
          label="Servers and capacities"
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
      Drop a file with rates, utilizations, mean occupancies or histograms of the stages on the page. Unknown
      parameters of the model are then fitted until it predicts the measurement.
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
            help="Analytic methods answer at once. Where none applies or finite queues, batches or priorities make it rough, the model is simulated: seconds for one or two parameters, minutes for five."
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
          {isFaulty && <span className="panel__note">The scenario has errors: correct them first.</span>}
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
            onRerun={start}
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

/** What a calibration found: values and how sure they are, what they change, what the data cannot tell. */
interface CalibrationResultProps {
  readonly calibrated: Calibrated;
  /** taken: the scenario has these values. stale: it is another one than was calibrated. */
  readonly standing: 'fresh' | 'taken' | 'stale';
  onRerun(): void;
}

function CalibrationResult({ calibrated: { scenario, answer }, standing, onRerun }: CalibrationResultProps) {
  useOutdated('Calibration', standing === 'stale', onRerun);
  const { parameters, sentences, residuals, costBefore, cost } = answer;
  return (
    <section
      className="panel--stack fits__result"
      aria-label="Calibration"
      data-stale={standing === 'stale' || undefined}
    >
      <Sentences sentences={sentences} />
      <DataTable
        caption="Values found"
        showCaption
        columns={valueColumns(scenario)}
        rows={parameters}
        rowKey={({ path }) => path}
        fileName={`${scenario.name} calibration`}
      />
      {parameters.some(({ profiled }) => profiled) && <p className="panel__note">* {PROFILED}</p>}
      <div className="fits__put">
        <Button variant="primary" disabled={standing !== 'fresh'} onClick={() => take(parameters)}>
          Take these values
        </Button>
        {standing === 'taken' && <span className="panel__note">The scenario has them.</span>}
      </div>
      <DataTable
        caption={`Measured against the model; sum of squared errors ${formatNumber(costBefore)} before, ${formatNumber(cost)} now`}
        showCaption
        columns={residualColumns(scenario)}
        rows={residuals}
        rowKey={({ stage, quantity }) => `${stage} ${quantity}`}
        fileName={`${scenario.name} calibration`}
      />
    </section>
  );
}

/** Says what happened; Ctrl Z takes it back. */
function take(parameters: readonly CalibratedParameter[]): void {
  editDocument(
    'Take calibrated values',
    asMeasured((scenario) => withValues(scenario, parameters)),
  );
  const count = parameters.length === 1 ? 'value' : `${parameters.length} values`;
  showToast({
    title: `The scenario has the calibrated ${count}`,
    description: 'Ctrl Z takes it back.',
    tone: 'good',
  });
}

/** The station models of one stage, ranked, over its measured levels; and the edit that takes one. */
interface StationFitsProps {
  readonly answer: StationAnswer;
  readonly stale: boolean;
}

function StationFits({ answer: { report, request, stage: id }, stale }: StationFitsProps) {
  const scenario = useScenario();
  const [picked, setPicked] = useState<string>();
  const fit = report.fits.find((one) => keyOf(one) === picked) ?? report.fits[0]!;
  const stage = scenario.nodes.filter(isStage).find((one) => one.id === id);
  const refusal = stationRefusal(fit, request);
  const title = stage?.name ?? id;
  return (
    <div className="panel--split fits__split" data-stale={stale || undefined}>
      <div className="panel__table">
        <Sentences sentences={report.sentences} />
        {stage && (
          <div className="fits__put">
            <Button
              variant="primary"
              disabled={stale || refusal !== undefined}
              onClick={() => putOn(stage, fit)}
            >
              Put {stationName(fit)} on {title}
            </Button>
            {refusal !== undefined && <span className="panel__note">{refusal}</span>}
          </div>
        )}
        <DataTable
          caption="Models, best first"
          showCaption
          columns={stationColumns(report.fits, request.arrivalRate !== undefined)}
          rows={report.fits}
          rowKey={keyOf}
          selectedKeys={new Set([keyOf(fit)])}
          onSelectRow={setPicked}
          fileName={`${scenario.name} ${title} models`}
        />
      </div>
      <div className="panel__charts">
        <DistributionChart
          title={`${title} and ${stationName(fit)}`}
          unit={stage?.unit ? plural(stage.unit) : 'elements'}
          series={[
            { kind: 'measured', name: 'measured', values: report.occupancy },
            { kind: 'model', name: stationName(fit), values: fit.distribution },
          ]}
          capacity={fit.capacity}
          fileName={`${scenario.name} ${title} models`}
        />
      </div>
    </div>
  );
}

/** Says what happened; Ctrl Z takes it back. */
function putOn(stage: StageNode, fit: StationFit): void {
  editDocument(
    'Use the fitted model',
    asMeasured((scenario) => withStation(scenario, stage, fit)),
  );
  selectOnly(stage.id);
  showToast({
    title: `${stage.name ?? stage.id} is ${stationName(fit)}`,
    description: `Mean service ${formatQuantity(distributionMean(fit.service), 'time')}. Ctrl Z takes it back.`,
    tone: 'good',
  });
}

const keyOf = ({ model, capacity, serverCount }: StationFit): string => `${model} ${capacity} ${serverCount}`;

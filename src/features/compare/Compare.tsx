/** Model or simulation against what was measured: numbers, differences, histograms, and the verdict in words. */

import { memo, useDeferredValue, useMemo, useState } from 'react';
import { counted } from '../../../core/base/plural.ts';
import type { Measurement } from '../../../core/measurement/measurement.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { modelFingerprint, takeAsMeasured } from '../../../core/scenario/measured-model.ts';
import type { Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import {
  type ComparisonReport,
  type ComparisonRow,
  type LevelQuestion,
  type PredictionSource,
  shapeOff,
} from '../../../workers/compare/contract.ts';
import type { ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import { useHeld } from '../../run/use-asked.ts';
import { editDocument, useDocument, useScenario } from '../../state/document-store.ts';
import type { Version } from '../../state/history.ts';
import { useOutdated } from '../../state/outdated.ts';
import { selectOnly, showView } from '../../state/session-store.ts';
import { ComparisonBars } from '../../ui/charts/ComparisonBars.tsx';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable, withSymbols } from '../../ui/widgets/DataTable.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { DownloadIcon, UploadIcon } from '../../ui/widgets/icons.tsx';
import { changeText, type InputChange, inputChanges } from '../diff/scenario-diff.ts';
import { chooseFile } from '../files/choose-files.ts';
import { saveMeasurementTemplate } from '../files/saved-files.ts';
import { chooseStation, chooseTimes, showFits, type TimesChoice, type TimesRole } from '../fit/fit-store.ts';
import { timesOf } from '../fit/times.ts';
import { CountsChoice } from '../measure/MapQueues.tsx';
import { useStudy } from '../measure/measured-keeping.ts';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { CompareReplay } from '../replay/Replay.tsx';
import {
  useBestSimulation,
  useFocusStage,
  useIsExpected,
  useIsRefined,
  useSolved,
} from '../results/answers.ts';
import { OccupancyChart } from '../results/OccupancyChart.tsx';
import { CompareStage } from './CompareStage.tsx';
import { levelQuestion } from './compare-frames.ts';
import { comparisonBars, type PredictedBy, useComparison, usePredicted } from './compare-report.ts';
import { AGAINST, AGREEMENTS, agreementOfAll, comparisonColumns } from './comparison-table.ts';
import { Multiples } from './Multiples.tsx';
import './compare.css';

const BEST = { value: 'best', label: 'Best available' } as const;
const FORMULAS = { value: 'model', label: 'Analytic' } as const;
const SIMULATION = { value: 'simulation', label: 'Simulation' } as const;

export default function Compare() {
  const scenario = useScenario();
  const [wanted, setWanted] = useState<PredictedBy>('best');
  const simulated = useBestSimulation();
  const source: PredictedBy = simulated ? wanted : 'model';
  const isOlder = useSolved().stale && source === 'model';
  useOutdated('Prediction', isOlder);
  const predicted = usePredicted(source);
  const isExpected = useIsExpected();
  const { answer: report, isOlder: isAwaited } = useComparison(scenario, predicted, scenario.measurement);
  const stage = useFocusStage();
  const question = useLevelQuestion(scenario, predicted, stage?.id);

  const { measurement } = scenario;
  const kind = predicted?.kind;
  const isRefined = useIsRefined() && wanted === 'best';
  const parts = useMemo(
    () => measurement && { scenario, report, measurement, kind, stage, question, isRefined },
    [scenario, report, measurement, kind, stage, question, isRefined],
  );
  // The drawing has its new numbers first: what stands here is painted after it, and once.
  const shown = useDeferredValue(useHeld(parts, isAwaited && report !== undefined));

  if (!scenario.measurement) return <NoMeasurement />;
  return (
    <div className="panel panel--stack" data-stale={isOlder || undefined}>
      <CompareHead
        {...{ source, setWanted }}
        name={scenario.measurement.name}
        isSimulated={simulated !== undefined}
      />
      {(predicted || isExpected) && !shown?.report && (
        <p className="panel__note" role="status">
          Comparing the prediction with the measurement…
        </p>
      )}
      {shown && <Compared {...shown} />}
    </div>
  );
}

interface CompareHeadProps {
  readonly name: string;
  readonly isSimulated: boolean;
  readonly source: PredictedBy;
  readonly setWanted: (source: PredictedBy) => void;
}

/** What was measured, and by what it is predicted. */
const CompareHead = memo(({ name, isSimulated, source, setWanted }: CompareHeadProps) => (
  <div className="compare__head">
    <span>
      Measured: <strong>{name}</strong>
    </span>
    {isSimulated ? (
      <ChoiceField
        label="Predicted by"
        value={source}
        choices={[BEST, FORMULAS, SIMULATION]}
        onChange={setWanted}
      />
    ) : (
      <span>Analytic prediction; run a simulation to add it.</span>
    )}
    <CountsChoice />
    <Button size="small" variant="quiet" icon={<UploadIcon />} onClick={chooseFile}>
      Other file…
    </Button>
    <Button size="small" variant="quiet" onClick={removeMeasurement}>
      Remove
    </Button>
  </div>
));

interface ComparedProps {
  readonly scenario: Scenario;
  readonly report: ComparisonReport | undefined;
  readonly measurement: Measurement;
  readonly kind: PredictionSource['kind'] | undefined;
  readonly stage: StageNode | undefined;
  readonly question: LevelQuestion | undefined;
  /** Better predictions are on their way. */
  readonly isRefined: boolean;
}

/** What was found: in words, as small multiples, number by number, and of the stage in focus. */
const Compared = memo(function Compared({
  scenario,
  report,
  measurement,
  kind,
  stage,
  question,
  isRefined,
}: ComparedProps) {
  return (
    <>
      {report && <Sentences {...{ report, isRefined }} />}
      {report && kind && <Multiples {...{ scenario, report, measurement }} source={kind} />}
      {report && (
        <div className="panel--split panel--words">
          <div className="panel__table">
            <CompareTable report={report} scenario={scenario} />
          </div>
          <div className="panel__charts">
            <ComparisonBars title="Difference from measured" rows={comparisonBars(report, scenario)} />
            <OccupancyChart />
          </div>
        </div>
      )}
      {stage && question && <CompareStage stage={stage} question={question} />}
      {stage && <CompareFits stage={stage} />}
      {stage && <CompareReplay key={stage.id} stage={stage} />}
    </>
  );
});

function NoMeasurement() {
  return (
    <EmptyState
      icon={<UploadIcon size={24} />}
      title="Drop a measurement file on the page"
      action={
        <>
          <Button icon={<UploadIcon />} onClick={chooseFile}>
            Choose a file…
          </Button>
          <Button icon={<DownloadIcon />} onClick={() => void saveMeasurementTemplate()}>
            Template for this scenario
          </Button>
        </>
      }
    >
      CSV or JSON with rates, utilizations, numbers in system or histograms per stage. It is read here, in
      this browser; nothing is uploaded.
    </EmptyState>
  );
}

const OVERALL = {
  off: '✕ Rejected by the data.',
  differs: '≠ Differs from the data.',
  close: '○ Consistent with the data.',
  distributions: '○ Consistent with the measured means; the distributions differ.',
  tails: '○ Consistent with the measured means; tails of the distributions differ.',
  open: '○ Consistent within input uncertainty.',
  sampled: '○ Consistent within sampling error.',
  untold: '– Too little data to tell.',
  nothing: '– Nothing to compare yet.',
} as const;

/** The sign and the full stop are of what is settled. */
const soFarText = (settled: string): string =>
  `… ${settled.slice(2, -1)} so far: the prediction is still being refined by simulation.`;

/** The overall sentence stands open; those on single numbers repeat the table and are behind a click. */
function Sentences({
  report,
  isRefined,
}: Pick<ComparedProps, 'isRefined'> & { readonly report: ComparisonReport }) {
  const agreement = agreementOfAll(report.comparison.rows);
  const meansAlone =
    agreement === 'close' || agreement === 'sampled' ? shapeOff(report.comparison) : undefined;
  const found = meansAlone ?? agreement ?? 'nothing';
  const isSoFar = isRefined && AGAINST.has(found);
  const [first = '', ...others] = report.sentences;
  return (
    <div className={`compare__verdict compare__verdict--${isSoFar ? 'differs' : found}`}>
      <strong>{isSoFar ? soFarText(OVERALL[found]) : OVERALL[found]}</strong> {first}
      {report.comparison.isChanged && <ChangedSince />}
      {others.length > 0 && (
        <details>
          <summary>{counted(others.length, 'more finding')}</summary>
          <SentenceList sentences={others} />
        </details>
      )}
    </div>
  );
}

/** What was changed of the model since it was measured, where this page still knows; and the way to say that the data speak of it all the same. */
function ChangedSince() {
  const scenario = useScenario();
  const versions = useDocument(({ history }) => history?.versions);
  const changes = useMemo(() => changesSinceMeasured(scenario, versions), [scenario, versions]);
  return (
    <div className="compare__changed">
      {changes.length > 0 && <span>Changed: {changes.join('; ')}.</span>}
      <Button
        size="small"
        title="The drawing describes the system that was measured, only better than before: judge it by the data"
        onClick={() => editDocument('Take the changes as corrections', takeAsMeasured)}
      >
        The changes correct the model
      </Button>
    </div>
  );
}

/** More would hide the verdict. */
const MOST_CHANGES = 3;

function changesSinceMeasured(
  scenario: Scenario,
  versions: ReadonlyMap<number, Version> | undefined,
): readonly string[] {
  const measured = [...(versions?.values() ?? [])]
    .map((version) => version.scenario)
    .findLast((one) => modelFingerprint(one) === scenario.measurement?.model);
  if (!measured) return [];
  const texts = inputChanges(measured, scenario).filter(isOfModel).map(changeText);
  const more = texts.length - MOST_CHANGES;
  return more > 0 ? [...texts.slice(0, MOST_CHANGES), counted(more, 'more change')] : texts;
}

/** Names, notes and the measurement itself change no answer. */
const isOfModel = ({ path }: InputChange): boolean =>
  !path.startsWith('scenario.') && !path.endsWith('.name');

function SentenceList({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** The question for the stage in focus, with the frames of the measurement where they are kept. */
function useLevelQuestion(
  { measurement }: Scenario,
  predicted: PredictionSource | undefined,
  stage: string | undefined,
): LevelQuestion | undefined {
  const reduced = useMeasured(selectShown);
  const stageOf = useStudy((study) => study?.stageOf);
  return useMemo(() => {
    if (stage === undefined || !predicted) return undefined;
    return levelQuestion({
      stage,
      predicted: predictedLevels(predicted, stage),
      measurement,
      reduced,
      stageOf,
    });
  }, [stage, predicted, measurement, reduced, stageOf]);
}

const predictedLevels = (predicted: PredictionSource, stage: string): readonly number[] | undefined =>
  predicted.kind === 'model'
    ? predicted.stages[stage]?.occupancyDistribution
    : predicted.stages[stage]?.occupancyDistribution?.map(({ mean }) => mean);

function removeMeasurement(): void {
  editDocument('Remove measurements', ({ measurement: _, ...scenario }) => scenario);
}

/** From a comparison to what would fit better: models of the station, ranked, and the distribution behind its measured times. */
function CompareFits({ stage }: { readonly stage: StageNode }) {
  const { measurement } = useScenario();
  const reduced = useMeasured(selectShown);
  const stageOf = useStudy((study) => study?.stageOf);
  const { hasLevels, services, arrivals } = fitTargets(stage.id, { measurement, reduced, stageOf });
  if (!hasLevels && !services && !arrivals) return null;
  const title = nameOf(stage);
  return (
    <div className="compare__fits compare__ask">
      <span>What would fit {title} better?</span>
      {hasLevels && (
        <Button size="small" onClick={() => showStations(stage.id)}>
          Queue models, ranked
        </Button>
      )}
      {services && (
        <Button size="small" onClick={() => showDistributions(services)}>
          Fit the distribution of its services
        </Button>
      )}
      {arrivals && (
        <Button size="small" onClick={() => showDistributions(arrivals)}>
          Fit the distribution of its arrivals
        </Button>
      )}
    </div>
  );
}

function showStations(stage: string): void {
  chooseStation(stage);
  showFits('stations');
  openFits();
}

function showDistributions(times: Parameters<typeof chooseTimes>[0]): void {
  chooseTimes(times);
  openFits();
}

function openFits(): void {
  showView('fits');
}

interface MeasuredSources {
  readonly measurement: Measurement | undefined;
  readonly reduced: ReducedMeasurement | undefined;
  /** Queue -> the stage that it feeds. */
  readonly stageOf: Readonly<Record<string, string>> | undefined;
}

interface FitTargets {
  readonly hasLevels: boolean;
  readonly services?: TimesChoice;
  readonly arrivals?: TimesChoice;
}

/** What was measured of a stage that a model of a station or a distribution can be fitted to. */
export function fitTargets(stage: string, { measurement, reduced, stageOf }: MeasuredSources): FitTargets {
  const measured = measurement?.stages.find((one) => one.stage === stage);
  const queue = reduced?.queues.find(({ id }) => stageOf?.[id] === stage);
  const services = queue && timesWith(queue, 'service');
  const arrivals = queue && timesWith(queue, 'arrivals');
  return {
    hasLevels: measured?.occupancyDistribution !== undefined,
    ...(services && { services }),
    ...(arrivals && { arrivals }),
  };
}

/** The first of a kind says most. */
function timesWith(queue: ReducedQueue, role: TimesRole): TimesChoice | undefined {
  const option = timesOf(queue).find((one) => one.role === role);
  return option && { kind: 'measured', queue: queue.id, of: option.value };
}

interface CompareTableProps {
  readonly report: ComparisonReport;
  readonly scenario: Scenario;
}

/** Predicted and measured side by side, with the verdict on each quantity; a row goes to its stage. */
function CompareTable({ report, scenario }: CompareTableProps) {
  const verdictOf = new Map(report.comparison.rows.map((row, i) => [row, report.verdicts[i] ?? '']));
  const columns = withSymbols(comparisonColumns(scenario));
  return (
    <DataTable
      caption="Predicted and measured"
      columns={[
        ...columns.slice(0, -1),
        {
          ...columns.at(-1)!,
          cell: (row) => (
            <span className={`agreement agreement--${row.agreement}`} title={verdictOf.get(row)}>
              {AGREEMENTS[row.agreement]}
            </span>
          ),
          value: (row) => verdictOf.get(row),
        },
      ]}
      rows={report.comparison.rows}
      rowKey={keyOf}
      onSelectRow={(key) => selectOnly(key.slice(key.indexOf(' ') + 1))}
      fileName={`${scenario.name} comparison`}
    />
  );
}

const keyOf = (row: ComparisonRow): string => `${row.quantity} ${row.stage}`;

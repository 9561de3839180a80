/** What chains gave: their answers where they agree; where they do not, that, and what to do about it. */

import { useMemo, useState } from 'react';
import { capitalized } from '../../../core/base/plural.ts';
import { numberColumn } from '../../../core/quantities/table.ts';
import type {
  Interval,
  NotConverged,
  PosteriorAnswer,
  PosteriorReport,
  QueuePosterior,
} from '../../../workers/posterior/contract.ts';
import {
  shareColumns as columnsOfShares,
  convergenceColumns,
  pathColumns,
  queueColumns,
  rangeText,
  rHatText,
  type ShareRow,
  shareRows,
  shareText,
  timeText,
} from '../../../workers/posterior/posterior-words.ts';
import { useScenario } from '../../state/document-store.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { Refused } from '../../ui/widgets/Refused.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { timeAxis } from '../results/time-axis.ts';
import { Predictions } from './Predictions.tsx';
import { canInferOn, inferOn, posteriorRun } from './posterior-run.ts';
import { type TaskSource, usePosterior } from './posterior-store.ts';
import { placedQueues, putDistributionsOnStages } from './put-distributions.ts';
import { SharePlot } from './SharePlot.tsx';
import {
  intervalIn,
  isWithheld,
  layerName,
  layersOf,
  type ShareColumn,
  shareColumns,
  shareTable,
} from './share-areas.ts';
import { TraceChart } from './TraceChart.tsx';
import { reportedChains } from './trace-rows.ts';
import { WhatIf } from './WhatIf.tsx';
import { TRUE_WHOLE, trueMeanService, trueWindowsOf } from './web-experiment.ts';

interface PosteriorResultProps {
  readonly report: PosteriorReport;
  readonly source: TaskSource;
  /** Key of the report's run; absent while other settings wait to be run. */
  readonly runKey: string | undefined;
}

export function PosteriorResult({ report, source, runKey }: PosteriorResultProps) {
  const goesOn = runKey !== undefined && canInferOn(runKey);
  return (
    <>
      {report.kind === 'answer' ? (
        <Headline answer={report} goesOn={goesOn} />
      ) : (
        <Disagreement report={report} goesOn={goesOn} />
      )}
      {report.warnings.length > 0 && (
        <ul className="rates__warnings">
          {report.warnings.map((warning) => (
            <li key={warning}>{sentence(warning)}</li>
          ))}
        </ul>
      )}
      {report.kind === 'answer' && <Answer answer={report} source={source} />}
      <Chains report={report} />
    </>
  );
}

interface HeadlineProps {
  readonly answer: PosteriorAnswer;
  readonly goesOn: boolean;
}

function Headline({ answer, goesOn }: HeadlineProps) {
  const { chains, sweeps, events, tasks, observedTasks, convergence } = answer;
  return (
    <div className="posterior__headline">
      <ul className="posterior__sentences" aria-label="What the posterior says">
        {answer.sentences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="panel__note">
        ◐ {observedTasks.toLocaleString('en')} of {tasks.toLocaleString('en')} tasks observed,{' '}
        {events.toLocaleString('en')} events · {chains} chains of {sweeps.toLocaleString('en')} sweeps · worst
        R-hat {rHatText(convergence[0]?.rHat ?? 1)} {goesOn && <GoOn />}
      </p>
    </div>
  );
}

function Disagreement({ report, goesOn }: { readonly report: NotConverged; readonly goesOn: boolean }) {
  return (
    <Refused says={sentence(report.message)}>
      <p className="posterior__disagreement">
        {goesOn && <GoOn />} Or choose another distribution of service, more chains, or check under Queues how
        many servers each has and who is next.
      </p>
    </Refused>
  );
}

function GoOn() {
  const sweeps = usePosterior(({ settings }) => settings.sweeps);
  const until = usePosterior(({ settings }) => settings.until);
  return (
    <Button size="small" onClick={() => void inferOn()}>
      Continue for {sweeps.toLocaleString('en')} sweeps{until === 'agree' ? ' or more' : ''}
    </Button>
  );
}

function Answer({ answer, source }: { readonly answer: PosteriorAnswer; readonly source: TaskSource }) {
  const { isExample } = source;
  return (
    <>
      <PutDistributions answer={answer} source={source} />
      <ShareChart answer={answer} isExample={isExample} />
      <ServiceTable answer={answer} isExample={isExample} />
      {answer.paths.length > 1 && <PathTable answer={answer} />}
      <SlowestTable answer={answer} isExample={isExample} />
      <WhatIfOfQueues answer={answer} source={source} />
    </>
  );
}

function WhatIfOfQueues({
  answer,
  source,
}: {
  readonly answer: PosteriorAnswer;
  readonly source: TaskSource;
}) {
  const scenario = useScenario();
  const byQueue = usePosterior(({ settings }) => settings.byQueue);
  return <WhatIf answer={answer} queues={placedQueues(answer, source, scenario, byQueue)} />;
}

/** Open where they are what there is to look at. */
function Chains({ report }: { readonly report: PosteriorReport }) {
  const history = posteriorRun.use(({ answer }) => answer?.history) ?? [];
  const { sweeps, traces } = report;
  const [first] = traces;
  return (
    <Disclosure key={report.kind} title="Do the chains agree?" defaultOpen>
      <div className="posterior__chains">
        <TraceChart
          drawn={reportedChains(report)}
          history={history}
          worst={worstQueues(report)}
          end={sweeps}
          {...(first && { dropped: (first.dropped * sweeps) / first.rows })}
        />
        <ConvergenceTable report={report} />
      </div>
    </Disclosure>
  );
}

const sentence = (text: string): string => `${capitalized(text)}${text.endsWith('.') ? '' : '.'}`;

/** Queues by how far their chains are apart, the worst first. */
export function worstQueues({ convergence, queueIds }: PosteriorReport): readonly string[] {
  return [...new Set([...convergence.flatMap(({ queue }) => queue ?? []), ...queueIds])];
}

/** R-hat and effective sample size of everything that was looked at, the worst first. */
function ConvergenceTable({ report }: { readonly report: PosteriorReport }) {
  const { name } = useScenario();
  return (
    <DataTable
      caption={`Agreement of ${report.chains} chains after ${report.sweeps.toLocaleString('en')} sweeps`}
      showCaption
      columns={convergenceColumns}
      rows={report.convergence}
      rowKey={({ what }) => what}
      fileName={`${name} convergence`}
    />
  );
}

interface AnswerTableProps {
  readonly answer: PosteriorAnswer;
  /** The tasks are those of the shipped example: the truth stands beside. */
  readonly isExample: boolean;
}

/** Queue by queue: how long services take, how long tasks wait, and whether more servers would help; with intervals. */
function ServiceTable({ answer: { queues }, isExample }: AnswerTableProps) {
  const { name } = useScenario();
  const longest = Math.max(...queues.map(({ meanService: { mean, high } }) => high || mean));
  const [queue, service, interval, ...others] = queueColumns;
  const bar: PageColumn<QueuePosterior> = {
    id: 'bar',
    header: `0 to ${timeText(longest)}`,
    cell: ({ id, meanService }) => (
      <IntervalBar interval={meanService} most={longest} {...(isExample && { truth: trueMeanService(id) })} />
    ),
    value: () => '',
  };
  const truth = numberColumn<QueuePosterior>('true', 'True', ({ id }) => trueMeanService(id), timeText);
  return (
    <DataTable
      caption="Queues: service against waiting"
      showCaption
      columns={[queue!, service!, interval!, bar, ...(isExample ? [truth] : []), ...others]}
      rows={queues}
      rowKey={({ id }) => id}
      fileName={`${name} posterior`}
    />
  );
}

/** The ways that tasks took, those among them that were not seen. */
function PathTable({ answer: { paths } }: Pick<AnswerTableProps, 'answer'>) {
  const { name } = useScenario();
  return (
    <DataTable
      caption="Ways that tasks took"
      showCaption
      columns={pathColumns}
      rows={paths}
      rowKey={({ states }) => states.join(' ')}
      fileName={`${name} paths`}
    />
  );
}

/** A mean with its interval on a scale from 0 that all rows of a table share; a ring where the truth is known. */

interface IntervalBarProps {
  readonly interval: Interval;
  /** End of the scale. */
  readonly most: number;
  readonly truth?: number;
}

const WIDTH = 120;
const HEIGHT = 14;

function IntervalBar({ interval: { mean, low, high }, most, truth }: IntervalBarProps) {
  const at = (value: number): number => 4 + (value / most) * (WIDTH - 8);
  return (
    <svg className="posterior-bar" width={WIDTH} height={HEIGHT} aria-hidden="true">
      <line className="posterior-bar__scale" x1={4} x2={WIDTH - 4} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      {!Number.isNaN(low) && (
        <line
          className="posterior-bar__interval"
          x1={at(low)}
          x2={at(high)}
          y1={HEIGHT / 2}
          y2={HEIGHT / 2}
        />
      )}
      <circle className="posterior-bar__mean" cx={at(mean)} cy={HEIGHT / 2} r={3} />
      {truth !== undefined && (
        <circle className="posterior-bar__truth" cx={at(truth)} cy={HEIGHT / 2} r={4.5} />
      )}
    </svg>
  );
}

const TRUE_SHARE = numberColumn<ShareRow>(
  'true',
  'True, of all',
  ({ state, part }) => TRUE_WHOLE[state]?.[part],
  shareText,
);

function SlowestTable({ answer, isExample }: AnswerTableProps) {
  const { name } = useScenario();
  const [of, all, interval, ...slowest] = columnsOfShares;
  return (
    <DataTable
      caption="Shares of the time of a task: of all, and of the slowest 1 %"
      showCaption
      columns={[of!, all!, interval!, ...(isExample ? [TRUE_SHARE] : []), ...slowest]}
      rows={shareRows(answer)}
      rowKey={({ state, part }) => `${state} ${part}`}
      fileName={`${name} slowest tasks`}
    />
  );
}

/** From the posterior to the model: one click puts the distributions on the stages, and what they leave open of its answers is shown. */

interface PutDistributionsProps {
  readonly answer: PosteriorAnswer;
  readonly source: TaskSource;
}

function PutDistributions({ answer, source }: PutDistributionsProps) {
  const scenario = useScenario();
  const byQueue = usePosterior(({ settings }) => settings.byQueue);
  const [put, setPut] = useState(0);
  const [fault, setFault] = useState<string>();
  const queues = placedQueues(answer, source, scenario, byQueue);
  const isKnown = !isWithheld(answer.whole);
  const placed = new Set(queues.flatMap(({ stage = [] }) => stage)).size;
  const act = async (): Promise<void> => {
    const refused = await giveDistributions(queues, isKnown);
    setFault(refused);
    if (refused === undefined) setPut(put + 1);
  };
  return (
    <>
      <div className="posterior__use">
        <Button variant="primary" disabled={placed === 0} onClick={() => void act()}>
          Put the distributions on the stages
        </Button>
        <span className="panel__note">
          {placed === 0
            ? 'No queue feeds a stage of the drawing yet: choose stages under Queues, or add the queues to the drawing.'
            : `${placed} of ${queues.length} queues feed a stage of the drawing; one step, undone by Ctrl Z.`}
        </span>
      </div>
      {fault !== undefined && <Refused says={fault} />}
      {put > 0 && isKnown && <Predictions key={put} queues={queues} />}
    </>
  );
}

/** Says what happened; else tells why no stage got one. `isKnown`: with intervals, which become precisions. */
async function giveDistributions(
  queues: readonly QueuePosterior[],
  isKnown: boolean,
): Promise<string | undefined> {
  const { applied, left } = await putDistributionsOnStages(queues);
  const count = applied.length;
  const title = `${count} ${count === 1 ? 'stage serves' : 'stages serve'} as estimated`;
  if (count === 0) return `No stage got a distribution. ${left.join(' ')}`;
  showToast({
    title,
    description: [
      ...left,
      ...(isKnown ? ['Their intervals become input uncertainties.'] : []),
      'Ctrl Z takes it back.',
    ].join('\n'),
    tone: 'good',
  });
  return undefined;
}

/** How much of a task's time was waiting and how much service, over time (Sutton & Jordan 2009, figure 5). */

interface ShareChartProps {
  readonly answer: PosteriorAnswer;
  /** The tasks are those of the shipped example. */
  readonly isExample: boolean;
}

const TITLE = 'Where the time of tasks went';

function ShareChart({ answer, isExample }: ShareChartProps) {
  const { name, timeUnit } = useScenario();
  const truth = isExample ? trueWindowsOf(answer) : undefined;
  const columns = useMemo(() => shareColumns(answer, truth), [answer, truth]);
  const layers = useMemo(() => layersOf(answer), [answer]);
  const table = useMemo(() => shareTable(answer, truth), [answer, truth]);
  const [picked, setPicked] = useState<number>();
  const chosen = Math.min(picked ?? fullest(columns), columns.length - 1);
  const reading = readingOf(columns[chosen]!, layers);
  const axis = timeAxis('time of entry', answer.whole.to, timeUnit);
  return (
    <ChartFrame title={TITLE} fileName={`${name} waiting and service`} table={table}>
      {({ width }) => (
        <>
          <SharePlot
            title={TITLE}
            {...{ columns, layers, axis, width, chosen, reading }}
            onChoose={setPicked}
          />
          <p className="panel__note posterior__reading">{reading}</p>
        </>
      )}
    </ChartFrame>
  );
}

/** The window in which waiting took most. */
function fullest(columns: readonly ShareColumn[]): number {
  const waiting = columns.map(({ pieces }) =>
    pieces.reduce((sum, { layer, base, top }) => sum + (layer.part === 'waiting' ? top - base : 0), 0),
  );
  return waiting.indexOf(Math.max(...waiting));
}

function readingOf({ window, pieces }: ShareColumn, layers: ReturnType<typeof layersOf>): string {
  const { from, to, tasks, bottleneck } = window;
  const when = `${timeText(from)} to ${timeText(to)}`;
  if (pieces.length === 0) return `${when}: no task entered.`;
  const shares = layers.map((layer) => {
    const interval = intervalIn(window, layer);
    return `${layerName(layer)} ${shareText(interval.mean)} (${rangeText(interval, shareText)})`;
  });
  const held = bottleneck
    ? ` Bottleneck: ${bottleneck.state}, probability ${shareText(bottleneck.probability)}.`
    : isWithheld(window)
      ? ''
      : ' No task waited.';
  return `${when}, ${Math.round(tasks)} tasks: ${shares.join(', ')}.${held}`;
}

/** What chains gave: their answers where they agree; where they do not, that, and what to do about it. */

import { useMemo, useState } from 'react';
import type {
  Convergence,
  NotConverged,
  PosteriorAnswer,
  PosteriorReport,
  QueuePosterior,
} from '../../../workers/posterior/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { timeAxis } from '../results/time-axis.ts';
import { Predictions } from './Predictions.tsx';
import { canInferOn, inferOn, MOST_R_HAT, posteriorRun } from './posterior-run.ts';
import { type TaskSource, usePosterior } from './posterior-store.ts';
import { rangeText, rHatText, shareText, timeText } from './posterior-text.ts';
import { placedQueues, putDistributionsOnStages } from './put-distributions.ts';
import { ServiceTable } from './ServiceTable.tsx';
import { SharePlot } from './SharePlot.tsx';
import { SlowestTable } from './SlowestTable.tsx';
import {
  intervalIn,
  layerName,
  layersOf,
  type ShareColumn,
  shareColumns,
  shareTable,
} from './share-areas.ts';
import { TraceChart } from './TraceChart.tsx';
import { reportedChains } from './trace-rows.ts';
import { trueWindowsOf } from './web-experiment.ts';

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
    <div className="panel__refusal posterior__disagreement" role="alert">
      <p>✕ {sentence(report.message)}</p>
      <p>
        {goesOn && <GoOn />} Or choose another distribution of service, more chains, or check under Queues how
        many servers each has and who is next.
      </p>
    </div>
  );
}

function GoOn() {
  const sweeps = usePosterior(({ settings }) => settings.sweeps);
  const until = usePosterior(({ settings }) => settings.until);
  return (
    <Button size="small" onClick={() => void inferOn()}>
      Go on for {sweeps.toLocaleString('en')} sweeps{until === 'agree' ? ' or more' : ''}
    </Button>
  );
}

function Answer({ answer, source }: { readonly answer: PosteriorAnswer; readonly source: TaskSource }) {
  const { isExample } = source;
  return (
    <>
      <PutDistributions answer={answer} source={source} />
      <ShareChart answer={answer} isExample={isExample} />
      <ServiceTable queues={answer.queues} isExample={isExample} />
      <SlowestTable answer={answer} isExample={isExample} />
    </>
  );
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

const sentence = (text: string): string =>
  `${text[0]!.toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;

/** Queues by how far their chains are apart, the worst first. */

export function worstQueues({ convergence, queueIds }: PosteriorReport): readonly string[] {
  const named = convergence.flatMap(({ what }) => queueIds.find((id) => what.endsWith(` of ${id}`)) ?? []);
  return [...new Set([...named, ...queueIds])];
}

/** R-hat and effective sample size of everything that was looked at, the worst first. */

const COLUMNS: readonly PageColumn<Convergence>[] = [
  { id: 'what', header: 'Of', value: ({ what }) => what },
  {
    id: 'rHat',
    header: 'R-hat',
    kind: 'number',
    cell: ({ rHat }) => (
      <span data-agrees={rHat <= MOST_R_HAT}>
        {rHat <= MOST_R_HAT ? '' : '✕ '}
        {rHatText(rHat)}
      </span>
    ),
    value: ({ rHat }) => rHat,
  },
  {
    id: 'effective',
    header: 'Effective draws',
    kind: 'number',
    cell: ({ effectiveSize }) => Math.round(effectiveSize).toLocaleString('en'),
    value: ({ effectiveSize }) => effectiveSize,
  },
];

function ConvergenceTable({ report }: { readonly report: PosteriorReport }) {
  const { name } = useScenario();
  return (
    <DataTable
      caption={`Agreement of ${report.chains} chains after ${report.sweeps.toLocaleString('en')} sweeps`}
      showCaption
      columns={COLUMNS}
      rows={report.convergence}
      rowKey={({ what }) => what}
      fileName={`${name} convergence`}
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
  const queues = placedQueues(answer, source, scenario, byQueue);
  const placed = new Set(queues.flatMap(({ stage = [] }) => stage)).size;
  const act = async (): Promise<void> => {
    if (await giveDistributions(queues)) setPut(put + 1);
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
            : `${placed} of ${queues.length} queues feed a stage of the drawing; one step, which Ctrl Z takes back.`}
        </span>
      </div>
      {put > 0 && <Predictions key={put} queues={queues} />}
    </>
  );
}

async function giveDistributions(queues: readonly QueuePosterior[]): Promise<boolean> {
  const { applied, left } = await putDistributionsOnStages(queues);
  const count = applied.length;
  const title = `${count} ${count === 1 ? 'stage serves' : 'stages serve'} as estimated`;
  if (count > 0)
    showToast({
      title,
      description: [...left, 'Their intervals are kept as precisions. Ctrl Z takes it back.'].join('\n'),
      tone: 'good',
    });
  else showToast({ title: 'No stage got a distribution', description: left.join('\n'), tone: 'bad' });
  return count > 0;
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
    : ' Nobody waited.';
  return `${when}, ${Math.round(tasks)} tasks: ${shares.join(', ')}.${held}`;
}

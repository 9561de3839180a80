/** The posterior from a table of tasks, some of them observed: where it comes from, how chains run, what they say. */

import { err, type Result } from '../../../core/base/result.ts';
import { formatFull, formatQuantity, parseQuantity } from '../../../core/quantities/quantity.ts';
import { DISTRIBUTION_FAMILIES } from '../../../workers/posterior/contract.ts';
import { FAMILIES, rHatText } from '../../../workers/posterior/posterior-words.ts';
import { useScenario } from '../../state/document-store.ts';
import { useOutdated } from '../../state/outdated.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { PlayIcon, StopIcon, UploadIcon } from '../../ui/widgets/icons.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { ChooseButton } from '../estimate/ChooseButton.tsx';
import { FileSection } from '../estimate/FileSection.tsx';
import { Refusal } from '../estimate/Refusal.tsx';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { PosteriorResult } from './PosteriorResult.tsx';
import { infer, posteriorKey, posteriorRun } from './posterior-run.ts';
import { queueIdsOf } from './posterior-run-queues.ts';
import { openMeasuredTasks, openTasks, openWebExperiment, tasksRun } from './posterior-run-sources.ts';
import {
  type LiveRun,
  type PosteriorSettings as Settings,
  setPosterior,
  type TaskSource,
  usePosterior,
} from './posterior-store.ts';
import { QueueSettings } from './QueueSettings.tsx';
import { TraceChart } from './TraceChart.tsx';
import { liveChains } from './trace-rows.ts';
import '../estimate/estimate.css';
import './posterior.css';

export default function PosteriorView() {
  const source = usePosterior((state) => state.source);
  const refusal = tasksRun.use(({ failure }) => failure);
  return (
    <FileSection label="Posterior" className="posterior" onFile={(file) => void openTasks(file)}>
      {refusal && <Refusal title={`No posterior from ${refusal.name}`} reasons={refusal.faults} />}
      {source ? (
        <>
          <SourceLine source={source} />
          <PosteriorSettings />
          <QueueSettings source={source} />
          <Run source={source} />
        </>
      ) : (
        <NoTasks />
      )}
    </FileSection>
  );
}

function Run({ source }: { readonly source: TaskSource }) {
  const state = usePosterior();
  const scenario = useScenario();
  const run = posteriorRun.use();
  const isCurrent = run.answerKey === posteriorKey(state, scenario);
  const report = run.answer?.report;
  useOutdated(
    'Posterior',
    report !== undefined && !isCurrent && run.status !== 'running',
    () => void infer(),
  );
  if (run.status === 'running') return <PosteriorRunning />;
  return (
    <>
      {run.status === 'failed' && <Refusal title="No posterior" reasons={run.failure} />}
      {report && (
        <div className="panel--stack" data-stale={!isCurrent || undefined}>
          <PosteriorResult report={report} source={source} runKey={isCurrent ? run.answerKey : undefined} />
        </div>
      )}
    </>
  );
}

/** Chains that are under way: how far they are, and how they close in on each other. */
function PosteriorRunning() {
  const progress = posteriorRun.use((run) => run.progress);
  const check = progress && 'checked' in progress ? progress : undefined;
  const live = progress && 'chains' in progress ? progress : undefined;
  const until = usePosterior(({ settings }) => settings.until);
  return (
    <>
      <div className="estimate__waiting">
        <ProgressBar
          label={live ? 'Sampling' : 'Checking the model against tasks that the chains do not see'}
          {...(check && {
            fraction: check.checked / check.of,
            detail: `chain ${check.checked} of ${check.of}`,
          })}
          {...(live && live.sweeps > 0 && { fraction: live.sweep / live.sweeps })}
          {...(live && { detail: detailOf(live, until === 'agree') })}
        />
      </div>
      {live && (
        <TraceChart
          drawn={liveChains(live)}
          history={live.history}
          worst={live.queueIds}
          end={Math.max(1, ...live.chains.map(({ sweeps }) => sweeps.at(-1) ?? 0))}
        />
      )}
    </>
  );
}

function detailOf({ sweep, sweeps, history, started }: LiveRun, mayEndEarlier: boolean): string {
  const worst = history.at(-1);
  const rate = sweep / ((performance.now() - started) / 1000);
  return [
    `sweep ${sweep.toLocaleString('en')} of ${mayEndEarlier ? 'at most ' : ''}${sweeps.toLocaleString('en')}`,
    ...(rate > 0 ? [`${Math.round(rate).toLocaleString('en')} a second`] : []),
    ...(worst ? [`worst R-hat ${rHatText(worst.rHat)}`] : []),
  ].join(', ');
}

/** Where the tasks come from: a file, the measurement shown under Data, or the shipped example. */
function SourceLine({ source }: { readonly source: TaskSource }) {
  const tasks = new Set(source.tasks.task).size;
  return (
    <div className="estimate__source">
      <span>
        {tasks.toLocaleString('en')} tasks of <strong>{source.name}</strong>, {queueIdsOf(source).length}{' '}
        queues
      </span>
      <ChooseButton onFile={openFile} />
      <FromMeasured />
      {!source.isExample && <ExampleButton />}
      <Reading />
    </div>
  );
}

function NoTasks() {
  const isReading = tasksRun.use(({ status }) => status === 'running');
  if (isReading) return <Reading />;
  return (
    <EmptyState
      icon={<UploadIcon size={24} />}
      title="Drop a trace of tasks here"
      action={
        <div className="estimate__start">
          <FromMeasured />
          <ChooseButton onFile={openFile} />
          <p className="panel__note">or see how it works where the truth is known:</p>
          <ExampleButton />
        </div>
      }
    >
      A trace tells when tasks arrived and left, and often only for some of them. Markov chain Monte Carlo
      samples the times that were not recorded: the result is the waiting time and service time of every
      queue, with intervals. The file stays on this machine.
    </EmptyState>
  );
}

const ExampleButton = () => (
  <Button onClick={() => void openWebExperiment()}>Try it with the web experiment</Button>
);

const openFile = (file: File): void => void openTasks(file);

/** Nothing while it is the source already, or has no tasks. */
function FromMeasured() {
  const shown = useMeasured(selectShown);
  const source = usePosterior((state) => state.source?.name);
  if (!shown?.tasks || shown.name === source) return null;
  return <Button onClick={openMeasuredTasks}>Use the tasks of {shown.name}</Button>;
}

function Reading() {
  const { status, progress: reading } = tasksRun.use();
  if (status !== 'running') return null;
  return (
    <div className="estimate__waiting">
      <ProgressBar label={`Reading ${reading}`} />
      <Button size="small" onClick={tasksRun.stop}>
        Stop
      </Button>
    </div>
  );
}

/** How chains run: which distributions they estimate, how many there are, how long they go on. */

const UNTIL = [
  {
    value: 'agree',
    label: 'Until R-hat < 1.1',
    hint: 'looked at often at first; eight times the sweeps at most',
  },
  { value: 'sweeps', label: 'Sweeps', hint: 'then they are looked at' },
] as const;

const ROUTES = [
  {
    value: 'unknown',
    label: 'Shares unknown',
    hint: 'how tasks choose among equal queues is estimated, too',
  },
  { value: 'even', label: 'Even', hint: 'each queue of a state takes the same share, as behind a balancer' },
] as const;

const FAMILY_CHOICES = [
  {
    value: 'auto',
    label: 'Chosen by the data',
    hint: 'for each queue the one that best explains the response times of held-out tasks',
  },
  ...DISTRIBUTION_FAMILIES.map((value) => ({ value, ...FAMILIES[value] })),
] as const;

const NUMBERS = [
  { key: 'chains', label: 'Chains', help: 'From starts far apart; 4 to 64.', least: 4, most: 64 },
  {
    key: 'sweeps',
    label: 'Sweeps',
    help: 'Each sweep resamples every hidden time and distribution. The first half is discarded as warm-up.',
    least: 50,
    most: 1_000_000,
  },
  { key: 'seed', label: 'Seed', help: 'The same seed gives the same draws.', least: 0, most: 2 ** 32 - 1 },
] as const;

function PosteriorSettings() {
  const settings = usePosterior((state) => state.settings);
  const running = posteriorRun.use(({ status }) => status === 'running');
  return (
    <form
      className="posterior__settings"
      aria-label="How to sample"
      onSubmit={(event) => {
        event.preventDefault();
        void infer();
      }}
    >
      <ChoiceField
        label="Service distribution"
        as="list"
        value={settings.family}
        choices={FAMILY_CHOICES}
        onChange={(family) => setPosterior({ family })}
        disabled={running}
      />
      <ChoiceField
        label="Run"
        as="list"
        value={settings.until}
        choices={UNTIL}
        onChange={(until) => setPosterior({ until })}
        disabled={running}
      />
      <ChoiceField
        label="Routes"
        as="list"
        value={settings.evenRoutes ? 'even' : 'unknown'}
        choices={ROUTES}
        onChange={(routes) => setPosterior({ evenRoutes: routes === 'even' })}
        disabled={running}
      />
      {NUMBERS.map((number) => (
        <QuantityField
          key={number.key}
          label={number.label}
          help={number.help}
          value={settings[number.key]}
          format={(value) => formatQuantity(value, 'count')}
          formatFull={(value) => formatFull(value, 'count')}
          parse={(text) => parseCount(text, number)}
          onChange={(value) => value !== undefined && setPosterior(changeOf(number.key, value))}
          disabled={running}
        />
      ))}
      {/* Two buttons, not one that changes: the press that stops would submit the form and start again. */}
      {running ? (
        <Button key="stop" icon={<StopIcon />} onClick={posteriorRun.stop}>
          Stop
        </Button>
      ) : (
        <Button key="run" variant="primary" icon={<PlayIcon />} type="submit">
          Run the chains
        </Button>
      )}
    </form>
  );
}

const changeOf = (key: 'chains' | 'sweeps' | 'seed', value: number): Partial<Settings> => ({ [key]: value });

function parseCount(
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
): Result<number, string> {
  const value = parseQuantity(text, 'count');
  if (value.ok && !(Number.isInteger(value.value) && value.value >= least && value.value <= most))
    return err(`Expected an integer from ${least} to ${most.toLocaleString('en')}.`);
  return value;
}

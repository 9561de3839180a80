/** The measured arrivals of the stage in focus, replayed through the drawn stage: the button, how far it is, and what came of it. */

import { nameOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type { ReplayProgress } from '../../../workers/virtual-queue/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { PlayIcon } from '../../ui/widgets/icons.tsx';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { fileOf, recogniseFile } from '../measure/opened-files.ts';
import { useFaults } from '../results/answers.ts';
import { ReplayProgressBar } from '../virtual-queue/ReplayProgressBar.tsx';
import { TraceChooser } from '../virtual-queue/TraceChooser.tsx';
import { CompareReplayAnswer } from './ReplayAnswer.tsx';
import { type ReplayRun, setAlone, useReplays } from './replay-store.ts';

import '../compare/compare.css';
import { proxy } from 'comlink';
import { err, ok, type Result } from '../../../core/base/result.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { ReducedQueue, TraceFile } from '../../../workers/measure/contract.ts';
import type {
  StageReplayQuestion,
  StageReplayReport,
  StageReplayService,
} from '../../../workers/replay/contract.ts';
import { isAbort, WorkerBridge } from '../../run/worker-bridge.ts';
import { useDocument } from '../../state/document-store.ts';
import { NOTHING_REPLAYED, setReplay } from './replay-store.ts';

const IDLE: Partial<ReplayRun> = {};

const HELP =
  'The drawn stage is fed with exactly the arrivals that were measured, in many runs with services drawn anew, beside the scenario as it is drawn. If the prediction is right with the measured arrivals and wrong with the drawn ones, the arrivals are what is wrong; if it is wrong with both, the service is.';

export function CompareReplay({ stage }: { readonly stage: StageNode }) {
  const reduced = useMeasured(selectShown);
  const stageOf = useMeasured(({ study }) => study?.stageOf);
  const target = replayTarget(stage.id, reduced, stageOf);
  const title = nameOf(stage);
  return (
    <section className="compare__replay" aria-label={`${title}: replay of the measured arrivals`}>
      <h3>{title}: the measured arrivals, replayed</h3>
      <p className="panel__note">{HELP}</p>
      {target && !target.ok && <p className="panel__note">– {target.error}</p>}
      {target?.ok && reduced && <Replay {...{ stage, reduced, queue: target.value.id }} />}
    </section>
  );
}

interface ReplayProps {
  readonly stage: StageNode;
  readonly reduced: ReducedMeasurement;
  readonly queue: string;
}

function Replay({ stage, reduced, queue }: ReplayProps) {
  const scenario = useScenario();
  const isFaulty = useFaults().some(({ severity }) => severity === 'error');
  const alone = useReplays((state) => state.alone);
  const run = useReplays(({ runs }) => runs[stage.id]) ?? IDLE;
  const { name, mapping } = reduced;
  const question = { scenario, stage: stage.id, queue, ...(alone && { alone }) };
  const replayFile = (file: File): void =>
    void replayArrivals({ file, name: file.name, ...(mapping && { options: { mapping } }) }, question);
  const { report, status, failure } = run;
  const isRunning = status === 'running';
  const replayed = report?.kind === 'replayed' ? report : undefined;
  const isOlder = run.key !== undefined && run.key !== replayKey(replayed?.file ?? name, question);
  return (
    <>
      <div className="compare__ask">
        <ReplayButton measured={reduced} disabled={isFaulty || isRunning} onFile={replayFile} />
        {(replayed?.within === 'network' || alone) && (
          <ChoiceField
            label="Replayed"
            value={alone ? 'alone' : 'network'}
            choices={[
              { value: 'network', label: 'in its network' },
              { value: 'alone', label: 'cut out' },
            ]}
            help="In its network the measured arrivals take the place of the source, and full stages behind hold the stage up. Cut out, nothing does."
            onChange={(value) => setAlone(value === 'alone')}
          />
        )}
        {isFaulty && <span className="panel__note">The scenario has faults: correct them first.</span>}
        {isRunning && <Progress progress={run.progress} />}
      </div>
      {failure !== undefined && (
        <p className="panel__refusal" role="alert">
          ✕ {failure}
        </p>
      )}
      {report && isOlder && !isRunning && (
        <p className="panel__stale">The model, the file or the way to replay it changed since.</p>
      )}
      {report?.kind === 'refused' && (
        <p className="panel__refusal" role="alert">
          ✕ Not replayed: {report.reason}.
        </p>
      )}
      {replayed && (
        <div className="compare__replayed" data-stale={isOlder || undefined}>
          <CompareReplayAnswer replay={replayed} stage={stage} />
        </div>
      )}
    </>
  );
}

interface ReplayButtonProps {
  readonly measured: ReducedMeasurement;
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
}

/** Rows are not kept: after the page was loaded anew the file has to be given again, once. */
function ReplayButton({ measured, disabled, onFile }: ReplayButtonProps) {
  const file = fileOf(measured);
  const { name } = measured;
  const takeAgain = (chosen: File): void => {
    recogniseFile(measured, chosen);
    onFile(chosen);
  };
  if (file)
    return (
      <Button icon={<PlayIcon />} disabled={disabled} onClick={() => onFile(file)}>
        Replay measured arrivals
      </Button>
    );
  return (
    <>
      <TraceChooser disabled={disabled} onFile={takeAgain}>
        Choose {name} and replay its arrivals…
      </TraceChooser>
      <span className="panel__note">{name} is kept without its rows, which a replay needs.</span>
    </>
  );
}

function Progress({ progress }: { readonly progress: ReplayProgress | undefined }) {
  return (
    <>
      <ReplayProgressBar label="Replaying" progress={progress} />
      <Button size="small" onClick={stopReplay}>
        Stop
      </Button>
    </>
  );
}

/** The queue whose measured arrivals a stage is replayed with, or why there is none. */

/** `stageOf`: queue -> the stage that it feeds; known a moment after the measurement. */
export function replayTarget(
  stage: string,
  reduced: ReducedMeasurement | undefined,
  stageOf: Readonly<Record<string, string>> | undefined,
): Result<ReducedQueue, string> | undefined {
  if (!reduced)
    return err(
      'Only means and levels are kept of what was measured. Drop the trace on the page to replay it.',
    );
  if (!stageOf) return undefined;
  const fed = reduced.queues.filter(({ id }) => stageOf[id] === stage);
  const traced = fed.filter(({ basis }) => basis === 'events');
  const [queue, second] = traced;
  if (second) {
    const ids = traced.map(({ id }) => id).join(' and ');
    return err(
      `Queues ${ids} of ${reduced.name} both feed this stage: which arrivals it has is known from one queue only.`,
    );
  }
  if (queue) return ok(queue);
  const others =
    fed.length > 0
      ? `what it has of queue ${fed[0]!.id} does not say when elements arrived`
      : 'none of its queues feeds this stage';
  return err(`${reduced.name} has no trace of insertions of this stage: ${others}.`);
}

/** Replays the measured arrivals of a stage of the open scenario; one replay at a time. */

/** Asks the worker that replays measured arrivals through a drawn stage. */

interface ReplayEvents {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReplayProgress) => void;
}

class ReplayClient {
  private readonly bridge = new WorkerBridge<StageReplayService>({
    create: () =>
      new Worker(new URL('../../../workers/entry/replay.worker.ts', import.meta.url), { type: 'module' }),
  });

  /** The file crosses as a handle and is read in the worker. Rejects with the abort reason when `signal` is aborted. */
  replay(
    trace: TraceFile,
    question: StageReplayQuestion,
    { signal, onProgress }: ReplayEvents,
  ): Promise<StageReplayReport> {
    return this.bridge.call((worker) => worker.replay(trace, question, proxy(onProgress)), {
      signal,
      cancel: (worker) => worker.cancel(),
    });
  }
}

const client = new ReplayClient();
let abort = new AbortController();

/** Another model, file or way has another one. */
const replayKey = (file: string, { scenario, queue, alone = false }: StageReplayQuestion): string =>
  JSON.stringify([file, queue, alone, modelKey(scenario)]);

/** Another one that is under way is stopped. */
async function replayArrivals(trace: TraceFile, question: StageReplayQuestion): Promise<void> {
  const { stage } = question;
  stopReplay();
  abort = new AbortController();
  const { signal } = abort;
  const before = useReplays.getState().runs[stage];
  let isOver = false;
  const set = (run: ReplayRun): void => {
    if (!signal.aborted) setReplay(stage, run);
  };
  // Progress has a way of its own from the worker, and may come after the answer.
  const tell = (progress: ReplayProgress): void => {
    if (!isOver) set({ ...before, status: 'running', progress });
  };
  set({ ...before, status: 'running' });
  try {
    const report = await client.replay(trace, question, { signal, onProgress: tell });
    isOver = true;
    set({ status: 'done', key: replayKey(trace.name, question), report });
  } catch (reason) {
    if (isAbort(reason)) return;
    isOver = true;
    const why = reason instanceof Error ? reason.message : String(reason);
    set({ ...before, status: 'failed', failure: `The replay stopped: ${why}.` });
  }
}

/** What was there before stays. */
function stopReplay(): void {
  abort.abort();
  for (const [stage, { status, key, report }] of Object.entries(useReplays.getState().runs)) {
    if (status === 'running')
      setReplay(stage, report && key !== undefined ? { status: 'done', key, report } : undefined);
  }
}

useDocument.subscribe((document, before) => {
  // The same history under another id is the same scenario, saved as a copy.
  if (document.id === before.id || document.history === before.history) return;
  abort.abort();
  useReplays.setState(NOTHING_REPLAYED, true);
});

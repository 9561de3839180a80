/** The measured arrivals of the stage in focus, replayed through the drawn stage: the button, how far it is, and what came of it. */

import { err, ok, type Result } from '../../../core/base/result.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { ReducedMeasurement, ReducedQueue } from '../../../workers/measure/contract.ts';
import type { ReplayProgress } from '../../../workers/virtual-queue/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { useOutdated } from '../../state/outdated.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { PlayIcon } from '../../ui/widgets/icons.tsx';
import { useStudy } from '../measure/measured-keeping.ts';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { fileOf, recogniseFile } from '../measure/opened-files.ts';
import { useFaults } from '../results/answers.ts';
import { ReplayProgressBar } from '../virtual-queue/ReplayProgressBar.tsx';
import { TraceChooser } from '../virtual-queue/TraceChooser.tsx';
import { CompareReplayAnswer } from './ReplayAnswer.tsx';
import { replayKey, replayRun, useReplayChoice } from './replay-run.ts';
import '../compare/compare.css';
import { Refused } from '../../ui/widgets/Refused.tsx';

const HELP =
  'The stage is fed with exactly the measured arrivals, in many runs with random services, and compared with the scenario as drawn. If the prediction is right with the measured arrivals and wrong with the drawn ones, the arrivals are wrong; if it is wrong with both, the service is.';

export function CompareReplay({ stage }: { readonly stage: StageNode }) {
  const reduced = useMeasured(selectShown);
  const stageOf = useStudy((study) => study?.stageOf);
  const target = replayTarget(stage.id, reduced, stageOf);
  const title = nameOf(stage);
  return (
    <section className="compare__replay" aria-label={`${title}: trace-driven simulation`}>
      <h3>{title}: trace-driven simulation</h3>
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
  const { alone } = useReplayChoice();
  const run = replayRun.use();
  const { name, mapping } = reduced;
  const question = { scenario, stage: stage.id, queue, ...(alone && { alone }) };
  const replayFile = (file: File): void =>
    void replayRun.ask({
      trace: { file, name: file.name, ...(mapping && { options: { mapping } }) },
      question,
    });
  const { report, key } = run.answer?.[stage.id] ?? {};
  const isRunning = run.status === 'running' && run.progress?.stage === stage.id;
  const failure = run.status === 'failed' && run.failure.stage === stage.id ? run.failure : undefined;
  const replayed = report?.kind === 'replayed' ? report : undefined;
  const isOlder = key !== undefined && key !== replayKey(replayed?.file ?? name, question);
  useOutdated('Trace-driven simulation', isOlder && !isRunning);
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
            help="In its network the measured arrivals replace the source, and full stages downstream block the stage. Isolated, nothing blocks it."
            onChange={(value) => useReplayChoice.setState({ alone: value === 'alone' })}
          />
        )}
        {isFaulty && <span className="panel__note">The scenario has errors: correct them first.</span>}
        {isRunning && <Progress progress={run.progress?.told} />}
      </div>
      {failure && <Refused says={failure.message} />}
      {report?.kind === 'refused' && <Refused says={`Not replayed: ${report.reason}.`} />}
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
      <span className="panel__note">{name} is stored without its rows, which a replay needs.</span>
    </>
  );
}

function Progress({ progress }: { readonly progress: ReplayProgress | undefined }) {
  return (
    <>
      <ReplayProgressBar label="Replaying" progress={progress} />
      <Button size="small" onClick={replayRun.stop}>
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
      'Only means and histograms of this measurement are stored. Drop the trace on the page to replay it.',
    );
  if (!stageOf) return undefined;
  const fed = reduced.queues.filter(({ id }) => stageOf[id] === stage);
  const traced = fed.filter(({ basis }) => basis === 'events');
  const [queue, second] = traced;
  if (second) {
    const ids = traced.map(({ id }) => id).join(' and ');
    return err(
      `Queues ${ids} of ${reduced.name} both feed this stage: its arrivals can be taken from one queue only.`,
    );
  }
  if (queue) return ok(queue);
  const others =
    fed.length > 0
      ? `its data of queue ${fed[0]!.id} have no arrival times`
      : 'none of its queues feeds this stage';
  return err(`${reduced.name} has no trace of insertions of this stage: ${others}.`);
}

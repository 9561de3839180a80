/** The measured arrivals of the stage in focus, replayed through the drawn stage: the button, how far it is, and what came of it. */

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
import { replayTarget } from './replay-target.ts';
import { replayArrivals, replayKey, stopReplay } from './replaying.ts';
import '../compare/compare.css';

const IDLE: Partial<ReplayRun> = {};

const HELP =
  'The drawn stage is fed with exactly the arrivals that were measured, in many runs with services drawn anew, beside the scenario as it is drawn. If the prediction is right with the measured arrivals and wrong with the drawn ones, the arrivals are what is wrong; if it is wrong with both, the service is.';

export function CompareReplay({ stage }: { readonly stage: StageNode }) {
  const reduced = useMeasured(selectShown);
  const stageOf = useMeasured(({ study }) => study?.stageOf);
  const target = replayTarget(stage.id, reduced, stageOf);
  const title = stage.name ?? stage.id;
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

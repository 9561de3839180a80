/** A queue between two platforms, of which only the ends are seen: replayed from them, and whether to believe the replay. */
import type { ReplayProgress } from '../../../workers/virtual-queue/contract.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { askVerdict } from './ask-verdict.ts';
import { Judgement } from './Judgement.tsx';
import { QueueExamples } from './QueueExamples.tsx';
import { QueueSettings } from './QueueSettings.tsx';
import { QueueSource } from './QueueSource.tsx';
import { ReplayProgressBar } from './ReplayProgressBar.tsx';
import { cancelJudging } from './virtual-queue-run.ts';
import { selectIsOlder, useVirtualQueue } from './virtual-queue-store.ts';
import './virtual-queue.css';

export default function VirtualQueue() {
  const { source, question, opening, refusal, run } = useVirtualQueue();
  const isOlder = useVirtualQueue(selectIsOlder);
  return (
    <section
      className="panel panel--stack virtual-queue"
      aria-label="Virtual queue"
      data-stale={isOlder || undefined}
    >
      {refusal !== undefined && (
        <p className="panel__refusal" role="alert">
          ✕ {refusal}
        </p>
      )}
      {source ? <QueueSource source={source} /> : <NoQueue />}
      {source && question && <QueueSettings source={source} question={question} />}
      {source && !question && (
        <p className="panel__stale">
          {source.measured.name} has no virtual queue, and no queue with times between insertions and between
          departures.
        </p>
      )}
      {opening !== undefined && <Waiting label={`Opening ${opening}`} />}
      {run.status === 'running' && <Waiting label="Replaying" progress={run.progress} />}
      {run.failure !== undefined && (
        <p className="panel__refusal" role="alert">
          ✕ {run.failure}
        </p>
      )}
      {isOlder && run.status !== 'running' && (
        <p className="panel__stale">
          The question changed since.{' '}
          <button type="button" className="link-button" onClick={() => void askVerdict()}>
            Judge again
          </button>
        </p>
      )}
      {run.report && <Judgement report={run.report} />}
      {question && run.status === 'idle' && opening === undefined && (
        <p className="panel__note">
          Judge replays the queue many times from the measured times of its ends, and tells whether what was
          measured looks like one of these runs.
        </p>
      )}
    </section>
  );
}

function NoQueue() {
  return (
    <EmptyState
      title="What is inside a queue of which only the ends can be measured?"
      action={<QueueExamples />}
    >
      Between two platforms a queue is seen at its ends only. Its whole occupancy is replayed from the times
      of insertions and services, and the ends tell whether to believe it. Drop a measurement of the ends on
      the page, or open an example whose truth is known:
    </EmptyState>
  );
}

interface WaitingProps {
  readonly label: string;
  readonly progress?: ReplayProgress | undefined;
}

function Waiting({ label, progress }: WaitingProps) {
  return (
    <div className="virtual-queue__waiting">
      <ReplayProgressBar label={label} progress={progress} />
      <Button size="small" onClick={cancelJudging}>
        Stop
      </Button>
    </div>
  );
}

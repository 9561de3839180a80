/** A queue between two platforms, of which only the ends are seen: replayed from them, and whether to believe the replay. */
import type { ReplayProgress } from '../../../workers/virtual-queue/contract.ts';
import { isStale } from '../../run/create-run.ts';
import { useOutdated } from '../../state/outdated.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { ChevronDownIcon } from '../../ui/widgets/icons.tsx';
import { Menu } from '../../ui/widgets/Menu.tsx';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { askVerdict } from './ask-verdict.ts';
import { Judgement } from './Judgement.tsx';
import { QueueSettings } from './QueueSettings.tsx';
import { ReplayProgressBar } from './ReplayProgressBar.tsx';
import {
  exampleRun,
  openMeasuredQueue,
  openQueueExample,
  type QueueExample,
  stopJudging,
  verdictRun,
} from './virtual-queue-run.ts';
import {
  judgeableQueues,
  judgeKey,
  type QueueSource as Source,
  useVirtualQueue,
} from './virtual-queue-store.ts';
import './virtual-queue.css';
import { Refused } from '../../ui/widgets/Refused.tsx';

export default function VirtualQueue() {
  const asked = useVirtualQueue();
  const { source, question } = asked;
  const opening = exampleRun.use();
  const run = verdictRun.use();
  const isOlder = isStale(run, judgeKey(asked));
  useOutdated('Verdict', isOlder && run.status !== 'running', () => void askVerdict());
  return (
    <section
      className="panel panel--stack virtual-queue"
      aria-label="Virtual queue"
      data-stale={isOlder || undefined}
    >
      {opening.status === 'failed' && <Refused says={opening.failure} />}
      {source ? <QueueSource source={source} /> : <NoQueue />}
      {source && question && <QueueSettings source={source} question={question} />}
      {source && !question && (
        <p className="panel__stale">
          {source.measured.name} has no virtual queue, and no queue with times between insertions and between
          departures.
        </p>
      )}
      {opening.status === 'running' && <Waiting label={`Opening ${opening.progress ?? ''}`} />}
      {run.status === 'running' && <Waiting label="Replaying" progress={run.progress} />}
      {run.status === 'failed' && <Refused says={run.failure} />}
      {run.answer && <Judgement report={run.answer} />}
      {question &&
        !run.answer &&
        run.status !== 'running' &&
        run.status !== 'failed' &&
        opening.status !== 'running' && (
          <p className="panel__note">
            The test replays the queue many times from the times measured at its ends, and tells whether the
            measurement looks like one of these runs.
          </p>
        )}
    </section>
  );
}

function NoQueue() {
  return (
    <EmptyState title="A queue measured only at its ends: what is inside?" action={<QueueExamples />}>
      A queue between two platforms is observed only at its ends. Its total occupancy is reconstructed from
      insertion and service times, and the ends show whether to trust the result. Drop a measurement of the
      ends on the page, or open an example whose truth is known:
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
      <Button size="small" onClick={stopJudging}>
        Stop
      </Button>
    </div>
  );
}

/** Measurements that come with the page, each with what is known of its truth. */
function QueueExamples() {
  return (
    <ul className="queue-examples" aria-label="Examples">
      {QUEUE_EXAMPLES.map((example) => (
        <li key={example.name}>
          <button type="button" className="queue-example" onClick={() => void openQueueExample(example)}>
            <strong>{example.name}</strong>
            <span>{example.truth}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Which measurement is asked, and what else could be. */
function QueueSource({ source }: { readonly source: Source }) {
  const shown = useMeasured(selectShown);
  const own = shown && shown !== source.measured && judgeableQueues(shown).length > 0 ? shown : undefined;
  const told = QUEUE_EXAMPLES.find(({ name }) => name === source.example);
  return (
    <div className="virtual-queue__source">
      <span>
        {told ? 'Example' : 'Measured'}: <strong>{source.example ?? source.measured.name}</strong>
      </span>
      <Menu
        trigger={
          <Button size="small" variant="quiet" icon={<ChevronDownIcon size={14} />}>
            Open an example
          </Button>
        }
        entries={QUEUE_EXAMPLES.map((example) => ({
          label: example.name,
          checked: example.name === source.example,
          onSelect: () => void openQueueExample(example),
        }))}
      />
      {own && (
        <Button size="small" onClick={() => openMeasuredQueue(own)}>
          Test {own.name}
        </Button>
      )}
      {told && <p className="panel__note">Known truth: {told.truth}</p>}
    </div>
  );
}

/** The shipped micro-benchmarks (TimeTrial, sections II to IV, made anew), with what is known of them. */

interface ToldExample extends QueueExample {
  readonly truth: string;
}

const fileOf = (name: string): string => `measurements/virtual-queues/${name}`;

export const QUEUE_EXAMPLES: readonly ToldExample[] = [
  {
    name: 'M/M/1 at ρ 0.9, one platform',
    file: fileOf('mm1-rho-0.9-one-platform.json'),
    truth: 'Independent exponential times; 9 elements on average. The replay is right.',
  },
  {
    name: 'M/M/1 at ρ 0.8, one platform',
    file: fileOf('mm1-rho-0.8-one-platform.json'),
    truth: 'Independent exponential times; 4 elements on average. The replay is right.',
  },
  {
    name: 'M/M/1, software to hardware',
    file: fileOf('mm1-software-to-hardware.json'),
    truth:
      'ρ 0.8 behind a bus that moves 64 elements in 40 ms. The tandem model fits; the ideal queue does not.',
  },
  {
    name: 'M/M/1, hardware to software',
    file: fileOf('mm1-hardware-to-software.json'),
    truth:
      'ρ 0.8 behind a bus that moves 128 elements in 80 ms. The tandem model fits; the ideal queue does not.',
  },
  {
    name: 'M/D/1, software to hardware',
    file: fileOf('md1-software-to-hardware.json'),
    truth: 'Services of 1 ms each at ρ 0.8 behind a bus of 64 elements. The tandem model fits.',
  },
  {
    name: 'Correlated source',
    file: fileOf('correlated-hardware-to-software.csv'),
    truth:
      'The source sends in bursts: no replay of single gaps can be right, and the verdict must be “inconsistent”.',
  },
  {
    name: 'Laplace into print, 60 frames',
    file: fileOf('laplace-into-print.csv'),
    truth:
      'Results wait for a bulk of 8,192 that never fills, and are flushed at the end of the run. The tandem model fits.',
  },
];

/** Which stage each queue of a measurement file feeds, and what kind of a queue it is: proposed by names, decided here. */
import { numberColumn } from '../../../core/quantities/table.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { isStage } from '../../../core/scenario/scenario.ts';
import {
  type QueueKind,
  type ReducedMeasurement,
  type ReducedQueue,
  saysNotWhatCounts,
  UNNAMED_QUEUE,
  withoutStage,
} from '../../../workers/measure/contract.ts';
import { editDocument, selectScenario, useDocument, useScenario } from '../../state/document-store.ts';
import { showView } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { UploadIcon } from '../../ui/widgets/icons.tsx';
import { chooseFile } from '../files/choose-files.ts';
import { nodeTitle } from '../results/node-title.ts';
import { keepMeasured, measuredClient, rememberQueues, useStudy } from './measured-keeping.ts';
import { measuredStages, selectShown, useMeasured } from './measured-store.ts';
import './measured.css';

export default function MapQueues() {
  const { measurement } = useScenario();
  const reduced = useMeasured(selectShown);
  if (reduced) return <Queues reduced={reduced} />;
  return (
    <EmptyState
      icon={<UploadIcon size={24} />}
      title={measurement ? 'These measurements are stored by stage' : 'Drop a measurement file on the page'}
      action={
        <Button icon={<UploadIcon />} onClick={chooseFile}>
          Choose a file…
        </Button>
      }
    >
      {measurement
        ? `“${measurement.name}” came with the scenario and names its stages: there is nothing to map.`
        : 'Queues are matched with stages by name; map the others here.'}
    </EmptyState>
  );
}

function Queues({ reduced }: { readonly reduced: ReducedMeasurement }) {
  const scenario = useScenario();
  const stageOf = useStudy((study) => study?.stageOf);
  const { mapped, open, own } = mappingOf(reduced, stageOf ?? {});
  const drawn = scenario.nodes.filter(isStage);
  // One queue and one stage may well mean each other, but of another name only the user can tell.
  const proposal =
    stageOf && own.length === 1 && open.length === 1 && drawn.length === 1
      ? { queue: open[0]!, stage: drawn[0]! }
      : undefined;
  const stages: readonly Choice<string>[] = [
    { value: NO_STAGE, label: 'No stage', hint: 'Drawn under Data, not compared' },
    ...drawn.map(({ id }) => ({ value: id, label: nodeTitle(scenario, id) })),
  ];
  const columns: PageColumn<ReducedQueue>[] = [
    { id: 'queue', header: 'Queue', value: (queue) => queueTitle(reduced, queue) },
    {
      ...{ id: 'way', header: 'In the file' },
      value: ({ id, name, source }) =>
        [
          name === undefined && id === UNNAMED_QUEUE && 'without a name',
          name !== undefined && name !== id && `id ${id}`,
          source && `from ${source}`,
        ]
          .filter((part) => part)
          .join(', '),
    },
    numberColumn('mean', 'Mean occupancy', ({ occupancy }) => occupancy?.mean),
    {
      ...{ id: 'stage', header: 'Feeds stage' },
      value: ({ id }) => stageOf?.[id] ?? '',
      cell: ({ id, name, dest }) => (
        <ChoiceField
          as="list"
          label={`Stage that ${name ?? id} feeds`}
          value={stageOf?.[id] ?? (dest === withoutStage ? NO_STAGE : undefined)}
          placeholder="not mapped"
          choices={stages}
          onChange={(stage) => void changeQueues([id], { dest: stage === NO_STAGE ? withoutStage : stage })}
        />
      ),
    },
    {
      ...{ id: 'kind', header: 'Kind' },
      value: ({ kind }) => kind ?? 'regular',
      cell: ({ id, name, kind }) => (
        <ChoiceField
          as="list"
          label={`Kind of ${name ?? id}`}
          value={kind ?? 'regular'}
          choices={KIND_CHOICES}
          onChange={(chosen) => void changeQueues([id], { kind: chosen })}
        />
      ),
    },
  ];
  if (own.some((queue) => saysNotWhatCounts(reduced, queue)))
    columns.push({
      ...{ id: 'counts', header: 'Counts' },
      value: ({ counts }) => counts ?? '',
      cell: (queue) =>
        saysNotWhatCounts(reduced, queue) && (
          <ChoiceField
            as="list"
            label={`What ${queueTitle(reduced, queue)} counts`}
            value={queue.counts ?? 'all'}
            choices={COUNTS_CHOICES}
            onChange={(chosen) => void changeQueues([queue.id], countsOf(chosen))}
          />
        ),
    });
  return (
    <div className="panel panel--stack measured">
      <div className="measured__head">
        <span>
          <strong>{reduced.name}</strong>: {mapped.length} of {own.length}{' '}
          {own.length === 1 ? 'queue feeds' : 'queues feed'} a stage of the drawing.
        </span>
        {mapped.length > 0 && (
          <Button size="small" onClick={() => showView('compare')}>
            Compare with the prediction
          </Button>
        )}
      </div>
      {proposal ? (
        <div className="measured__head">
          <span>
            The only queue of the file is called {proposal.queue.name ?? proposal.queue.id}. Is it the queue
            of {nameOf(proposal.stage)}, the only stage of the drawing?
          </span>
          <Button size="small" onClick={() => void agree(proposal.queue.id, proposal.stage.id)}>
            Yes, compare it with {nameOf(proposal.stage)}
          </Button>
          <Button
            size="small"
            variant="quiet"
            onClick={() => void changeQueues([proposal.queue.id], { dest: withoutStage })}
          >
            No
          </Button>
        </div>
      ) : (
        open.length > 0 && (
          <p className="panel__note">
            {mapped.length === 0
              ? 'No stage has the name of a queue of this file. Choose the stage that each queue feeds; until then they are shown under Data and not compared.'
              : `Not compared: ${listOf(open)}. Choose the stage that each feeds, or none.`}
          </p>
        )
      )}
      <div className="measured__map">
        <DataTable
          caption="Queues of the file and the stages that they feed"
          columns={columns}
          rows={own}
          rowKey={({ id }) => id}
        />
      </div>
      {own.length < reduced.queues.length && (
        <p className="panel__note">
          Ends of virtual queues belong to no stage; the step Virtual queue tests what lies between them.
        </p>
      )}
    </div>
  );
}

/** By the file, where that names no queue. */
const queueTitle = ({ name: file }: ReducedMeasurement, { id, name }: ReducedQueue): string =>
  name ?? (id === UNNAMED_QUEUE ? file : id);

type Counts = 'all' | 'waiting';

const COUNTS_CHOICES: readonly Choice<Counts>[] = [
  { value: 'all', label: 'Queue and service' },
  { value: 'waiting', label: 'Queue only' },
];

const countsOf = (chosen: Counts) => ({ counts: chosen === 'waiting' ? chosen : undefined });

/** Asked beside the verdict, which hangs on it; one answer for all queues of the file, each of its own under Queues. */
export function CountsChoice() {
  const reduced = useMeasured(selectShown);
  const asked = reduced?.queues.filter((queue) => saysNotWhatCounts(reduced, queue)) ?? [];
  if (!reduced || asked.length === 0) return null;
  const kinds = new Set(asked.map(({ counts }) => counts ?? 'all'));
  return (
    <ChoiceField
      label={`${reduced.name} counts`}
      help="The file does not say whether elements in service are counted. If they are not, its numbers are compared with the queue alone."
      as="segments"
      value={kinds.size === 1 ? [...kinds][0] : undefined}
      choices={COUNTS_CHOICES}
      onChange={(chosen) =>
        void changeQueues(
          asked.map(({ id }) => id),
          countsOf(chosen),
        )
      }
    />
  );
}

const NO_STAGE = ' ';
const MOST_NAMED = 5;

const KIND_CHOICES: readonly Choice<QueueKind>[] = [
  { value: 'regular', label: 'Queue' },
  { value: 'pool', label: 'Pool', hint: 'Free slots, credits or buffers: full by design' },
  { value: 'twoWay', label: 'Two-way', hint: 'What leaves it comes back' },
  { value: 'latest', label: 'Latest value', hint: 'A new element replaces the old one' },
  { value: 'virtual', label: 'Virtual', hint: 'From tail to head, across platforms' },
];

const listOf = (queues: readonly ReducedQueue[]): string => {
  const names = queues.slice(0, MOST_NAMED).map(({ id, name }) => name ?? id);
  const more = queues.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
};

interface Mapping {
  /** Those that can feed a stage. */
  readonly own: readonly ReducedQueue[];
  readonly mapped: readonly ReducedQueue[];
  /** Neither mapped nor said to feed none. */
  readonly open: readonly ReducedQueue[];
}

export function mappingOf(
  { queues }: ReducedMeasurement,
  stageOf: Readonly<Record<string, string>>,
): Mapping {
  const own = queues.filter(({ kind }) => kind !== 'tail' && kind !== 'head');
  const mapped = own.filter(({ id }) => stageOf[id] !== undefined);
  const open = own.filter(({ id, dest }) => stageOf[id] === undefined && dest !== withoutStage);
  return { own, mapped, open };
}

/** Lays the measurement over the drawing anew, as one undoable step, and keeps the file's queues as they are now said to be. */
async function changeQueues(
  ids: readonly string[],
  change: Partial<Pick<ReducedQueue, 'dest' | 'kind' | 'counts'>>,
): Promise<void> {
  const { id: document } = useDocument.getState();
  const scenario = selectScenario(useDocument.getState());
  const reduced = selectShown(useMeasured.getState());
  if (!scenario || !reduced) return;
  const queues = reduced.queues.map((queue) => (ids.includes(queue.id) ? { ...queue, ...change } : queue));
  const changed = { ...reduced, queues };
  const { measurement } = await measuredClient.lay(undefined, changed, measuredStages(scenario));
  if (useDocument.getState().id !== document) return;
  rememberQueues(reduced);
  const model = scenario.measurement?.model;
  const ofModel = model !== undefined && { model };
  editDocument('Map a measured queue', ({ measurement: _, ...present }) =>
    measurement.stages.length > 0 ? { ...present, measurement: { ...measurement, ...ofModel } } : present,
  );
  rememberQueues(changed);
  await keepMeasured(changed);
}

/** The answer to the question above the table is what the user waits for: its histogram over the prediction. */
async function agree(queue: string, stage: string): Promise<void> {
  await changeQueues([queue], { dest: stage });
  showView('compare');
}

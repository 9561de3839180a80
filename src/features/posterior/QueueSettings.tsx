/** What is known of each queue of the tasks: the stage that it feeds, its servers, and who is served next. */

import { err, type Result } from '../../../core/base/result.ts';
import { formatFull, formatQuantity, parseQuantity } from '../../../core/quantities/quantity.ts';
import { picksAtRandomAs } from '../../../core/rules/discipline.ts';
import { DEFAULTS } from '../../../core/scenario/defaults.ts';
import { isStage } from '../../../core/scenario/scenario.ts';
import { MOST_SERVERS, type QueueOfTasks } from '../../../workers/posterior/contract.ts';
import { editDocument, useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { PlusIcon } from '../../ui/widgets/icons.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { nodeTitle } from '../results/node-title.ts';
import { withQueuesDrawn } from './draw-queues.ts';
import { posteriorRun } from './posterior-run.ts';
import { knownQueues } from './posterior-run-queues.ts';
import { setQueueChoice, type TaskSource, usePosterior } from './posterior-store.ts';

const DISCIPLINES = [
  { value: 'FCFS', label: 'First come, first served' },
  { value: 'RSS', label: 'Random selection' },
] as const;

export function QueueSettings({ source }: { readonly source: TaskSource }) {
  const scenario = useScenario();
  const byQueue = usePosterior(({ settings }) => settings.byQueue);
  const running = posteriorRun.use(({ status }) => status === 'running');
  const queues = knownQueues(source, scenario, byQueue);
  const unplaced = queues.filter(({ stage }) => stage === undefined);
  const stages = [
    { value: '', label: 'none' },
    ...scenario.nodes.filter(isStage).map(({ id }) => ({ value: id, label: nodeTitle(scenario, id) })),
  ];
  const columns: readonly PageColumn<QueueOfTasks>[] = [
    { id: 'queue', header: 'Queue', value: ({ id }) => id },
    {
      id: 'stage',
      header: 'Feeds the stage',
      cell: ({ id, stage = '' }) => (
        <ChoiceField
          label={`Stage of ${id}`}
          as="list"
          value={stage}
          choices={stages}
          onChange={(next) => setQueueChoice(id, { stage: next })}
        />
      ),
      value: ({ stage = '' }) => stage,
    },
    {
      id: 'servers',
      header: 'Servers',
      cell: ({ id, servers }) => (
        <QuantityField
          label={`Servers of ${id}`}
          value={servers}
          format={(value) => formatQuantity(value, 'count')}
          formatFull={(value) => formatFull(value, 'count')}
          parse={parseServers}
          onChange={(next) => next !== undefined && setQueueChoice(id, { servers: next })}
          disabled={running}
        />
      ),
      value: ({ servers = 1 }) => servers,
    },
    {
      id: 'discipline',
      header: 'Who is next',
      cell: ({ id, discipline }) => (
        <ChoiceField
          label={`Order of ${id}`}
          as="list"
          value={DISCIPLINES.find(({ value }) => value === discipline)?.value}
          placeholder={discipline ?? ''}
          choices={DISCIPLINES}
          onChange={(next) => setQueueChoice(id, { discipline: next })}
          disabled={running}
        />
      ),
      value: ({ discipline = DEFAULTS.discipline }) => discipline,
    },
  ];
  return (
    <>
      {unplaced.length > 0 && (
        <div className="posterior__unplaced">
          <span>
            {unplaced.length === queues.length
              ? 'No queue'
              : `${queues.length - unplaced.length} of ${queues.length} queues`}{' '}
            of the file feeds a stage of the drawing by its name.
          </span>
          {unplaced.length === queues.length && <AddQueues source={source} queues={queues} />}
        </div>
      )}
      <Disclosure title="Queues" summary={summaryOf(queues)} remember="posterior-queues" defaultOpen={false}>
        <div className="posterior__queues">
          <DataTable
            caption="Known properties of the queues"
            columns={columns}
            rows={queues}
            rowKey={({ id }) => id}
          />
        </div>
      </Disclosure>
    </>
  );
}

function summaryOf(queues: readonly QueueOfTasks[]): string {
  const random = queues.filter(({ discipline }) => picksAtRandomAs(discipline)).length;
  const rest = queues.length - random;
  return [
    ...(rest > 0 ? [`${rest} first come, first served`] : []),
    ...(random > 0 ? [`${random} with random selection`] : []),
  ].join(', ');
}

export function parseServers(text: string): Result<number, string> {
  const value = parseQuantity(text, 'count');
  if (value.ok && !(Number.isInteger(value.value) && value.value >= 1 && value.value <= MOST_SERVERS))
    return err(`Expected an integer from 1 to ${MOST_SERVERS}.`);
  return value;
}

/** Draws the queues of a file that the drawing does not have. */

interface AddQueuesProps {
  readonly source: TaskSource;
  readonly queues: readonly QueueOfTasks[];
}

function AddQueues({ source, queues }: AddQueuesProps) {
  const add = (): void => {
    editDocument('Draw the queues of the tasks', (scenario) =>
      withQueuesDrawn(scenario, source.tasks, queues),
    );
    // They are found by their names.
    for (const { id } of queues) setQueueChoice(id, { stage: undefined });
    showToast({
      title: `${queues.length} queues drawn as stages`,
      description: 'Ctrl Z takes it back.',
      tone: 'good',
    });
  };
  return (
    <Button size="small" icon={<PlusIcon />} onClick={add}>
      Add {queues.length === 1 ? 'it' : 'them'} to the drawing
    </Button>
  );
}

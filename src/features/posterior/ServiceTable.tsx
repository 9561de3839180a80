/** Queue by queue: how long services take, how long tasks wait, and whether more servers would help; with intervals. */
import type { Interval, QueuePosterior } from '../../../workers/posterior/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { copyText, saveText } from '../../ui/saving.ts';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { IntervalBar } from './IntervalBar.tsx';
import { rangeDigits, rangeText, shareText, timeText } from './posterior-text.ts';
import { trueMeanService } from './web-experiment.ts';

interface ServiceTableProps {
  readonly queues: readonly QueuePosterior[];
  /** The tasks are those of the shipped example. */
  readonly isExample: boolean;
}

const MORE: Readonly<Record<QueuePosterior['moreServers'], string>> = {
  help: 'will help',
  'no help': 'will not help',
  'not known': 'not known',
};

export function ServiceTable({ queues, isExample }: ServiceTableProps) {
  const { name } = useScenario();
  const longest = Math.max(...queues.map(({ meanService }) => meanService.high));
  return (
    <DataTable
      caption="Queues: service against waiting"
      showCaption
      columns={columnsFor(longest, isExample)}
      rows={queues}
      rowKey={({ id }) => id}
      onCopy={copyText}
      onSaveCsv={(text) => saveText(`${name} posterior.csv`, text, 'text/csv')}
    />
  );
}

function columnsFor(longest: number, isExample: boolean): readonly Column<QueuePosterior>[] {
  return [
    {
      id: 'queue',
      header: 'Queue',
      rowHeader: true,
      cell: ({ id, servers, discipline }) => (
        <span className="stage-cell">
          {id}
          <small>
            {discipline === 'RSS' ? '1 server, random' : `${servers} ${servers === 1 ? 'server' : 'servers'}`}
          </small>
        </span>
      ),
      text: ({ id }) => id,
    },
    ...timeColumns('Mean service', ({ meanService }) => meanService),
    {
      id: 'bar',
      header: `0 to ${timeText(longest)}`,
      cell: ({ id, meanService }) => (
        <IntervalBar
          interval={meanService}
          most={longest}
          {...(isExample && { truth: trueMeanService(id) })}
        />
      ),
      text: () => '',
    },
    ...(isExample ? [trueColumn] : []),
    ...timeColumns('Waiting', ({ waitingTime }) => waitingTime),
    {
      id: 'waitsMore',
      header: 'P(waits more)',
      kind: 'number',
      cell: ({ waitsMore }) => shareText(waitsMore),
      text: ({ waitsMore }) => String(waitsMore),
    },
    {
      id: 'more',
      header: 'More servers',
      cell: ({ moreServers }) => MORE[moreServers],
      text: ({ moreServers }) => MORE[moreServers],
    },
  ];
}

function timeColumns(
  header: string,
  of: (queue: QueuePosterior) => Interval,
): readonly Column<QueuePosterior>[] {
  return [
    {
      id: header,
      header,
      kind: 'number',
      cell: (queue) => <span title={`${of(queue).mean} s`}>{timeText(of(queue).mean)}</span>,
      text: (queue) => String(of(queue).mean),
    },
    {
      id: `${header} interval`,
      header: '95 %',
      kind: 'number',
      cell: (queue) => rangeText(of(queue), timeText),
      text: (queue) => rangeDigits(of(queue)),
    },
  ];
}

const trueColumn: Column<QueuePosterior> = {
  id: 'true',
  header: 'True',
  kind: 'number',
  cell: ({ id }) => timeText(trueMeanService(id)),
  text: ({ id }) => String(trueMeanService(id)),
};

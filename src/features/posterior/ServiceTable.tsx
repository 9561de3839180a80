/** Queue by queue: how long services take, how long tasks wait, and whether more servers would help; with intervals. */
import { picksAtRandom } from '../../../core/rules/discipline.ts';
import type { Interval, QueuePosterior } from '../../../workers/posterior/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';

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
      fileName={`${name} posterior`}
    />
  );
}

function columnsFor(longest: number, isExample: boolean): readonly PageColumn<QueuePosterior>[] {
  return [
    {
      id: 'queue',
      header: 'Queue',

      cell: ({ id, servers, discipline }) => (
        <span className="stage-cell">
          {id}
          <small>
            {picksAtRandom({ discipline })
              ? '1 server, random'
              : `${servers} ${servers === 1 ? 'server' : 'servers'}`}
          </small>
        </span>
      ),
      value: ({ id }) => id,
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
      value: () => '',
    },
    ...(isExample ? [trueColumn] : []),
    ...timeColumns('Waiting', ({ waitingTime }) => waitingTime),
    {
      id: 'waitsMore',
      header: 'P(waits more)',
      kind: 'number',
      cell: ({ waitsMore }) => shareText(waitsMore),
      value: ({ waitsMore }) => waitsMore,
    },
    {
      id: 'more',
      header: 'More servers',
      value: ({ moreServers }) => MORE[moreServers],
    },
  ];
}

function timeColumns(
  header: string,
  of: (queue: QueuePosterior) => Interval,
): readonly PageColumn<QueuePosterior>[] {
  return [
    {
      id: header,
      header,
      kind: 'number',
      cell: (queue) => <span title={`${of(queue).mean} s`}>{timeText(of(queue).mean)}</span>,
      value: (queue) => of(queue).mean,
    },
    {
      id: `${header} interval`,
      header: '95 %',
      kind: 'number',
      cell: (queue) => rangeText(of(queue), timeText),
      value: (queue) => rangeDigits(of(queue)),
    },
  ];
}

const trueColumn: PageColumn<QueuePosterior> = {
  id: 'true',
  header: 'True',
  kind: 'number',
  cell: ({ id }) => timeText(trueMeanService(id)),
  value: ({ id }) => trueMeanService(id),
};

/** A mean with its interval on a scale from 0 that all rows of a table share; a ring where the truth is known. */

interface IntervalBarProps {
  readonly interval: Interval;
  /** End of the scale. */
  readonly most: number;
  readonly truth?: number;
}

const WIDTH = 120;
const HEIGHT = 14;

function IntervalBar({ interval: { mean, low, high }, most, truth }: IntervalBarProps) {
  const at = (value: number): number => 4 + (value / most) * (WIDTH - 8);
  return (
    <svg className="posterior-bar" width={WIDTH} height={HEIGHT} aria-hidden="true">
      <line className="posterior-bar__scale" x1={4} x2={WIDTH - 4} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <line className="posterior-bar__interval" x1={at(low)} x2={at(high)} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <circle className="posterior-bar__mean" cx={at(mean)} cy={HEIGHT / 2} r={3} />
      {truth !== undefined && (
        <circle className="posterior-bar__truth" cx={at(truth)} cy={HEIGHT / 2} r={4.5} />
      )}
    </svg>
  );
}

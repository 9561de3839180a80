/** Bounds of every stage: what was assumed, what follows, and whether its room suffices for certain. */

import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { updateNode } from '../../../core/scenario/edits.ts';
import type { DelayNode, Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import type { StageBounds, TokenBucket, WorstCaseAnswer } from '../../../workers/bounds/contract.ts';
import { editDocument } from '../../state/document-store.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { copyText, saveText } from '../../ui/saving.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';

interface Row {
  readonly node: StageNode | DelayNode;
  readonly bounds: StageBounds;
}

interface WorstCaseTableProps {
  readonly scenario: Scenario;
  readonly answer: WorstCaseAnswer;
}

export function WorstCaseTable({ scenario, answer }: WorstCaseTableProps) {
  const selected = useSession((session) => session.selection.nodes);
  const rows = scenario.nodes.flatMap((node): readonly Row[] => {
    const bounds = answer.stages[node.id];
    return bounds && (node.kind === 'stage' || node.kind === 'delay') ? [{ node, bounds }] : [];
  });
  const time = (value: number): string => formatQuantity(value, 'time', { timeUnit: scenario.timeUnit });
  const rate = (value: number, { unit }: StageNode | DelayNode): string =>
    formatQuantity(value, 'rate', { unit });
  const arrivals = ({ node, bounds }: Row): string =>
    bounds.arrivals.map((bucket) => bucketWords(bucket, (value) => rate(value, node))).join('; ');
  const service = ({ node, bounds }: Row): string =>
    bounds.service
      ? `${rate(bounds.service.rate, node)} after ${time(bounds.service.latency)}`
      : 'all at once';
  const columns: readonly Column<Row>[] = [
    { id: 'stage', header: 'Stage', rowHeader: true, cell: titleOf, text: titleOf },
    {
      id: 'backlog',
      header: 'Most inside',
      kind: 'number',
      cell: ({ bounds }) => <span title={String(bounds.backlog)}>{bounds.backlog.toLocaleString('en')}</span>,
      text: ({ bounds }) => String(bounds.backlog),
    },
    {
      id: 'delay',
      header: 'Longest stay',
      kind: 'number',
      cell: ({ bounds: { delay } }) =>
        delay === undefined ? 'no bound' : <span title={String(delay)}>{time(delay)}</span>,
      text: ({ bounds }) => String(bounds.delay ?? ''),
    },
    { id: 'capacity', header: 'Capacity', cell: (row) => <Capacity {...row} />, text: capacityText },
    { id: 'arrivals', header: 'Comes at most', cell: arrivals, text: arrivals },
    { id: 'service', header: 'Served at least', cell: service, text: service },
  ];
  return (
    <DataTable
      caption="For certain"
      columns={columns}
      rows={rows}
      rowKey={({ node }) => node.id}
      selectedKeys={new Set(selected)}
      onSelectRow={selectOnly}
      onCopy={copyText}
      onSaveCsv={(text) => saveText(`${scenario.name} worst case.csv`, text, 'text/csv')}
      empty={<p className="panel__note">Nothing ever comes to a stage.</p>}
    />
  );
}

function Capacity({ node, bounds: { backlog, fits } }: Row) {
  if (node.kind === 'delay') return <>unbounded</>;
  const sign = fits === false ? '✕' : '✓';
  const room = node.capacity === undefined ? '✓ unbounded' : `${sign} ${node.capacity}`;
  return (
    <span className="bounds__capacity">
      {room}
      {node.capacity !== backlog && (
        <Button
          size="small"
          title={`Sets the capacity of ${titleOf({ node })} to ${backlog}`}
          onClick={(event) => {
            event.stopPropagation();
            editDocument('Take the bound as capacity', (scenario) =>
              updateNode(scenario, node.id, { capacity: backlog }),
            );
          }}
          onKeyDown={(event) => event.stopPropagation()}
        >
          Use {backlog.toLocaleString('en')}
        </Button>
      )}
    </span>
  );
}

const titleOf = ({ node }: Pick<Row, 'node'>): string => node.name ?? node.id;
const capacityText = ({ node }: Row): string =>
  node.kind === 'stage' && node.capacity !== undefined ? String(node.capacity) : 'unbounded';
const bucketWords = ({ rate, burst }: TokenBucket, write: (rate: number) => string): string =>
  `${Number(burst.toPrecision(4))} + ${write(rate)}`;

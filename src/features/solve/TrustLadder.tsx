/** What saturates first as the input grows, then what does when that is relieved, and so on. */
import type { Rung } from '../../../core/measures/measures.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { copyText } from '../../ui/saving.ts';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { formatMeasure } from '../results/measures.ts';

/** Rungs that are shown; a design is seldom relieved so often. */
const MOST_RUNGS = 8;

export function TrustLadder({ ladder }: { readonly ladder: readonly Rung[] }) {
  const scenario = useScenario();
  if (ladder.length === 0) return null;
  const shown = ladder.slice(0, MOST_RUNGS);
  const columns: Column<Rung>[] = [
    {
      id: 'order',
      header: 'Saturates',
      cell: (rung) => (rung === shown[0] ? 'first' : 'then, when that is relieved'),
      text: (rung) => String(1 + shown.indexOf(rung)),
    },
    {
      id: 'stage',
      header: 'Stage',
      rowHeader: true,
      cell: (rung) => nameOf(scenario, rung),
      text: (rung) => nameOf(scenario, rung),
    },
    {
      id: 'factor',
      header: 'At input',
      kind: 'number',
      cell: ({ factor }) => <span title={String(factor)}>{`× ${Number(factor.toPrecision(4))}`}</span>,
      text: ({ factor }) => String(factor),
    },
    {
      id: 'rate',
      header: 'Input rate',
      kind: 'number',
      cell: ({ inputRate }) => <span title={String(inputRate)}>{formatMeasure(inputRate, 'rate')}</span>,
      text: ({ inputRate }) => String(inputRate),
    },
  ];
  return (
    <DataTable
      caption="What saturates, in order"
      showCaption
      columns={columns}
      rows={shown}
      rowKey={({ stage, resource }) => `${stage} ${resource ?? ''}`}
      onSelectRow={(key) => selectOnly(key.slice(0, key.lastIndexOf(' ')))}
      onCopy={copyText}
    />
  );
}

function nameOf({ nodes, resources = [] }: Scenario, { stage, resource }: Rung): string {
  const title = nodes.find(({ id }) => id === stage)?.name ?? stage;
  if (resource === undefined) return title;
  return `${resources.find(({ id }) => id === resource)?.name ?? resource} (mostly ${title})`;
}

/** The figures of the verdict: how far each predicted occupancy is from the measured one, and how far chance alone goes. */
import { useMemo } from 'react';
import type { PartDistances, VirtualQueueJudgement } from '../../../workers/virtual-queue/contract.ts';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { type PartRow, partRows } from './part-rows.ts';
import { PART_TITLES } from './verdict-words.ts';

export function PartTable({ judgement }: { readonly judgement: VirtualQueueJudgement }) {
  const rows = useMemo(() => partRows(judgement), [judgement]);
  return (
    <DataTable
      caption="Predicted and measured occupancies"
      columns={judgement.truth ? COLUMNS : COLUMNS.filter(({ id }) => id !== 'truth')}
      rows={rows}
      rowKey={({ model, part }) => `${model} ${part}`}
      fileName={`${judgement.queue} verdict`}
    />
  );
}

const number = (value: number | undefined): string =>
  value === undefined ? '–' : String(Number(value.toPrecision(3)));

function distance(key: keyof PartDistances, header: string, unit: string): PageColumn<PartRow> {
  return {
    ...{ id: key, header, unit, kind: 'number' },
    cell: ({ test, hasShapes }) => {
      if (!test || !(hasShapes || key === 'wasserstein')) return '–';
      return (
        <span title={`chance alone: up to ${test.chance[key]} in 95 % of the runs; p = ${test.p[key]}`}>
          {number(test.distances[key])} <small>/ {number(test.chance[key])}</small>
        </span>
      );
    },
    value: ({ test, hasShapes }) =>
      test && (hasShapes || key === 'wasserstein') ? String(test.distances[key]) : '',
  };
}

const COLUMNS: readonly PageColumn<PartRow>[] = [
  {
    id: 'model',
    header: 'Model',
    rowHeader: true,
    value: ({ model }) => model,
  },
  { id: 'part', header: 'Part', cell: ({ part }) => PART_TITLES[part], value: ({ part }) => part },
  {
    id: 'predicted',
    header: 'Predicted mean',
    unit: '95 % of runs',
    kind: 'number',
    cell: ({ predicted: { mean, low, high } }) => (
      <span title={String(mean)}>
        {number(mean)}{' '}
        <small>
          {number(low)} … {number(high)}
        </small>
      </span>
    ),
    value: ({ predicted }) => predicted.mean,
  },
  {
    id: 'measured',
    header: 'Measured mean',
    kind: 'number',
    cell: ({ measured }) => <span title={String(measured ?? '')}>{number(measured)}</span>,
    value: ({ measured }) => measured,
  },
  {
    id: 'truth',
    header: 'Truth',
    unit: 'from the trace',
    kind: 'number',
    cell: ({ truth }) => <span title={String(truth ?? '')}>{number(truth)}</span>,
    value: ({ truth }) => truth,
  },
  distance('wasserstein', 'W1', 'elements / by chance'),
  distance('kolmogorovSmirnov', 'KS', 'share / by chance'),
  distance('jensenShannon', 'JSD', 'bits / by chance'),
  {
    id: 'p',
    header: 'p',
    kind: 'number',
    cell: ({ test }) => number(test?.p.wasserstein),
    value: ({ test }) => test?.p.wasserstein,
  },
  {
    id: 'effect',
    header: 'Effect',
    unit: 'W1 by mean',
    kind: 'number',
    cell: ({ test }) => (test ? `${Number((100 * test.relative).toPrecision(2))} %` : '–'),
    value: ({ test }) => test?.relative,
  },
];

/** Worst-case bounds of each stage, in numbers: what was assumed, and what follows; of the page, the terminal and files. */
import { formatMeasure, measureLabel } from '../../../core/measures/measure-rows.ts';
import { formatNumber, inOneUnit } from '../../../core/quantities/quantity.ts';
import { type Column, numberColumn } from '../../../core/quantities/table.ts';
import { nodesInFlowOrder } from '../../../core/scenario/graph.ts';
import type { DelayNode, Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import type { BoundsAnswer, StageBounds } from '../../../workers/bounds/contract.ts';

export interface BoundsRow {
  readonly node: StageNode | DelayNode;
  readonly bounds: StageBounds;
}

/** In flow order. */
export const boundsRows = (scenario: Scenario, { stages }: BoundsAnswer): readonly BoundsRow[] =>
  nodesInFlowOrder(scenario).flatMap((node): readonly BoundsRow[] => {
    const bounds = stages[node.id];
    return bounds && (node.kind === 'stage' || node.kind === 'delay') ? [{ node, bounds }] : [];
  });

export function boundsColumns(
  { timeUnit }: Scenario,
  rows: readonly BoundsRow[],
): readonly Column<BoundsRow>[] {
  const format = inOneUnit(
    { timeUnit },
    rows.map(({ bounds }) => bounds.delay),
  );
  const time = (value: number): string => formatMeasure(value, 'time', format);
  const rate = (value: number, { unit }: BoundsRow['node']): string => formatMeasure(value, 'rate', { unit });
  return [
    numberColumn(
      'backlog',
      measureLabel('backlog'),
      ({ bounds }) => bounds.backlog,
      (count) => count.toLocaleString('en'),
    ),
    {
      id: 'delay',
      header: measureLabel('delay'),
      kind: 'number',
      value: ({ bounds }) => bounds.delay,
      write: ({ bounds: { delay } }) => (delay === undefined ? 'no bound' : time(delay)),
    },
    {
      id: 'capacity',
      header: 'Capacity',
      value: ({ node }) =>
        node.kind === 'stage' && node.capacity !== undefined ? String(node.capacity) : 'unbounded',
    },
    {
      id: 'arrivals',
      header: 'Comes at most',
      value: ({ node, bounds }) =>
        bounds.arrivals
          .map(({ burst, rate: sustained }) => `${formatNumber(burst, 4)} + ${rate(sustained, node)}`)
          .join('; '),
    },
    {
      id: 'service',
      header: 'Served at least',
      value: ({ node, bounds: { service } }) =>
        service ? `${rate(service.rate, node)} after ${time(service.latency)}` : 'all at once',
    },
  ];
}

/** The same measure from every source side by side: analytic, simulated, measured. */

import type { MeasuredQuantity, Measurement } from '../../../core/measurement/measurement.ts';
import {
  formatMeasure,
  measureHead,
  measureRow,
  type StageMeasure,
} from '../../../core/measures/measure-rows.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import type { PageColumn } from '../../ui/widgets/DataTable.tsx';
import { estimateCell } from './simulated-tables.ts';
import { type ServedNode, solvedColumn } from './solved-tables.ts';

interface Sources {
  readonly stages: readonly ServedNode[];
  /** By the method alone. */
  readonly solved?: SolveAnswer;
  readonly result?: SimulationResult;
}

/** Measures that are shown by source: how full a stage is, and others where they were measured. */
const BY_SOURCE: readonly (StageMeasure & MeasuredQuantity)[] = [
  'utilization',
  'meanQueueLength',
  'meanOccupancy',
];

/**
 * `columns` of the best that is known; those that several sources tell are replaced by one column for each source. How full
 * stages are comes first.
 */
export function sideBySide(
  scenario: Scenario,
  columns: readonly PageColumn<ServedNode>[],
  sources: Sources,
): readonly PageColumn<ServedNode>[] {
  const level = levelOf(scenario);
  const first = columns.filter(({ id }) => id === level);
  return [...first, ...columns.filter((column) => !first.includes(column))].flatMap((column) => {
    const key = BY_SOURCE.find((one) => one === column.id);
    if (key === undefined) return [column];
    const known = sourceColumns(
      scenario,
      key,
      key === level ? sources : { ...sources, result: undefined },
    ).filter(({ value }) => sources.stages.some((stage) => value(stage) !== undefined));
    const isShown = key === level || (scenario.measurement && isMeasured(scenario.measurement, key));
    return isShown && known.length > 1 ? known : [column];
  });
}

/** The number in system, unless the queue alone was measured. */
const levelOf = ({ measurement }: Scenario): (typeof BY_SOURCE)[number] =>
  measurement && !isMeasured(measurement, 'meanOccupancy') && isMeasured(measurement, 'meanQueueLength')
    ? 'meanQueueLength'
    : 'meanOccupancy';

const isMeasured = ({ stages }: Measurement, key: MeasuredQuantity): boolean =>
  stages.some(({ [key]: value }) => value !== undefined);

function sourceColumns(
  { timeUnit, measurement }: Scenario,
  key: StageMeasure & MeasuredQuantity,
  { solved, result }: Sources,
): readonly PageColumn<ServedNode>[] {
  const { dimension } = measureRow(key);
  const { header, unit } = measureHead(key);
  const column = (
    own: string,
    rest: Omit<PageColumn<ServedNode>, 'id' | 'header'>,
  ): PageColumn<ServedNode> => ({
    ...rest,
    id: `${key} ${own.toLowerCase()}`,
    header: `${header} ${own.toLowerCase()}`,
    kind: 'number',
    group: { title: header, own, ...(unit !== undefined && { unit }) },
  });
  const measured = ({ id }: ServedNode) => measurement?.stages.find(({ stage }) => stage === id)?.[key];
  return [
    column('Analytic', solvedColumn(solved, key, { timeUnit })),
    column('Simulated', {
      value: ({ id }) => result?.stages[id]?.[key]?.mean,
      beside: [{ label: '±', value: ({ id }) => result?.stages[id]?.[key]?.halfWidth }],
      write: ({ id }) => estimateCell(result?.stages[id]?.[key], dimension, { timeUnit }),
    }),
    column('Measured', {
      value: measured,
      write: (node) => {
        const value = measured(node);
        return value === undefined ? '–' : formatMeasure(value, dimension, { timeUnit });
      },
    }),
  ];
}

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

/** How full a stage is; one of them is shown by source. */
type Level = 'meanQueueLength' | 'meanOccupancy';

/** Give way to a level by source on the page; files and the inspector have them. */
const GIVING_WAY: readonly string[] = [
  'meanQueueLength',
  'meanOccupancy',
  'outputRate',
] satisfies StageMeasure[];

/**
 * Columns of the best that is known, but how full stages are by each source where several tell it: that comes first, and what
 * there is no room for beside it is left out.
 */
export function sideBySide(
  scenario: Scenario,
  columns: readonly PageColumn<ServedNode>[],
  sources: Sources,
): readonly PageColumn<ServedNode>[] {
  const known = sourceColumns(scenario, levelOf(scenario), sources).filter(({ value }) =>
    sources.stages.some((stage) => value(stage) !== undefined),
  );
  return known.length < 2 ? columns : [...known, ...columns.filter(({ id }) => !GIVING_WAY.includes(id))];
}

/** The number in system, unless the queue alone was measured. */
const levelOf = ({ measurement }: Scenario): Level =>
  measurement && !isMeasured(measurement, 'meanOccupancy') && isMeasured(measurement, 'meanQueueLength')
    ? 'meanQueueLength'
    : 'meanOccupancy';

const isMeasured = ({ stages }: Measurement, key: MeasuredQuantity): boolean =>
  stages.some(({ [key]: value }) => value !== undefined);

function sourceColumns(
  { timeUnit, measurement }: Scenario,
  key: Level,
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

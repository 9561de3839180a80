/** The table of stages as a file: its numbers, and for each stage by what method, how exact, and what bends it. */

import { tableToCsv } from '../../../core/base/table-text.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { isUndetermined } from '../../../workers/solve/determined.ts';
import type { Column } from '../../ui/widgets/DataTable.tsx';

export interface StagesTable {
  readonly columns: readonly Pick<Column<StageNode>, 'header' | 'unit' | 'text'>[];
  readonly stages: readonly StageNode[];
  readonly answer: SolveAnswer | undefined;
}

export function stagesCsv({ columns, stages, answer }: StagesTable): string {
  const heads = columns.map(({ header, unit }) => ({ label: header, ...(unit && { unit }) }));
  const trust = ['method', 'model', 'exactness', 'queue from', 'queue to', 'verdicts'];
  const rows = stages.map((stage) => [
    ...columns.map((column) => column.text(stage)),
    ...trustOf(stage, answer),
  ]);
  return tableToCsv([...heads, ...trust.map((label) => ({ label }))], rows);
}

function trustOf({ id }: StageNode, answer: SolveAnswer | undefined): readonly (string | number)[] {
  const stage = answer?.stages[id];
  if (!answer || !stage) return ['', '', '', '', '', ''];
  const { model, exact, spans, doubtful } = stage;
  const [low, high] = spans?.meanQueueLength ?? ['', ''];
  const word = exact ? 'exact' : doubtful ? 'approximate, not to be trusted' : 'approximate';
  const exactness = isUndetermined(answer, id) ? 'not determined' : word;
  const about = answer.verdicts.filter((verdict) => verdict.stage === id).map(({ message }) => message);
  return [answer.methodLabel ?? '', model, exactness, low, high, about.join(' ')];
}

/** Tables of an analytic answer: what the page, the terminal, files and the report show of it. */

import {
  formatMeasure,
  type MeasureFormat,
  measureHead,
  measureLabel,
  measureRow,
  type StageMeasure,
} from '../../../core/measures/measure-rows.ts';
import { type Rung, TOGETHER } from '../../../core/measures/measures.ts';
import { methodLabel } from '../../../core/measures/methods.ts';
import { TRUST } from '../../../core/measures/trust.ts';
import { inputText, verdictText } from '../../../core/measures/verdicts.ts';
import {
  formatHalfWidth,
  formatInterval,
  formatNumber,
  inOneUnit,
} from '../../../core/quantities/quantity.ts';
import {
  type CellText,
  type Column,
  cellLine,
  cellText,
  numberColumn,
} from '../../../core/quantities/table.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { hasFiniteQueue, nodesInFlowOrder } from '../../../core/scenario/graph.ts';
import {
  type DelayNode,
  isDelay,
  isStage,
  type NodeId,
  type Scenario,
  type StageNode,
} from '../../../core/scenario/scenario.ts';
import type { SolveAnswer, StageAnswer } from '../../../workers/solve/contract.ts';
import { openSpan } from '../../../workers/solve/determined.ts';
import { stageTrust } from '../solve/trust-of.ts';
import { SIMULATED_ALONE } from './best-answer.ts';
import { nodeTitle, titleIn } from './node-title.ts';

export type ServedNode = StageNode | DelayNode;

/** In the order of the table of stages. */
const SHOWN: readonly StageMeasure[] = [
  'arrivalRate',
  'utilization',
  'meanQueueLength',
  'meanOccupancy',
  'backPressureProbability',
  'lossProbability',
  'meanSojournTime',
  'outputRate',
];

/** Measures that any of the nodes has; losses only where there are some. */
const measuresOf = (answer: SolveAnswer | undefined, nodes: readonly ServedNode[]): readonly StageMeasure[] =>
  SHOWN.filter((key) =>
    nodes.some(({ id }) => {
      const value = answer?.stages[id]?.[key];
      return value !== undefined && (key !== 'lossProbability' || value > 0);
    }),
  );

export const solvedColumns = (
  scenario: Pick<Scenario, 'timeUnit'>,
  answer: SolveAnswer | undefined,
  nodes: readonly ServedNode[],
): readonly Column<ServedNode>[] =>
  measuresOf(answer, nodes).map((key) => solvedColumn(answer, key, columnFormat(answer, key, scenario)));

export const solvedColumn = (
  answer: SolveAnswer | undefined,
  key: StageMeasure,
  format: MeasureFormat,
): Column<ServedNode> => ({
  id: key,
  ...measureHead(key),
  kind: 'number',
  value: ({ id }) => answer?.stages[id]?.[key],
  beside: [
    { label: '±', value: ({ id }) => answer?.stages[id]?.simulated?.[key]?.halfWidth },
    { label: 'analytic', value: ({ id }) => answer?.stages[id]?.simulated?.[key]?.solved },
  ],
  write: ({ id }) => solvedCell(answer?.stages[id], key, format),
});

/** How the times of one column are written: in one unit where their sizes allow. */
export const columnFormat = (
  answer: SolveAnswer | undefined,
  key: StageMeasure,
  { timeUnit }: Pick<Scenario, 'timeUnit'>,
): MeasureFormat =>
  inOneUnit(
    { timeUnit },
    Object.values(answer?.stages ?? {}).map((stage) => stage[key]),
  );

/** What has an answer, in flow order. */
export const servedNodes = (scenario: Scenario, { stages }: SolveAnswer): readonly ServedNode[] =>
  nodesInFlowOrder(scenario).filter(
    (node): node is ServedNode => (isStage(node) || isDelay(node)) && stages[node.id] !== undefined,
  );

/** Texts of the table of stages inside another page, which is to weigh little: each time in the unit that suits it. */
export function stageCells(scenario: Scenario, answer: SolveAnswer) {
  const { timeUnit } = scenario;
  const nodes = servedNodes(scenario, answer);
  const name: Column<ServedNode> = {
    id: 'stage',
    header: 'Stage',
    value: nameOf,
  };
  const columns = [name, ...measuresOf(answer, nodes).map((key) => solvedColumn(answer, key, { timeUnit }))];
  return {
    head: columns.map(({ header, unit }) => (unit ? `${header} ${unit}` : header)),
    rows: nodes.map((node) => columns.map((column) => cellLine(cellText(column, node)))),
  };
}

/**
 * A number of an answer; where the inputs do not determine it, the interval in place of a value that could as well be another.
 * A simulated one with its interval, and with what the model gave beside it.
 */
export function solvedCell(
  stage: StageAnswer | undefined,
  key: StageMeasure,
  format: MeasureFormat,
): CellText {
  const value = stage?.[key];
  if (stage === undefined || value === undefined) return { text: '–' };
  const write = (number: number): string => formatMeasure(number, measureRow(key).dimension, format);
  const title = detailOf(stage, key);
  const open = openSpan(stage, key);
  const simulated = stage.simulated?.[key];
  if (simulated) {
    const { halfWidth, solved, byChain } = simulated;
    const beside = solved === undefined ? [] : [`${TRUST.approximate.shape} ${write(solved)}`];
    const known = byChain ? TRUST.exact.word : formatHalfWidth({ mean: value, halfWidth });
    return { text: write(value), title, notes: [known, ...beside] };
  }
  if (!open) return { text: write(value), title };
  return { text: `◌ ${formatInterval(open, write)}`, title, open: [write(open[0]), write(open[1])] };
}

/** All digits, and between what the number lies as well as the inputs are known. */
function detailOf(stage: StageAnswer, key: StageMeasure): string {
  const simulated = stage.simulated?.[key];
  if (simulated) {
    const { halfWidth, solved } = simulated;
    const beside = solved === undefined ? '' : `; analytic ${solved}`;
    return `${stage[key]} ± ${halfWidth} (95 %) simulated${beside}`;
  }
  const span = stage.spans?.[key];
  if (!span) return String(stage[key]);
  const doubt = openSpan(stage, key) ? 'sensitive to inputs: ' : '';
  const by = stage.dominatedBy ? `, mostly due to ${inputText(stage.dominatedBy)}` : '';
  return `${stage[key]}; ${doubt}from ${span[0]} to ${span[1]} as the inputs are known${by}`;
}

/** The number, with its interval from input uncertainty where that is worth telling; of what is open the interval alone. */
export function solvedCellWithInterval(
  stage: StageAnswer | undefined,
  key: StageMeasure,
  format: MeasureFormat,
): CellText {
  const cell = solvedCell(stage, key, format);
  const span = stage?.spans?.[key];
  if (!span || cell.open) return cell;
  const { dimension } = measureRow(key);
  return {
    ...cell,
    notes: [`(${formatInterval(span, (value) => formatMeasure(value, dimension, format))})`],
  };
}

/** By which model a stage was answered, and how far that can be believed: `◐ M/M/1/K`. */
export const modelColumn = (answer: SolveAnswer | undefined): Column<ServedNode> => ({
  id: 'model',
  header: 'Model',
  value: ({ id }) => answer?.stages[id]?.model,
  write: ({ id }) => {
    const trust = answer && stageTrust(answer, id);
    if (!trust) return '–';
    const { model, simulated } = answer.stages[id]!;
    const { shape, word } = TRUST[trust];
    if (!simulated?.meanOccupancy || trust === 'notDetermined') return `${shape} ${model}`;
    if (model === SIMULATED_ALONE) return { text: `${shape} simulated`, title: word };
    const method = `${TRUST.approximate.shape} ${model}`;
    return { text: `${shape} simulated; ${method}`, title: `${word}; analytic ${model}` };
  },
});

/** What files tell of each stage behind its numbers: by what method, how exact, and what bends it. */
export function trustColumns(answer: SolveAnswer | undefined): readonly Column<ServedNode>[] {
  const column = (
    header: string,
    value: (id: NodeId, stage: StageAnswer, answer: SolveAnswer) => string | number | undefined,
    kind: 'text' | 'number' = 'text',
  ): Column<ServedNode> => ({
    ...{ id: header, header, kind },
    value: ({ id }) => {
      const stage = answer?.stages[id];
      return answer && stage && value(id, stage, answer);
    },
  });
  return [
    column('method', (_id, _stage, { solvedBy }) => solvedBy && methodLabel(solvedBy)),
    column('model', (_, { model }) => model),
    column('exactness', (id, { doubtful }, whole) => {
      const trust = stageTrust(whole, id);
      return trust && (doubtful && trust === 'doubtful' ? 'unreliable' : TRUST[trust].word);
    }),
    column('queue from', (_, { spans }) => spans?.meanQueueLength?.[0], 'number'),
    column('queue to', (_, { spans }) => spans?.meanQueueLength?.[1], 'number'),
    column('verdicts', (id, _, { verdicts }) =>
      verdicts
        .filter(({ stage }) => stage === id)
        .map(verdictText)
        .join(' '),
    ),
  ];
}

/** What each class does at a stage. */
export interface ClassRow {
  readonly node: ServedNode;
  readonly jobClass: { readonly id: string; readonly name?: string };
}

/** What tells classes apart, as far as a narrow table has room. */
const CLASS_MEASURES = ['throughput', 'meanOccupancy', 'meanSojournTime'] as const;

export const classRows = (
  { classes = [] }: Scenario,
  { stages }: SolveAnswer,
  node: ServedNode,
): readonly ClassRow[] =>
  classes.flatMap((jobClass) => (stages[node.id]?.byClass?.[jobClass.id] ? [{ node, jobClass }] : []));

export const classColumns = ({ timeUnit }: Scenario, { stages }: SolveAnswer): readonly Column<ClassRow>[] =>
  CLASS_MEASURES.map((key) =>
    numberColumn(
      key,
      measureLabel(key),
      ({ node, jobClass }) => stages[node.id]?.byClass?.[jobClass.id]?.[key],
      (value, { node }) => formatMeasure(value, measureRow(key).dimension, { unit: node.unit, timeUnit }),
    ),
  );

/** Bottleneck order: what saturates first as the input grows, then what does when that is relieved, and so on. */
export const rungColumns = (scenario: Scenario, ladder: readonly Rung[]): readonly Column<Rung>[] => [
  {
    id: 'order',
    header: hasFiniteQueue(scenario) ? 'Servers saturate' : 'Saturates',
    value: (rung) => 1 + ladder.indexOf(rung),
    write: (rung) => orderText(rung, ladder[ladder.indexOf(rung) - 1]),
  },
  { id: 'stage', header: 'Stage', value: (rung) => rungName(scenario, rung) },
  numberColumn(
    'factor',
    'At input',
    ({ factor }) => factor,
    (factor) => `× ${formatNumber(factor, 4)}`,
  ),
  numberColumn(
    'rate',
    'Input rate',
    ({ inputRate }) => inputRate,
    (rate) => formatMeasure(rate, 'rate'),
  ),
];

function orderText({ factor }: Rung, before: Rung | undefined): string {
  if (!before) return 'first';
  if (Math.abs(factor - before.factor) <= TOGETHER * before.factor) return 'together with it';
  return factor > before.factor ? 'next' : 'next, since less is lost before it';
}

/** Rungs that are shown; a design is seldom relieved so often. */
export const MOST_RUNGS = 8;

export function rungName(scenario: Scenario, { stage, resource }: Pick<Rung, 'stage' | 'resource'>): string {
  const title = nodeTitle(scenario, stage);
  return resource === undefined ? title : `${titleIn(scenario.resources, resource)} (mostly ${title})`;
}

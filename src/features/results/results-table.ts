/** All results in one table: a line for each measure of each stage, class, path, sink, virtual queue and resource. */

import { growingStages } from '../../../core/measures/growing.ts';
import {
  measureLabel,
  measureRow,
  measureUnit,
  PERCENTILES,
  readStage,
  STAGE_MEASURES,
  type StageMeasure,
  type StageNumbers,
} from '../../../core/measures/measure-rows.ts';
import type { Estimate } from '../../../core/measures/measures.ts';
import { isAutomatic } from '../../../core/measures/methods.ts';
import { TRUST } from '../../../core/measures/trust.ts';
import { type Table, type TableRow, tableToCsv } from '../../../core/quantities/table.ts';
import { nodesInFlowOrder } from '../../../core/scenario/graph.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult, TimePercentiles } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { openSpan } from '../../../workers/solve/determined.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { saveText } from '../../ui/saving.ts';
import { liveRun } from '../simulate/live.ts';
import { simulationRun } from '../simulate/simulating.ts';
import { chainRun } from '../solve/chain-later.ts';
import { solveKey, solveRun } from '../solve/solving.ts';
import { stageTrust } from '../solve/trust-of.ts';
import { bestAnswer } from './best-answer.ts';
import { tripRows } from './latency-rows.ts';
import { estimateRows, ofQueue, simulatedBeside, wholeRows } from './simulated-tables.ts';

/** Whatever is no stage stands by its name in the first column. */
const COLUMNS = [
  'stage',
  'class',
  'measure',
  'unit',
  'solved',
  'simulated mean',
  'simulated half width (95 %)',
  'best known',
  'known as',
  'from',
  'to',
  'exact chain of a part',
];

export function resultsTable(
  scenario: Scenario,
  answer: SolveAnswer | undefined,
  result: SimulationResult | undefined,
  /** What all views show. */
  best: SolveAnswer | undefined = bestAnswer(scenario, answer, result),
): Table {
  const rows = [
    ...stageRows(scenario, { answer, result, best }),
    ...(result ? [...percentileRows(scenario, result), ...otherRows(scenario, result)] : []),
  ];
  return { columns: COLUMNS.map((label) => ({ label })), rows };
}

interface Known {
  readonly answer: SolveAnswer | undefined;
  readonly result: SimulationResult | undefined;
  readonly best: SolveAnswer | undefined;
}

/** Stages, delays and joins, and their classes: solved beside simulated, and the best of both. */
function stageRows(scenario: Scenario, { answer, result, best: shown }: Known): readonly TableRow[] {
  const growing = growingStages(result?.verdicts ?? []);
  return nodesInFlowOrder(scenario).flatMap((node) => {
    const solved = answer?.stages[node.id];
    const simulated = result?.stages[node.id];
    const unit = 'unit' in node ? node.unit : undefined;
    return ['', ...(scenario.classes ?? []).map(({ id }) => id)].flatMap((jobClass) => {
      const formulas = jobClass === '' ? solved : solved?.byClass?.[jobClass];
      const estimates = jobClass === '' ? simulated : simulated?.classes?.[jobClass];
      return STAGE_MEASURES.flatMap((key): TableRow[] => {
        const one = readStage(formulas as StageNumbers<number> | undefined, key);
        const known = readStage(estimates as StageNumbers<Estimate> | undefined, key);
        if (one === undefined && known === undefined) return [];
        const plain = estimates && simulatedBeside(estimates, key);
        const { mean, halfWidth: half } = plain ?? known ?? {};
        const halfWidth = growing.has(node.id) && ofQueue(key) ? undefined : half;
        const exact = plain && known?.mean;
        const best = jobClass === '' ? bestCells(shown, node.id, key) : NO_BEST;
        const unitOfKey = measureUnit(measureRow(key).dimension, unit);
        return [[node.id, jobClass, key, unitOfKey, one, mean, halfWidth, ...best, exact]];
      });
    });
  });
}

/** The number that is shown with its badge, and between what its inputs leave it. */
function bestCells(best: SolveAnswer | undefined, id: NodeId, key: StageMeasure): TableRow {
  const stage = best?.stages[id];
  const value = readStage(stage as StageNumbers<number> | undefined, key);
  const trust = best && stageTrust(best, id);
  if (!stage || !trust || value === undefined) return NO_BEST;
  const span = openSpan(stage, key);
  return [span ? undefined : value, TRUST[span ? 'notDetermined' : trust].word, span?.[0], span?.[1]];
}

const NO_BEST: TableRow = [undefined, undefined, undefined, undefined];

function percentileRows(scenario: Scenario, result: SimulationResult): readonly TableRow[] {
  return estimateRows(scenario, result).flatMap(({ node, jobClass = '', estimate }) => [
    ...timesOf(node, jobClass, 'sojournTime', estimate.sojournPercentiles),
    ...timesOf(node, jobClass, 'waitingTime', estimate.waitingPercentiles),
  ]);
}

/** From end to end, and what belongs to no single stage. */
function otherRows(scenario: Scenario, result: SimulationResult): readonly TableRow[] {
  const trips = tripRows(scenario, result).flatMap(
    ({ name, jobClass = '', share, mean, percentiles, grows }): TableRow[] => [
      ...(share ? [[name, jobClass, 'share', '1', undefined, share.mean, share.halfWidth]] : []),
      ...(mean
        ? [[name, jobClass, 'endToEndTime', 's', undefined, mean.mean, grows ? undefined : mean.halfWidth]]
        : []),
      ...timesOf(name, jobClass, 'endToEndTime', percentiles),
    ],
  );
  const whole = wholeRows(scenario, result).map(
    ({ of, owner, key, value, grows }): TableRow => [
      of,
      '',
      measureLabel(key, owner),
      measureUnit(measureRow(key).dimension),
      undefined,
      value.mean,
      grows ? undefined : value.halfWidth,
    ],
  );
  return [...trips, ...whole];
}

function timesOf(
  of: string,
  jobClass: string,
  measure: string,
  percentiles: TimePercentiles<Estimate> | undefined,
): readonly TableRow[] {
  return PERCENTILES.flatMap((key): TableRow[] => {
    const estimate = percentiles?.[key];
    return estimate
      ? [[of, jobClass, `${measure} ${key}`, 's', undefined, estimate.mean, estimate.halfWidth]]
      : [];
  });
}

/** Solved values beside simulated means and half widths, of everything that has some. */
export function saveResultsTable(): void {
  const scenario = selectScenario(useDocument.getState());
  if (!scenario) return;
  const asked = simulationRun.get();
  const live = liveRun.get();
  const key = modelKey(scenario);
  // What belongs to an earlier drawing stays out: in one row with numbers of this one it would pass for them.
  const result = [asked, live].find(({ answerKey }) => answerKey === key)?.answer;
  const { method } = useSession.getState();
  const solved = solveRun.get();
  const chain = chainRun.get();
  const question = solveKey({ scenario, method });
  const isOfThis = solved.answerKey === question && !solved.failure;
  const isExact = isAutomatic(method) && chain.answerKey === question && chain.answer?.exact;
  const answer = isExact ? chain.answer : isOfThis ? solved.answer : undefined;
  // A method that was asked for is shown as it is.
  const best = isAutomatic(method) ? bestAnswer(scenario, answer, result) : answer;
  const { columns, rows } = resultsTable(scenario, answer, result, best);
  saveText(`${scenario.name} results.csv`, tableToCsv(columns, rows), 'text/csv');
}

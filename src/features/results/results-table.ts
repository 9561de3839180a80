/** All results in one table: a line for each measure of each stage, class, path, sink, virtual queue and resource. */

import {
  measureLabel,
  measureRow,
  measureUnit,
  PERCENTILES,
  readStage,
  STAGE_MEASURES,
  type StageNumbers,
} from '../../../core/measures/measure-rows.ts';
import type { Estimate } from '../../../core/measures/measures.ts';
import { type Table, type TableRow, tableToCsv } from '../../../core/quantities/table.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult, TimePercentiles } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { saveText } from '../../ui/saving.ts';
import { liveRun } from '../simulate/live.ts';
import { simulationRun } from '../simulate/simulating.ts';
import { solveKey, solveRun } from '../solve/solving.ts';
import { tripRows } from './latency-rows.ts';
import { estimateRows, simulatedBeside, wholeRows } from './simulated-tables.ts';

/** Whatever is no stage stands by its name in the first column. */
const COLUMNS = [
  'stage',
  'class',
  'measure',
  'unit',
  'solved',
  'simulated mean',
  'simulated half width (95 %)',
  'exact chain of a part',
];

export function resultsTable(
  scenario: Scenario,
  answer: SolveAnswer | undefined,
  result: SimulationResult | undefined,
): Table {
  const rows = [
    ...stageRows(scenario, answer, result),
    ...(result ? [...percentileRows(scenario, result), ...otherRows(scenario, result)] : []),
  ];
  return { columns: COLUMNS.map((label) => ({ label })), rows };
}

/** Stages, delays and joins, and their classes: solved beside simulated. */
function stageRows(
  scenario: Scenario,
  answer: SolveAnswer | undefined,
  result: SimulationResult | undefined,
): readonly TableRow[] {
  return scenario.nodes.flatMap((node) => {
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
        const { mean, halfWidth } = plain ?? known ?? {};
        const exact = plain && known?.mean;
        return [
          [node.id, jobClass, key, measureUnit(measureRow(key).dimension, unit), one, mean, halfWidth, exact],
        ];
      });
    });
  });
}

function percentileRows(scenario: Scenario, result: SimulationResult): readonly TableRow[] {
  return estimateRows(scenario, result).flatMap(({ node, jobClass = '', estimate }) => [
    ...timesOf(node, jobClass, 'sojournTime', estimate.sojournPercentiles),
    ...timesOf(node, jobClass, 'waitingTime', estimate.waitingPercentiles),
  ]);
}

/** From end to end, and what belongs to no single stage. */
function otherRows(scenario: Scenario, result: SimulationResult): readonly TableRow[] {
  const trips = tripRows(scenario, result).flatMap(
    ({ name, jobClass = '', share, mean, percentiles }): TableRow[] => [
      ...(share ? [[name, jobClass, 'share', '1', undefined, share.mean, share.halfWidth]] : []),
      ...(mean ? [[name, jobClass, 'endToEndTime', 's', undefined, mean.mean, mean.halfWidth]] : []),
      ...timesOf(name, jobClass, 'endToEndTime', percentiles),
    ],
  );
  const whole = wholeRows(scenario, result).map(
    ({ of, owner, key, value }): TableRow => [
      of,
      '',
      measureLabel(key, owner),
      measureUnit(measureRow(key).dimension),
      undefined,
      value.mean,
      value.halfWidth,
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
  const solved = solveRun.get();
  const isOfThis = solved.answerKey === solveKey({ scenario, method: useSession.getState().method });
  const { columns, rows } = resultsTable(
    scenario,
    isOfThis && !solved.failure ? solved.answer : undefined,
    result,
  );
  saveText(`${scenario.name} results.csv`, tableToCsv(columns, rows), 'text/csv');
}

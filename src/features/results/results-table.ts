/** All results in one table: a line for each measure of each stage, class, path, sink, virtual queue and resource. */

import type { Table, TableRow } from '../../../core/base/table-text.ts';
import type { Estimate } from '../../../core/measures/measures.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult, TimePercentiles } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { estimateRows, simulatedBeside } from './estimate-rows.ts';
import { PERCENTILE_KEYS, tripRows } from './latency-rows.ts';
import { MEASURES, measureUnit } from './measures.ts';
import { wholeRows } from './whole-rows.ts';

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
    const unit = 'unit' in node && node.unit !== undefined ? { unit: node.unit } : {};
    return ['', ...(scenario.classes ?? []).map(({ id }) => id)].flatMap((jobClass) => {
      const formulas = jobClass === '' ? solved : solved?.byClass?.[jobClass];
      const estimates = jobClass === '' ? simulated : simulated?.classes?.[jobClass];
      return MEASURES.flatMap(({ key, dimension }): TableRow[] => {
        const one = (formulas as Partial<Record<string, number>> | undefined)?.[key];
        const known = (estimates as Partial<Record<string, Estimate>> | undefined)?.[key];
        if (one === undefined && known === undefined) return [];
        const plain = estimates && simulatedBeside(estimates, key);
        const { mean, halfWidth } = plain ?? known ?? {};
        const exact = plain && known?.mean;
        return [[node.id, jobClass, key, measureUnit(dimension, unit), one, mean, halfWidth, exact]];
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
    ({ of, what, value, dimension }): TableRow => [
      of,
      '',
      what,
      measureUnit(dimension, {}),
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
  return PERCENTILE_KEYS.flatMap((key): TableRow[] => {
    const estimate = percentiles?.[key];
    return estimate
      ? [[of, jobClass, `${measure} ${key}`, 's', undefined, estimate.mean, estimate.halfWidth]]
      : [];
  });
}

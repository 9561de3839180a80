/** A simulation as text: tables of means with half of their 95 % intervals, and what to know before believing them. */

import { verdictText } from '../core/measures/verdicts.ts';
import { formatNumber } from '../core/quantities/quantity.ts';
import type { Column } from '../core/quantities/table.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { type TripRow, tripRows } from '../src/features/results/latency-rows.ts';
import {
  type EstimateRow,
  estimateColumns,
  estimateRows,
  tripColumns,
  wholeColumns,
  wholeRows,
} from '../src/features/results/simulated-tables.ts';
import type { SimulationResult } from '../workers/simulate/contract.ts';
import { missingOf, replicationsNeeded } from '../workers/simulate/stopping.ts';
import { columnsText } from './table.ts';

/** As many as a terminal has room for; the JSON document has all. */
const SHOWN = [
  'arrivalRate',
  'utilization',
  'blockedFraction',
  'meanQueueLength',
  'meanOccupancy',
  'lossProbability',
  'meanSojournTime',
] as const;

/** All of them are in the JSON document. */
const MOST_TRIPS = 24;

export function resultText(scenario: Scenario, result: SimulationResult): string {
  const rows = estimateRows(scenario, result);
  const whole = wholeRows(scenario, result);
  const trips = tripRows(scenario, result);
  return [
    `${scenario.name}: ${result.replications} replications, ${result.events} events in ${formatNumber(result.elapsedSeconds)} s, seed ${result.plan.seed}`,
    ...columnsText([nodeColumn, ...unitColumns(rows), ...estimateColumns(SHOWN, rows, scenario)], rows),
    '',
    ...columnsText(wholeColumns(scenario, whole), whole),
    ...(trips.length > 0 ? [''] : []),
    ...columnsText([tripColumn, ...tripColumns(trips, scenario)], trips.slice(0, MOST_TRIPS)),
    ...result.verdicts.map((verdict) => `${verdict.severity}: ${verdictText(verdict)}`),
    ...missingTime(result),
  ].join('\n');
}

/** Commands name stages by their ids. */
const nodeColumn: Column<EstimateRow> = {
  id: 'stage',
  header: 'Stage',
  value: ({ node, jobClass }) => (jobClass === undefined ? node : `${node}, ${jobClass}`),
};

/** What the rates and lengths of a stage count, where that has a name. */
const unitColumns = (rows: readonly EstimateRow[]): readonly Column<EstimateRow>[] =>
  rows.some(({ unit }) => unit !== undefined)
    ? [{ id: 'unit', header: 'Unit', value: ({ unit = '' }) => unit }]
    : [];

const tripColumn: Column<TripRow> = { id: 'trips', header: 'From end to end', value: ({ name }) => name };

/** What the missing replications would take at the pace so far, where a run stopped before its precision. */
function missingTime(result: SimulationResult): string[] {
  if (missingOf(result.plan, result).length === 0) return [];
  const more = replicationsNeeded(result.plan, result) / result.replications - 1;
  const seconds = formatNumber(more * result.elapsedSeconds, 2);
  return [`At the speed of this run, on as many threads, the precision takes about ${seconds} s more.`];
}

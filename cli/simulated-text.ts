/** A simulation as text: tables of means with half of their 95 % intervals, and what to know before believing them. */

import type { Estimate } from '../core/measures/measures.ts';
import { formatQuantity } from '../core/quantities/quantity.ts';
import { isDelay, isStage, type Scenario } from '../core/scenario/scenario.ts';
import type { SimulationResult, TimePercentiles } from '../workers/simulate/contract.ts';
import { missingOf, replicationsNeeded } from '../workers/simulate/stopping.ts';
import { PRECISION_MEASURES, type PrecisionMeasure } from '../workers/solve/exact-part/contract.ts';
import { formatTable } from './table.ts';

/** What is known of elements that go one way. */
interface Trip {
  readonly throughput?: Estimate | undefined;
  readonly share?: Estimate | undefined;
  readonly time: Estimate | undefined;
  readonly percentiles?: TimePercentiles<Estimate> | undefined;
}

/** All of them are in the JSON document. */
const MOST_PATHS = 20;

export function resultText(scenario: Scenario, result: SimulationResult): string {
  const { groups = {}, resources = {} } = result;
  return [
    `${scenario.name}: ${result.replications} replications, ${result.events} events in ${result.elapsedSeconds.toFixed(2)} s, seed ${result.plan.seed}`,
    formatTable(
      ['stage', 'arrivals', 'rho', 'blocked', 'N_Q', 'N_G', 'loss', 'W'],
      stageRows(scenario, result),
    ),
    ...table(['exact chain', 'measure', 'chain', 'simulated'], exactRows(result)),
    ...table(
      ['group', 'N_G'],
      Object.entries(groups).map(([id, group]) => [id, cell(group.meanOccupancy)]),
    ),
    ...table(
      ['resource', 'rho'],
      Object.entries(resources).map(([id, { utilization }]) => [id, cell(utilization)]),
    ),
    ...table(['from end to end', 'throughput', 'share', 'time', 'p50', 'p90', 'p99'], tripRows(result)),
    ...result.verdicts.map((verdict) => `${verdict.severity}: ${verdict.message}`),
    ...missingTime(result),
  ].join('\n');
}

function stageRows(scenario: Scenario, result: SimulationResult): string[][] {
  return scenario.nodes
    .filter((node) => isStage(node) || isDelay(node))
    .map(({ id, unit }) => {
      const stage = result.stages[id] ?? {};
      const known = (measure: PrecisionMeasure, write?: (value: number) => string): string =>
        `${cell(stage[measure], write)}${stage.simulated?.[measure] ? ' exact' : ''}`;
      return [
        id,
        cell(stage.arrivalRate, (rate) => formatQuantity(rate, 'rate', { unit })),
        known('utilization'),
        cell(stage.blockedFraction),
        known('meanQueueLength'),
        known('meanOccupancy'),
        cell(stage.lossProbability),
        known('meanSojournTime', timeText),
      ];
    });
}

/** What is known from the chain of an exact part, beside what the replications gave for it. */
function exactRows({ stages }: SimulationResult): string[][] {
  return Object.entries(stages).flatMap(([id, stage]) =>
    PRECISION_MEASURES.flatMap((measure) => {
      const simulated = stage.simulated?.[measure];
      const write = measure.endsWith('Time') ? timeText : undefined;
      return simulated ? [[id, measure, cell(stage[measure], write), cell(simulated, write)]] : [];
    }),
  );
}

/** Times through the network: of all elements, of each class, of each path. Rounds, where a class is closed. */
function tripRows({ network, classes = {}, paths = [] }: SimulationResult): string[][] {
  const row = (name: string, { throughput, share, time, percentiles = {} }: Trip): string[] => [
    name,
    cell(throughput, (rate) => formatQuantity(rate, 'rate')),
    cell(share),
    ...[time, percentiles.p50, percentiles.p90, percentiles.p99].map((one) => cell(one, timeText)),
  ];
  const { throughput, meanSojournTime, latencyPercentiles } = network;
  const all = { throughput, time: meanSojournTime, percentiles: latencyPercentiles };
  return [
    ...(meanSojournTime ? [row('all', all)] : []),
    ...Object.entries(classes).map(([id, trips]) =>
      row(`class ${id}`, {
        throughput: trips.throughput,
        time: trips.meanRoundTime ?? trips.meanSojournTime,
        percentiles: trips.roundTimePercentiles ?? trips.latencyPercentiles,
      }),
    ),
    ...paths.slice(0, MOST_PATHS).map(({ source, stages = [], share, meanSojournTime, latencyPercentiles }) =>
      row(source === undefined ? 'other paths' : [source, ...stages].join(' > '), {
        share,
        time: meanSojournTime,
        percentiles: latencyPercentiles,
      }),
    ),
  ];
}

const timeText = (time: number): string => formatQuantity(time, 'time');

/** Nothing without rows. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : ['', formatTable(head, rows)];

export const share = (part: number): string => `${Number((100 * part).toPrecision(2))} %`;

/** Mean and half of the 95 % interval, this as a share of the mean. */
function cell(
  estimate: Estimate | undefined,
  write = (value: number): string => String(Number(value.toPrecision(3))),
): string {
  if (estimate === undefined) return '–';
  const { mean, halfWidth } = estimate;
  if (halfWidth === 0) return write(mean);
  const spread = mean === 0 ? write(halfWidth) : share(halfWidth / mean);
  return `${write(mean)} ± ${spread}`;
}

/** Of a run for a precision that was not reached: what the rest would take, as fast as it went. */
function missingTime(result: SimulationResult): string[] {
  if (missingOf(result.plan, result).length === 0) return [];
  const more = replicationsNeeded(result.plan, result) / result.replications - 1;
  const seconds = Number((more * result.elapsedSeconds).toPrecision(2));
  return [`At the speed of this run, on as many threads, the precision takes about ${seconds} s more.`];
}

/** What `stagegraph estimate` prints for people. */
import { distributionRate } from '../core/distributions/distribution-moments.ts';
import { formatQuantity } from '../core/quantities/quantity.ts';
import { isStage, type Scenario, type StageNode } from '../core/scenario/scenario.ts';
import type { RatePhase, RateReport } from '../workers/estimate/contract.ts';
import { advisePeriod } from '../workers/estimate/observable-period.ts';
import { stageOfQueue } from '../workers/measure/reduce/queue-facts.ts';
import type { SampledEnd } from './rate-input.ts';
import { formatTable } from './table.ts';

export interface EstimatedEnd extends SampledEnd {
  readonly report: RateReport;
  /** Of the scenario: who reads there. */
  readonly stage?: StageNode;
}

/** The stage behind the head of a queue. What writes at a tail may itself wait for others: it is no stage's rate. */
export function readerStage({ queue, end, facts }: SampledEnd, scenario: Scenario): StageNode | undefined {
  if (end === 'tail') return undefined;
  const stages = scenario.nodes.filter(isStage);
  const found = stageOfQueue(facts ?? { id: queue }, stages);
  return stages.find(({ id }) => id === found?.id);
}

/** Items per second of all servers of a stage, while they have work; of batches that are taken full. */
export function modelledRate({ service, serverCount = 1, bulk }: StageNode): number {
  return distributionRate(service) * serverCount * (bulk?.rule === 'full' ? bulk.size : 1);
}

export function estimateText(ends: readonly EstimatedEnd[]): string {
  const modelled = ends.some(({ stage }) => stage);
  const bytes = ends.some(({ itemBytes }) => itemBytes !== undefined);
  const head = [
    ...['queue', 'end', 'T', 'periods', 'blocked', 'items/s', '95 %'],
    ...(bytes ? ['MB/s'] : []),
    ...(modelled ? ['modelled', 'difference'] : []),
    'method',
  ];
  const rows = ends.map((one) => {
    const { queue, end, report } = one;
    return [
      ...[
        queue,
        end,
        formatQuantity(report.period, 'time'),
        String(report.periods),
        percent(report.blockedShare),
      ],
      ...rateCells(one),
      ...(bytes ? [bytesCell(one)] : []),
      ...(modelled ? modelledCells(one) : []),
      report.chosen.method,
    ];
  });
  return [formatTable(head, rows), ...ends.flatMap(notesOf)].join('\n');
}

function rateCells({ report: { chosen } }: EstimatedEnd): readonly string[] {
  if ('refused' in chosen) return ['none', ''];
  const { rate, low, high } = chosen;
  return [number(rate), low === undefined || high === undefined ? '' : `${number(low)} … ${number(high)}`];
}

function bytesCell({ itemBytes, report: { chosen } }: EstimatedEnd): string {
  return itemBytes === undefined || 'refused' in chosen ? '' : number((chosen.rate * itemBytes) / 1e6);
}

function modelledCells({ stage, report: { chosen } }: EstimatedEnd): readonly string[] {
  if (!stage) return ['', ''];
  const rate = modelledRate(stage);
  return [number(rate), 'refused' in chosen ? '' : signed(chosen.rate / rate - 1)];
}

/** Refusal, phases, warnings, and how often a period is free of blocking. */
function notesOf({ queue, end, facts, report }: EstimatedEnd): readonly string[] {
  const { chosen, phases, warnings } = report;
  const name = `${queue}, ${end}`;
  if ('refused' in chosen) return ['', `${name}: ${chosen.refused}.`];
  return [
    ...(phases.length > 1 ? ['', `${name}: ${phases.length} phases`, phaseTable(phases)] : []),
    ...(warnings.length > 0 ? ['', ...warnings.map((warning) => `${name}: ${warning}.`)] : []),
    ...(end === 'head' ? adviceOf(name, report, facts?.capacity) : []),
  ];
}

const MOST_PHASES = 20;

function phaseTable(phases: readonly RatePhase[]): string {
  const rows = phases
    .slice(0, MOST_PHASES)
    .map(({ from, to, rate, low, high }) => [
      ...[formatQuantity(from, 'time'), formatQuantity(to, 'time'), number(rate)],
      low === undefined || high === undefined ? '' : `${number(low)} … ${number(high)}`,
    ]);
  const more = phases.length > MOST_PHASES ? `\nand ${phases.length - MOST_PHASES} more` : '';
  return `${formatTable(['from', 'to', 'items/s', '95 %'], rows)}${more}`;
}

/** Where the utilization is known and blocking is seen: what the period should be. */
function adviceOf(name: string, report: RateReport, capacity: number | undefined): readonly string[] {
  const { chosen, period, busyShare, blockedShare } = report;
  if ('refused' in chosen || busyShare === undefined || blockedShare === 0) return [];
  if (!(busyShare > 0 && busyShare < 1)) return [];
  const { rate: mu } = chosen;
  const advice = advisePeriod({ mu, rho: busyShare, ...(capacity !== undefined && { capacity }) }, period);
  const longest =
    advice.longest === 0
      ? `by the formula no period has that in ${percent(advice.share)} of the cases`
      : `periods of up to ${formatQuantity(advice.longest, 'time')} have that in ${percent(advice.share)} of the cases by the formula`;
  const share = `${percent(advice.exact ?? advice.read)} of the periods of ${formatQuantity(period, 'time')}`;
  const formula =
    advice.exact === undefined
      ? ''
      : ` (${percent(advice.read)} by the formula that Beard and Chamberlain give)`;
  return [
    '',
    `${name}: at ρ = ${busyShare.toFixed(2)} an M/M/1 server is never blocked in ${share}${formula}; ${longest}.`,
  ];
}

const number = (value: number): string => String(Number(value.toPrecision(4)));
const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
const signed = (share: number): string => `${share > 0 ? '+' : ''}${Number((100 * share).toPrecision(2))} %`;

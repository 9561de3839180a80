/** `stagegraph estimate`: the rates of servers from what was measured at their queues; or the posterior from tasks. */

import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { err, type Result } from '../core/base/result.ts';
import type { ServiceDistribution } from '../core/distributions/index.ts';
import { formatQuantity } from '../core/quantities/quantity.ts';
import { formatNumber, formatPercent } from '../core/quantities/quantity-format.ts';
import { type Column, numberColumn } from '../core/quantities/table.ts';
import { updateNode } from '../core/scenario/edits.ts';
import { isStage, type Scenario, type StageNode } from '../core/scenario/scenario.ts';
import type { RateColumns, RatePhase, RateReport } from '../workers/estimate/contract.ts';
import { RATE_METHODS, type RateMethod } from '../workers/estimate/contract.ts';
import { estimateRate } from '../workers/estimate/estimate-rate.ts';
import { advisePeriod } from '../workers/estimate/observable-period.ts';
import type { SampledQueueEnd } from '../workers/estimate/rate-rows.ts';
import {
  againstColumn,
  METHOD_WORDS,
  modelledRate,
  phaseColumns,
  rateColumns,
  rateText,
} from '../workers/estimate/rate-words.ts';
import { readSampledEnds as readEnds, type SampledEnds } from '../workers/estimate/sampled-file.ts';
import { serviceAtRate } from '../workers/estimate/service-at-rate.ts';
import type { ReduceOptions } from '../workers/measure/contract.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { stageOfQueue } from '../workers/measure/reduce/queue-facts.ts';
import { nameOf, readScenario } from './input.ts';
import { byteSource } from './measurement-input.ts';
import {
  addMeasurementOptions,
  type MeasurementOptions,
  reduceOptionsOf,
  refusedFile,
} from './measurement-options.ts';
import { BadInput, EXIT, printJson } from './outcome.ts';
import {
  addPosteriorOptions,
  type PosteriorOptions,
  refusePosteriorOptions,
  runPosterior,
} from './posterior.ts';
import { columnsText } from './table.ts';

interface Options extends MeasurementOptions, PosteriorOptions {
  readonly scenario?: string;
  readonly method: RateMethod | 'auto';
  readonly queue?: string;
  readonly posterior?: boolean;
}

export function addEstimate(program: Command): void {
  const command = program
    .command('estimate')
    .description('service rates from samples, events or counters of queues; with --posterior from tasks')
    .argument('<measurements>', 'measurement file or -')
    .option('--scenario <file>', 'the model, whose rates are put beside')
    .addOption(
      new Option('--method <name>', 'how; docs/estimation.md')
        .choices(['auto', ...RATE_METHODS])
        .default('auto')
        .conflicts('posterior'),
    )
    .addOption(new Option('--queue <id>', 'only this queue').conflicts('posterior'))
    .option('--apply <file>', 'write the scenario with the estimated rates of its stages')
    .option('--json', 'print one JSON document');
  addMeasurementOptions(addPosteriorOptions(command)).action(async (file: string, options: Options) => {
    const scenario = options.scenario === undefined ? undefined : await readScenario(options.scenario);
    if (options.apply !== undefined && !scenario)
      throw new BadInput(['--apply needs a scenario to write the rates into: give --scenario FILE']);
    if (options.posterior) return runPosterior(file, options, scenario);
    refusePosteriorOptions(options);
    const read = await readSampledEnds(file, await reduceOptionsOf(options));
    for (const warning of read.warnings) process.stderr.write(`warning: ${describeFault(warning)}\n`);
    const ends = chosenEnds(read.ends, options.queue).map((end) => estimated(end, options.method, scenario));
    if (scenario && options.apply === undefined) warnOfStrangers(ends);
    if (options.json) printJson({ origin: read.origin, queues: ends.map(jsonOf) });
    else process.stdout.write(`${estimateText(ends)}\n`);
    if (ends.every(({ report }) => 'refused' in report.chosen)) process.exitCode = EXIT.noAnswer;
    if (options.apply !== undefined && scenario) await apply(scenario, ends, options.apply);
  });
}

function chosenEnds(ends: readonly SampledEnd[], queue: string | undefined): readonly SampledEnd[] {
  if (queue === undefined) return ends;
  const chosen = ends.filter((end) => end.queue === queue || end.facts?.name === queue);
  if (chosen.length > 0) return chosen;
  const known = [...new Set(ends.map((end) => end.queue))].join(', ');
  throw new BadInput([`--queue: there is no queue "${queue}" with samples; expected one of ${known}`]);
}

function estimated(
  end: SampledEnd,
  method: RateMethod | 'auto',
  scenario: Scenario | undefined,
): EstimatedEnd {
  const report = estimateRate(end.columns, method === 'auto' ? undefined : method);
  const stage = scenario && readerStage(end, scenario);
  const itemBytes = end.itemBytes ?? stage?.unitBytes;
  return { ...end, report, ...(itemBytes !== undefined && { itemBytes }), ...(stage && { stage }) };
}

/** Warns that rates which name no stage of the scenario are not applied. */
function warnOfStrangers(ends: readonly EstimatedEnd[]): void {
  for (const { queue, end, stage } of ends) {
    if (end === 'tail' || stage) continue;
    process.stderr.write(
      `warning: queue ${queue}: no stage of the scenario has its dest, name or id; no modelled rate stands beside\n`,
    );
  }
}

function jsonOf(one: EstimatedEnd) {
  const { queue, end, from, stage, report } = one;
  const bytes = bytesPerSecond(one);
  return {
    ...{ queue, end, from },
    ...(bytes !== undefined && { bytesPerSecond: bytes }),
    ...(stage && { stage: stage.id, modelled: modelledRate(stage) }),
    ...report,
  };
}

async function apply(scenario: Scenario, ends: readonly EstimatedEnd[], file: string): Promise<void> {
  const { scenario: changed, applied, left } = applyRates(scenario, ends);
  for (const line of left) process.stderr.write(`warning: ${line}\n`);
  if (applied.length === 0)
    throw new BadInput(['--apply: no stage of the scenario got a rate; nothing is written']);
  await writeFile(file, `${JSON.stringify(changed, null, 2)}\n`);
  process.stderr.write(
    `${file}: ${applied.join(', ')} ${applied.length === 1 ? 'has' : 'have'} the estimated rate\n`,
  );
}

/** A scenario whose stages serve at the rates that were estimated at the heads of their queues. */

interface Applied {
  readonly scenario: Scenario;
  /** Ids of the stages that were changed. */
  readonly applied: readonly string[];
  /** Why others were not: a sentence each. */
  readonly left: readonly string[];
}

export function applyRates(scenario: Scenario, ends: readonly EstimatedEnd[]): Applied {
  let changed = scenario;
  const applied: string[] = [];
  const left: string[] = [];
  for (const end of ends) {
    if (end.end === 'tail') continue;
    const service = serviceOf(end, applied);
    if (!service.ok) left.push(`queue ${end.queue} is not applied: ${service.error}`);
    else {
      changed = updateNode(changed, end.stage!.id, { service: service.value });
      applied.push(end.stage!.id);
    }
  }
  return { scenario: changed, applied, left };
}

/** Ok only where there is a stage. */
function serviceOf(
  { stage, report: { chosen } }: EstimatedEnd,
  applied: readonly string[],
): Result<ServiceDistribution, string> {
  if ('refused' in chosen) return err(chosen.refused);
  if (!stage) return err('no stage of the scenario has its dest, name or id');
  if (applied.includes(stage.id)) return err(`stage ${stage.id} got its rate from another queue`);
  return serviceAtRate(stage, chosen);
}

/** What `stagegraph estimate` prints for people. */

export interface EstimatedEnd extends SampledEnd {
  readonly report: RateReport;
  /** The stage of the scenario that reads at this end. */
  readonly stage?: StageNode;
}

/** The stage behind the head of a queue. What writes at a tail may itself wait for others: it is no stage's rate. */
function readerStage({ queue, end, facts }: SampledEnd, scenario: Scenario): StageNode | undefined {
  if (end === 'tail') return undefined;
  const stages = scenario.nodes.filter(isStage);
  const found = stageOfQueue(facts ?? { id: queue }, stages);
  return stages.find(({ id }) => id === found?.id);
}

function estimateText(ends: readonly EstimatedEnd[]): string {
  const hasModel = ends.some(({ stage }) => stage);
  const hasBytes = ends.some(({ itemBytes }) => itemBytes !== undefined);
  const chosen = ({ report }: EstimatedEnd) => report.chosen;
  const modelled = ({ stage }: EstimatedEnd) => stage && modelledRate(stage);
  const columns: readonly Column<EstimatedEnd>[] = [
    { id: 'queue', header: 'Queue', value: ({ queue }) => queue },
    { id: 'end', header: 'End', value: ({ end }) => end },
    numberColumn(
      'period',
      'Period T',
      ({ report }) => report.period,
      (period) => formatQuantity(period, 'time'),
    ),
    numberColumn('periods', 'Periods', ({ report }) => report.periods, String),
    numberColumn(
      'blocked',
      'Blocked',
      ({ report }) => report.blockedShare,
      (share) => formatPercent(share),
    ),
    ...rateColumns(chosen),
    ...(hasBytes ? [numberColumn('bytes', 'Bytes', bytesPerSecond, bytesText)] : []),
    ...(hasModel
      ? [
          numberColumn('modelled', 'Modelled', modelled, rateText),
          againstColumn('Against modelled', chosen, modelled),
        ]
      : []),
    { id: 'method', header: 'Method', value: ({ report }) => METHOD_WORDS[report.chosen.method].title },
  ];
  return [...columnsText(columns, ends), ...ends.flatMap(notesOf)].join('\n');
}

const bytesPerSecond = ({ itemBytes, report: { chosen } }: EstimatedEnd): number | undefined =>
  itemBytes === undefined || 'refused' in chosen ? undefined : chosen.rate * itemBytes;
const bytesText = (rate: number): string => formatQuantity(rate, 'rate', { unitBytes: 1, digits: 4 });

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
  const more = phases.length > MOST_PHASES ? `\nand ${phases.length - MOST_PHASES} more` : '';
  const shown = phases.slice(0, MOST_PHASES);
  return `${columnsText(phaseColumns(phases[0]!.from), shown).join('\n')}${more}`;
}

/** Where the utilization is known and blocking is seen: what the period should be. */
function adviceOf(name: string, report: RateReport, capacity: number | undefined): readonly string[] {
  const { chosen, period, busyShare, blockedShare, throughput } = report;
  if ('refused' in chosen || busyShare === undefined || blockedShare === 0) return [];
  const { rate: mu } = chosen;
  // Not the share of the time that was not blocked: of a trace the services that follow an empty queue are left out of it.
  const rho = throughput / mu;
  if (!(rho > 0 && rho < 1)) return [];
  const advice = advisePeriod({ mu, rho, ...(capacity !== undefined && { capacity }) }, period);
  const longest =
    advice.longest === 0
      ? `by the formula no period has that in ${formatPercent(advice.share)} of the cases`
      : `periods of up to ${formatQuantity(advice.longest, 'time')} have that in ${formatPercent(advice.share)} of the cases by the formula`;
  const share = `${formatPercent(advice.exact ?? advice.read)} of the periods of ${formatQuantity(period, 'time')}`;
  const formula =
    advice.exact === undefined
      ? ''
      : ` (${formatPercent(advice.read)} by the formula that Beard and Chamberlain give)`;
  return [
    '',
    `${name}: at ρ = ${formatNumber(rho, 2)} an M/M/1 server is never blocked in ${share}${formula}; ${longest}.`,
  ];
}

/** Reads a measurement file for estimates of rates: the samples of both ends of every queue, from tc, events or counters. */

/** One end of one queue: where it is, and what was seen there. */
interface SampledEnd extends Omit<SampledQueueEnd, 'sample'> {
  readonly columns: RateColumns;
}

interface SampledFile extends Omit<SampledEnds, 'ends'> {
  readonly ends: readonly SampledEnd[];
}

async function readSampledEnds(file: string, options: ReduceOptions): Promise<SampledFile> {
  const read = await readEnds(await byteSource(file), { fileName: nameOf(file), options });
  if (!read.ok) throw refusedFile(read.error);
  const ends = read.value.ends.flatMap(({ sample, ...end }): SampledEnd[] => {
    const columns = sample(options.frameSeconds);
    return columns ? [{ ...end, columns }] : [];
  });
  return { ...read.value, ends };
}

/** `stagegraph estimate`: the rates of servers from what was measured at their queues; or the posterior from tasks. */

import { type Command, Option } from 'commander';
import { err, type Result } from '../core/base/result.ts';
import type { ServiceDistribution } from '../core/distributions/index.ts';
import { formatQuantity } from '../core/quantities/quantity.ts';
import { formatNumber, formatPercent } from '../core/quantities/quantity-format.ts';
import { type Column, numberColumn } from '../core/quantities/table.ts';
import { updateNode } from '../core/scenario/edits.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { scenarioText } from '../core/scenario/scenario-text.ts';
import { BadInput } from '../lib/bad-input.ts';
import { bytesPerSecond, type EstimatedEnd, estimatedJson, estimateRates } from '../lib/estimate.ts';
import type { DepartureMeaning, RatePhase, RateReport } from '../workers/estimate/contract.ts';
import { askedMethod, RATE_METHODS, type RateMethod } from '../workers/estimate/contract.ts';
import { advisePeriod } from '../workers/estimate/observable-period.ts';
import {
  againstColumn,
  METHOD_WORDS,
  modelledRate,
  phaseColumns,
  rateColumns,
  rateText,
} from '../workers/estimate/rate-words.ts';
import { serviceAtRate } from '../workers/estimate/service-at-rate.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { writeWhole } from './disk-words.ts';
import { type FollowOptions, followRates } from './follow.ts';
import { nameOf, readScenario, scenarioFile } from './input.ts';
import { byteSource } from './measurement-input.ts';
import {
  addMeasurementOptions,
  type MeasurementOptions,
  reduceOptionsOf,
  refusedFile,
} from './measurement-options.ts';
import { fileToWrite, refuseWithout, time } from './option-values.ts';
import { EXIT, printJson } from './outcome.ts';
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
  readonly departure?: DepartureMeaning;
  readonly follow?: boolean;
  readonly every?: number;
  readonly within?: number;
}

export function addEstimate(program: Command): void {
  const command = program
    .command('estimate')
    .description('service rates from samples, events or counters of queues; with --posterior from tasks')
    .argument('<measurements>', 'measurement file or -')
    .option('--scenario <file>', 'the model, whose rates are put beside', scenarioFile)
    .addOption(
      new Option('--method <name>', 'how; docs/estimation.md')
        .choices(['auto', ...RATE_METHODS])
        .default('auto')
        .conflicts('posterior'),
    )
    .addOption(new Option('--queue <id>', 'only this queue').conflicts('posterior'))
    .addOption(
      new Option(
        '--departure <meaning>',
        'of events, visits and counters: the end of a service, or its start, as it is taken from the queue',
      )
        .choices(['end', 'start'])
        .conflicts('posterior'),
    )
    .option('--apply <file>', 'write the scenario with the estimated rates of its stages', fileToWrite)
    .addOption(
      new Option(
        '--follow',
        'read on while rows are written, and print rates and their changes; Ctrl-C ends it with all of them',
      ).conflicts(['posterior', 'scenario', 'apply']),
    )
    .option(
      '--every <seconds>',
      'with --follow, time between two rates of a queue; default 1',
      time({ above: 0 }),
    )
    .option('--json', 'print one JSON document; with --follow a line for each thing that is said');
  addMeasurementOptions(addPosteriorOptions(command)).action(async (file: string, options: Options) => {
    if (options.follow) return followRates(file, await followOptions(options));
    refuseWithout('--follow', { every: options.every });
    const scenario = options.scenario === undefined ? undefined : await readScenario(options.scenario);
    if (options.apply !== undefined && !scenario)
      throw new BadInput(['--apply needs a scenario to write the rates into: give --scenario FILE']);
    if (options.posterior) return runPosterior(file, options, scenario);
    refusePosteriorOptions(options);
    const read = await estimateRates(
      await byteSource(file),
      { fileName: nameOf(file), options: reduceOptionsOf(options) },
      { ...options, scenario },
    );
    if (!read.ok) throw refusedFile(read.error);
    const { ends, origin, warnings } = read.value;
    for (const warning of warnings) process.stderr.write(`warning: ${describeFault(warning)}\n`);
    if (scenario && options.apply === undefined) warnOfStrangers(ends);
    if (options.json) printJson({ origin, queues: ends.map(estimatedJson) });
    else process.stdout.write(`${estimateText(ends)}\n`);
    if (ends.every(({ report }) => 'refused' in report.chosen)) process.exitCode = EXIT.noAnswer;
    if (options.apply !== undefined && scenario) await apply(scenario, ends, options.apply);
  });
}

async function followOptions(options: Options): Promise<FollowOptions> {
  refusePosteriorOptions(options);
  const { method, every = 1 } = options;
  return {
    ...options,
    ...{ every, reduce: reduceOptionsOf(options) },
    method: askedMethod(method),
  };
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

async function apply(scenario: Scenario, ends: readonly EstimatedEnd[], file: string): Promise<void> {
  const { scenario: changed, applied, left } = applyRates(scenario, ends);
  for (const line of left) process.stderr.write(`warning: ${line}\n`);
  if (applied.length === 0)
    throw new BadInput(['--apply: no stage of the scenario got a rate; nothing is written']);
  await writeWhole(file, scenarioText(changed));
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

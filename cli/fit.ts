/** `stagegraph fit`: distributions of times, and models of stations, from what was measured at queues. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { assertUnreachable } from '../core/base/assert.ts';
import { type ArrivalDistribution, labelOf, wordOf } from '../core/distributions/index.ts';
import { formatQuantity } from '../core/quantities/quantity.ts';
import { formatNumber } from '../core/quantities/quantity-format.ts';
import { batchSizeOf, serverCountOf } from '../core/scenario/defaults.ts';
import { updateNode } from '../core/scenario/edits.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { isSource, isStage, type SourceNode, type StageNode } from '../core/scenario/scenario.ts';
import { scenarioText } from '../core/scenario/scenario-text.ts';
import { BadInput } from '../lib/bad-input.ts';
import { type FitInput, type FittedQueue, fitInputs, fitted, fittedJson } from '../lib/fit.ts';
import { FIT_KINDS, type FitKind } from '../lib/fit-kinds.ts';
import {
  type DistributionFit,
  type DistributionReport,
  FITTED_FAMILIES,
  type FittedFamily,
  type StationFit,
} from '../workers/fit/contract.ts';
import {
  distributionColumns,
  furtherColumns,
  numbersText,
  stationColumns,
} from '../workers/fit/fit-words.ts';
import { matchMoments } from '../workers/fit/match-moments.ts';
import { byDesignWords } from '../workers/measure/contract.ts';
import { stageFinder, stageOfQueue } from '../workers/measure/stage-of-queue.ts';
import { writeWhole } from './disk-words.ts';
import { nameOf, readScenario, scenarioFile } from './input.ts';
import { byteSource } from './measurement-input.ts';
import {
  addMeasurementOptions,
  type MeasurementOptions,
  reduceOptionsOf,
  refusedFile,
} from './measurement-options.ts';
import { fileToWrite, wholeNumber } from './option-values.ts';
import { EXIT, printJson } from './outcome.ts';
import { columnsText } from './table.ts';
import { tellReached } from './within.ts';

interface Options extends MeasurementOptions {
  readonly queue?: string;
  readonly of?: FitKind;
  readonly distribution?: FittedFamily;
  readonly bootstraps: number;
  readonly scenario?: string;
  readonly apply?: string;
  readonly json?: boolean;
  readonly moments?: readonly number[];
}

export function addFit(program: Command): void {
  const command = program
    .command('fit')
    .description('distributions of times, ranked, from histograms, traces or a list of numbers')
    .argument('[measurements]', 'measurement file, or one time in s on each line, or -')
    .option('--queue <id>', 'only this queue')
    .addOption(
      new Option('--of <kind>', 'what is fitted; default: what says most of the stage').choices(FIT_KINDS),
    )
    .addOption(new Option('--distribution <name>', 'only this distribution').choices(FITTED_FAMILIES))
    .option(
      '--moments <list>',
      'no file: a phase-type distribution with E X,E X^2 or E X,E X^2,E X^3, such as 2,6',
      moments,
    )
    .option(
      '--bootstraps <count>',
      'bootstrap samples for the p value of each distribution; 0: no p',
      wholeNumber({ from: 0, to: 10_000 }),
      99,
    )
    .option('--scenario <file>', 'the model', scenarioFile)
    .option('--apply <file>', 'write the scenario with the best distributions', fileToWrite)
    .option('--json', 'print one JSON document');
  addMeasurementOptions(command).action(async (file: string | undefined, options: Options) => {
    if (options.moments) return matched(options.moments);
    if (file === undefined) throw new BadInput(['Give a file of measurements or times, or --moments.']);
    const scenario = options.scenario === undefined ? undefined : await readScenario(options.scenario);
    if (options.apply !== undefined && !scenario)
      throw new BadInput(['--apply needs a scenario to write the distributions into: give --scenario FILE']);
    const context = { fileName: nameOf(file), options: reduceOptionsOf(options) };
    const read = await fitInputs(await byteSource(file), context, { of: options.of, queue: options.queue });
    if (!read.ok) throw refusedFile(read.error);
    const { inputs, left, warnings } = read.value;
    for (const line of [...warnings, ...left]) process.stderr.write(`warning: ${line}\n`);
    const queues = inputs.map((input, i) => {
      tellReached(() => `${input.name}, ${input.of}: ${i + 1} of ${inputs.length}`);
      return fitted(input, options);
    });
    if (options.json) printJson({ queues: queues.map(fittedJson) });
    else process.stdout.write(`${fitText(queues)}\n`);
    if (queues.every(({ kind }) => kind === 'refused')) process.exitCode = EXIT.noAnswer;
    if (options.apply !== undefined && scenario) await apply(scenario, queues, options.apply);
  });
}

/** As JSON, to be pasted as the distribution of a stage. */
function matched(given: readonly number[]): void {
  const match = matchMoments(given);
  if (!match.ok) throw new BadInput([`--moments: ${match.error}`]);
  if (match.value.moments < given.length)
    process.stderr.write(
      'warning: no such distribution is so little skewed; only the first two moments are met\n',
    );
  printJson(match.value);
}

async function apply(scenario: Scenario, queues: readonly FittedQueue[], file: string): Promise<void> {
  const { scenario: changed, applied, left } = applyFits(scenario, queues);
  for (const line of left) process.stderr.write(`warning: ${line}\n`);
  if (applied.length === 0)
    throw new BadInput(['--apply: no node of the scenario got a distribution; nothing is written']);
  await writeWhole(file, scenarioText(changed));
  process.stderr.write(
    `${file}: ${applied.join(', ')} ${applied.length === 1 ? 'has' : 'have'} the fitted distribution\n`,
  );
}

function moments(text: string): readonly number[] {
  const given = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if ((given.length === 2 || given.length === 3) && given.every((one) => one > 0 && Number.isFinite(one)))
    return given;
  throw new InvalidArgumentError('Expected two or three moments above 0, with commas, such as 2,6.');
}

/** A scenario with the fitted distributions: service distributions at the stages that queues feed, distributions of arrivals at the sources before them. */

interface AppliedFits {
  readonly scenario: Scenario;
  /** Ids of the nodes that were changed. */
  readonly applied: readonly string[];
  /** Why others were not: a sentence each. */
  readonly left: readonly string[];
}

function applyFits(scenario: Scenario, queues: readonly FittedQueue[]): AppliedFits {
  let changed = scenario;
  const applied: string[] = [];
  const left: string[] = [];
  for (const queue of queues) {
    const change = changeOf(scenario, queue);
    const again = typeof change === 'string' ? undefined : applied.find((id) => id === change.node.id);
    if (typeof change === 'string') left.push(`${queue.input.name} is not applied: ${change}`);
    else if (again !== undefined)
      left.push(`${queue.input.name} is not applied: ${again} got its distribution from another queue`);
    else {
      changed = updateNode(changed, change.node.id, change.patch);
      applied.push(change.node.id);
    }
  }
  return { scenario: changed, applied, left };
}

type Change =
  | { readonly node: StageNode; readonly patch: Partial<StageNode> }
  | { readonly node: SourceNode; readonly patch: Partial<SourceNode> };

function changeOf(scenario: Scenario, { input, ...fitted }: FittedQueue): Change | string {
  if (fitted.kind === 'refused') return fitted.reason;
  const noServer = input.queue && byDesignWords(input.queue);
  if (noServer !== undefined) return noServer;
  const stages = scenario.nodes.filter(isStage);
  const id = input.queue
    ? stageOfQueue(input.queue, stageFinder(stages))?.id
    : stages.length === 1
      ? stages[0]!.id
      : undefined;
  const stage = stages.find((one) => one.id === id);
  if (!stage) return 'no stage of the scenario has its dest, name or id';
  if (fitted.kind === 'stage') return stationChange(stage, fitted.report.fits[0]!);
  if (input.of === 'interInsertion') return sourceChange(scenario, stage, fitted.report);
  if (input.of === 'service') return serviceChange(stage, fitted.report.fits[0]!, input);
  return `${input.of} is no distribution of the scenario`;
}

function stationChange(
  stage: StageNode,
  { service, serverCount, capacity, isPoisson }: StationFit,
): Change | string {
  if (!isPoisson) return 'the best model changes the arrivals, not the stage';
  return { node: stage, patch: { service, serverCount, ...(capacity !== undefined && { capacity }) } };
}

function serviceChange(
  stage: StageNode,
  { distribution }: DistributionFit,
  { queue }: FitInput,
): Change | string {
  const { id, bulk, schedule, byClass } = stage;
  const serverCount = serverCountOf(stage);
  if (schedule) return `stage ${id} has a schedule of rates`;
  if (Object.values(byClass ?? {}).some(({ service }) => service))
    return `stage ${id} serves its classes by distributions of their own`;
  // Gaps between departures are one server's times only where it is alone and takes one element at a time.
  const fromDepartures = queue !== undefined && queue.service === undefined;
  if (fromDepartures && (serverCount > 1 || bulk)) {
    return `the gaps between departures of stage ${id} come from ${bulk ? 'batches' : `${serverCount} servers`}: measure the service times themselves`;
  }
  return { node: stage, patch: { service: distribution } };
}

function sourceChange(
  { links, nodes }: Scenario,
  stage: StageNode,
  { fits, correlated }: DistributionReport,
): Change | string {
  const before = links.filter(({ to }) => to === stage.id);
  const source = nodes.filter(isSource).find(({ id }) => id === before[0]?.from);
  const only = before.length === 1 && source && links.filter(({ from }) => from === source.id).length === 1;
  if (!only) return `stage ${stage.id} does not have a source of its own, whose distribution this would be`;
  if (source.schedule) return `source ${source.id} has a schedule of rates`;
  if (batchSizeOf(source) !== 1)
    return `source ${source.id} emits batches, and the gaps are those of single elements`;
  const distribution: ArrivalDistribution = correlated[0]?.distribution ?? fits[0]!.distribution;
  return { node: source, patch: { interarrival: distribution } };
}

/** What `stagegraph fit` prints for people. */

const fitText = (queues: readonly FittedQueue[]): string => queues.map(textOf).join('\n\n');

function textOf(queue: FittedQueue): string {
  const { name, of } = queue.input;
  switch (queue.kind) {
    case 'refused':
      return `${name}, ${of}: ${queue.reason}`;
    case 'distribution':
      return [
        `${name}, ${of}: ${facts(queue.report)}`,
        distributionRows(queue.report),
        '',
        ...queue.report.sentences,
        ...streams(queue.report),
      ].join('\n');
    case 'stage':
      return [`${name}, ${of}`, ...stationTable(queue.report), '', ...queue.report.sentences].join('\n');
    default:
      return assertUnreachable(queue);
  }
}

const facts = ({ count, mean, scv }: DistributionReport): string =>
  `${count} values, mean ${formatQuantity(mean, 'time')}, scv ${formatNumber(scv)}`;

function distributionRows({ fits, refused }: DistributionReport): string {
  const columns = distributionColumns(fits).filter(({ kind }) => kind !== 'words');
  return [
    ...columnsText([...columns, ...furtherColumns(fits)], fits),
    '',
    ...fits.slice(0, MOST_SHOWN).map((fit) => `${labelOf(fit.family)}: ${numbersText(fit)}`),
    ...refused.map(({ family, reason }) => `no ${wordOf(family)}: ${reason}`),
  ].join('\n');
}

/** Distributions whose parameters are printed. */
const MOST_SHOWN = 3;

function streams({ correlated }: DistributionReport): readonly string[] {
  return correlated.flatMap(({ distribution, scv, autocorrelation, notes }) => [
    '',
    `As a correlated stream (${wordOf(distribution.distribution)}): scv ${formatNumber(scv)}, neighbours correlated by ${formatNumber(autocorrelation[1]!)}.`,
    JSON.stringify(distribution),
    ...notes,
  ]);
}

const stationTable = ({ fits }: { readonly fits: readonly StationFit[] }): readonly string[] =>
  columnsText(
    stationColumns(
      fits,
      fits.some(({ service }) => 'mean' in service && service.mean !== undefined),
    ),
    fits,
  );

/** `stagegraph size`: the smallest capacity of a stage that is seldom enough full, or depths of all queues together. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { METHOD_NAMES } from '../core/measures/methods.ts';
import { assumptionText, effectText } from '../core/measures/verdicts.ts';
import { formatNumber } from '../core/quantities/quantity.ts';
import {
  bitsOfToken,
  holderOf,
  type SizedQueue,
  sizedLinks,
  sizedQueues,
} from '../core/scenario/fifo-depths.ts';
import { MEMORY_TABLES, type MemoryShape, readMemory } from '../core/scenario/fifo-memory.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { BadInput } from '../lib/bad-input.ts';
import { type SizeOptions, size } from '../lib/size.ts';
import type { DepthsFound, DepthsQuestion, FoundDepths } from '../workers/explore/contract.ts';
import { depthPragmas, depthsCsv } from '../workers/explore/depth-words.ts';
import { costOfQueue, findDepths } from '../workers/explore/find-depths.ts';
import type { SizeAnswer } from '../workers/solve/contract.ts';
import {
  type DepthPoint,
  type DepthProgress,
  type DepthsAnswer,
  type FifoCost,
  sizeDepths,
  smallerNeighbours,
} from '../workers/solve/self-timed/size-depths.ts';
import { readBytes, readSoundScenario } from './input.ts';
import { endWithoutAnswer, printJson } from './outcome.ts';
import { sizeText, tellReached } from './within.ts';

interface Options extends Partial<SizeOptions> {
  readonly depths?: boolean;
  readonly throughput?: number;
  readonly format: 'table' | 'csv' | 'pragma';
  readonly cost: DepthsQuestion['unit'];
  readonly memory: string;
  readonly json?: boolean;
}

export function addSize(program: Command): void {
  program
    .command('size')
    .description(
      'find the smallest capacity of a stage that is seldom enough full, or the depths of all queues together',
    )
    .argument('<file>', 'scenario file, - or share link')
    .option('--stage <id>', 'stage whose capacity is wanted')
    .option('--below <share>', 'the most time that it may be full, such as 1e-6', share)
    .option(
      '--depths',
      'depths of all FIFOs of a dataflow graph, or capacities of all stages, against throughput',
    )
    .option(
      '--throughput <rate>',
      'with --depths: end at the first that reach it, firings or services per second',
      rate,
    )
    .addOption(
      new Option('--cost <unit>', 'with --depths: what is least, slots, bits or blocks of memory')
        .choices(['slots', 'bits', 'memory'])
        .default('slots'),
    )
    .option(
      '--memory <table>',
      'with --cost memory: amd, intel, or a file with lines such as "BRAM18K 36x512 208"',
      'amd',
    )
    .addOption(
      new Option(
        '--format <name>',
        'with --depths: a table of all, or the last depths as CSV or as HLS pragmas',
      )
        .choices(['table', 'csv', 'pragma'])
        .default('table'),
    )
    .addOption(new Option('--method <name>', 'how it is solved').choices(METHOD_NAMES).default('auto'))
    .option('--json', 'print one JSON document')
    .action(async (file: string, options: Options) => {
      const { stage, below, json = false } = options;
      const scenario = await readSoundScenario(file);
      if (options.depths) {
        const table = await memoryFor(scenario, options);
        if (sizedLinks(scenario).length === 0 && sizedQueues(scenario).length > 0)
          printFound({ scenario, unit: options.cost, memory: table }, options);
        else printDepths(scenario, options, table);
        return;
      }
      if (stage === undefined || below === undefined)
        throw new BadInput(['size: expected --stage and --below, or --depths']);
      tellReached(() => `the capacity of ${stage} among ${sizeText(scenario)}`);
      const outcome = size(scenario, { ...options, stage, below });
      if (outcome.kind === 'noAnswer') endWithoutAnswer(outcome, json);
      else if (json) printJson(outcome);
      else process.stdout.write(`${capacityText(outcome)}\n`);
    });
}

/** The front, with the depths that are one step less than its last and what they lose. */
function printDepths(scenario: Scenario, options: Options, memory: readonly MemoryShape[]): void {
  const { throughput: wanted, format, cost: unit, json = false } = options;
  const costs = sizedLinks(scenario).map((link) => costOfQueue({ scenario, unit, memory }, link));
  let progress: DepthProgress | undefined;
  tellReached(() =>
    progress
      ? `${progress.evaluated} settings of the depths, all that cost less than ${progress.cost} among them${boundText(progress.fastest)}${progress.front.map((point) => `\n  ${pointText(point, unit)}`).join('')}`
      : 'the first depths',
  );
  const tell = (now: DepthProgress) => {
    progress = now;
    return true;
  };
  const outcome = sizeDepths(scenario, { tell, costs, ...(wanted !== undefined && { wanted }) });
  if (outcome.kind === 'noAnswer' && outcome.reason === 'unsupported' && costs.length > 0)
    printFound({ scenario, unit, memory }, options);
  else if (outcome.kind === 'noAnswer') endWithoutAnswer(outcome, json);
  else if (json) printJson(outcome);
  else process.stdout.write(`${depthsText({ scenario, answer: outcome, unit, costs }, format)}\n`);
}

interface Sized {
  readonly scenario: Scenario;
  readonly answer: DepthsAnswer;
  readonly unit: DepthsQuestion['unit'];
  readonly costs: readonly FifoCost[];
}

function depthsText({ scenario, answer, unit, costs }: Sized, format: Options['format']): string {
  const { links, front, measured, complete, evaluated, fastest } = answer;
  const last = front.at(-1);
  if (!last) return 'No depths let the graph run.';
  switch (format) {
    case 'csv':
      return depthsCsv(links, last.depths);
    case 'pragma':
      return depthPragmas(links, last.depths);
    case 'table': {
      const smaller = smallerNeighbours(scenario, answer, last, costs);
      return [
        `depths of ${links.map(({ from, to }) => `${from} > ${to}`).join(', ')}`,
        ...front.map((point) => `  ${pointText(point, unit)}`),
        `  firings of ${measured} per second; ${complete ? 'no depths are faster than the last' : `larger depths may be faster${boundText(fastest)}`}; ${evaluated} settings`,
        ...smaller.map(
          (point) => `  one step less, ${point.depths.join(' ')}: ${formatNumber(point.throughput, 6)}`,
        ),
      ].join('\n');
    }
  }
}

/** Checks the unit that was asked for; a table of memories is read from a file unless it is one that is known. */
async function memoryFor(
  scenario: Scenario,
  { cost: unit, memory }: Options,
): Promise<readonly MemoryShape[]> {
  const unsized = sizedQueues(scenario).find((queue) => bitsOfToken(scenario, queue) === undefined);
  if (unit !== 'slots' && unsized)
    throw new BadInput([
      `--cost ${unit}: expected the size of an element (unitBytes) of "${holderOf(unsized)}"`,
    ]);
  const known = Object.entries(MEMORY_TABLES).find(([name]) => name === memory)?.[1];
  const read =
    known || unit !== 'memory' ? undefined : readMemory(new TextDecoder().decode(await readBytes(memory)));
  if (read && !read.ok) throw new BadInput([`${memory}: ${read.error}`]);
  return known ?? (read?.ok ? read.value : MEMORY_TABLES.amd);
}

/** Depths that simulation has a part in: each with its 95 % interval. */
function printFound(question: DepthsQuestion, { throughput: wanted, format, json = false }: Options): void {
  const { unit } = question;
  let now: DepthsFound | undefined;
  tellReached(() =>
    now
      ? `${now.evaluated} settings of the depths${now.front.map((point) => `\n  ${foundText(point, unit)}`).join('')}`
      : 'the first depths',
  );
  const found = findDepths({ ...question, ...(wanted !== undefined && { wanted }) }, (told) => {
    now = told;
  });
  if (found.kind === 'faults') throw new BadInput(found.faults.map((fault) => `size --depths: ${fault}`));
  if (json) printJson(found);
  else process.stdout.write(`${foundDepthsText(found, unit, format)}\n`);
}

function foundDepthsText(
  found: DepthsFound,
  unit: DepthsQuestion['unit'],
  format: Options['format'],
): string {
  const { queues, front, measured, evaluated, by } = found;
  const last = front.at(-1);
  if (!last) return 'No depths let the drawing run.';
  switch (format) {
    case 'csv':
      return depthsCsv(queues, last.depths);
    case 'pragma':
      return depthPragmas(queues, last.depths);
    case 'table':
      return [
        `depths of ${queues.map(queueName).join(', ')}`,
        ...front.map((point) => `  ${foundText(point, unit)}`),
        `  ${by === 'decomposition' ? 'services' : 'firings'} of ${measured.join(' and ')} per second, 95 % intervals; good depths, not proven to be least; ${evaluated} settings`,
      ].join('\n');
  }
}

const queueName = (queue: SizedQueue): string =>
  'stage' in queue ? queue.stage : `${queue.from} > ${queue.to}`;

const foundText = (point: FoundDepths, unit: DepthsQuestion['unit']): string => {
  const { halfWidth, share, predicted } = point;
  return [
    pointText(point, unit),
    ...(halfWidth === undefined ? [] : [`± ${formatNumber(halfWidth, 3)}`]),
    ...(share
      ? [`${percent(share.mean)} ± ${percent(share.halfWidth)} of the greatest`]
      : predicted === undefined
        ? []
        : [`predicted ${percent(predicted)} of the greatest`]),
  ].join(', ');
};

const percent = (value: number): string => `${formatNumber(100 * value, 4)} %`;

const UNIT_WORDS = { slots: 'slots', bits: 'bits', memory: 'cost of its memories' } as const;

const pointText = ({ depths, cost, throughput }: DepthPoint, unit: DepthsQuestion['unit']): string =>
  `${depths.join(' ')} (${formatNumber(cost, 9)} ${UNIT_WORDS[unit]}): ${formatNumber(throughput, 6)}`;

/** What no depths exceed. */
const boundText = (fastest: number): string =>
  Number.isFinite(fastest) ? `, none faster than ${formatNumber(fastest, 6)}` : '';

function rate(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('expected a rate > 0, in firings per second');
}

function share(text: string): number {
  const value = Number(text);
  if (value > 0 && value < 1) return value;
  throw new InvalidArgumentError('expected a share between 0 and 1, such as 1e-6');
}

function capacityText(answer: SizeAnswer): string {
  const { stage, below, capacity, fullProbability, withOneLess, model, exact, broken } = answer;
  const less =
    withOneLess === undefined
      ? 'fewer would not hold its servers'
      : `with one less ${formatNumber(withOneLess, 6)}`;
  return [
    `${stage}: K = ${capacity} is the smallest with P_BP <= ${below}`,
    `  P_BP = ${formatNumber(fullProbability, 6)} (${less}), by ${model}, ${exact ? 'exact' : 'approximate'}`,
    ...broken.map((assumed) => `  x ${effectText(assumed) ?? assumptionText(assumed)}`),
  ].join('\n');
}

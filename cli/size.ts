/** `stagegraph size`: the smallest capacity of a stage that is seldom enough full, or depths of all queues together. */

import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { counted } from '../core/base/plural.ts';
import { METHOD_NAMES } from '../core/measures/methods.ts';
import { assumptionText, effectText } from '../core/measures/verdicts.ts';
import { formatNumber } from '../core/quantities/quantity.ts';
import type { SizedQueue } from '../core/scenario/fifo-depths.ts';
import { MEMORY_TABLES, readMemory } from '../core/scenario/fifo-memory.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { BadInput } from '../lib/bad-input.ts';
import { type SizeOptions, size } from '../lib/size.ts';
import { type SizeDepthsOptions, sizeDepths } from '../lib/size-depths.ts';
import type { DepthsFound, FoundDepths } from '../workers/explore/contract.ts';
import { depthPragmas, depthsCsv, missedText } from '../workers/explore/depth-words.ts';
import type { SizeAnswer } from '../workers/solve/contract.ts';
import { readSoundScenario } from './input.ts';
import { fileToRead, rate, refuseWithout, share } from './option-values.ts';
import { EXIT, endWithoutAnswer, printJson } from './outcome.ts';
import { sizeText, tellReached } from './within.ts';

interface Options extends Partial<SizeOptions> {
  readonly depths?: boolean;
  readonly throughput?: number;
  readonly format: 'table' | 'csv' | 'pragma';
  readonly cost: Unit;
  readonly memory?: string;
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
    .option(
      '--below <share>',
      'the most time that it may be full, such as 1e-6',
      share({ above: 0, below: 1 }),
    )
    .option(
      '--depths',
      'depths of all FIFOs of a dataflow graph, or capacities of all stages, against throughput: the least where times are constant, else good ones by simulation',
    )
    .option(
      '--throughput <rate>',
      'with --depths: end at the first that reach it, firings or services per second',
      rate({ above: 0 }),
    )
    .addOption(
      new Option('--cost <unit>', 'with --depths: what is least, slots, bits or blocks of memory')
        .choices(['slots', 'bits', 'memory'])
        .default('slots'),
    )
    .option(
      '--memory <table>',
      'with --cost memory: amd (default), intel, or a file with lines such as "BRAM18K 36x512 208"',
      memoryTable,
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
      if (!options.depths)
        refuseWithout('--depths', { throughput: options.throughput, memory: options.memory });
      else if (options.cost !== 'memory') refuseWithout('--cost memory', { memory: options.memory });
      const scenario = await readSoundScenario(file);
      if (options.depths) {
        printDepths(scenario, depthsQuestion(options), options);
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
function printDepths(scenario: Scenario, asked: SizeDepthsOptions, { format, json = false }: Options): void {
  const { cost: unit = 'slots' } = asked;
  tellReached(() => 'the first depths');
  const outcome = sizeDepths(scenario, asked, (found) => tellReached(() => reachedText(found, unit)));
  if (outcome.kind === 'noAnswer') {
    endWithoutAnswer(outcome, json);
    return;
  }
  if (json) printJson(outcome);
  else process.stdout.write(`${depthsText(outcome, unit, format)}\n`);
  // Beside the depths, whose file others read.
  const last = outcome.front.at(-1);
  const wanted = asked.throughput;
  const missed = last && wanted !== undefined && missedText(last, wanted, PER_SECOND);
  if (missed && !json) process.stderr.write(`size: ${missed}\n`);
  if (outcome.front.length === 0) process.exitCode = EXIT.noAnswer;
}

const reachedText = ({ evaluated, below, front, fastest }: DepthsFound, unit: Unit): string =>
  [
    `${evaluated} settings of the depths${below === undefined ? '' : `, all that cost less than ${below} among them`}${boundText(fastest)}`,
    ...(front.length > MOST_REACHED ? [`  ${front.length} points, the fastest:`] : []),
    ...front.slice(-MOST_REACHED).map((point) => `  ${pointText(point, unit)}`),
  ].join('\n');

/** Points that are told of a front while the search goes on. */
const MOST_REACHED = 5;

function depthsText(answer: DepthsFound, unit: Unit, format: Options['format']): string {
  const { queues, front, by, measured } = answer;
  const last = front.at(-1);
  if (!last) return 'No depths that let the graph run were found.';
  switch (format) {
    case 'csv':
      return depthsCsv(queues, last.depths);
    case 'pragma':
      return depthPragmas(queues, last.depths);
    case 'table':
      return [
        `depths of ${queues.map(queueName).join(', ')}`,
        ...front.map((point) => `  ${pointText(point, unit)}`),
        `  ${by === 'decomposition' ? 'services' : 'firings'} of ${measured.join(' and ')} per second; ${standing(answer)}; ${counted(answer.evaluated, 'setting')}`,
        ...(last.smaller ?? []).map(
          (point) => `  one step less, ${point.depths.join(' ')}: ${formatNumber(point.throughput, 6)}`,
        ),
      ].join('\n');
  }
}

const PER_SECOND = {
  wanted: (rate: number) => `${formatNumber(rate, 6)} per second`,
  write: formatNumber,
};

/** What the front is, and what it is not. */
function standing({ by, complete, fastest }: DepthsFound): string {
  const most = complete
    ? 'no depths are faster than the last'
    : `larger depths may be faster${boundText(fastest)}`;
  switch (by) {
    case 'exact':
      return most;
    case 'execution':
      return `${most}; found by execution: cheaper depths may be as fast where it does not say "least", since a pipeline that is held can make a deeper FIFO slower`;
    case 'simulation':
    case 'decomposition':
      return 'found by simulation with 95 % intervals, without proof that none are better';
  }
}

const depthsQuestion = ({ cost, memory, throughput }: Options): SizeDepthsOptions => ({
  cost,
  ...(memory !== undefined && { memory }),
  ...(throughput !== undefined && { throughput }),
});

/** A table is read from a file unless it is one that is known. */
function memoryTable(text: string): string {
  if (Object.hasOwn(MEMORY_TABLES, text)) return text;
  const table = readFileSync(fileToRead(text), 'utf8');
  const read = readMemory(table);
  if (read.ok) return table;
  throw new InvalidArgumentError(`${read.error}.`);
}

type Unit = NonNullable<SizeDepthsOptions['cost']>;

const queueName = (queue: SizedQueue): string =>
  'stage' in queue ? queue.stage : `${queue.from} > ${queue.to}`;

const unitWord = (unit: Unit, cost: number): string =>
  unit === 'memory' ? 'cost of its memories' : cost === 1 ? unit.replace(/s$/, '') : unit;

const pointText = (point: FoundDepths, unit: Unit): string => {
  const { depths, cost, throughput, halfWidth, share: simulated, predicted, isLeast } = point;
  const error = halfWidth === undefined ? '' : ` ± ${formatNumber(halfWidth, 3)}`;
  const ofGreatest = simulated
    ? `, ${percent(simulated.mean)} ± ${percent(simulated.halfWidth)} of the greatest`
    : predicted === undefined
      ? ''
      : `, predicted ${percent(predicted)} of the greatest`;
  return `${depths.join(' ')} (${formatNumber(cost, 9)} ${unitWord(unit, cost)}): ${formatNumber(throughput, 6)}${error}${ofGreatest}${isLeast ? ', least' : ''}`;
};

const percent = (value: number): string => `${formatNumber(100 * value, 4)} %`;

/** What no depths exceed. */
const boundText = (fastest: number | undefined): string =>
  fastest === undefined ? '' : `, none faster than ${formatNumber(fastest, 6)}`;

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

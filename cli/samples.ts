/** `stagegraph samples`: how often sampled queues were not empty, in one run or two, and how regular the sampler was. */

import type { Command } from 'commander';
import { formatPercent, formatQuantity } from '../core/quantities/quantity.ts';
import { formatNumber } from '../core/quantities/quantity-format.ts';
import { type Column, numberColumn } from '../core/quantities/table.ts';
import { BadInput } from '../lib/bad-input.ts';
import type { SampledQueue } from '../workers/measure/sampled-against-traced.ts';
import {
  type FilledQueue,
  filledQueues,
  type SamplerTiming,
  samplerTiming,
  type Timing,
} from '../workers/measure/sampled-levels.ts';
import { TimeBase } from '../workers/measure/stream/time-base.ts';
import { chosenSamples, collect } from './check.ts';
import { nameOf } from './input.ts';
import { addMeasurementOptions, type MeasurementOptions, reduceOptionsOf } from './measurement-options.ts';
import { appended, inputFile } from './option-values.ts';
import { printJson } from './outcome.ts';
import { columnsText } from './table.ts';

interface Options extends MeasurementOptions {
  readonly beside?: string;
  readonly queue?: readonly string[];
  readonly json?: boolean;
}

export function addSamples(program: Command): void {
  const command = program
    .command('samples')
    .description('samples of counters: how often each queue was not empty, and how regular the sampler was')
    .argument('<samples>', 'measurement file with counter samples, or -')
    .option(
      '--beside <run>',
      'a second run of the same queues, and which of them differ by more than chance',
      inputFile,
    )
    .option('--queue <id>', 'only this queue; again for each', appended)
    .option('--json', 'print one JSON document');
  addMeasurementOptions(command).action(async (file: string, options: Options) => {
    const run = await runOf(file, options);
    const beside = options.beside === undefined ? undefined : await runOf(options.beside, options);
    const compared = beside && comparedRuns(run.filled, beside.filled);
    if (options.json) {
      printJson({ ...run, ...(beside && { beside, compared }) });
      return;
    }
    const text = [
      ...runText(run),
      ...(beside && compared ? ['', ...runText(beside), '', ...comparedText(compared)] : []),
    ];
    process.stdout.write(`${text.join('\n')}\n`);
  });
}

interface Run {
  readonly file: string;
  readonly filled: readonly FilledQueue[];
  readonly sampler?: SamplerTiming;
}

async function runOf(file: string, options: Options): Promise<Run> {
  const { mapping } = reduceOptionsOf(options);
  const { samples: all } = await collect(file, new TimeBase(), mapping);
  if (all.length === 0)
    throw new BadInput([`${nameOf(file)}: holds no counter samples; expected a table counters`]);
  const samples: readonly SampledQueue[] = chosenSamples(all, options.queue, nameOf(file));
  // The sampler goes round all queues, whichever are looked at.
  const sampler = samplerTiming(all);
  return { file: nameOf(file), filled: filledQueues(samples), ...(sampler && { sampler }) };
}

const COLUMNS: readonly Column<FilledQueue>[] = [
  { id: 'id', header: 'Queue', value: ({ id }) => id },
  countColumn('samples', 'Samples', ({ samples }) => samples),
  countColumn('filled', 'count(C\u00a0≥\u00a01)', ({ filled }) => filled),
  share('share', 'Share', ({ share }) => share),
  share('error', '± (1 sd)', ({ shareError }) => shareError),
  countColumn('sum', 'ΣC', ({ sum }) => sum),
  numberColumn('mean', 'Mean of those ≥\u00a01', ({ filled, mean }) => (filled > 0 ? mean : undefined)),
  numberColumn('deviation', 'sd', ({ filled, deviation }) => (filled > 1 ? deviation : undefined)),
  countColumn('most', 'Most', ({ most }) => most),
  countColumn('negative', 'count(C\u00a0<\u00a00)', ({ negative }) => negative),
  countColumn('entered', 'Entered', ({ entered }) => entered),
  countColumn('before', 'Entered before', ({ enteredBefore }) => enteredBefore),
];

/** Whole, as in Weh's tables: no digit is left out. */
function countColumn<Row>(id: string, header: string, of: (row: Row) => number): Column<Row> {
  return { ...{ id, header, kind: 'number' }, value: of, write: (row) => of(row).toLocaleString('en') };
}

function share<Row>(id: string, header: string, of: (row: Row) => number): Column<Row> {
  return {
    ...{ id, header, kind: 'number' },
    value: (row) => of(row),
    write: (row) => (Number.isFinite(of(row)) ? formatPercent(of(row), 2) : 'n/a'),
  };
}

function runText({ file, filled, sampler }: Run): string[] {
  return [
    `${file}: samples with something in the queue`,
    ...columnsText(COLUMNS, filled),
    ...samplerText(sampler),
  ];
}

function samplerText(sampler: SamplerTiming | undefined): string[] {
  if (!sampler)
    return [
      '',
      'The sampler: nothing can be told, since the queues have different numbers of samples, or one each.',
    ];
  const { rounds, period, late, round, costs, costUnseen } = sampler;
  const dearest = costs.toSorted((a, b) => b.mean - a.mean).slice(0, 3);
  return [
    '',
    `The sampler: ${rounds.toLocaleString('en')} rounds, one every ${spread(period)}; jitter up to ${time(period.most - period.median)} after the median, ${late.toLocaleString('en')} of them late by more than half a period.`,
    ...(round
      ? [
          `A round takes ${spread(round)} from its first queue to its last, ${formatPercent(round.mean / period.mean, 2)} of the period.`,
          `${costs.length > 1 ? 'Dearest to sample of those that can be told' : 'To sample'}: ${dearest.map((cost) => `${cost.id} ${spread(cost)}`).join('; ')}. What ${costUnseen} costs cannot be told: it is sampled last, and no time stamp follows in its round.`,
        ]
      : []),
  ];
}

const time = (ns: number): string => formatQuantity(ns / 1e9, 'time');
const spread = ({ mean, deviation, p99 }: Timing): string =>
  `${time(mean)}${Number.isFinite(deviation) ? ` (sd ${time(deviation)}, p99 ${time(p99)})` : ''}`;

/** Two runs over each other. */
interface ComparedQueue {
  readonly id: string;
  readonly share: readonly [number, number];
  readonly mean: readonly [number, number];
  /** Difference of the shares by its standard error; NaN where a run is too short to tell. */
  readonly z: number;
}

/** Beyond this a difference is no chance: one in a thousand. */
const REAL = 3.3;

function comparedRuns(
  first: readonly FilledQueue[],
  second: readonly FilledQueue[],
): readonly ComparedQueue[] {
  return first.flatMap((one): ComparedQueue[] => {
    const other = second.find(({ id }) => id === one.id);
    if (!other) return [];
    const error = Math.sqrt(one.shareError ** 2 + other.shareError ** 2);
    const apart = other.share - one.share;
    const z = apart === 0 ? 0 : apart / error;
    return [
      {
        ...{ id: one.id, share: [one.share, other.share], z },
        mean: [one.filled > 0 ? one.mean : 0, other.filled > 0 ? other.mean : 0],
      },
    ];
  });
}

function comparedText(compared: readonly ComparedQueue[]): string[] {
  if (compared.length === 0) return ['The two runs have no queue of the same name.'];
  const columns: readonly Column<ComparedQueue>[] = [
    { id: 'id', header: 'Queue', value: ({ id }) => id },
    share('first', 'Share, first run', ({ share: [first] }) => first),
    share('second', 'Share, second', ({ share: [, second] }) => second),
    numberColumn('mean1', 'Mean of those ≥ 1, first', ({ mean: [first] }) => first),
    numberColumn('mean2', 'Mean of those ≥ 1, second', ({ mean: [, second] }) => second),
    {
      ...{ id: 'z', header: 'Difference', value: ({ z }) => z },
      write: ({ z }) =>
        Number.isNaN(z)
          ? 'too few samples to tell'
          : Math.abs(z) > REAL
            ? `real (${formatNumber(z)} sd)`
            : `chance (${formatNumber(z)} sd)`,
    },
  ];
  return ['The two runs over each other', ...columnsText(columns, compared)];
}

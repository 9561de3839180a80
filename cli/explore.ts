/** `stagegraph explore`: what a design would do at other values of its inputs, and which design reaches a goal. */
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type PointRange, shardRange } from '../src/model/point-ranges.ts';
import type { Sampling, Study } from '../src/model/study.ts';
import type { StudyTable } from '../workers/contract/exploring.ts';
import { METHOD_NAMES } from '../workers/contract/solving.ts';
import { seekGoal } from '../workers/explore/seek-goal.ts';
import { planStudy } from '../workers/explore/study-plan.ts';
import { exportPoints } from './explore-export.ts';
import { openPointsFile } from './explore-file.ts';
import { explorePoints } from './explore-pool.ts';
import { readStudyOf, type StudyOptions } from './explore-study.ts';
import { goalText, pointsText } from './explore-text.ts';
import { BadInput, EXIT, printJson } from './outcome.ts';

interface Options extends StudyOptions {
  readonly out?: string;
  readonly shard?: Shard;
  readonly threads?: number;
  readonly json?: boolean;
}

interface Shard {
  readonly part: number;
  readonly parts: number;
}

/** More are not shown, but written to a file. */
const MOST_SHOWN = 10_000;

export function addExplore(program: Command): void {
  program
    .command('explore')
    .description('vary inputs of a scenario, or seek the design that reaches a goal')
    .argument('<file>', 'study or scenario file, - or share link')
    .option(
      '--vary <path=range>',
      'such as 1b.capacity=10:100:10, log:1:1000:4, 10,20,40 or ~5%',
      collected,
      [],
    )
    .option('--sample <way>', 'grid, or sobol:N, lhs:N, mc:N with points and, if wanted, :seed', sampling)
    .option('--measure <name>', 'what is kept of each point, such as 1b.meanOccupancy', collected, [])
    .addOption(
      new Option('--goal <text>', 'such as "least 1b.capacity with 1b.backPressureProbability <= 1e-6"')
        .argParser(collected)
        .default([]),
    )
    .addOption(new Option('--target <text>', 'the same as --goal').argParser(collected).default([]))
    .addOption(new Option('--method <name>', 'how points are solved').choices(METHOD_NAMES))
    .option('--simulate', 'simulate each point, all with the same random numbers')
    .option('--seed <n>', 'of the simulation', integerFrom(0))
    .option('--replications <n>', 'of each point', integerFrom(2))
    .option('--horizon <seconds>', 'end of each replication', positive)
    .option('--warmup <seconds>', 'dropped start of each replication', nonNegative)
    .option('--precision <share>', 'go on until mean occupancies are known to this share', positive)
    .option('--out <file>', '.ndjson, .csv or .parquet; the same command goes on where it was ended')
    .option('--shard <i/n>', 'only the i-th of n parts of the points; join them with merge', shard)
    .option('--threads <n>', 'threads that share the points (as many as cores)', integerFrom(1))
    .option('--json', 'print one JSON document')
    .action(async (file: string, { target, ...given }: Options & { readonly target: readonly string[] }) => {
      const options = { ...given, goal: [...given.goal, ...target] };
      const study = await readStudyOf(file, options);
      if (options.goal.length > 0 || (study.vary.length === 0 && study.goals)) seekGoals(study, options);
      else await answerPoints(study, options);
    });
}

function seekGoals(study: Study, { json }: Options): void {
  const answers = study.goals!.map((goal) => {
    const answer = seekGoal(study, goal);
    if (answer.kind === 'faults') throw new BadInput(answer.faults.map((fault) => `explore: ${fault}`));
    return answer;
  });
  if (json) printJson(answers.length === 1 ? answers[0] : answers);
  else process.stdout.write(`${answers.map(goalText).join('\n')}\n`);
  if (answers.some(({ found }) => !found)) process.exitCode = EXIT.noAnswer;
}

async function answerPoints(study: Study, options: Options): Promise<void> {
  const plan = planStudy(study);
  if (plan.kind === 'faults') throw new BadInput(plan.faults.map((fault) => `explore: ${fault}`));
  if (study.vary.length === 0)
    throw new BadInput(['explore: nothing is varied; say --vary PATH=RANGE, or --goal']);
  const { table } = plan;
  const { shard: { part, parts } = { part: 1, parts: 1 }, threads = availableParallelism() } = options;
  const range = shardRange(table.points, part, parts);
  const work = { study, table, range, threads };
  if (options.out === undefined) await show(work, options);
  else await write(work, options.out);
}

interface Work {
  readonly study: Study;
  readonly table: StudyTable;
  readonly range: PointRange;
  readonly threads: number;
}

async function show({ study, table, range, threads }: Work, { json }: Options): Promise<void> {
  if (range.to - range.from > MOST_SHOWN)
    throw new BadInput([
      `explore: ${table.points.toLocaleString('en')} points are too many to show; write them with --out FILE`,
    ]);
  const rows: Record<string, unknown>[] = [];
  await explorePoints(study, range, threads, async (lines) => {
    for (const line of lines.trimEnd().split('\n')) rows.push(JSON.parse(line) as Record<string, unknown>);
  });
  if (json) printJson({ ...table, rows });
  else process.stdout.write(`${pointsText(table, rows)}\n`);
}

/** Lines are written as they come; other formats are made of them at the end. */
async function write({ study, table, range, threads }: Work, out: string): Promise<void> {
  if (!/\.(ndjson|csv|parquet)$/.test(out) && !out.startsWith('/dev/'))
    throw new BadInput([
      `explore: --out: expected a name that ends in .ndjson, .csv or .parquet, got ${out}`,
    ]);
  const journal = /\.(csv|parquet)$/.test(out) ? `${out}.points.ndjson` : out;
  const file = await openPointsFile(journal, table, range);
  const progress = progressLine(range, file.next);
  try {
    await explorePoints(study, { from: file.next, to: range.to }, threads, async (lines, next) => {
      await file.append(lines);
      progress(next);
    });
  } finally {
    await file.close();
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  if (journal === out) return;
  await exportPoints(journal, out);
  await rm(journal);
}

/** On a terminal: how far, how fast, how long still. */
function progressLine({ from, to }: PointRange, begin: number): (next: number) => void {
  const started = performance.now();
  return (next) => {
    if (!process.stderr.isTTY) return;
    const seconds = (performance.now() - started) / 1000;
    const speed = (next - begin) / seconds;
    const left = (to - next) / speed;
    const done = `${(next - from).toLocaleString('en')} of ${(to - from).toLocaleString('en')} points`;
    process.stderr.write(
      `\r\x1b[K${done}, ${Math.round(speed).toLocaleString('en')}/s, ${Math.ceil(left)} s left`,
    );
  };
}

const collected = (text: string, before: readonly string[]): readonly string[] => [...before, text];

function sampling(text: string): Sampling {
  const [way = '', points = '', seed] = text.split(':');
  if (way === 'grid' && points === '') return { kind: 'grid' };
  const kinds = { sobol: 'sobol', lhs: 'latinHypercube', mc: 'monteCarlo' } as const;
  if (!Object.hasOwn(kinds, way)) throw new InvalidArgumentError('expected grid, sobol:N, lhs:N or mc:N');
  const count = integerFrom(1)(points);
  return {
    kind: kinds[way as keyof typeof kinds],
    points: count,
    ...(seed !== undefined && { seed: integerFrom(0)(seed) }),
  };
}

function shard(text: string): Shard {
  const [part = 0, parts = 0] = text.split('/').map(Number);
  if (Number.isInteger(part) && Number.isInteger(parts) && part >= 1 && part <= parts) return { part, parts };
  throw new InvalidArgumentError('expected i/n with i from 1 to n, such as 2/8');
}

const integerFrom =
  (least: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`expected a whole number from ${least} on`);
  };

function positive(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('expected a number above 0');
}

function nonNegative(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('expected a number from 0 on');
}

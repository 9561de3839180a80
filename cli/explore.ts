/** `stagegraph explore`: what a design would do at other values of its inputs, and which design reaches a goal. */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { METHOD_NAMES } from '../core/measures/methods.ts';
import { type Column, cellLine, cellText as readCell } from '../core/quantities/table.ts';
import { readScenarioText } from '../core/scenario/read-scenario.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { type PointRange, shardRange } from '../core/study/point-ranges.ts';
import { isStudy, readStudyText } from '../core/study/read-study.ts';
import type { Study } from '../core/study/study.ts';
import { findMeasure } from '../core/study/study-measures.ts';
import { BadInput } from '../lib/bad-input.ts';
import { collectPoints, type PointRow, plannedTable, soughtDesign } from '../lib/explore.ts';
import type { PointExecutor } from '../lib/point-executor.ts';
import { threadExecutor } from '../lib/point-threads.ts';
import { type StudyOptions, studyOf, studyWith } from '../lib/studies.ts';
import type { GoalAnswer, GoalProgress, PointStatus, StudyTable } from '../workers/explore/contract.ts';
import { evaluateDesign } from '../workers/explore/evaluate-design.ts';
import {
  designText,
  estimateText,
  goalFacts,
  goalWords,
  neighbourColumns,
  openTexts,
  type PointColumn,
  pointColumns,
  pointText,
  STATUS_WORDS,
  soughtText,
} from '../workers/explore/explore-words.ts';
import { exportPoints } from './explore-export.ts';
import { openPointsFile } from './explore-file.ts';
import {
  addQueueOptions,
  designsFile,
  price,
  type Shard,
  type ShardScript,
  sampling,
  shard,
  shardScript,
} from './explore-options.ts';
import { showProgress, speedText, terminalLine, timeText } from './explore-progress.ts';
import type { QueueOptions } from './explore-queue-server.ts';
import { scriptText } from './explore-shard-script.ts';
import { nameOf, readBytes, readScenario } from './input.ts';
import { appended, precision, refuseWithout, replications, seed, threads, time } from './option-values.ts';
import { EXIT, printJson } from './outcome.ts';
import { columnsText } from './table.ts';

interface Options extends StudyOptions, Omit<QueueOptions, 'queue'> {
  readonly goal: readonly string[];
  readonly out?: string;
  readonly shard?: Shard;
  readonly shardScript?: ShardScript;
  readonly threads?: number;
  readonly queue?: string;
  readonly json?: boolean;
}

/** More are not shown, but written to a file. */
const MOST_SHOWN = 10_000;

export function addExplore(program: Command): void {
  const command = program
    .command('explore')
    .description('vary inputs of a scenario, or seek the design that reaches a goal')
    .argument('<file>', 'study or scenario file, - or share link')
    .option(
      '--vary <path=range>',
      'such as 1b.capacity=10:100:10, log:1:1000:4, 10,20,40 or ~5%',
      appended,
      [],
    )
    .option('--sample <way>', 'grid, or sobol:N, lhs:N, mc:N with designs and, if wanted, :seed', sampling)
    .option('--measure <name>', 'what is kept of each design, such as 1b.meanOccupancy', appended, [])
    .option('--target, --goal <text>', 'such as "smallest K at 1b with P_BP <= 1e-6"', appended, [])
    .option('--cost <what=price>', 'such as buffer=0.01, server=2, stage=5 or gpu.server=20', price)
    .addOption(new Option('--method <name>', 'how designs are solved').choices(METHOD_NAMES))
    .option('--simulate', 'simulate each design, all with the same random numbers')
    .option('--seed <n>', 'of the simulation', seed)
    .option('--replications <n>', 'of each design', replications)
    .option('--horizon <seconds>', 'end of each replication', time({ above: 0 }))
    .option('--warmup <seconds>', 'dropped start of each replication', time({ from: 0 }))
    .option(
      '--precision <share>',
      'go on until the number in system of every stage is known to this share',
      precision,
    )
    .option(
      '--out <file>',
      '.ndjson, .csv or .parquet; the same command goes on where it was ended',
      designsFile,
    )
    .option('--shard <i/n>', 'only the i-th of n parts of the designs; join them with merge', shard)
    .addOption(
      new Option('--shard-script <system>', 'print how slurm:N or kubernetes:N answers N parts')
        .argParser(shardScript)
        .conflicts(['shard', 'queue', 'json']),
    )
    .option('--threads <n>', 'threads that share the designs (as many as cores)', threads)
    .addOption(
      new Option(
        '--queue <url>',
        'let workers answer, by way of a Redis server, redis://host:port',
      ).conflicts('threads'),
    )
    .option('--json', 'print one JSON document');
  addQueueOptions(command).action(async (file: string, options: Options) => {
    const { queue, queueCa, queueCert, queueKey, queuePrefix } = options;
    if (queue === undefined) refuseWithout('--queue', { queueCa, queueCert, queueKey, queuePrefix });
    const study = await readStudyOf(file, options);
    if (options.goal.length > 0 || (study.vary.length === 0 && study.goals))
      seekGoals(study, options.json === true);
    else await answerPoints(study, file, options);
  });
}

async function answerPoints(study: Study, file: string, options: Options): Promise<void> {
  const table = plannedTable(study);
  if (options.shardScript) return printScript(file, options.shardScript, table.points, options.out);
  const { shard: { part, parts } = { part: 1, parts: 1 }, out } = options;
  const work = { study, table, range: shardRange(table.points, part, parts) };
  if (out === undefined) await show(work, options);
  else await write(work, out, options);
}

function printScript(file: string, script: ShardScript, points: number, out?: string): void {
  if (file === '-') throw new BadInput(['explore: --shard-script: expected a study in a file, got -']);
  const parts = Math.min(script.parts, points);
  process.stdout.write(scriptText({ ...script, parts, args: process.argv.slice(2), out }));
}

interface Work {
  readonly study: Study;
  readonly table: StudyTable;
  readonly range: PointRange;
}

/** What queues need is only loaded for them. */
async function executorOf({ study, table }: Work, options: Options): Promise<PointExecutor> {
  const { queue, threads = availableParallelism() } = options;
  if (queue === undefined) return threadExecutor(study, table.key, threads);
  const { openQueueExecutor } = await import('./explore-queue.ts');
  return openQueueExecutor({ ...options, queue }, study);
}

async function show(work: Work, options: Options): Promise<void> {
  const { table, range } = work;
  if (range.to - range.from > MOST_SHOWN)
    throw new BadInput([
      `explore: ${table.points.toLocaleString('en')} designs are too many to show; write them with --out FILE`,
    ]);
  const executor = await executorOf(work, options);
  const progress = showProgress(range, range.from, () => executor.crew());
  const rows = await collectPoints(executor, range, progress.reach).finally(progress.end);
  if (options.json) printJson({ ...table, rows });
  else process.stdout.write(`${[pointsText(table, rows), ...openOf(work)].join('\n')}\n`);
}

/** What the inputs leave open where the drawing stands; simulated points have their intervals. */
function openOf({ study, table }: Work): readonly string[] {
  const { scenario, costs, answer = { by: 'solve' } } = study;
  if (answer.by !== 'solve') return [];
  const sources = table.measures.flatMap(({ name }) => {
    const found = findMeasure(scenario, name);
    return found.ok ? [found.value.source] : [];
  });
  const { open = [] } = evaluateDesign({ scenario, answer, costs, sources, spans: true });
  return openTexts(scenario, table.measures, open);
}

/** Lines are written as they come; other formats are made of them at the end. */
async function write(work: Work, out: string, options: Options): Promise<void> {
  const { table, range } = work;
  const journal = /\.(csv|parquet)$/.test(out) ? `${out}.points.ndjson` : out;
  const file = await openPointsFile(journal, table, range);
  try {
    const executor = await executorOf(work, options);
    const progress = showProgress(range, file.next, () => executor.crew());
    await executor
      .answer({ from: file.next, to: range.to }, async (lines, next) => {
        await file.append(lines);
        progress.reach(next);
      })
      .finally(progress.end);
  } finally {
    await file.close();
  }
  if (journal === out) return;
  await exportPoints(journal, out);
  await rm(journal);
}

/** Goals of a study on the command line: answered one by one, with what is being tried on the terminal. */

function seekGoals(study: Study, json: boolean): void {
  const answers = study.goals!.map((goal) => {
    const progress = showTrying(study.scenario);
    const answer = soughtDesign(study, goal, progress.look);
    progress.end();
    return answer;
  });
  if (json) printJson(answers.length === 1 ? answers[0] : answers);
  else process.stdout.write(`${answers.map((answer) => goalText(study, answer)).join('\n')}\n`);
  if (answers.some(({ found }) => !found)) process.exitCode = EXIT.noAnswer;
}

/** How many designs a search will need, it knows itself only at the end. */
function showTrying(scenario: Scenario) {
  const line = terminalLine();
  const started = performance.now();
  return {
    look: (progress: GoalProgress): void =>
      line?.write(tryingText(scenario, progress, (performance.now() - started) / 1000)),
    end: () => line?.clear(),
  };
}

export function tryingText(scenario: Scenario, { looks, design }: GoalProgress, seconds: number): string {
  const parts = [
    `${looks.toLocaleString('en')} evaluation${looks === 1 ? '' : 's'}`,
    ...(looks > 0 ? [speedText(looks / seconds), timeText(seconds)] : []),
    `trying ${designText(scenario, design)}`,
  ];
  return parts.join(', ');
}

/** Points and answers to goals for people who read the terminal. */

/** Rows on a terminal; all of them are in files. */
const MOST_ROWS = 100;

function pointsText(table: StudyTable, rows: readonly PointRow[]): string {
  const columns: readonly Column<PointRow>[] = [
    {
      id: 'point',
      header: 'design',
      // Files count points from 0, people designs from 1.
      value: ({ point }) => Number(point) + 1,
      write: ({ point }) => String(Number(point) + 1),
    },
    ...pointColumns(table).map(
      (column): Column<PointRow> => ({
        ...{ id: column.name, header: column.words, kind: 'number' },
        value: (row) => row[column.name],
        write: (row) => cellText(column, row),
      }),
    ),
    {
      ...{ id: 'state', header: 'status' },
      value: ({ status, reason }) =>
        String(reason ?? (isPointStatus(status) ? STATUS_WORDS[status] : status)),
    },
  ];
  const rest = rows.length - MOST_ROWS;
  return [
    ...columnsText(columns, rows.slice(0, MOST_ROWS)),
    ...(rest > 0 ? [`… and ${rest.toLocaleString('en')} more designs; write all with --out FILE`] : []),
  ].join('\n');
}

const isPointStatus = (status: unknown): status is PointStatus =>
  typeof status === 'string' && status in STATUS_WORDS;

/** Numbers of JSON; words stand for choices, `unbounded` for what has no bound. */
function cellText(column: PointColumn, row: PointRow): string {
  const value = row[column.name];
  if (typeof value === 'string' && column.choices) return pointText(column, column.choices.indexOf(value));
  const half = row[`${column.name} ±`];
  const number = value === 'unbounded' ? Number.POSITIVE_INFINITY : Number(value ?? Number.NaN);
  return estimateText(column, number, typeof half === 'number' ? half : undefined);
}

function goalText({ scenario }: Study, answer: GoalAnswer): string {
  const { goal, found, design, neighbours } = answer;
  const sought = soughtText(scenario, answer);
  const [beside, why] = neighbourColumns(scenario, design);
  return [
    goalWords(scenario, goal),
    found
      ? `  ${sought}`
      : `  no design in the range meets all constraints; this one misses least: ${sought}`,
    ...goalFacts(scenario, answer).map((fact) => `  ${fact}`),
    ...neighbours.map(
      (row) => `  neighbour ${cellLine(readCell(beside!, row))}: ${cellLine(readCell(why!, row))}`,
    ),
  ].join('\n');
}

/** The study that a command line asks for: a study file, or a scenario and what is said beside it. */

/** What is said on the command line comes on top of a study file. */
export const readStudyOf = async (file: string, options: StudyOptions): Promise<Study> =>
  studyWith(await readBase(file), options);

/** A scenario by itself is a study of which nothing is varied yet. */
async function readBase(file: string): Promise<Study> {
  if (file !== '-' && !existsSync(file)) return studyOf(await readScenario(file));
  const text = new TextDecoder().decode(await readBytes(file));
  const read = isStudy(parsedJson(text)) ? readStudyText(text) : readScenarioText(text);
  if (!read.ok) throw new BadInput(read.error.map(({ message }) => `${nameOf(file)}: ${message}`));
  return 'vary' in read.value ? read.value : studyOf(read.value);
}

/** Undefined where the text is no JSON, which is told by whoever reads it as a scenario. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

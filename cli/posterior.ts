/** `stagegraph estimate --posterior`: what a trace of some of the tasks tells of all of them. */

import { type Command, Option } from 'commander';
import type { Column } from '../core/quantities/table.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { scenarioText } from '../core/scenario/scenario-text.ts';
import type { WhatIfCase } from '../core/study/what-if.ts';
import { BadInput } from '../lib/bad-input.ts';
import {
  runPosterior as computePosterior,
  type PosteriorOutcome,
  posteriorJson,
  posteriorQuestion,
} from '../lib/posterior.ts';
import { describeFault } from '../workers/measure/measurement-fault.ts';
import { applyPosterior } from '../workers/posterior/apply-posterior.ts';
import { applyWhatIf, placedNetwork } from '../workers/posterior/apply-what-if.ts';
import {
  type ChainProgress,
  DISTRIBUTION_FAMILIES,
  type DistributionFamily,
  type PosteriorAnswer,
  type PosteriorProblem,
  type PosteriorReport,
  type WhatIfAnswer,
  type WindowPosterior,
} from '../workers/posterior/contract.ts';
import {
  convergenceColumns,
  pathColumns,
  queueColumns,
  rangeText,
  rHatText,
  SHARE_PARTS,
  shareColumns,
  shareRows,
  shareText,
  timeText,
  whatIfColumns,
} from '../workers/posterior/posterior-words.ts';
import { writeWhole } from './disk-words.ts';
import { byteSource, measurementContext } from './measurement-input.ts';
import { type MeasurementOptions, refusedFile } from './measurement-options.ts';
import { refuseWithout, seed, wholeNumber } from './option-values.ts';
import { EXIT, printJson } from './outcome.ts';
import { columnsText } from './table.ts';
import { tellReached } from './within.ts';

export interface PosteriorOptions extends MeasurementOptions {
  readonly distribution?: DistributionFamily;
  readonly components?: number;
  readonly discipline?: 'FCFS' | 'RSS';
  readonly servers?: number;
  readonly evenRoutes?: boolean;
  readonly windows?: number;
  readonly sweeps?: number;
  readonly chains?: number;
  readonly rounds?: number;
  readonly seed?: number;
  readonly whatIf?: true | readonly string[];
  readonly apply?: string;
  readonly json?: boolean;
}

/** The sampler counts in 32 bits. */
const MOST = 2 ** 32 - 1;

export function addPosteriorOptions(command: Command): Command {
  return command
    .option('--posterior', 'from a table of tasks, some of them observed: waiting and service of all')
    .addOption(
      new Option(
        '--distribution <family>',
        'with --posterior: distribution of service; chosen for each queue unless given',
      ).choices([...DISTRIBUTION_FAMILIES]),
    )
    .option(
      '--components <n>',
      'with --posterior: of a mixture of exponentials (4)',
      wholeNumber({ from: 2, to: MOST }),
    )
    .addOption(
      new Option('--discipline <name>', 'with --posterior: of queues that nothing is known of').choices([
        'FCFS',
        'RSS',
      ]),
    )
    .option(
      '--servers <n>',
      'with --posterior: of queues that nothing is known of (1)',
      wholeNumber({ from: 1, to: MOST }),
    )
    .option(
      '--even-routes',
      'with --posterior: tasks choose alike among the queues of a state, else estimated',
    )
    .option(
      '--windows <n>',
      'with --posterior: stretches of time that are told apart (12)',
      wholeNumber({ from: 1, to: MOST }),
    )
    .option(
      '--sweeps <n>',
      'with --posterior: of each chain in a round (125)',
      wholeNumber({ from: 50, to: MOST }),
    )
    .option(
      '--chains <n>',
      'with --posterior: chains from starts apart (4)',
      wholeNumber({ from: 4, to: MOST }),
    )
    .option(
      '--rounds <n>',
      'with --posterior: at most, until the chains agree (64)',
      wholeNumber({ from: 1, to: MOST }),
    )
    .option(
      '--what-if [change...]',
      'with --posterior: what would be, such as db.servers=+1, db.service=0.5x, load=2x, state>queue.share=0.7; relief of the queue where tasks wait longest unless given',
    )
    .option('--seed <n>', 'with --posterior: same seed, same draws', seed);
}

const ONLY_WITH_POSTERIOR = [
  ...(['distribution', 'components', 'discipline', 'servers', 'evenRoutes'] as const),
  ...(['windows', 'sweeps', 'chains', 'rounds', 'whatIf', 'seed'] as const),
];

export const refusePosteriorOptions = (options: PosteriorOptions): void =>
  refuseWithout('--posterior', Object.fromEntries(ONLY_WITH_POSTERIOR.map((name) => [name, options[name]])));

export async function runPosterior(
  file: string,
  options: PosteriorOptions,
  scenario?: Scenario,
): Promise<void> {
  const context = measurementContext(file, options);
  const { whatIf } = options;
  const asked = await posteriorQuestion(await byteSource(file), context, {
    ...options,
    ...{ scenario, whatIf: whatIf === true ? [] : whatIf },
  });
  if ('faults' in asked) throw refusedFile(asked.faults);
  for (const warning of asked.warnings) process.stderr.write(`warning: ${describeFault(warning)}\n`);
  for (const warning of asked.problem.warnings) process.stderr.write(`warning: ${warning}\n`);
  const { seed, rounds } = options;
  const outcome = await computePosterior(asked, {
    ...{ seed, rounds },
    ...{ onProgress: progressLine(), onChecked: checkLine, onRound: roundLine },
  });
  if ('refused' in outcome) endRefused(outcome.refused, options.json === true);
  else await printReport(outcome, asked.problem, options, scenario);
}

function endRefused(message: string, json: boolean): void {
  if (json) printJson({ kind: 'refused', message });
  else process.stderr.write(`${message}\n`);
  process.exitCode = EXIT.noAnswer;
}

async function printReport(
  { report, whatIf }: PosteriorOutcome,
  problem: PosteriorProblem,
  options: PosteriorOptions,
  scenario?: Scenario,
): Promise<void> {
  if (options.json) printJson({ ...posteriorJson(report), ...(whatIf && { whatIf }) });
  else process.stdout.write(`${[posteriorText(report), ...(whatIf ? whatIfText(whatIf) : [])].join('\n')}\n`);
  if (report.kind === 'notConverged') {
    process.stderr.write(`${report.message}\n`);
    process.exitCode = EXIT.noAnswer;
  } else if (options.apply !== undefined && scenario)
    await apply(scenario, report, options.apply, { problem, changes: askedFor(options, whatIf) });
}

/** What was asked for by name, and not proposed, goes into the scenario: all of it. */
const askedFor = ({ whatIf }: PosteriorOptions, answer: WhatIfAnswer | undefined): WhatIfCase =>
  whatIf === true ? [] : (answer?.rows.flatMap(({ changes }) => changes) ?? []);

const whatIfText = ({ rows, sentences, draws }: WhatIfAnswer): readonly string[] => [
  '',
  ...sentences,
  '',
  `What if (${draws} draws; responses of these tasks served anew, and of a long run with entries at random):`,
  ...columnsText(whatIfColumns, rows),
];

async function apply(
  scenario: Scenario,
  answer: PosteriorAnswer,
  file: string,
  { problem, changes }: { readonly problem: PosteriorProblem; readonly changes: WhatIfCase },
): Promise<void> {
  const { scenario: estimated, applied, left } = applyPosterior(scenario, answer);
  const asked = applyWhatIf(estimated, placedNetwork(problem, answer.queues), changes);
  const changed = asked.scenario;
  for (const line of [...left, ...asked.left]) process.stderr.write(`warning: ${line}\n`);
  if (applied.length === 0)
    throw new BadInput(['--apply: no stage of the scenario got a distribution; nothing is written']);
  await writeWhole(file, scenarioText(changed));
  process.stderr.write(
    `${file}: ${applied.join(', ')} ${applied.length === 1 ? 'has' : 'have'} the estimated distribution\n`,
  );
}

function roundLine({ sweeps, convergence }: PosteriorReport): void {
  const worst = convergence[0]!;
  process.stderr.write(
    `${process.stderr.isTTY ? '\r\x1b[K' : ''}${sweeps} sweeps: R-hat of the ${worst.what} is ${rHatText(worst.rHat)}, going on\n`,
  );
}

/** As {@link progressLine}, while the model is checked. */
function checkLine({ done, of }: { readonly done: number; readonly of: number }): void {
  tellReached(() => `chain ${done} of ${of} that check the model`);
  if (process.stderr.isTTY) process.stderr.write(`\rchains that check the model: ${done} of ${of}\x1b[K`);
}

/** One line that is written over, when somebody is looking. */
function progressLine(): (progress: ChainProgress) => void {
  const sweeps = new Map<number, number>();
  return ({ chain, sweep, sweeps: all }) => {
    tellReached(() => `sweep ${sweep} of ${all}, chain ${chain + 1}`);
    if (!process.stderr.isTTY) return;
    sweeps.set(chain, sweep);
    const parts = [...sweeps].sort(([i], [j]) => i - j).map(([, done]) => `${done} of ${all}`);
    process.stderr.write(`\rsweeps of each chain: ${parts.join(', ')}\x1b[K`);
  };
}

/** What `stagegraph estimate --posterior` prints for people. */

/** Rows of the convergence table. */
const MOST_ROWS = 5;
const MOST_PATHS = 10;

function posteriorText(report: PosteriorReport): string {
  const answer = report.kind === 'answer' ? answerText(report) : [];
  return [...answer, convergenceText(report)].join('\n');
}

function answerText(answer: PosteriorAnswer): readonly string[] {
  return [
    ...answer.sentences,
    '',
    ...columnsText(queueColumns, answer.queues),
    '',
    ...pathsText(answer.paths),
    'Shares of the time of a task:',
    ...columnsText(shareColumns, shareRows(answer)),
    '',
    ...columnsText(windowColumns(answer), answer.windows),
    '',
  ];
}

/** Nothing where all tasks take the same way. */
function pathsText(paths: PosteriorAnswer['paths']): readonly string[] {
  if (paths.length < 2) return [];
  const rest = paths.length - MOST_PATHS;
  return [
    'Ways that tasks took:',
    ...columnsText(pathColumns, paths.slice(0, MOST_PATHS)),
    ...(rest > 0 ? [`and ${rest} more`] : []),
    '',
  ];
}

const windowColumns = ({ whole }: PosteriorAnswer): readonly Column<WindowPosterior>[] => [
  {
    ...{ id: 'when', header: 'Entered', value: ({ from }) => from },
    write: ({ from, to }) => `${timeText(from)} to ${timeText(to)}`,
  },
  ...whole.states.flatMap(({ name }, i) =>
    SHARE_PARTS.map(
      (part): Column<WindowPosterior> => ({
        ...{ id: `${name} ${part}`, header: `${name} ${part}`, kind: 'number' },
        value: ({ states }) => states[i]![part].mean,
        write: ({ states }) => {
          const share = states[i]![part];
          return { text: shareText(share.mean), notes: [`(${rangeText(share, shareText)})`] };
        },
      }),
    ),
  ),
];

const convergenceText = ({ convergence, chains, sweeps, events }: PosteriorReport): string =>
  [
    `${chains} chains of ${sweeps} sweeps over ${events} events; the worst of ${convergence.length}:`,
    ...columnsText(convergenceColumns, convergence.slice(0, MOST_ROWS)),
  ].join('\n');

/** `stagegraph solve`: the analytic answer. */

import { type Command, Option } from 'commander';
import {
  formatMeasure,
  formatSpan,
  measureRow,
  measureWords,
  type StageMeasure,
} from '../core/measures/measure-rows.ts';
import { isAutomatic, METHOD_NAMES, methodLabel } from '../core/measures/methods.ts';
import { TRUST } from '../core/measures/trust.ts';
import {
  assumptionText,
  choiceText,
  effectText,
  inputText,
  isTold,
  verdictText,
} from '../core/measures/verdicts.ts';
import type { Column } from '../core/quantities/table.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { methodOf, type SolveOptions, solve } from '../lib/solve.ts';
import { nodeTitle, titleIn } from '../src/features/results/node-title.ts';
import { hinderedFactor, saturatedAnswer, saturationFact } from '../src/features/results/saturation.ts';
import {
  type ClassRow,
  classColumns,
  classRows,
  MOST_RUNGS,
  modelColumn,
  rungColumns,
  type ServedNode,
  servedNodes,
  solvedColumns,
} from '../src/features/results/solved-tables.ts';
import { answerTrust, apartText, precisionText } from '../src/features/solve/trust-of.ts';
import type { SolveAnswer, StageAnswer } from '../workers/solve/contract.ts';
import { isOpen, openSpan } from '../workers/solve/determined.ts';
import { readSoundScenario } from './input.ts';
import { phases, time } from './option-values.ts';
import { EXIT, endWithoutAnswer, printJson } from './outcome.ts';
import { columnsText } from './table.ts';
import { sizeText, tellReached } from './within.ts';

interface Options extends SolveOptions {
  readonly json?: boolean;
}

/** Without a number behind `--refine`. */
const REFINE_SECONDS = 10;

const REFINE_HELP = `simulate what is not exact until it is known to 1 %, for so many seconds at most (${REFINE_SECONDS})`;

/** Taken by `solve` and by verbs that judge what is predicted. */
export const refineOption = (help = `${REFINE_HELP}, and take the best that is known`): Option =>
  new Option('--refine [seconds]', help).preset(String(REFINE_SECONDS)).argParser(time({ above: 0 }));

const ERLANG_HELP =
  'by the Markov chain, with constant times as Erlang ones of so many phases; tells how much twice as many move the answer';

export function addSolve(program: Command): void {
  program
    .command('solve')
    .description('solve a scenario analytically, exactly where that can be')
    .argument('<file>', 'scenario file, - or share link')
    .addOption(new Option('--method <name>', 'how it is solved').choices(METHOD_NAMES).default('auto'))
    .option('--erlang <phases>', ERLANG_HELP, phases)
    .addOption(refineOption(`${REFINE_HELP}, and print the best that is known`))
    .option('--json', 'print one JSON document')
    .action(async (file: string, options: Options) => {
      const scenario = await readSoundScenario(file);
      tellReached(() => `method ${methodOf(options)} on ${sizeText(scenario)}`);
      const outcome = await solve(scenario, options);
      if (outcome.kind === 'noAnswer') return endWithoutAnswer(outcome, options.json === true);
      if (options.json) printJson(outcome);
      else {
        const saturation = isAutomatic(methodOf(options)) ? await saturationLine(scenario, outcome) : [];
        process.stdout.write(`${answerText(scenario, outcome, saturation)}\n`);
      }
      if (outcome.kind === 'unstable') process.exitCode = EXIT.noAnswer;
    });
}

/** What gets through however much more comes in, where finite queues let less through than the servers alone would serve. */
async function saturationLine(scenario: Scenario, answer: SolveAnswer): Promise<readonly string[]> {
  const factor = hinderedFactor(scenario, answer);
  if (factor === undefined) return [];
  const saturated = await saturatedAnswer(scenario, factor, (loaded) => solve(loaded, { method: 'auto' }));
  if (typeof saturated === 'string') return [];
  const { name, value, trust = 'exact' } = saturationFact(answer, saturated);
  return [`${name.toLowerCase()}: ${value}, ${TRUST[trust].word}`];
}

/** What is printed of an answer. */
export function answerText(
  scenario: Scenario,
  answer: SolveAnswer,
  saturation: readonly string[] = [],
): string {
  const nodes = servedNodes(scenario, answer);
  const { ladder = [], bottleneck } = answer.network;
  const trust = [TRUST[answerTrust(answer)].word, precisionText(answer)].filter((part) => part !== undefined);
  const apart = apartText(scenario, answer);
  return [
    `${scenario.name}: ${answer.kind === 'unstable' ? 'no steady state' : trust.join(' ')}`,
    ...(apart === undefined ? [] : [apart]),
    ...(answer.solvedBy && answer.choice
      ? [`method: ${methodLabel(answer.solvedBy)}. ${choiceText(answer.choice)}`]
      : []),
    ...columnsText(
      [
        nodeColumn(scenario),
        ...unitColumns(nodes),
        modelColumn(answer),
        ...solvedColumns(scenario, answer, nodes),
      ],
      nodes,
    ),
    ...classLines(scenario, answer, nodes),
    ...groupLines(scenario, answer),
    ...(ladder.length === 0 && bottleneck !== undefined
      ? [`saturates first: ${nodeTitle(scenario, bottleneck)}`]
      : []),
    ...columnsText(rungColumns(scenario, ladder), ladder.slice(0, MOST_RUNGS)),
    ...saturation,
    ...nextBestLines(scenario, nodes, answer),
    ...doubtLines(scenario, nodes, answer),
    ...assumptionLines(scenario, nodes, answer),
    ...remarks(answer).map((verdict) => `${verdict.severity}: ${verdictText(verdict)}`),
  ].join('\n');
}

const nodeColumn = (scenario: Scenario): Column<ServedNode> => ({
  id: 'stage',
  header: 'Stage',
  value: ({ id }) => nodeTitle(scenario, id),
});

/** What the rates and lengths of a stage count, where that has a name. */
const unitColumns = (nodes: readonly ServedNode[]): readonly Column<ServedNode>[] =>
  nodes.some(({ unit }) => unit !== undefined)
    ? [{ id: 'unit', header: 'Unit', value: ({ unit = '' }) => unit }]
    : [];

/** By class and stage, where classes are named; then what each does in the whole network. */
function classLines(
  scenario: Scenario,
  answer: SolveAnswer,
  nodes: readonly ServedNode[],
): readonly string[] {
  const rows = nodes.flatMap((node) => classRows(scenario, answer, node));
  const name: Column<ClassRow> = {
    id: 'class',
    header: 'Class',
    value: ({ node, jobClass }) =>
      `${titleIn(scenario.classes, jobClass.id)} at ${nodeTitle(scenario, node.id)}`,
  };
  const { timeUnit } = scenario;
  const rounds = Object.entries(answer.network.byClass ?? {}).map(([id, { throughput, meanSojournTime }]) =>
    [
      ...(throughput === undefined
        ? []
        : [`${measureWords('throughput', 'class')} ${formatMeasure(throughput, 'rate')}`]),
      ...(meanSojournTime === undefined
        ? []
        : [
            `${measureWords('meanSojournTime', 'class')} ${formatMeasure(meanSojournTime, 'time', { timeUnit })}`,
          ]),
    ].reduce((line, part, i) => `${line}${i === 0 ? '' : ', '}${part}`, `${titleIn(scenario.classes, id)}: `),
  );
  return [...columnsText([name, ...classColumns(scenario, answer)], rows), ...rounds];
}

function nextBestLines(
  scenario: Scenario,
  nodes: readonly ServedNode[],
  { nextBest }: SolveAnswer,
): readonly string[] {
  if (!nextBest) return [];
  const stages = nodes.flatMap(({ id }) => {
    const occupancy = nextBest.stages[id]?.meanOccupancy;
    return occupancy === undefined
      ? []
      : [`${nodeTitle(scenario, id)} ${formatMeasure(occupancy, 'elements')}`];
  });
  return [
    `next best: ${methodLabel(nextBest.method)}; ${measureRow('meanOccupancy').symbol}: ${stages.join(', ')}`,
  ];
}

/** What each approximate model takes for granted: + holds, x does not. */
function assumptionLines(
  scenario: Scenario,
  nodes: readonly ServedNode[],
  { stages }: SolveAnswer,
): readonly string[] {
  return nodes.flatMap(({ id }) => {
    const { model, assumptions = [] } = stages[id] ?? {};
    if (assumptions.length === 0) return [];
    const lines = assumptions.map((assumed) =>
      [assumed.holds ? '  +' : '  x', assumptionText(assumed), effectText(assumed)]
        .filter((part) => part !== undefined)
        .join(' '),
    );
    return [`${nodeTitle(scenario, id)}, ${model}, assumes:`, ...lines];
  });
}

/** Verdicts that no assumption has told yet. */
function remarks({ stages, verdicts }: SolveAnswer): SolveAnswer['verdicts'] {
  const assumed = Object.values(stages).flatMap(({ assumptions = [] }) => assumptions);
  return verdicts.filter((verdict) => !isTold(assumed, verdict));
}

/** Virtual queues. */
function groupLines(scenario: Scenario, answer: SolveAnswer): readonly string[] {
  const { groups = [] } = scenario;
  const { symbol, dimension } = measureRow('meanOccupancy');
  return groups.flatMap(({ id, stages }) => {
    const { meanOccupancy, span } = answer.groups?.[id] ?? {};
    if (meanOccupancy === undefined) return [];
    const interval = span && formatSpan(span, dimension);
    const value =
      span && isOpen('meanOccupancy', span)
        ? `◌ ${interval}`
        : `${formatMeasure(meanOccupancy, dimension)}${interval ? ` (${interval})` : ''}`;
    const members = stages.map((stage) => nodeTitle(scenario, stage)).join(' + ');
    return [`${titleIn(groups, id)} (${members}): ${symbol} ${value}`];
  });
}

/** Between what the measures of a stage lie as well as the inputs are known; first those that are not determined. */
function doubtLines(
  scenario: Scenario,
  nodes: readonly ServedNode[],
  { stages }: SolveAnswer,
): readonly string[] {
  return nodes.flatMap(({ id }) => {
    const [stage, title] = [stages[id]!, nodeTitle(scenario, id)];
    return [
      ...doubtLine(`sensitive to inputs at ${title}`, stage, (key) => openSpan(stage, key) !== undefined),
      ...doubtLine(`interval at ${title}`, stage, (key) => openSpan(stage, key) === undefined),
    ];
  });
}

function doubtLine(
  words: string,
  { spans = {}, dominatedBy }: StageAnswer,
  isMeant: (key: StageMeasure) => boolean,
): readonly string[] {
  const parts = DOUBTED.flatMap((key) => {
    const { symbol, dimension } = measureRow(key);
    const span = spans[key];
    return span && isMeant(key) ? [`${symbol} ${formatSpan(span, dimension)}`] : [];
  });
  const by = dominatedBy ? `, mostly due to ${inputText(dominatedBy)}` : '';
  return parts.length === 0 ? [] : [`${words}: ${parts.join(', ')}${by}`];
}

const DOUBTED = [
  'meanQueueLength',
  'meanOccupancy',
  'utilization',
  'backPressureProbability',
] as const satisfies readonly StageMeasure[];

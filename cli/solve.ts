/** `stagegraph solve`: the analytic answer. */
import { type Command, Option } from 'commander';
import type { Rung } from '../core/measures/measures.ts';
import { formatQuantity } from '../core/quantities/quantity.ts';
import type { NodeId, Scenario } from '../core/scenario/scenario.ts';
import type { StageAnswer } from '../workers/solve/contract.ts';
import { METHOD_NAMES, type MethodName, type SolveAnswer } from '../workers/solve/contract.ts';
import { isOpen, isUndetermined, openSpan } from '../workers/solve/determined.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { readSoundScenario } from './input.ts';
import { BadInput, EXIT, endWithoutAnswer, printJson } from './outcome.ts';
import { phases } from './phases.ts';
import { formatTable } from './table.ts';

interface Options {
  readonly method: MethodName;
  readonly erlang?: number;
  readonly json?: boolean;
}

const ERLANG_HELP =
  'by the Markov chain, with constant times as Erlang ones of so many phases; tells how much twice as many move the answer';

export function addSolve(program: Command): void {
  program
    .command('solve')
    .description('solve a scenario: by formulas, exactly where that can be')
    .argument('<file>', 'scenario file, - or share link')
    .addOption(new Option('--method <name>', 'how it is solved').choices(METHOD_NAMES).default('auto'))
    .option('--erlang <phases>', ERLANG_HELP, phases)
    .option('--json', 'print one JSON document')
    .action(async (file: string, options: Options) => {
      const scenario = await readSoundScenario(file);
      const outcome = solveScenario(scenario, methodOf(options), true, options);
      if (outcome.kind === 'noAnswer') return endWithoutAnswer(outcome, options.json === true);
      if (options.json) printJson(outcome);
      else process.stdout.write(`${answerText(scenario, outcome)}\n`);
      if (outcome.kind === 'unstable') process.exitCode = EXIT.noAnswer;
    });
}

/** Phases are for the chain. */
function methodOf({ method, erlang }: Options): MethodName {
  if (erlang === undefined || method === 'chain') return method;
  if (method === 'auto') return 'chain';
  throw new BadInput([`solve: --erlang: phases are for the Markov chain; --method ${method} takes none`]);
}

function answerText(scenario: Scenario, answer: SolveAnswer): string {
  const head = ['stage', 'model', 'arrivals', 'rho', 'N_Q', 'N_G', 'P_BP', 'W'];
  const rows = scenario.nodes.flatMap((node) => {
    const stage = answer.stages[node.id];
    if (!stage || (node.kind !== 'stage' && node.kind !== 'delay')) return [];
    const rate = stage.arrivalRate ?? stage.offeredRate;
    return [
      [
        node.id,
        `${stage.model}${trustMark(answer, node.id)}`,
        rate === undefined ? '–' : formatQuantity(rate, 'rate', { unit: node.unit }),
        stage.utilization === undefined ? number(stage.loadPerServer) : openNumber(stage, 'utilization'),
        openNumber(stage, 'meanQueueLength'),
        openNumber(stage, 'meanOccupancy'),
        openNumber(stage, 'backPressureProbability'),
        openNumber(stage, 'meanSojournTime', (time) => formatQuantity(time, 'time')),
      ],
    ];
  });
  const [first] = answer.network.ladder ?? [];
  const bottleneck = first ? rungName(first) : answer.network.bottleneck;
  return [
    `${scenario.name}: ${answer.kind === 'unstable' ? 'no steady state' : answer.exact ? 'exact' : 'approximate (~; ! is not to be trusted)'}`,
    ...(answer.methodLabel === undefined
      ? []
      : [`method: ${answer.methodLabel}. ${answer.reason ?? ''}`.trimEnd()]),
    formatTable(head, rows),
    ...classLines(answer),
    ...groupLines(scenario, answer),
    ...(bottleneck === undefined ? [] : [`saturates first: ${bottleneck}${growth(answer)}`]),
    ...ladderLines(answer),
    ...nextBestLines(scenario, answer),
    ...doubtLines(answer),
    ...assumptionLines(scenario, answer),
    ...remarks(answer).map((verdict) => `${verdict.severity}: ${verdict.message}`),
  ].join('\n');
}

function trustMark(answer: SolveAnswer, id: NodeId): string {
  const { exact, doubtful } = answer.stages[id]!;
  if (isUndetermined(answer, id)) return ' ◌';
  return exact ? '' : doubtful ? ' !' : ' ~';
}

/** By class and stage, where classes are named. */
function classLines({ stages, network }: SolveAnswer): readonly string[] {
  const rows = Object.entries(stages).flatMap(([id, { byClass = {} }]) =>
    Object.entries(byClass).map(([name, measures]) => [
      `${name} at ${id}`,
      number(measures.throughput),
      number(measures.utilization),
      number(measures.meanQueueLength),
      number(measures.meanOccupancy),
      measures.meanSojournTime === undefined ? '–' : formatQuantity(measures.meanSojournTime, 'time'),
    ]),
  );
  const rounds = Object.entries(network.byClass ?? {}).map(
    ([name, { throughput, meanSojournTime }]) =>
      `${name}: ${number(throughput)}/s${meanSojournTime === undefined ? '' : `, ${formatQuantity(meanSojournTime, 'time')} through the network`}`,
  );
  const table =
    rows.length === 0 ? [] : [formatTable(['class', 'per second', 'rho', 'N_Q', 'N_G', 'W'], rows)];
  return [...table, ...rounds];
}

/** What saturates after the bottleneck is relieved; the first rungs. */
function ladderLines({ network: { ladder = [] } }: SolveAnswer): readonly string[] {
  return ladder
    .slice(1, SHOWN_RUNGS)
    .map(
      (rung) => `  relieved, next: ${rungName(rung)}, at ${number(rung.factor, 4)} times the present input`,
    );
}

const rungName = ({ stage, resource }: Rung): string =>
  resource === undefined ? stage : `${resource} (mostly ${stage})`;

const SHOWN_RUNGS = 5;

function nextBestLines({ nodes }: Scenario, { nextBest }: SolveAnswer): readonly string[] {
  if (!nextBest) return [];
  const stages = nodes.flatMap(({ id }) => {
    const occupancy = nextBest.stages[id]?.meanOccupancy;
    return occupancy === undefined ? [] : [`${id} ${number(occupancy)}`];
  });
  return [`next best: ${nextBest.methodLabel}; N_G: ${stages.join(', ')}`];
}

/** What each approximate model takes for granted: + holds, x does not. */
function assumptionLines({ nodes }: Scenario, { stages }: SolveAnswer): readonly string[] {
  return nodes.flatMap(({ id }) => {
    const { model, assumptions = [] } = stages[id] ?? {};
    if (assumptions.length === 0) return [];
    const lines = assumptions.map(({ text, holds, effect }) =>
      holds ? `  + ${text}` : `  x ${text}${effect === undefined ? '' : ` ${effect}`}`,
    );
    return [`${id}, ${model}, assumes:`, ...lines];
  });
}

/** Verdicts that no assumption has told yet. */
function remarks({ stages, verdicts }: SolveAnswer): SolveAnswer['verdicts'] {
  const told = Object.values(stages).flatMap(({ assumptions = [] }) =>
    assumptions.map(({ text, effect }) => effect ?? text),
  );
  return verdicts.filter(({ message }) => !told.some((text) => text.includes(message)));
}

const growth = ({ saturationFactor: factor }: SolveAnswer): string =>
  factor === undefined ? '' : `, at ${Number(factor.toPrecision(4))} times the present input`;

/** Solved numbers in words: three digits, or the interval where the inputs do not determine them. */

const number = (value: number | undefined, digits = 3): string =>
  value === undefined ? '–' : String(Number(value.toPrecision(digits)));

/** A measure, or the interval where the inputs do not determine it: any number in it is one of many then. */
function openNumber(
  stage: StageAnswer,
  key: Doubted,
  text: (value: number) => string = (value) => number(value),
): string {
  const [value, span] = [stage[key], openSpan(stage, key)];
  if (value === undefined) return '–';
  return span ? `◌ ${text(span[0])} … ${text(span[1])}` : text(value);
}

type Doubted =
  | 'utilization'
  | 'meanQueueLength'
  | 'meanOccupancy'
  | 'backPressureProbability'
  | 'meanSojournTime';

/** Virtual queues. */
function groupLines({ groups = [] }: Scenario, answer: SolveAnswer): readonly string[] {
  return groups.flatMap(({ id, stages }) => {
    const { meanOccupancy, span } = answer.groups?.[id] ?? {};
    if (meanOccupancy === undefined) return [];
    const interval = span && `${number(span[0])} … ${number(span[1])}`;
    const value =
      span && isOpen('meanOccupancy', span)
        ? `◌ ${interval}`
        : `${number(meanOccupancy)}${interval ? ` (${interval})` : ''}`;
    return [`${id} (${stages.join(' + ')}): N_G ${value}`];
  });
}

/** Between what the measures of a stage lie as well as the inputs are known; first those that are not determined. */
function doubtLines({ stages }: SolveAnswer): readonly string[] {
  return Object.entries(stages).flatMap(([id, stage]) => [
    ...doubtLine(`not determined at ${id}`, stage, (key) => openSpan(stage, key) !== undefined),
    ...doubtLine(`interval at ${id}`, stage, (key) => openSpan(stage, key) === undefined),
  ]);
}

function doubtLine(
  words: string,
  { spans = {}, dominatedBy }: StageAnswer,
  isMeant: (key: Doubted) => boolean,
): readonly string[] {
  const parts = DOUBTED.flatMap(([key, symbol]) => {
    const span = spans[key];
    return span && isMeant(key) ? [`${symbol} ${number(span[0])} … ${number(span[1])}`] : [];
  });
  const by = dominatedBy ? `, mostly by ${dominatedBy.words}` : '';
  return parts.length === 0 ? [] : [`${words}: ${parts.join(', ')}${by}`];
}

const DOUBTED = [
  ['meanQueueLength', 'N_Q'],
  ['meanOccupancy', 'N_G'],
  ['utilization', 'rho'],
  ['backPressureProbability', 'P_BP'],
] as const;

/** `stagegraph solve`: the analytic answer. */
import { type Command, Option } from 'commander';
import { formatQuantity } from '../src/model/quantity.ts';
import type { Scenario } from '../src/model/scenario.ts';
import { METHOD_NAMES, type MethodName, type SolveAnswer } from '../workers/contract/solving.ts';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { readSoundScenario } from './input.ts';
import { EXIT, endWithoutAnswer, printJson } from './outcome.ts';
import { formatTable } from './table.ts';

export function addSolve(program: Command): void {
  program
    .command('solve')
    .description('solve a scenario by formulas')
    .argument('<file>', 'scenario file, - or share link')
    .addOption(new Option('--method <name>', 'model of the stages').choices(METHOD_NAMES).default('auto'))
    .option('--json', 'print one JSON document')
    .action(async (file: string, options: { method: MethodName; json?: boolean }) => {
      const scenario = await readSoundScenario(file);
      const outcome = solveScenario(scenario, options.method);
      if (outcome.kind === 'noAnswer') return endWithoutAnswer(outcome, options.json === true);
      if (options.json) printJson(outcome);
      else process.stdout.write(`${answerText(scenario, outcome)}\n`);
      if (outcome.kind === 'unstable') process.exitCode = EXIT.noAnswer;
    });
}

function answerText(scenario: Scenario, answer: SolveAnswer): string {
  const head = ['stage', 'model', 'arrivals', 'rho', 'N_Q', 'N_G', 'P_BP', 'W'];
  const number = (value: number | undefined, digits = 3): string =>
    value === undefined ? '–' : String(Number(value.toPrecision(digits)));
  const rows = scenario.nodes.flatMap((node) => {
    const stage = answer.stages[node.id];
    if (!stage || node.kind !== 'stage') return [];
    const rate = stage.arrivalRate ?? stage.offeredRate;
    return [
      [
        node.id,
        `${stage.model}${stage.exact ? '' : ' ~'}`,
        rate === undefined ? '–' : formatQuantity(rate, 'rate', { unit: node.unit }),
        number(stage.utilization ?? stage.loadPerServer),
        number(stage.meanQueueLength),
        number(stage.meanOccupancy),
        number(stage.backPressureProbability),
        stage.meanSojournTime === undefined ? '–' : formatQuantity(stage.meanSojournTime, 'time'),
      ],
    ];
  });
  const bottleneck = answer.network.bottleneck;
  return [
    `${scenario.name}: ${answer.kind === 'unstable' ? 'no steady state' : answer.exact ? 'exact' : 'approximate (~)'}`,
    formatTable(head, rows),
    ...(bottleneck === undefined ? [] : [`saturates first: ${bottleneck}${growth(answer)}`]),
    ...answer.verdicts.map((verdict) => `${verdict.severity}: ${verdict.message}`),
  ].join('\n');
}

const growth = ({ saturationFactor: factor }: SolveAnswer): string =>
  factor === undefined ? '' : `, at ${Number(factor.toPrecision(4))} times the present input`;

/**
 * `stagegraph size`: the smallest capacity of a stage that is seldom enough full; without a stage, how large the Markov
 * chain of the scenario is, before it is solved.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Scenario } from '../src/model/scenario.ts';
import { METHOD_NAMES, type MethodName, type SizeAnswer } from '../workers/contract/solving.ts';
import type { ChainSize } from '../workers/contract/transient.ts';
import { chainSize } from '../workers/solve/chain/chain-size.ts';
import { sizeStage } from '../workers/solve/size-stage.ts';
import { readSoundScenario } from './input.ts';
import { BadInput, endWithoutAnswer, printJson } from './outcome.ts';

interface Options {
  readonly stage?: string;
  readonly below?: number;
  readonly method: MethodName;
  readonly json?: boolean;
}

export function addSize(program: Command): void {
  program
    .command('size')
    .description(
      'find the smallest capacity of a stage; without --stage, count the states of the Markov chain',
    )
    .argument('<file>', 'scenario file, - or share link')
    .option('--stage <id>', 'stage whose capacity is wanted')
    .option('--below <share>', 'the most time that it may be full, such as 1e-6', share)
    .addOption(new Option('--method <name>', 'how it is solved').choices(METHOD_NAMES).default('auto'))
    .option('--json', 'print one JSON document')
    .action(async (file: string, options: Options) => {
      const { stage, below, json = false } = options;
      if ((stage === undefined) !== (below === undefined))
        throw new BadInput(['size: --stage and --below go together']);
      const scenario = await readSoundScenario(file);
      if (stage === undefined || below === undefined) return tellChainSize(scenario, json);
      if (!scenario.nodes.some(({ id, kind }) => id === stage && kind === 'stage'))
        throw new BadInput([`size: --stage: there is no stage "${stage}"`]);
      const outcome = sizeStage(scenario, { stage, below, method: options.method });
      if (outcome.kind === 'noAnswer') endWithoutAnswer(outcome, json);
      else if (json) printJson(outcome);
      else process.stdout.write(`${capacityText(outcome)}\n`);
    });
}

function share(text: string): number {
  const value = Number(text);
  if (value > 0 && value < 1) return value;
  throw new InvalidArgumentError('expected a share between 0 and 1, such as 1e-6');
}

function capacityText(answer: SizeAnswer): string {
  const { stage, below, capacity, fullProbability, withOneLess, model, exact, broken } = answer;
  const less =
    withOneLess === undefined ? 'fewer would not hold its servers' : `with one less ${digits(withOneLess)}`;
  return [
    `${stage}: K = ${capacity} is the smallest with P_BP <= ${below}`,
    `  P_BP = ${digits(fullProbability)} (${less}), by ${model}, ${exact ? 'exact' : 'approximate'}`,
    ...broken.map(({ text, effect }) => `  x ${effect ?? text}`),
  ].join('\n');
}

const digits = (value: number): string => String(Number(value.toPrecision(6)));

function tellChainSize(scenario: Scenario, json: boolean): void {
  const outcome = chainSize(scenario);
  if (outcome.kind === 'noAnswer') endWithoutAnswer(outcome, json);
  else if (json) printJson(outcome);
  else process.stdout.write(`${sizeText(outcome)}\n`);
}

function sizeText({ states, isExact, mostStates, fits }: ChainSize): string {
  const number = states < 1e9 ? Math.round(states).toLocaleString('en-US') : states.toExponential(0);
  const limit = mostStates.toLocaleString('en-US');
  return `${isExact ? '' : 'about '}${number} states${fits ? '' : `, more than the ${limit} that can be solved`}`;
}

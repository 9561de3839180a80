/** `stagegraph size`: the smallest capacity of a stage that is seldom enough full. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { METHOD_NAMES, type MethodName } from '../core/measures/methods.ts';
import { assumptionText, effectText } from '../core/measures/verdicts.ts';
import { formatNumber } from '../core/quantities/quantity.ts';
import type { SizeAnswer } from '../workers/solve/contract.ts';
import { sizeStage } from '../workers/solve/size-stage.ts';
import { readSoundScenario } from './input.ts';
import { BadInput, endWithoutAnswer, printJson } from './outcome.ts';
import { sizeText, tellReached } from './within.ts';

interface Options {
  readonly stage: string;
  readonly below: number;
  readonly method: MethodName;
  readonly json?: boolean;
}

export function addSize(program: Command): void {
  program
    .command('size')
    .description('find the smallest capacity of a stage that is seldom enough full')
    .argument('<file>', 'scenario file, - or share link')
    .requiredOption('--stage <id>', 'stage whose capacity is wanted')
    .requiredOption('--below <share>', 'the most time that it may be full, such as 1e-6', share)
    .addOption(new Option('--method <name>', 'how it is solved').choices(METHOD_NAMES).default('auto'))
    .option('--json', 'print one JSON document')
    .action(async (file: string, options: Options) => {
      const { stage, below, json = false } = options;
      const scenario = await readSoundScenario(file);
      if (!scenario.nodes.some(({ id, kind }) => id === stage && kind === 'stage'))
        throw new BadInput([`size: --stage: there is no stage "${stage}"`]);
      tellReached(() => `the capacity of ${stage} among ${sizeText(scenario)}`);
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
    withOneLess === undefined
      ? 'fewer would not hold its servers'
      : `with one less ${formatNumber(withOneLess, 6)}`;
  return [
    `${stage}: K = ${capacity} is the smallest with P_BP <= ${below}`,
    `  P_BP = ${formatNumber(fullProbability, 6)} (${less}), by ${model}, ${exact ? 'exact' : 'approximate'}`,
    ...broken.map((assumed) => `  x ${effectText(assumed) ?? assumptionText(assumed)}`),
  ].join('\n');
}

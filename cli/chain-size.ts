/** `stagegraph chain-size`: how large the Markov chain of a scenario is, before it is solved. */
import type { Command } from 'commander';
import { countText, estimateText } from '../core/measures/refusals.ts';
import { chainSize } from '../workers/solve/chain/chain-size.ts';
import type { ChainSize } from '../workers/transient/contract.ts';
import { readSoundScenario } from './input.ts';
import { phases } from './option-values.ts';
import { endWithoutAnswer, printJson } from './outcome.ts';

export function addChainSize(program: Command): void {
  program
    .command('chain-size')
    .description('count the states of the Markov chain (method chain, transient)')
    .argument('<file>', 'scenario file, - or share link')
    .option(
      '--erlang <phases>',
      'phases of the Erlang distributions that approximate constant times (default: a single constant time stays exact, several get 16)',
      phases,
    )
    .option('--json', 'print one JSON document')
    .action(async (file: string, { json, erlang }: { json?: boolean; erlang?: number }) => {
      const outcome = chainSize(await readSoundScenario(file), erlang);
      if (outcome.kind === 'noAnswer') endWithoutAnswer(outcome, json === true);
      else if (json) printJson(outcome);
      else process.stdout.write(`${sizeText(outcome)}\n`);
    });
}

function sizeText({ states, isExact, isCut, clock, mostStates, mostFollowed, fits }: ChainSize): string {
  const found = `${isExact ? countText(states) : `about ${estimateText(states)}`} states`;
  const cut = isCut ? ' where unbounded queues are cut as early as possible' : '';
  if (!fits)
    return `${found}${cut}, too many: ${countText(mostStates)} can be solved${isCut ? ' there' : ''}`;
  if (clock !== undefined)
    return `${found}${cut}, with the constant times of ${clock} exact; the transient response approximates them by Erlang times (count those with --erlang 16)`;
  return states > mostFollowed ? `${found}, too many to follow over time` : found;
}

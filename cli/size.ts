/** `stagegraph size`: how large the Markov chain of a scenario is, before it is solved. */
import type { Command } from 'commander';
import type { ChainSize } from '../workers/contract/transient.ts';
import { chainSize } from '../workers/solve/chain/chain-size.ts';
import { readSoundScenario } from './input.ts';
import { endWithoutAnswer, printJson } from './outcome.ts';

export function addSize(program: Command): void {
  program
    .command('size')
    .description('count the states of the Markov chain (method chain)')
    .argument('<file>', 'scenario file, - or share link')
    .option('--json', 'print one JSON document')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const outcome = chainSize(await readSoundScenario(file));
      if (outcome.kind === 'noAnswer') endWithoutAnswer(outcome, json === true);
      else if (json) printJson(outcome);
      else process.stdout.write(`${sizeText(outcome)}\n`);
    });
}

function sizeText({ states, isExact, mostStates, fits }: ChainSize): string {
  const number = states < 1e9 ? Math.round(states).toLocaleString('en-US') : states.toExponential(0);
  const limit = mostStates.toLocaleString('en-US');
  return `${isExact ? '' : 'about '}${number} states${fits ? '' : `, more than the ${limit} that can be solved`}`;
}

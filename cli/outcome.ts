/** How a verb ends: exit status, and what it prints. */

import { type NoAnswer, refusalText } from '../core/measures/refusals.ts';
import { BadInput } from '../lib/bad-input.ts';
import { textInWords } from '../lib/in-words.ts';

export const EXIT = { answered: 0, noAnswer: 1, badInput: 2, outOfTime: 3, interrupted: 130 } as const;

/** The one JSON document on standard output. Whole at once, also into a pipe. */
export function printJson(document: unknown): void {
  process.stdout.write(`${textInWords(document, 2)}\n`);
}

/** Says that the model has no answer; faults of the input were refused before. */
export function endWithoutAnswer(answer: NoAnswer, json: boolean): void {
  if (answer.reason === 'invalid') throw new BadInput([refusalText(answer)]);
  if (json) printJson(answer);
  else process.stderr.write(`${refusalText(answer)}\n`);
  process.exitCode = EXIT.noAnswer;
}

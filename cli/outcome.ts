/** How a verb ends: exit status, and what it prints. */
import type { NoAnswer } from '../core/measures/measures.ts';

export const EXIT = { answered: 0, noAnswer: 1, badInput: 2 } as const;

/** What was given cannot be used: one line per fault. */
export class BadInput extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** The one JSON document on standard output. Whole at once, also into a pipe. */
export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

/** Says that the model has no answer; faults of the input were refused before. */
export function endWithoutAnswer(answer: NoAnswer, json: boolean): void {
  if (answer.reason === 'invalid') throw new BadInput([answer.message]);
  if (json) printJson(answer);
  else process.stderr.write(`${answer.message}\n`);
  process.exitCode = EXIT.noAnswer;
}

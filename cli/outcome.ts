/** How a verb ends: exit status, and what it prints. */

import { methodLabel } from '../core/measures/methods.ts';
import { type NoAnswer, refusalText } from '../core/measures/refusals.ts';
import {
  type Assumption,
  assumptionText,
  choiceText,
  effectText,
  inputText,
  type Verdict,
  verdictText,
} from '../core/measures/verdicts.ts';
import type { DominantInput, NextBest, SolveAnswer } from '../workers/solve/contract.ts';

export const EXIT = { answered: 0, noAnswer: 1, badInput: 2, outOfTime: 3, interrupted: 130 } as const;

/** What was given cannot be used: one line per fault. */
export class BadInput extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Documents carry words beside codes and facts, under the names that people's scripts read. */
function inWords(key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (key === 'nextBest') {
    const { method } = value as NextBest;
    return { ...value, methodLabel: methodLabel(method) };
  }
  if (key === 'dominatedBy') {
    const by = value as DominantInput;
    return { ...by, words: inputText(by), ...(by.stated !== undefined && { stated: true }) };
  }
  if ('solvedBy' in value && 'choice' in value) {
    const { solvedBy, choice } = value as Required<Pick<SolveAnswer, 'solvedBy' | 'choice'>>;
    return { ...value, methodLabel: methodLabel(solvedBy), reason: choiceText(choice) };
  }
  if ('kind' in value && value.kind === 'noAnswer' && 'code' in value)
    return { ...value, message: refusalText(value as NoAnswer) };
  if ('severity' in value && 'code' in value && 'facts' in value)
    return { ...value, message: verdictText(value as Verdict) };
  if ('holds' in value && 'because' in value) return assumptionInWords(value as Assumption);
  return value;
}

function assumptionInWords(assumed: Assumption): unknown {
  const { because, ...rest } = assumed;
  const effect = effectText(assumed);
  return {
    ...rest,
    text: assumptionText(assumed),
    ...(effect !== undefined && { effect }),
    ...(because.length > 0 && { because: because.map(({ code }) => code) }),
  };
}

/** The one JSON document on standard output. Whole at once, also into a pipe. */
export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, inWords, 2)}\n`);
}

/** Says that the model has no answer; faults of the input were refused before. */
export function endWithoutAnswer(answer: NoAnswer, json: boolean): void {
  if (answer.reason === 'invalid') throw new BadInput([refusalText(answer)]);
  if (json) printJson(answer);
  else process.stderr.write(`${refusalText(answer)}\n`);
  process.exitCode = EXIT.noAnswer;
}

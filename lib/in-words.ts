/** Answers as documents for people and scripts: words beside codes and facts. */
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

/** A plain copy of an answer with words beside its codes, under the names that scripts read: what `--json` prints. */
export const inWords = (answer: unknown): unknown => JSON.parse(textInWords(answer));

export const textInWords = (answer: unknown, indent = 0): string => JSON.stringify(answer, worded, indent);

function worded(key: string, value: unknown): unknown {
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

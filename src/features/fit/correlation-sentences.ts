/** Numbers that are hardly known apart, in words. */
import type { CalibrationAnswer } from '../../../workers/fit/contract.ts';
import { short } from './distribution-words.ts';

const STRONG = 0.9;

/** Of those that the data determine; what it cannot tell at all is said elsewhere. */
export function correlationSentences(
  { correlation, parameters }: Pick<CalibrationAnswer, 'correlation' | 'parameters'>,
  wordsOf: (path: string) => string,
): readonly string[] {
  const isKnown = parameters.map(({ low }) => low !== undefined);
  return correlation.flatMap((row, i) =>
    row.flatMap((r, j) =>
      j < i && Math.abs(r) > STRONG && isKnown[i] && isKnown[j]
        ? [
            `${wordsOf(parameters[j]!.path)} and ${wordsOf(parameters[i]!.path)} are correlated by ${short(r, 2)}: what moves one moves the other.`,
          ]
        : [],
    ),
  );
}

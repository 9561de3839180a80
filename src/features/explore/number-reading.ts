/** Numbers of a parameter, and whole numbers, as fields read them. */

import { err, ok, type Result } from '../../../core/base/result.ts';
import type { NumberParameter } from '../../../core/study/parameter.ts';

export const readingOf = ({ unit, unitBytes }: NumberParameter) => ({
  ...(unit !== undefined && { unit }),
  ...(unitBytes !== undefined && { unitBytes }),
});

export const numberIn = (
  { dimension }: NumberParameter,
  parsed: Result<number | undefined, string>,
): Result<number, string> => {
  if (!parsed.ok) return parsed;
  return parsed.value === undefined || !Number.isFinite(parsed.value)
    ? err(
        dimension === 'capacity'
          ? 'Expected a whole number; an unbounded capacity needs a list, such as 10, 20, unbounded.'
          : 'Expected a number.',
      )
    : ok(parsed.value);
};

export function wholeNumber(
  text: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): Result<number, string> {
  const value = Number(text.replaceAll(/[\s,]/g, ''));
  return text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most
    ? ok(value)
    : err(`Expected a whole number, at least ${least}.`);
}

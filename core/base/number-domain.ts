/** Which numbers a field takes: the file's schema, the inspector, studies and the reference page read the same record. */

/** Numbers from `least` to `most`. */
export interface NumberDomain {
  readonly least: number;
  readonly most: number;
  /** `least` itself is not allowed. */
  readonly isOpen?: boolean;
  readonly integer?: boolean;
}

export const POSITIVE: NumberDomain = { least: 0, most: Number.MAX_VALUE, isOpen: true };
export const NON_NEGATIVE: NumberDomain = { least: 0, most: Number.MAX_VALUE };
export const PROBABILITY: NumberDomain = { least: 0, most: 1 };
export const COUNT: NumberDomain = { least: 1, most: Number.MAX_SAFE_INTEGER, integer: true };
/** Slots: whole, or without end. */
export const SLOTS: NumberDomain = { least: 1, most: Number.POSITIVE_INFINITY, integer: true };

export function inDomain({ least, most, isOpen, integer }: NumberDomain, value: number): boolean {
  if (!(isOpen ? value > least : value >= least) || !(value <= most)) return false;
  return !integer || Number.isSafeInteger(value) || value === Number.POSITIVE_INFINITY;
}

/** `an integer >= 1`, `a number from 0 to 1`: the second half of "expected …". */
export function domainText({ least, most, isOpen, integer }: NumberDomain): string {
  const what = integer ? 'an integer' : 'a number';
  const without = most === Number.POSITIVE_INFINITY ? ', or Infinity' : '';
  if (most >= Number.MAX_SAFE_INTEGER) return `${what} ${isOpen ? '>' : '>='} ${least}${without}`;
  return isOpen ? `${what} > ${least} and at most ${most}` : `${what} from ${least} to ${most}`;
}

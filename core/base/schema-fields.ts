/**
 * The words that the schemas are made of. Every message is the second half of "expected ...", so that faults read
 * alike wherever they are found.
 */
import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';
import { domainText, NON_NEGATIVE, type NumberDomain, POSITIVE, PROBABILITY } from './number-domain.ts';

// The page's policy forbids compiling text to code, which zod would otherwise try for speed.
z.config({ jitless: true });

/** A broken rule ends the checking of its value, and of what relates it to others: one mistake, one fault. */
const saying = (expected: string) => ({ error: expected, abort: true });

/** A number of a domain; NaN and Infinity are no numbers here. */
export function numberIn(domain: NumberDomain) {
  const { least, most, isOpen, integer } = domain;
  if (integer) return integerAtLeast(least, Math.min(most, Number.MAX_SAFE_INTEGER));
  if (least === -Number.MAX_VALUE) return finite;
  const expected = domainText(domain);
  const lower = isOpen ? z.gt(least, saying(expected)) : z.gte(least, saying(expected));
  const checks = most < Number.MAX_VALUE ? [lower, z.lte(most, saying(expected))] : [lower];
  return z.number({ error: expected }).check(...checks);
}

export const finite = z.number({ error: 'a finite number' });
export const positive = numberIn(POSITIVE);
export const nonNegative = numberIn(NON_NEGATIVE);
export const probability = numberIn(PROBABILITY);

export function integerAtLeast(least: number, most: number = Number.MAX_SAFE_INTEGER) {
  const expected =
    most === Number.MAX_SAFE_INTEGER ? `an integer >= ${least}` : `an integer from ${least} to ${most}`;
  return z
    .number({ error: expected })
    .check(z.int(saying(expected)), z.gte(least, saying(expected)), z.lte(most, saying(expected)));
}

export function textUpTo(most: number) {
  const expected = `a text of at most ${most} characters`;
  return z.string({ error: expected }).check(z.maxLength(most, saying(expected)));
}

export function nameUpTo(most: number) {
  const expected = `a text of 1 to ${most} characters`;
  return z
    .string({ error: expected })
    .check(z.minLength(1, saying(expected)), z.maxLength(most, saying(expected)));
}

const ID_EXPECTED = `an id of 1 to ${LIMITS.id} characters without control characters`;

/** Every object in the language answers to these names: as keys they would be found where nothing was stored. */
const TAKEN = Object.getOwnPropertyNames(Object.prototype).sort().join('|');

export const nodeId = z
  .string({ error: ID_EXPECTED })
  .check(
    z.minLength(1, saying(ID_EXPECTED)),
    z.maxLength(LIMITS.id, saying(ID_EXPECTED)),
    z.regex(/^\P{Cc}*$/u, saying(ID_EXPECTED)),
    z.regex(new RegExp(`^(?!(?:${TAKEN})$)`), 'an id that is not a word of JavaScript objects'),
  );

export function oneOf<const Names extends readonly string[]>(names: Names) {
  return z.enum(names, { error: listed(names) });
}

/** `a, b or c`. */
export function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

export function listOf<Item extends z.ZodMiniType>(item: Item, most: number) {
  const expected = `a list of at most ${most} entries`;
  return z.array(item, { error: expected }).check(z.maxLength(most, saying(expected)));
}

/** A list of numbers, at least one. `expected` and `holds` describe each value; only the first bad one is reported. */
export function numbersWhere(expected: string, holds: (value: number) => boolean) {
  const size = `a list of 1 to ${LIMITS.values} numbers`;
  return z.array(z.number({ error: expected }), { error: size }).check(
    z.minLength(1, saying(size)),
    z.maxLength(LIMITS.values, saying(size)),
    z.check((context) => {
      const bad = context.value.findIndex((value) => !holds(value));
      if (bad < 0) return;
      context.issues.push({
        code: 'custom',
        message: expected,
        input: context.value,
        path: [bad],
        continue: false,
      });
    }),
  );
}

export const nonNegativeNumbers = numbersWhere(domainText(NON_NEGATIVE), (value) => value >= 0);
export const probabilities = numbersWhere(domainText(PROBABILITY), (value) => value >= 0 && value <= 1);

/** A relation between the fields of one object. The first broken one ends the checking of this object. */
export function relation<T>(expected: string, path: string[], holds: (value: T) => boolean) {
  return z.refine<T>(holds, { ...saying(expected), path });
}

/** An object without unknown fields. */
export function fields<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, { error: 'an object' });
}

/** Sums of typed or printed shares are 1 only this exactly. */
export const sumsToOne = (shares: readonly number[]): boolean =>
  Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) <= 1e-6;

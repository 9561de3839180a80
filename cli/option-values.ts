/** Values of options that several verbs read alike. */
import { InvalidArgumentError } from 'commander';
import { parseQuantity } from '../core/quantities/quantity-parse.ts';

/** All values of an option that may be given again, in their order. */
export const appended = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  text,
];

/** A time >= 0, s. */
export function timeFrom0(text: string): number {
  const read = parseQuantity(text, 'time');
  if (read.ok && read.value >= 0) return read.value;
  throw new InvalidArgumentError('expected a time, such as 5ns');
}

/** A time above 0, s. */
export function timeAbove0(text: string): number {
  const read = parseQuantity(text, 'time');
  if (read.ok && read.value > 0) return read.value;
  throw new InvalidArgumentError('expected a time above 0, such as 10ns');
}

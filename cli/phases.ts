/** The number of phases of an Erlang distribution, as an option of a verb. */
import { InvalidArgumentError } from 'commander';

/** More than a chain takes. */
const MOST = 1000;

export function phases(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= MOST) return value;
  throw new InvalidArgumentError(
    `expected a whole number from 1 to ${MOST.toLocaleString('en-US')}, such as 16`,
  );
}

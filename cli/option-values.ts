/**
 * How values of options are read. A reader takes what was typed, or refuses it with what was expected; Commander puts the option
 * and the value before that.
 */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { Dimension } from '../core/quantities/quantity-dimension.ts';
import { parseQuantity } from '../core/quantities/quantity-parse.ts';
import { BadInput } from '../lib/bad-input.ts';
import { readWords, writeWords } from './disk-words.ts';

/** All values of an option that may be given again, in their order. */
export const appended = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  text,
];

/** `tailCapacity`: `--tail-capacity`. */
export const optionOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** What acts only beside another option is not passed over in silence without it. */
export function refuseWithout(needed: string, options: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(options).filter((name) => options[name] !== undefined);
  if (given.length > 0)
    throw new BadInput([
      `${given.map(optionOf).join(', ')}: expected ${needed} beside ${given.length === 1 ? 'it' : 'them'}`,
    ]);
}

/** Which numbers an option takes. */
export interface Bounds {
  readonly from?: number;
  readonly above?: number;
  readonly to?: number;
  readonly below?: number;
}

/** Carries its bounds, so that the tests of all options go beyond them. */
export interface NumberReader {
  (text: string): number;
  readonly bounds: Bounds;
}

function reader(dimension: Dimension, bounds: Bounds, what: string, such = ''): NumberReader {
  const { from = Number.NEGATIVE_INFINITY, above = Number.NEGATIVE_INFINITY } = bounds;
  const { to = Number.POSITIVE_INFINITY, below = Number.POSITIVE_INFINITY } = bounds;
  const read = (text: string): number => {
    const value = parseQuantity(text, dimension);
    if (value.ok && value.value >= from && value.value > above && value.value <= to && value.value < below)
      return value.value;
    // Put into words only where it is told: the first number written in words costs more than most answers.
    const expected = [`Expected ${what}`, boundsText(bounds)].filter((part) => part !== '').join(' ');
    throw new InvalidArgumentError(`${expected}${such}.`);
  };
  return Object.assign(read, { bounds });
}

function boundsText({ from, above, to, below }: Bounds): string {
  const [low, lowest] = [above ?? from, above === undefined ? 'from' : 'above'];
  const [high, most] = [below ?? to, below === undefined ? 'at most' : 'below'];
  const write = (bound: number): string => bound.toLocaleString('en-US', { maximumSignificantDigits: 15 });
  if (low === undefined) return high === undefined ? '' : `${most} ${write(high)}`;
  if (high === undefined) return `${lowest} ${write(low)}${above === undefined ? ' on' : ''}`;
  if (above === undefined && below === undefined) return `from ${write(low)} to ${write(high)}`;
  return `${lowest} ${write(low)} and ${most} ${write(high)}`;
}

export const wholeNumber = (bounds: Bounds): NumberReader => reader('count', bounds, 'a whole number');
export const number = (bounds: Bounds): NumberReader => reader('number', bounds, 'a number');
export const share = (bounds: Bounds): NumberReader =>
  reader('probability', bounds, 'a share', ', such as 0.01 or 1 %');

/** A time; a number without a unit is in s. */
export const time = (bounds: Bounds): NumberReader =>
  reader('time', bounds, 'a time', ' s, such as 0.5, 10 ms or 2 min');

/** A rate; a number without a unit is in 1/s. */
export const rate = (bounds: Bounds): NumberReader =>
  reader('rate', bounds, 'a rate', ' per second, such as 0.5, 20/ms or 133 MHz');

/** Simulations and draws take the lowest 32 bits. */
export const seed: NumberReader = wholeNumber({ from: 0, to: 2 ** 32 - 1 });

/** One replication alone has no confidence interval. */
export const replications: NumberReader = wholeNumber({ from: 2, to: 100_000 });
export const precision: NumberReader = share({ above: 0, below: 1 });

/** The bound is far above the number of cores of any machine. */
export const threads: NumberReader = wholeNumber({ from: 1, to: 1024 });

/** Phases of an Erlang distribution; no Markov chain takes more. */
export const phases: NumberReader = wholeNumber({ from: 1, to: 1000 });

/** The parts of a form such as `NAME=VALUE`; the name may hold an equals sign. */
export function entry(text: string, form: string, example: string): readonly [name: string, value: string] {
  const at = text.lastIndexOf('=');
  if (at > 0 && at < text.length - 1) return [text.slice(0, at), text.slice(at + 1)];
  throw new InvalidArgumentError(`Expected ${form}, such as ${example}.`);
}

/** Files are looked for before anything is computed. */
export function fileToRead(text: string): string {
  try {
    if (!statSync(text).isDirectory()) return text;
  } catch (reason) {
    throw new InvalidArgumentError(`Expected a file that can be read: ${readWords(reason)}.`);
  }
  throw new InvalidArgumentError('Expected a file, not a folder.');
}

/** A file that can be read, or `-` for standard input. */
export const inputFile = (text: string): string => (text === '-' ? text : fileToRead(text));

/** A file that exists or can be created. */
export function fileToWrite(text: string): string {
  try {
    const found = statSync(text, { throwIfNoEntry: false });
    if (found?.isDirectory()) throw new InvalidArgumentError('Expected a file, not a folder.');
    accessSync(found ? text : dirname(text), constants.W_OK);
    return text;
  } catch (reason) {
    if (reason instanceof InvalidArgumentError) throw reason;
    throw new InvalidArgumentError(`Expected a file that can be written: ${writeWords(reason)}.`);
  }
}

export function folder(text: string): string {
  if (statSync(text, { throwIfNoEntry: false })?.isDirectory()) return text;
  throw new InvalidArgumentError('Expected a folder that is there.');
}

/** Where the page is, for share links, which follow after a # of their own. */
export function pageAddress(text: string): string {
  const { protocol, hash } = URL.canParse(text) ? new URL(text) : { protocol: '', hash: '' };
  if (/^(https?|file):$/.test(protocol) && hash === '') return text;
  throw new InvalidArgumentError(
    'Expected an address that begins with http://, https:// or file:// and has no #, such as https://example.org/stagegraph/.',
  );
}

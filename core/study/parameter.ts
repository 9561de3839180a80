/** What a parameter is: one number or choice of a scenario that can be set to other values. */
import type { Dimension } from '../quantities/quantity.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** Infinity is an unbounded capacity. */
export type ParameterValue = number | string;

interface ParameterBase {
  /** Stable and readable, such as `1a.service.rate`. */
  readonly path: string;
  /** For people, such as `1a: service rate`. */
  readonly words: string;
}

export interface NumberParameter extends ParameterBase {
  readonly kind: 'number';
  readonly value: number;
  /** How it is typed and written. */
  readonly dimension: Dimension;
  /** Name and bytes of the element, where rates and capacities count some. */
  readonly unit?: string;
  readonly unitBytes?: number;
  readonly domain: Domain;
}

export interface ChoiceParameter extends ParameterBase {
  readonly kind: 'choice';
  readonly value: string;
  readonly choices: readonly string[];
}

export type Parameter = NumberParameter | ChoiceParameter;

/** Numbers from `least` to `most`. */
export interface Domain {
  readonly least: number;
  readonly most: number;
  /** `least` itself is not allowed. */
  readonly isOpen?: boolean;
  readonly integer?: boolean;
}

export const POSITIVE: Domain = { least: 0, most: Number.MAX_VALUE, isOpen: true };
export const NON_NEGATIVE: Domain = { least: 0, most: Number.MAX_VALUE };
export const PROBABILITY: Domain = { least: 0, most: 1 };
export const COUNT: Domain = { least: 1, most: Number.MAX_SAFE_INTEGER, integer: true };
/** Places: whole, or without end. */
export const PLACES: Domain = { least: 1, most: Number.POSITIVE_INFINITY, integer: true };

/** Is it a value of the parameter? Else what was expected, as in `a number > 0`. */
export function valueFault(parameter: Parameter, value: ParameterValue): string | undefined {
  if (parameter.kind === 'choice') {
    return typeof value === 'string' && parameter.choices.includes(value)
      ? undefined
      : `one of ${parameter.choices.join(', ')}`;
  }
  return typeof value === 'number' && inDomain(parameter.domain, value)
    ? undefined
    : domainText(parameter.domain);
}

function inDomain({ least, most, isOpen, integer }: Domain, value: number): boolean {
  if (!(isOpen ? value > least : value >= least) || !(value <= most)) return false;
  return !integer || Number.isSafeInteger(value) || value === Number.POSITIVE_INFINITY;
}

/** `an integer >= 1`, `a number from 0 to 1`. */
export function domainText({ least, most, isOpen, integer }: Domain): string {
  const what = integer ? 'an integer' : 'a number';
  const without = most === Number.POSITIVE_INFINITY ? ', or Infinity' : '';
  if (most >= Number.MAX_SAFE_INTEGER) return `${what} ${isOpen ? '>' : '>='} ${least}${without}`;
  return isOpen ? `${what} > ${least} and at most ${most}` : `${what} from ${least} to ${most}`;
}

/** How a value is read from and written to something; `read` gives undefined where there is no such field. */
export interface Field<Holder> {
  /** After the owner: `service.rate` is two parts. */
  readonly tail: readonly string[];
  readonly words: string;
  /** With a unit the elements of a stage are meant. */
  readonly counts?: boolean;
  readonly type:
    | { readonly kind: 'number'; readonly dimension: Dimension; readonly domain: Domain }
    | { readonly kind: 'choice'; readonly choices: readonly string[] };
  readonly value: ParameterValue;
  /** Written in the order of these: what others scale or replace comes first. */
  readonly rank: Rank;
  write(holder: Holder, value: ParameterValue): Holder;
}

/** waiting: of a distribution that a choice may put in force. shape: of a distribution. place: rate or mean, which keeps the shape. all: scales what was written. */
export const RANK = { waiting: 0, choice: 1, shape: 2, place: 3, all: 4 } as const;
export type Rank = (typeof RANK)[keyof typeof RANK];

/** A parameter and how to set it; the value was checked. */
export interface ParameterHandle {
  readonly parameter: Parameter;
  readonly rank: Rank;
  /** Sender of the link whose probability it is, and to whom. */
  readonly share?: { readonly from: string; readonly to: string };
  write(scenario: Scenario, value: ParameterValue): Scenario;
}

/** What a parameter is: one number or choice of a scenario that can be set to other values. */
import { domainText, inDomain, type NumberDomain } from '../base/number-domain.ts';
import type { Dimension } from '../quantities/quantity.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** Infinity is an unbounded capacity. */
export type ParameterValue = number | string;

interface ParameterBase {
  /** Stable and readable, such as `1a.service.rate`. */
  readonly path: string;
  /** For people, such as `Bloom filter: service rate`. */
  readonly words: string;
  /** Inside a sentence, where it is called otherwise there: `service rate of Bloom filter`. */
  readonly phrase?: string;
}

export interface NumberParameter extends ParameterBase {
  readonly kind: 'number';
  readonly value: number;
  /** How it is typed and written. */
  readonly dimension: Dimension;
  /** Name and bytes of the element, where rates and capacities count some. */
  readonly unit?: string;
  readonly unitBytes?: number;
  readonly domain: NumberDomain;
}

export interface ChoiceParameter extends ParameterBase {
  readonly kind: 'choice';
  readonly value: string;
  readonly choices: readonly string[];
  /** What people call them. */
  readonly labels: readonly string[];
}

export type Parameter = NumberParameter | ChoiceParameter;

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

/** How a value is read from and written to something; `read` gives undefined where there is no such field. */
export interface Field<Holder> {
  /** After the owner: `service.rate` is two parts. */
  readonly tail: readonly string[];
  readonly words: string;
  /** With a unit the elements of a stage are meant. */
  readonly counts?: boolean;
  readonly type:
    | { readonly kind: 'number'; readonly dimension: Dimension; readonly domain: NumberDomain }
    | Pick<ChoiceParameter, 'kind' | 'choices' | 'labels'>;
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

/** Fitted distributions and their numbers as people read them. */

import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type {
  CorrelatedFit,
  DistributionFit,
  FittedFamily,
  FittedParameter,
} from '../../../workers/fit/contract.ts';

export const FAMILY_TITLES: Readonly<Record<FittedFamily, string>> = {
  exponential: 'Exponential',
  deterministic: 'Constant',
  erlang: 'Erlang',
  gamma: 'Gamma',
  lognormal: 'Log-normal',
  weibull: 'Weibull',
  pareto: 'Pareto',
  uniform: 'Uniform',
  hyperexponential: 'Hyper-exponential',
  phaseType: 'Phase-type',
  empirical: 'Empirical',
};

export const STREAM_TITLES: Readonly<Record<CorrelatedFit['distribution']['distribution'], string>> = {
  map: 'Markovian arrivals',
  onOff: 'On–off bursts',
};

const TIMES: ReadonlySet<string> = new Set(['mean', 'min', 'max', 'scale']);
const WORDS: Readonly<Record<string, string>> = {
  probabilities: 'share',
  rates: 'rate',
  phases: 'phases',
  scv: 'SCV',
};

/** `mean = 2.03 ms (1.98 ms … 2.09 ms)`. */
export function parameterText({ name, value, low, high }: FittedParameter): string {
  const { word, base } = namedPart(name);
  const show = (x: number): string => {
    if (TIMES.has(base)) return formatQuantity(x, 'time');
    return base === 'rates' ? formatQuantity(x, 'rate') : short(x);
  };
  const interval = low === undefined || high === undefined ? '' : ` (${show(low)} … ${show(high)})`;
  return `${word} = ${show(value)}${interval}`;
}

/** `rates[1]` is the rate of the second branch: `rate 2`. */
function namedPart(name: string): { readonly word: string; readonly base: string } {
  const match = /^(\w+)\[(\d+)\]$/.exec(name);
  if (!match) return { word: WORDS[name] ?? name, base: name };
  return { word: `${WORDS[match[1]!] ?? match[1]!} ${Number(match[2]) + 1}`, base: match[1]! };
}

/** The numbers of a distribution with their intervals. */
export const numbersText = ({ distribution, parameters }: DistributionFit): string =>
  'weights' in distribution
    ? `${distribution.weights.length} bins, mean ${formatQuantity(parameters[0]!.value, 'time')}`
    : parameters.map(parameterText).join('; ');

/** Every digit. */
export const numbersDigits = ({ parameters }: DistributionFit): string =>
  parameters
    .map(
      ({ name, value, low, high }) =>
        `${name} ${[value, low, high].filter((x) => x !== undefined).join(' ')}`,
    )
    .join('; ');

export const short = (value: number, digits = 3): string => String(Number(value.toPrecision(digits)));

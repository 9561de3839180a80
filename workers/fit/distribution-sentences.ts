/** What a ranking of distributions says in words, for people who did not study statistics. */

import type { Cells } from './cells.ts';
import type { DistributionFit, DistributionReport, FittedFamily } from './contract.ts';

const NAMES: Readonly<Record<FittedFamily, string>> = {
  exponential: 'exponential',
  deterministic: 'constant',
  erlang: 'Erlang',
  gamma: 'gamma',
  lognormal: 'log-normal',
  weibull: 'Weibull',
  pareto: 'Pareto',
  uniform: 'uniform',
  hyperexponential: 'hyper-exponential',
  phaseType: 'phase-type',
  empirical: 'empirical',
};

/** Kass & Raftery, J. Am. Stat. Assoc. 90 (1995) 773: a difference below 2 is not worth a mention, above 10 very strong. */
const NOTHING = 2;
const VERY_STRONG = 10;
const REJECTED = 0.05;
/** Fewer values than this tell families apart by luck. */
const FEW = 100;

export function distributionSentences(
  report: Omit<DistributionReport, 'sentences'>,
  cells: Cells,
  refusal: string | undefined,
): readonly string[] {
  const { fits, effectiveCount, autocorrelation, count } = report;
  const isCorrelated = report.correlated.length > 0 || refusal !== undefined;
  return [
    whyBest(fits),
    ...judgement(fits[0]!, isCorrelated),
    ...(isCorrelated && effectiveCount !== undefined
      ? [
          `The times are correlated (${number(autocorrelation![1]!)} between neighbours): for their mean the ${count} values are worth ${Math.max(1, Math.round(effectiveCount))} independent ones, the intervals are too narrow and p is too small. A distribution of independent times leaves the correlation out.`,
        ]
      : []),
    ...(refusal === undefined ? [] : [`No correlated stream is fitted: ${refusal}.`]),
    ...(count < FEW ? [`${number(count)} values are few: other distributions may be as right.`] : []),
    ...(isCoarse(cells)
      ? [
          `Only ${cells.low.length} of the ${count} values differ: the clock is coarse. Give them as a histogram whose bins are its ticks.`,
        ]
      : []),
    ...tailNote(cells),
  ];
}

function whyBest([best, next]: readonly DistributionFit[]): string {
  const name = capital(NAMES[best!.family]);
  if (best!.family === 'deterministic') return `${name}: the values differ by less than 1 % of their mean.`;
  const free = `${best!.free} free number${best!.free === 1 ? '' : 's'}`;
  if (!next) return `${name}: the only distribution that was fitted, with ${free}.`;
  const ahead = next.bic - best!.bic;
  const other = NAMES[next.family];
  if (ahead < NOTHING)
    return `${name} is best with ${free}, but ${other} is as good (BIC ${number(ahead)} apart).`;
  const strength = ahead > VERY_STRONG ? 'clearly' : 'probably';
  const how = comparison(best!, next);
  return `${name} is ${strength} best with ${free}: ${how} (BIC ${number(ahead)} lower).`;
}

function comparison(best: DistributionFit, next: DistributionFit): string {
  const other = NAMES[next.family];
  const nearer = next.logLikelihood - best.logLikelihood;
  if (nearer < -0.01)
    return `it comes nearer to the data than ${other}${next.free > best.free ? ', with fewer numbers' : ''}`;
  if (nearer < 0.01) return `${other} comes no nearer to the data with ${next.free}`;
  if (next.free === best.free)
    return `${other} comes nearer to the data, though not by what a real number costs more than a whole one`;
  return `${other} comes nearer to the data, though not by what its ${next.free} free numbers cost`;
}

function judgement({ family, p }: DistributionFit, isCorrelated: boolean): readonly string[] {
  if (p === undefined) return [];
  const name = NAMES[family];
  if (p >= REJECTED) return [`The data do not contradict it (p = ${number(p)}).`];
  const caution = isCorrelated ? ', as far as correlated times can tell' : '';
  return [
    `Even so the data are further from the ${name} distribution than chance explains (p = ${number(p)})${caution}; take the empirical distribution where details matter.`,
  ];
}

const isCoarse = ({ kind, low, total }: Cells): boolean =>
  kind === 'points' && low.length > 1 && low.length < total / 5 && low.length < 1000;

function tailNote({ kind, high, weight, total }: Cells): readonly string[] {
  const last = high.length - 1;
  if (kind === 'points' || high[last] !== Number.POSITIVE_INFINITY) return [];
  return [
    `${number((100 * weight[last]!) / total)} % of the values are in the open last bin: how long they are is taken from the distribution, not from the data.`,
  ];
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
const number = (value: number): string => String(Number(value.toPrecision(3)));

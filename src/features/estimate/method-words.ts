/** What each method of estimating a rate is called, what it assumes and how it errs (docs/estimation.md, verify/rates.md). */
import { RATE_METHODS, type RateMethod, type RateReport } from '../../../workers/estimate/contract.ts';

interface MethodWords {
  readonly title: string;
  readonly assumes: string;
  readonly bias: string;
}

export const METHOD_WORDS: Readonly<Record<RateMethod, MethodWords>> = {
  'busy-time': {
    title: 'Busy time',
    assumes: 'it is known for how long each period was blocked',
    bias: 'none; nine of ten runs are within 0.5 % of known rates at every utilization',
  },
  censored: {
    title: 'Censored likelihood',
    assumes: 'gamma service times; a blocked period is a lower bound',
    bias: 'from counters none; from samples high as ρ falls from 0.9 to 0.2: 2 to 9 % for exponential service, several times as much where it varies more; the interval takes that in',
  },
  robust: {
    title: 'Robust mean',
    assumes: 'periods without blocking are like the others; stray counts are few',
    bias: 'low where blocking is frequent: −7 % at ρ 0.9, −44 % at ρ 0.3',
  },
  median: {
    title: 'Median',
    assumes: 'periods without blocking are like the others',
    bias: 'low where blocking is frequent: −10 % at ρ 0.9, −40 % at ρ 0.3',
  },
  published: {
    title: 'Published',
    assumes: 'Beard & Chamberlain: the 95 % quantile of filtered counts is the rate',
    bias: 'a quantile: high by up to 32 % with few items a period; low where blocking is frequent',
  },
};

export const METHOD_CHOICES = [
  { value: 'auto', label: 'Best for these data' },
  ...RATE_METHODS.map((method) => ({
    value: method,
    label: METHOD_WORDS[method].title,
    hint: METHOD_WORDS[method].assumes,
  })),
] as const;

/** Why the method that is taken by itself is the best one. */
export function whyBest({ chosen, busyShare }: RateReport): string {
  return chosen.method === 'busy-time' && busyShare !== undefined
    ? 'Busy time is taken: it is known for how long each period was blocked, and where rates are known nine of ten runs are within 0.5 % at every utilization.'
    : 'The censored likelihood is taken: blocked times were not measured, and of what goes without them it errs least on rates that are known.';
}

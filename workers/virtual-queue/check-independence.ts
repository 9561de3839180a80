/**
 * Are insertions, and services, independent of each other, as the replay takes them? By the classical tests, of insertions over all gaps,
 * of services over the departure gaps that are counted from when the element was there: idle time is none of the server's, and raw gaps
 * are correlated by it although all services are independent.
 */
import { counted } from '../../core/base/plural.ts';
import type { GapSeries } from '../measure/contract.ts';
import type { AssumptionCheck, CheckStatus } from './contract.ts';
import { autocorrelation, ljungBox, portmanteauLags, turningPoints } from './independence.ts';

export const LAGS = 20;
/** With three tests on one series. */
const ALPHA = 0.01;
/** Weaker correlations do not matter, however sure: of neighbours, and on the variance of a sum. */
export const LEAST_CORRELATION = 0.05;
const LEAST_INFLATION = 1.2;
const LEAST_TIMES = 50;
/** Half width of the 95 % band around 0, times the square root of the number of times. */
const BAND = 1.96;

const tooFew = (count: number): string => `${counted(count, 'time')} ${count === 1 ? 'is' : 'are'} too few`;

export const NOT_KEPT = 'the file has histograms only, which do not tell the order of the times';

export function checkInsertions(series: GapSeries | undefined): AssumptionCheck {
  const assumption = 'insertions';
  if (!series) return unknown(assumption, 'insertions', NOT_KEPT);
  const { count, autocorrelation: r, recent } = series;
  if (count < LEAST_TIMES) return unknown(assumption, 'insertions', tooFew(count));
  if (r.length === 0)
    return { assumption, status: 'holds', sentence: 'All gaps between insertions are equal.' };
  const { status, figures, ...found } = tested(r, recent, count, 'gaps');
  const words = {
    broken: `Insertions are not independent: ${figures}. The replay shuffles that away.`,
    slight: `Insertions are not quite independent, but too little to matter: ${figures}.`,
    holds: `Nothing speaks against independent insertions: ${figures}.`,
  };
  return { assumption, status, sentence: words[status], ...found };
}

/** `services`: the last departure gaps from when the element was there, oldest first. */
export function checkServices(services: Float64Array): AssumptionCheck {
  const assumption = 'departures';
  const count = services.length;
  if (count < LEAST_TIMES) return unknown(assumption, 'services', tooFew(count));
  const r = autocorrelation(services, LAGS);
  if (r.length === 0)
    return {
      assumption,
      status: 'holds',
      sentence: `All services are equal, ${CONDITIONED}.`,
      of: 'services',
    };
  const { status, figures, ...found } = tested(r, services, count, 'services');
  const words = {
    broken: `Services are not independent, ${CONDITIONED}: ${figures}. The replay shuffles that away.`,
    slight: `Services are not quite independent, ${CONDITIONED}, but too little to matter: ${figures}.`,
    holds: `Nothing speaks against independent services, ${CONDITIONED}: ${figures}.`,
  };
  return { assumption, status, sentence: words[status], of: 'services', ...found };
}

const CONDITIONED = 'which are departure gaps from when the element was there, without idle time';

const unknown = (assumption: 'insertions' | 'departures', what: string, why: string): AssumptionCheck => ({
  ...{ assumption, status: 'unknown' },
  sentence: `Whether ${what} are independent is not known: ${why}.`,
});

interface Tested extends Required<Pick<AssumptionCheck, 'tests' | 'correlogram'>> {
  readonly status: Exclude<CheckStatus, 'unknown'>;
  readonly figures: string;
}

/** `r` is the autocorrelation of all `count` times, `recent` the last of them. */
function tested(r: Float64Array, recent: Float64Array, count: number, what: string): Tested {
  const squares = recent.map((time) => time * time);
  const tests = [
    ljungBox('Ljung-Box', r, count),
    ljungBox('Ljung-Box of squares', autocorrelation(squares, LAGS), recent.length),
    turningPoints(recent),
  ];
  const inflation = 1 + 2 * r.slice(1, portmanteauLags(count) + 1).reduce((sum, value) => sum + value, 0);
  const isDetected = tests.some(({ p }) => p < ALPHA);
  const matters = Math.abs(r[1]!) > LEAST_CORRELATION || inflation > LEAST_INFLATION;
  const lags = Math.min(LAGS, r.length - 1);
  const band = BAND / Math.sqrt(count);
  return {
    status: !isDetected ? 'holds' : matters ? 'broken' : 'slight',
    figures: `neighbouring ${what} correlate by ${r[1]!.toFixed(3)}, and the variance of a sum of ${what} is ${inflation.toFixed(2)} times that of independent ones`,
    tests,
    correlogram: {
      lag: lagsFrom(1, lags),
      value: r.slice(1, lags + 1),
      low: new Float64Array(lags).fill(-band),
      high: new Float64Array(lags).fill(band),
    },
  };
}

export const lagsFrom = (from: number, to: number): Int32Array =>
  Int32Array.from({ length: to - from + 1 }, (_, k) => from + k);

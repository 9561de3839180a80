/**
 * Are the times of both ends independent, as the replay takes them? For insertions by the classical tests. Departures of a queue are
 * correlated with each other and with the insertions even if all services are independent, the more behind a bus that brings
 * bulks; so they are held against the departures of the replications, in which all is independent.
 */
import type { GapSeries } from '../contract/measuring.ts';
import type { AssumptionCheck } from '../contract/virtual-queue.ts';
import { quantile } from './exchangeability.ts';
import { autocorrelation, correlations, ljungBox, portmanteauLags, turningPoints } from './independence.ts';

const LAGS = 20;
const CROSS_LAGS = 10;
/** With three tests on one series. */
const ALPHA = 0.01;
/** Weaker correlations do not matter, however sure: of neighbours, and on the variance of a sum. */
const LEAST_CORRELATION = 0.05;
const LEAST_INFLATION = 1.2;
const LEAST_TIMES = 50;
/** Of 95 % around 0, by the square root of the number of times. */
const BAND = 1.96;

const NOT_KEPT = 'the file has histograms only, which do not tell the order of the times';

export function checkInsertions(series: GapSeries | undefined): AssumptionCheck {
  const unknown = (why: string): AssumptionCheck => ({
    ...{ assumption: 'insertions', status: 'unknown' },
    sentence: `Whether insertions are independent is not known: ${why}.`,
  });
  if (!series) return unknown(NOT_KEPT);
  const { count, autocorrelation: r, recent } = series;
  if (count < LEAST_TIMES) return unknown(`${count} times are too few`);
  if (r.length === 0)
    return { assumption: 'insertions', status: 'holds', sentence: 'All gaps between insertions are equal.' };
  const squares = recent.map((gap) => gap * gap);
  const tests = [
    ljungBox('Ljung-Box', r, count),
    ljungBox('Ljung-Box of squares', autocorrelation(squares, LAGS), recent.length),
    turningPoints(recent),
  ];
  const inflation = 1 + 2 * r.slice(1, portmanteauLags(count) + 1).reduce((sum, value) => sum + value, 0);
  const isDetected = tests.some(({ p }) => p < ALPHA);
  const matters = Math.abs(r[1]!) > LEAST_CORRELATION || inflation > LEAST_INFLATION;
  const status = !isDetected ? 'holds' : matters ? 'broken' : 'slight';
  const lags = Math.min(LAGS, r.length - 1);
  const band = BAND / Math.sqrt(count);
  return {
    ...{ assumption: 'insertions', status, tests },
    sentence: insertionSentence(status, r[1]!, inflation),
    correlogram: {
      lag: lagsFrom(1, lags),
      value: r.slice(1, lags + 1),
      low: new Float64Array(lags).fill(-band),
      high: new Float64Array(lags).fill(band),
    },
  };
}

function insertionSentence(status: 'holds' | 'slight' | 'broken', r1: number, inflation: number): string {
  const figures = `neighbouring gaps correlate by ${r1.toFixed(3)}, and the variance of a sum of gaps is ${inflation.toFixed(2)} times that of independent ones`;
  if (status === 'broken')
    return `Insertions are not independent: ${figures}. The replay shuffles that away.`;
  if (status === 'slight')
    return `Insertions are not quite independent, but too little to matter: ${figures}.`;
  return `Nothing speaks against independent insertions: ${figures}.`;
}

/** Gaps of one run, the last ones of each end, oldest first. */
export interface KeptGaps {
  readonly insertions: Float64Array;
  readonly departures: Float64Array;
}

export function checkDepartures(
  measured: KeptGaps | undefined,
  replicated: readonly KeptGaps[],
): AssumptionCheck {
  return againstReplications({
    ...{ assumption: 'departures', what: 'departures with each other', lag: lagsFrom(1, LAGS) },
    measured: measured && autocorrelation(measured.departures, LAGS).slice(1),
    replicated: replicated.map(({ departures }) => autocorrelation(departures, LAGS).slice(1)),
  });
}

/** The last gaps of both ends side by side, as the two monitors would have them; a lag counts gaps. */
export function checkCross(measured: KeptGaps | undefined, replicated: readonly KeptGaps[]): AssumptionCheck {
  return againstReplications({
    ...{ assumption: 'cross', what: 'insertions with departures', lag: lagsFrom(-CROSS_LAGS, CROSS_LAGS) },
    measured: measured && crossOf(measured),
    replicated: replicated.map(crossOf),
  });
}

function crossOf({ insertions, departures }: KeptGaps): Float64Array {
  const length = Math.min(insertions.length, departures.length);
  const last = (gaps: Float64Array) => gaps.subarray(gaps.length - length);
  return correlations(last(departures), last(insertions), -CROSS_LAGS, CROSS_LAGS);
}

interface Correlated {
  readonly assumption: 'departures' | 'cross';
  readonly what: string;
  readonly lag: Int32Array;
  readonly measured: Float64Array | undefined;
  readonly replicated: readonly Float64Array[];
}

/** The largest deviation over the lags, in standard deviations of that lag, among those of the replications. */
function againstReplications({ assumption, what, lag, measured, replicated }: Correlated): AssumptionCheck {
  const runs = replicated.filter(({ length }) => length === lag.length);
  if (measured?.length !== lag.length || runs.length === 0) {
    const why = measured ? 'the times do not vary, or are too few' : NOT_KEPT;
    return {
      assumption,
      status: 'unknown',
      sentence: `How far the correlation of ${what} is that of the model is not known: ${why}.`,
    };
  }
  const columns = Array.from(lag, (_, k) => Float64Array.from([measured, ...runs], (run) => run[k]!));
  const spreads = columns.map(meanAndDeviation);
  const farthest = [measured, ...runs].map((run) =>
    Math.max(...spreads.map(({ mean, deviation }, k) => Math.abs(run[k]! - mean) / deviation)),
  );
  const p = farthest.filter((distance) => distance >= farthest[0]!).length / farthest.length;
  const most = Math.max(...spreads.map(({ mean }, k) => Math.abs(measured[k]! - mean)));
  const status = p > BAND_ALPHA ? 'holds' : most > LEAST_CORRELATION ? 'broken' : 'slight';
  const figures = `off by up to ${most.toFixed(3)} from the replay, as far as ${Math.round(100 * p)} % of all runs`;
  const words = {
    holds: `The correlation of ${what} is like that of the model: ${figures}.`,
    slight: `The correlation of ${what} is not quite that of the model, but too near to matter: ${figures}.`,
    broken: `The correlation of ${what} is not that of independent times: ${figures}.`,
  };
  return {
    ...{ assumption, status, sentence: words[status] },
    tests: [{ name: 'largest deviation from the replay', statistic: farthest[0]!, p }],
    correlogram: {
      ...{ lag, value: measured },
      low: Float64Array.from(columns, (column) => quantile(column.subarray(1), 0.025)),
      high: Float64Array.from(columns, (column) => quantile(column.subarray(1), 0.975)),
    },
  };
}

/** Of the test among the replications. */
const BAND_ALPHA = 0.05;

function meanAndDeviation(values: Float64Array): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(square) || 1 };
}

const lagsFrom = (from: number, to: number): Int32Array =>
  Int32Array.from({ length: to - from + 1 }, (_, k) => from + k);

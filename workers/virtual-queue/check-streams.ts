/**
 * The times of both ends against each other, and against those of the replications, in which all is independent. Services are set beside the
 * gaps before the insertions of the same elements. Where a file does not tell services, departures are taken as they are: those of a
 * queue are correlated with each other and with the insertions even if all services are independent, the more behind a bus that brings
 * bulks, and so are those of the replications.
 */

import { checkServices, LAGS, LEAST_CORRELATION, lagsFrom, NOT_KEPT } from './check-independence.ts';
import type { AssumptionCheck } from './contract.ts';
import { quantile } from './exchangeability.ts';
import { autocorrelation, correlations } from './independence.ts';

const CROSS_LAGS = 10;

/** Times of one run, the last ones of each end, oldest first. */
export interface KeptGaps {
  readonly insertions: Float64Array;
  readonly departures: Float64Array;
  /** Departure gaps from when the element was there; absent where that is not known. */
  readonly services?: Float64Array;
  /** Elements that were inserted and have not departed. */
  readonly left: number;
}

/** Without idle time where that is known; else with it, against the replications, which have it too. */
export function checkDepartures(
  measured: KeptGaps | undefined,
  replicated: readonly KeptGaps[],
): AssumptionCheck {
  if (measured?.services) return checkServices(measured.services);
  return againstReplications({
    ...{
      assumption: 'departures',
      what: 'departures, idle time included, with each other',
      lag: lagsFrom(1, LAGS),
    },
    measured: measured && autocorrelation(measured.departures, LAGS).slice(1),
    replicated: replicated.map(({ departures }) => autocorrelation(departures, LAGS).slice(1)),
  });
}

/** A lag counts elements; of departures it counts gaps, the last ones of both ends side by side, as the two monitors would have them. */
export function checkCross(measured: KeptGaps | undefined, replicated: readonly KeptGaps[]): AssumptionCheck {
  const of = measured?.services ? 'services' : 'departures';
  const crossOf = of === 'services' ? crossOfServices : crossOfDepartures;
  const what =
    of === 'services' ? 'insertions with services' : 'insertions with departures, idle time included,';
  const check = againstReplications({
    ...{ assumption: 'cross', what, lag: lagsFrom(-CROSS_LAGS, CROSS_LAGS) },
    measured: measured && crossOf(measured),
    replicated: replicated.map(crossOf),
  });
  return of === 'services' ? { ...check, of } : check;
}

const crossOfDepartures = ({ insertions, departures }: KeptGaps): Float64Array =>
  crossCorrelation(insertions, departures);

const crossOfServices = ({ insertions, services, left }: KeptGaps): Float64Array =>
  crossCorrelation(insertions.subarray(0, Math.max(0, insertions.length - left)), services!);

/** Cross-correlation over the last rows of both, as far as both are known. */
function crossCorrelation(insertions: Float64Array, later: Float64Array): Float64Array {
  const length = Math.min(insertions.length, later.length);
  const last = (times: Float64Array) => times.subarray(times.length - length);
  return correlations(last(later), last(insertions), -CROSS_LAGS, CROSS_LAGS);
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

/** Level of the test among the replications. */
const BAND_ALPHA = 0.05;

function meanAndDeviation(values: Float64Array): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(square) || 1 };
}

/** The measured arrivals and services of a stage as distributions that the simulator replays one by one. */
import type { TraceDistribution } from '../../core/distributions/distribution.ts';
import type { StageNode } from '../../core/scenario/scenario.ts';
import type { MeasuredArrivals } from './feed-stage.ts';
import { type StageTrace, servicesOf } from './read-trace.ts';

/**
 * By the mean gap: what comes at the very begin of a run, and what ends with it, would not be counted. So a run begins this much before the
 * first arrival and ends as much behind the last event.
 */
const LEAD = 1e-6;

export interface ReplayedArrivals extends MeasuredArrivals {
  /** From the begin of a run to the first arrival, s. */
  readonly lead: number;
}

/** None comes after the last. */
export function measuredArrivals({ arrivals, duration, groupSize = 1 }: StageTrace): ReplayedArrivals {
  const times = groupSize > 1 ? arrivals.filter((_, i) => i % groupSize === 0) : arrivals;
  const meanGap = duration / times.length;
  const lead = LEAD * meanGap;
  const gaps = Array.from(times, (time, i) => (i > 0 ? time - times[i - 1]! : lead));
  return {
    distribution: { distribution: 'trace', values: [...gaps, 2 * duration] },
    ...{ meanGap, lead, groupSize },
    groupsDiffer: groupSize === 1 && arrivals.some((time, i) => i > 0 && time === arrivals[i - 1]),
  };
}

/** Undefined where the trace does not say when a service began: only of one server that takes one by one, first come first served. */
export function measuredServices(trace: StageTrace, stage: StageNode): Float64Array | undefined {
  const { serverCount = 1, discipline = 'FCFS', bulk } = stage;
  return serverCount === 1 && discipline === 'FCFS' && !bulk ? servicesOf(trace) : undefined;
}

/** In their order; `last` is that of all who come behind them. */
export const drawnServices = (services: Float64Array, last?: number): TraceDistribution => ({
  distribution: 'trace',
  values: last === undefined ? Array.from(services) : [...services, last],
});

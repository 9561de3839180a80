/** What is asked of a measurement (TimeTrial's queries): a metric, how it is brought to one number, where and when. */

export interface Query {
  readonly id: string;
  readonly metric: QueryMetric;
  readonly aggregation: QueryAggregation;
  /** With aggregation percentile: the percentage, > 0 and < 100. */
  readonly percentile?: number;
  /** A stage, a delay or the queue of a measurement that has this name. */
  readonly at: string;
  /** Latency up to the end of this one, or throughput of what goes from `at` to it; of `at` alone when absent. */
  readonly to?: string;
  /** One frame, 0, 1, ...; one after the other; or all together, which is the default. */
  readonly frame?: number | 'each' | 'all';
  /** What must hold. */
  readonly require?: Requirement;
}

/** interEventTime: between insertions. stalls: share of the time that writers wait for room. */
export type QueryMetric =
  | 'throughput'
  | 'occupancy'
  | 'interEventTime'
  | 'latency'
  | 'utilization'
  | 'stalls';
export type QueryAggregation = 'min' | 'max' | 'mean' | 'percentile' | 'histogram';

export interface Requirement {
  readonly is: '<' | '<=' | '>' | '>=' | '=';
  /** In the unit of the metric: 1/s, elements, s, or a share. */
  readonly value: number;
}

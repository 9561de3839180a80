/** What can be fitted; apart from the fitting, since the options of every verb name it. */

/** Times that a distribution is fitted to; `occupancy` is a station model's business. */
const TIMES = ['service', 'interInsertion', 'interDeparture', 'latency'] as const;
export const FIT_KINDS = [...TIMES, 'occupancy'] as const;
export type FitKind = (typeof FIT_KINDS)[number];

/** One replication in the kernel, whichever of its two engines runs it. */
import type { NoAnswer } from '../../core/measures/measures.ts';
import type { TripsRecord } from '../simulate/records.ts';

export interface KernelRun {
  /** At most about so many events more; true at the end of the run, or why it cannot go on. */
  advance(events: number): boolean | NoAnswer;
  /** Simulated so far, s. */
  now(): number;
  events(): number;
  /** Addresses of the measures of the stages, in the order of the model. */
  readonly measures: readonly number[];
  /** Elements that came to each sink. */
  sinks(): readonly number[];
  /** Elements that came to a sink, by path in the order of the first arrivals; `path` as the kernel numbers them. */
  trips(): readonly (TripsRecord & { readonly path: number })[];
}

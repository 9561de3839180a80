/** One replication in the kernel: of a line by its recursion, or of a network by its events. */
import type { NoAnswer } from '../../core/measures/refusals.ts';
import type { MeasuredPlace } from './read-measures.ts';
import type { GroupRecord, TripsRecord } from './records.ts';

export interface KernelRun {
  /** What happens at time 0; to be called once, before all else. As `advance`, it may come to a halt. */
  begin(): void;
  /** At most about so many events more; true at the end of the run. */
  advance(events: number): boolean;
  /** Why it cannot go on; undefined when that is not known. */
  halted(): NoAnswer | undefined;
  /** Simulated so far, s. */
  now(): number;
  events(): number;
  /** Stages in the order of the model, then joins. */
  readonly places: readonly MeasuredPlace[];
  /** Elements that came to each sink. */
  sinks(): readonly number[];
  /** Elements that came to a sink, by path in the order of the first arrivals; `path` as the kernel numbers them. */
  trips(): readonly (TripsRecord & { readonly path: number })[];
  /** Units x seconds in use of each shared resource. */
  usedTimes(): Readonly<Record<string, number>>;
  /** Virtual queues. */
  groups(): Readonly<Record<string, GroupRecord>>;
}

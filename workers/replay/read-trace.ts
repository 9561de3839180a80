/**
 * What a trace of one queue says by itself. Arrivals A_1 <= A_2 <= ... and departures D_1 <= D_2 <= ... merged in order of time, at one
 * instant the arrival first; the queue is empty before the first arrival. Times are s from the first arrival.
 * **Services**: one server, first come first served, one by one: a service starts at max(A_i, D_{i-1}) (Lindley, Proc. Camb. Phil. Soc. 48
 * (1952) 277), so that S_i = D_i - max(A_i, D_{i-1}).
 */
import { matchDepartures } from '../measure/trace/match-departures.ts';
import type { CollectedTrace } from '../measure/trace/queue-events.ts';
import type { ElementTimes } from '../measure/trace/traced-levels.ts';

/** `departures` are as many as left while they were watched, none when the trace has no departures; `duration` is from the first arrival to the last event. */
export interface StageTrace extends ElementTimes {
  readonly groupSize?: number;
  readonly isOutOfTurn: boolean;
  readonly isCut: boolean;
  readonly outOfOrder: number;
  /** Departures from an empty queue, which are left out. */
  readonly fromEmpty: number;
}

const NS = 1e9;

export function readTrace({ arrivals, departures, ...rest }: CollectedTrace): StageTrace {
  const first = arrivals[0]!;
  const matched = matchDepartures(arrivals, departures);
  const end = Math.max(arrivals.at(-1)!, matched.at(-1) ?? first);
  const fromFirst = (time: number): number => (time - first) / NS;
  return {
    ...rest,
    arrivals: arrivals.map(fromFirst),
    departures: matched.map(fromFirst),
    duration: fromFirst(end),
    fromEmpty: departures.length - matched.length,
  };
}

/** Undefined unless all services take no time or elements left out of turn. */
export function servicesOf({ arrivals, departures, isOutOfTurn }: StageTrace): Float64Array | undefined {
  if (departures.length === 0 || isOutOfTurn) return undefined;
  const services = departures.map(
    (departure, i) => departure - Math.max(arrivals[i]!, i > 0 ? departures[i - 1]! : arrivals[i]!),
  );
  return services.some((service) => service > 0) ? services : undefined;
}

/** Mean time from an arrival to the departure of the same number, of all that left. */
export function meanSojournTime({ arrivals, departures }: StageTrace): number {
  let sum = 0;
  for (const [i, departure] of departures.entries()) sum += departure - arrivals[i]!;
  return sum / departures.length;
}

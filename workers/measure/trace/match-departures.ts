/**
 * Arrivals and departures merged in order of time, at one instant the arrival first; the queue is empty before the first arrival. Departures from
 * an empty queue are left out. Both in growing order, in any unit.
 */
export function matchDepartures(arrivals: Float64Array, departures: Float64Array): Float64Array {
  const matched: number[] = [];
  let arrived = 0;
  for (const time of departures) {
    while (arrived < arrivals.length && arrivals[arrived]! <= time) arrived += 1;
    if (matched.length < arrived) matched.push(time);
  }
  return Float64Array.from(matched);
}

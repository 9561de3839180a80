/** Elements that came to an end of their way: how many, the sum of their times, and those times in buckets. */
import { clearBuckets, countTime, openBuckets } from './measures';

@unmanaged
export class Trips {
  count: f64 = 0;
  total: f64 = 0;
  buckets: usize = 0;
  /** Number of the path, where there are several. */
  path: i32 = 0;
}

export function openTrips(path: i32): Trips {
  const trips = new Trips();
  trips.path = path;
  trips.buckets = openBuckets();
  return trips;
}

@inline
export function countTrip(trips: Trips, time: f64): void {
  trips.count += 1;
  trips.total += time;
  countTime(trips.buckets, time);
}

export function clearTrips(trips: Trips): void {
  trips.count = trips.total = 0;
  clearBuckets(trips.buckets);
}
